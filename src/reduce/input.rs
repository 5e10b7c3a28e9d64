//! Failing script of any origin → instance, and a witness if it contains one.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::matrix::{Missing, Solver};
use crate::process::workspace::Workspace;
use crate::reduce::minimise::{Origin, Unfit, without_witness};
use crate::smtlib::instance::{Command, Expected, Instance, Kind};
use crate::smtlib::{Position, Problem, ReadError, Script, Tree};
use crate::solver::models::ModelRow;
use crate::theory::recursion;
use crate::witness::printed::{Completion, Printed};
use crate::witness::{Detached, Evaluator, Found, ModelFinder, PrintedError, Witness, detach, exhaustive};

/// A script and, perhaps, definitions that satisfy the assertions in force at each of its checks.
#[derive(Clone, Debug)]
pub(crate) struct InputScript {
    /// The script: options and logic, declarations, then everything else in order.
    pub instance: Instance,
    /// The definitions of each witness in the comments after it.
    pub definitions: Vec<String>,
    /// Whether the comments say that no witness is known.
    pub is_open: bool,
    /// The checks that are unsatisfiable by what the comments say, counted from 0.
    pub unsat: Vec<usize>,
    problem: Problem,
}

/// The reason why a script or witness is rejected.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    /// The script is not SMT-LIB, or uses something that is not supported.
    #[error("{0}")]
    Unreadable(#[from] ReadError),
    #[error("it asserts nothing, so there is nothing to minimise")]
    NoAssertions,
    #[error("{place}: {what}; a solver that answers unsat may be right")]
    Groundless { place: Position, what: String },
    #[error("it has a `(reset)`; minimise the part after it as a separate script")]
    Reset,
    #[error("it has no check-sat, so there is no wrong answer to look for")]
    NoCheck,
    #[error(
        "the witness defines {defined} of the {declared} symbols and sorts that the script declares; it needs one definition for each, in the same order"
    )]
    Incomplete { defined: usize, declared: usize },
    #[error(
        "no witness was found: {0}; give one with `--witness FILE`, or let another solver look for one with `--model-from SOLVER`"
    )]
    NoModel(String),
    /// A solver's model cannot be parsed.
    #[error(transparent)]
    Printed(#[from] PrintedError),
}

impl InputScript {
    /// Reads a script. The comments after it may contain its witness, as smt-storm writes it.
    pub(crate) fn read(text: &str) -> Result<InputScript, InputError> {
        let detached = detach(text)?;
        let problem = Problem::read(text)?;
        if problem.asserts_nothing() {
            return Err(InputError::NoAssertions);
        }
        let tree = &problem.script.tree;
        if let Some(definition) = recursion::of_script(&problem.script)?.first() {
            let (place, what) = (tree.position(definition.call), definition.to_string());
            return Err(InputError::Groundless { place, what });
        }
        if tree.roots().iter().any(|&root| tree.canonical_text(root) == "(reset)") {
            return Err(InputError::Reset);
        }
        let instance = detached.certify(in_order(&problem.script)?);
        if instance.checks() == 0 {
            return Err(InputError::NoCheck);
        }
        let Detached { witnesses: attached, is_open, unsat, .. } = detached;
        let definitions =
            attached.into_iter().map(|one| one.definitions).filter(|text| !text.is_empty()).collect();
        Ok(InputScript { instance, definitions, is_open, unsat, problem })
    }

    /// Whether nothing but the script itself tells which answers are right.
    pub(crate) fn is_plain(&self) -> bool {
        !self.is_open && self.unsat.is_empty() && self.definitions.is_empty()
    }

    /// Returns the checks, counted from 0, to which exhaustion shows that `unsat` is right.
    pub(crate) fn refuted(&self) -> Vec<usize> {
        let decided = |check| exhaustive::decide(&self.instance, check)?.is_satisfiable();
        (0..self.instance.checks()).filter(|&check| decided(check) == Some(false)).collect()
    }

    /// Returns the script as one of which nothing is known but that `unsat` is right at some checks, counted from 0.
    pub(crate) fn expecting_unsat(&self, checks: &[usize]) -> Instance {
        let mut instance = self.instance.clone();
        instance.leave_open(&(0..instance.checks()).collect::<Vec<_>>());
        instance.expect(Expected::Unsat, checks);
        instance
    }

