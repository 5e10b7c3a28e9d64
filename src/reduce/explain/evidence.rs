//! Evidence for a changed script: why an answer to it would be wrong.

use crate::smtlib::instance::{Expected, Instance};
use crate::smtlib::{Problem, ReadError, Script};
use crate::solver::verdict::Verdict;
use crate::theory::value::Value;
use crate::witness::{Evaluator, Grade, Obligation, Witness, exhaustive};

/// The evidence of a failing script, to be renewed for what it becomes.
#[derive(Debug)]
pub(super) struct Evidence<'a> {
    script: &'a Instance,
    /// Whether the failure is an answer that is wrong only where another one is right.
    is_answer: bool,
    /// The definitions that satisfy the script, one command each.
    definitions: Vec<String>,
    evaluator: &'a Evaluator,
}

impl<'a> Evidence<'a> {
    pub(super) fn gather(
        script: &'a Instance,
        definitions: &str,
        verdict: &Verdict,
        evaluator: &'a Evaluator,
    ) -> Result<Evidence<'a>, ReadError> {
        let read = Script::parse(definitions.to_owned())?;
        let line = |node| read.tree.canonical_text(node) + "\n";
        let definitions = read.declarations.iter().map(|declaration| line(declaration.node)).collect();
        Ok(Evidence { script, is_answer: verdict.class.is_wrong(), definitions, evaluator })
    }

    /// Returns the values of the terms of the script under its witness, by number; none if it has no witness.
    pub(super) fn values(&self, problem: &Problem) -> Vec<Option<Value>> {
        if self.definitions.is_empty() {
            return Vec::new();
        }
        let witness = Witness::read(&problem.script, &self.definitions.concat()).ok();
        witness.and_then(|witness| self.evaluator.settled_values(problem, &witness).ok()).unwrap_or_default()
    }

    /// Returns a changed script as an instance, with what is known of the right answers; `None` if the failure would prove
    /// nothing there. `keeps_sorts` says whether the symbols have the sorts that they had.
    pub(super) fn renewed(&self, changed: &Problem, keeps_sorts: bool) -> Option<Instance> {
        let mut instance = Instance::from_tree(&changed.script.tree).ok()?;
        if instance.checks() != self.script.checks() {
            return None;
        }
        for check in 0..instance.checks() {
            instance.expect(self.script.expected(check), &[check]);
        }
        if exhaustive::confirms(&instance) {
            return Some(instance);
        }
        let all: Vec<usize> = (0..instance.checks()).collect();
        let needs_unsat = all.iter().any(|&check| instance.expected(check) == Expected::Unsat);
        let is_open = instance.last_judged().is_none();
        if !is_open && !needs_unsat && self.is_satisfied(changed, keeps_sorts) {
            instance.expect(Expected::Sat, &all);
            return Some(instance);
        }
        instance.leave_open(&all);
        (!self.is_answer).then_some(instance)
    }

    /// Whether one witness satisfies all assertions and assumptions: that of the script, or one that a search finds.
    fn is_satisfied(&self, changed: &Problem, keeps_sorts: bool) -> bool {
        let script = &changed.script;
        let mut claim = Obligation::collect(script);
        claim.formulas.extend(script.assumptions.iter().map(|&node| script.tree.canonical_text(node)));
        if keeps_sorts {
            let kept = Obligation { definitions: self.definitions.clone(), ..claim.clone() };
            if kept.grade() == Some(Grade::Evaluated) {
                return true;
            }
        }
        self.evaluator.definitions(&claim, Grade::Evaluated).is_some()
    }
}
