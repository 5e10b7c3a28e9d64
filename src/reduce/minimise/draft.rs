//! Drafts: an instance with its witness, as expressions, for changes that affect both.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::paths::{self, Path};
use crate::smtlib::instance::{Command, Drawn, Instance, Kind};
use crate::smtlib::{
    Expr, Mentioned, NodeId, Problem, ReadError, Script, declared_names, unused_declarations,
};
use crate::theory::literals::is_literal;
use crate::witness::Obligation;

/// The maximal size of an instance in bytes: larger ones are not turned into drafts.
const LARGEST: usize = 16 << 10;

/// A size: the length in half bytes, then the digits of literals to break ties.
pub(super) type Weight = (usize, u64);

/// A command of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub kind: Kind,
    pub expr: Expr,
    /// For a declaration: the command that defines the same symbols under the witness.
    pub definition: Option<Expr>,
}

impl Line {
    /// Returns the definition of the symbols that the command declares. For a definition of the script, it is the
    /// command itself, even after changes to it.
    fn defined(&self) -> Option<&Expr> {
        let is_own = self.expr.head().is_some_and(|head| head.starts_with("define-"));
        self.definition.as_ref().map(|definition| if is_own { &self.expr } else { definition })
    }
}

/// A script with the definitions of its declared symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    pub lines: Vec<Line>,
    drawn: Vec<Arc<Drawn>>,
}

/// A declared function: `(declare-fun name (arguments…) result)`.
#[derive(Clone, Debug)]
pub(super) struct Function<'a> {
    /// The position of its line.
    pub at: usize,
    pub name: &'a str,
    pub arguments: &'a [Expr],
    pub result: &'a Expr,
    /// The value, if it is defined: the last part of `(define-fun name (parameters…) result value)`.
    pub value: Option<&'a Expr>,
}

impl Draft {
    /// Reads an instance and `definitions`, one per line. Returns `None` if it is too large or nested too deeply,
    /// or if the number of definitions is not that of the declarations.
    pub(super) fn read(instance: &Instance, definitions: &str) -> Option<Draft> {
        if definitions.len() > LARGEST {
            return None;
        }
        let mut draft = Draft::undefined(instance)?;
        let mut definitions = Expr::read(definitions)?.into_iter();
        for line in draft.lines.iter_mut().filter(|line| line.kind == Kind::Declaration) {
            line.definition = Some(definitions.next()?);
        }
        Some(draft)
    }

    /// Reads an instance without definitions. Returns `None` if it is too large or nested too deeply.
    pub(super) fn undefined(instance: &Instance) -> Option<Draft> {
        if instance.text.len() > LARGEST {
            return None;
        }
        let problem = instance.problem().ok()?;
        let tree = &problem.script.tree;
        let line = |(command, &root): (&Command, &NodeId)| {
            Some(Line { kind: command.kind, expr: Expr::from_tree(tree, root)?, definition: None })
        };
        let lines: Vec<Line> = instance.commands.iter().zip(tree.roots()).map(line).collect::<Option<_>>()?;
        (lines.len() == instance.commands.len()).then(|| Draft { lines, drawn: instance.drawn.clone() })
    }

    pub(super) fn instance(&self) -> Instance {
        let mut instance = Instance::default().with_drawn(self.drawn.clone());
        let is_defined = self.lines.iter().any(|line| line.definition.is_some());
        let is_judged = |line: &Line| match line.kind {
            Kind::Objective => true,
            // Exhaustion judges a core without values.
            Kind::Ask(question) => question.is_judged_by_values() && is_defined,
            _ => false,
        };
        if self.lines.iter().any(is_judged) {
            instance = instance.with_witness(&self.definitions());
        }
        for line in &self.lines {
            instance.add(line.kind, &line.expr.to_string());
        }
        instance
    }

    /// Returns the definitions, one per line.
    pub(super) fn definitions(&self) -> String {
        self.lines.iter().filter_map(Line::defined).map(|expr| format!("{expr}\n")).collect()
    }

