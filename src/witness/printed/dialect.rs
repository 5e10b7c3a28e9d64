//! The text of a model → s-expressions. Models in other forms are converted to a list of `define-fun`. Errors are
//! safe to print.
//!
//! Parts that these forms omit, mostly sorts, become `_`; the reader knows them from the script.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::process::quotation::{on_one_line, quoted};
use crate::smtlib::{NodeId, ReadError, Tree};

/// The maximal length of a model text in bytes.
const LONGEST: usize = 1 << 20;
/// The maximal number of characters quoted in a message.
const QUOTED: usize = 80;

/// The reason why a model text cannot be converted to a witness.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum PrintedError {
    #[error("the model is longer than {} MiB", LONGEST >> 20)]
    TooLong,
    #[error("no model was printed")]
    Nothing,
    #[error("the solver printed an error instead of a model: {0}")]
    Error(String),
    #[error("the model is not SMT-LIB: {0}")]
    Text(ReadError),
    #[error("`{0}` is not a known part of a model")]
    Shape(String),
    #[error("the value of `{symbol}` is malformed: {what}")]
    Malformed { symbol: String, what: String },
    #[error("the value of `{symbol}` cannot be read: {what}")]
    Value { symbol: String, what: String },
}

/// Returns the beginning of a printed text on one line.
pub(crate) fn clip(text: &str) -> String {
    quoted(&on_one_line(text), QUOTED)
}

/// The prefix of the names by which cvc5 refers to an infinite value of a codatatype from within it, as in
/// `(cons 1 cbv_L_0)`. CVC4 writes `@uc_L_0`.
pub(super) const WITHIN: &str = "cbv_";

/// The placeholder for a part of a value that the model leaves open.
pub(super) const REST: &str = "@rest";

/// Returns the model as a tree of `define-fun` and similar commands.
pub(super) fn standard(text: &str) -> Result<Tree, PrintedError> {
    if text.len() > LONGEST {
        return Err(PrintedError::TooLong);
    }
    let text = &escape_delete(after_answer(text));
    if text.is_empty() {
        return Err(PrintedError::Nothing);
    }
    let parse = |text: String| Tree::parse(text).map_err(PrintedError::Text);
    if !text.starts_with('(') {
        return parse(assignments(text).ok_or_else(|| PrintedError::Shape(clip(text)))?);
    }
    let tree = parse(without_algebraic(text))?;
    let heads: BTreeSet<&str> = tree.roots().iter().filter_map(|&root| tree.head(root)).collect();
    if heads.contains("error") {
        let error = tree.roots().iter().find(|&&root| tree.head(root) == Some("error"));
        return Err(PrintedError::Error(error.map_or_else(String::new, |&root| clip(tree.text(root)))));
    }
    if heads.contains("=") || heads.contains("function") {
        return parse(YicesModel::read(&tree)?.text());
    }
    Ok(tree)
}

/// Escapes the character U+007F, which Z3 up to 4.15 prints raw in strings.
pub(in crate::witness) fn escape_delete(text: &str) -> Cow<'_, str> {
    match text.contains('\u{7f}') {
        true => Cow::Owned(text.replace('\u{7f}', "\\u{7f}")),
        false => Cow::Borrowed(text),
    }
}

/// The beginning of an algebraic number of cvc5. The polynomial and interval that follow are not s-expressions.
const ALGEBRAIC: &str = "(_ real_algebraic_number <";

/// Replaces cvc5's algebraic numbers by open values.
fn without_algebraic(text: &str) -> String {
    let mut parts = text.split(ALGEBRAIC);
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(">)") {
            Some((_, rest)) => written.extend([REST, rest]),
            None => written.extend([ALGEBRAIC, part]),
        }
    }
    written
}

/// Removes what may precede a model on the same stream: warnings, the answer, and remarks.
fn after_answer(text: &str) -> &str {
    let mut text = text.trim_start();
    let mut rest = text;
    while let Some(line) = rest.lines().next().filter(|line| !line.starts_with('(')) {
        rest = rest[line.len()..].trim_start();
        if ["sat", "unknown", "unsupported"].contains(&line.trim()) || line.starts_with(';') {
            text = rest;
        }
    }
    text.trim_end()
}

/// Splits a line of Boolector, `x 0110` or `a[0000] 0110`, into the name, the index if there is one, and the value; `None`
/// for other lines. In a number, `x` is a bit that does not matter.
pub(crate) fn boolector_line(line: &str) -> Option<(&str, Option<&str>, &str)> {
    let is_bits =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| matches!(byte, b'0' | b'1' | b'x'));
    let (place, bits) = line.rsplit_once(' ').filter(|(_, bits)| is_bits(bits))?;
    let indexed = place.strip_suffix(']').and_then(|place| place.rsplit_once('['));
    let indexed = indexed.filter(|(_, index)| is_bits(index));
    Some(indexed.map_or((place, None, bits), |(name, index)| (name, Some(index), bits)))
}

