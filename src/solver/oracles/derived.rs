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
    use crate::matrix::Class;
    use crate::solver::oracles::tests::opinion;

    #[test]
    fn a_wrong_step_is_told_with_what_it_should_follow_from() {
        let script = "(set-option :produce-learned-literals true)(declare-fun x () Int)(declare-fun y () Int)(assert (> x y))\
            (push 1)(assert (= y 1))(pop 1)(assert (< x 4))(check-sat)(get-learned-literals)";
        let witness = "(define-fun x () Int 3)\n(define-fun y () Int 2)\n";
        let wrong = opinion(script, witness, "((< x 3))");
        let expected = "(get-learned-literals (< x 3) (> x y) (< x 4))";
        let how = format!("step {expected}, which these values refute");
        assert_eq!(
            (wrong.wrong, wrong.refutation.unwrap().of),
            (Some((Class::WrongStep, how)), expected.to_owned())
        );
    }
}
