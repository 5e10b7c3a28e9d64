//! Random values of every sort, as terms. Values at which operators change their behaviour are drawn often.

use crate::rng::Rng;
use crate::smtlib::{Arguments, Expr, Sort, TermId, Terms, is_set};
use crate::theory::domain;
use crate::theory::signature::Signature;

/// A sampler of values of all sorts.
#[derive(Debug)]
pub struct ValueSampler<'a> {
    signature: &'a Signature,
}

/// The largest nesting depth of values.
const DEPTH: u32 = 3;

/// Parses a term without binders.
pub fn read(text: &str, terms: &mut Terms) -> Option<TermId> {
    // Most texts are a name, or a name with literals as arguments.
    let flat = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    if let Some(flat) = flat.filter(|flat| !flat.contains(['(', '"', '|'])) {
        let mut words = flat.split(' ');
        let head = words.next().filter(|head| !matches!(*head, "_" | "as"));
        let Some(head) = head else { return Some(terms.app(text, &[])) };
        let arguments: Arguments = words.map(|word| terms.app(word, &[])).collect();
        return Some(terms.app(head, &arguments));
    }
    of_expr(Expr::read(text)?.first()?, terms)
}

fn of_expr(expr: &Expr, terms: &mut Terms) -> Option<TermId> {
    match expr.children() {
        [] => Some(terms.app(expr.text()?, &[])),
        [mark, ..] if matches!(mark.text(), Some("_" | "as")) => Some(terms.app(&expr.to_string(), &[])),
        [head, arguments @ ..] => {
            let arguments: Option<Vec<_>> =
                arguments.iter().map(|argument| of_expr(argument, terms)).collect();
            Some(terms.app(&head.to_string(), &arguments?))
        }
    }
}

impl<'a> ValueSampler<'a> {
    /// Creates a sampler for a signature.
    pub fn new(signature: &'a Signature) -> Self {
        ValueSampler { signature }
    }

    /// Draws a value of a sort as a term. Returns `None` if the sort has no value that can be written.
    pub fn leaf(&self, sort: &Sort, terms: &mut Terms, rng: &mut Rng) -> Option<TermId> {
        read(&self.text(sort, rng)?, terms)
    }

    /// Draws a value of a sort as text.
    pub(in crate::generate) fn text(&self, sort: &Sort, rng: &mut Rng) -> Option<String> {
        self.edge(sort, rng).or_else(|| self.nested(sort, rng, DEPTH))
    }

    /// Sometimes draws a value at the edge of a sort.
    fn edge(&self, sort: &Sort, rng: &mut Rng) -> Option<String> {
        if !rng.percent(15) {
            return None;
        }
        let edges = domain::edges(sort, self.signature);
        Some(rng.pick(&edges)?.to_string()).filter(|text| !text.is_empty())
    }

    fn nested(&self, sort: &Sort, rng: &mut Rng, fuel: u32) -> Option<String> {
        let less = fuel.saturating_sub(1);
        let signed =
            |number: String, rng: &mut Rng| if rng.percent(40) { format!("(- {number})") } else { number };
        Some(match sort {
            Sort::Bool => rng.percent(50).to_string(),
            Sort::Int => {
                let number = integer(rng);
                signed(number, rng)
            }
            Sort::Real => {
                let number = real(rng);
                signed(number, rng)
            }
            Sort::BitVec(width) => format!("#b{}", bits(*width, rng)),
            Sort::Float(exponent, significand) => float(*exponent, *significand, rng),
            Sort::RoundingMode => (*rng.pick(&["RNE", "RNA", "RTP", "RTN", "RTZ"])?).to_owned(),
            Sort::String => format!("\"{}\"", characters(rng)),
            Sort::RegLan => language(rng),
            Sort::Seq(element) => {
                let count = if fuel == 0 { 0 } else { rng.index(5) };
                // The elements are often plain, so that one sequence occurs in another.
                let mut item = || match element.as_ref() {
                    Sort::Int if rng.percent(60) => Some(rng.below(2).to_string()),
                    element if rng.percent(40) => {
                        domain::plainest(element, self.signature).map(|one| one.to_string())
                    }
                    element => self.nested(element, rng, less),
                };
                let items: Option<Vec<_>> = (0..count).map(|_| item()).collect();
                let items: Vec<_> = items?.iter().map(|item| format!("(seq.unit {item})")).collect();
                joined("seq.++", items).unwrap_or_else(|| format!("(as seq.empty {sort})"))
            }
            Sort::Array(index, element) => {
                let mut text = format!("((as const {sort}) {})", self.base(element, rng, less)?);
                let stores = if fuel == 0 { 0 } else { rng.index(4) };
                for _ in 0..stores {
                    let (index, element) = (self.nested(index, rng, less)?, self.nested(element, rng, less)?);
                    text = format!("(store {text} {index} {element})");
                }
                text
            }
            Sort::FiniteField(_) => format!("(as ff{} {sort})", integer(rng)),
            Sort::Named(name, arguments) => match (name.as_str(), arguments.as_slice()) {
                (name, [element]) if is_set(name) || name == "Bag" => {
                    self.collection(sort, element, rng, less)?
                }
                ("UnitTuple", []) => "tuple.unit".to_owned(),
                ("Tuple", fields) => self.applied("tuple", fields, rng, less)?,
                (name, arguments) => self.data(name, arguments, rng, fuel)?,
            },
        })
    }

