//! Random values of every sort, as terms. Values at which operators change their behaviour are drawn often.

use dashu_base::Gcd;

use super::literals::are_short;
use crate::rng::Rng;
use crate::smtlib::{Arguments, Sort, TermId, Terms, is_bag, is_collection};
use crate::theory::domain;
use crate::theory::signature::Signature;

/// The largest nesting depth of values.
const DEPTH: u32 = 3;
/// The largest width of an exponent whose bias is computed, in bits. Of a wider one, all bits are random.
const LARGEST_EXPONENT: u32 = 60;

/// Draws a value of a sort. Returns `None` if the sort has no value that can be written.
pub fn draw_value(sort: &Sort, signature: &Signature, terms: &mut Terms, rng: &mut Rng) -> Option<TermId> {
    let mut sampler = ValueSampler { signature, terms, rng };
    sampler.edge(sort).or_else(|| sampler.nested(sort, DEPTH))
}

/// A sampler of values of all sorts.
struct ValueSampler<'a> {
    signature: &'a Signature,
    terms: &'a mut Terms,
    rng: &'a mut Rng,
}

impl ValueSampler<'_> {
    /// Sometimes draws a value at the edge of a sort.
    fn edge(&mut self, sort: &Sort) -> Option<TermId> {
        if !self.rng.percent(15) {
            return None;
        }
        let edges = domain::edges(sort, self.signature);
        Some(self.rng.pick(&edges)?.term(self.terms))
    }

    fn nested(&mut self, sort: &Sort, fuel: u32) -> Option<TermId> {
        let less = fuel.saturating_sub(1);
        Some(match sort {
            _ if !are_short(sort) => return None,
            Sort::Bool => self.terms.app(if self.rng.percent(50) { "true" } else { "false" }, &[]),
            Sort::Int => {
                let number = self.terms.app(&integer(self.rng), &[]);
                self.signed(number)
            }
            Sort::Real => {
                let number = self.real();
                self.signed(number)
            }
            Sort::BitVec(width) => self.terms.app(&format!("#b{}", bits(*width, self.rng)), &[]),
            Sort::Float(exponent, significand) => self.float(*exponent, *significand),
            Sort::RoundingMode => self.terms.app(self.rng.pick(&["RNE", "RNA", "RTP", "RTN", "RTZ"])?, &[]),
            Sort::String => self.terms.app(&quoted(&characters(self.rng)), &[]),
            Sort::RegLan => self.language(),
            Sort::Seq(element) => {
                let count = if fuel == 0 { 0 } else { self.rng.index(5) };
                let mut items = Vec::with_capacity(count);
                for _ in 0..count {
                    // The elements are often plain, so that one sequence occurs in another.
                    let item = match element.as_ref() {
                        Sort::Int if self.rng.percent(60) => {
                            self.terms.app(&self.rng.below(2).to_string(), &[])
                        }
                        element if self.rng.percent(40) => {
                            domain::plainest(element, self.signature)?.term(self.terms)
                        }
                        element => self.nested(element, less)?,
                    };
                    items.push(self.terms.app("seq.unit", &[item]));
                }
                match items.as_slice() {
                    [] => self.terms.app(&format!("(as seq.empty {sort})"), &[]),
                    [item] => *item,
                    items => self.terms.app("seq.++", items),
                }
            }
            Sort::Array(index, element) => {
                let base = self.base(element, less)?;
                let mut array = self.terms.app(&format!("(as const {sort})"), &[base]);
                let stores = if fuel == 0 { 0 } else { self.rng.index(4) };
                for _ in 0..stores {
                    let index = self.nested(index, less)?;
                    let element = self.nested(element, less)?;
                    array = self.terms.app("store", &[array, index, element]);
                }
                array
            }
            Sort::FiniteField(_) => self.terms.app(&format!("(as ff{} {sort})", integer(self.rng)), &[]),
            Sort::Named(name, arguments) if domain::is_of_theory(name, self.signature) => {
                match (name.as_str(), arguments.as_slice()) {
                    ("UnitTuple", []) => self.terms.app("tuple.unit", &[]),
                    ("Tuple", fields) => self.applied("tuple", fields, less)?,
                    (name, [element]) if is_collection(name) => self.collection(sort, element, less)?,
                    _ => return None,
                }
            }
            Sort::Named(name, arguments) => self.data(name, arguments, fuel)?,
        })
    }

    /// Draws the default element of an array. Some solvers require it to be a value in their own notation.
    fn base(&mut self, sort: &Sort, fuel: u32) -> Option<TermId> {
        match sort {
            _ if self.rng.percent(20) => self.nested(sort, fuel),
            Sort::Int => Some(self.terms.app(&self.rng.below(10).to_string(), &[])),
            Sort::Real => Some(self.terms.app(&format!("{}.0", self.rng.below(10)), &[])),
            Sort::Array(..) | Sort::Named(..) => {
                Some(domain::plainest(sort, self.signature)?.term(self.terms))
            }
            _ => self.nested(sort, fuel),
        }
    }

    /// Draws a set or a bag.
    fn collection(&mut self, sort: &Sort, element: &Sort, less: u32) -> Option<TermId> {
        let is_bag = is_bag(sort);
        let (empty, union) =
            if is_bag { ("bag.empty", "bag.union_disjoint") } else { ("set.empty", "set.union") };
        let mut all = None;
        for _ in 0..self.rng.index(4) {
            let item = self.nested(element, less)?;
            let one = match is_bag {
                true => {
                    let count = self.terms.app(&(1 + self.rng.below(3)).to_string(), &[]);
                    self.terms.app("bag", &[item, count])
                }
                false => self.terms.app("set.singleton", &[item]),
            };
            all = Some(all.map_or(one, |all| self.terms.app(union, &[all, one])));
        }
        Some(all.unwrap_or_else(|| self.terms.app(&format!("(as {empty} {sort})"), &[])))
    }

    fn data(&mut self, name: &str, arguments: &[Sort], fuel: u32) -> Option<TermId> {
        let datatype = self.signature.datatype(name)?;
        let fields = |at: &usize| datatype.fields(*at, arguments);
        let all: Vec<usize> = (0..datatype.constructors.len()).collect();
        // Without fuel, constructors with fields could nest for ever.
        let plain: Vec<usize> = all.iter().copied().filter(|at| fuel > 0 || fields(at).is_empty()).collect();
        if plain.is_empty() {
            let value = domain::plainest(&datatype.sort(arguments.to_vec()), self.signature)?;
            return Some(value.term(self.terms));
        }
        let at = *self.rng.pick(&plain)?;
        let head = &datatype.constructors[at].name;
        match fields(&at) {
            none if none.is_empty() && !arguments.is_empty() => {
                Some(self.terms.app(&format!("(as {head} {})", datatype.sort(arguments.to_vec())), &[]))
            }
            fields => self.applied(head, &fields, fuel.saturating_sub(1)),
        }
    }

    fn applied(&mut self, head: &str, sorts: &[Sort], fuel: u32) -> Option<TermId> {
        let fields: Option<Arguments> = sorts.iter().map(|sort| self.nested(sort, fuel)).collect();
        Some(self.terms.app(head, &fields?))
    }

    /// Sometimes negates a number.
    fn signed(&mut self, number: TermId) -> TermId {
        if self.rng.percent(40) { self.terms.app("-", &[number]) } else { number }
    }

    /// Draws a floating-point number, given by its parts or its name.
    fn float(&mut self, exponent: u32, significand: u32) -> TermId {
        let sign = if self.rng.percent(50) { "1" } else { "0" };
        let fraction = bits(significand - 1, self.rng);
        let (width, named) =
            (exponent as usize, if sign == "1" { ["-oo", "-zero"] } else { ["+oo", "+zero"] });
        let middle = match self.rng.below(16) {
            special @ 0..=2 => {
                let name = ["NaN", named[0], named[1]][special as usize];
                return self.terms.app(&format!("(_ {name} {exponent} {significand})"), &[]);
            }
            3 | 4 => "0".repeat(width),
            // The largest exponent of a finite number, and the smallest of a normal one.
            5 => {
                let (most, least) = if self.rng.percent(50) { ("1", "0") } else { ("0", "1") };
                format!("{}{least}", most.repeat(width - 1))
            }
            // From below 1 to where all floating-point numbers are integers.
            6..=10 if exponent <= LARGEST_EXPONENT => {
                let bias = (1_u64 << (exponent - 1)) - 1;
                let above = if self.rng.percent(50) { 3 } else { significand + 2 };
                let near = bias + u64::from(self.rng.below(above)) - 1;
                format!("{:0width$b}", near.min(2 * bias))
            }
            _ => bits(exponent, self.rng),
        };
        let parts = [sign, &middle, &fraction].map(|bits| self.terms.app(&format!("#b{bits}"), &[]));
        self.terms.app("fp", &parts)
    }

    /// Draws a language that one operator makes.
    fn language(&mut self) -> TermId {
        match self.rng.below(8) {
            0 => self.terms.app("re.allchar", &[]),
            1 => self.terms.app(self.rng.pick(&["re.none", "re.all"]).unwrap_or(&"re.none"), &[]),
            2 => {
                let ends = [(); 2].map(|()| self.terms.app(&quoted(character(self.rng)), &[]));
                self.terms.app("re.range", &ends)
            }
            _ => {
                let word = self.terms.app(&quoted(&characters(self.rng)), &[]);
                self.terms.app("str.to_re", &[word])
            }
        }
    }

    /// Draws a non-negative real: a decimal, or a quotient of two.
    fn real(&mut self) -> TermId {
        let decimal = match self.rng.below(10) {
            0..=2 => format!("{}.0", self.rng.below(10)),
            3..=6 => match self.rng.pick(&REALS).copied().unwrap_or(REALS[0]) {
                [one, other] => return self.quotient(one, other),
                parts => parts.concat(),
            },
            7 => format!("{}.{}", self.rng.below(300), self.rng.below(1000)),
            _ => {
                // In lowest terms, like the notation of values.
                let (one, other) = (1 + self.rng.below(1000), 2 + self.rng.below(1000));
                let divisor = one.gcd(other);
                let one = format!("{}.0", one / divisor);
                match other / divisor {
                    1 => one,
                    other => return self.quotient(&one, &format!("{other}.0")),
                }
            }
        };
        self.terms.app(&decimal, &[])
    }

    fn quotient(&mut self, one: &str, other: &str) -> TermId {
        let parts = [one, other].map(|part| self.terms.app(part, &[]));
        self.terms.app("/", &parts)
    }
}

