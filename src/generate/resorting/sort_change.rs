//! The change of sorts of a re-sorted copy: which width and which format becomes which, and what becomes of their values.

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::{IBig, UBig};

use crate::matrix::{NAMED_FORMATS, ODD_FORMATS, Operators};
use crate::rng::Rng;
use crate::smtlib::{Expr, Sort};
use crate::theory::literals::{bit_vector_sort, indexed, sort_width};
use crate::theory::operators::{Op, op};
use crate::theory::signature::Signature;
use crate::theory::value::{Bits, Float, Format, Rounding};

/// How often a change is drawn until something changes.
const DRAWS: u32 = 4;

/// The sizes that are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::generate) enum Sizes {
    /// Mostly small ones.
    Mixed,
    /// Those of sorts with few values.
    FewValues,
}

/// A size of sorts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// The width of bit-vectors.
    Width(u32),
    /// The format of floating-point numbers: the bits of the exponent, and those of the significand with the hidden one.
    Format(u32, u32),
}

/// The widths and formats of a problem.
#[derive(Debug, Default)]
pub(super) struct OldSorts {
    widths: BTreeSet<u32>,
    formats: BTreeSet<(u32, u32)>,
}

impl OldSorts {
    /// Returns all of them, widths first, narrow ones before others.
    pub(super) fn sizes(&self) -> impl Iterator<Item = Size> {
        let formats = self.formats.iter().map(|&(exponent, significand)| Size::Format(exponent, significand));
        self.widths.iter().map(|&width| Size::Width(width)).chain(formats)
    }

    /// Adds the sorts of what a problem declares.
    pub(super) fn collect(&mut self, signature: &Signature) {
        for function in signature.functions() {
            function.arguments.iter().chain(&function.result).for_each(|sort| self.add(sort));
        }
        let constructors = signature.datatypes().flat_map(|datatype| datatype.constructors.iter());
        constructors.flat_map(|one| one.fields.iter()).for_each(|(_, sort)| self.add(sort));
    }

    /// Adds a sort, with the sorts in it.
    pub(super) fn add(&mut self, sort: &Sort) {
        match sort {
            Sort::BitVec(width) => drop(self.widths.insert(*width)),
            Sort::Float(exponent, significand) => drop(self.formats.insert((*exponent, *significand))),
            Sort::Array(index, element) => [index, element].into_iter().for_each(|sort| self.add(sort)),
            Sort::Seq(element) => self.add(element),
            Sort::Named(_, arguments) => arguments.iter().for_each(|sort| self.add(sort)),
            _ => {}
        }
    }
}

/// A change of widths and formats.
#[derive(Debug)]
pub(super) struct SortChange {
    widths: BTreeMap<u32, u32>,
    formats: BTreeMap<(u32, u32), (u32, u32)>,
    /// The operator that extends bit-vectors.
    pub extension: Op,
}

impl SortChange {
    /// Changes one size. Returns `None` if they are not of the same kind.
    pub(super) fn from_size(old: Size, new: Size) -> Option<SortChange> {
        let (widths, formats) = match (old, new) {
            (Size::Width(old), Size::Width(new)) => (BTreeMap::from([(old, new)]), BTreeMap::new()),
            (Size::Format(old, bits), Size::Format(new, others)) => {
                (BTreeMap::new(), BTreeMap::from([((old, bits), (new, others))]))
            }
            _ => return None,
        };
        Some(SortChange { widths, formats, extension: op::ZERO_EXTEND })
    }

    /// Draws a change that changes something, if it can. Narrower widths stay narrower, or become equal. Bit-vectors of
    /// one bit stay what they are, because some operators return or take exactly these.
    pub(super) fn draw(
        old: &OldSorts,
        sizes: Sizes,
        operators: &Operators,
        rng: &mut Rng,
    ) -> Option<SortChange> {
        let widths: Vec<u32> = old.widths.iter().copied().filter(|width| *width > 1).collect();
        for _ in 0..DRAWS {
            let mut new: Vec<u32> = widths.iter().map(|_| draw_width(sizes, rng)).collect();
            new.sort_unstable();
            let extension = if rng.percent(50) { op::ZERO_EXTEND } else { op::SIGN_EXTEND };
            let draw = |format: &(u32, u32)| (*format, draw_format(sizes, operators, rng));
            let formats = old.formats.iter().map(draw).collect();
            let change = SortChange { widths: widths.iter().copied().zip(new).collect(), formats, extension };
            let changes_width = change.widths.iter().any(|(old, new)| old != new);
            if changes_width || change.formats.iter().any(|(old, new)| old != new) {
                return Some(change);
            }
        }
        None
    }

