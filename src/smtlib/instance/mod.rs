//! Instances: scripts with known right answers to their checks, mostly `sat` by construction, as lists of commands.

mod cores;
mod interpolants;
mod labels;
mod questions;
mod views;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

pub(crate) use cores::NoClaim;
pub use questions::Questions;
pub use views::Adapted;

use indexmap::IndexSet;

use crate::digest::Digest;
use crate::smtlib::script::{InForce, Step};
use crate::smtlib::{Expr, NodeId, Problem, ReadError, Tree};

/// The command that ends a script of a session.
const RESET: &str = "(reset)";
/// The option with which declarations stay when their level closes.
const GLOBAL: &str = ":global-declarations true";

/// The kind of a command of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Sets the logic or an option.
    Setup,
    /// Declares symbols of the seed.
    Declaration,
    /// Asserts a formula that is true under the witness.
    Assertion,
    /// Opens this many levels.
    Push(u32),
    /// Closes this many levels.
    Pop(u32),
    /// Removes all assertions and levels.
    Reset,
    /// Checks satisfiability.
    Check(Expected),
    /// Adds an objective, or a soft constraint of one, to the next checks, until its level closes.
    Objective,
    /// Asks for more than an answer to the preceding check.
    Ask(Question),
}

/// What a script asks a solver beside its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The model: `get-model`.
    Model,
    /// The values of terms: `get-value`.
    Values,
    /// The truth values of labelled formulas: `get-assignment`.
    Assignment,
    /// The optima of the objectives: `get-objectives`.
    Objectives,
    /// The named assertions that contradict each other: `get-unsat-core`.
    Core,
    /// The assumptions that contradict the assertions: `get-unsat-assumptions`.
    FailedAssumptions,
    /// The proof of `unsat`: `get-proof`.
    Proof,
    /// What some assertions entail and the others contradict, in symbols of both, or what is between all assertions and a
    /// conjecture: `get-interpolant`, as Bitwuzla and cvc5 read it.
    Interpolant,
    /// Terms and formulas that the solver derives.
    Derived(Derived),
    /// Anything else, such as `get-info`. The reply is not judged.
    Other,
}

impl Question {
    /// Whether it follows `unsat`.
    pub(crate) fn is_about_unsat(self) -> bool {
        matches!(self, Question::Core | Question::FailedAssumptions | Question::Proof | Question::Interpolant)
    }

    /// Whether values of the symbols judge the reply.
    pub(crate) fn is_judged_by_values(self) -> bool {
        self.is_about_unsat() || matches!(self, Question::Derived(_))
    }

    /// Whether it is about the model that the solver has found.
    pub(crate) fn is_about_model(self) -> bool {
        matches!(self, Question::Model | Question::Values | Question::Assignment)
    }

    /// Returns the option that it needs.
    fn option(self) -> Option<&'static str> {
        match self {
            Question::Model | Question::Values => Some(":produce-models true"),
            Question::Assignment => Some(":produce-assignments true"),
            Question::Core => Some(":produce-unsat-cores true"),
            Question::FailedAssumptions => Some(":produce-unsat-assumptions true"),
            Question::Proof => Some(":produce-proofs true"),
            Question::Interpolant => Some(":produce-interpolants true"),
            Question::Derived(derived) => derived.option(),
            Question::Objectives | Question::Other => None,
        }
    }

    /// Returns the question of a command by its name, if it is one.
    fn from_command(command: &str) -> Option<Question> {
        if let Some(derived) = Derived::ALL.into_iter().find(|derived| derived.word() == command) {
            return Some(Question::Derived(derived));
        }
        match command {
            "get-model" => Some(Question::Model),
            "get-value" => Some(Question::Values),
            "get-assignment" => Some(Question::Assignment),
            "get-objectives" => Some(Question::Objectives),
            "get-unsat-core" => Some(Question::Core),
            "get-unsat-assumptions" => Some(Question::FailedAssumptions),
            "get-proof" => Some(Question::Proof),
            "get-interpolant" => Some(Question::Interpolant),
            // `eval` and `labels` are specific to Z3.
            "eval" | "labels" => Some(Question::Other),
            _ => command.starts_with("get-").then_some(Question::Other),
        }
    }
}

