//! Commands of a seed (SMT-LIB 2.7, section 3.11): what it declares and what it asserts.

use super::ReadError;
use super::datatypes::{Datatype, datatypes};
use super::scopes::Scopes;
use super::sexpr::{NodeId, Tree};

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
    /// `declare-heap`, without which cvc5 reads no separation logic: the text stays as it is.
    Heap,
}

/// Parameters that a declared sort may have: a witness writes them all down.
const MOST_PARAMETERS: u32 = 100;
/// Levels that one command may open.
const MOST_LEVELS: usize = 1000;

impl Script {
    /// Reads a whole script. What neither declares nor asserts is passed over, commands of solvers among it: what they
    /// might introduce is a symbol of unknown meaning.
    ///
    /// A name may be declared again, and differently. It stands for what it was first, and
    /// what is said of the other is left out: both could not stand beside each other in one instance.
    ///
    /// # Errors
    /// Text that is not SMT-LIB, or a malformed command.
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
        let mut scopes = Scopes::default();
        for root in script.tree.roots().to_vec() {
            script.command(root, &mut scopes)?;
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

    fn command(&mut self, node: NodeId, scopes: &mut Scopes) -> Result<(), ReadError> {
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
            ("push" | "pop", _) => {
                let count = arguments.first().map_or(Ok(1), |&count| tree.text(count).parse::<u32>());
                let count = count.map_err(|_| tree.error(node, format!("`{name}` takes a number")))?;
                // More levels than commands could tell apart are as good as so many.
                let most = if name == "push" { MOST_LEVELS } else { scopes.open_levels() };
                for _ in 0..(count as usize).min(most) {
                    if name == "push" { scopes.push() } else { scopes.pop() }
                }
            }
            ("reset", _) => scopes.reset(),
            ("assert", [formula]) if !scopes.is_about_others(tree, *formula) => {
                self.assertions.push(*formula)
            }
            ("check-sat-assuming", [literals]) => {
                let literals = tree.list(*literals).unwrap_or_default().iter().copied();
                self.assumptions.extend(literals.filter(|&literal| !scopes.is_about_others(tree, literal)));
            }
            ("assert", [_]) => {}
            (
                "declare-sort" | "declare-fun" | "declare-const" | "define-sort" | "declare-datatypes"
                | "declare-datatype" | "define-fun" | "define-fun-rec" | "define-funs-rec" | "define-const"
                | "define" | "declare-heap",
                _,
            ) => {
                let declaration = declaration(tree, node, name, arguments)?;
                if scopes.is_new(tree, &declaration) {
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
            let arity = arity.ok().filter(|arity| *arity <= MOST_PARAMETERS).ok_or_else(malformed)?;
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
        ("declare-datatypes", 2) | ("declare-datatype", 2) => DeclarationKind::Datatypes,
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
        assert_eq!(error.to_string(), "line 1, column 1: malformed `declare-sort`");
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
        assert_eq!((script.declarations.len(), script.assertions.len()), (1, 3));
    }

    #[test]
    fn commands_of_solvers_are_passed_over() {
        let script = parse("(synth-fun f () Int)(declare-pool p Int)(assert (= f 1))(strange)").unwrap();
        assert_eq!((script.declarations.len(), script.assertions.len()), (0, 1));
    }

    #[test]
    fn a_name_may_stand_for_another_thing_later() {
        let kept = |text: &str| {
            let script = parse(text).unwrap();
            let text = |node| script.tree.canonical_text(node);
            let declared = script.declarations.iter().map(|line| text(line.node));
            declared.chain(script.assertions.iter().map(|&node| text(node))).collect::<Vec<_>>().join(" ")
        };
        let first = "(push)(declare-const x Int)(assert (= x 1))(pop)";
        let second = "(push)(declare-const x Bool)(define-fun f () Bool x)(assert x)(assert (not f))(assert true)(pop)";
        let third = "(declare-const x Int)(assert (= x 2))";
        let all = kept(&format!("{first}{second}{third}"));
        assert_eq!(all, "(declare-const x Int) (= x 1) true (= x 2)");
        let overloaded = kept("(declare-const x Int)(declare-const x Bool)(assert x)(assert true)");
        assert_eq!(overloaded, "(declare-const x Int) true");
        let again = kept("(declare-const x Int)(reset)(declare-const x Bool)(assert x)(assert false)");
        assert_eq!(again, "(declare-const x Int) false");
    }
}
