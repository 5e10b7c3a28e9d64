//! The law of values: the reply to `(get-value (t …))` gives each term the value that it has under the model, which
//! `get-model` prints at the same place.
//!
//! The law of models does the work: each printed value becomes the value of a fresh constant in the model, and has to
//! satisfy the equation of the constant with its term. So values are read as in models, and whatever excuses a model,
//! such as symbols without a value, rounded numbers, and values that SMT-LIB leaves open, excuses a value too.

use super::reply::Reply;
use crate::matrix::Class;
use crate::process::quotation::{on_one_line, quoted};
use crate::smtlib::{Problem, Sort, TermId, Tree};
use crate::solver::answer::QUOTED;
use crate::solver::model_check::{self, Check};
use crate::solver::verdict::Opinion;
use crate::theory::signature::Signature;
use crate::theory::sorting::Sorting;
use crate::witness::{Claimed, Refutation, Refuted};

/// Judges values under the printed model.
pub(super) fn judge(reply: &Reply) -> Opinion {
    read(reply).map_or("values unreadable".into(), |values| judge_values(reply, values))
}

/// Returns the terms that are asked about, with their printed values; `None` if there is not one for each.
fn read(reply: &Reply) -> Option<Vec<(String, String)>> {
    let (asked, printed) = (reply.asked()?, reply.tree()?);
    let ([_, terms], &[pairs]) = (asked.children(), printed.roots()) else { return None };
    let (terms, pairs) = (terms.children(), printed.list(pairs)?);
    let value = |&pair| match printed.list(pair)? {
        &[_, value] => Some(printed.text(value).to_owned()),
        _ => None,
    };
    let values = terms.iter().zip(pairs).map(|(term, pair)| Some((term.to_string(), value(pair)?)));
    values.collect::<Option<_>>().filter(|_| pairs.len() == terms.len())
}

/// Judges the values of some terms under the printed model.
pub(super) fn judge_values(reply: &Reply, values: Vec<(String, String)>) -> Opinion {
    let Some(claim) = Claim::new(reply, values) else { return "values unreadable".into() };
    match model_check::check(&claim.problem, &claim.model, reply.evaluator) {
        Ok(Check::Satisfied) => "values right".into(),
        Ok(Check::Violated { assertion, definitions }) => {
            let refutation = claim.refutation(assertion, &definitions);
            let (term, value) = claim.values.get(assertion).map_or(("", ""), |(term, value)| (term, value));
            let [term, value] = [term, value].map(|text| quoted(&on_one_line(text), QUOTED));
            let how = format!("{value} for {term}, which has another one under the printed model");
            Opinion { word: "values wrong", wrong: Some((Class::InvalidValue, how)), refutation }
        }
        Ok(Check::Undecided(_)) => "values undecided".into(),
        Err(_) => "values unreadable".into(),
    }
}

/// What printed values claim.
struct Claim {
    /// The terms with their printed values.
    values: Vec<(String, String)>,
    /// The declarations, and an equation of each term with a constant.
    problem: Problem,
    /// The model with the values of these constants.
    model: String,
    /// What the names of these constants begin with, before their numbers.
    name: String,
}

impl Claim {
    /// Returns what these values claim; `None` without a model, or if a term has no known sort.
    fn new(reply: &Reply, values: Vec<(String, String)>) -> Option<Claim> {
        let model = reply.model?;
        let declared = reply.instance.at_check(reply.check).declared();
        let sorts = sorts(&declared.text, values.iter().map(|(term, _)| term.as_str()))?;
        let mut name = "value".to_owned();
        while [&reply.instance.text, model].iter().any(|text| text.contains(&name)) {
            name.push('!');
        }
        let (mut constants, mut equations, mut added) = (declared.text, Vec::new(), String::new());
        for (at, ((term, value), sort)) in values.iter().zip(&sorts).enumerate() {
            constants += &format!("(declare-fun {name}{at} () {sort})\n");
            equations.push(format!("(= {term} {name}{at})"));
            added += &format!("(define-fun {name}{at} () {sort} {value})\n");
        }
        let end = model.rfind(')')?;
        let model = format!("{}\n{added}{}", &model[..end], &model[end..]);
        let problem = Problem::asserting(&constants, equations).ok()?;
        Some(Claim { values, problem, model, name })
    }

    /// Returns that a value is not the one of its term under the definitions of the printed model.
    fn refutation(&self, which: usize, definitions: &str) -> Option<Refutation> {
        let (term, value) = self.values.get(which)?.clone();
        let read = Tree::parse(definitions.to_owned()).ok()?;
        let (mut model, mut meant) = (String::new(), None);
        for &root in read.roots() {
            let name = read.list(root)?.get(1).and_then(|&name| read.symbol(name)).unwrap_or_default();
            match name.strip_prefix(&self.name).map(str::parse::<usize>) {
                // The constants are no symbols of the script. Their definitions read the values as the model does.
                Some(Ok(at)) if at == which => meant = read.list(root)?.last().map(|&value| read.text(value)),
                Some(Ok(_)) => {}
                _ => model += &format!("{}\n", read.text(root)),
            }
        }
        let formula = format!("(= {term} {})", meant?);
        let claimed = Claimed { noun: "value".to_owned(), term, value, formula };
        Refutation::of_claimed(Refuted::Value, &claimed, model)
    }
}