/// Integers with a special meaning for some operator: powers of two and their neighbours, and the bounds of code
/// points.
const INTEGERS: [&str; 26] = [
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "7",
    "8",
    "10",
    "16",
    "48",
    "57",
    "63",
    "64",
    "127",
    "128",
    "255",
    "256",
    "65535",
    "196607",
    "196608",
    "2147483648",
    "4294967295",
    "9223372036854775808",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
];

/// Non-negative reals, with their denominators: halves and their neighbours, powers of two, and numbers without a finite
/// binary representation.
const REALS: [&[&str]; 20] = [
    &["0.0"],
    &["1.0"],
    &["0.5"],
    &["1.5"],
    &["2.5"],
    &["0.25"],
    &["0.1"],
    &["3.14"],
    &["0.0625"],
    &["0.03125"],
    &["7.5"],
    &["15.75"],
    &["255.5"],
    &["65520.0"],
    &["1.0", "3.0"],
    &["2.0", "3.0"],
    &["1.0", "16777216.0"],
    &["1.0", "1000000.0"],
    &["340282366920938463463374607431768211456.0"],
    &["16777217.0"],
];

/// Characters of strings, as spelled in a literal. Some letters and digits are frequent, so that strings share them.
const CHARACTERS: [&str; 22] = [
    "a", "a", "b", "b", "A", "0", "1", "9", "-", " ", "\"\"", "\\", "\\u{0}", "\\u{2ffff}", "\\u{e9}",
    "\\u{7f}", "\\u{ff}", "\\u{100}", "\\u{10000}", "\\u0061", "\\u{5c}", "u",
];

