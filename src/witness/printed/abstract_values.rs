//! Values that a model only names, or tells not exactly: elements of declared sorts, as solvers call them (`U!val!0` (Z3),
//! `(as @U_0 U)` (cvc5), `@uc_U_0` (cvc4), `@const_0` (Yices)), what it leaves out, and numbers that may be rounded. What is
//! true or false for some of them is so for the model only if it is for all.

use std::collections::BTreeMap;

use crate::smtlib::{DeclarationKind, Names, Script, Sort, symbol};
use crate::theory::domain;
use crate::theory::signature::Signature;
use crate::witness::assignment::element;

/// How a witness completes what the model leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Completion {
    /// What becomes of values that the model tells, but not exactly.
    pub inexact: Inexact,
    /// Strings have the escapes of solvers older than SMT-LIB 2.6.
    pub older_escapes: bool,
    /// Symbols without a value stay declared, and are not given the plainest one.
    pub open: bool,
    /// Sorts of which the model does not say that it names all elements have one more.
    pub spare: bool,
}

/// The elements that were met, and the names they have in the witness.
#[derive(Debug)]
pub(super) struct Elements {
    names: Names,
    /// How many parameters each declared sort has.
    arities: BTreeMap<String, u32>,
    /// Under each name of a sort. A sort with parameters has one list for all arguments: `as` tells its elements apart.
    universes: BTreeMap<String, Vec<String>>,
    /// How many of them each sort has.
    counts: BTreeMap<Sort, usize>,
    known: BTreeMap<(Sort, String), String>,
}

impl Elements {
    /// None yet, of the sorts that `script` declares.
    pub(super) fn new(script: &Script) -> Elements {
        let sorts = script.declarations.iter().filter_map(|line| match &line.kind {
            DeclarationKind::Sort(name, arity) => Some((name.clone(), *arity)),
            _ => None,
        });
        let arities: BTreeMap<String, u32> = sorts.collect();
        let universes = arities.keys().map(|name| (name.clone(), Vec::new())).collect();
        let (counts, known) = (BTreeMap::new(), BTreeMap::new());
        Elements { names: Names::collect(script), arities, universes, counts, known }
    }

    /// Whether the script itself declares `symbol`.
    pub(super) fn declares(&self, symbol: &str) -> bool {
        self.names.contains(symbol)
    }

    /// The element of `sort` that the solver calls `token`, as a term of the witness; `None`
    /// if the sort is not a declared one.
    pub(super) fn term(&mut self, sort: &Sort, token: &str) -> Option<String> {
        let Sort::Named(name, arguments) = sort else { return None };
        let elements = self.universes.get_mut(name)?;
        let key = (sort.clone(), token.to_owned());
        let element = self.known.entry(key).or_insert_with(|| {
            let number = self.counts.entry(sort.clone()).or_default();
            if *number == elements.len() {
                elements.push(element(&mut self.names, name, *number));
            }
            *number += 1;
            elements[*number - 1].clone()
        });
        Some(if arguments.is_empty() { element.clone() } else { format!("(as {element} {sort})") })
    }

    /// The declared sort that the name of an element tells: one with parameters only if all that were met of this name
    /// are of the same.
    pub(super) fn sort_in_name(&self, token: &str) -> Option<Sort> {
        let bare = symbol::bare(token);
        let (sort, number) = match bare.rsplit_once("!val!") {
            Some(parts) => parts,
            None => bare.strip_prefix("@uc_").or(bare.strip_prefix('@'))?.rsplit_once('_')?,
        };
        let sort = symbol::quoted(sort);
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        if *self.arities.get(&sort)? == 0 {
            return Some(Sort::Named(sort, Vec::new()));
        }
        let mut met = self.known.keys().filter(|(_, known)| known == token).map(|(sort, _)| sort);
        met.next().filter(|_| met.next().is_none()).cloned()
    }

    /// Whether sorts with parameters have different numbers of elements, although they have one list of them.
    pub(super) fn are_uneven(&self) -> bool {
        let has = |sort: &Sort| match sort {
            Sort::Named(name, _) => self.universes.get(name).map_or(0, Vec::len),
            _ => 0,
        };
        self.counts.iter().any(|(sort, count)| has(sort) != *count)
    }

    /// The names and the universes. A sort has at least one element, and one that the model
    /// does not name where `spare` says so.
    pub(super) fn complete(mut self, spare: impl Fn(&str) -> bool) -> (Names, BTreeMap<String, Vec<String>>) {
        for (sort, elements) in &mut self.universes {
            let count = elements.len().max(1) + usize::from(spare(sort));
            for number in elements.len()..count {
                elements.push(element(&mut self.names, sort, number));
            }
        }
        (self.names, self.universes)
    }
}

