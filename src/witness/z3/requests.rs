//! Requests to Z3: models, claims about formulas that do not evaluate, and opinions on values. Everything here
//! works in the Z3 context of the current thread.

use std::fmt::Write;

use super::declared::declared;
use super::evaluate::Interpreter;
use super::formula::{Answer, Formula, booleans, parse, solve, solve_some};
use super::model::{Model, from_model};
use crate::matrix::Source;
use crate::rng::{Key, Rng, Stream};
use crate::smtlib::{Names, Printer, Problem, Script, Term, TermId};
use crate::witness::assignment::{LITERALS, Origin, Witness, draw_literals};
use crate::witness::evaluation::closed_terms;
use crate::witness::second_opinion::Opinion;

/// The limit of one model search in Z3's resource units. Unlike a time limit, it is deterministic. A million
/// units take a second on strings, and less elsewhere.
const RLIMIT: u32 = 1_000_000;
/// The limit for deciding one formula in Z3's resource units. All formulas of a seed together may cost as much as
/// three searches for a witness.
const CLAIM_RLIMIT: u32 = 200_000;

/// The limit for one question about some of the assertions of a seed, in Z3's resource units: all questions that it does not
/// answer cost as much as a few searches for a witness.
const PART_RLIMIT: u32 = 100_000;
/// The maximal number of questions about parts of a seed.
const PARTS: usize = 64;
/// The maximal number of these that Z3 does not answer.
const UNANSWERED: usize = 24;

/// Returns a model of a problem as a witness, or `None` if Z3 finds none or cannot read the problem.
pub(in crate::witness) fn witness(
    problem: &Problem,
    source: Source,
    variety: u32,
    key: &Key,
) -> Option<Witness> {
    let assertions = assertions(&problem.script)?;
    let (found, origin) = match source {
        Source::Sampled => return None,
        Source::Subset => (subset(problem, &mut key.stream(Stream::Subset))?, Origin::SubsetModel),
        Source::Paper => first_model(&assertions, Origin::asked_by(source), None)?,
        Source::Model | Source::Negation => {
            first_model(&assertions, Origin::asked_by(source), Some(variety))?
        }
    };
    Some(from_model(&problem.script, &found, origin))
}

/// Returns the truth values of closed formulas under a witness that Z3 claims; `None` if it does not decide one.
pub(in crate::witness) fn decide(witness: &Witness, formulas: &[String]) -> Vec<Option<bool>> {
    let decide = |formula: &String| {
        let text = format!("{}(assert {formula})", witness.text());
        parse(&witness.names.to_z3(&text)).ok()?.first()?.decide(CLAIM_RLIMIT)
    };
    formulas.iter().map(decide).collect()
}

/// Returns a model of all assertions of a problem as a witness, if Z3 finds one within `rlimit` resource units.
pub(in crate::witness) fn satisfying(problem: &Problem, rlimit: u32) -> Option<Witness> {
    match solve(&assertions(&problem.script)?, false, rlimit, None) {
        Answer::Sat(model) => Some(from_model(&problem.script, &model, Origin::Model)),
        Answer::Unsat | Answer::Unknown => None,
    }
}

/// Whether Z3 finds within `rlimit` resource units that no model satisfies all assertions of a problem.
pub(in crate::witness) fn refutes(problem: &Problem, rlimit: u32) -> bool {
    let answer = assertions(&problem.script).map(|assertions| solve(&assertions, false, rlimit, None));
    matches!(answer, Some(Answer::Unsat))
}

/// Returns assertions of a problem that Z3 refutes together, by their numbers, as few as it finds out: it leaves out halves of
/// them, quarters, and so on to single ones, while it refutes the rest. Whatever its version finds in its proofs does not
/// count, so every version that answers all questions returns the same.
pub(in crate::witness) fn contradiction(problem: &Problem) -> Option<Vec<usize>> {
    let assertions = assertions(&problem.script)?;
    if assertions.len() != problem.formulas.assertions.len() {
        return None;
    }
    let answer = |numbers: &[usize], rlimit| {
        let some: Vec<Formula> = numbers.iter().map(|&number| assertions[number].clone()).collect();
        solve(&some, false, rlimit, None)
    };
    let mut kept: Vec<usize> = (0..assertions.len()).collect();
    if !matches!(answer(&kept, RLIMIT), Answer::Unsat) {
        return None;
    }
    let (mut parts, mut unanswered) = (0, 0);
    let mut size = kept.len();
    while size > 1 {
        size = size.div_ceil(2);
        let mut at = 0;
        while at < kept.len() {
            let rest = [&kept[..at], &kept[(at + size).min(kept.len())..]].concat();
            parts += 1;
            match answer(&rest, PART_RLIMIT) {
                Answer::Unsat => kept = rest,
                other => {
                    unanswered += usize::from(matches!(other, Answer::Unknown));
                    at += size;
                }
            }
            if parts > PARTS || unanswered > UNANSWERED {
                return None;
            }
        }
    }
    Some(kept)
}

