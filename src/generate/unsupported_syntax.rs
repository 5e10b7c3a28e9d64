//! Syntax of a seed that a solver does not support. It is respelled in a way that the solver reads, or left out with
//! everything that depends on it.
//!
//! This is necessary because instances contain all declarations of their seed: a solver that refuses one definition
//! would refuse every instance.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use crate::generate::resorting::{Original, Sizes};
use crate::generate::term_builder::Scope;
use crate::matrix::{CODATATYPES, MATCH, NAMED_FORMATS, OF_ARRAYS, Operators};
use crate::rng::Rng;
use crate::smtlib::{Declaration, DeclarationKind, NodeId, Problem, declares_codatatypes};
use crate::theory::operators::Operator;
use crate::theory::signature::Signature;

/// The part of a problem that a solver supports.
#[derive(Clone, Debug)]
pub(super) struct Supported {
    /// The supported problem. It uses the names of operators that the solver reads, such as those from before SMT-LIB
    /// had strings, and leaves out declarations that it does not read, with everything that depends on them. Line
    /// numbers stay the same.
    pub problem: Arc<Problem>,
    /// Whether some operators were renamed.
    pub is_respelled: bool,
    /// What the problem declares, and what its logic has for the solver, once it is asked for.
    scope: Arc<OnceLock<(Signature, Scope)>>,
    /// What its re-sorted copies have in common, once one is asked for.
    original: Arc<OnceLock<Option<Original>>>,
}

impl Supported {
    /// Returns the part that a solver with these operators supports. If that is everything, it is the same problem.
    pub(super) fn find(problem: &Arc<Problem>, operators: &Operators) -> Supported {
        let mut supported = Supported::of(Arc::clone(problem), false);
        let respellings = respellings(&supported.problem, operators);
        if let (false, Ok(respelled)) = (respellings.is_empty(), supported.problem.edited(&respellings)) {
            (supported.problem, supported.is_respelled) = (Arc::new(respelled), true);
        }
        let unwanted = unsupported_declarations(&supported.problem, operators);
        if let Ok(Some(left)) = supported.problem.without(&unwanted, BTreeSet::new()) {
            supported.problem = Arc::new(left.problem);
        }
        supported
    }

    /// Returns the same with another problem, which the solver supports as well.
    pub(super) fn with_problem(&self, problem: Problem) -> Supported {
        Supported::of(Arc::new(problem), self.is_respelled)
    }

    fn of(problem: Arc<Problem>, is_respelled: bool) -> Supported {
        Supported { problem, is_respelled, scope: Arc::default(), original: Arc::default() }
    }

    /// Returns a copy of the problem with other widths and formats, which the solver reads, if there is one.
    pub(super) fn resorted(&self, sizes: Sizes, operators: &Operators, rng: &mut Rng) -> Option<Problem> {
        let original = self.original.get_or_init(|| Original::collect(&self.problem)).as_ref();
        original?.resorted(&self.problem, sizes, operators, rng)
    }

    /// What the problem declares, and what its logic has for the solver, which reads these operators; found out once.
    pub(super) fn scope(&self, operators: &Operators) -> &(Signature, Scope) {
        self.scope.get_or_init(|| {
            let signature = Signature::collect(&self.problem.script);
            let scope = Scope::collect(&self.problem, &signature, operators);
            (signature, scope)
        })
    }
}

/// Returns the uses of operators under names that the solver does not read, each with a name that it reads.
fn respellings(problem: &Problem, operators: &Operators) -> BTreeMap<NodeId, Arc<str>> {
    if !operators.are_known() {
        return BTreeMap::new();
    }
    let tree = &problem.script.tree;
    let declared: BTreeSet<String> =
        problem.script.declarations.iter().flat_map(|line| line.names(tree)).collect();
    let read = |name: &str| {
        let operator = Operator::find(name).filter(|_| !operators.contains(name))?;
        // A name that the script declares itself is not an operator.
        let is_free = |name: &&str| operators.contains(name) && !declared.contains(*name);
        operator.names().find(is_free).filter(|_| !declared.contains(name))
    };
    // A seed has few names with many uses each.
    let mut known: HashMap<&str, Option<&'static str>> = HashMap::new();
    let mut others = BTreeMap::new();
    for node in tree.roots().iter().flat_map(|&root| tree.nodes_in(root)) {
        let other = tree.symbol(node).and_then(|name| *known.entry(name).or_insert_with(|| read(name)));
        others.extend(other.map(|name| (node, name.into())));
    }
    others
}

