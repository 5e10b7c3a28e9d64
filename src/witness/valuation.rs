//! Values of a seed's closed terms under a witness.
//!
//! The witness's definitions and all closed terms go to Z3 as one text: each term bound by
//! a `let` to a name, and the names listed as equations `(= t t)`, which any sort allows.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::smtlib::{DeclarationKind, Formulas, Names, Printer, Script, Term, TermId, Terms};
use crate::theory::operators::{Kind, Operator, Theory};
use crate::theory::underspecified::{Selectors, is_open};
use crate::witness::Witness;
use crate::witness::z3;
use crate::witness::z3::{Evaluator, Formula, Refusal, Value};

/// What a formula can contribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// Its truth value under the witness, by evaluation.
    Is(bool),
    /// Its truth value, which hangs on an operator that SMT-LIB leaves open.
    Underspecified(bool),
    /// Its truth value as Z3 claims it: it does not evaluate to a constant, but Z3 decides it
    /// under the witness.
    Claimed(bool),
    /// It does not evaluate to a constant.
    Unknown,
}

impl Truth {
    /// What it rests on that the formula is true; none if it is not, or not known to be.
    pub(crate) fn grade_if_true(self) -> Option<Grade> {
        match self {
            Truth::Is(true) => Some(Grade::Evaluated),
            Truth::Underspecified(true) => Some(Grade::Underspecified),
            Truth::Claimed(true) => Some(Grade::Claimed),
            Truth::Is(false) | Truth::Underspecified(false) | Truth::Claimed(false) | Truth::Unknown => None,
        }
    }
}

/// What a pool's truth values rest on, best first. Every report shows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// Evaluation under the witness.
    #[default]
    Evaluated,
    /// Evaluation, with Z3's choice of what SMT-LIB leaves open.
    Underspecified,
    /// Z3's claim about quantified formulas.
    Claimed,
}

impl std::fmt::Display for Grade {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Grade::Evaluated => "evaluated",
            Grade::Underspecified => "evaluated, with operators that SMT-LIB leaves open",
            Grade::Claimed => "claimed by Z3 for quantified formulas",
        })
    }
}

/// Formulas that Z3 is asked to decide where nothing evaluates, at most.
const CLAIMS: usize = 16;
/// Bound of each of these decisions, in Z3's resource units.
const CLAIM_RLIMIT: u32 = 200_000;

/// Truth values of the closed Boolean terms; `None` for every other term. In JSON, one
/// letter a term.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub struct Valuation(Vec<Option<Truth>>);

impl From<Valuation> for String {
    fn from(valuation: Valuation) -> String {
        let letter = |truth: &Option<Truth>| match truth {
            None => '.',
            Some(Truth::Is(true)) => 't',
            Some(Truth::Is(false)) => 'f',
            Some(Truth::Underspecified(true)) => 'U',
            Some(Truth::Underspecified(false)) => 'u',
            Some(Truth::Claimed(true)) => 'C',
            Some(Truth::Claimed(false)) => 'c',
            Some(Truth::Unknown) => '?',
        };
        valuation.0.iter().map(letter).collect()
    }
}

impl From<String> for Valuation {
    fn from(letters: String) -> Valuation {
        let truth = |letter| match letter {
            't' => Some(Truth::Is(true)),
            'f' => Some(Truth::Is(false)),
            'U' => Some(Truth::Underspecified(true)),
            'u' => Some(Truth::Underspecified(false)),
            'C' => Some(Truth::Claimed(true)),
            'c' => Some(Truth::Claimed(false)),
            '?' => Some(Truth::Unknown),
            _ => None,
        };
        Valuation(letters.chars().map(truth).collect())
    }
}

impl Valuation {
    /// The truth of a term, if it is Boolean and closed.
    pub fn truth(&self, id: TermId) -> Option<Truth> {
        self.0.get(id.index()).copied().flatten()
    }

