//! The usable part of a problem. Unknown sorts, ill-sorted terms and recursive definitions that no function is
//! known to satisfy are removed, together with everything that mentions them, and nothing else.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use crate::smtlib::{
    Declaration, DeclarationKind, NodeId, Position, Problem, ReadError, Removed, Script, Sort, Sorts, Term,
    TermId, Terms, Tree, is_collection_or_tuple, symbol,
};
use crate::theory::domain;
use crate::theory::interpreter::Model;
use crate::theory::recursion;
use crate::theory::signature::{Datatype, Signature};
use crate::theory::sorting::{Sorted, Sorting};

/// The usable part of a problem, and what is left out.
#[derive(Clone, Debug)]
pub(crate) struct Usable {
    /// The usable part.
    pub problem: Problem,
    /// Whether it is well-sorted. It is not if removing all ill-sorted terms would leave nothing.
    pub is_sorted: bool,
    /// Unknown commands and sorts, and ill-sorted terms.
    pub unusable: Vec<Omission>,
    /// Recursive definitions that no function is known to satisfy.
    pub groundless: Groundless,
}

/// A part of a problem that is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Omission {
    /// The name, if it is a sound definition that needs an unsound one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The fault, or the definition that needs another one.
    pub place: Position,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for Omission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{}: `{name}` is left out: {}", self.place, self.reason),
            None => write!(f, "{}: {}", self.place, self.reason),
        }
    }
}

/// What is left out because of recursive definitions that no function is known to satisfy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Groundless {
    /// The definitions, in order.
    pub definitions: Vec<Omission>,
    /// The number of formulas that need them.
    pub formulas: usize,
}

impl Groundless {
    /// Whether nothing was left out.
    pub(crate) fn is_empty(&self) -> bool {
        self.definitions.is_empty()
    }

    /// Returns a line for each definition, and one for the formulas.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.definitions.iter().map(Omission::to_string).collect();
        match self.formulas {
            0 => {}
            1 => lines.push("1 formula is left out with what it needs".to_owned()),
            count => lines.push(format!("{count} formulas are left out with what they need")),
        }
        lines
    }
}

/// A fault of a declaration or formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The position of the fault.
    pub place: Position,
    /// The description of the fault.
    pub what: String,
    /// The declaration or formula to leave out.
    command: NodeId,
}

/// The commands that are supported or do not affect satisfiability, beside those that begin with `get-`.
const KNOWN: &[&str] = &[
    "set-logic", "set-option", "set-info", "set-simplifier", "push", "pop", "reset", "reset-assertions",
    "exit", "echo", "assert", "check-sat", "check-sat-assuming", "check-sat-using", "declare-sort",
    "declare-fun", "declare-const", "define-sort", "declare-datatypes", "declare-datatype",
    "declare-codatatypes", "declare-codatatype", "define-fun", "define-fun-rec", "define-funs-rec",
    "define-const", "define", "declare-heap", "assert-soft", "minimize", "maximize", "simplify", "eval",
    "display", "apply", "block-model",
];

/// Returns the unknown commands of a script; symbols that they introduce have no meaning.
fn unknown_commands(script: &Script) -> Vec<Omission> {
    let tree = &script.tree;
    let commands = tree.roots().iter().filter_map(|&root| {
        let name = tree.head(root)?;
        let is_known = KNOWN.contains(&name) || name.starts_with("get-");
        let reason = format!("the command `{name}` is not known");
        (!is_known).then(|| Omission { name: None, place: tree.position(root), reason })
    });
    commands.collect()
}

/// Returns the declarations of datatypes without constructors, and of those with a constructor that was declared before.
/// SMT-LIB does not allow that, but cvc5 and Z3 allow the latter, and print values that are ambiguous.
fn unusable_datatypes(script: &Script) -> Vec<Fault> {
    let (tree, mut known) = (&script.tree, BTreeSet::new());
    let datatypes = script.declarations.iter().filter(|line| matches!(line.kind, DeclarationKind::Datatypes));
    let faults = datatypes.filter_map(|line| {
        let fault = |node, what| Fault { place: tree.position(node), what, command: line.node };
        let datatypes = line.datatypes(tree);
        if let Some(empty) = datatypes.iter().find(|datatype| datatype.constructors.is_empty()) {
            let what = format!("the datatype `{}` has no constructors", symbol::bare(&empty.name));
            return Some(fault(empty.node, what));
        }
        let constructors = datatypes.into_iter().flat_map(|it| it.constructors);
        let again: Vec<_> = constructors.filter(|it| !known.insert(it.name.clone())).collect();
        let first = again.first()?;
        let what = format!("the constructor `{}` is declared twice", symbol::bare(&first.name));
        Some(fault(first.node, what))
    });
    faults.collect()
}