words! {
    /// What a solver can be asked to derive, by the command that asks for it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Derived {
        /// Literals that follow from what is in force, as cvc5 has learned them: `get-learned-literals`.
        Literals = "get-learned-literals",
        /// Consequences of assumptions, one implication each, as Z3 finds them: `get-consequences`.
        Consequences = "get-consequences",
        /// A formula without a quantifier that is equivalent to one with it where all that is in force is true: cvc5's `get-qe`.
        Elimination = "get-qe",
        /// A part of such a formula, of which cvc5 finds one after the other: a disjunct for `exists`, a conjunct for `forall`, by
        /// `get-qe-disjunct`.
        Disjunct = "get-qe-disjunct",
        /// A formula from which, with what is in force, a conjecture follows: cvc5's `get-abduct`.
        Abduct = "get-abduct",
    }
}

impl Derived {
    /// Returns the option that it needs.
    fn option(self) -> Option<&'static str> {
        match self {
            Derived::Literals => Some(":produce-learned-literals true"),
            Derived::Abduct => Some(":produce-abducts true"),
            Derived::Consequences | Derived::Elimination | Derived::Disjunct => None,
        }
    }
}

impl Kind {
    /// Whether it is a check.
    pub fn is_check(self) -> bool {
        matches!(self, Kind::Check(_))
    }
}

words! {
    /// What is known about the right answer to a check, named as `:status` of SMT-LIB does.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Expected {
        /// A witness satisfies what is asked, so only `sat` is right.
        Sat = "sat",
        /// Nothing satisfies what is asked, so only `unsat` is right.
        Unsat = "unsat",
        /// Neither is known: any answer may be right.
        Open = "unknown",
    }
}

/// A command on a line of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The kind of the command.
    pub kind: Kind,
    /// The byte range in the script, including the line end.
    pub range: Range<usize>,
}

/// The options drawn from one group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// The name of the group.
    pub group: String,
    /// The tier of such options, in a word.
    pub tier: &'static str,
    /// Additional arguments for the solver.
    pub args: Vec<String>,
    /// The arguments as in `solvers.yaml`: they are stored with a failure, and read on other machines.
    pub written: Vec<String>,
    /// Commands at the head of the script, such as `(set-option :produce-models true)`.
    pub commands: Vec<String>,
}

impl Drawn {
    /// Returns the arguments, then the commands.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.written.iter().chain(&self.commands).map(String::as_str)
    }
}

/// A script with known right answers. In most generated ones every assertion is true under the witness, so that only
/// `sat` is right. Scripts from elsewhere may also have open checks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instance {
    /// The whole script.
    pub text: String,
    /// The commands in order; together they make up the text.
    pub commands: Vec<Command>,
    /// The options drawn from each group; instances share them.
    pub drawn: Vec<Arc<Drawn>>,
    /// Values of its symbols, as definitions, if they are needed to judge what a solver says beside its answer.
    witness: Option<Arc<str>>,
    /// The terms, built on demand.
    terms: SharedProblem,
}

/// A problem that is built once and shared by all clones. It has no information beyond the text.
#[derive(Clone, Debug, Default)]
struct SharedProblem(OnceLock<Arc<Problem>>);

impl PartialEq for SharedProblem {
    fn eq(&self, _: &SharedProblem) -> bool {
        true
    }
}

impl Eq for SharedProblem {}

impl Instance {
    /// Reads a script in the format of instances.
    ///
    /// # Errors
    /// The text is not a list of commands.
    pub fn read(script: &str) -> Result<Instance, ReadError> {
        let tree = Tree::parse(script.to_owned())?;
        Instance::from_commands(&tree, |root| tree.text(root).into())
    }

    /// Creates an instance from the commands of a tree, in canonical text, without parsing.
    pub(crate) fn from_tree(tree: &Tree) -> Result<Instance, ReadError> {
        Instance::from_commands(tree, |root| tree.canonical_text(root).into())
    }