    /// Evaluates the terms of a seed. Works in the Z3 context of the current thread.
    ///
    /// # Errors
    /// Z3's refusal, with no place: sorts were checked before.
    pub fn of(script: &Script, formulas: &Formulas, witness: &Witness) -> Result<Valuation, Refusal> {
        let (mut valuation, sentences) = Self::by(Evaluator::default(), script, formulas, witness)?;
        if !valuation.0.iter().any(|truth| matches!(truth, Some(Truth::Is(_)))) {
            claim(&mut valuation.0, &sentences);
        }
        Ok(valuation)
    }

    /// Like [`Valuation::of`] under a witness that only declares some symbols: what is true or
    /// false is so whatever their values.
    ///
    /// # Errors
    /// See [`Valuation::of`].
    pub fn of_open(script: &Script, formulas: &Formulas, witness: &Witness) -> Result<Valuation, Refusal> {
        Ok(Self::by(Evaluator::open(), script, formulas, witness)?.0)
    }

    /// The valuation, and the values of the terms that could be claimed.
    fn by(
        evaluator: Evaluator,
        script: &Script,
        formulas: &Formulas,
        witness: &Witness,
    ) -> Result<(Valuation, Vec<Option<Value>>), Refusal> {
        let values = closed_values(evaluator, formulas, witness)?;
        let open = open_terms(script, formulas, &witness.names, &values);
        let unreliable = unreliable_terms(script, formulas, &values);
        let truth = |((value, open), unreliable): ((&Option<Value>, &bool), &bool)| {
            let value = value.as_ref().filter(|value| value.is_boolean())?;
            Some(match value.as_bool() {
                _ if *unreliable => Truth::Unknown,
                Some(truth) if *open => Truth::Underspecified(truth),
                Some(truth) => Truth::Is(truth),
                None => Truth::Unknown,
            })
        };
        let truths = values.iter().zip(&open).zip(&unreliable).map(truth).collect();
        let usable = |((value, open), unreliable): ((Option<Value>, &bool), &bool)| {
            value.filter(|_| !open && !unreliable)
        };
        let usable = values.into_iter().zip(&open).zip(&unreliable).map(usable).collect();
        Ok((Valuation(truths), usable))
    }
}

/// Lets Z3 decide the largest formulas of a seed in which nothing evaluates to a constant.
fn claim(truths: &mut [Option<Truth>], values: &[Option<Value>]) {
    let unknown = (0..truths.len()).rev();
    let unknown = unknown.filter(|&at| truths[at] == Some(Truth::Unknown) && values[at].is_some());
    let unknown: Vec<usize> = unknown.take(CLAIMS).collect();
    for at in unknown {
        if let Some(truth) = values[at].as_ref().and_then(|value| value.decide(CLAIM_RLIMIT)) {
            truths[at] = Some(Truth::Claimed(truth));
        }
    }
}

/// The value of each closed term under a witness, by its number; none for the others. Works in
/// the Z3 context of the current thread.
///
/// # Errors
/// Z3's refusal of the definitions or the terms.
pub(crate) fn closed_values(
    mut evaluator: Evaluator,
    formulas: &Formulas,
    witness: &Witness,
) -> Result<Vec<Option<Value>>, Refusal> {
    let closed = closed_terms(formulas);
    let text = witness.names.to_z3(&equations(formulas, witness.text(), &closed));
    let parsed = z3::parse(&text)?;
    let malformed = || Refusal { place: None, message: "unexpected shape of the parsed terms".into() };
    let equations = parsed.first().ok_or_else(malformed)?;
    let found = evaluator.values(equations, closed.len()).ok_or_else(malformed)?;
    let mut values = vec![None; formulas.terms.len()];
    for (&id, value) in closed.iter().zip(found) {
        values[id.index()] = Some(value);
    }
    Ok(values)
}

/// Closed terms under the assertions and assumptions, children before parents.
fn closed_terms(formulas: &Formulas) -> Vec<TermId> {
    let terms = &formulas.terms;
    let mut seen = vec![false; terms.len()];
    let mut stack: Vec<TermId> = formulas.assertions.iter().chain(&formulas.assumptions).copied().collect();
    while let Some(id) = stack.pop() {
        if !std::mem::replace(&mut seen[id.index()], true) {
            terms.for_each_child(id, |child| stack.push(child));
        }
    }
    terms.ids().filter(|&id| seen[id.index()] && terms.is_closed(id)).collect()
}