    /// Returns the commands as a problem, without printing and parsing them.
    pub(super) fn problem(&self) -> Result<Problem, ReadError> {
        Problem::from_script(Script::from_exprs(self.lines.iter().map(|line| &line.expr))?)
    }

    /// Returns the logic and the declarations, each with its definition.
    pub(super) fn declared(&self) -> Vec<(Expr, Option<Expr>)> {
        self.declaring().map(|line| (line.expr.clone(), line.defined().cloned())).collect()
    }

    /// Whether [`Draft::declared`] returns this.
    pub(super) fn is_declared_by(&self, declared: &[(Expr, Option<Expr>)]) -> bool {
        self.declaring()
            .map(|line| (&line.expr, line.defined()))
            .eq(declared.iter().map(|(line, definition)| (line, definition.as_ref())))
    }

    fn declaring(&self) -> impl Iterator<Item = &Line> {
        self.lines
            .iter()
            .filter(|line| line.kind == Kind::Declaration || line.expr.head() == Some("set-logic"))
    }

    /// Returns the asserted and assumed formulas.
    pub(super) fn formulas(&self) -> Vec<&Expr> {
        let says = |line: &&Line| line.kind != Kind::Declaration && line.expr.head() != Some("set-logic");
        let formulas = self.lines.iter().filter(says).flat_map(|line| {
            paths::terms_of_command(&line.expr).into_iter().filter_map(|path| line.expr.at(&path))
        });
        formulas.collect()
    }

    /// Returns the declarations, definitions and formulas as text, for the search for other definitions.
    pub(super) fn claim(&self) -> Obligation {
        let definitions = self.declaring().filter_map(Line::defined);
        Obligation {
            declarations: self.declaring().map(|line| format!("{}\n", line.expr)).collect(),
            definitions: definitions.map(|definition| format!("{definition}\n")).collect(),
            formulas: self.formulas().into_iter().map(Expr::to_string).collect(),
        }
    }

    /// Returns its size, such that a literal is smaller than a symbol of the same length. The digits of literals
    /// break ties.
    pub(super) fn weight(&self) -> Weight {
        total(self.lines.iter().map(|line| &line.expr))
    }

    /// Returns the size of its definitions.
    pub(super) fn definitions_weight(&self) -> Weight {
        total(self.lines.iter().filter_map(|line| line.definition.as_ref()))
    }

    /// Returns the places of its terms: the position of the line, and the path to the term in it.
    pub(super) fn terms(&self) -> impl Iterator<Item = (usize, Path)> {
        let lines = self.lines.iter().enumerate();
        lines.flat_map(|(at, line)| paths::all(&line.expr).into_iter().map(move |path| (at, path)))
    }