    fn from_commands<'a>(
        tree: &'a Tree,
        line: impl Fn(NodeId) -> Cow<'a, str>,
    ) -> Result<Instance, ReadError> {
        let mut instance = Instance::default();
        for &root in tree.commands() {
            let items = tree.list(root).unwrap_or_default();
            let name = items.first().and_then(|&head| tree.symbol(head)).unwrap_or_default();
            let count = || items.get(1).map_or(Ok(1), |&count| tree.text(count).parse());
            let count = || count().map_err(|_| tree.error(root, "expected a number of levels"));
            let kind = match name {
                "assert" => Kind::Assertion,
                "push" => Kind::Push(count()?),
                "pop" => Kind::Pop(count()?),
                "reset-assertions" => Kind::Reset,
                "maximize" | "minimize" | "assert-soft" => Kind::Objective,
                _ if name.starts_with("check-sat") => Kind::Check(Expected::Sat),
                _ if name.starts_with("declare-") || name.starts_with("define-") => Kind::Declaration,
                _ => Question::from_command(name).map_or(Kind::Setup, Kind::Ask),
            };
            instance.add(kind, &line(root));
        }
        Ok(instance)
    }

    /// Returns an instance without commands, with the same drawn options and the same witness.
    #[must_use]
    pub fn without_commands(&self) -> Instance {
        Instance { drawn: self.drawn.clone(), witness: self.witness.clone(), ..Instance::default() }
    }

    /// Sets the values of its symbols, as definitions, that judge what a solver says beside its answer: they satisfy
    /// its checks or, where it asks for cores, some of its assertions.
    #[must_use]
    pub fn with_witness(self, definitions: &str) -> Instance {
        Instance { witness: Some(definitions.into()), ..self }
    }

    /// Returns the values of its symbols, if they are needed to judge what a solver says beside its answer.
    pub(crate) fn witness(&self) -> Option<&str> {
        self.witness.as_deref()
    }

    /// Forgets all commands, to write others in their place.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.commands.clear();
        self.witness = None;
    }

    /// Replaces the drawn options.
    #[must_use]
    pub fn with_drawn(self, drawn: Vec<Arc<Drawn>>) -> Instance {
        Instance { drawn, ..self }
    }

    /// Returns the script as terms. The text is parsed on the first call.
    ///
    /// # Errors
    /// A term is malformed.
    pub fn problem(&self) -> Result<Arc<Problem>, ReadError> {
        let known = self.terms.0.get().filter(|problem| problem.script.tree.as_first_read() == self.text);
        match known {
            Some(problem) => Ok(Arc::clone(problem)),
            None => {
                let problem = Arc::new(Problem::read(self.text.as_str())?);
                // A cached problem for another text stays; this one is not cached.
                let _ = self.terms.0.set(Arc::clone(&problem));
                Ok(problem)
            }
        }
    }

    /// Returns the SHA-256 digest of the script.
    pub fn digest(&self) -> Digest {
        Digest::of(&self.text)
    }

    /// Appends a command, given without the line end.
    pub fn add(&mut self, kind: Kind, line: &str) {
        self.add_with(kind, |text| text.push_str(line));
    }

    /// Appends an assertion.
    pub(crate) fn assert(&mut self, formula: &str) {
        self.add_with(Kind::Assertion, |text| text.extend(["(assert ", formula, ")"]));
    }

    /// Appends a command that sets an option.
    pub(crate) fn set_option(&mut self, option: &str) {
        self.add_with(Kind::Setup, |text| text.extend(["(set-option ", option, ")"]));
    }

    /// Appends a command that `line` writes without the line end.
    pub(crate) fn add_with(&mut self, kind: Kind, line: impl FnOnce(&mut String)) {
        let start = self.text.len();
        line(&mut self.text);
        self.text.push('\n');
        self.terms = SharedProblem::default();
        self.commands.push(Command { kind, range: start..self.text.len() });
    }

    /// Appends a command of another script as it is.
    pub(crate) fn copy(&mut self, command: &Command, script: &Instance) {
        self.add(command.kind, script.line(command).trim_end_matches('\n'));
    }

    /// Returns the text of a command, including the line end.
    pub fn line(&self, command: &Command) -> &str {
        &self.text[command.range.clone()]
    }

    /// Returns the text of the formula that an assertion asserts.
    fn formula(&self, assertion: &Command) -> Option<&str> {
        let inside = self.line(assertion).trim().strip_prefix('(')?.strip_suffix(')')?;
        inside.trim_start().strip_prefix("assert").map(str::trim_start)
    }

    /// Returns a command as an expression; `None` if it is nested too deeply.
    pub(crate) fn expr(&self, command: &Command) -> Option<Expr> {
        Expr::read(self.line(command))?.pop()
    }

    /// Returns the number of options and declarations at the beginning.
    pub(crate) fn head(&self) -> usize {
        self.head_from(0).len()
    }

    /// Returns the positions of the options and declarations from a position up to the next command of another kind.
    fn head_from(&self, first: usize) -> Range<usize> {
        let is_head = |line: &&Command| matches!(line.kind, Kind::Setup | Kind::Declaration);
        first..first + self.commands[first..].iter().take_while(is_head).count()
    }

    /// Whether a command removes all that is before it, options and declarations, too.
    fn is_reset(&self, command: &Command) -> bool {
        command.kind == Kind::Setup && self.line(command).trim_end() == RESET
    }

    /// Returns the declarations at the beginning, in the order of the seed.
    pub fn declarations(&self) -> impl Iterator<Item = &str> {
        let head = self.commands[..self.head()].iter();
        head.filter(|line| line.kind == Kind::Declaration).map(|line| self.line(line))
    }

    /// Returns the assertions of all levels, in order.
    pub fn assertions(&self) -> impl Iterator<Item = &str> {
        self.of_kind(Kind::Assertion).map(|(_, line)| self.line(line))
    }

    /// Returns the number of checks.
    pub fn checks(&self) -> usize {
        self.check_lines().count()
    }

    /// Returns the argument of `set-logic`.
    pub(crate) fn logic(&self) -> Option<&str> {
        let lines = self.of_kind(Kind::Setup).map(|(_, line)| self.line(line).trim_end());
        lines.filter_map(|line| line.strip_prefix("(set-logic ")?.strip_suffix(')')).next()
    }

    /// Returns the number of the last check, from 0; 0 if there is none.
    pub(crate) fn last_check(&self) -> usize {
        self.checks().saturating_sub(1)
    }

    /// Returns the checks, each with its position.
    pub(crate) fn check_lines(&self) -> impl Iterator<Item = (usize, &Command)> {
        self.commands.iter().enumerate().filter(|(_, command)| command.kind.is_check())
    }

    /// Returns what is known about the right answer to a check, counted from 0.
    pub fn expected(&self, check: usize) -> Expected {
        match self.check_lines().nth(check) {
            Some((_, Command { kind: Kind::Check(expected), .. })) => *expected,
            _ => Expected::Open,
        }
    }

    /// Whether a check, counted from 0, has a known right answer.
    pub fn is_judged(&self, check: usize) -> bool {
        self.expected(check) != Expected::Open
    }

    /// Returns the last check with a known right answer, counted from 0.
    pub(crate) fn last_judged(&self) -> Option<usize> {
        (0..self.checks()).rev().find(|&check| self.is_judged(check))
    }

    /// Marks some checks, counted from 0, as open.
    pub fn leave_open(&mut self, checks: &[usize]) {
        self.expect(Expected::Open, checks);
    }

    /// Marks all checks as open except those, counted from 0, of which this holds, given what is known about them.
    pub(crate) fn leave_others_open(&mut self, is_known: impl Fn(usize, Expected) -> bool) {
        let is_open = |check: &usize| !is_known(*check, self.expected(*check));
        self.leave_open(&(0..self.checks()).filter(is_open).collect::<Vec<_>>());
    }

    /// Sets what is known about the right answers to some checks, counted from 0.
    pub fn expect(&mut self, expected: Expected, checks: &[usize]) {
        let asking = self.commands.iter_mut().filter(|command| command.kind.is_check());
        for (_, command) in asking.enumerate().filter(|(check, _)| checks.contains(check)) {
            command.kind = Kind::Check(expected);
        }
    }

    /// Returns the positions of the assertions in force at a check, counted from 0.
    pub fn in_force(&self, check: usize) -> Vec<usize> {
        self.of_kind_in_force(Kind::Assertion, check)
    }

    /// Returns the positions of the objectives in force at a check, counted from 0: levels scope them like assertions.
    pub(crate) fn objectives_in_force(&self, check: usize) -> Vec<usize> {
        self.of_kind_in_force(Kind::Objective, check)
    }

    fn of_kind_in_force(&self, kind: Kind, check: usize) -> Vec<usize> {
        let mut is_global = false;
        let steps = self.commands.iter().enumerate().filter_map(|(at, command)| match command.kind {
            of if of == kind => Some(Step::Assert(at)),
            Kind::Push(_) | Kind::Pop(_) | Kind::Reset if is_global && kind == Kind::Declaration => None,
            Kind::Push(count) => Some(Step::Push(count as usize)),
            Kind::Pop(count) => Some(Step::Pop(count as usize)),
            Kind::Reset => Some(Step::Reset),
            Kind::Check(_) => Some(Step::Check(0, (0, 0))),
            Kind::Setup if self.is_reset(command) => {
                is_global = false;
                Some(Step::Reset)
            }
            Kind::Setup => {
                is_global |= self.line(command).contains(GLOBAL);
                None
            }
            Kind::Declaration | Kind::Assertion | Kind::Objective | Kind::Ask(_) => None,
        });
        InForce::until(steps, check).assertions
    }

    /// Returns the assertions and assumptions in force at some checks, counted from 0, as assertions under the
    /// same options and logic.
    ///
    /// # Errors
    /// A term is malformed.
    pub fn assertions_at(&self, checks: &[usize]) -> Result<Instance, ReadError> {
        let mut said = self.with(|at| self.commands[at].kind == Kind::Setup);
        self.formulas_at(checks)?.iter().for_each(|formula| said.assert(formula));
        Ok(said)
    }

    /// Returns the assertions and assumptions in force at some checks, counted from 0, each once.
    ///
    /// # Errors
    /// A term is malformed.
    pub(crate) fn formulas_at(&self, checks: &[usize]) -> Result<IndexSet<String>, ReadError> {
        let Problem { script, .. } = &*self.problem()?;
        let mut formulas = IndexSet::new();
        for in_force in checks.iter().filter_map(|&check| script.in_force(check)) {
            formulas.extend(script.formulas(&in_force).map(|node| script.tree.as_written(node).to_owned()));
        }
        Ok(formulas)
    }

    /// Returns a name with a prefix that no name in the script has.
    pub(crate) fn unused_name(&self, prefix: &str) -> String {
        let mut name = prefix.to_owned();
        while self.text.contains(&name) {
            name.push('!');
        }
        name
    }

    /// Whether all options are set that its commands need to be valid and to have the same meaning for all
    /// solvers.
    pub(crate) fn sets_needed_options(&self) -> bool {
        let has = |kind| self.of_kind(kind).next().is_some();
        let mut needed = self.commands.iter().filter_map(|command| match command.kind {
            Kind::Ask(question) => question.option(),
            _ => None,
        });
        needed.all(|option| self.sets(option))
            && (!has(Kind::Reset) || !has(Kind::Declaration) || self.sets(GLOBAL))
    }

    /// Whether it sets an option, given with its value.
    fn sets(&self, option: &str) -> bool {
        self.of_kind(Kind::Setup).any(|(_, line)| self.line(line).contains(option))
    }

    /// Returns the commands of one kind, each with its position.
    pub(crate) fn of_kind(&self, kind: Kind) -> impl Iterator<Item = (usize, &Command)> {
        self.commands.iter().enumerate().filter(move |(_, command)| command.kind == kind)
    }
}