/// The Boolean ones among the closed terms of a seed, with its symbols declared. Works in
/// the Z3 context of the current thread; sorts were checked before.
pub fn declared_booleans(script: &Script, formulas: &Formulas, names: &Names) -> Vec<Formula> {
    let declarations =
        script.declarations.iter().map(|declaration| script.tree.canonical_text(declaration.node));
    let declarations = declarations.map(|line| format!("{line}\n")).collect();
    let closed = closed_terms(formulas);
    let parsed = z3::parse(&names.to_z3(&equations(formulas, declarations, &closed)));
    parsed.ok().and_then(|parsed| parsed.first().map(z3::booleans)).unwrap_or_default()
}

/// Declarations or definitions, and one assertion that lists every closed term.
fn equations(formulas: &Formulas, mut text: String, closed: &[TermId]) -> String {
    let terms = &formulas.terms;
    let mut printer = Printer::new(terms);
    text.push_str("(assert ");
    let mut depth = 0;
    for &id in closed {
        if matches!(terms.get(id), Term::App(_, arguments) if arguments.is_empty()) {
            continue;
        }
        let definition = printer.print_definition(id);
        let _ = writeln!(text, "(let (({} {definition}))", printer.let_name(id));
        printer.bind(id);
        depth += 1;
    }
    text.push_str(if closed.len() > 1 { "(and" } else { "" });
    for &id in closed {
        let name = printer.print(id);
        let _ = write!(text, " (= {name} {name})");
    }
    text.push_str(if closed.len() > 1 { ")" } else { "" });
    text.push_str(&")".repeat(depth + 1));
    text
}

/// Per term: whether it or something under it hangs on Z3's own comparison of arrays over few
/// indices, which is not to be relied on (see `z3::arrays`, which compares those it is given).
fn unreliable_terms(script: &Script, formulas: &Formulas, values: &[Option<Value>]) -> Vec<bool> {
    let terms = &formulas.terms;
    let declared = script.declarations.iter().filter(|line| matches!(line.kind, DeclarationKind::Datatypes));
    let hold_arrays = declared.into_iter().any(|line| script.tree.text(line.node).contains("Array"));
    let anywhere = hold_arrays || mentions_few_indices(script.tree.source());
    let mut unreliable = vec![false; terms.len()];
    for id in terms.ids() {
        let mut found = false;
        terms.for_each_child(id, |child| found |= unreliable[child.index()]);
        found |= match terms.get(id) {
            // What is under a binder is not evaluated one by one.
            Term::Binder(_) => anywhere,
            _ => hidden_comparisons(terms, id, values).iter().any(|sort| has_few_indices(sort, hold_arrays)),
        };
        unreliable[id.index()] = found;
    }
    unreliable
}

/// The sorts of what Z3 compares by itself in the application `id`.
fn hidden_comparisons(terms: &Terms, id: TermId, values: &[Option<Value>]) -> Vec<String> {
    let sort = |&argument: &TermId| values[argument.index()].as_ref().map(Value::sort);
    let innermost = |&argument: &TermId| values[argument.index()].as_ref().map(Value::innermost_sort);
    let Some((head, arguments)) = terms.as_app(id) else { return Vec::new() };
    match Operator::find(head).map(|operator| (operator.kind, operator.theory)) {
        Some((Kind::Equality, _)) => arguments.iter().filter_map(innermost).collect(),
        // Of an array's own operations, what is compared is the index.
        Some((_, Theory::Arrays)) => arguments.iter().skip(1).take(1).filter_map(sort).collect(),
        _ => Vec::new(),
    }
}

/// Whether a sort is, or holds, an array over a sort that may have few elements.
fn has_few_indices(sort: &str, datatypes_hold_arrays: bool) -> bool {
    let builtin = ["Bool", "Int", "Real", "String", "RoundingMode"];
    if !sort.starts_with('(') && !builtin.contains(&sort) {
        return datatypes_hold_arrays;
    }
    mentions_few_indices(sort)
}