    /// Returns the new width for an old one.
    pub(super) fn width(&self, old: u32) -> u32 {
        self.widths.get(&old).copied().unwrap_or(old)
    }

    /// Returns the new format for an old one.
    pub(super) fn format(&self, exponent: u32, significand: u32) -> Format {
        let old = (exponent, significand);
        let (exponent, significand) = self.formats.get(&old).copied().unwrap_or(old);
        Format { exponent, significand }
    }

    /// Returns the new notation of a bit-vector or floating-point sort, and `None` for anything else.
    pub(super) fn sort_expr(&self, expr: &Expr) -> Option<Expr> {
        if let Some(width) = sort_width(expr) {
            return Some(bit_vector_sort(self.width(width)));
        }
        let (exponent, significand) = match expr.children() {
            [mark, name, exponent, significand]
                if mark.text() == Some("_") && name.text() == Some("FloatingPoint") =>
            {
                (exponent.text()?.parse().ok()?, significand.text()?.parse().ok()?)
            }
            [] => NAMED_FORMATS.iter().find(|(name, _)| expr.text() == Some(name))?.1,
            _ => return None,
        };
        let format = self.format(exponent, significand);
        Some(indexed("FloatingPoint", &[format.exponent, format.significand]))
    }

    /// Returns a text with the new notation of all sorts in it.
    pub(super) fn text(&self, text: &str) -> String {
        let read = || Expr::read(text)?.into_iter().next();
        let resorted = |expr: Expr| expr.replaced(&mut |part| self.sort_expr(part)).to_string();
        let has_sorts = text.starts_with('(') || text.starts_with("Float");
        has_sorts.then(read).flatten().map_or_else(|| text.to_owned(), resorted)
    }

    /// Returns the value of the new width that corresponds to an old one: small numbers stay, of either sign, and so do
    /// the largest ones; of others, the low bits remain.
    pub(super) fn bits(&self, old: &Bits) -> Bits {
        let width = self.width(old.width());
        if old.width() == 1 {
            return Bits::new(width, old.unsigned().clone());
        }
        let signed = old.signed();
        let (most, new_most) = (most_signed(old.width()), most_signed(width));
        if signed == most {
            return Bits::from_integer(width, &new_most);
        }
        if signed == -most - IBig::ONE {
            return Bits::from_integer(width, &(-new_most - IBig::ONE));
        }
        Bits::from_integer(width, &signed)
    }

    /// Returns the value of the new format that corresponds to an old one: rounded, but neither to zero nor to infinity.
    pub(super) fn float(&self, old: &Float) -> Option<Float> {
        let Format { exponent, significand } = old.format();
        let format = self.format(exponent, significand);
        let away = if old.is_negative() == Some(true) { Rounding::Down } else { Rounding::Up };
        let nearer = old.in_format(format, Rounding::ToZero).ok()?;
        if nearer.is_zero() && !old.is_zero() { old.in_format(format, away).ok() } else { Some(nearer) }
    }
}

/// Returns the largest signed number of a width.
fn most_signed(width: u32) -> IBig {
    IBig::from((UBig::ONE << (width as usize - 1)) - UBig::ONE)
}

/// Draws a width: mostly a small one, sometimes one around those that machines have.
pub(in crate::generate) fn draw_width(sizes: Sizes, rng: &mut Rng) -> u32 {
    if sizes == Sizes::FewValues {
        return 1 + rng.below(4);
    }
    match rng.below(20) {
        0..=14 => 1 + rng.below(9),
        15..=17 => 15 + rng.below(3),
        18 => 31 + rng.below(3),
        _ => 63 + rng.below(3),
    }
}

/// Draws a format that a row with these operators reads: mostly a small one, with a significand that may be long for its
/// exponent, seldom a short one, on which Z3 often gives up, and sometimes one that machines have.
pub(in crate::generate) fn draw_format(sizes: Sizes, operators: &Operators, rng: &mut Rng) -> (u32, u32) {
    // Solvers differ in the formats that they read, and old ones in the values that they compute: Z3 4.8.12 rounds wrongly
    // in some.
    if !operators.list(ODD_FORMATS) {
        return NAMED_FORMATS[rng.index(NAMED_FORMATS.len())].1;
    }
    let mut format = if sizes == Sizes::FewValues { (2, 2 + rng.below(3)) } else { draw_mixed_format(rng) };
    while !operators.read_format(format) {
        format.1 += 1;
    }
    format
}

