//! Renaming: the names that a script declares become plain names for Z3, and back.
//!
//! A seed for another solver may declare a symbol that Z3 reserves, such as `List`. Z3 never sees a seed's own
//! names, so there are no clashes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::datatypes::{Datatype, datatypes};
use super::lex::{Lexer, TokenKind};
use super::script::{Declaration, DeclarationKind, Script};
use super::sexpr::{NodeId, Tree};
use super::symbol;

/// The names of a script: two maps, one the inverse of the other.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Names {
    to_z3: BTreeMap<String, String>,
    to_source: BTreeMap<String, String>,
    prefix: String,
    /// Whether numerals denote reals.
    reals: bool,
}

impl Names {
    /// Assigns a plain name to each name that `script` declares globally.
    pub fn collect(script: &Script) -> Names {
        let mut prefix = String::from("s");
        while script.tree.atoms().any(|name| is_numbered(name, &prefix)) {
            prefix.push('_');
        }
        let mut names = Names { prefix, ..Names::default() };
        for name in script.declarations.iter().flat_map(|line| line.names(&script.tree)) {
            names.add(&name);
        }
        for constructor in script.datatypes().flat_map(|datatype| datatype.constructors) {
            let constructor = constructor.name;
            // Older notation for testers: `is-cons` for `(_ is cons)`.
            let tester = symbol::quoted(&format!("is-{}", symbol::bare(&constructor)));
            if let Some(z3) = names.to_z3.get(&constructor).cloned()
                && !names.contains(&tester)
            {
                names.to_z3.insert(tester.clone(), format!("is-{z3}"));
                names.to_source.insert(format!("is-{z3}"), tester);
            }
        }
        names.reals = script.has_reals_only();
        names
    }

    /// Adapts `text` to logic `ALL` instead of the seed's: numerals that denote reals become decimals, and names
    /// that some solver reserves in this logic are replaced.
    pub fn without_logic(&self, text: &str) -> String {
        let clashing = self.to_z3.iter().filter(|(name, _)| is_reserved_in_all(name));
        let plain = clashing.map(|(name, z3)| (name.clone(), z3.clone())).collect();
        rename(text, &plain, self.reals)
    }

    /// Adds a name that only the witness uses, such as an element of a sort.
    pub fn add(&mut self, source: &str) {
        if !self.to_z3.contains_key(source) {
            let z3 = format!("{}{}", self.prefix, self.to_z3.len());
            self.to_source.insert(z3.clone(), source.to_owned());
            self.to_z3.insert(source.to_owned(), z3);
        }
    }

    /// Maps `z3`, a name that Z3 invented, to `source`.
    pub fn alias(&mut self, z3: &str, source: &str) {
        self.to_source.insert(z3.to_owned(), source.to_owned());
    }

    /// Returns the names that the script declares, including testers.
    pub(crate) fn declared(&self) -> impl Iterator<Item = &str> {
        self.to_z3.keys().map(String::as_str)
    }

    /// Whether the script declares `name`.
    pub fn contains(&self, name: &str) -> bool {
        self.to_z3.contains_key(name)
    }

    /// Returns the source's name for one that Z3 printed.
    pub fn source_of(&self, z3: &str) -> Option<&str> {
        self.to_source.get(z3).map(String::as_str)
    }

    /// Replaces the script's names in `text` by plain ones. Everything else, including line breaks, stays.
    pub fn to_z3(&self, text: &str) -> String {
        rename(text, &self.to_z3, self.reals)
    }

    /// Replaces plain names by the script's, as the inverse of [`Names::to_z3`].
    pub fn to_source(&self, text: &str) -> String {
        rename(text, &self.to_source, false)
    }
}

/// Whether Z3 or cvc5 reserves a name in logic `ALL` that is free in smaller logics.
pub(crate) fn is_reserved_in_all(name: &str) -> bool {
    let theory = ["set.", "bag.", "rel.", "seq.", "tuple.", "table.", "ff.", "str.", "re.", "fp."];
    let words = [
        "Set", "FiniteSet", "Bag", "Relation", "Table", "Tuple", "Seq", "List", "Pair", "String", "RegLan",
        "Array", "Int", "Real", "RoundingMode", "UnitTuple", "is", "log", "exp", "pi", "sqrt", "sin", "cos",
        "tan", "asin", "acos", "atan", "fp", "sep", "wand", "pto",
    ];
    words.contains(&name) || theory.iter().any(|prefix| name.starts_with(prefix))
}

