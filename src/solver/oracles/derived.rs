//! The law of what is derived: each formula that a solver prints follows from the assertions in force, and each term that
//! it prints for another one is equal to that.
//!
//! So a formula is wrong if it is false under the witness of the instance and all that is in force is true; an equation
//! is wrong if it is false under any values, those of the witness and a few at random. Each is a step, of which values
//! refute the conclusion, see [`steps`]:
//!
//! | question | conclusion | premises |
//! | --- | --- | --- |
//! | `get-learned-literals` | a literal | all assertions in force, and assumptions |
//! | `get-consequences` | an implication; after `unsat`, that not all of its assumptions are true | all assertions in force |
//! | `simplify` | the term is equal to what is printed | none |
//! | `apply` | the assertions in force are all true where a goal is | none |
//!
//! What names a symbol that the solver made up, or depends on a value that SMT-LIB leaves open, is not judged.

use super::steps;
use crate::smtlib::instance::{Derived, Instance};
use crate::smtlib::{Expr, Printer, Problem, TermId};
use crate::solver::verdict::Opinion;
use crate::witness::{Evaluator, Truth};

/// The most bytes of a reply that is judged.
const LARGEST: usize = 1 << 16;

/// Judges what a solver `printed` in reply to a `command`, after a check of an instance, counted from 0.
pub(super) fn judge(
    instance: &Instance,
    (check, derived): (usize, Derived),
    command: &str,
    printed: &str,
    evaluator: &Evaluator,
) -> Opinion {
    let [plausible, undecided, unreadable] = words(derived);
    if printed.len() > LARGEST {
        return undecided.into();
    }
    let Some(claim) = Claim::read(instance, (check, derived), command, printed) else {
        return unreadable.into();
    };
    let mut printer = Printer::new(&claim.problem.formulas.terms);
    let mut is_decided = claim.conclusions.is_empty();
    for (definitions, valuation) in steps::valuations(instance, &claim.problem, evaluator) {
        let is = |id: &TermId, truth: bool| valuation.truth(*id) == Some(Truth::Is(truth));
        if claim.premises.iter().all(|premise| is(premise, true)) {
            for conclusion in &claim.conclusions {
                is_decided |= is(conclusion, true) || is(conclusion, false);
                let formulas = std::iter::once(conclusion).chain(&claim.premises);
                let wrong = is(conclusion, false).then(|| {
                    let formulas: Vec<String> = formulas.map(|&id| printer.print(id)).collect();
                    steps::refuted(instance, check, (derived.command(), &formulas), &definitions, evaluator)
                });
                if let Some(wrong) = wrong.flatten() {
                    return wrong;
                }
            }
        }
        // Random values seldom satisfy what is in force.
        if !claim.premises.is_empty() {
            break;
        }
    }
    if is_decided { plausible.into() } else { undecided.into() }
}

/// Returns the opinions on what is derived that is not wrong.
fn words(derived: Derived) -> [&'static str; 3] {
    match derived {
        Derived::Literals => ["literals plausible", "literals undecided", "literals unreadable"],
        Derived::Consequences => {
            ["consequences plausible", "consequences undecided", "consequences unreadable"]
        }
        Derived::Simplified => ["simplified plausible", "simplified undecided", "simplified unreadable"],
        Derived::Goals => ["goals plausible", "goals undecided", "goals unreadable"],
    }
}

/// What a reply claims.
struct Claim {
    /// Its formulas, asserted after the declarations of the instance.
    problem: Problem,
    premises: Vec<TermId>,
    /// The formulas that the premises entail.
    conclusions: Vec<TermId>,
}