/// Returns the names of the codatatypes without a finite value. A witness has only finite trees as values.
fn infinite_codatatypes(signature: &Signature) -> BTreeSet<&str> {
    let is_infinite = |datatype: &&Arc<Datatype>| {
        let arguments = vec![Sort::Bool; datatype.parameters.len()];
        datatype.is_codatatype && domain::plainest(&datatype.sort(arguments), signature).is_none()
    };
    signature.datatypes().filter(is_infinite).map(|datatype| datatype.name.as_str()).collect()
}

/// Returns the sorts that a declaration mentions, apart from those in the body of a definition.
fn sorts_mentioned(line: &Declaration, tree: &Tree) -> Vec<NodeId> {
    match &line.kind {
        DeclarationKind::Function(_, arguments, result) => {
            arguments.iter().copied().chain([*result]).collect()
        }
        DeclarationKind::Definition => {
            let functions = line.functions(tree).unwrap_or_default().into_iter();
            functions.flat_map(|it| it.sorts(tree).into_iter().chain(it.result)).collect()
        }
        DeclarationKind::Datatypes => {
            let constructors = line.datatypes(tree).into_iter().flat_map(|it| it.constructors);
            constructors.flat_map(|it| it.fields.into_iter().map(|(_, sort)| sort)).collect()
        }
        DeclarationKind::SortDefinition(_, _, body) => vec![*body],
        DeclarationKind::Sort(..) | DeclarationKind::Heap => Vec::new(),
    }
}

/// Returns the declarations and formulas that mention an undeclared sort, and the names of these sorts.
fn unknown_sorts(problem: &Problem, defined: &Model) -> (Vec<Fault>, BTreeSet<String>) {
    let Problem { script, formulas } = problem;
    let (tree, sorts, signature) = (&script.tree, Sorts::collect(script), &defined.signature);
    let infinite = infinite_codatatypes(signature);
    let is_known = |name: &str, bound: &BTreeSet<String>| {
        !infinite.contains(name)
            && (signature.declares_sort(name)
                || signature.datatype(name).is_some()
                || bound.contains(name)
                || is_collection_or_tuple(name)
                || name == "->")
    };
    let reason = |name: Option<&str>, node: NodeId| {
        let shown = name.map_or_else(|| tree.text(node), symbol::bare);
        match name {
            Some(name) if infinite.contains(name) => {
                format!("no finite value of the codatatype `{shown}` is known")
            }
            _ => format!("the sort `{shown}` is not known"),
        }
    };
    let (mut faults, mut unknown) = (unusable_datatypes(script), BTreeSet::new());
    for line in &script.declarations {
        let mut bound = BTreeSet::new();
        match &line.kind {
            DeclarationKind::Datatypes => {
                let datatypes = || line.datatypes(tree).into_iter();
                // The declared datatypes are known even if the sort of a field is not.
                bound.extend(datatypes().flat_map(|it| it.parameters.into_iter().chain([it.name])));
                if faults.iter().any(|fault| fault.command == line.node) {
                    unknown.extend(datatypes().map(|it| it.name));
                    continue;
                }
            }
            DeclarationKind::SortDefinition(_, parameters, _) => bound.extend(parameters.iter().cloned()),
            _ => {}
        }
        let parameters =
            bound.iter().map(|name| (name.clone(), Sort::Named(name.clone(), Vec::new()))).collect();
        let found = sorts_mentioned(line, tree).into_iter().find_map(|node| {
            let Some(sort) = sorts.read_with(tree, node, &parameters) else {
                return Some((node, None));
            };
            let name = sort.names().into_iter().find(|name| !is_known(name, &bound))?.to_owned();
            Some((node, Some(name)))
        });
        if let Some((node, name)) = found {
            let what = reason(name.as_deref(), node);
            faults.push(Fault { place: tree.position(node), what, command: line.node });
            unknown.extend(name);
        }
    }
    // The sorts of bound variables: the first occurrence of each, unless a declaration has the same fault.
    let none = BTreeSet::new();
    let bodies = defined.definitions();
    let bound_in_definitions = binders(&bodies.terms).map(|(id, sort)| (bodies.node(id), sort));
    let bound_in_formulas = binders(&formulas.terms).map(|(id, sort)| (formulas.node(id), sort));
    let mut seen = BTreeSet::new();
    for (node, text) in bound_in_definitions.chain(bound_in_formulas) {
        if !seen.insert(text) {
            continue;
        }
        let sort = signature.sort(text);
        let name =
            sort.iter().flat_map(Sort::names).find(|name| !is_known(name, &none) && !unknown.contains(*name));
        if let (Some(name), Some(node)) = (name, node) {
            let what = reason(Some(name), node);
            faults.push(Fault { place: tree.position(node), what, command: node });
            unknown.insert(name.to_owned());
        }
    }
    (faults, unknown)
}

