//! A failing script from anywhere → an instance and a witness, as far as it comes with one.

use crate::matrix::{Missing, Solver};
use crate::process::workspace::Workspace;
use crate::smtlib::instance::{Instance, Kind};
use crate::smtlib::{Position, Problem, ReadError, Script, Tree};
use crate::solver::models::ModelRow;
use crate::theory::recursion;
use crate::witness::printed::{Completion, Printed};
use crate::witness::{Evaluator, Found, ModelFinder, PrintedError, Witness, detach};

/// A script and, perhaps, definitions that satisfy it.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    /// The script: options and logic, declarations, then everything else in order.
    pub instance: Instance,
    /// The definitions in the comments after it.
    pub definitions: Option<String>,
    problem: Problem,
}

/// A script or witness that cannot be taken.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GivenError {
    /// It is not SMT-LIB, or uses what is not known.
    #[error("{0}")]
    Unreadable(#[from] ReadError),
    /// It asserts nothing.
    #[error("it asserts nothing, so there is nothing to minimise")]
    NoAssertions,
    /// No function is known to satisfy one of its recursive definitions.
    #[error("{place}: {what}; a solver that answers unsat may be right")]
    Groundless {
        /// The call that need not descend.
        place: Position,
        /// Which definition, and why.
        what: String,
    },
    /// It has commands after which what was declared is forgotten.
    #[error("it has a `(reset)`; give the part after it as a script of its own")]
    Reset,
    /// It asks for no answer.
    #[error("it has no check-sat, so there is no wrong answer to look for")]
    NoCheck,
    /// A declared symbol is not defined.
    #[error(
        "the witness defines {defined} of the {declared} symbols and sorts that the script declares; it needs one definition for each, in the same order"
    )]
    Incomplete {
        /// Definitions there are.
        defined: usize,
        /// Declarations there are.
        declared: usize,
    },
    /// There is no model.
    #[error(
        "no witness was found: {0}; give one with `--witness FILE`, or let another solver look for one with `--model-from SOLVER`"
    )]
    NoModel(String),
    /// A solver's model cannot be read.
    #[error(transparent)]
    Printed(#[from] PrintedError),
}

impl Given {
    /// Reads a script; in the comments after it may stand its witness, as smt-storm writes it.
    ///
    /// # Errors
    /// Text that is no script with assertions and checks.
    pub(crate) fn read(text: &str) -> Result<Given, GivenError> {
        let (_, definitions) = detach(text)?;
        let problem = Problem::read(text)?;
        if problem.asserts_nothing() {
            return Err(GivenError::NoAssertions);
        }
        let tree = &problem.script.tree;
        if let Some(definition) = recursion::of_script(&problem.script)?.first() {
            let (place, what) = (tree.position(definition.call), definition.to_string());
            return Err(GivenError::Groundless { place, what });
        }
        if tree.roots().iter().any(|&root| tree.canonical_text(root) == "(reset)") {
            return Err(GivenError::Reset);
        }
        let instance = in_order(&Instance::read(problem.source())?, &problem.script);
        if instance.checks() == 0 {
            return Err(GivenError::NoCheck);
        }
        Ok(Given { instance, definitions: definitions.filter(|text| !text.is_empty()), problem })
    }

    /// The witness that definitions make: one command for each declaration, in order; other commands
    /// of the text are passed over, so that a certificate will do.
    ///
    /// # Errors
    /// Text that is not SMT-LIB, or with fewer definitions.
    pub(crate) fn witness(&self, definitions: &str) -> Result<Witness, GivenError> {
        let script = Script::parse(definitions.to_owned())?;
        let text = |node| script.tree.canonical_text(node);
        let lines: Vec<String> = script.declarations.iter().map(|line| text(line.node)).collect();
        let declared = self.problem.script.declarations.len();
        if lines.len() != declared {
            return Err(GivenError::Incomplete { defined: lines.len(), declared });
        }
        Ok(Witness::from_definitions(&self.problem.script, lines, &script))
    }

    /// A witness that Z3 finds for all assertions together.
    ///
    /// # Errors
    /// There is none, or it is too hard to find.
    pub(crate) fn searched(&self, evaluator: &Evaluator) -> Result<Witness, GivenError> {
        let found = evaluator.model(&Script::parse(self.text_of_all())?);
        let definitions = found.ok_or_else(|| {
            GivenError::NoModel("Z3 finds no model of all its assertions that can be evaluated".to_owned())
        })?;
        self.witness(&definitions.concat())
    }

    /// A witness that a solver finds for all assertions together.
    ///
    /// # Errors
    /// The solver finds none, cannot be started, or prints one that cannot be read.
    pub(crate) fn modelled(&self, solver: &Solver, workspace: &Workspace) -> Result<Witness, GivenError> {
        let row = Solver { missing: Missing::Error, ..solver.clone() };
        let finder = ModelRow::new(&row, workspace.temporary());
        let script = &self.problem.script;
        let found = finder.find(script.logic.as_deref(), &self.text_of_all(), None);
        let none = |said: String| GivenError::NoModel(format!("{} answers {said}", row.name));
        match found.map_err(GivenError::NoModel)? {
            Found::Model(text) => Ok(Printed::read(script, &text)?.witness(script, Completion::default())?),
            Found::Unsat => Err(none("unsat".to_owned())),
            Found::Nothing(why) => Err(none(why.to_string())),
        }
    }