/// Iterates over the names of the sorts of floating-point numbers.
fn float_sorts() -> impl Iterator<Item = &'static str> {
    ["FloatingPoint", "RoundingMode"].into_iter().chain(NAMED_FORMATS.map(|(name, _)| name))
}

/// Returns the definitions, and the declarations of codatatypes and floating-point numbers, that a solver does not read.
fn unsupported_declarations(problem: &Problem, operators: &Operators) -> BTreeSet<NodeId> {
    let (has_match, has_arrays) = (operators.contains(MATCH), operators.contains(OF_ARRAYS));
    let (has_codatatypes, has_floats) = (operators.contains(CODATATYPES), operators.has_floats());
    let tree = &problem.script.tree;
    let is_unsupported = |line: &&Declaration| {
        let parts = tree.list(line.node).unwrap_or_default();
        let is_of_floats = || float_sorts().any(|sort| tree.mentions(line.node, sort));
        match line.kind {
            _ if !has_floats && is_of_floats() => true,
            DeclarationKind::Definition => {
                // The name, the parameters and the result; the body follows.
                let head = || parts.iter().skip(1).take(3);
                (!has_match && tree.mentions(line.node, "match"))
                    || (!has_arrays && head().any(|&part| tree.mentions(part, "Array")))
            }
            DeclarationKind::Datatypes => {
                !has_codatatypes && tree.head(line.node).is_some_and(declares_codatatypes)
            }
            _ => false,
        }
    };
    problem.script.declarations.iter().filter(is_unsupported).map(|line| line.node).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the supported part of a problem, or `None` if everything is supported.
    fn supported(problem: &Problem, operators: &Operators) -> Option<Problem> {
        let all = Arc::new(problem.clone());
        let supported = Supported::find(&all, operators);
        (!Arc::ptr_eq(&all, &supported.problem)).then(|| Problem::clone(&supported.problem))
    }

    #[test]
    fn what_is_not_read_goes_with_what_needs_it() {
        let text = "(declare-fun a () (Array Int Int))(declare-fun x () Int)\n\
            (define-fun f ((b (Array Int Int)) (i Int)) Int\n (select b i))(define-fun g ((i Int)) Int (f a i))\n\
            (assert (= (g x) 1))(define-fun h ((i Int)) Int (+ i x))(assert (= (h x) 2))";
        let problem = Problem::read(text).unwrap();
        assert!(supported(&problem, &Operators::all()).is_none());
        assert!(supported(&problem, &Operators::without(&["match"])).is_none());
        let left = supported(&problem, &Operators::without(&["define-fun-array"])).unwrap();
        let source = left.source();
        assert!(!source.contains("(f ") && !source.contains("g"), "{source}");
        assert_eq!((left.formulas.assertions.len(), left.script.declarations.len()), (1, 3));
        assert_eq!(source.matches('\n').count(), text.matches('\n').count());
    }

    #[test]
    fn names_that_the_script_declares_are_not_spelled_anew() {
        let text = "(declare-datatypes ((E 0)) (((int_to_bv (ubv_to_int E)) (leaf))))(declare-const e E)\
            (assert ((_ is int_to_bv) e))(assert (= (ubv_to_int e) leaf))";
        let problem = Problem::read(text).unwrap();
        let operators = Operators::without(&["int_to_bv", "ubv_to_int"]);
        assert_eq!(respellings(&problem, &operators), BTreeMap::new());
        let text = "(declare-const x Int)(assert (= ((_ int_to_bv 4) x) #x3))";
        assert_eq!(respellings(&Problem::read(text).unwrap(), &operators).len(), 1);
    }

    #[test]
    fn codatatypes_go_where_they_are_not_read() {
        let text = "(declare-codatatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-const l L)(declare-const x Int)\
            (assert (= x (hd l)))(assert (< x 3))";
        let problem = Problem::read(text).unwrap();
        assert!(supported(&problem, &Operators::all()).is_none());
        let left = supported(&problem, &Operators::without(&["declare-codatatypes"])).unwrap();
        assert_eq!((left.script.declarations.len(), left.formulas.assertions.len()), (1, 1));
    }

    #[test]
    fn floats_go_where_none_can_be_built() {
        let text = "(declare-const f (_ FloatingPoint 3 5))(define-sort F () Float32)(declare-const g F)\
            (declare-const way RoundingMode)(declare-const x Int)(assert (fp.isNaN f))(assert (= g g))(assert (< x 3))";
        let problem = Problem::read(text).unwrap();
        assert!(supported(&problem, &Operators::without(&["fp.isNaN"])).is_none());
        let left = supported(&problem, &Operators::without(&["fp"])).unwrap();
        assert_eq!((left.script.declarations.len(), left.formulas.assertions.len()), (1, 1));
    }

    #[test]
    fn what_is_left_of_recursive_functions_still_ends() {
        let text = "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (+ 1 (f (- n 1)))))\n\
            (define-fun g ((b (Array Int Int)) (n Int)) Int (f (select b n)))\n\
            (define-funs-rec ((h ((n Int)) Int) (k ((n Int)) Int))\n ((ite (<= n 0) 0 (k n)) (match n ((m (h (- m 1)))))))\n\
            (define-fun l ((n Int)) Int (k n))(assert (= (h 1) 0))(assert (= (l 1) (f 0)))(assert (= (f 2) 2))";
        let problem = Problem::read(text).unwrap();
        let left = supported(&problem, &Operators::without(&["match", "define-fun-array"])).unwrap();
        // All functions of one command are removed together, with everything that calls one of them.
        assert_eq!((left.script.declarations.len(), left.formulas.assertions.len()), (1, 1));
        assert_eq!(crate::theory::recursion::of_script(&left.script), Ok(Vec::new()));
    }

    #[test]
    fn a_name_that_is_not_read_becomes_one_that_is() {
        let text = "(declare-fun s () String)(declare-fun str.to.int (Int) Int)\n\
            (define-fun f () Bool (str.in.re s (re.* (str.to.re \"str.in.re\"))))\n\
            (assert (and f (= (str.to.int 1) (str.indexof s s 0))))(assert ((_ re.loop 1 2) s))";
        let problem = Problem::read(text).unwrap();
        let old = ["str.in.re", "str.to.re", "str.to.int"];
        let standard = supported(&problem, &Operators::without(&old)).unwrap();
        let expected = text.replace("(str.in.re s", "(str.in_re s").replace("(str.to.re", "(str.to_re");
        assert_eq!(standard.source(), expected);
        assert_eq!(standard.formulas.assertions.len(), 2);
        // If only an older name is read, that one is used; an operator without another name stays.
        let back = supported(&standard, &Operators::without(&["str.in_re", "re.*"])).unwrap();
        assert_eq!(back.source().matches("str.in.re").count(), 2);
        assert!(supported(&problem, &Operators::all()).is_none());
        assert!(supported(&problem, &Operators::without(&["re.*"])).is_none());
    }

    #[test]
    fn seeds_stay_usable() {
        let pattern = concat!(env!("CARGO_MANIFEST_DIR"), "/seeds/*/*.smt2");
        let mut changed = 0;
        for path in glob::glob(pattern).unwrap().map(Result::unwrap) {
            let problem = Problem::read(std::fs::read_to_string(&path).unwrap()).unwrap();
            let operators = Operators::without(&["declare-codatatypes", "define-fun-array", "match"]);
            if let Some(left) = supported(&problem, &operators) {
                changed += 1;
                assert!(!left.asserts_nothing(), "{}", path.display());
            }
        }
        assert!(changed > 1, "{changed}");
    }
}