    /// Draws the default element of an array. Some solvers require it to be a value in their own notation.
    fn base(&self, sort: &Sort, rng: &mut Rng, fuel: u32) -> Option<String> {
        match sort {
            _ if rng.percent(20) => self.nested(sort, rng, fuel),
            Sort::Int => Some(rng.below(10).to_string()),
            Sort::Real => Some(format!("{}.0", rng.below(10))),
            Sort::Array(..) | Sort::Named(..) => {
                domain::plainest(sort, self.signature).map(|value| value.to_string())
            }
            _ => self.nested(sort, rng, fuel),
        }
    }

    /// Draws a set or a bag.
    fn collection(&self, sort: &Sort, element: &Sort, rng: &mut Rng, less: u32) -> Option<String> {
        let is_bag = matches!(sort, Sort::Named(name, _) if name == "Bag");
        let items: Option<Vec<_>> = (0..rng.index(4)).map(|_| self.nested(element, rng, less)).collect();
        let one = |item: &String| match is_bag {
            true => format!("(bag {item} {})", 1 + rng.below(3)),
            false => format!("(set.singleton {item})"),
        };
        let items: Vec<_> = items?.iter().map(one).collect();
        let (empty, union) =
            if is_bag { ("bag.empty", "bag.union_disjoint") } else { ("set.empty", "set.union") };
        let nested = items.into_iter().reduce(|all, item| format!("({union} {all} {item})"));
        Some(nested.unwrap_or_else(|| format!("(as {empty} {sort})")))
    }

    fn data(&self, name: &str, arguments: &[Sort], rng: &mut Rng, fuel: u32) -> Option<String> {
        let datatype = self.signature.datatype(name)?;
        let fields = |at: &usize| datatype.fields(*at, arguments);
        let all: Vec<usize> = (0..datatype.constructors.len()).collect();
        // Without fuel, constructors with fields could nest for ever.
        let plain: Vec<usize> = all.iter().copied().filter(|at| fuel > 0 || fields(at).is_empty()).collect();
        if plain.is_empty() {
            let value = domain::plainest(&datatype.sort(arguments.to_vec()), self.signature)?;
            return Some(value.to_string());
        }
        let at = *rng.pick(&plain)?;
        let head = &datatype.constructors[at].name;
        match fields(&at) {
            none if none.is_empty() && arguments.is_empty() => Some(head.to_string()),
            none if none.is_empty() => Some(format!("(as {head} {})", datatype.sort(arguments.to_vec()))),
            fields => self.applied(head, &fields, rng, fuel.saturating_sub(1)),
        }
    }

    fn applied(&self, head: &str, sorts: &[Sort], rng: &mut Rng, fuel: u32) -> Option<String> {
        let fields: Option<Vec<_>> = sorts.iter().map(|sort| self.nested(sort, rng, fuel)).collect();
        Some(format!("({head} {})", fields?.join(" ")))
    }
}

