//! Questions beside the answers of an instance, about its own terms.

use std::sync::Arc;

use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::matrix::{Asked, Form};
use crate::rng::Rng;
use crate::smtlib::instance::{Derived, Expected, Instance, Question};
use crate::smtlib::{Expr, Logic, Printer, Problem, Sort, Term, TermId};
use crate::theory::signature::Signature;
use crate::theory::sorting::Sorting;
use crate::theory::value::Value;
use crate::witness::{Evaluator, Witness};

/// The most terms to ask about.
const TERMS: u32 = 4;
/// The most bytes of such a term.
const LONGEST: usize = 400;

/// The priorities of objectives. Under `pareto`, each check moves on to the next optimum, so incremental instances do
/// not use it.
const PRIORITIES: [&str; 3] = ["lex", "box", "pareto"];
/// Share of instances with soft constraints beside other objectives, in percent.
const SOFT: u32 = 25;
/// The largest weight of a soft constraint.
const HEAVIEST: u32 = 5;
/// Share of objectives whose term an assertion bounds, in percent: the optimum is between the witness and the bound.
const BOUNDED: u32 = 50;
/// Share of these bounds on numbers that the optimum does not reach, in percent.
const STRICT: u32 = 50;
/// The distance between a real value and its strict bound is 1 divided by one of these: at a small distance, few wrong
/// optima are as good as the witness.
const PARTS: [u16; 3] = [1, 16, 1024];
/// Share of instances with objectives that assert a choice of values for some numbers, in percent: the best one may lie alone.
const CHOSEN: u32 = 30;
/// Share of the values in such a choice, but for the first, that are not those of the witness, in percent.
const SHIFTED: u32 = 50;
/// Share of assertions with a name where a core is asked for, in percent.
const NAMED: u32 = 85;
/// Share of assertions on the one side of an interpolant, in percent.
const SIDE: u32 = 50;
/// Share of the formulas in a conjecture that are negated, in percent.
const DENIED: u32 = 50;
/// If something else can be asked, the share of questions whose answer the solver has to search for (an interpolant or
/// an abduct), in percent: cvc5 finishes less than half of these searches in time, and each takes as long as ten
/// answers.
const SEARCHED: u32 = 25;
/// How many times as often as others an instance asks a question if it converts between theories, may have open values or
/// calls a recursive function; and the share of these questions that ask for the model and nothing else, in percent: the
/// right answer often comes with a wrong model then, which nothing else shows.
const CONVERTING: u32 = 5;
const MODELLED: u32 = 70;
/// Share of the quantified formulas of an instance among those whose quantifiers are eliminated, in percent, if it has some.
const QUANTIFIED: u32 = 50;
/// Share of eliminations that ask for a part, in percent, where cvc5 promises one.
const PARTIAL: u32 = 30;
/// Share of formulas and their parts with a label where an assignment is asked for, in percent.
const LABELLED: u32 = 40;

/// The sources of learned literals.
const LITERALS: [&str; 4] = [":input", ":preprocess", ":preprocess_solved", ":internal"];

/// What tells wrong values and optima from right ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judge {
    /// The witness, which satisfies the instance.
    Witness,
    /// Exhaustion, which decides it.
    Exhaustion,
}

/// Returns the percentage of instances that ask a question, given that of all, and whether they convert between theories.
pub(super) fn share(percent: u32, converts: bool) -> u32 {
    if converts { (CONVERTING * percent).min(100) } else { percent }
}

/// Draws one of these questions, seldom one for a formula that the solver has to search for.
fn draw_question(kinds: &[Asked], rng: &mut Rng) -> Option<Asked> {
    let is_searched =
        |kind: &Asked| matches!(kind, Asked::Interpolants | Asked::Conjectures | Asked::Abducts);
    let drawn = *rng.pick(kinds)?;
    if !is_searched(&drawn) {
        return Some(drawn);
    }
    let others: Vec<Asked> = kinds.iter().copied().filter(|kind| !is_searched(kind)).collect();
    if others.is_empty() || rng.percent(SEARCHED) { Some(drawn) } else { rng.pick(&others).copied() }
}