    /// Returns the declared functions, without those that the seed defines.
    pub(super) fn functions(&self) -> impl Iterator<Item = Function<'_>> {
        self.lines.iter().enumerate().filter_map(|(at, line)| {
            let [_, name, rest @ .., result] = line.expr.children() else { return None };
            let arguments = match (line.expr.head()?, rest) {
                ("declare-fun", [arguments]) => arguments.children(),
                ("declare-const", []) => &[],
                _ => return None,
            };
            let value = line.definition.as_ref().and_then(|definition| definition.children().get(4));
            Some(Function { at, name: name.text()?, arguments, result, value })
        })
    }

    /// Returns the declared sorts without parameters: the position of the line, the name, and the names of the
    /// elements, if they are defined.
    pub(super) fn sorts(&self) -> impl Iterator<Item = (usize, &str, Vec<&str>)> {
        self.lines.iter().enumerate().filter_map(|(at, line)| {
            let [name, rest @ ..] = line.expr.children().get(1..)? else { return None };
            let plain =
                line.expr.head()? == "declare-sort" && rest.iter().all(|arity| arity.text() == Some("0"));
            let constructors = line.definition.as_ref().and_then(|definition| definition.at(&[2, 0]));
            let constructors = constructors.map(Expr::children).unwrap_or_default();
            let names = constructors.iter().filter_map(Expr::head).collect();
            Some((at, name.text().filter(|_| plain)?, names))
        })
    }

    /// Returns the positions of declarations that nothing else needs, each with those of them that it needs
    /// itself.
    pub(super) fn unused_declarations(&self) -> BTreeMap<usize, BTreeSet<usize>> {
        let mentioned = self.lines.iter().map(|Line { kind, expr, .. }| {
            let is_declaration = *kind == Kind::Declaration;
            let declared =
                if is_declaration { declared_names(Script::from_exprs([expr])) } else { Vec::new() };
            let mut symbols = Vec::new();
            expr.for_each_atom(&mut |atom| symbols.push(atom));
            Mentioned { declared, symbols }
        });
        unused_declarations(&mentioned.collect::<Vec<_>>())
    }

    /// Returns the draft with other definitions, one for each declaration, or `None` if their number differs.
    pub(super) fn with_definitions(&self, definitions: &[String]) -> Option<Draft> {
        let mut definitions = Expr::read(&definitions.concat())?.into_iter();
        let mut draft = self.clone();
        for line in draft.lines.iter_mut().filter(|line| line.definition.is_some()) {
            line.definition = Some(definitions.next()?);
        }
        definitions.next().is_none().then_some(draft)
    }

    /// Returns a draft with other lines.
    pub(super) fn of_lines(&self, lines: Vec<Line>) -> Draft {
        Draft { lines, drawn: self.drawn.clone() }
    }

    /// Returns the draft without the line at a position.
    pub(super) fn without(&self, at: usize) -> Draft {
        let mut draft = self.clone();
        draft.lines.remove(at);
        draft
    }

    /// Returns the draft with another expression in the line at a position.
    pub(super) fn with(&self, at: usize, expr: Expr) -> Draft {
        let mut draft = self.clone();
        draft.lines[at].expr = expr;
        draft
    }

    /// Returns the draft with each expression of the script and of the definitions replaced for which `change`
    /// returns another one. Numbers of levels stay.
    pub(super) fn replaced(&self, mut change: impl FnMut(&Expr) -> Option<Expr>) -> Draft {
        let mut draft = self.clone();
        let is_level = |kind: Kind| matches!(kind, Kind::Push(_) | Kind::Pop(_));
        for line in draft.lines.iter_mut().filter(|line| !is_level(line.kind)) {
            line.expr = line.expr.replaced(&mut change);
            line.definition = line.definition.as_ref().map(|definition| definition.replaced(&mut change));
        }
        draft
    }
}

/// Returns the size of some expressions, each with one separating byte.
fn total<'a>(exprs: impl Iterator<Item = &'a Expr>) -> Weight {
    exprs
        .map(size)
        .fold((0, 0), |(all, literals), (one, literal)| (all + one + 2, literals.saturating_add(literal)))
}

fn size(expr: &Expr) -> Weight {
    let Some(text) = expr.text() else {
        let (inside, literals) = total(expr.children().iter());
        // The closing parenthesis, and the opening one if there are no children.
        let own = if expr.children().is_empty() { 4 } else { 2 };
        return (inside + own, literals);
    };
    let is_literal = is_literal(text);
    (2 * text.len() + usize::from(!is_literal), if is_literal { digits(text) } else { 0 })
}

