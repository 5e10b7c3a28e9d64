//! Commands of a seed (SMT-LIB 2.7, section 3.11): what it declares and what it asserts.

use std::collections::BTreeMap;

use super::datatypes::{Datatype, datatypes};
use super::sexpr::{NodeId, Tree};
use super::{ReadError, symbol};

/// A seed as read: its s-expressions, and which of them declare or assert something.
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
    /// Asserted formulas in order, from every assertion level.
    pub assertions: Vec<NodeId>,
    /// Literals of `check-sat-assuming`.
    pub assumptions: Vec<NodeId>,
}

/// One command that introduces names.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The whole command.
    pub node: NodeId,
    /// What it introduces.
    pub kind: DeclarationKind,
}

/// What a declaration introduces; symbols are in canonical form.
#[derive(Clone, Debug)]
pub enum DeclarationKind {
    /// `declare-sort`: name and arity.
    Sort(String, u32),
    /// `declare-fun` or `declare-const`: name, argument sorts, result sort.
    Function(String, Vec<NodeId>, NodeId),
    /// `define-sort`: name, parameters, body.
    SortDefinition(String, Vec<String>, NodeId),
    /// `declare-datatype(s)`: the text stays as it is.
    Datatypes,
    /// `define-fun` and its kin: the text stays as it is.
    Definition,
}

/// Commands that neither declare nor assert: read over. `reset` is among them: what is
/// declared again after it is the same symbol or refused.
const PASSED_OVER: [&str; 43] = [
    "apply",
    "block-model",
    "block-model-values",
    "check-sat",
    "check-sat-assuming-model",
    "check-sat-using",
    "declare-tactic",
    "display",
    "echo",
    "eval",
    "exit",
    "get-abduct",
    "get-abduct-next",
    "get-assertions",
    "get-assignment",
    "get-consequences",
    "get-difficulty",
    "get-info",
    "get-interpolant",
    "get-interpolant-next",
    "get-interpolants",
    "get-learned-literals",
    "get-model",
    "get-model-domain-elements",
    "get-objectives",
    "get-option",
    "get-proof",
    "get-qe",
    "get-qe-disjunct",
    "get-unsat-assumptions",
    "get-unsat-core",
    "get-unsat-core-lemmas",
    "get-unsat-model-interpolant",
    "get-value",
    "labels",
    "maximize",
    "minimize",
    "pop",
    "push",
    "reset",
    "reset-assertions",
    "set-option",
    "simplify",
];

impl Script {
    /// Reads a whole script.
    ///
    /// # Errors
    /// Text that is not SMT-LIB, and commands this reader does not know: a command that
    /// could declare or assert something must not be lost in silence.
    pub fn parse(source: String) -> Result<Script, ReadError> {
        let tree = Tree::parse(source)?;
        let mut script = Script {
            logic: None,
            status: None,
            declarations: Vec::new(),
            assertions: Vec::new(),
            assumptions: Vec::new(),
            tree,
        };
        let mut seen = BTreeMap::new();
        for root in script.tree.roots().to_vec() {
            script.command(root, &mut seen)?;
        }
        Ok(script)
    }

    /// The datatypes it declares, in order.
    pub fn datatypes(&self) -> impl Iterator<Item = Datatype> {
        let declared = self.declarations.iter();
        let declared = declared.filter(|line| matches!(line.kind, DeclarationKind::Datatypes));
        declared.filter_map(|line| datatypes(&self.tree, line.node)).flatten()
    }

    /// Whether it defines functions by recursion.
    pub fn defines_recursively(&self) -> bool {
        let definitions =
            self.declarations.iter().filter(|line| matches!(line.kind, DeclarationKind::Definition));
        let names = definitions.filter_map(|line| self.tree.symbol(*self.tree.list(line.node)?.first()?));
        names.into_iter().any(|name| matches!(name, "define-fun-rec" | "define-funs-rec"))
    }