/// Returns an instance with one of the questions of a form; `None` if it has nothing to ask about. Without a judge, it asks
/// only for what any values may refute. An instance that `converts` between theories mostly asks for a
/// model.
pub(super) fn asking(
    instance: &Instance,
    form: &Form,
    witness: &Witness,
    judge: Option<Judge>,
    converts: bool,
    rng: &mut Rng,
) -> Option<Instance> {
    let assumes: Vec<bool> = instance
        .check_lines()
        .map(|(_, check)| instance.line(check).starts_with("(check-sat-assuming"))
        .collect();
    let may_be_unsat = (0..instance.checks()).any(|check| instance.expected(check) != Expected::Sat);
    let fits = |asked: &Asked| match asked {
        Asked::Models => false,
        Asked::Literals | Asked::Consequences | Asked::Eliminations | Asked::Abducts => true,
        Asked::Conjectures => form.check_sat == "(check-sat)",
        Asked::Values | Asked::Assignments | Asked::Objectives => judge.is_some(),
        // Not every tactic knows these.
        Asked::Cores | Asked::Proofs | Asked::Interpolants => may_be_unsat && form.check_sat == "(check-sat)",
        Asked::Assumptions => assumes.last() == Some(&true) || (may_be_unsat && assumes.contains(&true)),
    };
    let kinds: Vec<Asked> = form.asks.iter().copied().filter(fits).collect();
    let with_witness = |asking: Instance| asking.with_witness(&witness.text());
    // Some rows ask for models always.
    let may_ask = converts && judge.is_some() && form.prints_models() && !form.models;
    let question = if may_ask && rng.percent(MODELLED) { Asked::Models } else { draw_question(&kinds, rng)? };
    match question {
        Asked::Models => Some(instance.asking_for_models()),
        Asked::Cores => instance.asking_about_unsat(Question::Core, || rng.percent(NAMED)).map(with_witness),
        Asked::Assumptions => {
            // Where the witness satisfies all, one assumption becomes false.
            let denied = if may_be_unsat { None } else { instance.denying_an_assumption(|of| rng.index(of)) };
            let instance = denied.as_ref().unwrap_or(instance);
            instance.asking_about_unsat(Question::FailedAssumptions, || false).map(with_witness)
        }
        Asked::Proofs => instance.asking_about_unsat(Question::Proof, || false).map(with_witness),
        Asked::Interpolants => {
            let problem = instance.problem().ok()?;
            let values = Evaluator::alone().settled_values(&problem, witness).unwrap_or_default();
            let truth = |id: &TermId| values.get(id.index())?.as_ref()?.as_bool();
            // All that is false under the witness is on the same side, so that the witness judges the step from the other one.
            let takes_false = rng.percent(SIDE);
            let mut truths = problem.formulas.assertions.iter().map(truth);
            let is_named = || match truths.next().flatten() {
                Some(true) => rng.percent(SIDE),
                _ => takes_false,
            };
            instance.asking_about_unsat(Question::Interpolant, is_named).map(with_witness)
        }
        Asked::Values => {
            let terms = texts(Candidates::collect(instance, false)?.draw(is_first_class, TERMS, rng));
            (!terms.is_empty()).then(|| instance.asking_for_values(&terms))
        }
        Asked::Conjectures => {
            let drawn = texts(Candidates::collect(instance, false)?.draw(is_formula, TERMS, rng));
            let formulas: Vec<String> =
                drawn.into_iter().map(|formula| draw_conjecture(formula, rng)).collect();
            instance.conjecturing(formulas, |of| rng.index(of)).map(with_witness)
        }
        Asked::Literals => derive(instance, Derived::Literals, rng).map(with_witness),
        Asked::Consequences => derive(instance, Derived::Consequences, rng).map(with_witness),
        Asked::Eliminations => derive(instance, Derived::Elimination, rng).map(with_witness),
        Asked::Abducts => derive(instance, Derived::Abduct, rng).map(with_witness),
        Asked::Assignments => instance.asking_for_assignments(|| rng.percent(LABELLED)),
        // Only a plain check optimises.
        Asked::Objectives if form.check_sat != "(check-sat)" => None,
        Asked::Objectives => {
            let candidates = Candidates::collect(instance, true)?;
            // Under quantifiers, Z3 warns that it does not optimise, and prints optima all the same.
            if candidates.are_quantified() {
                return None;
            }
            let is_ordered = |sort: &Sort| matches!(sort, Sort::Int | Sort::Real | Sort::BitVec(_));
            let extremes: Vec<Extreme> = candidates
                .draw(is_ordered, TERMS, rng)
                .into_iter()
                .map(|(id, term)| Extreme { id, term, is_maximum: rng.index(2) == 0 })
                .collect();
            let mut objectives: Vec<String> = extremes.iter().map(Extreme::command).collect();
            if objectives.is_empty() || rng.percent(SOFT) {
                let soft = texts(candidates.draw(is_formula, TERMS, rng)).into_iter();
                let weighed = soft.map(|formula| {
                    let weight = 1 + rng.below(HEAVIEST);
                    format!("(assert-soft {formula} :weight {weight} :id soft)")
                });
                objectives.extend(weighed.collect::<Vec<_>>());
            }
            let priorities = PRIORITIES.len() - usize::from(instance.is_incremental());
            let priority = PRIORITIES[rng.index(priorities)];
            let asking = instance.asking_for_optima(priority, &objectives, |of| rng.index(of))?;
            Some(match judge {
                Some(Judge::Witness) if instance.is_incremental() => with_witness(asking),
                Some(Judge::Witness) => {
                    let constraints = candidates.constraints(&extremes, witness, rng);
                    with_witness(asking.asserting(&constraints))
                }
                _ => asking,
            })
        }
    }
}