    /// Reads witnesses from definitions: for each witness, one definition for each declaration, in order. Other
    /// commands are ignored, so a certificate is accepted, too. A `(reset)` may separate two witnesses, but need
    /// not.
    pub(crate) fn witnesses(&self, definitions: &str) -> Result<Vec<Witness>, InputError> {
        let mut found = Vec::new();
        for part in parts(definitions)? {
            let definitions = Script::parse(part)?;
            let (defined, declared) =
                (definitions.declarations.len(), self.problem.script.declarations.len());
            if defined != declared {
                return Err(InputError::Incomplete { defined, declared });
            }
            found.push(Witness::given(&self.problem.script, &definitions));
        }
        Ok(found)
    }

    /// Reads one witness from definitions.
    fn witness(&self, definitions: &str) -> Result<Witness, InputError> {
        let mut found = self.witnesses(definitions)?;
        let declared = self.problem.script.declarations.len();
        found.pop().filter(|_| found.is_empty()).ok_or(InputError::Incomplete { defined: 0, declared })
    }

    /// Returns the checks, counted from 0, whose assertions in force are not true under any of the witnesses.
    pub(crate) fn without_witness(
        &self,
        witnesses: &[Witness],
        evaluator: &Evaluator,
    ) -> Result<Vec<usize>, Unfit> {
        without_witness(&Origin { instance: &self.instance, witnesses }, evaluator)
    }

    /// Replaces the assertion in an error by its original text: symbols that are declared repeatedly are renamed
    /// internally.
    pub(crate) fn as_written(&self, unfit: Unfit) -> Unfit {
        let Unfit::NotSatisfied { assertion: Some(number), .. } = unfit else { return unfit };
        let script = &self.problem.script;
        match number.checked_sub(1).and_then(|at| script.assertions.get(at)) {
            Some(&node) => {
                let text = format!("(assert {})", script.tree.as_written(node));
                Unfit::NotSatisfied { assertion: Some(number), text }
            }
            None => unfit,
        }
    }

    /// Searches for witnesses with Z3: one for all assertions together, or one for each check.
    ///
    /// # Errors
    /// There are none, or none are found before the deadline.
    pub(crate) fn searched(
        &self,
        evaluator: &Evaluator,
        deadline: Option<Instant>,
    ) -> Result<Vec<Witness>, InputError> {
        self.found(evaluator, |text| {
            let left = deadline.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()));
            let found = evaluator.model(&Script::parse(text)?, left);
            let none = || InputError::NoModel("Z3 finds no model of it that can be evaluated".to_owned());
            self.witness(&found.ok_or_else(none)?.concat())
        })
    }

    /// Applies `find` to the script with all assertions together, or, if it fails, to the assertions in force at
    /// each check.
    fn found(
        &self,
        evaluator: &Evaluator,
        mut find: impl FnMut(String) -> Result<Witness, InputError>,
    ) -> Result<Vec<Witness>, InputError> {
        let of_all = find(self.text_of_all());
        let error = match of_all {
            Ok(witness) => return Ok(vec![witness]),
            Err(error) if self.instance.checks() == 1 => return Err(error),
            Err(error) => error,
        };
        let mut found: Vec<Witness> = Vec::new();
        for check in 0..self.instance.checks() {
            // A witness of an earlier check may satisfy this one.
            let has_one = !found.is_empty()
                && self.without_witness(&found, evaluator).is_ok_and(|without| !without.contains(&check));
            if !has_one {
                found.extend(find(self.text_at(check)?));
            }
        }
        if found.is_empty() { Err(error) } else { Ok(found) }
    }

    /// Searches for witnesses with a solver: one for all assertions together, or one for each check.
    pub(crate) fn modelled(
        &self,
        solver: &Solver,
        workspace: &Workspace,
        evaluator: &Evaluator,
    ) -> Result<Vec<Witness>, InputError> {
        let row = Solver { missing: Missing::Error, ..solver.clone() };
        let finder = ModelRow::new(&row, workspace.temporary());
        self.found(evaluator, |text| self.modelled_by(&finder, &row, &text))
    }

    fn modelled_by(&self, finder: &ModelRow, row: &Solver, text: &str) -> Result<Witness, InputError> {
        let script = &self.problem.script;
        let found = finder.find(script.logic.as_deref(), text, None);
        let none = |said: String| InputError::NoModel(format!("{} answers {said}", row.name));
        match found.map_err(InputError::NoModel)? {
            Found::Model(text) => Ok(Printed::read(script, &text)?.witness(script, Completion::default())?),
            Found::Unsat => Err(none("unsat".to_owned())),
            Found::Nothing(why) => Err(none(why.to_string())),
        }
    }

    /// Returns a script with all assertions and assumptions.
    fn text_of_all(&self) -> String {
        let mut text = self.head();
        let script = &self.problem.script;
        for &node in script.assertions.iter().chain(&script.assumptions) {
            text.push_str(&format!("(assert {})\n", script.tree.canonical_text(node)));
        }
        text
    }

    /// Returns a script with the assertions and assumptions in force at a check.
    fn text_at(&self, check: usize) -> Result<String, InputError> {
        let said = self.instance.assertions_at(&[check])?;
        Ok(self.head() + &said.assertions().collect::<String>())
    }

    /// Returns the logic and the declarations.
    fn head(&self) -> String {
        let is_wanted = |line: &&Command| match line.kind {
            Kind::Setup => self.instance.line(line).starts_with("(set-logic"),
            kind => kind == Kind::Declaration,
        };
        self.instance.commands.iter().filter(is_wanted).map(|line| self.instance.line(line)).collect()
    }
}

