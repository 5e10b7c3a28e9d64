//! What is asked of Z3: models, claims about what does not evaluate, and its values of terms. Everything here works in the
//! Z3 context of the current thread.

use std::fmt::Write;

use super::evaluate::Interpreter;
use super::formula::{Answer, Formula, booleans, parse, solve, solve_some};
use super::model::{Model, from_model};
use crate::matrix::Source;
use crate::rng::{Key, Rng, Stream};
use crate::smtlib::{Names, Printer, Problem, Script, Term, TermId};
use crate::witness::assignment::{LITERALS, Origin, Witness, draw_literals};
use crate::witness::evaluation::closed_terms;
use crate::witness::second_opinion::Opinion;

/// Bound of one model search, in Z3's resource units. Deterministic, unlike a time limit;
/// a million take a second on strings, less elsewhere.
const RLIMIT: u32 = 1_000_000;
/// Bound of the decision of one formula, in Z3's resource units. Those of one seed together may cost as much as three
/// searches for a witness.
const CLAIM_RLIMIT: u32 = 200_000;

/// A model of a problem as a witness; none if Z3 finds none, or cannot read the problem.
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

/// The truth of closed formulas under a witness as Z3 claims it; none where it does not decide it.
pub(in crate::witness) fn decide(witness: &Witness, formulas: &[String]) -> Vec<Option<bool>> {
    let decide = |formula: &String| {
        let text = format!("{}(assert {formula})", witness.text());
        parse(&witness.names.to_z3(&text)).ok()?.first()?.decide(CLAIM_RLIMIT)
    };
    formulas.iter().map(decide).collect()
}

/// A model of all assertions of a problem as a witness, if Z3 finds one within `rlimit` units of its
/// own. Works in the Z3 context of the current thread.
pub(in crate::witness) fn satisfying(problem: &Problem, rlimit: u32) -> Option<Witness> {
    match solve(&assertions(&problem.script)?, false, rlimit, None) {
        Answer::Sat(model) => Some(from_model(&problem.script, &model, Origin::Model)),
        Answer::Unsat | Answer::Unknown => None,
    }
}

/// The first of `origins` that has a model. An undecided search ends it: what follows would
/// be no easier.
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

/// A model of a random consistent set of literals over the problem's Boolean sub-formulas.
fn subset(problem: &Problem, rng: &mut Rng) -> Option<Model> {
    let names = Names::collect(&problem.script);
    // They share the bound of one search.
    solve_some(&draw_literals(sub_formulas(problem, &names), rng), RLIMIT / LITERALS as u32)
}

/// What a problem asserts, as Z3 reads it; none if it refuses something.
fn assertions(script: &Script) -> Option<Vec<Formula>> {
    let tree = &script.tree;
    let declared = script.declarations.iter().map(|declaration| tree.canonical_text(declaration.node));
    let asserted = script.assertions.iter().map(|&node| format!("(assert {})", tree.canonical_text(node)));
    let text: String = declared.chain(asserted).map(|line| line + "\n").collect();
    parse(&Names::collect(script).to_z3(&text)).ok()
}

/// The closed Boolean terms of a problem, with its symbols declared.
fn sub_formulas(problem: &Problem, names: &Names) -> Vec<Formula> {
    let script = &problem.script;
    let declared = script.declarations.iter().map(|line| script.tree.canonical_text(line.node) + "\n");
    let closed = closed_terms(problem);
    let listed: Vec<_> = closed.iter().map(|&id| (id, None)).collect();
    let parsed = parse(&names.to_z3(&equations(problem, declared.collect(), &closed, &listed)));
    let list = parsed.ok().and_then(|parsed| parsed.into_iter().next());
    list.map(|list| booleans(&list, closed.len())).unwrap_or_default()
}

/// Declarations or definitions, and one assertion about the closed terms of a problem: each is bound by a `let` to a name,
/// and those that are listed stand in equations, which any sort allows: with what is given beside one, or with itself.
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

/// What Z3 says of the `values` of terms under a witness, by number; none where it knows no value, or where none is given.
///
/// # Errors
/// Z3 cannot read the definitions or the terms; its words.
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
    let formulas = parse(&witness.names.to_z3(&text)).map_err(|refusal| refusal.message)?;
    let formula = formulas.first().ok_or("it read nothing")?;
    let compared = Interpreter::default().compared(formula, listed.len());
    for ((id, _), (agrees, theirs)) in listed.iter().zip(compared.ok_or("it read something else")?) {
        opinions[id.index()] = agrees.map(|agrees| match agrees {
            true => Opinion::Agrees,
            false => Opinion::Differs(on_a_line(&witness.names.to_source(&theirs.text()))),
        });
    }
    Ok(opinions)
}

/// Z3 breaks what it prints into lines; within a string, it writes an escape in place of a line break.
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
}