/// Returns the quantified terms with the sorts of their variables.
fn binders(terms: &Terms) -> impl Iterator<Item = (TermId, &str)> {
    terms.ids().flat_map(move |id| {
        let variables = match terms.get(id) {
            Term::Binder(binder) => &binder.variables[..],
            _ => &[],
        };
        variables.iter().map(move |&variable| (id, terms.variable_of(variable).sort.as_str()))
    })
}

/// Returns the faults of ill-sorted definitions, assertions and assumptions.
pub(crate) fn ill_sorted(problem: &Problem) -> Result<Vec<Fault>, ReadError> {
    Ok(ill_sorted_under(problem, &Model::build(&problem.script, false)?))
}

fn ill_sorted_under(problem: &Problem, defined: &Model) -> Vec<Fault> {
    let Problem { script, formulas } = problem;
    let (tree, terms) = (&script.tree, &formulas.terms);
    let mut faults = Vec::new();
    for definition in defined.ill_sorted() {
        let is_of = |command: &&Declaration| tree.contains(command.node, definition.node);
        let Some(command) = script.declarations.iter().find(is_of) else { continue };
        let what = format!("in the definition of `{}`", symbol::bare(&definition.name));
        faults.push(Fault { place: tree.position(definition.node), what, command: command.node });
    }
    let sorting = Sorting::infer(terms, &defined.signature);
    // The first ill-sorted subterm of each term; children come before parents.
    let mut first: Vec<Option<TermId>> = vec![None; terms.len()];
    for id in terms.ids() {
        let mut found = matches!(sorting.sort(id), Sorted::Mistake(_)).then_some(id);
        terms.for_each_child(id, |child| found = [found, first[child.index()]].into_iter().flatten().min());
        first[id.index()] = found;
    }
    let asserted = script.assertions.iter().zip(&formulas.assertions);
    let assumed = script.assumptions.iter().zip(&formulas.assumptions);
    for (&node, &root) in asserted.chain(assumed) {
        let no_formula = sorting.sort(root).known().is_some_and(|sort| *sort != Sort::Bool);
        let Some(id) = first[root.index()].or(no_formula.then_some(root)) else { continue };
        let what = match sorting.sort(id) {
            Sorted::Is(sort) => format!("what is asserted is of sort {sort}"),
            Sorted::Mistake(mistake) => mistake.to_string(),
            Sorted::Unknown => continue,
        };
        let place = formulas.place(id, tree).unwrap_or_else(|| tree.position(node));
        faults.push(Fault { place, what, command: node });
    }
    faults
}

/// Removes what cannot be used: what is unknown, ill-sorted, or a definition that no function is known to
/// satisfy, with everything that mentions it. If this would remove all assertions, only recursive definitions are
/// removed.
///
/// # Errors
/// The script cannot be read, or all of its assertions are about datatypes that have no constructors or share one.
pub(crate) fn keep_usable(mut problem: Problem) -> Result<Usable, ReadError> {
    let mut unusable = unknown_commands(&problem.script);
    let fitting = fitting(&problem)?;
    let is_whole = matches!(fitting, Fitting::Whole);
    match fitting {
        Fitting::Whole => {}
        Fitting::Part(rest, omissions) => {
            problem = *rest;
            unusable.extend(omissions);
        }
        Fitting::Unknown(omissions) => unusable.extend(omissions),
    }
    let (problem, groundless) = satisfied(problem)?;
    let is_sorted = is_whole || ill_sorted(&problem).is_ok_and(|faults| faults.is_empty());
    Ok(Usable { problem, is_sorted, unusable, groundless })
}

/// Whether all of a problem is usable.
pub(crate) fn is_usable(problem: Problem) -> bool {
    keep_usable(problem)
        .is_ok_and(|usable| usable.is_sorted && usable.unusable.is_empty() && usable.groundless.is_empty())
}