/// Draws a non-negative integer, as digits.
fn integer(rng: &mut Rng) -> String {
    match rng.below(10) {
        0..=4 => rng.below(10).to_string(),
        5 => {
            // A power of two, or a neighbour of one.
            let power = 1_u128 << rng.below(66);
            (power - 1 + u128::from(rng.below(3))).to_string()
        }
        6 | 7 => rng.pick(&INTEGERS).copied().unwrap_or("0").to_owned(),
        8 => (rng.bits() >> rng.below(63)).to_string(),
        _ => format!("{}{:020}", 1 + rng.below(1000), rng.bits()),
    }
}

/// Draws `width` bits.
fn bits(width: u32, rng: &mut Rng) -> String {
    let width = width as usize;
    let all = |bit: &str| bit.repeat(width);
    let ends = |first: &str, others: &str| format!("{first}{}", others.repeat(width.saturating_sub(1)));
    let last = |bit: &str, others: &str| format!("{}{bit}", others.repeat(width.saturating_sub(1)));
    match rng.below(13) {
        0 | 1 => all("0"),
        2 => all("1"),
        3 => last("1", "0"),
        4 => last("0", "1"),
        5 => ends("1", "0"),
        6 => ends("0", "1"),
        // A power of two, or the number below one.
        7 => {
            let low = rng.index(width);
            let (above, below) = if rng.percent(50) { ("1", "0") } else { ("0", "1") };
            format!("{}{above}{}", "0".repeat(width - 1 - low), below.repeat(low))
        }
        // A small number.
        8 => {
            let number = format!("{:0width$b}", rng.below(16));
            number[number.len() - width..].to_owned()
        }
        _ => (0..width).map(|_| if rng.percent(50) { '1' } else { '0' }).collect(),
    }
}