impl Instance {
    /// Returns the drawn arguments.
    pub fn arguments(&self) -> Vec<&str> {
        self.drawn.iter().flat_map(|one| one.args.iter().map(String::as_str)).collect()
    }

    /// Returns the drawn arguments, as in `solvers.yaml`.
    pub fn written_arguments(&self) -> Vec<&str> {
        self.drawn.iter().flat_map(|one| one.written.iter().map(String::as_str)).collect()
    }

    /// Returns the drawn arguments and commands, one after another.
    pub fn drawn_words(&self) -> Vec<String> {
        self.drawn.iter().flat_map(|one| one.words().map(str::to_owned)).collect()
    }

    /// Describes the drawn options: `arith: smt.arith.solver=2 (expert)`.
    pub fn drawn_in_words(&self) -> Vec<String> {
        let described = |one: &Drawn| {
            let words: Vec<&str> = one.words().collect();
            let words = if words.is_empty() { "none".to_owned() } else { words.join(" ") };
            format!("{}: {words} ({})", one.group, one.tier)
        };
        self.drawn.iter().map(|one| described(one)).collect()
    }
}

/// Returns the formula that a command asserts, and its name, if it has one.
fn asserted(tree: &Tree, command: NodeId) -> Option<(NodeId, Option<&str>)> {
    let &[head, term] = tree.list(command)? else { return None };
    let annotated =
        tree.list(term).filter(|parts| parts.first().is_some_and(|&mark| tree.symbol(mark) == Some("!")));
    let read = match annotated {
        Some([_, formula, attributes @ ..]) => {
            let pair = attributes.windows(2).find(|pair| tree.text(pair[0]) == ":named");
            (*formula, pair.and_then(|pair| tree.symbol(pair[1])))
        }
        _ => (term, None),
    };
    (tree.symbol(head) == Some("assert")).then_some(read)
}