/// Splits a text at each `(reset)`, and where a symbol is defined again.
fn parts(text: &str) -> Result<Vec<String>, ReadError> {
    let tree = Tree::parse(text.to_owned())?;
    let (mut parts, mut defined) = (vec![String::new()], BTreeSet::new());
    for &root in tree.roots() {
        let items = tree.list(root).unwrap_or_default();
        let head = tree.head(root).unwrap_or_default();
        let defines = head.starts_with("define-") || head.starts_with("declare-");
        let name = items.get(1).filter(|_| defines).map(|&name| tree.canonical_text(name));
        if head == "reset" || name.as_ref().is_some_and(|name| defined.contains(name)) {
            parts.push(String::new());
            defined.clear();
        }
        defined.extend(name);
        if let Some(part) = parts.last_mut().filter(|_| head != "reset") {
            part.extend([tree.text(root), "\n"]);
        }
    }
    Ok(parts)
}

/// Returns the commands in order: options first, then each declaration once, then assertions and checks. Commands
/// that only give information are left out.
fn in_order(script: &Script) -> Result<Instance, ReadError> {
    let read = Instance::from_tree(&script.tree)?;
    let mut ordered = Instance::default();
    let setup = read.of_kind(Kind::Setup).map(|(_, command)| read.line(command).trim_end());
    let setup: Vec<&str> = setup
        .filter(|line| {
            ["(set-logic", "(set-option", "(set-simplifier"].iter().any(|head| line.starts_with(head))
        })
        .collect();
    // Declarations are moved to the front, so they must survive commands that remove assertions.
    let needs_global = read.of_kind(Kind::Reset).next().is_some();
    if needs_global && !setup.iter().any(|line| line.contains(":global-declarations true")) {
        ordered.set_option(":global-declarations true");
    }
    setup.iter().for_each(|line| ordered.add(Kind::Setup, line));
    for declaration in &script.declarations {
        ordered.add(Kind::Declaration, &script.tree.canonical_text(declaration.node));
    }
    let rest = read.commands.iter().filter(|line| !matches!(line.kind, Kind::Setup | Kind::Declaration));
    rest.for_each(|command| ordered.copy(command, &read));
    Ok(ordered)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "; from a tracker\n(set-info :status sat)(set-logic QF_LIA)\n(declare-fun x () Int)\n(push 1)\n\
        (assert (> x\n  3))(declare-fun y () Int)(assert (= y x))(check-sat)(pop 1)(check-sat)(exit)\n";

    #[test]
    fn a_script_is_put_in_order() {
        let given = InputScript::read(SCRIPT).unwrap();
        assert_eq!(
            given.instance.text,
            "(set-logic QF_LIA)\n(declare-fun x () Int)\n(declare-fun y () Int)\n(push 1)\n(assert (> x 3))\n\
             (assert (= y x))\n(check-sat)\n(pop 1)\n(check-sat)\n"
        );
        assert!(given.definitions.is_empty());
    }

    #[test]
    fn what_a_script_says_of_itself_sets_no_option() {
        let script = "(set-info :notes |needs :global-declarations true|)(declare-const p Bool)(reset-assertions)\
            (assert p)(check-sat)";
        let given = InputScript::read(script).unwrap();
        assert!(
            given
                .instance
                .text
                .starts_with("(set-option :global-declarations true)\n(declare-const p Bool)\n")
        );
    }

    #[test]
    #[cfg_attr(not(feature = "z3"), ignore = "needs Z3")]
    fn a_witness_stands_in_comments_or_is_searched_for() {
        let witness = "; Expected: sat. Satisfied by this witness (x):\n; (define-fun x () Int 7)\n; (define-fun y () Int 7)\n; State: open\n";
        let given = InputScript::read(&format!("{SCRIPT}{witness}")).unwrap();
        let [definitions] = given.definitions.as_slice() else { panic!("one witness") };
        assert_eq!(given.witness(definitions).unwrap().text(), *definitions);
        let certificate = format!("(set-logic ALL)\n{definitions}(assert (> x 3))\n(check-sat)\n");
        assert_eq!(given.witness(&certificate).unwrap().text(), *definitions);
        assert!(matches!(
            given.witness("(define-fun x () Int 7)"),
            Err(InputError::Incomplete { defined: 1, declared: 2 })
        ));
        let searched = given.searched(&Evaluator::in_process(), None).unwrap();
        assert_eq!(searched.iter().map(|witness| witness.definitions().len()).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn a_definition_may_have_several_lines() {
        let text = "(declare-fun s () String)\n(assert (= s s))\n(check-sat)\n; Expected: sat. (x):\n\
                    ; (define-fun s () String \"a\n; b\")\n; State: open\n";
        let given = InputScript::read(text).unwrap();
        assert_eq!(given.definitions, ["(define-fun s () String \"a\nb\")\n"]);
        assert_eq!(given.witness(&given.definitions[0]).unwrap().definitions().len(), 1);
    }

    const BRANCHES: &str = "(set-logic QF_LIA)(declare-fun n () Int)(push 1)(assert (> n 8))(check-sat)(pop 1)(push 1)\
        (assert (<= n 8))(check-sat-assuming ((= n 2)))(pop 1)(push 1)(assert (distinct n n))(check-sat)(pop 1)";

    #[test]
    #[cfg_attr(not(feature = "z3"), ignore = "needs Z3")]
    fn branches_that_exclude_each_other_get_a_witness_each() {
        let mut given = InputScript::read(BRANCHES).unwrap();
        let evaluator = Evaluator::in_process();
        let witnesses = given.searched(&evaluator, None).unwrap();
        assert_eq!(witnesses.len(), 2);
        // A branch that is truly unsatisfiable has no witness, and is not judged.
        assert_eq!(given.without_witness(&witnesses, &evaluator).unwrap(), [2]);
        // It stays as an open check.
        given.instance.leave_open(&[2]);
        let origin = Origin { instance: &given.instance, witnesses: &witnesses };
        let proof = crate::reduce::minimise::proof(&origin, &evaluator).unwrap();
        assert_eq!((given.instance.checks(), proof.open(), proof.texts.len()), (3, vec![2], 2));
    }

    #[test]
    fn several_witnesses_may_be_given() {
        let given = InputScript::read(BRANCHES).unwrap();
        let one = |value: u32| format!("(define-fun n () Int {value})\n");
        let texts = |text: &str| -> Vec<String> {
            given.witnesses(text).unwrap().iter().map(Witness::text).collect()
        };
        assert_eq!(texts(&(one(9) + &one(2))), [one(9), one(2)]);
        let certificates = format!("(set-logic ALL)\n{}(check-sat)\n(reset)\n{}(check-sat)", one(9), one(2));
        assert_eq!(texts(&certificates), [one(9), one(2)]);
    }

    #[test]
    fn what_cannot_be_minimised_says_why() {
        let error = |text: &str| InputScript::read(text).unwrap_err().to_string();
        assert!(error("(assert true)").contains("no check-sat"));
        assert!(error("(assert true)(check-sat)(reset)(assert true)(check-sat)").contains("`(reset)`"));
        assert!(error("(assert true").contains("never closed"));
        assert!(error("(declare-fun p () Bool)(check-sat)").contains("asserts nothing"));
        let groundless =
            "(define-fun-rec f ((n Int)) Int\n (* 2 (f (- n 1))))(assert (= (f 0) 0))(check-sat)";
        assert_eq!(
            error(groundless),
            "2:7: no function is known to satisfy the recursive definition of `f`: nothing bounded gets smaller \
             in `(f (- n 1))`; a solver that answers unsat may be right"
        );
        let given =
            InputScript::read("(declare-fun x () Int)(assert (> x 1))(assert (< x 1))(check-sat)").unwrap();
        assert!(
            given
                .searched(&Evaluator::in_process(), None)
                .unwrap_err()
                .to_string()
                .contains("no witness was found")
        );
    }
}