/// Returns the instance with commands after its last check that ask for something derived; `None` if there is no term to ask
/// about.
fn derive(instance: &Instance, mut derived: Derived, rng: &mut Rng) -> Option<Instance> {
    let word = derived.word();
    let command = match derived {
        Derived::Literals => format!("({word} {})", rng.pick(&LITERALS)?),
        Derived::Consequences => {
            let candidates = Candidates::collect(instance, false)?;
            let assumed = texts(candidates.draw(is_formula, TERMS, rng)).join(" ");
            let about = texts(candidates.draw(is_first_class, TERMS, rng));
            if about.is_empty() {
                return None;
            }
            format!("({word} ({assumed}) ({}))", about.join(" "))
        }
        Derived::Elimination | Derived::Disjunct => {
            let formula = Candidates::collect(instance, false)?.quantified(rng)?;
            if Expr::read(&formula)?.first()?.only_quantifier().is_some() && rng.percent(PARTIAL) {
                derived = Derived::Disjunct;
            }
            format!("({} {formula})", derived.word())
        }
        Derived::Abduct => {
            let drawn = texts(Candidates::collect(instance, false)?.draw(is_formula, 1, rng)).pop()?;
            format!("({word} {} {})", instance.unused_name("abduct"), draw_conjecture(drawn, rng))
        }
    };
    Some(instance.asking_at_end(Question::Derived(derived), &[command]))
}

/// Returns a formula or its negation.
fn draw_conjecture(formula: String, rng: &mut Rng) -> String {
    if rng.percent(DENIED) { format!("(not {formula})") } else { formula }
}

fn is_formula(sort: &Sort) -> bool {
    *sort == Sort::Bool
}

/// Whether terms of a sort have values that a solver can be asked for.
fn is_first_class(sort: &Sort) -> bool {
    *sort != Sort::RegLan
}

/// Returns the texts of drawn terms.
fn texts(drawn: Vec<(TermId, String)>) -> Vec<String> {
    drawn.into_iter().map(|(_, text)| text).collect()
}

/// The terms of an instance that a solver can be asked about: applications without variables and binders, and symbols, where
/// they tell something.
struct Candidates {
    problem: Arc<Problem>,
    sorted: Vec<(TermId, Sort)>,
}

impl Candidates {
    fn collect(instance: &Instance, with_symbols: bool) -> Option<Candidates> {
        let problem = instance.problem().ok()?;
        let terms = &problem.formulas.terms;
        let signature = Signature::collect(&problem.script);
        let sorting = Sorting::infer(terms, &signature);
        let is_bound = terms.holding(|id| !matches!(terms.get(id), Term::App(..)));
        let mut sorted = Vec::new();
        for id in terms.ids() {
            let is_applied = terms.as_app(id).is_some_and(|(head, arguments)| {
                !arguments.is_empty() || (with_symbols && signature.find(head).is_some())
            });
            if let Some(sort) = sorting.sort(id).known().filter(|_| is_applied && !is_bound[id.index()]) {
                sorted.push((id, sort.clone()));
            }
        }
        Some(Candidates { problem, sorted })
    }

    /// Whether the instance has a quantifier, or another binder.
    fn are_quantified(&self) -> bool {
        let terms = &self.problem.formulas.terms;
        terms.ids().any(|id| matches!(terms.get(id), Term::Binder(_)))
    }

