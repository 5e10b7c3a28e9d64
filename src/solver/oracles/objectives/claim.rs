//! An objective with the optimum that a solver printed for it, as formulas.

use std::cmp::Ordering;

use crate::smtlib::instance::Instance;
use crate::smtlib::{Expr, Sort};
use crate::theory::exhaustion::Direction;

/// An objective with its printed optimum.
#[derive(Debug)]
pub(super) struct Claim {
    pub direction: Direction,
    pub term: String,
    pub sort: Sort,
    pub printed: String,
    pub optimum: Optimum,
}

/// A printed optimum.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Optimum {
    /// A value, and whether it is only approached: from below, from above, or not.
    Finite(String, Ordering),
    /// Positive or negative infinity.
    Infinite(Ordering),
    /// Anything else, such as an interval.
    Open,
}

impl Claim {
    /// Returns on which side of an optimum better values are.
    pub(super) fn better(&self) -> Ordering {
        match self.direction {
            Direction::Maximise => Ordering::Greater,
            Direction::Minimise => Ordering::Less,
        }
    }

    /// Returns a formula that is true where the term is certainly on this side of the optimum; `None` if that is open.
    pub(super) fn is_past(&self, side: Ordering) -> Option<String> {
        match &self.optimum {
            // No term reaches an optimum that is only approached from the other side.
            Optimum::Finite(value, approached) => {
                Some(self.compare(side, *approached == side.reverse(), value))
            }
            Optimum::Infinite(at) => Some((*at == side.reverse()).to_string()),
            Optimum::Open => None,
        }
    }

    /// Returns a formula that is true where the term has the optimum; `None` if no term has it.
    pub(super) fn is_reached(&self) -> Option<String> {
        match &self.optimum {
            Optimum::Finite(value, Ordering::Equal) => Some(format!("(= {} {value})", self.term)),
            _ => None,
        }
    }

    /// Returns a formula that is true if a formula bounds the term and the optimum is certainly past that bound; `None` if it
    /// is no bound of it by a number.
    pub(super) fn passes(&self, formula: &Expr) -> Option<String> {
        let (better, worse) = (self.better(), self.better().reverse());
        let [_, term, bound] = formula.children() else { return None };
        // Of the side on which the term is, and whether it may be the bound itself.
        let (side, is_lax) = match formula.head()? {
            "<" | "bvult" => (Ordering::Less, false),
            "<=" | "bvule" => (Ordering::Less, true),
            ">" | "bvugt" => (Ordering::Greater, false),
            ">=" | "bvuge" => (Ordering::Greater, true),
            _ => return None,
        };
        if side != worse || term.to_string() != self.term {
            return None;
        }
        let bound = number(bound, &self.sort)?;
        Some(match &self.optimum {
            Optimum::Finite(value, approached) => {
                let reaches = if is_lax { *approached == better } else { *approached != worse };
                format!("({} {value} {bound})", self.relation(better, reaches))
            }
            Optimum::Infinite(side) => (*side == better).to_string(),
            Optimum::Open => return None,
        })
    }

    /// Compares the term with a value; `or_equal` makes the comparison lax.
    fn compare(&self, order: Ordering, or_equal: bool, value: &str) -> String {
        format!("({} {} {value})", self.relation(order, or_equal), self.term)
    }

    /// Returns the relation between values of the term in an order; `or_equal` makes it lax.
    fn relation(&self, order: Ordering, or_equal: bool) -> &'static str {
        match (&self.sort, order, or_equal) {
            (Sort::BitVec(_), Ordering::Greater, false) => "bvugt",
            (Sort::BitVec(_), Ordering::Greater, true) => "bvuge",
            (Sort::BitVec(_), _, false) => "bvult",
            (Sort::BitVec(_), _, true) => "bvule",
            (_, Ordering::Greater, false) => ">",
            (_, Ordering::Greater, true) => ">=",
            (_, _, false) => "<",
            (_, _, true) => "<=",
        }
    }
}