/// What fits the sorts of a problem.
enum Fitting {
    /// All of it.
    Whole,
    /// This part, with the reasons for what is left out.
    Part(Box<Problem>, Vec<Omission>),
    /// Nothing would be left, because of these unknown sorts among others, or it is not known.
    Unknown(Vec<Omission>),
}

/// Removes unknown sorts, ill-sorted terms, and everything that mentions an unknown sort.
fn fitting(problem: &Problem) -> Result<Fitting, ReadError> {
    // A definition that cannot be parsed is reported during evaluation.
    let Ok(defined) = Model::build(&problem.script, false) else {
        return Ok(Fitting::Unknown(Vec::new()));
    };
    let (unknown, gone) = unknown_sorts(problem, &defined);
    let mut ill_sorted = ill_sorted_under(problem, &defined);
    if unknown.is_empty() && ill_sorted.is_empty() {
        return Ok(Fitting::Whole);
    }
    let unwanted = unknown.iter().chain(&ill_sorted).map(|fault| fault.command).collect();
    let omission = |(place, reason)| Omission { name: None, place, reason };
    let Some(left) = problem.without(&unwanted, gone)? else { return Ok(Fitting::Unknown(Vec::new())) };
    if left.problem.asserts_nothing() && !problem.asserts_nothing() {
        if let Some(Fault { place, what, .. }) = unusable_datatypes(&problem.script).into_iter().next() {
            return Err(ReadError { position: place, what });
        }
        let unknown = unknown.into_iter().map(|fault| omission((fault.place, fault.what)));
        return Ok(Fitting::Unknown(unknown.collect()));
    }
    // What is removed because of something else has no fault of its own.
    let mut consequences: BTreeSet<NodeId> = unknown.iter().map(|fault| fault.command).collect();
    let removed = left.declarations.iter().chain(&left.formulas);
    consequences.extend(removed.filter(|it| it.mentions.is_some()).map(|it| it.node));
    ill_sorted.retain(|fault| !consequences.contains(&fault.command));
    let unknown = unknown.into_iter().map(|fault| (fault.place, fault.what));
    let ill_sorted = ill_sorted.into_iter();
    let ill_sorted = ill_sorted.map(|it| (it.place, format!("the sorts do not fit ({})", it.what)));
    let omissions = unknown.chain(ill_sorted).map(omission).collect();
    Ok(Fitting::Part(Box::new(left.problem), omissions))
}