fn mentions_few_indices(text: &str) -> bool {
    text.match_indices("(Array ").any(|(at, mark)| {
        let index = &text[at + mark.len()..];
        let width = index.strip_prefix("(_ BitVec ").and_then(|rest| rest.split(')').next());
        match width {
            Some(width) => width.parse::<u32>().is_ok_and(|width| width <= 8),
            None => !["Int ", "Real ", "String ", "(Seq "].iter().any(|wide| index.starts_with(wide)),
        }
    })
}

/// Per term: whether it or something under it has a value that SMT-LIB leaves open.
fn open_terms(script: &Script, formulas: &Formulas, names: &Names, values: &[Option<Value>]) -> Vec<bool> {
    let terms = &formulas.terms;
    let selectors = Selectors::of(script);
    let value = |id: TermId| values[id.index()].as_ref().map(|value| names.to_source(&value.text()));
    let mut open = vec![false; terms.len()];
    for id in terms.ids() {
        let mut inside = false;
        terms.for_each_child(id, |child| inside |= open[child.index()]);
        open[id.index()] = inside || is_open(terms, id, &selectors, value);
    }
    open
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::seed::Seed;
    use crate::witness::{Origin, from_model};
    use std::path::Path;

    /// The truth of every assertion under Z3's model of the first one.
    fn truths(source: &str) -> Vec<Option<Truth>> {
        let seed = Seed::from_bytes(Path::new("x"), source.as_bytes()).unwrap();
        let assertions = z3::parse(&Names::of(&seed.script).to_z3(source)).unwrap();
        let z3::Answer::Sat(model) = z3::solve(&assertions[..1], false, 1_000_000, None) else { panic!() };
        let witness = from_model(&seed.script, &model, Origin::Model).unwrap();
        let valuation = Valuation::of(&seed.script, &seed.formulas, &witness).unwrap();
        seed.formulas.assertions.iter().map(|&id| valuation.truth(id)).collect()
    }

    #[test]
    fn formulas_are_true_false_unknown_or_open() {
        let found = truths(
            "(declare-fun x () Int)(assert (= x 3))(assert (< (* x x) 9))(assert (= (div x 0) 1))\
             (assert (forall ((y Int)) (exists ((z Int)) (> (* z z z) (* y y x)))))",
        );
        assert_eq!(found[0], Some(Truth::Is(true)));
        assert_eq!(found[1], Some(Truth::Is(false)));
        assert!(matches!(found[2], Some(Truth::Underspecified(_))));
        assert_eq!(found[3], Some(Truth::Unknown));
    }

    #[test]
    fn where_nothing_evaluates_z3_decides() {
        let found = truths("(assert (forall ((y Int)) (exists ((z Int)) (> z y))))");
        assert_eq!(found, [Some(Truth::Claimed(true))]);
        assert_eq!(Valuation::from(String::from(Valuation(found.clone()))), Valuation(found));
    }

    #[test]
    fn comparisons_of_arrays_over_few_indices_are_relied_on_where_they_are_seen() {
        let array = "(Array (_ BitVec 1) Int)";
        let full = format!("(store (store ((as const {array}) 1) #b0 0) #b1 0)");
        let equation = format!("(= ((as const {array}) 0) {full})");
        let found = truths(&format!(
            "(declare-fun p () Bool)(assert p)(assert {equation})(assert (forall ((x Int)) {equation}))\
             (assert (= 1 (select ((as const (Array {array} Int)) 1) {full})))"
        ));
        assert_eq!(found[1..], [Some(Truth::Is(true)), Some(Truth::Unknown), Some(Truth::Unknown)]);
        assert!(has_few_indices("(Array s0 Int)", false) && has_few_indices("s0", true));
        assert!(!has_few_indices("(Array (_ BitVec 32) Bool)", true) && !has_few_indices("s0", false));
    }

    #[test]
    fn elements_of_declared_sorts_have_values() {
        let found = truths(
            "(declare-sort U 0)(declare-fun a () U)(declare-fun b () U)(declare-fun f (U) U)\
             (assert (and (distinct a b) (= (f a) b) (= (f b) a)))(assert (= (f (f a)) a))(assert (= (f a) a))",
        );
        assert_eq!(found, [true, true, false].map(|truth| Some(Truth::Is(truth))));
    }
}