/// What becomes of values that a model does not tell, or not exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inexact {
    /// Numbers are as they are printed, and others get values, for each of these numbers in another way. In the first,
    /// all are as plain as can be.
    Given(usize),
    /// Those that are told, but not exactly, stay declared symbols without values.
    Open,
}

impl Default for Inexact {
    fn default() -> Inexact {
        Inexact::Given(0)
    }
}

/// How many ways to give values are tried: alike and different ones.
pub(crate) const VARIETIES: usize = 4;
/// Values of a sort of which all are tried in turn.
const FEW: usize = 8;

impl Inexact {
    /// The value that the thing of this number gets; none if it is the plainest, or no others are known.
    pub(super) fn value(self, sort: &Sort, number: usize, signature: &Signature) -> Option<String> {
        let Inexact::Given(variety @ 1..) = self else { return None };
        let all = domain::list(sort, FEW, signature);
        let values = all.unwrap_or_else(|| domain::edges(sort, signature));
        let last = values.len().checked_sub(1)?;
        let at = match variety {
            1 => last.min(1),
            2 => number % values.len(),
            _ => last - number % values.len(),
        };
        Some(values[at].to_string())
    }
}

/// Decimals that Yices rounds to, without a mark: it has fractions for all that is exact.
const ROUNDED_DIGITS: usize = 6;

/// What a decimal that may be rounded is: Z3 marks those that are with `?`, and others are exact but for those of Yices. It
/// may have a sign, which no literal has. None of what is exact, or no decimal.
pub(super) fn rounded(text: &str) -> Option<String> {
    let (minus, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let (digits, is_marked) = digits.strip_suffix('?').map_or((digits, false), |digits| (digits, true));
    let (whole, fraction) = digits.split_once('.')?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_rounded = is_marked || (fraction.len() == ROUNDED_DIGITS && !fraction.ends_with("000"));
    if !is_rounded || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    Some(if minus { format!("(- {digits})") } else { digits.to_owned() })
}

/// A string literal whose backslashes begin what was an escape before SMT-LIB 2.6 defined `\u`, in escapes of today; none
/// if there is no such.
pub(super) fn older_escapes(literal: &str) -> Option<String> {
    let mut written = String::with_capacity(literal.len());
    let (mut rest, mut found) = (literal, false);
    while let Some(next) = rest.chars().next() {
        let escaped = if next == '\\' { escape(&rest[1..]) } else { None };
        let length = match escaped {
            Some((character, length)) => {
                written += &format!("\\u{{{character:x}}}");
                found = true;
                length + 1
            }
            None => {
                written.push(next);
                next.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    found.then_some(written)
}

/// The character that follows a backslash, by the rules of C, and how many bytes say so.
fn escape(rest: &str) -> Option<(u32, usize)> {
    let digits = |text: &str, most: usize, radix: u32| {
        let count = text.chars().take(most).take_while(|digit| digit.is_digit(radix)).count();
        Some((u32::from_str_radix(&text[..count], radix).ok()?, count))
    };
    let simple = |character: u32| Some((character, 1));
    match rest.chars().next()? {
        'x' => digits(&rest[1..], 2, 16).map(|(character, count)| (character, count + 1)),
        '0'..='7' => digits(rest, 3, 8),
        'a' => simple(7),
        'b' => simple(8),
        't' => simple(9),
        'n' => simple(10),
        'v' => simple(11),
        'f' => simple(12),
        'r' => simple(13),
        'e' => simple(27),
        '\\' => simple(92),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact_unless_they_are_marked_or_those_of_yices() {
        for exact in ["2", "2.6", "0.25", "3.0", "0.1234567", "1.500000", "x", "1.2.3", "-1.5", "-x.123456"] {
            assert_eq!(rounded(exact), None, "{exact}");
        }
        for (text, value) in [
            ("2.6?", "2.6"),
            ("1.4142135623?", "1.4142135623"),
            ("1.414214", "1.414214"),
            ("-1.414214", "(- 1.414214)"),
        ] {
            assert_eq!(rounded(text).as_deref(), Some(value));
        }
    }

    #[test]
    fn older_escapes_are_written_anew() {
        for (literal, expected) in [
            ("\"a\\x41\"", Some("\"a\\u{41}\"")),
            ("\"\\n\\\\\\101x\"", Some("\"\\u{a}\\u{5c}\\u{41}x\"")),
            ("\"\\u{41}\\u0041\\<\"", None),
            ("\"é\\xg\"", None),
        ] {
            assert_eq!(older_escapes(literal).as_deref(), expected, "{literal}");
        }
    }
}