impl Claim {
    fn read(
        instance: &Instance,
        (check, derived): (usize, Derived),
        command: &str,
        printed: &str,
    ) -> Option<Claim> {
        let (asked, printed) = (Expr::read(command)?.pop()?, Expr::read(printed)?);
        if printed.iter().any(|reply| reply.head() == Some("error")) {
            return None;
        }
        let conclusions: Vec<Expr> = match (derived, printed.as_slice()) {
            (Derived::Literals, [Expr::List(literals)]) => literals.to_vec(),
            (Derived::Consequences, [answer, implications @ ..]) => match answer.text()? {
                "sat" => implications.to_vec(),
                "unsat" => vec![applied("not", &[joined("and", asked.at(&[1])?.children())?])],
                _ => Vec::new(),
            },
            (Derived::Simplified, [simpler]) => {
                vec![applied("=", &[asked.at(&[1])?.clone(), simpler.clone()])]
            }
            (Derived::Goals, [goals]) if goals.head() == Some("goals") => {
                let goals: Vec<Expr> = goals.children()[1..].iter().map(goal).collect::<Option<_>>()?;
                let commands = instance.in_force(check).into_iter().map(|at| &instance.commands[at]);
                let asserted = commands.map(|command| instance.expr(command)?.at(&[1]).cloned());
                let asserted = asserted.collect::<Option<Vec<_>>>()?;
                vec![applied("=", &[joined("and", &asserted)?, joined("or", &goals)?])]
            }
            _ => return None,
        };
        let mut script = instance.declared().text;
        let mut premises = 0;
        if matches!(derived, Derived::Literals | Derived::Consequences) {
            let supposed = instance.assertions_at(&[check]).ok()?;
            supposed.assertions().for_each(|line| script.push_str(line));
            premises = supposed.assertions().count();
        }
        conclusions.iter().for_each(|formula| script.extend(["(assert ", &formula.to_string(), ")\n"]));
        let problem = Problem::read(script).ok()?;
        let (premises, conclusions) = problem.formulas.assertions.split_at_checked(premises)?;
        let (premises, conclusions) = (premises.to_vec(), conclusions.to_vec());
        Some(Claim { problem, premises, conclusions })
    }
}

/// Returns a goal as a formula; `None` if it is no goal, or is not equivalent to what it was made of.
fn goal(printed: &Expr) -> Option<Expr> {
    let is_attribute = |part: &Expr| part.text().is_some_and(|text| text.starts_with(':'));
    let [head, parts @ ..] = printed.children() else { return None };
    let (formulas, attributes) = parts.split_at(parts.iter().position(is_attribute)?);
    let mut pairs = attributes.windows(2).map(|pair| (pair[0].text(), pair[1].text()));
    let is_precise = pairs.any(|pair| pair == (Some(":precision"), Some("precise")));
    (head.text() == Some("goal") && is_precise).then(|| joined("and", formulas)).flatten()
}

/// Returns the conjunction or disjunction of some formulas; `None` for a disjunction of none.
fn joined(connective: &str, formulas: &[Expr]) -> Option<Expr> {
    match formulas {
        [] => (connective == "and").then(|| Expr::atom("true")),
        [one] => Some(one.clone()),
        several => Some(applied(connective, several)),
    }
}