    /// All that is asserted or assumed anywhere, in one script.
    fn text_of_all(&self) -> String {
        let mut text = String::new();
        let head = self.instance.commands.iter().filter(|line| match line.kind {
            Kind::Setup => self.instance.line(line).starts_with("(set-logic"),
            kind => kind == Kind::Declaration,
        });
        head.for_each(|line| text.push_str(self.instance.line(line)));
        let script = &self.problem.script;
        for &node in script.assertions.iter().chain(&script.assumptions) {
            text.push_str(&format!("(assert {})\n", script.tree.canonical_text(node)));
        }
        text
    }
}

/// The commands with options first, then each declaration once, then what asserts and asks; what
/// only informs is left out.
fn in_order(read: &Instance, script: &Script) -> Instance {
    let mut ordered = Instance::default();
    let line = |line: &crate::smtlib::instance::Command| read.line(line).trim_end().to_owned();
    for command in read.commands.iter().filter(|command| command.kind == Kind::Setup) {
        let text = line(command);
        if text.starts_with("(set-logic") || text.starts_with("(set-option") {
            ordered.add(Kind::Setup, |out| out.push_str(&text));
        }
    }
    // What is declared before everything else has to outlive what takes assertions away.
    if read.of_kind(Kind::Reset).next().is_some() && !ordered.text.contains(":global-declarations true") {
        let rest = std::mem::take(&mut ordered);
        ordered.add(Kind::Setup, |out| out.push_str("(set-option :global-declarations true)"));
        rest.commands.iter().for_each(|command| {
            ordered.add(command.kind, |out| out.push_str(rest.line(command).trim_end()));
        });
    }
    for declaration in &script.declarations {
        ordered.add(Kind::Declaration, |out| out.push_str(&script.tree.canonical_text(declaration.node)));
    }
    let rest = read.commands.iter().filter(|line| !matches!(line.kind, Kind::Setup | Kind::Declaration));
    for command in rest {
        // On a line of its own, whatever lines it had.
        let text = Tree::parse(line(command)).map(|tree| tree.canonical_text(tree.roots()[0]));
        ordered.add(command.kind, |out| out.push_str(&text.unwrap_or_default()));
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "; from a tracker\n(set-info :status sat)(set-logic QF_LIA)\n(declare-fun x () Int)\n(push 1)\n\
        (assert (> x\n  3))(declare-fun y () Int)(assert (= y x))(check-sat)(pop 1)(check-sat)(exit)\n";

    #[test]
    fn a_script_is_put_in_order() {
        let given = Given::read(SCRIPT).unwrap();
        assert_eq!(
            given.instance.text,
            "(set-logic QF_LIA)\n(declare-fun x () Int)\n(declare-fun y () Int)\n(push 1)\n(assert (> x 3))\n\
             (assert (= y x))\n(check-sat)\n(pop 1)\n(check-sat)\n"
        );
        assert_eq!(given.definitions, None);
    }

    #[test]
    #[cfg_attr(not(feature = "z3"), ignore = "needs Z3")]
    fn a_witness_stands_in_comments_or_is_searched_for() {
        let witness = "; Expected: sat. Satisfied by this witness (x):\n; (define-fun x () Int 7)\n; (define-fun y () Int 7)\n; State: open\n";
        let given = Given::read(&format!("{SCRIPT}{witness}")).unwrap();
        let definitions = given.definitions.clone().unwrap();
        assert_eq!(given.witness(&definitions).unwrap().text(), definitions);
        let certificate = format!("(set-logic ALL)\n{definitions}(assert (> x 3))\n(check-sat)\n");
        assert_eq!(given.witness(&certificate).unwrap().text(), definitions);
        assert!(matches!(
            given.witness("(define-fun x () Int 7)"),
            Err(GivenError::Incomplete { defined: 1, declared: 2 })
        ));
        assert_eq!(given.searched(&Evaluator::in_process()).unwrap().definitions.len(), 2);
    }

    #[test]
    fn a_definition_may_have_several_lines() {
        let text = "(declare-fun s () String)\n(assert (= s s))\n(check-sat)\n; Expected: sat. (x):\n\
                    ; (define-fun s () String \"a\n; b\")\n; State: open\n";
        let given = Given::read(text).unwrap();
        assert_eq!(given.definitions.as_deref(), Some("(define-fun s () String \"a\nb\")\n"));
        assert_eq!(given.witness(&given.definitions.clone().unwrap()).unwrap().definitions.len(), 1);
    }

    #[test]
    fn what_cannot_be_minimised_says_why() {
        let error = |text: &str| Given::read(text).unwrap_err().to_string();
        assert!(error("(assert true)").contains("no check-sat"));
        assert!(error("(assert true)(check-sat)(reset)(assert true)(check-sat)").contains("`(reset)`"));
        assert!(error("(assert true").contains("never closed"));
        assert!(error("(declare-fun p () Bool)(check-sat)").contains("asserts nothing"));
        let groundless =
            "(define-fun-rec f ((n Int)) Int\n (* 2 (f (- n 1))))(assert (= (f 0) 0))(check-sat)";
        assert_eq!(
            error(groundless),
            "2:7: no function is known to satisfy the recursive definition of `f`: nothing that is bounded gets smaller \
             in `(f (- n 1))`; a solver that answers unsat may be right"
        );
        let given = Given::read("(declare-fun x () Int)(assert (> x 1))(assert (< x 1))(check-sat)").unwrap();
        assert!(
            given
                .searched(&Evaluator::in_process())
                .unwrap_err()
                .to_string()
                .contains("no witness was found")
        );
    }
}
