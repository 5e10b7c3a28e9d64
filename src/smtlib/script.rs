//! Commands of a seed (SMT-LIB 2.7, section 3.11): its declarations and assertions.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use super::ReadError;
use super::datatypes::{Datatype, declares_datatypes};
use super::expr::Expr;
use super::logic::has_reals_only;
use super::resolve::{renamed, resolve};
use super::scopes::{Levels, Renamed};
use super::sexpr::{NodeId, Tree};

/// A parsed seed: its s-expressions, declarations and assertions.
#[derive(Clone, Debug)]
pub struct Script {
    /// The s-expressions of the source.
    pub tree: Tree,
    /// The argument of `set-logic`.
    pub logic: Option<String>,
    /// The argument of `(set-info :status …)`.
    pub status: Option<String>,
    /// Sorts, functions and definitions in order, from every assertion level.
    pub declarations: Vec<Declaration>,
    /// Assertions in order, from every assertion level.
    pub assertions: Vec<NodeId>,
    /// The literals of `check-sat-assuming`.
    pub assumptions: Vec<NodeId>,
    steps: Vec<Step>,
    renamed: Vec<Renamed>,
}

/// A command that introduces names.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The whole command.
    pub node: NodeId,
    /// What it introduces.
    pub kind: DeclarationKind,
}

/// The kind of a declaration; symbols are in canonical form.
#[derive(Clone, Debug)]
pub enum DeclarationKind {
    /// `declare-sort`: name and arity.
    Sort(String, u32),
    /// `declare-fun` or `declare-const`: name, argument sorts, result sort.
    Function(String, Vec<NodeId>, NodeId),
    /// `define-sort`: name, parameters, body.
    SortDefinition(String, Vec<String>, NodeId),
    /// `declare-datatype(s)` or `declare-codatatype(s)`; its text is not parsed further here.
    Datatypes,
    /// `define-fun` and similar commands; its text is not parsed further here.
    Definition,
    /// `declare-heap`, which cvc5 requires for separation logic; its text is not parsed further here.
    Heap,
}

/// The maximal number of parameters of a declared sort: a witness writes them all.
const MOST_PARAMETERS: u32 = 100;

/// The assertions and assumptions in force at a check-sat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InForce {
    /// Positions in [`Script::assertions`], in order.
    pub assertions: Vec<usize>,
    /// Positions in [`Script::assumptions`]: the literals of the command itself.
    pub assumptions: Range<usize>,
}

impl InForce {
    /// Returns what is in force after some steps at a check-sat, counted from 0, or at the end.
    pub(super) fn until(steps: impl Iterator<Item = Step>, check: usize) -> InForce {
        let (mut levels, mut checks) = (Levels::default(), 0);
        for step in steps {
            match step {
                Step::Assert(assertion) => levels.add(assertion),
                Step::Push(count) => levels.push(count),
                Step::Pop(count) => drop(levels.pop(count)),
                Step::Reset => drop(levels.clear()),
                Step::Check(_, (from, to)) if checks == check => {
                    return InForce { assertions: levels.clear(), assumptions: from..to };
                }
                Step::Check(..) => checks += 1,
            }
        }
        InForce { assertions: levels.clear(), assumptions: 0..0 }
    }
}

/// A step that changes what is in force.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Assert(usize),
    Push(usize),
    Pop(usize),
    Reset,
    /// The start of the command in the original text, and its literals.
    Check(u32, (usize, usize)),
}

impl Script {
    /// Whether numerals denote reals.
    pub(crate) fn has_reals_only(&self) -> bool {
        self.logic.as_deref().is_some_and(has_reals_only)
    }

    /// Returns the command that sets its logic, if it has one.
    pub(crate) fn set_logic(&self) -> String {
        self.logic.as_ref().map(|logic| format!("(set-logic {logic})\n")).unwrap_or_default()
    }

    /// Returns its declarations, one a line.
    pub(crate) fn declared(&self) -> String {
        self.declarations.iter().map(|line| self.tree.canonical_text(line.node) + "\n").collect()
    }