/// Draws a format of any size, read or not.
fn draw_mixed_format(rng: &mut Rng) -> (u32, u32) {
    match rng.below(20) {
        0..=10 => {
            let exponent = 2 + rng.below(3);
            (exponent, exponent + rng.below(4))
        }
        11..=14 => {
            let exponent = 2 + rng.below(4);
            (exponent, exponent + rng.below(12 - exponent))
        }
        15 | 16 => (2, 8 + rng.below(4)),
        17 => {
            let exponent = 3 + rng.below(3);
            (exponent, 2 + rng.below(exponent - 2))
        }
        18 => (5, 11),
        _ if rng.percent(70) => (8, 24),
        _ => (11, 53),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change() -> SortChange {
        SortChange {
            widths: [(8, 4), (32, 65)].into(),
            formats: [((8, 24), (2, 3))].into(),
            extension: op::ZERO_EXTEND,
        }
    }

    #[test]
    fn sorts_change_wherever_they_are_written() {
        for (old, new) in [
            ("(Array (_ BitVec 32) (_ BitVec 8))", "(Array (_ BitVec 65) (_ BitVec 4))"),
            ("(as const (Array Int Float32))", "(as const (Array Int (_ FloatingPoint 2 3)))"),
            ("Float32", "(_ FloatingPoint 2 3)"),
            ("(_ FloatingPoint 8 24)", "(_ FloatingPoint 2 3)"),
            ("(_ BitVec 7)", "(_ BitVec 7)"),
            ("(_ extract 7 0)", "(_ extract 7 0)"),
            ("x", "x"),
        ] {
            assert_eq!(change().text(old), new);
        }
    }

    #[test]
    fn values_at_the_edge_of_a_sort_stay_there() {
        let bits = |old: u32| change().bits(&Bits::new(8, old.into())).unsigned().clone();
        let edges = [(0, 0), (1, 1), (5, 5), (127, 7), (128, 8), (255, 15), (254, 14), (0x35, 5)];
        for (old, new) in edges {
            assert_eq!(bits(old), UBig::from(new as u32), "{old}");
        }
        let format = Format { exponent: 8, significand: 24 };
        let float = |bits: u32| {
            let new = change().float(&Float::from_bits(format, &Bits::new(32, bits.into()))).unwrap();
            crate::theory::value::Value::Float(new).to_string()
        };
        // The smallest subnormal, one, the largest number, the negative infinity, NaN.
        assert_eq!(float(1), "(fp #b0 #b00 #b01)");
        assert_eq!(float(0x3f80_0000), "(fp #b0 #b01 #b00)");
        assert_eq!(float(0x7f7f_ffff), "(fp #b0 #b10 #b11)");
        assert_eq!(float(0xff80_0000), "(_ -oo 2 3)");
        assert_eq!(float(0x7fc0_0000), "(_ NaN 2 3)");
    }

    #[test]
    fn narrower_widths_do_not_become_wider_and_one_bit_stays() {
        let mut rng =
            crate::rng::Key::new(&crate::digest::Digest::of("x"), 1).stream(crate::rng::Stream::Sorts);
        let mut old = OldSorts::default();
        [1, 2, 8, 16, 32].iter().for_each(|width| old.add(&Sort::BitVec(*width)));
        let mut seen = BTreeSet::new();
        for _ in 0..200 {
            let change = SortChange::draw(&old, Sizes::Mixed, &Operators::all(), &mut rng).unwrap();
            let new = [2, 8, 16, 32].map(|width| change.width(width));
            assert!(new.is_sorted() && change.width(1) == 1 && new != [2, 8, 16, 32]);
            seen.extend(new);
        }
        for width in [1, 9, 15, 17, 31, 33, 63, 65] {
            assert!(seen.contains(&width), "{width}: {seen:?}");
        }
        let mut formats = |unread: &[&str]| -> BTreeSet<(u32, u32)> {
            (0..2000).map(|_| draw_format(Sizes::Mixed, &Operators::without(unread), &mut rng)).collect()
        };
        assert_eq!(formats(&[ODD_FORMATS]).len(), NAMED_FORMATS.len());
        let all = formats(&["fp.rem"]);
        // All from 2 + 2 to 5 + 11 bits, and two that machines have.
        assert_eq!(all.len(), 4 * 10 + 2, "{all:?}");
        let no_tight_ones = ["tight-float-formats"];
        let read = formats(&no_tight_ones);
        assert!(read.iter().all(|format| Operators::without(&no_tight_ones).read_format(*format)));
        assert_eq!(all.difference(&read).count(), 8);
    }
}
