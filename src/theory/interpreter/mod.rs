//! Terms → values, under what a script defines.
//!
//! Terms nest deeper than a call stack does, and functions may be recursive: so the walk keeps its own stack, of
//! *frames*. One frame evaluates terms under one assignment to bound variables: the body of a function, of a case, or
//! of a quantifier. Closed terms are worth the same in every frame, and are evaluated once.

mod combine;
mod dag;
mod frame;
mod left_open;
mod unknown;

use std::collections::{BTreeMap, HashMap};

use crate::smtlib::{Definition, Definitions, ReadError, Script, Sort, TermId, Terms, VarId};
use crate::theory::left_open as printed;
use crate::theory::limits::Unknown;
use crate::theory::quantifiers::{INSTANCES, LINEAR};
use crate::theory::recursion::{self, Groundless};
use crate::theory::signature::Signature;
use crate::theory::sorting::{Sorted, Sorting, fits};
use crate::theory::value::Value;

pub(in crate::theory) use dag::Dag;
pub(in crate::theory) use frame::Frame;
use frame::Step;

/// What a term is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Worth {
    /// Its value, or why it has none that is known.
    pub value: Result<Value, Unknown>,
    /// Whether the value hangs on one that was chosen where SMT-LIB leaves it open.
    pub is_chosen: bool,
}

impl Worth {
    fn unknown(unknown: Unknown) -> Worth {
        Worth { value: Err(unknown), is_chosen: false }
    }
}

/// Values that were chosen where SMT-LIB leaves them open: of an operator, as it is written, for arguments.
pub(crate) type Choices = BTreeMap<(Box<str>, Vec<Value>), Value>;

/// How many steps the terms of a problem may take together: a second or two.
const STEPS: u64 = 3_000_000;
/// How many of them one closed term may take, but for those below it: thousands of instances of a quantified formula.
const STEPS_OF_ONE: u64 = 300_000;

/// What a script defines: a meaning for every symbol that has one.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    /// What it declares, and what each of its definitions takes.
    pub signature: Signature,
    definitions: Definitions,
    sorting: Sorting,
    /// Where each defined function is.
    functions: HashMap<String, usize>,
    /// Where the functions are that say what an operator gives where SMT-LIB leaves it open.
    left_open: HashMap<&'static str, Vec<usize>>,
}

impl Model {
    /// Reads the definitions of a script. What it only declares has no value. Numerals may stand for `reals`.
    ///
    /// # Errors
    /// A definition of no known shape.
    pub(crate) fn build(script: &Script, reals: bool) -> Result<Model, ReadError> {
        let mut signature = Signature::collect(script);
        signature.reals |= reals;
        let definitions = Definitions::collect(script)?;
        let sorting = Sorting::infer(&definitions.terms, &signature);
        let functions = definitions.functions.iter().enumerate();
        let functions = functions.map(|(at, function)| (function.name.clone(), at)).collect();
        let names = definitions.functions.iter().map(|function| function.name.as_str());
        let left_open = printed::by_operator(names);
        Ok(Model { signature, definitions, sorting, functions, left_open })
    }

    /// The bodies of its definitions.
    pub(crate) fn definitions(&self) -> &Definitions {
        &self.definitions
    }

    /// The recursive functions among them that none are known to be: see [`recursion`].
    pub(crate) fn groundless(&self) -> Vec<Groundless> {
        let functions = self.functions.iter().map(|(name, at)| (name.as_str(), *at)).collect();
        recursion::groundless(&self.definitions, &self.sorting, &self.signature, &functions)
    }

    /// The functions whose bodies are not of the sort that they give, or have a term in them whose sorts do not fit.
    pub(crate) fn ill_sorted(&self) -> impl Iterator<Item = &Definition> {
        // The bodies come one after the other, and what two have in common is of the first.
        let mut seen = 0;
        self.definitions.functions.iter().filter(move |function| {
            let end = function.body.index() + 1;
            let mut below = (seen..end.max(seen)).map(|number| self.sorting.sort(TermId::nth(number)));
            seen = end.max(seen);
            let declared = self.signature.find(&function.name).and_then(|function| function.result.as_ref());
            below.any(|sort| matches!(sort, Sorted::Mistake(_)))
                || match (self.sorting.sort(function.body), declared) {
                    (Sorted::Is(sort), Some(declared)) => !fits(declared, sort),
                    _ => false,
                }
        })
    }
}

/// Which terms a frame is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::theory) enum Place {
    /// Those that are evaluated.
    Problem = 0,
    /// The bodies of definitions.
    Definitions = 1,
}