    /// Returns the constructors of its datatypes.
    pub(crate) fn constructors(&self) -> BTreeSet<String> {
        let constructors = self.datatypes().flat_map(|datatype| datatype.constructors);
        constructors.map(|constructor| constructor.name).collect()
    }

    /// Parses a whole script. Commands that neither declare nor assert are ignored, including unknown ones:
    /// symbols that these may introduce have no meaning.
    ///
    /// A name may be declared, defined or `:named` again once it is out of scope. Each of its meanings gets a
    /// unique name, and every occurrence refers to the meaning in force at its place. [`Script::tree`] is the
    /// script with these names, in which scopes do not matter any more. A name that is in force and declared
    /// again differently has no meaning.
    ///
    /// # Errors
    /// The text is not SMT-LIB, or a command is malformed.
    pub fn parse(source: String) -> Result<Script, ReadError> {
        Script::from_tree(Tree::parse(source)?)
    }

    /// Parses a script in which each name has one meaning, such as the definitions of a witness.
    pub(crate) fn parse_resolved(source: String) -> Result<Script, ReadError> {
        Script::from_resolved(Tree::parse(source)?, Vec::new())
    }

    /// Builds a script from commands without printing and parsing them.
    pub(crate) fn from_exprs<'a>(commands: impl IntoIterator<Item = &'a Expr>) -> Result<Script, ReadError> {
        Script::from_tree(Expr::tree(commands))
    }

    fn from_tree(mut tree: Tree) -> Result<Script, ReadError> {
        let resolved = resolve(&tree);
        if !resolved.edits.is_empty() {
            tree = tree.edited(&resolved.edits)?;
        }
        Script::from_resolved(tree, resolved.renamed)
    }

    /// Builds a script from a tree in which each name has one meaning.
    fn from_resolved(tree: Tree, renamed: Vec<Renamed>) -> Result<Script, ReadError> {
        let mut script = Script {
            logic: None,
            status: None,
            declarations: Vec::new(),
            assertions: Vec::new(),
            assumptions: Vec::new(),
            steps: Vec::new(),
            renamed,
            tree,
        };
        let mut declared = BTreeSet::new();
        for root in script.tree.commands().to_vec() {
            script.command(root, &mut declared)?;
        }
        Ok(script)
    }

    /// Replaces some nodes by other text, in which each name has one meaning. Positions still refer to the
    /// original text, and so does printed output.
    pub(super) fn edited(&self, edits: &BTreeMap<NodeId, Arc<str>>) -> Result<Script, ReadError> {
        Script::from_resolved(self.tree.edited(edits)?, self.renamed.clone())
    }

    /// Appends declarations of new names.
    ///
    /// # Errors
    /// The text is not SMT-LIB, or contains something other than declarations.
    pub(super) fn with_declarations(&self, text: &str) -> Result<Script, ReadError> {
        let tree = self.tree.extended(text)?;
        let added = tree.roots()[self.tree.roots().len()..].to_vec();
        let mut script = Script { tree, ..self.clone() };
        let mut declared = self.declarations.iter().map(|line| key(&self.tree, line)).collect();
        for root in added {
            let count = script.declarations.len();
            script.command(root, &mut declared)?;
            if script.declarations.len() == count {
                return Err(script.tree.error(root, "expected a declaration"));
            }
        }
        Ok(script)
    }

    /// Returns the number of check-sats: `check-sat`, `check-sat-assuming` and `check-sat-using`.
    pub fn checks(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step, Step::Check(..))).count()
    }

    /// Returns what is in force at a check-sat, counted from 0, or `None` if there are fewer.
    pub fn in_force(&self, check: usize) -> Option<InForce> {
        (check < self.checks()).then(|| InForce::until(self.steps.iter().copied(), check))
    }

    /// Returns what is in force at the end, for a script without a check-sat.
    pub fn in_force_at_end(&self) -> InForce {
        InForce::until(self.steps.iter().copied(), usize::MAX)
    }

    /// Returns for each check-sat, in order, the positions of its own literals in [`Script::assumptions`].
    pub fn assumed(&self) -> impl Iterator<Item = Range<usize>> {
        self.steps.iter().filter_map(|step| match *step {
            Step::Check(_, (from, to)) => Some(from..to),
            _ => None,
        })
    }

    /// Returns the formulas in force, assertions before assumptions.
    pub fn formulas(&self, in_force: &InForce) -> impl Iterator<Item = NodeId> {
        let assertions = in_force.assertions.iter().filter_map(|&at| self.assertions.get(at));
        let assumptions = self.assumptions.get(in_force.assumptions.clone()).unwrap_or_default();
        assertions.chain(assumptions).copied()
    }

    /// Translates text that was printed at a check-sat, such as a model, to the names that [`Script::tree`] has
    /// for the meanings in force there.
    pub fn with_names_at<'a>(&self, check: usize, text: &'a str) -> Cow<'a, str> {
        let number = self.steps.iter().filter_map(|step| match step {
            Step::Check(number, _) => Some(*number),
            _ => None,
        });
        let mut number = number.skip(check);
        let Some(number) = number.next() else { return Cow::Borrowed(text) };
        let in_force = self.renamed.iter().filter(|it| it.from <= number && number < it.until);
        let names: Vec<&Renamed> = in_force.collect();
        if names.is_empty() { Cow::Borrowed(text) } else { renamed(text, &names) }
    }

    /// Returns the datatypes it declares, in order.
    pub fn datatypes(&self) -> impl Iterator<Item = Datatype> {
        self.declarations.iter().flat_map(|line| line.datatypes(&self.tree))
    }

    /// Whether it defines functions recursively.
    pub fn defines_recursively(&self) -> bool {
        self.recursive_definitions().next().is_some()
    }

    /// Returns the commands that define functions recursively.
    pub(crate) fn recursive_definitions(&self) -> impl Iterator<Item = &Declaration> {
        let definitions =
            self.declarations.iter().filter(|line| matches!(line.kind, DeclarationKind::Definition));
        definitions.filter(move |line| {
            matches!(self.tree.head(line.node), Some("define-fun-rec" | "define-funs-rec"))
        })
    }

    fn command(&mut self, node: NodeId, declared: &mut BTreeSet<String>) -> Result<(), ReadError> {
        let tree = &self.tree;
        let items = tree.list(node).unwrap_or_default();
        let Some(name) = tree.head(node) else {
            return Err(tree.error(node, "expected a command like `(assert …)`"));
        };
        let arguments = &items[1..];
        match (name, arguments) {
            // A logic after declarations follows a `reset`. Instances use both parts, so the logics must agree.
            ("set-logic", [logic]) if self.declarations.is_empty() => {
                self.logic = tree.symbol(*logic).map(str::to_owned);
            }
            ("set-logic", [logic]) if self.logic.as_deref() != tree.symbol(*logic) => self.logic = None,
            ("set-logic", [_]) => {}
            ("set-info", [key, value, ..]) if tree.text(*key) == ":status" => {
                self.status = Some(tree.text(*value).to_owned());
            }
            ("push" | "pop", _) => {
                let count = arguments.first().map_or(Ok(1), |&count| tree.text(count).parse::<u32>());
                let count = count.map_err(|_| tree.error(node, format!("`{name}` takes a number")))? as usize;
                let step = if name == "push" { Step::Push(count) } else { Step::Pop(count) };
                self.steps.push(step);
            }
            ("reset" | "reset-assertions", _) => self.steps.push(Step::Reset),
            ("assert", [formula]) => {
                self.steps.push(Step::Assert(self.assertions.len()));
                self.assertions.push(*formula);
            }
            ("check-sat-assuming", [literals]) => {
                let first = self.assumptions.len();
                self.assumptions.extend(tree.list(*literals).unwrap_or_default());
                self.steps.push(Step::Check(tree.origin(node), (first, self.assumptions.len())));
            }
            ("check-sat" | "check-sat-using" | "check-sat-assuming", _) => {
                let none = self.assumptions.len();
                self.steps.push(Step::Check(tree.origin(node), (none, none)));
            }
            (
                "declare-sort"
                | "declare-fun"
                | "declare-const"
                | "define-sort"
                | "declare-datatypes"
                | "declare-datatype"
                | "declare-codatatypes"
                | "declare-codatatype"
                | "define-fun"
                | "define-fun-rec"
                | "define-funs-rec"
                | "define-const"
                | "define"
                | "declare-heap",
                _,
            ) => {
                let declaration = declaration(tree, node, name, arguments)?;
                if declared.insert(key(tree, &declaration)) {
                    self.declarations.push(declaration);
                }
            }
            ("assert" | "set-logic", _) => {
                return Err(tree.error(node, format!("`{name}` takes one argument")));
            }
            _ => {}
        }
        Ok(())
    }
}

