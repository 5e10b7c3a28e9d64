//! The law of what is derived: each formula that a solver prints follows from the assertions in force, and so does whatever
//! else it claims of these.
//!
//! So a claim is wrong if it is false under the witness of the instance, and all that is in force is true. Each is a step,
//! of which values refute the conclusion, see [`steps`]:
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

use super::steps;
use crate::matrix::Class;
use crate::process::quotation::clipped;
use crate::smtlib::instance::{Derived, Instance};
use crate::smtlib::{BinderKind, Expr, Printer, Problem, TermId};
use crate::solver::answer::QUOTED;
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
    let mut step = |conclusion: &TermId| -> Vec<String> {
        std::iter::once(conclusion).chain(&claim.premises).map(|&id| printer.print(id)).collect()
    };
    let refuted = |formulas: &[String], definitions: &str| {
        steps::refuted(instance, check, (derived.command(), formulas), definitions, evaluator)
    };
    let (mut is_decided, mut is_satisfied) = (claim.conclusions.is_empty(), false);
    // Random values seldom satisfy what is in force.
    if let Some((definitions, valuation)) = steps::valuations(instance, &claim.problem, evaluator).next() {
        let is = |id: &TermId, truth: bool| valuation.truth(*id) == Some(Truth::Is(truth));
        is_satisfied = claim.premises.iter().all(|premise| is(premise, true));
        if is_satisfied {
            for conclusion in &claim.conclusions {
                is_decided |= is(conclusion, true) || is(conclusion, false);
                let wrong = is(conclusion, false).then(|| refuted(&step(conclusion), &definitions));
                if let Some(wrong) = wrong.flatten() {
                    return wrong;
                }
            }
        }
    }
    let mut word = if is_decided { plausible } else { undecided };
    if let Some(right) = right_word(derived) {
        for conclusion in &claim.conclusions {
            let formulas = step(conclusion);
            match steps::decide(instance, check, (derived.command(), &formulas), evaluator) {
                Ok(true) => word = right,
                Ok(false) => {}
                Err(wrong) => return wrong,
            }
        }
    }
    let contradiction = claim.abduct.filter(|_| is_satisfied).map(|abduct| {
        let mut formulas = step(&abduct);
        formulas[0] = format!("(not {})", formulas[0]);
        formulas
    });
    if let Some(formulas) = contradiction
        && steps::search(instance, check, (derived.command(), &formulas)) == Some(None)
    {
        let printed = printed.split_whitespace().collect::<Vec<_>>().join(" ");
        let how = format!(
            "step ({} {}), which contradicts the assertions",
            derived.command(),
            clipped(&printed, QUOTED)
        );
        return Opinion { word: "step wrong", wrong: Some((Class::WrongStep, how)), refutation: None };
    }
    word.into()
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

/// What a reply claims.
struct Claim {
    /// Its formulas, asserted after the declarations of the instance.
    problem: Problem,
    premises: Vec<TermId>,
    /// The formulas that the premises entail.
    conclusions: Vec<TermId>,
    /// The abduct, where the premises are those that it must not contradict: not under assumptions, of which it need not
    /// know.
    abduct: Option<TermId>,
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
                match only_quantifier(formula)? {
                    BinderKind::Exists => vec![applied("=>", &[part.clone(), formula.clone()])],
                    _ => vec![applied("=>", &[formula.clone(), part.clone()])],
                }
            }
            (Derived::Abduct, [defined]) if defined.head() == Some("define-fun") => {
                vec![applied("=>", &[defined.at(&[4])?.clone(), asked.at(&[2])?.clone()])]
            }
            _ => return None,
        };
        let mut script = instance.declared().text;
        let supposed = instance.assertions_at(&[check]).ok()?;
        supposed.assertions().for_each(|line| script.push_str(line));
        conclusions.iter().for_each(|formula| script.extend(["(assert ", &formula.to_string(), ")\n"]));
        let problem = Problem::read(script).ok()?;
        let (premises, conclusions) =
            problem.formulas.assertions.split_at_checked(supposed.assertions().count())?;
        let (premises, conclusions) = (premises.to_vec(), conclusions.to_vec());
        let (_, command) = instance.check_lines().nth(check)?;
        let has_assumptions = instance.line(command).starts_with("(check-sat-assuming");
        let implication =
            conclusions.first().and_then(|&conclusion| problem.formulas.terms.as_app(conclusion));
        let abduct = match implication {
            Some(("=>", &[abduct, _])) if derived == Derived::Abduct && !has_assumptions => Some(abduct),
            _ => None,
        };
        Some(Claim { problem, premises, conclusions, abduct })
    }
}

/// Returns the quantifier at the front of a formula; `None` if there is none, or another one below it.
fn only_quantifier(formula: &Expr) -> Option<BinderKind> {
    let kind = |name: &str| match name {
        "exists" => Some(BinderKind::Exists),
        "forall" => Some(BinderKind::Forall),
        _ => None,
    };
    let front = kind(formula.head()?)?;
    let mut body = formula.at(&[2])?;
    while body.head().and_then(kind) == Some(front) {
        body = body.at(&[2])?;
    }
    let mut is_alone = true;
    body.for_each_atom(&mut |atom| is_alone &= kind(atom).is_none());
    is_alone.then_some(front)
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