/// What an interpreter found out, for the next one: under the same model, of the same terms and further ones.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    known: [Vec<Option<Worth>>; 2],
    choices: Choices,
    calls: Calls,
}

impl Memory {
    /// Takes over what a closed term is worth under the same model.
    pub(crate) fn learn(&mut self, id: TermId, worth: Worth) {
        let known = &mut self.known[Place::Problem as usize];
        known.resize(known.len().max(id.index() + 1), None);
        known[id.index()] = Some(worth);
    }

    /// Whether it is known what a closed term is worth.
    pub(crate) fn knows(&self, id: TermId) -> bool {
        self.known[Place::Problem as usize].get(id.index()).is_some_and(Option::is_some)
    }
}

/// What calls of recursive functions gave, by the number of the function and the arguments.
type Calls = BTreeMap<(usize, Vec<Value>), Worth>;

/// Evaluates terms under a model.
#[derive(Debug)]
pub(crate) struct Interpreter<'a> {
    pub(in crate::theory) model: &'a Model,
    pub(in crate::theory) dags: [Dag<'a>; 2],
    frames: Vec<Frame>,
    /// Room for the steps of the next outermost frame.
    spare: Vec<Step>,
    choices: Choices,
    calls: Calls,
    steps: u64,
    /// Steps that are left to the term that is asked for.
    left: u64,
    /// Calls within each other of functions that say what SMT-LIB leaves open.
    told: u32,
    /// How many values a sort may have of which a quantifier tries all.
    pub(in crate::theory) listed: usize,
    /// How much work the decision of one linear formula may be.
    pub(in crate::theory) linear: u64,
}

impl<'a> Interpreter<'a> {
    /// For terms with their sorts.
    pub(crate) fn new(model: &'a Model, terms: &'a Terms, sorting: &'a Sorting) -> Self {
        Interpreter::remembering(model, terms, sorting, Memory::default())
    }

    /// The same with what an earlier one found out.
    pub(crate) fn remembering(
        model: &'a Model,
        terms: &'a Terms,
        sorting: &'a Sorting,
        memory: Memory,
    ) -> Self {
        let Memory { known: [known, defined], choices, calls } = memory;
        let definitions = Dag::new(&model.definitions.terms, &model.sorting, defined);
        Interpreter {
            model,
            dags: [Dag::new(terms, sorting, known), definitions],
            frames: Vec::new(),
            spare: Vec::new(),
            choices,
            calls,
            steps: STEPS,
            left: 0,
            told: 0,
            listed: INSTANCES,
            linear: LINEAR,
        }
    }

    /// What a closed term is worth.
    pub(crate) fn worth(&mut self, id: TermId) -> Worth {
        if let Some(known) = &self.dags[Place::Problem as usize].known[id.index()] {
            return known.clone();
        }
        self.left = STEPS_OF_ONE.min(self.steps);
        let granted = self.left;
        self.frames.clear();
        let steps = std::mem::take(&mut self.spare);
        self.frames.push(Frame::outermost(id, steps));
        let worth = loop {
            if self.left == 0 {
                self.frames.clear();
                let worth = Worth::unknown(Unknown::Steps);
                self.dags[Place::Problem as usize].known[id.index()] = Some(worth.clone());
                break worth;
            }
            self.left -= 1;
            if let Some(worth) = self.step() {
                break worth;
            }
        };
        self.steps -= granted - self.left;
        worth
    }

    /// What it found out.
    pub(crate) fn into_memory(self) -> Memory {
        Memory { known: self.dags.map(|dag| dag.known), choices: self.choices, calls: self.calls }
    }

    /// What was chosen so far.
    pub(crate) fn choices(&self) -> &Choices {
        &self.choices
    }

    /// Whose terms the topmost frame is about.
    pub(in crate::theory) fn top_place(&self) -> Place {
        self.frames.last().map_or(Place::Problem, |frame| frame.place)
    }

    /// What a variable that is bound in the topmost frame is worth.
    pub(in crate::theory) fn bound(&self, variable: VarId) -> Option<&Worth> {
        let bound = self.frames.last()?.variables.iter().rev();
        bound.into_iter().find(|(bound, _)| *bound == variable).map(|(_, worth)| worth)
    }

    /// A function that is defined, and its number.
    pub(in crate::theory) fn function(&self, name: &str) -> Option<(usize, &'a Definition)> {
        let at = *self.model.functions.get(name)?;
        Some((at, self.model.definitions.functions.get(at)?))
    }

