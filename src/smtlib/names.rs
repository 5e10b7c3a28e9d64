//! The names a script declares, exchanged for plain ones while Z3 reads them, and back.
//!
//! A seed written for another solver may declare a symbol that Z3 reserves (`List`, say).
//! Z3 never sees a seed's own names, so there is nothing to clash with.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::datatypes::datatypes;
use super::lex::{Lexer, TokenKind};
use super::script::{DeclarationKind, Script};
use super::symbol;

/// Two maps, one the inverse of the other.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Names {
    to_z3: BTreeMap<String, String>,
    to_source: BTreeMap<String, String>,
    prefix: String,
}

impl Names {
    /// A plain name for each name that `script` declares globally.
    pub fn of(script: &Script) -> Names {
        let mut taken = BTreeSet::new();
        let mut lexer = Lexer::new(script.tree.source());
        while let Ok(Some(token)) = lexer.next_token() {
            taken.insert(symbol::canonical(token.text(script.tree.source())));
        }
        let mut prefix = String::from("s");
        while taken.iter().any(|name| is_numbered(name, &prefix)) {
            prefix.push('_');
        }
        let mut names = Names { prefix, ..Names::default() };
        for name in declared(script) {
            names.add(&name);
        }
        names
    }

    /// Adds a name that only the witness uses, such as an element of a sort.
    pub fn add(&mut self, source: &str) {
        if !self.to_z3.contains_key(source) {
            let z3 = format!("{}{}", self.prefix, self.to_z3.len());
            self.to_source.insert(z3.clone(), source.to_owned());
            self.to_z3.insert(source.to_owned(), z3);
        }
    }

    /// Lets `z3`, a name that Z3 invented, stand for `source` on the way back.
    pub fn alias(&mut self, z3: &str, source: &str) {
        self.to_source.insert(z3.to_owned(), source.to_owned());
    }

    /// Whether the script declares `name`.
    pub fn contains(&self, name: &str) -> bool {
        self.to_z3.contains_key(name)
    }

    /// The source's name for one that Z3 printed.
    pub fn source_of(&self, z3: &str) -> Option<&str> {
        self.to_source.get(z3).map(String::as_str)
    }

    /// `text` with the script's names exchanged for plain ones; everything else, line
    /// breaks included, stays as it is.
    pub fn to_z3(&self, text: &str) -> String {
        rename(text, &self.to_z3)
    }

    /// The inverse of [`Names::to_z3`].
    pub fn to_source(&self, text: &str) -> String {
        rename(text, &self.to_source)
    }
}

fn is_numbered(name: &str, prefix: &str) -> bool {
    name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The global names of a script in order of declaration.
fn declared(script: &Script) -> Vec<String> {
    let tree = &script.tree;
    let mut names = Vec::new();
    for declaration in &script.declarations {
        match &declaration.kind {
            DeclarationKind::Sort(name, _)
            | DeclarationKind::Function(name, ..)
            | DeclarationKind::SortDefinition(name, ..) => names.push(name.clone()),
            DeclarationKind::Datatypes => {
                for datatype in datatypes(tree, declaration.node).unwrap_or_default() {
                    names.push(datatype.name);
                    for constructor in datatype.constructors {
                        names.push(constructor.name);
                        names.extend(constructor.fields.into_iter().map(|(selector, _)| selector));
                    }
                }
            }
            DeclarationKind::Definition => {
                let items = tree.list(declaration.node).unwrap_or_default();
                let Some(&named) = items.get(1) else { continue };
                match tree.list(named) {
                    None => names.extend(tree.symbol(named).map(str::to_owned)),
                    // `define-funs-rec` lists headers, Z3's `define` puts the name first.
                    Some(headers) => {
                        names.extend(headers.iter().filter_map(|&header| {
                            let name = tree.list(header).and_then(|parts| parts.first().copied());
                            tree.symbol(name.unwrap_or(header)).map(str::to_owned)
                        }));
                    }
                }
            }
        }
    }
    names
}

fn rename(text: &str, map: &BTreeMap<String, String>) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut lexer = Lexer::new(text);
    let mut copied = 0;
    // The word after `(_` is never the script's own.
    let mut before = ("", "");
    while let Ok(Some(token)) = lexer.next_token() {
        let word = token.text(text);
        if token.kind == TokenKind::Symbol
            && before != ("(", "_")
            && let Some(new) = map.get(symbol::canonical(word))
        {
            out.push_str(&text[copied..token.start as usize]);
            out.push_str(new);
            copied = token.end as usize;
        }
        before = (before.1, word);
    }
    out.push_str(&text[copied..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_out_and_come_back() {
        let source = "(declare-datatypes ((List 0)) (((nil) (cons (hd Int)))))\n(declare-fun |s 1| () List)\n\
                      (declare-fun is () Bool) (assert (and is ((_ is cons) |s 1|)))";
        let script = Script::parse(source.to_owned()).unwrap();
        let names = Names::of(&script);
        let z3 = names.to_z3(source);
        assert_eq!(
            z3,
            "(declare-datatypes ((s0 0)) (((s1) (s2 (s3 Int)))))\n(declare-fun s4 () s0)\n\
             (declare-fun s5 () Bool) (assert (and s5 ((_ is s2) s4)))"
        );
        assert_eq!(names.to_source(&z3), source);
    }

    #[test]
    fn a_seed_that_numbers_its_own_names_gets_another_prefix() {
        let script =
            Script::parse("(declare-fun a () Int)(assert (forall ((s0 Int)) (> s0 a)))".into()).unwrap();
        assert_eq!(Names::of(&script).to_z3("a"), "s_0");
    }
}
