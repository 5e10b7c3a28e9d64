//! Instances: scripts that are satisfiable by construction at every check, as lists of commands.

mod questions;
mod views;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

pub use questions::Questions;
pub use views::Adapted;

use crate::digest::Digest;
use crate::smtlib::script::{InForce, Step};
use crate::smtlib::{NodeId, Problem, ReadError, Tree};

/// What a command of an instance does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Logic and options.
    Setup,
    /// Declares symbols of the seed.
    Declaration,
    /// Asserts a formula that is true under the witness.
    Assertion,
    /// Opens this many levels.
    Push(u32),
    /// Closes this many levels.
    Pop(u32),
    /// Forgets assertions and levels.
    Reset,
    /// Asks whether what is in force is satisfiable: it is.
    Check,
    /// Asks the same where no witness is known: any answer may be right.
    OpenCheck,
    /// Asks for the model of the check before.
    Model,
}

impl Kind {
    /// Whether it asks for an answer.
    pub fn is_check(self) -> bool {
        matches!(self, Kind::Check | Kind::OpenCheck)
    }
}

/// One command, on a line of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// What it does.
    pub kind: Kind,
    /// Its bytes in the script, line end included.
    pub range: Range<usize>,
}

/// What was drawn from one group of options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// The name of the group.
    pub group: String,
    /// Who uses such options, in a word.
    pub tier: &'static str,
    /// Further arguments for the solver.
    pub args: Vec<String>,
    /// The same as `solvers.yaml` has them: they are kept with a failure, and read on other machines.
    pub written: Vec<String>,
    /// Options as `set-option` takes them, `:produce-models true`.
    pub set_options: Vec<String>,
}

impl Drawn {
    /// The arguments and options, one after the other.
    fn words(&self) -> impl Iterator<Item = &str> {
        self.written.iter().chain(&self.set_options).map(String::as_str)
    }
}

/// A generated script. Every assertion is true under the witness, so the only right answer
/// to each of its checks is `sat`. Scripts from elsewhere may have open checks beside these.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instance {
    /// The whole script.
    pub text: String,
    /// Its commands in order; together they are the whole text.
    pub commands: Vec<Command>,
    /// What was drawn from each group of the solver's options; instances share it.
    pub drawn: Vec<Arc<Drawn>>,
    /// Its terms, once somebody asked for them.
    terms: SharedProblem,
}

/// A problem that is read once and shared by all copies. It says nothing that the text does not.
#[derive(Clone, Debug, Default)]
struct SharedProblem(OnceLock<Arc<Problem>>);

impl PartialEq for SharedProblem {
    fn eq(&self, _: &SharedProblem) -> bool {
        true
    }
}

impl Eq for SharedProblem {}

impl Instance {
    /// Reads a script that was an instance's.
    ///
    /// # Errors
    /// Text that is no list of commands.
    pub fn read(script: &str) -> Result<Instance, ReadError> {
        let tree = Tree::parse(script.to_owned())?;
        Instance::of_commands(&tree, |root| tree.text(root).into())
    }

    /// The commands of a tree, in canonical text; nothing is read.
    ///
    /// # Errors
    /// A malformed command.
    pub(crate) fn from_tree(tree: &Tree) -> Result<Instance, ReadError> {
        Instance::of_commands(tree, |root| tree.canonical_text(root).into())
    }