fn applied(operator: &str, arguments: &[Expr]) -> Expr {
    Expr::list(std::iter::once(&Expr::atom(operator)).chain(arguments).cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::Class;
    use crate::smtlib::instance::Question;

    const SCRIPT: &str = "(set-logic ALL)\n(declare-fun x () Int)\n(declare-fun y () Int)\n(declare-fun p () Bool)\n\
        (assert (> x y))\n(push 1)\n(assert (= y 1))\n(pop 1)\n(assert (< x 4))\n(check-sat)\n";

    /// Judges a reply under the witness `x = 3, y = 2, p`.
    #[track_caller]
    fn opinion(command: &str, printed: &str) -> Opinion {
        let definitions = "(define-fun x () Int 3)\n(define-fun y () Int 2)\n(define-fun p () Bool true)\n";
        let script = format!("(set-option :produce-learned-literals true)\n{SCRIPT}{command}\n");
        let instance = Instance::read(&script).unwrap().with_witness(definitions);
        let Some((_, Question::Derived(derived))) = instance.asked_after(0).next() else {
            panic!("nothing is derived by {command}")
        };
        let opinion = judge(&instance, (0, derived), command, printed, &Evaluator::alone());
        assert_eq!(opinion.wrong.is_some(), opinion.word == "step wrong");
        opinion
    }

    fn word(command: &str, printed: &str) -> &'static str {
        opinion(command, printed).word
    }

    #[test]
    fn literals_are_true_where_all_in_force_is() {
        let word = |printed: &str| word("(get-learned-literals :input)", printed);
        assert_eq!(word("(\n(> x y)\n(not (= x 7))\np\n)\n"), "literals plausible");
        assert_eq!(word("()"), "literals plausible");
        // It is true under the witness alone.
        assert_eq!(word("((= y 1))"), "step wrong");
        assert_eq!(word("((not p))"), "step wrong");
        assert_eq!(word("((= @purify_1 x))"), "literals undecided");
        assert_eq!(word("((> (div x 0) 1))"), "literals undecided");
        for unreadable in ["", "unsupported", "(error \"no\")", "() ()", "((forall))"] {
            assert_eq!(word(unreadable), "literals unreadable", "{unreadable}");
        }
        let wrong = opinion("(get-learned-literals)", "((< x 3))");
        let (class, how) = wrong.wrong.unwrap();
        let expected = "(get-learned-literals (< x 3) (> x y) (< x 4))";
        assert_eq!((class, how), (Class::WrongStep, format!("step {expected}, which these values refute")));
        assert_eq!(wrong.refutation.unwrap().of, expected);
    }

    #[test]
    fn consequences_follow_from_assumptions_and_all_in_force() {
        let word = |printed: &str| word("(get-consequences (p) (x y))", printed);
        assert_eq!(word("sat\n\n(=> p (= x 3))\n(=> true (> x y))\n"), "consequences plausible");
        assert_eq!(word("sat\n"), "consequences plausible");
        assert_eq!(word("unknown\n"), "consequences plausible");
        assert_eq!(word("sat\n\n(=> p (= y 1))\n"), "step wrong");
        assert_eq!(word("unsat\n\n"), "step wrong");
        assert_eq!(word("(error \"no\")"), "consequences unreadable");
    }

    #[test]
    fn a_simpler_term_has_the_same_value() {
        let word = |printed: &str| word("(simplify (+ x x y) :som true)", printed);
        assert_eq!(word("(+ (* 2 x) y)\n"), "simplified plausible");
        // Equal under the witness, and not under others.
        assert_eq!(word("(+ x 5)"), "step wrong");
        assert_eq!(word("8"), "step wrong");
        assert_eq!(word("(unheard-of x)"), "simplified undecided");
        assert_eq!(word("(+ x (div y 0))"), "simplified undecided");
        assert_eq!(word("(error \"no\")"), "simplified unreadable");
    }

    #[test]
    fn goals_mean_what_is_in_force() {
        let word = |printed: &str| word("(apply ctx-simplify)", printed);
        let goal = |formulas: &str| format!("(goal {formulas} :precision precise :depth 1)");
        let one = |formulas: &str| word(&format!("(goals {})", goal(formulas)));
        assert_eq!(one("(not (<= x y)) (not (>= x 4))"), "goals plausible");
        // One assertion is missing, or one too many.
        assert_eq!(one("(< x 4)"), "step wrong");
        assert_eq!(one("(> x y) (< x 4) (= y 1)"), "step wrong");
        assert_eq!(one(""), "step wrong");
        assert_eq!(one("k!1"), "goals undecided");
        let split = format!("(goals {} {})", goal("(> x y) (< x 3)"), goal("(> x y) (= x 3)"));
        assert_eq!(word(&split), "goals plausible");
        for unreadable in ["(goals)", "(goals (goal false :precision under :depth 1))", "(error \"no\")"] {
            assert_eq!(word(unreadable), "goals unreadable", "{unreadable}");
        }
    }
}