    /// The values of terms of a sort that were evaluated so far.
    pub(in crate::theory) fn values_of(&self, sort: &Sort) -> impl Iterator<Item = Value> {
        let place = self.frames.last().map_or(0, |frame| frame.place as usize);
        let dag = &self.dags[place];
        let known = dag.known.iter().zip(dag.terms.ids());
        let known = known.filter(move |(_, id)| dag.sorting.sort(*id).known() == Some(sort));
        known.filter_map(|(worth, _)| worth.as_ref()?.value.clone().ok())
    }

    /// Takes steps away for work that is no step.
    pub(in crate::theory) fn charge(&mut self, steps: u64) {
        self.left = self.left.saturating_sub(steps);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::Problem;

    /// What each assertion of a script is worth under definitions.
    fn worths(definitions: &str, script: &str) -> Vec<Worth> {
        let model = Model::build(&Script::parse(definitions.to_owned()).unwrap(), false).unwrap();
        let problem = Problem::read(definitions.to_owned() + script).unwrap();
        let terms = &problem.formulas.terms;
        let sorting = Sorting::infer(terms, &model.signature);
        let mut interpreter = Interpreter::new(&model, terms, &sorting);
        problem.formulas.assertions.iter().map(|&id| interpreter.worth(id)).collect()
    }

    fn worth(definitions: &str, term: &str) -> Worth {
        worths(definitions, &format!("(assert {term})")).remove(0)
    }

    fn truth(definitions: &str, term: &str) -> Option<bool> {
        worth(definitions, term).value.ok()?.as_bool()
    }

    #[test]
    fn terms_have_values() {
        let definitions =
            "(define-fun x () Int 3)(define-fun r () Real 2)(define-fun f ((y Int)) Int (ite (= y 2) 7 0))";
        for (term, expected) in [
            ("(< x 4)", true),
            ("(= (f 2) 7 (+ x 4))", true),
            ("(= (f x) 0)", true),
            ("(= r (/ 4 2))", true),
            ("(= (div (- 7) 2) (- 4))", true),
            ("(= (mod (- 7) (- 2)) 1)", true),
            ("(= (to_int (- 1.5)) (- 2))", true),
            ("(forall ((b Bool)) (or b (not b)))", true),
            ("(forall ((i Int)) (=> (and (<= 0 i) (< i 5)) (< (* i i) 17)))", true),
            ("(forall ((i Int)) (=> (and (<= 0 i) (< i 5)) (< (* i i) 16)))", false),
            ("(exists ((i Int)) (and (< 2 i 9) (= (* i i) 64)))", true),
            ("(forall ((i Int)) (> i 2))", false),
            ("(= (select (store ((as const (Array Int Real)) 0.0) 1 2) x) 0)", true),
        ] {
            assert_eq!(truth(definitions, term), Some(expected), "{term}");
        }
        assert_eq!(truth(definitions, "(forall ((i Int)) (>= (* i i) (- i)))"), None);
    }

    #[test]
    fn what_is_unknown_does_not_spread_further_than_it_must() {
        let definitions = "(declare-fun p () Bool)(define-fun q () Bool true)";
        assert_eq!(truth(definitions, "(or p q)"), Some(true));
        assert_eq!(truth(definitions, "(and p (not q))"), Some(false));
        assert_eq!(truth(definitions, "(=> p q)"), Some(true));
        assert_eq!(truth(definitions, "(and p q)"), None);
        assert_eq!(worth(definitions, "p").value, Err(Unknown::Symbol("p".into())));
        assert_eq!(worth(definitions, "(strange 1)").value, Err(Unknown::Symbol("strange".into())));
    }

    #[test]
    fn a_closed_body_needs_no_arguments() {
        let definitions = "(define-fun c ((x Int)) Int 3)(define-fun d ((x Int)) Int (+ x 1))\
            (define-fun e ((x Real)) Bool (< x 0.9))";
        assert_eq!(truth(definitions, "(= (c (strange 1)) 3)"), Some(true));
        assert_eq!(truth(definitions, "(= (d (strange 1)) 3)"), None);
        assert_eq!(truth(definitions, "(and (e (sin 1.0)) (not (e (sin 1.5))))"), Some(true));
    }

    #[test]
    fn functions_may_be_applied_in_steps() {
        let definitions = "(define-fun f () (-> Int (-> Int Int)) (strange 2))\
            (define-fun g ((x Int) (y Int)) Int (- x y))(define-fun h ((k (-> Int Int)) (x Int)) Int 5)";
        for (term, expected) in [
            ("(= ((g 7) 2) 5)", Some(true)),
            ("(= (@ (g 7) 2) 5)", Some(true)),
            ("(= ((h (g 1)) 2) ((h (lambda ((z Int)) z)) 3))", Some(true)),
            ("(= (g 7) (g 8))", None),
            ("(= (((g 7) 2) 1) 5)", None),
            ("(= ((f 7) 2) 5)", None),
        ] {
            assert_eq!(truth(definitions, term), expected, "{term}");
        }
    }

    #[test]
    fn constructors_of_one_name_are_told_by_their_sorts() {
        let definitions = "(declare-datatypes ((A 0) (B 0)) (((c) (d)) ((c) (e))))";
        assert_eq!(truth(definitions, "(distinct (as c A) (as d A))"), Some(true));
        assert_eq!(truth(definitions, "(= (as c B) (as e B))"), Some(false));
    }

    #[test]
    fn what_is_open_is_chosen_once() {
        let definitions = "(define-fun x () Int 3)(define-fun z () Int 0)";
        let chosen = worth(definitions, "(= (div x z) (div 3 0))");
        assert_eq!((chosen.value, chosen.is_chosen), (Ok(Value::Bool(true)), true));
        assert!(!worth(definitions, "(or (= (div x z) 1) (= x 3))").is_chosen);
        assert!(worth(definitions, "(or (= (div x z) 0) (= x 4))").is_chosen);
    }

    #[test]
    fn what_is_open_is_what_the_model_says() {
        let definitions = "(define-fun x () Int 3)(define-fun |div where it is left open 0| ((x Int) (y Int)) Int (+ x y 4))\
            (define-fun |seq.nth where it is left open 1| ((s (Seq Int)) (i Int)) Int 5)\
            (define-fun |seq.nth where it is left open 2| ((s (Seq Bool)) (i Int)) Bool true)\
            (define-fun |mod where it is left open 3| ((x Int) (y Int)) Int (mod x y))";
        let told = worth(definitions, "(= (div x 0) 7)");
        assert_eq!((told.value, told.is_chosen), (Ok(Value::Bool(true)), false));
        // Division associates to the left.
        assert_eq!(truth(definitions, "(= (div x 0 2 0 3) 2)"), Some(true));
        assert_eq!(truth(definitions, "(= (seq.nth (seq.unit 1) 7) 5)"), Some(true));
        assert_eq!(truth(definitions, "(seq.nth (as seq.empty (Seq Bool)) 0)"), Some(true));
        assert!(worth(definitions, "(= (/ 1.0 0.0) 0.0)").is_chosen);
        assert!(worth(definitions, "(= (fp.to_real (_ NaN 5 11)) 1.0)").is_chosen);
        assert_eq!(worth(definitions, "(= (mod x 0) 7)").value, Err(Unknown::Steps), "it hangs on itself");
    }

    #[test]
    fn datatypes_have_values() {
        let definitions = "(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))\
            (define-fun l () (L Int) (cons 1 (cons 2 (as nil (L Int)))))\
            (define-fun-rec len ((k (L Int))) Int (match k ((nil 0) ((cons h t) (+ 1 (len t))))))";
        for term in [
            "(= (hd (tl l)) 2)",
            "((_ is cons) l)",
            "(is-cons l)",
            "(not ((_ is nil) l))",
            "(= (len l) 2)",
            "(= ((_ update hd) l 5) (cons 5 (tl l)))",
            "(= (match l ((nil 0) ((cons h t) h))) 1)",
        ] {
            assert_eq!(truth(definitions, term), Some(true), "{term}");
        }
        assert!(worth(definitions, "(= (hd (tl (tl l))) 2)").is_chosen);
        // So is the case that is taken, although nothing of it is in what the case says.
        assert!(
            worth(definitions, "(match (tl (as nil (L Int))) ((nil true) ((cons h t) false)))").is_chosen
        );
        assert!(!worth(definitions, "(match (tl l) ((nil true) ((cons h t) false)))").is_chosen);
    }

    #[test]
    fn depth_and_recursion_need_no_stack() {
        let deep = format!("{}true{}", "(not ".repeat(100_000), ")".repeat(100_000));
        assert_eq!(truth("", &deep), Some(true));
        let sum = "(define-fun-rec sum ((n Int)) Int (ite (<= n 0) 0 (+ n (sum (- n 1)))))";
        assert_eq!(truth(sum, "(= (sum 1000) 500500)"), Some(true));
        let endless = "(define-fun-rec f ((n Int)) Int (f (+ n 1)))";
        assert_eq!(worth(endless, "(= (f 0) 1)").value, Err(Unknown::Steps));
    }

    #[test]
    fn large_values_are_unknown() {
        let squares = (0..40).fold("x".to_owned(), |term, _| format!("(let ((y {term})) (* y y))"));
        let worth = worth("(define-fun x () Int 3)", &format!("(= {squares} 1)"));
        assert_eq!(worth.value, Err(Unknown::Size));
    }
}