    fn of_commands<'a>(tree: &'a Tree, line: impl Fn(NodeId) -> Cow<'a, str>) -> Result<Instance, ReadError> {
        let mut instance = Instance::default();
        for &root in tree.roots() {
            let items = tree.list(root).unwrap_or_default();
            let name = items.first().and_then(|&head| tree.symbol(head)).unwrap_or_default();
            let count = || items.get(1).map_or(Ok(1), |&count| tree.text(count).parse());
            let count = || count().map_err(|_| tree.error(root, "expected a number of levels"));
            let kind = match name {
                "assert" => Kind::Assertion,
                "push" => Kind::Push(count()?),
                "pop" => Kind::Pop(count()?),
                "reset-assertions" => Kind::Reset,
                "get-model" => Kind::Model,
                _ if name.starts_with("check-sat") => Kind::Check,
                _ if name.starts_with("declare-") || name.starts_with("define-") => Kind::Declaration,
                _ => Kind::Setup,
            };
            instance.add(kind, |text| text.push_str(&line(root)));
        }
        Ok(instance)
    }

    /// One without commands, for which the same was drawn.
    #[must_use]
    pub fn without_commands(&self) -> Instance {
        Instance::default().with_drawn(self.drawn.clone())
    }

    /// The same with something else drawn.
    #[must_use]
    pub fn with_drawn(self, drawn: Vec<Arc<Drawn>>) -> Instance {
        Instance { drawn, ..self }
    }

    /// The script as terms. The text is read when somebody asks for the first time.
    ///
    /// # Errors
    /// A script with terms of no known shape.
    pub fn problem(&self) -> Result<Arc<Problem>, ReadError> {
        let known = self.terms.0.get().filter(|problem| problem.script.tree.as_first_read() == self.text);
        match known {
            Some(problem) => Ok(Arc::clone(problem)),
            None => {
                let problem = Arc::new(Problem::read(self.text.as_str())?);
                // One that is there already is of another text.
                let _ = self.terms.0.set(Arc::clone(&problem));
                Ok(problem)
            }
        }
    }

    /// SHA-256 of the script.
    pub fn digest(&self) -> Digest {
        Digest::of(&self.text)
    }

    /// Appends one command; `line` writes it without the line end.
    pub fn add(&mut self, kind: Kind, line: impl FnOnce(&mut String)) {
        let start = self.text.len();
        line(&mut self.text);
        self.text.push('\n');
        self.terms = SharedProblem::default();
        self.commands.push(Command { kind, range: start..self.text.len() });
    }

    /// The text of a command, line end included.
    pub fn line(&self, command: &Command) -> &str {
        &self.text[command.range.clone()]
    }

    /// The declarations at the head, in the order of the seed.
    pub fn declarations(&self) -> impl Iterator<Item = &str> {
        let head =
            self.commands.iter().take_while(|line| matches!(line.kind, Kind::Setup | Kind::Declaration));
        head.filter(|line| line.kind == Kind::Declaration).map(|line| self.line(line))
    }

    /// The assertions of all levels, in order.
    pub fn assertions(&self) -> impl Iterator<Item = &str> {
        self.of_kind(Kind::Assertion).map(|(_, line)| self.line(line))
    }

    /// How many answers the script asks for.
    pub fn checks(&self) -> usize {
        self.check_lines().count()
    }

    /// The commands that ask for answers, each with its position.
    pub(crate) fn check_lines(&self) -> impl Iterator<Item = (usize, &Command)> {
        self.commands.iter().enumerate().filter(|(_, command)| command.kind.is_check())
    }

    /// Whether the right answer to a check, counted from 0, is known: then it is `sat`.
    pub fn is_judged(&self, check: usize) -> bool {
        self.check_lines().nth(check).is_some_and(|(_, command)| command.kind == Kind::Check)
    }

    /// The last check, from 0, whose right answer is known.
    pub(crate) fn last_judged(&self) -> Option<usize> {
        (0..self.checks()).rev().find(|&check| self.is_judged(check))
    }

    /// Leaves it open what the right answers to some checks are, counted from 0.
    pub fn leave_open(&mut self, checks: &[usize]) {
        let asking = self.commands.iter_mut().filter(|command| command.kind.is_check());
        for (_, command) in asking.enumerate().filter(|(check, _)| checks.contains(check)) {
            command.kind = Kind::OpenCheck;
        }
    }

    /// Positions of the assertions in force at a check, counted from 0.
    pub fn in_force(&self, check: usize) -> Vec<usize> {
        let steps = self.commands.iter().enumerate().filter_map(|(at, command)| match command.kind {
            Kind::Assertion => Some(Step::Assert(at)),
            Kind::Push(count) => Some(Step::Push(count as usize)),
            Kind::Pop(count) => Some(Step::Pop(count as usize)),
            Kind::Reset => Some(Step::Reset),
            Kind::Check | Kind::OpenCheck => Some(Step::Check(0, (0, 0))),
            Kind::Setup | Kind::Declaration | Kind::Model => None,
        });
        InForce::until(steps, check).assertions
    }

    /// What is asserted and assumed at some checks, counted from 0, as assertions under its options and logic.
    ///
    /// # Errors
    /// A script with terms of no known shape.
    pub fn assertions_at(&self, checks: &[usize]) -> Result<Instance, ReadError> {
        let Problem { script, .. } = &*self.problem()?;
        let mut said = self.with(|at| self.commands[at].kind == Kind::Setup);
        let mut seen = BTreeSet::new();
        for in_force in checks.iter().filter_map(|&check| script.in_force(check)) {
            for formula in script.formulas(&in_force).map(|node| script.tree.as_written(node)) {
                if seen.insert(formula) {
                    said.add(Kind::Assertion, |text| text.extend(["(assert ", formula, ")"]));
                }
            }
        }
        Ok(said)
    }

    /// Whether the options are set without which its commands are errors, or do not mean the same to
    /// all solvers.
    pub(crate) fn sets_needed_options(&self) -> bool {
        let has = |kind| self.of_kind(kind).next().is_some();
        let sets = |option| self.of_kind(Kind::Setup).any(|(_, line)| self.line(line).contains(option));
        (!has(Kind::Model) || sets(":produce-models true"))
            && (!has(Kind::Reset) || !has(Kind::Declaration) || sets(":global-declarations true"))
    }

    /// The commands of one kind, each with its position.
    pub(crate) fn of_kind(&self, kind: Kind) -> impl Iterator<Item = (usize, &Command)> {
        self.commands.iter().enumerate().filter(move |(_, command)| command.kind == kind)
    }
}

impl Instance {
    /// The arguments that were drawn.
    pub fn arguments(&self) -> Vec<&str> {
        self.drawn.iter().flat_map(|one| one.args.iter().map(String::as_str)).collect()
    }

