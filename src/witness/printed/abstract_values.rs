//! Values that a model does not determine exactly: names for elements of declared sorts (`U!val!0` (Z3),
//! `(as @U_0 U)` (cvc5), `@uc_U_0` (cvc4), `@const_0` (Yices)), missing values, and numbers that may be rounded.
//! A formula is true or false in the model only if it is so for all values that these may have.

use std::collections::BTreeMap;

use crate::smtlib::{DeclarationKind, Names, Script, Sort, symbol};
use crate::theory::domain;
use crate::theory::signature::Signature;
use crate::witness::assignment::element;

/// How a witness completes what the model leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Completion {
    /// The treatment of values that the model gives inexactly or not at all.
    pub inexact: Inexact,
    /// Whether strings have the escape sequences of solvers older than SMT-LIB 2.6.
    pub older_escapes: bool,
    /// Whether a sort gets an additional element, unless the model says that it lists all elements.
    pub spare: bool,
}

/// The elements of declared sorts in a model, and their names in the witness.
#[derive(Debug)]
pub(super) struct Elements {
    names: Names,
    /// The number of parameters of each declared sort.
    arities: BTreeMap<String, u32>,
    /// The elements by name of the sort. All instances of a parametric sort share one list: `as` distinguishes
    /// their elements.
    universes: BTreeMap<String, Vec<String>>,
    /// The number of elements that each sort uses.
    counts: BTreeMap<Sort, usize>,
    known: BTreeMap<(Sort, String), String>,
}

impl Elements {
    /// Creates an empty collection for the sorts that `script` declares.
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

    /// Whether the script declares `symbol` itself.
    pub(super) fn declares(&self, symbol: &str) -> bool {
        self.names.contains(symbol)
    }

    /// Returns the element of `sort` that the solver calls `token`, as a term of the witness; `None` if the sort
    /// is not a declared one.
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

    /// Returns the declared sort that the name of an element contains. For a parametric sort, all elements so far
    /// must be of the same instance.
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

    /// Whether the instances of a parametric sort have different numbers of elements, although they share one
    /// list.
    pub(super) fn are_uneven(&self) -> bool {
        let has = |sort: &Sort| match sort {
            Sort::Named(name, _) => self.universes.get(name).map_or(0, Vec::len),
            _ => 0,
        };
        self.counts.iter().any(|(sort, count)| has(sort) != *count)
    }

    /// Returns the names and the universes. Each sort has at least one element, and a spare one if `spare` says
    /// so.
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

/// The treatment of values that a model gives inexactly or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inexact {
    /// Inexact numbers are taken as printed. Other values are made up, differently for each variety; variety 0
    /// makes all of them as plain as possible.
    Given(usize),
    /// They stay declared symbols.
    Open,
}

impl Default for Inexact {
    fn default() -> Inexact {
        Inexact::Given(0)
    }
}

/// The number of varieties tried, with equal and with different values.
pub(crate) const VARIETIES: usize = 4;
/// The maximal size of a sort whose values are all used in turn.
const FEW: usize = 8;

impl Inexact {
    /// Returns the value for the symbol with this number, or `None` if it is the plainest or no other is known.
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

/// The number of digits to which Yices rounds without a mark. It prints exact values as fractions.
const ROUNDED_DIGITS: usize = 6;

/// Returns the number in a decimal that may be rounded, or `None` if it is exact or not a decimal. Z3 marks
/// rounded numbers by `?`; other solvers than Yices print exact ones. The text may start with a sign, unlike a
/// literal.
pub(super) fn rounded(text: &str) -> Option<String> {
    let (minus, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let (digits, is_marked) = digits.strip_suffix('?').map_or((digits, false), |digits| (digits, true));
    let (whole, fraction) = digits.split_once('.')?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_rounded = is_marked || fraction.len() == ROUNDED_DIGITS;
    if !is_rounded || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    Some(if minus { format!("(- {digits})") } else { digits.to_owned() })
}

/// Rewrites the escape sequences from before SMT-LIB 2.6 in a string literal to the current ones. Returns `None`
/// if there are none.
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

/// Returns the character of an escape sequence after a backslash, by the rules of C, and its length in bytes.
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
        for exact in ["2", "2.6", "0.25", "3.0", "0.1234567", "1.50000", "x", "1.2.3", "-1.5", "-x.123456"] {
            assert_eq!(rounded(exact), None, "{exact}");
        }
        for (text, value) in [
            ("2.6?", "2.6"),
            ("1.4142135623?", "1.4142135623"),
            ("1.414214", "1.414214"),
            // A cube root next to 2^32.
            ("4294967296.000000", "4294967296.000000"),
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