/// Removes recursive definitions that no function is known to satisfy, and everything that needs them.
///
/// The law: every instance is satisfiable, and so are its declarations. A recursive definition is an axiom, and
/// an unsatisfiable one would make every instance unsatisfiable ([`crate::theory::recursion`]).
fn satisfied(problem: Problem) -> Result<(Problem, Groundless), ReadError> {
    let script = &problem.script;
    let tree = &script.tree;
    let found = if script.defines_recursively() { recursion::of_script(script)? } else { Vec::new() };
    let cause = |name: NodeId| found.iter().find(|definition| definition.node == name);
    let is_groundless =
        |line: &&Declaration| line.defined(tree).into_iter().any(|name| cause(name).is_some());
    let unwanted = script.declarations.iter().filter(is_groundless).map(|line| line.node).collect();
    let Some(left) = problem.without(&unwanted, BTreeSet::new())? else {
        return Ok((problem, Groundless::default()));
    };
    let mut definitions = Vec::new();
    for Removed { node, mentions } in left.declarations {
        let mentions = mentions.filter(|_| !unwanted.contains(&node));
        let line = script.declarations.iter().find(|line| line.node == node);
        for name in line.map(|line| line.defined(tree)).unwrap_or_default() {
            let reason = match (cause(name), &mentions) {
                (Some(it), _) => {
                    format!("no function is known to satisfy its recursive definition: {}", it.why)
                }
                (None, Some(other)) => format!("it needs `{}`, which is left out", symbol::bare(other)),
                (None, None) => "it is defined together with a function that is left out".to_owned(),
            };
            let place = tree.position(cause(name).map_or(name, |it| it.call));
            let name = tree.symbol(name).map(|name| symbol::bare(name).to_owned());
            definitions.push(Omission { name, place, reason });
        }
    }
    Ok((left.problem, Groundless { definitions, formulas: left.formulas.len() }))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns the usable commands of a script, and the reasons why others are left out.
    fn left(text: &str) -> (Vec<String>, Vec<String>) {
        let problem = Problem::read(text).unwrap();
        let Usable { problem: rest, unusable, .. } = keep_usable(problem).unwrap();
        let nodes = rest.script.declarations.iter().map(|line| line.node);
        let nodes = nodes
            .chain(rest.script.assertions.iter().copied())
            .chain(rest.script.assumptions.iter().copied());
        let texts = nodes.map(|node| rest.script.tree.canonical_text(node)).collect();
        (texts, unusable.iter().map(Omission::to_string).collect())
    }

    #[test]
    fn what_cannot_be_used_takes_along_what_mentions_it_and_nothing_else() {
        for (script, kept, why) in [
            (
                "(declare-const x Odd)\n(declare-const i Int)\n(assert (= x x))\n(assert (< i 4))",
                &["(declare-const i Int)", "(< i 4)"][..],
                &["1:18: the sort `Odd` is not known"][..],
            ),
            (
                "(declare-datatype T ((c (f Odd))))\n(define-fun g ((t T)) Bool ((_ is c) t))\n(declare-const p Bool)\n\
                 (assert (forall ((t T)) (g t)))\n(assert (! (exists ((t T)) (g t)) :named q))\n(assert (or q p))\n(assert p)",
                &["(declare-const p Bool)", "p"],
                &["1:28: the sort `Odd` is not known"],
            ),
            (
                "(declare-const x (_ FloatingPoint 5 1))\n(declare-const i Int)\n(assert (< i 4))",
                &["(declare-const i Int)", "(< i 4)"],
                &["1:18: the sort `(_ FloatingPoint 5 1)` is not known"],
            ),
            (
                "(define-fun f () Int true)\n(define-fun g () Int f)\n(define-fun h () Int 1)\n(assert (= g 1))\n(assert (= h 1))",
                &["(define-fun h () Int 1)", "(= h 1)"],
                &["1:13: the sorts do not fit (in the definition of `f`)"],
            ),
            (
                "(declare-const p Bool)\n(assert (and p (< 1 p)))\n(assert 5)\n(assert p)\n(check-sat-assuming ((not 2) p))",
                &["(declare-const p Bool)", "p", "p"],
                &[
                    "2:16: the sorts do not fit (`<` does not take Int, Bool)",
                    "3:9: the sorts do not fit (what is asserted is of sort Int)",
                    "5:22: the sorts do not fit (`not` does not take Int)",
                ],
            ),
            (
                "(declare-const x (Odd Int 3))\n(declare-const i Int)\n(assert (or (= x x) (< i 2)))\n(assert (< i 4))",
                &["(declare-const i Int)", "(< i 4)"],
                &["1:18: the sort `(Odd Int 3)` is not known"],
            ),
            (
                "(define-funs-rec ((f ((x Odd)) Int)) (1))\n(define-const c Odd c)\n(declare-const i Int)\n(assert (= (f c) 1))\n(assert (= i 1))",
                &["(declare-const i Int)", "(= i 1)"],
                &["1:26: the sort `Odd` is not known", "2:17: the sort `Odd` is not known"],
            ),
            (
                "(declare-datatype E ())\n(declare-fun f (E) (_ FiniteField 5))\n(declare-const x (_ FiniteField 1))\n(declare-const i Int)\n\
                 (assert (forall ((e E)) (= (f e) (f e))))\n(assert (= x x))\n(assert (= i 1))",
                &["(declare-const i Int)", "(= i 1)"],
                &[
                    "1:19: the datatype `E` has no constructors",
                    "3:18: the sort `(_ FiniteField 1)` is not known",
                ],
            ),
            (
                "(declare-fun f ((-> Int Int)) (Set Int))\n(assert true)",
                &["(declare-fun f ((-> Int Int)) (Set Int))", "true"],
                &[],
            ),
        ] {
            let (found, faults) = left(script);
            assert_eq!(found, kept, "{script}");
            assert_eq!(faults, why, "{script}");
        }
        // If nothing would be left, everything stays.
        assert_eq!(left("(assert (+ 1 true))").1, [""; 0]);
    }

    #[test]
    fn a_codatatype_needs_a_finite_value() {
        let streams = "(declare-codatatype S ((put (hd Int) (tl S))))\n(declare-datatype B ((box (held (Array Int S)))))\n\
            (declare-codatatypes ((P 1) (E 1)) ((par (X) ((pair (one X) (more (E X))))) (par (X) ((end) (next (rest (P X)))))))\n\
            (declare-const s S)\n(declare-const p (P Int))\n(assert (= s (put 1 s)))\n(assert ((_ is end) (more p)))";
        let (kept, faults) = left(streams);
        assert_eq!(kept.len(), 3, "{kept:?}");
        let told = "no finite value of the codatatype `S` is known";
        assert_eq!(faults, ["1:42", "2:33", "4:18"].map(|place| format!("{place}: {told}")));
        let alone = "(declare-codatatype S ((next (tl S))))(assert (forall ((s S)) (= s (next s))))";
        let (kept, faults) = left(alone);
        assert_eq!((kept.len(), faults.len()), (2, 1), "{faults:?}");
    }

    #[test]
    fn datatypes_with_ambiguous_constructors_are_left_out() {
        let script = "(declare-datatype A ((on) (none)))\n(declare-datatype B ((none) (off)))\n(declare-const a A)\n\
            (declare-const b B)\n(assert (= a on))\n(assert (= b off))";
        let (kept, faults) = left(script);
        assert_eq!(kept, ["(declare-datatype A ((on) (none)))", "(declare-const a A)", "(= a on)"]);
        assert_eq!(faults, ["2:23: the constructor `none` is declared twice"]);
        let all =
            "(declare-datatypes ((A 0) (B 0)) (((on) (none)) ((none))))(declare-const a A)(assert (= a on))";
        let refused = keep_usable(Problem::read(all).unwrap()).unwrap_err();
        assert_eq!(refused.to_string(), "line 1, column 51: the constructor `none` is declared twice");
    }

    #[test]
    fn the_first_cause_is_named_and_no_consequence() {
        let script = "(define-fun f ((a E)) Bool (not a))\n(define-fun g () Int (f 1))\n(assert (and (f 2) g))\n\
            (assert (forall ((o Odd)) (= o 1)))\n(assert (exists ((o Odd)) (+ 1 true)))\n(assert true)";
        let expected = ["1:19: the sort `E` is not known", "4:9: the sort `Odd` is not known"];
        assert_eq!(left(script), (vec!["true".to_owned()], expected.map(str::to_owned).to_vec()));
    }

    #[test]
    fn places_stay_and_unknown_commands_are_named() {
        let problem = Problem::read(
            "(declare-oracle A)\n(declare-pool p\n Int) (declare-const x A)\n(assert (= x x)) (assert true)",
        )
        .unwrap();
        let Usable { problem: rest, unusable, .. } = keep_usable(problem).unwrap();
        let said: Vec<String> = unusable.iter().map(Omission::to_string).collect();
        let expected = [
            "1:1: the command `declare-oracle` is not known",
            "2:1: the command `declare-pool` is not known",
            "3:24: the sort `A` is not known",
        ];
        assert_eq!(said, expected);
        assert_eq!(rest.script.tree.position(rest.script.assertions[0]), Position { line: 4, column: 26 });
        assert_eq!(rest.source().matches('\n').count(), 3);
    }

    /// Recursive definitions, one of which no function satisfies, and what needs it.
    pub(crate) const RECURSIVE: &str = "(set-logic ALL)\n(define-fun-rec up ((n Int)) Int\n  (+ 2 (up n)))\n(declare-const k Int)\n\
        (define-fun twice ((n Int)) Int (up (up n)))\n\
        (define-fun-rec down ((n Int)) Int (ite (< 0 n) (+ 2 (down (- n 1))) 0))\n\
        (assert (! (> (twice k) 4) :named big))\n(assert (or big (< k 9)))\n\
        (assert (or (< k 4) (= (down 3) k)))\n(check-sat)\n";

    #[test]
    fn a_definition_of_no_function_goes_with_all_that_needs_it() {
        let Usable { problem, groundless, .. } = keep_usable(Problem::read(RECURSIVE).unwrap()).unwrap();
        let told = [
            "3:8: `up` is left out: no function is known to satisfy its recursive definition: nothing bounded gets smaller in `(up n)`",
            "5:13: `twice` is left out: it needs `up`, which is left out",
            "2 formulas are left out with what they need",
        ];
        assert_eq!(groundless.lines(), told);
        assert_eq!((problem.formulas.assertions.len(), problem.script.declarations.len()), (1, 2));
        assert_eq!(problem.script.tree.position(problem.script.assertions[0]).to_string(), "9:9");
        assert!(keep_usable(problem).unwrap().groundless.is_empty());
    }
}
