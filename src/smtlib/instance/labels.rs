//! Labels: names of Boolean terms inside assertions, whose truth values `get-assignment` prints.

use super::{Instance, Kind, Question};
use crate::smtlib::Expr;

/// The connectives among whose arguments labels stand. Some solvers refuse a label below a binder, even that of a `let`.
const CONNECTIVES: [&str; 6] = ["and", "or", "not", "xor", "=>", "ite"];

impl Instance {
    /// Returns the script with queries for the model and for the truth values of labels after each check. The formulas and
    /// parts of formulas that `is_labelled` picks, in order, have labels; `None` if it picks none.
    pub fn asking_for_assignments(&self, mut is_labelled: impl FnMut() -> bool) -> Option<Instance> {
        let prefix = self.unused_name("label");
        let models = self.asking_for_models();
        let mut asking = models.without_commands();
        // Some solvers accept this option only before the logic.
        Question::Assignment.option().into_iter().for_each(|option| asking.set_option(option));
        let mut labels = 0..;
        let mut label = || is_labelled().then(|| labels.next()).flatten().map(|at| format!("{prefix}{at}"));
        for command in &models.commands {
            let line = models.line(command).trim_end_matches('\n');
            let asserted = if command.kind == Kind::Assertion { models.expr(command) } else { None };
            let labelled = asserted.and_then(|asserted| {
                let formula = labelled(asserted.at(&[1])?, &mut label);
                Some(asserted.with(&[1], &formula).to_string())
            });
            asking.add(command.kind, labelled.as_deref().unwrap_or(line));
            if command.kind == Kind::Ask(Question::Model) {
                asking.add(Kind::Ask(Question::Assignment), "(get-assignment)");
            }
        }
        asking.text.contains(&prefix).then_some(asking)
    }

    /// Returns the labels of the assertions in force at a check, counted from 0, each with its formula.
    pub(crate) fn labels(&self, check: usize) -> Vec<(String, String)> {
        let mut labels = Vec::new();
        for at in self.in_force(check) {
            let asserted = self.expr(&self.commands[at]);
            let formula = asserted.as_ref().and_then(|asserted| asserted.at(&[1]));
            formula.into_iter().for_each(|formula| drop(unlabelled(formula, &mut labels)));
        }
        labels
    }
}

/// Returns a formula with a label on each part for which there is one.
fn labelled(formula: &Expr, label: &mut impl FnMut() -> Option<String>) -> Expr {
    let label_of_all = label();
    let inside = match formula.children() {
        [head, arguments @ ..] if head.text().is_some_and(|head| CONNECTIVES.contains(&head)) => {
            let arguments = arguments.iter().map(|argument| labelled(argument, label));
            Expr::list(std::iter::once(head.clone()).chain(arguments).collect())
        }
        _ => formula.clone(),
    };
    match label_of_all {
        Some(label) => Expr::list(vec![Expr::atom("!"), inside, Expr::atom(":named"), Expr::atom(&label)]),
        None => inside,
    }
}

/// Returns a formula without its labels, which are added to those found.
fn unlabelled(formula: &Expr, labels: &mut Vec<(String, String)>) -> Expr {
    match formula.children() {
        [mark, inside, attributes @ ..] if mark.text() == Some("!") => {
            let inside = unlabelled(inside, labels);
            let pair = attributes.windows(2).find(|pair| pair[0].text() == Some(":named"));
            if let Some(label) = pair.and_then(|pair| pair[1].text()) {
                labels.push((label.to_owned(), inside.to_string()));
            }
            inside
        }
        [head, arguments @ ..] if head.text().is_some_and(|head| CONNECTIVES.contains(&head)) => {
            let arguments = arguments.iter().map(|argument| unlabelled(argument, labels));
            Expr::list(std::iter::once(head.clone()).chain(arguments).collect())
        }
        _ => formula.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "(set-logic QF_LIA)\n(declare-fun p () Bool)\n(declare-fun x () Int)\n\
        (assert (or p (not (< x 3))))\n(push 1)\n(assert (let ((y x)) (and p (> y 1))))\n(check-sat)\n(pop 1)\n(check-sat)\n";

    #[test]
    fn labels_stand_between_connectives() {
        let script = Instance::read(SCRIPT).unwrap();
        let asking = script.asking_for_assignments(|| true).unwrap();
        let expected = "(set-option :produce-assignments true)\n(set-option :produce-models true)\n(set-logic QF_LIA)\n\
            (declare-fun p () Bool)\n(declare-fun x () Int)\n\
            (assert (! (or (! p :named label1) (! (not (! (< x 3) :named label3)) :named label2)) :named label0))\n\
            (push 1)\n(assert (! (let ((y x)) (and p (> y 1))) :named label4))\n\
            (check-sat)\n(get-model)\n(get-assignment)\n(pop 1)\n(check-sat)\n(get-model)\n(get-assignment)\n";
        assert_eq!(asking.text, expected);
        assert_eq!(asking.commands, Instance::read(expected).unwrap().commands);
        assert!(asking.sets_needed_options());
        assert_eq!(script.asking_for_assignments(|| false), None);
    }

    #[test]
    fn labels_in_force_have_their_formulas() {
        let asking = Instance::read(SCRIPT).unwrap().asking_for_assignments(|| true).unwrap();
        let labels = |check| -> Vec<String> {
            asking.labels(check).into_iter().map(|(label, formula)| format!("{label}: {formula}")).collect()
        };
        let outer = ["label1: p", "label3: (< x 3)", "label2: (not (< x 3))", "label0: (or p (not (< x 3)))"];
        assert_eq!(labels(1), outer);
        assert_eq!(labels(0)[..4], outer);
        assert_eq!(labels(0)[4..], ["label4: (let ((y x)) (and p (> y 1)))"]);
    }
}