/// Returns the sorts of terms after some declarations; `None` if they cannot be read, or a sort is not known.
pub(super) fn sorts<'a>(declarations: &str, terms: impl Iterator<Item = &'a str>) -> Option<Vec<Sort>> {
    let problem = Problem::asserting(declarations, terms.map(|term| format!("(= {term} {term})"))).ok()?;
    let terms = &problem.formulas.terms;
    let sorting = Sorting::infer(terms, &Signature::collect(&problem.script));
    let sort = |&equation: &TermId| {
        let (_, sides) = terms.as_app(equation)?;
        sorting.sort(*sides.first()?).known().cloned()
    };
    problem.formulas.assertions.iter().map(sort).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::instance::Instance;
    use crate::solver::answer::Answer;
    use crate::solver::oracles::judge as judge_all;
    use crate::witness::Evaluator;

    fn word(declared: &str, terms: &str, printed: &str, model: &str) -> &'static str {
        let script = format!("{declared}(assert true)(check-sat)(get-value ({terms}))");
        let (script, evaluator) = (Instance::read(&script).unwrap(), Evaluator::in_process());
        let opinion = judge(&Reply { model: Some(model), ..Reply::new(&script, 0, printed, &evaluator) });
        assert_eq!(opinion.wrong.is_some(), opinion.word == "values wrong");
        opinion.word
    }

    #[test]
    fn values_agree_with_the_model_or_not() {
        let word = |printed: &str| {
            let (declared, model) = ("(declare-fun x () Int)", "(\n(define-fun x () Int (- 3))\n)");
            word(declared, "(* x x) (< x 1)", printed, model)
        };
        assert_eq!(word("(((* x x) 9)\n ((< x 1) true))"), "values right");
        assert_eq!(word("((9 9) (true true))"), "values right");
        assert_eq!(word("(((* x x) (- 9)) ((< x 1) true))"), "values wrong");
        assert_eq!(word("(((* x x) 9) ((< x 1) false))"), "values wrong");
        for unread in ["(((* x x) 9))", "(error \"none\")", "", "(9 true)", "((x ?) (y true))"] {
            assert_eq!(word(unread), "values unreadable", "{unread}");
        }
    }

    #[test]
    fn a_wrong_value_is_refuted_by_the_model() {
        let script = "(declare-fun x () Int)(assert true)(check-sat)(get-model)(get-value ((* x x) (< x 1)))";
        let reply = "((define-fun x () Int 2))\n(((* x x) 4) ((< x 1) true))\n";
        let instance = Instance::read(script).unwrap();
        let opinions = judge_all(&instance, 0, (&Answer::Sat, reply), &Evaluator::in_process(), &|_| None);
        let Refutation { refuted, of, definitions, .. } = opinions[1].refutation.clone().unwrap();
        assert_eq!((refuted, of.as_str()), (Refuted::Value, "(value (< x 1) true (= (< x 1) true))"));
        assert_eq!(definitions, "(define-fun x () Int 2)\n");
    }

    #[test]
    fn what_a_model_leaves_open_contradicts_no_value() {
        let declared = "(declare-fun x () Int)(declare-fun y () Int)";
        let model = "((define-fun x () Int 0))";
        assert_eq!(word(declared, "(+ x y)", "(((+ x y) 5))", model), "values undecided");
        assert_eq!(word(declared, "(div 1 x)", "(((div 1 x) 5))", model), "values undecided");
        assert_eq!(word(declared, "(* x y)", "(((* x y) 5))", model), "values wrong");
    }

    #[test]
    fn values_have_the_notation_of_models() {
        let declared = "(declare-sort U 0)(declare-fun u () U)(declare-fun f (U) U)(declare-fun r () Real)";
        let model = "((define-fun u () U (as @U_0 U)) (define-fun f ((x U)) U (as @U_1 U)) (define-fun r () Real 0.5))";
        let value = |term: &str, value: &str| word(declared, term, &format!("(({term} {value}))"), model);
        assert_eq!(value("(f u)", "(as @U_1 U)"), "values right");
        assert_eq!(value("(f u)", "(as @U_0 U)"), "values wrong");
        assert_eq!(
            [value("(- r)", "(- (/ 1 2))"), value("(- r)", "(/ 1 2)")],
            ["values right", "values wrong"]
        );
    }
}