    /// Draws a quantified formula, or quantifies a symbol of one without; `None` if the logic is none whose quantifiers
    /// cvc5 promises to eliminate. In others it replies as well, and not rightly: with arrays, `false` for a formula that
    /// the values of an array decide.
    fn quantified(&self, rng: &mut Rng) -> Option<String> {
        let Problem { script, formulas, .. } = &*self.problem;
        let logic = Logic::parse(script.logic.as_deref()?)?;
        let plain = Logic {
            quantifiers: true,
            arithmetic: logic.arithmetic,
            bit_vectors: logic.bit_vectors,
            ..Logic::default()
        };
        if logic != plain || logic.arithmetic.is_some_and(|arithmetic| arithmetic.nonlinear) {
            return None;
        }
        let terms = &formulas.terms;
        let is_quantified = |&id: &TermId| terms.get(id).is_quantifier() && terms.is_closed(id);
        let quantified: Vec<TermId> = terms.ids().filter(is_quantified).collect();
        if let Some(&id) = rng.pick(&quantified).filter(|_| rng.percent(QUANTIFIED)) {
            return Some(Printer::new(terms).print(id)).filter(|text| text.len() <= LONGEST);
        }
        let (id, formula) = self.draw(is_formula, 1, rng).pop()?;
        let reached = terms.reached([id]);
        let signature = Signature::collect(script);
        let eliminable = |id: TermId| {
            let (symbol, []) = terms.as_app(id).filter(|_| reached[id.index()])? else { return None };
            let function = signature.find(symbol).filter(|function| !function.is_defined)?;
            let is_number =
                |sort: &Sort| matches!(sort, Sort::Int | Sort::Real | Sort::BitVec(_) | Sort::Bool);
            Some((symbol, function.result.clone().filter(is_number)?))
        };
        let symbols: Vec<(&str, Sort)> = terms.ids().filter_map(eliminable).collect();
        let (symbol, sort) = rng.pick(&symbols)?;
        let quantifier = if rng.percent(50) { "exists" } else { "forall" };
        Some(format!("({quantifier} (({symbol} {sort})) {formula})"))
    }

    /// Draws at most so many terms of sorts for which `fits` holds, each with its text.
    fn draw(&self, fits: impl Fn(&Sort) -> bool, most: u32, rng: &mut Rng) -> Vec<(TermId, String)> {
        let fitting: Vec<TermId> =
            self.sorted.iter().filter(|(_, sort)| fits(sort)).map(|(id, _)| *id).collect();
        let mut printer = Printer::new(&self.problem.formulas.terms);
        let drawn = (0..=rng.below(most)).filter_map(|_| rng.pick(&fitting).copied());
        let drawn: Vec<TermId> = drawn.collect();
        let printed = drawn.into_iter().map(|id| (id, printer.print(id)));
        printed.filter(|(_, text)| text.len() <= LONGEST).collect()
    }

    /// Draws constraints of the objectives that the witness satisfies, as formulas: bounds of some, and a choice of values.
    fn constraints(&self, extremes: &[Extreme], witness: &Witness, rng: &mut Rng) -> Vec<String> {
        let mut drawn: Vec<(&Extreme, Option<u16>)> = Vec::new();
        for extreme in extremes {
            if rng.percent(BOUNDED) {
                let parts = if rng.percent(STRICT) { rng.pick(&PARTS).copied() } else { None };
                drawn.push((extreme, parts));
            }
        }
        let chosen = match rng.percent(CHOSEN) {
            true => self.draw(|sort| matches!(sort, Sort::Int | Sort::Real), TERMS, rng),
            false => Vec::new(),
        };
        if drawn.is_empty() && chosen.is_empty() {
            return Vec::new();
        }
        let values = Evaluator::alone().settled_values(&self.problem, witness).unwrap_or_default();
        let value = |id: TermId| {
            let (_, sort) = self.sorted.iter().find(|(other, _)| *other == id)?;
            Some(values.get(id.index())?.clone()?.coerced(sort))
        };
        let bound =
            |(extreme, parts): (&Extreme, Option<u16>)| Some(extreme.bound(value(extreme.id)?, parts));
        let mut constraints: Vec<String> = drawn.into_iter().filter_map(bound).collect();
        constraints.extend(choice(chosen.into_iter().filter_map(|(id, term)| Some((term, value(id)?))), rng));
        constraints
    }
}