/// Returns the assumptions of a check.
fn assumptions(tree: &Tree, check: NodeId) -> &[NodeId] {
    match tree.list(check) {
        Some(&[head, literals]) if tree.symbol(head) == Some("check-sat-assuming") => {
            tree.list(literals).unwrap_or_default()
        }
        _ => &[],
    }
}

/// Returns checks, counted from 0, as messages number them: from 1.
pub fn numbered(checks: &[usize]) -> String {
    checks.iter().map(|check| (check + 1).to_string()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instance(lines: &[(Kind, &str)]) -> Instance {
        let mut instance = Instance::default();
        lines.iter().for_each(|(kind, line)| instance.add(*kind, line));
        instance
    }

    #[test]
    fn scripts_are_read_as_they_were_written() {
        let lines = [
            (Kind::Setup, "(set-logic X)"),
            (Kind::Declaration, "(declare-fun |a\n(check-sat)| () Bool)"),
            (Kind::Push(2), "(push 2)"),
            (Kind::Assertion, "(assert (= \"\n\" \"(pop 1)\"))"),
            (Kind::Check(Expected::Sat), "(check-sat-assuming (a))"),
            (Kind::Ask(Question::Model), "(get-model)"),
            (Kind::Pop(1), "(pop 1)"),
            (Kind::Reset, "(reset-assertions)"),
            (Kind::Check(Expected::Sat), "(check-sat)"),
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
        let check = (Kind::Check(Expected::Sat), "(check-sat)");
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
    fn a_symbol_may_be_declared_after_an_assertion() {
        let first = "(declare-fun a () Bool)\n(assert a)\n";
        let script = format!(
            "{first}(push 1)\n(declare-fun b () Bool)\n(assert b)\n(check-sat)\n(pop 1)\n(declare-fun c () Bool)\n(check-sat)\n"
        );
        let levels = Instance::read(&script).unwrap();
        assert_eq!(
            levels.at_check(0).text,
            format!("{first}(declare-fun b () Bool)\n(assert b)\n(check-sat)\n")
        );
        assert_eq!(levels.at_check(1).text, format!("{first}(declare-fun c () Bool)\n(check-sat)\n"));
    }

    #[test]
    fn a_symbol_may_be_declared_anew_after_a_reset() {
        let script = "(set-logic ALL)\n(declare-fun a () Int)\n(assert (> a 0))\n(check-sat)\n(reset-assertions)\n\
            (declare-fun a () Bool)\n(assert a)\n(check-sat)\n";
        let levels = Instance::read(script).unwrap();
        let anew = "(set-logic ALL)\n(declare-fun a () Bool)\n(assert a)\n(check-sat)\n";
        assert_eq!(levels.at_check(1).text, anew);
    }

    #[test]
    fn a_script_ends_with_exit() {
        let (script, rest) = ("(check-sat)\n(exit)\n", "(assert false)\n(check-sat)\n");
        let read = Instance::read(&format!("{script}{rest}")).unwrap();
        assert_eq!((read.text.as_str(), read.checks()), (script, 1));
        assert_eq!(Problem::read(format!("{script}{rest}")).unwrap().script.checks(), 1);
    }

    #[test]
    fn what_was_drawn_has_arguments_and_words() {
        let drawn = |group: &str, args: &[&str], commands: &[&str]| {
            let [args, commands]: [Vec<String>; 2] =
                [args, commands].map(|all| all.iter().map(ToString::to_string).collect());
            Arc::new(Drawn { group: group.to_owned(), tier: "expert", written: args.clone(), args, commands })
        };
        let drawn =
            vec![drawn("arith", &["smt.arith.solver=2"], &["(set-option :x 1)"]), drawn("more", &[], &[])];
        let instance = Instance { drawn, ..Instance::default() };
        assert_eq!(instance.arguments(), ["smt.arith.solver=2"]);
        assert_eq!(instance.drawn_words(), ["smt.arith.solver=2", "(set-option :x 1)"]);
        assert_eq!(
            instance.drawn_in_words(),
            ["arith: smt.arith.solver=2 (set-option :x 1) (expert)", "more: none (expert)"]
        );
    }
}