fn joined(head: &str, items: Vec<String>) -> Option<String> {
    match items.as_slice() {
        [] => None,
        [one] => Some(one.clone()),
        _ => Some(format!("({head} {})", items.join(" "))),
    }
}

/// Draws a floating-point number, given by its parts or its name.
fn float(exponent: u32, significand: u32, rng: &mut Rng) -> String {
    let named = |name: &str| format!("(_ {name} {exponent} {significand})");
    let parts =
        |sign: &str, middle: String, fraction: String| format!("(fp #b{sign} #b{middle} #b{fraction})");
    let sign = if rng.percent(50) { "1" } else { "0" };
    let fraction = bits(significand - 1, rng);
    match rng.below(16) {
        0 => named("NaN"),
        1 => named(if sign == "1" { "-oo" } else { "+oo" }),
        2 => named(if sign == "1" { "-zero" } else { "+zero" }),
        3 | 4 => parts(sign, "0".repeat(exponent as usize), fraction),
        // The largest exponent of a finite number, and the smallest of a normal one.
        5 => {
            let (most, least) = if rng.percent(50) { ("1", "0") } else { ("0", "1") };
            parts(sign, format!("{}{least}", most.repeat(exponent as usize - 1)), fraction)
        }
        // From below 1 to where all floating-point numbers are integers.
        6..=10 => {
            let bias = (1_u64 << (exponent - 1)) - 1;
            let above = if rng.percent(50) { 3 } else { significand + 2 };
            let near = bias + u64::from(rng.below(above)) - 1;
            let width = exponent as usize;
            parts(sign, format!("{:0width$b}", near.min(2 * bias)), fraction)
        }
        _ => parts(sign, bits(exponent, rng), fraction),
    }
}

fn language(rng: &mut Rng) -> String {
    match rng.below(8) {
        0 => "re.allchar".to_owned(),
        1 => (*rng.pick(&["re.none", "re.all"]).unwrap_or(&"re.none")).to_owned(),
        2 => format!("(re.range \"{}\" \"{}\")", character(rng), character(rng)),
        _ => format!("(str.to_re \"{}\")", characters(rng)),
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

/// Non-negative reals: halves and their neighbours, powers of two, and numbers without a finite binary representation.
const REALS: [&str; 20] = [
    "0.0",
    "1.0",
    "0.5",
    "1.5",
    "2.5",
    "0.25",
    "0.1",
    "3.14",
    "0.0625",
    "0.03125",
    "7.5",
    "15.75",
    "255.5",
    "65520.0",
    "(/ 1.0 3.0)",
    "(/ 2.0 3.0)",
    "(/ 1.0 16777216.0)",
    "(/ 1.0 1000000.0)",
    "340282366920938463463374607431768211456.0",
    "16777217.0",
];

/// Characters of strings, as spelled in a literal. Some letters and digits are frequent, so that strings share them.
const CHARACTERS: [&str; 22] = [
    "a",
    "a",
    "b",
    "b",
    "A",
    "0",
    "1",
    "9",
    "-",
    " ",
    "\"\"",
    "\\",
    "\\u{0}",
    "\\u{2ffff}",
    "\\u{e9}",
    "\\u{7f}",
    "\\u{ff}",
    "\\u{100}",
    "\\u{10000}",
    "\\u0061",
    "\\u{5c}",
    "u",
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

/// Draws a non-negative real, as a term.
fn real(rng: &mut Rng) -> String {
    match rng.below(10) {
        0..=2 => format!("{}.0", rng.below(10)),
        3..=6 => rng.pick(&REALS).copied().unwrap_or("0.0").to_owned(),
        7 => format!("{}.{}", rng.below(300), rng.below(1000)),
        _ => {
            // In lowest terms, like the notation of values.
            let (one, other) = (1 + rng.below(1000), 2 + rng.below(1000));
            let divisor =
                (1..=one).rev().find(|divisor| one % divisor == 0 && other % divisor == 0).unwrap_or(1);
            match other / divisor {
                1 => format!("{}.0", one / divisor),
                other => format!("(/ {}.0 {other}.0)", one / divisor),
            }
        }
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