fn is_numbered(name: &str, prefix: &str) -> bool {
    name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The parts of a function's definition, as a command has them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Defined {
    /// The name.
    pub name: NodeId,
    /// The list of parameters with their sorts, if the command has one.
    pub parameters: Option<NodeId>,
    /// The sort of the result, if the command has one.
    pub result: Option<NodeId>,
    /// The body.
    pub body: NodeId,
}

impl Defined {
    /// Returns the sorts of the parameters.
    pub(crate) fn sorts(&self, tree: &Tree) -> Vec<NodeId> {
        let pairs = self.parameters.and_then(|parameters| tree.list(parameters)).unwrap_or_default();
        pairs.iter().filter_map(|&pair| tree.list(pair)?.get(1).copied()).collect()
    }
}

impl Declaration {
    /// Returns the names that it introduces, in order.
    pub(crate) fn names(&self, tree: &Tree) -> Vec<String> {
        let mut names = Vec::new();
        match &self.kind {
            DeclarationKind::Sort(name, _)
            | DeclarationKind::Function(name, ..)
            | DeclarationKind::SortDefinition(name, ..) => names.push(name.clone()),
            DeclarationKind::Datatypes => {
                for datatype in self.datatypes(tree) {
                    names.push(datatype.name);
                    for constructor in datatype.constructors {
                        names.push(constructor.name);
                        let selectors = constructor.fields.iter().filter_map(|(name, _)| tree.symbol(*name));
                        names.extend(selectors.map(str::to_owned));
                    }
                }
            }
            DeclarationKind::Definition => {
                let defined = self.defined(tree).into_iter();
                names.extend(defined.filter_map(|name| tree.symbol(name)).map(str::to_owned));
            }
            DeclarationKind::Heap => {}
        }
        names
    }

    /// Returns the nodes of the names that it defines, in order.
    pub(crate) fn defined(&self, tree: &Tree) -> Vec<NodeId> {
        self.functions(tree).unwrap_or_default().iter().map(|function| function.name).collect()
    }

    /// Returns the functions that it defines, in order; `None` if it is malformed.
    pub(crate) fn functions(&self, tree: &Tree) -> Option<Vec<Defined>> {
        let DeclarationKind::Definition = self.kind else { return Some(Vec::new()) };
        let items = tree.list(self.node)?;
        let (parameters, result, name, body) = match (tree.symbol(*items.first()?)?, items) {
            ("define-fun" | "define-fun-rec", &[_, name, parameters, result, body]) => {
                (Some(parameters), Some(result), name, body)
            }
            ("define-const", &[_, name, result, body]) => (None, Some(result), name, body),
            ("define", &[_, name, body]) => (None, None, name, body),
            ("define-funs-rec", &[_, heads, bodies]) => {
                let (heads, bodies) =
                    (tree.list(heads).unwrap_or_default(), tree.list(bodies).unwrap_or_default());
                let function = |(&head, &body): (&NodeId, &NodeId)| {
                    let &[name, parameters, result] = tree.list(head)? else { return None };
                    Some(Defined { name, parameters: Some(parameters), result: Some(result), body })
                };
                return heads.iter().zip(bodies).map(function).collect();
            }
            _ => return None,
        };
        Some(vec![Defined { name, parameters, result, body }])
    }

    /// Returns the datatypes that it declares, in order.
    pub(crate) fn datatypes(&self, tree: &Tree) -> Vec<Datatype> {
        match self.kind {
            DeclarationKind::Datatypes => datatypes(tree, self.node).unwrap_or_default(),
            _ => Vec::new(),
        }
    }
}

