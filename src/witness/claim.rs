//! Formulas under definitions → whether they are true: what a smaller instance is asked before any
//! solver is.

use serde::{Deserialize, Serialize};

use crate::smtlib::{Problem, Script};
use crate::witness::Grade;
use crate::witness::evaluation::Evaluated;

/// Formulas under definitions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Claim {
    /// Logic and declarations.
    pub declarations: String,
    /// One SMT-LIB command for each declaration, in order.
    pub definitions: Vec<String>,
    /// The formulas, of which each is answered by itself.
    pub formulas: Vec<String>,
}

impl Claim {
    /// All that a script asserts, without definitions.
    pub(super) fn of(script: &Script) -> Claim {
        let text = |node| script.tree.canonical_text(node);
        let logic = script.logic.iter().map(|logic| format!("(set-logic {logic})\n"));
        let declarations = script.declarations.iter().map(|line| format!("{}\n", text(line.node)));
        Claim {
            declarations: logic.chain(declarations).collect(),
            definitions: Vec::new(),
            formulas: script.assertions.iter().map(|&node| text(node)).collect(),
        }
    }

    /// For each formula, what its truth rests on by evaluation; none if it is not true, or if it is refused.
    pub(super) fn grades(&self) -> Vec<Option<Grade>> {
        let mut grades = Vec::new();
        // One formula that cannot be read makes all that stand beside it unreadable.
        let mut parts = vec![self.formulas.as_slice()];
        while let Some(formulas) = parts.pop() {
            match self.grades_of(formulas) {
                Some(found) => grades.extend(found),
                None if formulas.len() < 2 => grades.push(None),
                None => {
                    let (first, second) = formulas.split_at(formulas.len() / 2);
                    parts.extend([second, first]);
                }
            }
        }
        grades
    }

    /// The same of some formulas; none if one of them cannot be read.
    fn grades_of(&self, formulas: &[String]) -> Option<Vec<Option<Grade>>> {
        let problem = Problem::read(self.script(formulas)).ok()?;
        let valuation = Evaluated::new(&problem, &self.definitions).ok()?.valuation();
        let grade = |&id| valuation.truth(id)?.grade_if_true();
        let assertions = &problem.formulas.assertions;
        (assertions.len() == formulas.len()).then(|| assertions.iter().map(grade).collect())
    }

    /// The problem that all formulas make.
    pub(super) fn problem(&self) -> Option<Problem> {
        Problem::read(self.script(&self.formulas)).ok()
    }

    /// The declarations, and some formulas as assertions.
    fn script(&self, formulas: &[String]) -> String {
        let assertions = formulas.iter().map(|formula| format!("(assert {formula})\n"));
        self.declarations.clone() + &assertions.collect::<String>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::witness::Evaluator;

    #[test]
    fn nothing_is_true_beside_an_ill_sorted_definition() {
        let claim = |body: &str| {
            let lines =
                ["(declare-fun x () Int)\n".to_owned(), format!("(define-fun f ((y Int)) Bool {body})\n")];
            let definitions = vec!["(define-fun x () Int 3)\n".to_owned(), lines[1].clone()];
            Claim { declarations: lines.concat(), definitions, formulas: vec!["(> x 2)".to_owned()] }
        };
        let grade = |body| Evaluator::in_process().grades(&claim(body))[0];
        assert_eq!(grade("(< y 2)"), Some(Grade::Evaluated));
        for body in ["(+ y 2)", "(or true (bvult y y))", "(exists ((z Bool)) (and (not z) (< z y)))"] {
            assert_eq!(grade(body), None, "{body}");
        }
    }

    #[test]
    #[cfg_attr(not(feature = "z3"), ignore = "needs Z3")]
    fn only_what_is_true_has_a_grade() {
        let claim = |formulas: &[&str]| Claim {
            declarations: "(declare-fun x () Int)(declare-sort S 0)(declare-fun s () S)".to_owned(),
            definitions: [
                "(define-fun x () Int 3)\n",
                "(declare-datatypes ((S 0)) (((S!0) (S!1))))\n",
                "(define-fun s () S S!1)\n",
            ]
            .map(str::to_owned)
            .to_vec(),
            formulas: formulas.iter().map(|&formula| formula.to_owned()).collect(),
        };
        let cases = [
            ("(> x 2)", Some(Grade::Evaluated)),
            ("(= s s)", Some(Grade::Evaluated)),
            ("(> x 3)", None),
            ("(>= (div x 0) (div x 0))", Some(Grade::Choice)),
            ("(+ x 2)", None),
            ("(> y 2)", None),
            ("(> x 2", None),
            ("(> x 1)", Some(Grade::Evaluated)),
        ];
        let evaluator = Evaluator::in_process();
        assert_eq!(
            evaluator.grades(&claim(&cases.map(|(formula, _)| formula))),
            cases.map(|(_, grade)| grade)
        );
        let found = evaluator.definitions(&claim(&["(> x 7)", "(= s s)"]), Grade::Evaluated).unwrap();
        assert_eq!(
            evaluator.grades(&Claim { definitions: found, ..claim(&["(> x 7)"]) }),
            [Some(Grade::Evaluated)]
        );
        assert_eq!(evaluator.definitions(&claim(&["(> x 7)", "(< x 7)"]), Grade::Evaluated), None);
        // What closes the assertion and opens another one is not two formulas.
        assert_eq!(evaluator.grades(&claim(&["(> x 2)) (assert (> x 2)"])), [None]);
    }
}
