//! What an application is worth although not all of its arguments have values.

use dashu_base::{BitTest, RemEuclid};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::{Interpreter, Worth};
use crate::smtlib::{Sort, Term, TermId};
use crate::theory::meaning::Meaning;
use crate::theory::sorting::Sorted;
use crate::theory::value::Value;

/// Terms of arithmetic that are looked into, at most, and so how deep.
const TERMS: usize = 64;

impl Interpreter<'_> {
    /// What an application is worth although not all of its arguments have values.
    pub(super) fn in_spite_of_unknown(&self, id: TermId, meaning: &Meaning) -> Option<Worth> {
        let Meaning::Operator(applied) = meaning else { return None };
        let arguments = self.arguments(id);
        let decides = |at: usize, truth: bool| {
            self.known(arguments[at]).filter(|worth| worth.value == Ok(Value::Bool(truth)))
        };
        let last = arguments.len().checked_sub(1)?;
        let (decided, result) = match applied.operator.name {
            "and" => ((0..=last).find_map(|at| decides(at, false)), false),
            "or" => ((0..=last).find_map(|at| decides(at, true)), true),
            "=>" => ((0..=last).find_map(|at| decides(at, at == last)), true),
            "*" | "bvmul" | "bvand" => return self.absorbed(arguments).map(|worth| self.coerced(id, worth)),
            "=" | "distinct" => {
                let truth = self.differ(arguments)?.then_some(applied.operator.name == "distinct");
                return truth.map(|truth| Worth { value: Ok(Value::Bool(truth)), is_chosen: false });
            }
            _ => return None,
        };
        decided.map(|worth| Worth { value: Ok(Value::Bool(result)), is_chosen: worth.is_chosen })
    }

    /// The 0 among arguments of a product.
    fn absorbed(&self, arguments: &[TermId]) -> Option<Worth> {
        arguments
            .iter()
            .filter_map(|&argument| self.known(argument))
            .find(|worth| match &worth.value {
                Ok(Value::Bits(bits)) => *bits.unsigned() == UBig::ZERO,
                Ok(value) => value.as_real() == Some(RBig::ZERO),
                Err(_) => false,
            })
            .cloned()
    }

    /// Whether two bit-vectors differ in bits that are known.
    fn differ(&self, arguments: &[TermId]) -> Option<bool> {
        let &[one, other] = arguments else { return None };
        let mut left = TERMS;
        let (one, other) = (self.low_bits(one, &mut left)?, self.low_bits(other, &mut left)?);
        let known = one.known.min(other.known);
        Some(one.cut(known).value != other.cut(known).value)
    }

    /// The low bits of a bit-vector that are known.
    fn low_bits(&self, id: TermId, left: &mut usize) -> Option<Low> {
        if let Some(Worth { value: Ok(Value::Bits(bits)), is_chosen: false }) = self.known(id) {
            return Some(Low { known: bits.width() as usize, value: bits.unsigned().clone().into() });
        }
        let dag = &self.dags[self.top_place() as usize];
        let Sorted::Is(Sort::BitVec(width)) = dag.sorting.sort(id) else { return None };
        let unknown = Low { known: 0, value: IBig::ZERO };
        let Term::App(head, arguments) = dag.terms.get(id) else { return Some(unknown) };
        let Some(Meaning::Operator(applied)) = dag.sorting.meaning(*head) else { return Some(unknown) };
        let name = applied.operator.name;
        if *left == 0 || !matches!(name, "bvadd" | "bvsub" | "bvmul" | "bvneg") {
            return Some(unknown);
        }
        *left -= 1;
        let mut parts = arguments.iter().map(|&argument| self.low_bits(argument, left));
        let first = parts.next()??;
        if name == "bvneg" {
            return Some(Low { value: -first.value, ..first });
        }
        parts.try_fold(first, |whole, part| {
            let part = part?;
            let known = whole.known.min(part.known);
            let low = match name {
                "bvadd" => Low { known, value: whole.value + part.value },
                "bvsub" => Low { known, value: whole.value - part.value },
                _ => Low {
                    known: (whole.known + part.zeros()).min(part.known + whole.zeros()),
                    value: whole.value * part.value,
                },
            };
            Some(low.cut((*width as usize).min(low.known)))
        })
    }
}

/// A number of which so many of the lowest bits are known.
struct Low {
    known: usize,
    value: IBig,
}

impl Low {
    fn cut(&self, known: usize) -> Low {
        Low { known, value: IBig::from((&self.value).rem_euclid(IBig::ONE << known)) }
    }

    /// How many of them are 0 from the lowest on.
    fn zeros(&self) -> usize {
        (0..self.known).find(|&at| self.value.bit(at)).unwrap_or(self.known)
    }
}