/// Replaces names in `text`. If `reals` is set, numerals become decimals.
fn rename(text: &str, map: &BTreeMap<String, String>, reals: bool) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut lexer = Lexer::new(text);
    let mut copied = 0;
    // The word after `(_` is never a name of the script.
    let mut before = ("", "");
    // The depth of open lists, and the depth at which a list began whose numerals are indices or arities.
    let (mut depth, mut indexed) = (0_u32, None);
    // The depth at which the polynomial of an algebraic number began; its words are all Z3's own.
    let mut polynomial = None;
    while let Ok(Some(token)) = lexer.next_token() {
        let word = token.text(text);
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => {
                depth = depth.saturating_sub(1);
                indexed = indexed.filter(|&start| depth >= start);
                polynomial = polynomial.filter(|&start| depth >= start);
            }
            TokenKind::Symbol if before == ("(", "_") || polynomial.is_some() => {}
            TokenKind::Symbol if before.1 == "(" && word == "root-obj" && !map.contains_key(word) => {
                (indexed, polynomial) = (indexed.or(Some(depth)), Some(depth));
            }
            TokenKind::Symbol => {
                let counts =
                    matches!(word, "_" | "declare-sort" | "declare-datatypes" | "declare-codatatypes");
                if counts && before.1 == "(" {
                    indexed = indexed.or(Some(depth));
                }
                if let Some(new) = map.get(symbol::canonical(word)) {
                    out.push_str(&text[copied..token.start as usize]);
                    out.push_str(new);
                    copied = token.end as usize;
                }
            }
            TokenKind::Number if reals && indexed.is_none() && is_numeral(word, before.1) => {
                out.push_str(&text[copied..token.end as usize]);
                out.push_str(".0");
                copied = token.end as usize;
            }
            _ => {}
        }
        before = (before.1, word);
    }
    out.push_str(&text[copied..]);
    out
}

/// Whether a number is a numeral that denotes a value: neither the arity of a sort nor the value of an attribute.
fn is_numeral(word: &str, before: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit()) && !before.starts_with(':')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::has_reals_only;

    #[test]
    fn names_go_out_and_come_back() {
        let source = "(declare-datatypes ((List 0)) (((nil) (cons (hd Int)))))\n(declare-fun |s 1| () List)\n\
                      (declare-fun is () Bool) (assert (and is ((_ is cons) |s 1|)))";
        let script = Script::parse(source.to_owned()).unwrap();
        let names = Names::collect(&script);
        let z3 = names.to_z3(source);
        assert_eq!(
            z3,
            "(declare-datatypes ((s0 0)) (((s1) (s2 (s3 Int)))))\n(declare-fun s4 () s0)\n\
             (declare-fun s5 () Bool) (assert (and s5 ((_ is s2) s4)))"
        );
        assert_eq!(names.to_source(&z3), source);
    }

    #[test]
    fn numerals_are_reals_where_there_are_no_integers() {
        let source = "(set-logic QF_LRA)(define-fun x () Real 1)(assert (! (< x 2 3.5) :weight 7))";
        let script = Script::parse(source.to_owned()).unwrap();
        let z3 = Names::collect(&script).to_z3(source);
        assert!(z3.ends_with("(define-fun s0 () Real 1.0)(assert (! (< s0 2.0 3.5) :weight 7))"), "{z3}");
        assert!(has_reals_only("UFLRA") && !has_reals_only("AUFLIRA") && !has_reals_only("QF_BV"));
    }

    #[test]
    fn text_that_leaves_its_logic_says_what_it_meant() {
        let source = "(set-logic QF_UFLRA)(declare-sort Set 0)(declare-fun member (Set) Real)";
        let names = Names::collect(&Script::parse(source.to_owned()).unwrap());
        let text = "(define-fun f ((s Set)) Real (+ 1 (member s)))";
        assert_eq!(names.without_logic(text), "(define-fun f ((s s0)) Real (+ 1.0 (member s)))");
    }

    #[test]
    fn older_testers_follow_their_constructors() {
        let source = "(declare-datatypes () ((L nil (cons (hd Int)))))(assert (is-cons nil))";
        let script = Script::parse(source.to_owned()).unwrap();
        assert!(Names::collect(&script).to_z3(source).ends_with("(assert (is-s2 s1))"));
    }

    #[test]
    fn a_seed_that_numbers_its_own_names_gets_another_prefix() {
        let script =
            Script::parse("(declare-fun a () Int)(assert (forall ((s0 Int)) (> s0 a)))".into()).unwrap();
        assert_eq!(Names::collect(&script).to_z3("a"), "s_0");
    }
}