    /// The arguments that were drawn, as `solvers.yaml` has them.
    pub fn written_arguments(&self) -> Vec<&str> {
        self.drawn.iter().flat_map(|one| one.written.iter().map(String::as_str)).collect()
    }

    /// The arguments and options that were drawn, one after the other.
    pub fn drawn_words(&self) -> Vec<String> {
        self.drawn.iter().flat_map(|one| one.words().map(str::to_owned)).collect()
    }

    /// What was drawn, in words: `arith: smt.arith.solver=2 (expert)`.
    pub fn drawn_in_words(&self) -> Vec<String> {
        let described = |one: &Drawn| {
            let words: Vec<&str> = one.words().collect();
            let words = if words.is_empty() { "none".to_owned() } else { words.join(" ") };
            format!("{}: {words} ({})", one.group, one.tier)
        };
        self.drawn.iter().map(|one| described(one)).collect()
    }
}

/// Checks, counted from 0, as messages number them: from 1.
pub fn numbered(checks: &[usize]) -> String {
    checks.iter().map(|check| (check + 1).to_string()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instance(lines: &[(Kind, &str)]) -> Instance {
        let mut instance = Instance::default();
        lines.iter().for_each(|(kind, line)| instance.add(*kind, |text| text.push_str(line)));
        instance
    }

    #[test]
    fn scripts_are_read_as_they_were_written() {
        let lines = [
            (Kind::Setup, "(set-logic X)"),
            (Kind::Declaration, "(declare-fun |a\n(check-sat)| () Bool)"),
            (Kind::Push(2), "(push 2)"),
            (Kind::Assertion, "(assert (= \"\n\" \"(pop 1)\"))"),
            (Kind::Check, "(check-sat-assuming (a))"),
            (Kind::Model, "(get-model)"),
            (Kind::Pop(1), "(pop 1)"),
            (Kind::Reset, "(reset-assertions)"),
            (Kind::Check, "(check-sat)"),
        ];
        let written = instance(&lines);
        assert_eq!(Instance::read(&written.text).unwrap(), written);
        assert_eq!(Instance::read(&(written.text.clone() + "; Expected: sat\n")).unwrap(), written);
        assert!(Instance::read("(push x)").is_err() && Instance::read("(assert").is_err());
    }

    #[test]
    fn models_and_resets_need_their_options() {
        for (script, needed) in [
            ("(assert true)(check-sat)(get-model)", Some(":produce-models true")),
            (
                "(declare-fun a () Bool)(reset-assertions)(assert a)(check-sat)",
                Some(":global-declarations true"),
            ),
            ("(declare-fun a () Bool)(assert a)(check-sat)", None),
            ("(reset-assertions)(assert true)(check-sat)", None),
        ] {
            let sets = |option| Instance::read(&format!("(set-option {option}){script}")).unwrap();
            assert_eq!(sets(":verbosity 1").sets_needed_options(), needed.is_none(), "{script}");
            assert!(sets(needed.unwrap_or(":verbosity 1")).sets_needed_options(), "{script}");
        }
    }

    #[test]
    fn what_is_in_force_follows_the_levels() {
        let check = (Kind::Check, "(check-sat)");
        let levels = instance(&[
            (Kind::Declaration, "(declare-fun a () Bool)"),
            (Kind::Assertion, "(assert a)"),
            (Kind::Push(2), "(push 2)"),
            (Kind::Assertion, "(assert b)"),
            check,
            (Kind::Pop(1), "(pop 1)"),
            check,
            (Kind::Reset, "(reset-assertions)"),
            (Kind::Assertion, "(assert c)"),
            check,
        ]);
        assert_eq!([0, 1, 2].map(|at| levels.in_force(at)), [vec![1, 3], vec![1], vec![8]]);
        assert_eq!((levels.checks(), levels.declarations().count()), (3, 1));
        assert_eq!(levels.at_check(2).text, "(declare-fun a () Bool)\n(assert c)\n(check-sat)\n");
    }

    #[test]
    fn what_was_drawn_has_arguments_and_words() {
        let drawn = |group: &str, args: &[&str], set_options: &[&str]| {
            let [args, set_options]: [Vec<String>; 2] =
                [args, set_options].map(|all| all.iter().map(ToString::to_string).collect());
            Arc::new(Drawn {
                group: group.to_owned(),
                tier: "expert",
                written: args.clone(),
                args,
                set_options,
            })
        };
        let drawn = vec![drawn("arith", &["smt.arith.solver=2"], &[":x 1"]), drawn("more", &[], &[])];
        let instance = Instance { drawn, ..Instance::default() };
        assert_eq!(instance.arguments(), ["smt.arith.solver=2"]);
        assert_eq!(instance.drawn_words(), ["smt.arith.solver=2", ":x 1"]);
        assert_eq!(
            instance.drawn_in_words(),
            ["arith: smt.arith.solver=2 :x 1 (expert)", "more: none (expert)"]
        );
    }
}