/// Returns a model for the first satisfiable one of `origins`. An undecided search ends the attempt, since the
/// next query is not easier.
fn first_model(
    assertions: &[Formula],
    origins: [Origin; 2],
    variety: Option<u32>,
) -> Option<(Model, Origin)> {
    for origin in origins {
        match solve(assertions, origin == Origin::NegationModel, RLIMIT, variety) {
            Answer::Sat(model) => return Some((model, origin)),
            Answer::Unsat => {}
            Answer::Unknown => break,
        }
    }
    None
}

/// Returns a model of a random consistent set of literals over the problem's Boolean sub-formulas.
fn subset(problem: &Problem, rng: &mut Rng) -> Option<Model> {
    let names = Names::collect(&problem.script);
    // The literals share the limit of one search.
    solve_some(&draw_literals(sub_formulas(problem, &names), rng), RLIMIT / LITERALS as u32)
}

/// Returns the assertions of a problem as Z3 parses them, or `None` if it rejects something.
fn assertions(script: &Script) -> Option<Vec<Formula>> {
    let tree = &script.tree;
    let asserted = script.assertions.iter().map(|&node| format!("(assert {})\n", tree.canonical_text(node)));
    let text = declared(script) + &asserted.collect::<String>();
    parse(&Names::collect(script).to_z3(&text)).ok()
}

/// Returns the closed Boolean terms of a problem, with its symbols declared.
fn sub_formulas(problem: &Problem, names: &Names) -> Vec<Formula> {
    let closed = closed_terms(problem);
    let listed: Vec<_> = closed.iter().map(|&id| (id, None)).collect();
    let parsed = parse(&names.to_z3(&equations(problem, declared(&problem.script), &closed, &listed)));
    let list = parsed.ok().and_then(|parsed| parsed.into_iter().next());
    list.map(|list| booleans(&list, closed.len())).unwrap_or_default()
}

/// Appends to declarations or definitions one assertion about the closed terms of a problem. A `let` binds each
/// term to a name. The listed terms are put into equations, which exist for every sort: with the given value, or
/// with the term itself.
fn equations(
    problem: &Problem,
    mut text: String,
    closed: &[TermId],
    listed: &[(TermId, Option<&str>)],
) -> String {
    let terms = &problem.formulas.terms;
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
    text.push_str(if listed.len() > 1 { "(and" } else { "" });
    for (id, value) in listed {
        let name = printer.print(*id);
        let _ = write!(text, " (= {name} {})", value.unwrap_or(&name));
    }
    text.push_str(if listed.len() > 1 { ")" } else { "" });
    text.push_str(&")".repeat(depth + 1));
    text
}

/// Returns Z3's opinions on the `values` of terms under a witness, by number; `None` if Z3 has no value or none
/// is given.
///
/// # Errors
/// Z3's message, if it cannot read the definitions or the terms.
pub(in crate::witness) fn opinions(
    problem: &Problem,
    witness: &Witness,
    values: &[Option<String>],
) -> Result<Vec<Option<Opinion>>, String> {
    let closed = closed_terms(problem);
    let value = |&id: &TermId| Some((id, Some(values.get(id.index())?.as_deref()?)));
    let listed: Vec<(TermId, Option<&str>)> = closed.iter().filter_map(value).collect();
    let mut opinions = vec![None; problem.formulas.terms.len()];
    if listed.is_empty() {
        return Ok(opinions);
    }
    let text = equations(problem, witness.text(), &closed, &listed);
    let formulas = parse(&witness.names.to_z3(&text))?;
    let formula = formulas.first().ok_or("it read nothing")?;
    let compared = Interpreter::default().compared(formula, listed.len());
    for ((id, _), (agrees, theirs)) in listed.iter().zip(compared.ok_or("it read something else")?) {
        opinions[id.index()] = agrees.map(|agrees| match agrees {
            true => Opinion::Agrees,
            false => Opinion::Differs(on_a_line(&witness.names.to_source(&theirs.to_string()))),
        });
    }
    Ok(opinions)
}