/// Converts Boolector's lines, which do not give the default of an array.
fn assignments(text: &str) -> Option<String> {
    let mut constants = String::new();
    // The number of the entries of each array, and their text.
    let mut arrays: BTreeMap<&str, (usize, String)> = BTreeMap::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (name, index, bits) = boolector_line(line)?;
        let known = !bits.contains('x');
        match index {
            Some(index) => {
                let (count, entries) = arrays.entry(name).or_default();
                if known && !index.contains('x') {
                    *count += 1;
                    let _ = write!(entries, " #b{index} #b{bits})");
                }
            }
            None if known => _ = writeln!(constants, "(define-fun {name} () _ #b{bits})"),
            None => {}
        }
    }
    for (name, (count, entries)) in arrays {
        let _ = writeln!(constants, "(define-fun {name} () _ {}{REST}{entries})", "(store ".repeat(count));
    }
    Some(constants)
}

/// A model of Yices: `(= x 1)`, `(= f @fun_2)` and
/// `(function @fun_2 (type (-> Int Int)) (= (@fun_2 1) 2) (default 0))`.
struct YicesModel<'a> {
    tree: &'a Tree,
    values: Vec<(&'a str, NodeId)>,
    functions: BTreeMap<&'a str, YicesFunction>,
}

/// A function in a model of Yices.
struct YicesFunction {
    /// The sorts of the arguments and of the value.
    sorts: Vec<NodeId>,
    entries: Vec<(Vec<NodeId>, NodeId)>,
    otherwise: NodeId,
}

impl<'a> YicesModel<'a> {
    fn read(tree: &'a Tree) -> Result<YicesModel<'a>, PrintedError> {
        let mut tables = YicesModel { tree, values: Vec::new(), functions: BTreeMap::new() };
        for &root in tree.roots() {
            let known = tables.value(root).or_else(|| tables.function(root));
            known.ok_or_else(|| PrintedError::Shape(clip(tree.text(root))))?;
        }
        Ok(tables)
    }

    fn value(&mut self, root: NodeId) -> Option<()> {
        let &[equals, name, value] = self.tree.list(root)? else { return None };
        let name = self.tree.symbol(name).filter(|_| self.tree.symbol(equals) == Some("="))?;
        self.values.push((name, value));
        Some(())
    }

    fn function(&mut self, root: NodeId) -> Option<()> {
        let tree = self.tree;
        let &[_, name, sorts, ref entries @ .., default] = tree.list(root)? else { return None };
        let &[_, sorts] = tree.list(sorts)? else { return None };
        let &[_, otherwise] = tree.list(default).filter(|_| tree.head(default) == Some("default"))? else {
            return None;
        };
        let entry = |&entry: &NodeId| match tree.list(entry)? {
            &[_, place, value] => Some((tree.list(place)?.get(1..)?.to_vec(), value)),
            _ => None,
        };
        let entries: Vec<_> = entries.iter().map(entry).collect::<Option<_>>()?;
        let sorts = tree.list(sorts)?.get(1..)?.to_vec();
        let fits = |(arguments, _): &(Vec<NodeId>, NodeId)| arguments.len() + 1 == sorts.len();
        let complete = sorts.len() > 1 && entries.iter().all(fits);
        self.functions.insert(tree.symbol(name)?, YicesFunction { sorts, entries, otherwise });
        complete.then_some(())
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (name, table) in &self.functions {
            self.define(&mut text, name, table);
        }
        for &(name, value) in &self.values {
            let table = self.tree.symbol(value).and_then(|value| self.functions.get(value));
            match table {
                Some(table) => self.define(&mut text, name, table),
                None => _ = writeln!(text, "(define-fun {name} () _ {})", self.tree.canonical_text(value)),
            }
        }
        text
    }

    fn define(&self, text: &mut String, name: &str, table: &YicesFunction) {
        let Some((result, arguments)) = table.sorts.split_last() else { return };
        let _ = write!(text, "(define-fun {name} (");
        for (at, &sort) in arguments.iter().enumerate() {
            let _ = write!(text, "(x!{at} {})", self.tree.canonical_text(sort));
        }
        let _ = write!(text, ") {}", self.tree.canonical_text(*result));
        for (arguments, value) in &table.entries {
            text.push_str(" (ite (and");
            for (at, &argument) in arguments.iter().enumerate() {
                let _ = write!(text, " (= x!{at} {})", self.term(argument));
            }
            let _ = write!(text, ") {}", self.term(*value));
        }
        let _ = write!(text, " {}", self.term(table.otherwise));
        text.push_str(&")".repeat(table.entries.len() + 1));
        text.push('\n');
    }

    /// Writes a value. A function as a value is an array.
    fn term(&self, node: NodeId) -> String {
        let text = self.tree.canonical_text(node);
        if self.functions.contains_key(text.as_str()) { format!("(_ as-array {text})") } else { text }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn lines_of_boolector_become_stores_in_time() {
        let text = assignments("x 0110\na[00] 1\na[01] 0\na[1x] 1\nb[1] x\n").unwrap();
        assert_eq!(
            text,
            "(define-fun x () _ #b0110)\n(define-fun a () _ (store (store @rest #b00 #b1) #b01 #b0))\n\
             (define-fun b () _ @rest)\n"
        );
        let started = Instant::now();
        assert!(assignments(&"a[0] 0\n".repeat(LONGEST / 7)).is_some());
        assert!(started.elapsed() < Duration::from_secs(10), "took {:?}", started.elapsed());
    }
}