    fn command(&mut self, node: NodeId, seen: &mut BTreeMap<String, String>) -> Result<(), ReadError> {
        let tree = &self.tree;
        let items = tree.list(node).unwrap_or_default();
        let Some(name) = items.first().and_then(|&head| tree.symbol(head)) else {
            return Err(tree.error(node, "expected a command like `(assert …)`"));
        };
        let arguments = &items[1..];
        match (name, arguments) {
            // One after declarations follows a `reset`: instances use what is on both sides.
            ("set-logic", [logic]) if self.declarations.is_empty() => {
                self.logic = tree.symbol(*logic).map(str::to_owned);
            }
            ("set-logic", [logic]) if self.logic.as_deref() != tree.symbol(*logic) => self.logic = None,
            ("set-logic", [_]) => {}
            ("set-info", [key, value, ..]) if tree.text(*key) == ":status" => {
                self.status = Some(tree.text(*value).to_owned());
            }
            ("set-info" | "assert-soft", _) => {}
            ("assert", [formula]) => self.assertions.push(*formula),
            ("check-sat-assuming", [literals]) => {
                let literals = tree.list(*literals).unwrap_or_default();
                self.assumptions.extend_from_slice(literals);
            }
            (
                "declare-sort" | "declare-fun" | "declare-const" | "define-sort" | "declare-datatypes"
                | "declare-datatype" | "define-fun" | "define-fun-rec" | "define-funs-rec" | "define-const"
                | "define",
                _,
            ) => {
                let declaration = declaration(tree, node, name, arguments)?;
                if !repeats(tree, &declaration, seen)? {
                    self.declarations.push(declaration);
                }
            }
            ("assert" | "set-logic", _) => {
                return Err(tree.error(node, format!("`{name}` takes one argument")));
            }
            (name, _) if PASSED_OVER.contains(&name) => {}
            (name, _) => return Err(tree.error(node, format!("unknown command `{name}`"))),
        }
        Ok(())
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
            DeclarationKind::Sort(symbol_at(0).ok_or_else(malformed)?.into(), arity.map_err(|_| malformed())?)
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
        ("declare-datatypes", 2) | ("declare-datatype", 2) => DeclarationKind::Datatypes,
        ("define-fun" | "define-fun-rec", 4) | ("define-const", 3) | ("define-funs-rec" | "define", 2) => {
            DeclarationKind::Definition
        }
        _ => return Err(malformed()),
    };
    Ok(Declaration { node, kind })
}

/// A script may declare a name again after a `pop`. The same declaration is the same
/// symbol; another one under the same name could not stand beside it in one instance.
fn repeats(
    tree: &Tree,
    declaration: &Declaration,
    seen: &mut BTreeMap<String, String>,
) -> Result<bool, ReadError> {
    let name = match &declaration.kind {
        DeclarationKind::Function(name, ..) => name.clone(),
        DeclarationKind::Sort(name, _) | DeclarationKind::SortDefinition(name, ..) => format!("sort {name}"),
        DeclarationKind::Datatypes => format!("datatypes {}", tree.canonical_text(declaration.node)),
        DeclarationKind::Definition => {
            let named = tree.list(declaration.node).and_then(|items| items.get(1));
            named.map(|&id| tree.canonical_text(id)).unwrap_or_default()
        }
    };
    let text = tree.canonical_text(declaration.node);
    match seen.get(&name) {
        None => {
            seen.insert(name, text);
            Ok(false)
        }
        Some(earlier) if *earlier == text => Ok(true),
        Some(_) => {
            let name = symbol::bare(&name);
            Err(tree.error(declaration.node, format!("`{name}` is declared again, and differently")))
        }
    }
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
    fn two_logics_are_none() {
        let logic = |source| parse(source).unwrap().logic;
        assert_eq!(logic("(declare-const x Int)(reset)(set-logic QF_UF)"), None);
        assert_eq!(logic("(set-logic A)(declare-const x Int)(reset)(set-logic A)").as_deref(), Some("A"));
    }

    #[test]
    fn a_command_it_does_not_know_is_refused_with_its_place() {
        let error = parse("(check-sat)\n (synth-fun f () Int)").unwrap_err();
        assert_eq!(error.to_string(), "line 2, column 2: unknown command `synth-fun`");
    }

    #[test]
    fn one_name_for_two_things_is_refused() {
        let error = parse("(declare-const x Int)(declare-const x Bool)").unwrap_err();
        assert!(error.what.contains("declared again"));
    }

    #[test]
    fn every_command_passed_over_is_known_once() {
        let mut sorted = PASSED_OVER.to_vec();
        sorted.dedup();
        assert_eq!(sorted, PASSED_OVER);
        assert!(PASSED_OVER.is_sorted());
    }
}