/// Returns the literal of a string with these characters.
fn quoted(characters: &str) -> String {
    format!("\"{characters}\"")
}

/// Draws the characters between the quotes of a string.
fn characters(rng: &mut Rng) -> String {
    match rng.below(10) {
        0 => String::new(),
        1 => character(rng).to_owned(),
        2 => integer(rng),
        3 => "ab".repeat(1 + rng.index(3)),
        // Of two letters, so that one string occurs in another.
        4..=6 => (0..1 + rng.index(5)).map(|_| if rng.percent(60) { 'a' } else { 'b' }).collect(),
        _ => (0..1 + rng.index(4)).filter_map(|_| rng.pick(&CHARACTERS).copied()).collect(),
    }
}

/// Draws a character.
fn character(rng: &mut Rng) -> &'static str {
    rng.pick(&CHARACTERS).copied().unwrap_or("a")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::rng::{Key, Stream};
    use crate::smtlib::{Printer, Script};

    /// Returns the values that are drawn of a sort of a script.
    fn drawn(script: &str, sort: &Sort) -> Vec<Option<String>> {
        let signature = Signature::collect(&Script::parse(script.to_owned()).unwrap());
        let mut rng = Key::new(&Digest::of(script), 1).stream(Stream::Formulas(3));
        let mut terms = Terms::default();
        let mut draw = || draw_value(sort, &signature, &mut terms, &mut rng);
        let ids: Vec<Option<TermId>> = (0..200).map(|_| draw()).collect();
        ids.into_iter().map(|id| Some(Printer::new(&terms).print(id?))).collect()
    }

    #[test]
    fn values_that_are_too_wide_to_write_are_not_drawn() {
        for sort in [Sort::BitVec(u32::MAX), Sort::Float(u32::MAX, 2), Sort::Float(5, u32::MAX)] {
            let values = drawn("", &Sort::Seq(Box::new(sort.clone())));
            assert!(drawn("", &sort).iter().all(Option::is_none));
            assert!(values.iter().flatten().all(|text| text.starts_with("(as seq.empty ")), "{values:?}");
        }
        // The bias of such an exponent has more bits than a machine word.
        assert!(drawn("", &Sort::Float(70, 3)).iter().all(Option::is_some));
    }

    #[test]
    fn sorts_of_the_script_have_values_of_the_script() {
        let set = Sort::Named("Set".to_owned(), vec![Sort::Int]);
        let datatype = "(declare-datatypes ((Set 1)) ((par (E) ((none) (more (hd E) (tl (Set E)))))))";
        let values: Vec<String> = drawn(datatype, &set).into_iter().flatten().collect();
        assert!(values.iter().any(|text| text.starts_with("(more ")), "{values:?}");
        assert!(values.iter().all(|text| !text.contains("set.")), "{values:?}");
        assert!(drawn("(declare-sort Set 1)", &set).iter().all(Option::is_none));
        assert!(drawn("", &set).iter().flatten().any(|text| text.contains("set.singleton")));
    }
}