/// Joins the lines of Z3's output. Z3 breaks lines; within a string, it prints an escape sequence for a line
/// break.
fn on_a_line(text: &str) -> String {
    text.lines().map(str::trim_start).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(source: &str) -> Option<Origin> {
        let problem = Problem::read(source).unwrap();
        let key = Key::new(&crate::digest::Digest::of(""), 0);
        witness(&problem, Source::Model, 7, &key).map(|witness| witness.origin)
    }

    #[test]
    fn the_model_comes_first_then_that_of_the_negation() {
        let declare = "(declare-fun p () Bool)";
        assert_eq!(origin(&format!("{declare}(assert p)")), Some(Origin::Model));
        assert_eq!(origin(&format!("{declare}(assert p)(assert (not p))")), Some(Origin::NegationModel));
        assert_eq!(origin("(assert true)"), Some(Origin::Model));
        assert_eq!(origin("(assert false)(assert true)"), Some(Origin::NegationModel));
    }

    #[test]
    fn z3_decides_what_does_not_evaluate() {
        let script = "(declare-fun x () Int)(assert (forall ((y Int)) (exists ((z Int)) (> z (+ x y)))))";
        let problem = Problem::read(script).unwrap();
        let witness = satisfying(&problem, RLIMIT).unwrap();
        let claims =
            ["(forall ((y Int)) (exists ((z Int)) (> z y)))", "(exists ((y Int)) (< y y))", "(= y 1)"];
        assert_eq!(decide(&witness, &claims.map(str::to_owned)), [Some(true), Some(false), None]);
    }

    #[test]
    fn a_model_of_z3_decides_nothing() {
        let problem = Problem::read("(declare-fun p () Bool)(assert p)").unwrap();
        let witness = satisfying(&problem, RLIMIT).unwrap();
        // Z3 4.8.12 answers `sat`, and `sat` to the negation as well, which is right: 1 becomes 1.
        let claim = "(forall ((n (_ FloatingPoint 5 11))) (= #b00000000 ((_ zero_extend 6) ((_ fp.to_sbv 2) RNE n))))";
        assert_ne!(decide(&witness, &[claim.to_owned()]), [Some(true)]);
    }

    /// Nothing satisfies what is found together, and something does without any one of it.
    #[test]
    fn contradictions_are_minimal() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/seeds");
        for (name, length) in [
            ("BV/gray-code-neighbours", 4),
            ("LRA/brake-distance-game", 3),
            ("NONE/dependency-version-solver", 5),
            ("QF_DT/expression-peephole", 6),
            ("QF_LRA/thermostat-bmc", 9),
            ("QF_UF/register-allocation-clique", 12),
        ] {
            let text = std::fs::read_to_string(format!("{folder}/{name}.smt2")).unwrap();
            let problem = Problem::read(text).unwrap();
            let numbers = contradiction(&problem).unwrap();
            assert_eq!(numbers.len(), length, "{name}: {numbers:?}");
            let assertions = assertions(&problem.script).unwrap();
            let answer = |without: Option<usize>| {
                let some = numbers.iter().filter(|number| Some(**number) != without);
                let some: Vec<Formula> = some.map(|&number| assertions[number].clone()).collect();
                solve(&some, false, RLIMIT, None)
            };
            assert!(matches!(answer(None), Answer::Unsat), "{name}");
            for &number in &numbers {
                assert!(!matches!(answer(Some(number)), Answer::Unsat), "{name}: {number}");
            }
        }
        let of = |text: &str| contradiction(&Problem::read(text).unwrap());
        let declared = "(declare-fun x () Int)(assert (< x 3))";
        assert_eq!(of(&format!("{declared}(assert (> x 1))")), None);
        assert_eq!(of(&format!("{declared}(assert (distinct x x))(assert (> x 7))")), Some(vec![1]));
        // Of several, what comes last.
        let twice = format!("{declared}(assert (> x 7))(assert (< x 3))(assert (> x 9))");
        assert_eq!(of(&twice), Some(vec![2, 3]));
    }
}