impl Optimum {
    /// Reads a sum of a number and a multiple of `oo` or `epsilon`, as Z3 and OptiMathSAT print it.
    pub(super) fn read(printed: &Expr, sort: &Sort) -> Optimum {
        let summands = match printed.head() {
            Some("+") => &printed.children()[1..],
            _ => std::slice::from_ref(printed),
        };
        let (mut value, mut side) = (None, Ordering::Equal);
        for summand in summands {
            let (factor, unit) = match (summand.head(), summand.children()) {
                (Some("*"), [_, factor, unit]) => (sign(factor), unit.text()),
                _ => (Some(Ordering::Greater), summand.text()),
            };
            match (factor, unit) {
                (Some(sign), Some("oo")) => return Optimum::Infinite(sign),
                (Some(sign), Some("epsilon")) => side = sign,
                _ => match number(summand, sort) {
                    Some(number) if value.is_none() => value = Some(number),
                    _ => return Optimum::Open,
                },
            }
        }
        let zero = if *sort == Sort::Real { "0.0" } else { "0" };
        match sort {
            Sort::Int | Sort::BitVec(_) if side != Ordering::Equal => Optimum::Open,
            _ => Optimum::Finite(value.unwrap_or_else(|| zero.to_owned()), side),
        }
    }
}

/// Returns the sign of a number.
fn sign(number: &Expr) -> Option<Ordering> {
    match (number.head(), number.children()) {
        (Some("-"), [_, inner]) => sign(inner).map(Ordering::reverse),
        (Some("/"), [_, over, under]) => match (sign(over)?, sign(under)?) {
            (one, Ordering::Greater) => Some(one),
            (one, _) => Some(one.reverse()),
        },
        _ => number.text()?.starts_with(|c: char| c.is_ascii_digit()).then_some(Ordering::Greater),
    }
}

/// Returns a number as a term of a sort.
fn number(printed: &Expr, sort: &Sort) -> Option<String> {
    let text = printed.text();
    let digits = text.filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    match (sort, digits, printed.head(), printed.children()) {
        (Sort::BitVec(width), Some(digits), ..) => Some(format!("(_ bv{digits} {width})")),
        (Sort::BitVec(_), None, ..) => text.filter(|text| text.starts_with('#')).map(str::to_owned),
        (Sort::Real, Some(digits), ..) => Some(format!("{digits}.0")),
        (Sort::Int, Some(digits), ..) => Some(digits.to_owned()),
        (_, _, Some("-"), [_, inner]) => Some(format!("(- {})", number(inner, sort)?)),
        (Sort::Real, _, Some("/"), [_, over, under]) => {
            Some(format!("(/ {} {})", number(over, sort)?, number(under, sort)?))
        }
        (Sort::Real, None, ..) => {
            let (whole, part) = text?.split_once('.')?;
            [whole, part]
                .iter()
                .all(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
                .then(|| text.map(str::to_owned))?
        }
        _ => None,
    }
}

/// Returns the objectives in force at a check in order. Soft constraints with one identifier are one objective: the weight
/// of those that are false. `None` if one cannot be read.
pub(super) fn objectives(instance: &Instance, check: usize) -> Option<Vec<(Direction, String)>> {
    let mut found: Vec<(Direction, String, Option<String>)> = Vec::new();
    for at in instance.objectives_in_force(check) {
        let command = instance.expr(&instance.commands[at])?;
        match (command.head()?, command.children()) {
            ("maximize", [_, term]) => found.push((Direction::Maximise, term.to_string(), None)),
            ("minimize", [_, term]) => found.push((Direction::Minimise, term.to_string(), None)),
            ("assert-soft", [_, formula, attributes @ ..]) => {
                let attribute = |name: &str| {
                    let at = attributes.iter().position(|word| word.text() == Some(name))?;
                    attributes.get(at + 1)
                };
                let weight = attribute(":weight")
                    .map_or(Some("1.0".to_owned()), |weight| number(weight, &Sort::Real))?;
                let cost = format!("(ite {formula} 0.0 {weight})");
                let id = attribute(":id").map(ToString::to_string).unwrap_or_default();
                match found.iter_mut().find(|(.., known)| known.as_deref() == Some(&id)) {
                    Some((_, term, _)) => *term = format!("(+ {term} {cost})"),
                    None => found.push((Direction::Minimise, cost, Some(id))),
                }
            }
            _ => return None,
        }
    }
    Some(found.into_iter().map(|(direction, term, _)| (direction, term)).collect())
}