/// Returns the identity of a declaration: a repeated one adds nothing.
fn key(tree: &Tree, declaration: &Declaration) -> String {
    match &declaration.kind {
        DeclarationKind::Function(name, arguments, result) if arguments.is_empty() => {
            format!("(declare-fun {name} () {})", tree.canonical_text(*result))
        }
        // There is only one heap.
        DeclarationKind::Heap => "heap".to_owned(),
        _ => tree.canonical_text(declaration.node),
    }
}

fn declaration(
    tree: &Tree,
    node: NodeId,
    name: &str,
    arguments: &[NodeId],
) -> Result<Declaration, ReadError> {
    let malformed = || tree.error(node, format!("malformed `{name}`"));
    let symbol_at = |at: usize| arguments.get(at).and_then(|&id| tree.symbol(id));
    let kind = match (name, arguments.len()) {
        ("declare-sort", 1 | 2) => {
            let arity = arguments.get(1).map_or(Ok(0), |&id| tree.text(id).parse());
            let arity = arity.map_err(|_| malformed())?;
            if arity > MOST_PARAMETERS {
                return Err(tree.error(node, format!("a sort has at most {MOST_PARAMETERS} parameters")));
            }
            DeclarationKind::Sort(symbol_at(0).ok_or_else(malformed)?.into(), arity)
        }
        ("declare-const", 2) => {
            DeclarationKind::Function(symbol_at(0).ok_or_else(malformed)?.into(), Vec::new(), arguments[1])
        }
        ("declare-fun", 3) => {
            let sorts = tree.list(arguments[1]).ok_or_else(malformed)?.to_vec();
            DeclarationKind::Function(symbol_at(0).ok_or_else(malformed)?.into(), sorts, arguments[2])
        }
        ("define-sort", 3) => {
            let parameters = tree.list(arguments[1]).ok_or_else(malformed)?;
            let parameters: Option<Vec<String>> =
                parameters.iter().map(|&id| tree.symbol(id).map(str::to_owned)).collect();
            DeclarationKind::SortDefinition(
                symbol_at(0).ok_or_else(malformed)?.into(),
                parameters.ok_or_else(malformed)?,
                arguments[2],
            )
        }
        ("declare-heap", 1) => DeclarationKind::Heap,
        (command, 2) if declares_datatypes(command) => DeclarationKind::Datatypes,
        ("define-fun" | "define-fun-rec", 4) | ("define-const", 3) | ("define-funs-rec" | "define", 2) => {
            DeclarationKind::Definition
        }
        _ => return Err(malformed()),
    };
    Ok(Declaration { node, kind })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(source: &str) -> Result<Script, ReadError> {
        Script::parse(source.to_owned())
    }

    #[test]
    fn reads_what_is_declared_and_asserted() {
        let script = parse(
            "(set-logic QF_LIA)(set-info :status sat)(declare-const |x| Int)(push 1)\
             (assert (> x 0))(check-sat-assuming ((< x 9)))(pop 1)(declare-const x Int)(exit)",
        )
        .unwrap();
        assert_eq!(script.logic.as_deref(), Some("QF_LIA"));
        assert_eq!(script.status.as_deref(), Some("sat"));
        assert_eq!(script.declarations.len(), 1);
        assert_eq!((script.assertions.len(), script.assumptions.len()), (1, 1));
    }

    #[test]
    fn a_sort_has_a_few_parameters() {
        assert!(parse("(declare-sort S 100)").is_ok());
        let error = parse("(declare-sort S 4294967295)").unwrap_err();
        assert_eq!(error.to_string(), "line 1, column 1: a sort has at most 100 parameters");
    }

    #[test]
    fn two_logics_are_none() {
        let logic = |source| parse(source).unwrap().logic;
        assert_eq!(logic("(declare-const x Int)(reset)(set-logic QF_UF)"), None);
        assert_eq!(logic("(set-logic A)(declare-const x Int)(reset)(set-logic A)").as_deref(), Some("A"));
    }

    #[test]
    fn there_is_one_heap() {
        let script = parse(
            "(push)(declare-heap (Int Int))(assert (pto 1 2))(pop)(push)(declare-heap (Int Bool))\
            (assert (sep (pto 1 true) (= 1 1)))(assert (= 1 2))(pop)(declare-heap (Int Int))(assert sep.emp)",
        );
        let script = script.unwrap();
        let asserted = script.assertions.iter().map(|&node| script.tree.canonical_text(node));
        assert_eq!(script.declarations.len(), 1);
        let of_another = "(sep_ambiguous (pto_ambiguous 1 true) (= 1 1))";
        assert_eq!(asserted.collect::<Vec<_>>(), ["(pto 1 2)", of_another, "(= 1 2)", "sep.emp"]);
    }

    #[test]
    fn commands_of_solvers_are_passed_over() {
        let script = parse("(synth-fun f () Int)(declare-pool p Int)(assert (= f 1))(strange)").unwrap();
        assert_eq!((script.declarations.len(), script.assertions.len()), (0, 1));
    }

    #[test]
    fn what_is_in_force_follows_levels_and_resets() {
        let script = parse(
            "(assert a)(push 2)(assert b)(check-sat)(pop)(check-sat-assuming (c d))(reset-assertions)(assert e)\
             (check-sat-using t)(reset)(assert f)",
        );
        let script = script.unwrap();
        let in_force = |check| script.in_force(check).map(|it| (it.assertions, it.assumptions));
        assert_eq!(script.checks(), 3);
        assert_eq!(in_force(0), Some((vec![0, 1], 0..0)));
        assert_eq!(in_force(1), Some((vec![0], 0..2)));
        assert_eq!(in_force(2), Some((vec![2], 2..2)));
        assert_eq!((in_force(3), script.in_force_at_end().assertions), (None, vec![3]));
    }

    #[test]
    fn levels_count_one_by_one_but_need_no_room() {
        let script =
            parse("(push)(assert b)(push 1500)(pop 1200)(check-sat)(pop 300)(check-sat)(pop)(check-sat)")
                .unwrap();
        let in_force = |check| script.in_force(check).unwrap().assertions;
        assert_eq!([0, 1, 2].map(in_force), [vec![0], vec![0], vec![]]);
        let script = "(push)(declare-const x Bool)(pop)(push)(declare-const x Int)(push 1500)(pop 1200)(assert (= x 1))";
        let resolved = parse(script).unwrap();
        assert_eq!(resolved.tree.text(resolved.assertions[0]), "(= x_2 1)");
        let levels =
            "(push 4294967295)".repeat(100) + "(assert a)" + &"(pop 4294967295)".repeat(99) + "(check-sat)";
        assert_eq!(parse(&levels).unwrap().in_force(0).unwrap().assertions, Vec::<usize>::new());
    }

    /// Instances count them, too.
    #[test]
    fn a_malformed_check_is_one() {
        let script =
            parse("(assert a)(check-sat-assuming)(check-sat-assuming (a) b)(assert b)(check-sat)").unwrap();
        assert_eq!(script.checks(), 3);
        assert_eq!(script.in_force(2).unwrap().assertions, [0, 1]);
    }
}
