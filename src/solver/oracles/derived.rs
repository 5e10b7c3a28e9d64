//! The law of what is derived: each formula that a solver prints follows from the assertions in force, and so does whatever
//! else it claims of these.
//!
//! So a claim is wrong if it is false under the witness of the instance, and all that is in force is true. Each is a step,
//! of which values refute the conclusion, see [`Steps`]:
//!
//! | question | conclusion | premises |
//! | --- | --- | --- |
//! | `get-learned-literals` | a literal | all assertions in force, and assumptions |
//! | `get-consequences` | an implication; after `unsat`, that not all of its assumptions are true | the same |
//! | `get-qe` | the formula is equivalent to what is printed | the same |
//! | `get-qe-disjunct` | what is printed implies a formula with `exists`, and one with `forall` implies it | the same |
//! | `get-abduct` | what is printed implies the conjecture | the same |
//!
//! Where the symbols have few values, exhaustion decides whether an elimination or an abduct is right, and whether an
//! abduct contradicts the assertions, which it must not. cvc5 promises a disjunct only of formulas whose quantifiers are of
//! one kind, at the front. What names a symbol that the solver made up, or depends on a value that SMT-LIB leaves open, is
//! not judged.

use super::reply::Reply;
use super::steps::{Step, Steps};
use crate::smtlib::instance::Derived;
use crate::smtlib::{BinderKind, Expr};
use crate::solver::verdict::Opinion;

/// The most bytes of a reply that is judged.
const LARGEST: usize = 1 << 16;

/// Judges what is derived.
pub(super) fn judge(reply: &Reply, derived: Derived) -> Opinion {
    let [plausible, undecided, unreadable] = words(derived);
    if reply.printed.len() > LARGEST {
        return undecided.into();
    }
    let Some(steps) = read(reply, derived) else { return unreadable.into() };
    let word = || {
        // Random values seldom satisfy what is in force.
        let is_decided = steps.try_values(1)? || steps.steps.is_empty();
        let right = match right_word(derived) {
            Some(right) => steps.try_all_values()?.then_some(right),
            None => None,
        };
        if derived == Derived::Abduct && is_contradictory(&steps) {
            return Err(steps.wrong("which contradicts the assertions"));
        }
        Ok(right.unwrap_or(if is_decided { plausible } else { undecided }))
    };
    word().map_or_else(|wrong| wrong, Opinion::from)
}

/// Whether an abduct contradicts the assertions, and these not each other. It need not know of assumptions.
fn is_contradictory(steps: &Steps) -> bool {
    let Reply { instance, check, .. } = *steps.reply;
    let has_assumptions = instance
        .check_lines()
        .nth(check)
        .is_none_or(|(_, command)| instance.line(command).starts_with("(check-sat-assuming"));
    let formulas = steps.steps.first().map(|step| step.formulas.as_slice());
    let Some([conclusion, premises @ ..]) = formulas else { return false };
    match steps.problem.formulas.terms.as_app(*conclusion) {
        Some(("=>", &[abduct, _])) if !has_assumptions => {
            steps.is_satisfiable(&[&[abduct], premises].concat()) == Some(false)
                && steps.is_satisfiable(premises) == Some(true)
        }
        _ => false,
    }
}

/// Returns the opinion on what exhaustion proves right; `None` for what it is not asked about.
fn right_word(derived: Derived) -> Option<&'static str> {
    match derived {
        Derived::Literals | Derived::Consequences => None,
        Derived::Elimination => Some("elimination right"),
        Derived::Disjunct => Some("disjunct right"),
        Derived::Abduct => Some("abduct right"),
    }
}

/// Returns the other opinions on what is derived that is not wrong.
fn words(derived: Derived) -> [&'static str; 3] {
    match derived {
        Derived::Literals => ["literals plausible", "literals undecided", "literals unreadable"],
        Derived::Consequences => {
            ["consequences plausible", "consequences undecided", "consequences unreadable"]
        }
        Derived::Elimination => ["elimination plausible", "elimination undecided", "elimination unreadable"],
        Derived::Disjunct => ["disjunct plausible", "disjunct undecided", "disjunct unreadable"],
        Derived::Abduct => ["abduct plausible", "abduct undecided", "abduct unreadable"],
    }
}

/// Reads the steps from what is in force to each formula.
fn read<'a>(reply: &'a Reply<'a>, derived: Derived) -> Option<Steps<'a>> {
    let (asked, printed) = (reply.asked()?, reply.exprs()?);
    if printed.iter().any(|reply| reply.head() == Some("error")) {
        return None;
    }
    let conclusions: Vec<Expr> = match (derived, printed.as_slice()) {
        (Derived::Literals, [Expr::List(literals)]) => literals.to_vec(),
        (Derived::Consequences, [answer, implications @ ..]) => match answer.text()? {
            "sat" => implications.to_vec(),
            "unsat" => match asked.at(&[1])?.children() {
                [] => vec![Expr::atom("false")],
                assumed => vec![applied("=>", &[assumed, &[Expr::atom("false")]].concat())],
            },
            _ => Vec::new(),
        },
        (Derived::Elimination, [equivalent]) if equivalent.text() != Some("unsupported") => {
            vec![applied("=", &[asked.at(&[1])?.clone(), equivalent.clone()])]
        }
        (Derived::Disjunct, [part]) if part.text() != Some("unsupported") => {
            let formula = asked.at(&[1])?;
            match formula.only_quantifier()? {
                BinderKind::Exists => vec![applied("=>", &[part.clone(), formula.clone()])],
                _ => vec![applied("=>", &[formula.clone(), part.clone()])],
            }
        }
        (Derived::Abduct, [defined]) if defined.head() == Some("define-fun") => {
            vec![applied("=>", &[defined.at(&[4])?.clone(), asked.at(&[2])?.clone()])]
        }
        _ => return None,
    };
    let supposed = reply.instance.formulas_at(&[reply.check]).ok()?;
    let problem = reply.asserting(supposed.iter().cloned().chain(conclusions.iter().map(Expr::to_string)))?;
    let (premises, conclusions) = problem.formulas.assertions.split_at_checked(supposed.len())?;
    let step =
        |&conclusion| Step { rule: derived.word().into(), formulas: [&[conclusion], premises].concat() };
    let steps = conclusions.iter().map(step).collect();
    Some(Steps { reply, problem, steps })
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

    #[test]
    fn an_abduct_does_not_contradict_the_assertions() {
        let script =
            "(declare-fun p () Bool)(declare-fun q () Bool)(assert (or p q))(check-sat)(get-abduct A q)";
        let witness = "(define-fun p () Bool true)\n(define-fun q () Bool true)\n";
        let printed = "(define-fun A () Bool (and (not p) (not q)))";
        let wrong = opinion(script, witness, printed);
        let how = format!("step (get-abduct {printed}), which contradicts the assertions");
        assert_eq!((wrong.wrong, wrong.refutation), (Some((Class::WrongStep, how)), None));
    }
}