/// Returns the distance of a literal from zero: its number, or the sum of its characters' distances.
fn digits(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| {
        let far = |byte: u8| match byte {
            b'0' | b'#' | b'.' | b'"' => 0,
            b'1'..=b'9' => u64::from(byte - b'0'),
            _ => 10,
        };
        text.bytes().map(far).sum()
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::reduce::minimise::judge::{Basis, Judge};
    use crate::smtlib::instance::Expected;
    use crate::witness::{Evaluator, Grade};

    /// Reads a draft of commands, one per line. Declarations are followed by ` ; ` and their definitions.
    pub(in crate::reduce::minimise) fn draft(text: &str) -> Draft {
        let mut instance = Instance::default();
        let mut definitions = String::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (command, definition) = line.split_once(" ; ").unwrap_or((line, ""));
            let mut words = command.split([' ', ')']);
            let head = words.next().unwrap();
            let levels = words.next().and_then(|count| count.parse().ok()).unwrap_or(1);
            let kind = match head {
                "(assert" => Kind::Assertion,
                "(check-sat" | "(check-sat-using" | "(check-sat-assuming" => Kind::Check(Expected::Sat),
                "(set-logic" | "(set-option" | "(set-simplifier" => Kind::Setup,
                "(push" => Kind::Push(levels),
                "(pop" => Kind::Pop(levels),
                _ => Kind::Declaration,
            };
            instance.add(kind, command);
            definitions.push_str(definition);
            definitions.push('\n');
        }
        Draft::read(&instance, &definitions).unwrap()
    }

    const SCRIPT: &str = "(set-logic UF)
        (declare-sort S 0) ; (declare-datatypes ((S 0)) (((S!0) (S!1))))
        (declare-fun f (S Int) Bool) ; (define-fun f ((x!0 S) (x!1 Int)) Bool true)
        (declare-const c S) ; (define-fun c () S S!1)
        (assert (f c 12))
        (check-sat)";

    #[test]
    fn it_is_put_together_as_it_was() {
        let draft = draft(SCRIPT);
        let instance = draft.instance();
        assert_eq!(Draft::read(&instance, &draft.definitions()), Some(draft.clone()));
        assert!(instance.text.contains("\n(assert (f c 12))\n"));
        assert_eq!(draft.without(3).definitions().lines().count(), 2);
    }

    #[test]
    fn what_a_script_defines_is_what_it_is_evaluated_with() {
        let own = "(define-fun f ((x Bool)) Bool x)";
        let before = draft(&format!("{own} ; {own}\n(assert (not (f false)))\n(check-sat)"));
        let changed = Expr::read("(define-fun f ((x Bool)) Bool true)").unwrap().remove(0);
        let after = before.with(0, changed);
        assert!(
            after.definitions().contains("Bool true)") && after.claim().definitions[0].contains("Bool true)")
        );
        let evaluator = Evaluator::in_process();
        let mut judge = Judge::new(Basis::Witness(&evaluator, Grade::Evaluated), false, None);
        assert!(!judge.holds(&after));
    }

    #[test]
    fn functions_and_sorts_are_found_with_their_values() {
        let draft = draft(SCRIPT);
        let functions: Vec<_> = draft
            .functions()
            .map(|f| (f.at, f.name, f.arguments.len(), f.value.unwrap().to_string()))
            .collect();
        assert_eq!(functions, [(2, "f", 2, "true".to_owned()), (3, "c", 0, "S!1".to_owned())]);
        assert_eq!(draft.sorts().collect::<Vec<_>>(), [(1, "S", vec!["S!0", "S!1"])]);
    }

    #[test]
    fn smaller_is_shorter_then_nearer_to_zero() {
        let weight = |term: &str| draft(&format!("(assert {term})")).weight();
        for (small, large) in
            [("0", "7"), ("7", "10"), ("1", "x"), ("true", "(not x)"), ("#b00", "#b01"), ("x", "xy")]
        {
            assert!(weight(small) < weight(large), "{small} {large}");
        }
    }

    #[test]
    fn what_is_too_large_or_incomplete_is_no_draft() {
        let mut large = Instance::default();
        large.add(Kind::Setup, &" ".repeat(LARGEST));
        assert_eq!(Draft::read(&large, ""), None);
        let instance = draft(SCRIPT).instance();
        assert_eq!(Draft::read(&instance, "(define-fun f () Int 1)\n"), None);
    }
}