/// Returns a formula that lets some terms choose between values; the first one may have its own.
fn choice(terms: impl Iterator<Item = (String, Value)>, rng: &mut Rng) -> Option<String> {
    let equations = terms.enumerate().map(|(at, (term, value))| {
        let value = if at > 0 && rng.percent(SHIFTED) { shifted(value, 1.into(), 1) } else { value };
        format!("(= {term} {value})")
    });
    let mut equations: Vec<String> = equations.collect();
    match equations.len() {
        0 | 1 => equations.pop(),
        _ => Some(format!("(or {})", equations.join(" "))),
    }
}

/// Returns a number that differs by a step or, if it is a real, by one of so many parts of it; other values stay.
fn shifted(value: Value, step: IBig, parts: u16) -> Value {
    match value {
        Value::Int(number) => Value::Int(number + step),
        Value::Real(number) => Value::Real(number + RBig::from_parts(step, parts.into())),
        other => other,
    }
}

/// A term to maximise or minimise.
#[derive(Debug)]
struct Extreme {
    id: TermId,
    term: String,
    is_maximum: bool,
}

impl Extreme {
    fn command(&self) -> String {
        format!("({} {})", if self.is_maximum { "maximize" } else { "minimize" }, self.term)
    }

    /// Returns the formula that the term is not better than its value; or, for numbers, that it is worse than another one
    /// next to that, at a distance of one or, for reals, of so many parts of one.
    fn bound(&self, value: Value, parts: Option<u16>) -> String {
        let step = IBig::from(if self.is_maximum { 1 } else { -1 });
        let (bound, order) = match (value, parts) {
            (Value::Bits(bits), _) => (Value::Bits(bits), ["bvule", "bvuge"]),
            (number, Some(parts)) => (shifted(number, step, parts), ["<", ">"]),
            (number, None) => (number, ["<=", ">="]),
        };
        format!("({} {} {bound})", order[usize::from(!self.is_maximum)], self.term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::rng::{Key, Stream};
    use crate::smtlib::Script;
    use crate::smtlib::instance::Kind;

    fn asked(script: &str, asks: &[Asked], number: u32) -> Option<Instance> {
        let form = Form { asks: asks.to_vec(), ..Form::default() };
        let declared = Script::parse(script.to_owned()).unwrap();
        let value = if script.contains("() Real)") { "Real 3.0" } else { "Int 3" };
        let witness =
            Witness::given(&declared, &Script::parse(format!("(define-fun x () {value})")).unwrap());
        let mut rng = Key::new(&Digest::of(script), 1).stream(Stream::Questions(number));
        let judge = Some(Judge::Witness);
        let asking = asking(&Instance::read(script).unwrap(), &form, &witness, judge, false, &mut rng)?;
        assert_eq!(asking.commands, Instance::read(&asking.text).unwrap().commands);
        Some(asking)
    }

    #[test]
    fn searches_are_asked_for_seldom_beside_other_questions() {
        let mut rng = Key::new(&Digest::of("x"), 1).stream(Stream::Questions(0));
        let mut count = |kinds: &[Asked]| {
            let drawn = (0..1000).filter_map(|_| draw_question(kinds, &mut rng));
            drawn
                .filter(|kind| matches!(kind, Asked::Abducts | Asked::Conjectures | Asked::Interpolants))
                .count()
        };
        // A quarter of a half.
        let both = count(&[Asked::Values, Asked::Abducts, Asked::Cores, Asked::Interpolants]);
        assert!((80..170).contains(&both), "{both}");
        assert_eq!((count(&[Asked::Conjectures]), count(&[Asked::Cores]), count(&[])), (1000, 0, 0));
    }

    #[test]
    fn values_are_asked_of_ground_terms_after_each_check() {
        let script = "(set-logic LIA)\n(declare-fun x () Int)\n(assert (> (+ x 1) 2))\n(check-sat)\n\
            (assert (forall ((y Int)) (= y (+ y 0))))\n(check-sat)\n";
        for number in 0..30 {
            let asking = asked(script, &[Asked::Values], number).unwrap();
            assert!(asking.text.starts_with("(set-option :produce-models true)\n"));
            let questions: Vec<&str> =
                asking.text.lines().filter(|line| line.starts_with("(get-value")).collect();
            assert!(questions.len() == 2 && questions[0] == questions[1], "{questions:?}");
            assert!(!questions[0].contains('y'), "{questions:?}");
        }
        assert_eq!(asked(script, &[], 0), None);
        assert_eq!(asked("(declare-fun x () Bool)(assert x)(check-sat)", &[Asked::Values], 0), None);
        // cvc5 refuses to tell the value of a language.
        let script =
            "(declare-fun s () String)(assert (str.in_re s (re.* (re.+ (str.to_re \"a\")))))(check-sat)";
        let asked = |number| asked(script, &[Asked::Values], number).unwrap().text;
        assert!((0..30).all(|number| asked(number).contains("(get-value ((str.in_re s")));
    }

    #[test]
    fn what_is_derived_is_asked_for_at_the_end() {
        let script = "(set-logic QF_LIA)\n(declare-fun x () Int)\n(assert (> (+ x 1) 2))\n(check-sat)\n(push 1)\n\
            (check-sat)\n(pop 1)\n";
        let commands = |asked_for: Asked| {
            let asking = (0..20).filter_map(|number| asked(script, &[asked_for], number));
            let commands = asking.flat_map(|asking| {
                assert_eq!(asking.witness(), Some("(define-fun x () Int 3)\n"));
                let asked = asking.asked_after(1).map(|(at, _)| asking.line(&asking.commands[at]).to_owned());
                asked.collect::<Vec<_>>()
            });
            commands.collect::<std::collections::BTreeSet<String>>()
        };
        let conjectures = commands(Asked::Conjectures);
        let start = "(get-interpolant interpolant (or ";
        assert!(conjectures.len() > 1 && conjectures.iter().all(|command| command.starts_with(start)));
        let literals = commands(Asked::Literals);
        assert!(literals.contains("(get-learned-literals :input)\n") && literals.len() == LITERALS.len());
        let consequences = commands(Asked::Consequences);
        let start = "(get-consequences ((> (+ x 1) 2)";
        assert!(consequences.iter().all(|command| command.starts_with(start)), "{consequences:?}");
        let abducts = commands(Asked::Abducts);
        let start = "(get-abduct abduct ";
        assert!(abducts.len() > 1 && abducts.iter().all(|command| command.starts_with(start)), "{abducts:?}");
        // The logic has no quantifiers.
        assert_eq!(commands(Asked::Eliminations).len(), 0);
    }

    #[test]
    fn quantifiers_are_eliminated_where_that_is_always_possible() {
        let script = "(set-logic LIA)\n(declare-fun x () Int)\n(assert (> (+ x 1) 2))\n\
            (assert (forall ((y Int)) (exists ((z Int)) (< x y z))))\n(check-sat)\n";
        let commands = (0..40).filter_map(|number| {
            let asking = asked(script, &[Asked::Eliminations], number)?;
            asking.text.lines().last().map(str::to_owned)
        });
        let commands: std::collections::BTreeSet<String> = commands.collect();
        let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
        let expected = [
            "(get-qe (exists ((x Int)) (> (+ x 1) 2)))",
            "(get-qe (forall ((x Int)) (> (+ x 1) 2)))",
            "(get-qe (forall ((y Int)) (exists ((z Int)) (< x y z))))",
            "(get-qe-disjunct (exists ((x Int)) (> (+ x 1) 2)))",
            "(get-qe-disjunct (forall ((x Int)) (> (+ x 1) 2)))",
        ];
        assert_eq!(commands, expected);
        for logic in ["ALL", "UFLIA", "NIA", "QF_LIA"] {
            let script = script.replace("LIA", logic);
            assert!(
                (0..40).all(|number| asked(&script, &[Asked::Eliminations], number).is_none()),
                "{logic}"
            );
        }
    }

    #[test]
    fn assignments_are_asked_of_labels() {
        let script =
            "(set-logic QF_LIA)\n(declare-fun x () Int)\n(assert (or (> x 1) (not (> x 2))))\n(check-sat)\n";
        let asking: Vec<Instance> =
            (0..30).filter_map(|number| asked(script, &[Asked::Assignments], number)).collect();
        let labels: std::collections::BTreeSet<usize> =
            asking.iter().map(|asking| asking.text.matches(":named label").count()).collect();
        assert!(labels.len() > 2 && !labels.contains(&0), "{labels:?}");
        assert!(asking.iter().all(|asking| asking.text.ends_with("(get-model)\n(get-assignment)\n")));
    }

    #[test]
    fn reasons_are_asked_for_where_unsat_may_be_right() {
        let (assuming, plain) = ("(assert p)\n(check-sat-assuming (p))", "(assert p)\n(check-sat)");
        let asking = |asserted: &str, expected: Expected, number| {
            let script = format!("(declare-fun p () Bool)\n{asserted}\n");
            let mut instance = Instance::read(&script).unwrap();
            instance.expect(expected, &[0]);
            let definitions = Script::parse("(define-fun p () Bool true)".to_owned()).unwrap();
            let witness = Witness::given(&instance.problem().unwrap().script, &definitions);
            let asks = vec![Asked::Models, Asked::Cores, Asked::Assumptions, Asked::Proofs];
            let form = Form { asks, ..Form::default() };
            let mut rng = Key::new(&Digest::of(script), 1).stream(Stream::Questions(number));
            let judge = (expected != Expected::Open).then_some(Judge::Witness);
            super::asking(&instance, &form, &witness, judge, false, &mut rng)
        };
        let mut seen = std::collections::BTreeSet::new();
        for number in 0..80 {
            assert_eq!(asking(plain, Expected::Sat, number), None);
            for (asserted, expected) in
                [(plain, Expected::Open), (assuming, Expected::Unsat), (assuming, Expected::Sat)]
            {
                let asking = asking(asserted, expected, number).unwrap();
                assert_eq!(asking.witness(), Some("(define-fun p () Bool true)\n"));
                assert!(
                    asking.sets_needed_options() && asking.expected(0) != Expected::Sat,
                    "{}",
                    asking.text
                );
                let lines = asking
                    .text
                    .lines()
                    .filter(|line| !line.starts_with("(set-option") && !line.starts_with("(declare"));
                seen.insert(lines.collect::<Vec<_>>().join(""));
            }
        }
        let seen: Vec<&str> = seen.iter().map(String::as_str).collect();
        let expected = [
            "(assert (! p :named named1))(check-sat)(get-unsat-core)",
            "(assert (! p :named named1))(check-sat-assuming (p))(get-unsat-core)",
            "(assert p)(check-sat)(get-proof)",
            "(assert p)(check-sat)(get-unsat-core)",
            "(assert p)(check-sat-assuming ((not p)))(get-unsat-assumptions)",
            "(assert p)(check-sat-assuming (p))(get-proof)",
            "(assert p)(check-sat-assuming (p))(get-unsat-assumptions)",
            "(assert p)(check-sat-assuming (p))(get-unsat-core)",
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn what_is_false_under_the_witness_is_on_one_side_of_an_interpolant() {
        let script = "(declare-fun x () Int)\n(assert (> x 2))\n(assert (> x 3))\n(assert (< x 4))\n(assert (< x 3))\n\
            (check-sat)\n";
        let mut instance = Instance::read(script).unwrap();
        instance.leave_open(&[0]);
        let definitions = Script::parse("(define-fun x () Int 3)".to_owned()).unwrap();
        let witness = Witness::given(&instance.problem().unwrap().script, &definitions);
        let form = Form { asks: vec![Asked::Interpolants], ..Form::default() };
        let mut seen = std::collections::BTreeSet::new();
        for number in 0..80 {
            let mut rng = Key::new(&Digest::of(script), 1).stream(Stream::Questions(number));
            // All assertions may be on the same side.
            if let Some(asking) = super::asking(&instance, &form, &witness, None, false, &mut rng) {
                let last = asking.text.lines().last().unwrap();
                seen.insert(last.strip_prefix("(get-interpolant (").unwrap().replace("named", ""));
            }
        }
        let seen: Vec<&str> = seen.iter().map(String::as_str).collect();
        assert_eq!(seen, ["1 2 4))", "1 3))", "1))", "2 3 4))", "2 4))", "3))"]);
    }

    #[test]
    fn quantified_instances_have_no_objectives() {
        let asked = |assertion: &str| {
            let script =
                format!("(set-logic LIA)\n(declare-fun x () Int)\n(assert {assertion})\n(check-sat)\n");
            (0..20).filter(|&number| asked(&script, &[Asked::Objectives], number).is_some()).count()
        };
        let counts = ["(> x 2)", "(exists ((y Int)) (> (+ x 1) y))"].map(asked);
        assert_eq!(counts, [20, 0]);
    }

    /// The witness satisfies the constraints, and has the best value that a lax bound allows.
    #[test]
    fn objectives_are_constrained_next_to_the_witness() {
        let script =
            "(set-logic LIA)\n(declare-fun x () Int)\n(assert (> (+ x 1 (div x 0)) 2))\n(check-sat)\n";
        let mut constraints = std::collections::BTreeSet::new();
        for number in 0..80 {
            let asking = asked(script, &[Asked::Objectives], number).unwrap();
            constraints.extend(asking.assertions().skip(1).map(str::to_owned));
        }
        let constraints = constraints.iter().map(|line| line.trim_end());
        let (choices, bounds): (Vec<&str>, Vec<&str>) = constraints.partition(|line| line.contains("(= "));
        let is_true =
            |line: &&str| *line == "(assert (= x 3))" || line.starts_with("(assert (or (= x 3) (= x ");
        assert!(choices.len() > 2 && choices.iter().all(is_true), "{choices:?}");
        assert!(choices.iter().any(|line| line.contains("(= x 4)")), "{choices:?}");
        // What depends on a choice that SMT-LIB leaves open has no bound.
        let expected = ["(assert (< x 4))", "(assert (<= x 3))", "(assert (> x 2))", "(assert (>= x 3))"];
        assert_eq!(bounds, expected);
    }

    #[test]
    fn a_strict_bound_of_a_real_is_near_its_value() {
        let script = "(set-logic LRA)\n(declare-fun x () Real)\n(assert (> x 2.0))\n(check-sat)\n";
        let asking = (0..80).filter_map(|number| asked(script, &[Asked::Objectives], number));
        let text: String = asking.map(|asking| asking.text).collect();
        for bound in ["(< x 4.0)", "(< x (/ 49.0 16.0))", "(> x (/ 3071.0 1024.0))", "(<= x 3.0)"] {
            assert!(text.contains(&format!("(assert {bound})")), "{bound} in {text}");
        }
    }

    #[test]
    fn objectives_stand_on_all_levels() {
        let script = "(set-logic LIA)\n(declare-fun x () Int)\n(assert (> (+ x 1) 2))\n(check-sat)\n(push 1)\n\
            (assert (> (* 2 x) 5))\n(check-sat)\n(pop 1)\n(check-sat)\n";
        let mut asking: Vec<Instance> =
            (0..60).filter_map(|number| asked(script, &[Asked::Objectives], number)).collect();
        asking.retain(|asking| (0..3).any(|check| asking.objectives_in_force(check).is_empty()));
        assert!(asking.iter().all(|asking| !asking.text.contains("pareto")));
        let asked = |asking: &Instance| {
            let is_asked =
                |check| asking.asked_after(check).any(|(_, question)| question == Question::Objectives);
            [0, 1, 2].map(|check| {
                assert_eq!(is_asked(check), !asking.objectives_in_force(check).is_empty());
                is_asked(check)
            })
        };
        let seen: std::collections::BTreeSet<[bool; 3]> = asking.iter().map(asked).collect();
        // At the last check alone, in the inner level alone, and from there on.
        assert_eq!(
            seen.into_iter().collect::<Vec<_>>(),
            [[false, false, true], [false, true, false], [false, true, true]]
        );
    }

    #[test]
    fn objectives_come_before_the_check_and_their_optima_after_it() {
        let script = "(set-logic LIA)\n(declare-fun x () Int)\n(assert (> (+ x 1) 2))\n(check-sat)\n";
        let mut seen = std::collections::BTreeSet::new();
        for number in 0..40 {
            let asking = asked(script, &[Asked::Objectives], number).unwrap();
            assert!(
                asking.text.ends_with(")\n(check-sat)\n(get-model)\n(get-objectives)\n"),
                "{}",
                asking.text
            );
            let objectives = asking.of_kind(Kind::Objective).map(|(_, line)| asking.line(line));
            seen.extend(objectives.filter_map(|line| line.split(' ').next()).map(str::to_owned));
            seen.extend(asking.text.lines().next().map(str::to_owned));
        }
        let words: Vec<&str> = seen.iter().map(String::as_str).collect();
        assert_eq!(
            words,
            [
                "(assert-soft", "(maximize", "(minimize", "(set-option :opt.priority box)",
                "(set-option :opt.priority lex)", "(set-option :opt.priority pareto)",
            ]
        );
    }
}
