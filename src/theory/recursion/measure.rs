//! The measure of a term, a number that recursion may decrease. Integers and reals are their own measures,
//! bit-vectors have their unsigned value, and words their length. Trees have the number of their constructors,
//! without those below other sorts.

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::cases::{Case, Fact, at_most, equal, less};
use super::unfolding::{Unfolding, number};
use crate::smtlib::{Sort, TermId};
use crate::theory::meaning::Meaning;
use crate::theory::operators::op;
use crate::theory::sum::Sum;
use crate::theory::value::Value;

/// The maximal depth of terms that are inspected.
const DEEPEST: u32 = 64;
/// The maximal width of bit-vectors whose values are bounded.
const WIDEST: u32 = 4096;

impl Unfolding<'_> {
    /// Returns the measure of a term, or `None` if its sort has none. Adds the properties of the measure to the
    /// case.
    pub(super) fn measure(&mut self, case: &mut Case, id: TermId) -> Option<Sum> {
        self.measured(case, id, DEEPEST)
    }

    fn measure_all(&mut self, case: &mut Case, ids: &[TermId], depth: u32) -> Option<Vec<Sum>> {
        ids.iter().map(|&id| self.measured(case, id, depth)).collect()
    }

    fn measured(&mut self, case: &mut Case, id: TermId, depth: u32) -> Option<Sum> {
        let sort = self.sort(id)?;
        if depth == 0 || matches!(sort, Sort::BitVec(width) if width > WIDEST) {
            return Some(self.noted(case, id, Vec::new()).0);
        }
        if let Some(known) = case.measures.get(&id) {
            return known.clone();
        }
        let measure = self.measure_of(case, id, sort, depth - 1);
        case.measures.insert(id, measure.clone());
        measure
    }

    fn measure_of(&mut self, case: &mut Case, id: TermId, sort: Sort, depth: u32) -> Option<Sum> {
        if self.operator(id) == Some(op::ITE) {
            return self.chosen(case, id, depth);
        }
        match sort {
            Sort::Int | Sort::Real => self.number(case, id, depth),
            Sort::BitVec(width) => self.bits(case, id, width, depth),
            Sort::String | Sort::Seq(_) => self.length(case, id, depth),
            sort if self.is_datatype(&sort) => Some(self.size(case, id, depth)),
            _ => None,
        }
    }

    /// Returns a term as a variable of sums, and whether it is new in the case. If so, adds what always `holds`
    /// of it.
    fn noted(&mut self, case: &mut Case, id: TermId, holds: Vec<Sum>) -> (Sum, bool) {
        let is_new = case.atoms.insert(id);
        if is_new {
            holds.into_iter().for_each(|sum| case.at_least_zero(sum));
        }
        (Sum::variable(self.atom(id)), is_new)
    }

    /// Returns a term as a variable that is at least `least`.
    fn at_least(&mut self, case: &mut Case, id: TermId, least: i32) -> (Sum, bool) {
        let atom = Sum::variable(self.atom(id));
        self.noted(case, id, vec![atom.and(&-RBig::from(least))])
    }

    fn chosen(&mut self, case: &mut Case, id: TermId, depth: u32) -> Option<Sum> {
        let (sum, is_new) = self.noted(case, id, Vec::new());
        if let (&[condition, yes, no], true) = (self.arguments(id).as_slice(), is_new) {
            let (yes, no) = (self.measured(case, yes, depth)?, self.measured(case, no, depth)?);
            let way =
                |truth: bool, other: &Sum| [vec![Fact::Is(condition, truth)], equal(&sum, other)].concat();
            case.split(vec![way(true, &yes), way(false, &no)]);
        }
        Some(sum)
    }

    fn number(&mut self, case: &mut Case, id: TermId, depth: u32) -> Option<Sum> {
        if let Some(value) = self.literal(id) {
            return number(value);
        }
        let arguments = self.arguments(id);
        let Some(
            operator @ (op::PLUS
            | op::MINUS
            | op::TIMES
            | op::REAL_DIV
            | op::TO_REAL
            | op::INT_DIV
            | op::MOD
            | op::ABS
            | op::TO_INT
            | op::STR_LEN
            | op::SEQ_LEN
            | op::UBV_TO_INT),
        ) = self.operator(id)
        else {
            return Some(self.noted(case, id, Vec::new()).0);
        };
        let parts = self.measure_all(case, &arguments, depth)?;
        let read = match (operator, parts.as_slice()) {
            (op::PLUS | op::MINUS | op::TIMES | op::REAL_DIV | op::TO_REAL, parts) => {
                Sum::combine(operator, parts)
            }
            // These operators do not change the measure: that of a word is its length, and that of a bit-vector
            // its number.
            (op::STR_LEN | op::SEQ_LEN | op::UBV_TO_INT, [one]) => Some(one.clone()),
            (op::INT_DIV, [one, other]) if other.number().is_some_and(|number| *number != RBig::ZERO) => {
                return Some(self.quotient(case, (one, arguments[0]), (other, arguments[1])));
            }
            (op::MOD, [one, other]) if other.number().is_some_and(|number| *number != RBig::ZERO) => {
                let quotient = self.quotient(case, (one, arguments[0]), (other, arguments[1]));
                quotient.product(other).map(|product| one.minus(&product))
            }
            _ => None,
        };
        if read.is_some() {
            return read;
        }
        let (sum, is_new) = self.noted(case, id, Vec::new());
        if !is_new {
            return Some(sum);
        }
        let zero = Sum::zero();
        match (operator, parts.as_slice()) {
            (op::ABS, [one]) => {
                let negated = one.negated();
                let way = |same: &Sum| [vec![at_most(&zero, same)], equal(&sum, same)].concat();
                case.split(vec![way(one), way(&negated)]);
            }
            (op::TO_INT, [one]) => {
                case.open.push(at_most(&sum, one));
                case.open.push(at_most(one, &sum.clone().and(&RBig::ONE)));
            }
            // The remainder is less than the absolute value of the divisor. For the divisor 0 it is open.
            (op::MOD, [_, other]) => {
                let negated = other.negated();
                let way = |size: &Sum| vec![at_most(&zero, &sum), less(&sum, size)];
                case.split(vec![way(other), way(&negated), equal(other, &zero)]);
            }
            _ => {}
        }
        Some(sum)
    }

    /// Returns the quotient by a literal that is not 0: the remainder is at least 0 and less than the absolute
    /// value of the literal.
    fn quotient(&mut self, case: &mut Case, one: (&Sum, TermId), other: (&Sum, TermId)) -> Sum {
        // `div` and `mod` share one term for the quotient.
        let id = self.app("whole quotient", &[one.1, other.1]);
        let sum = Sum::variable(self.atom_of_integers(id));
        let Some(divisor) = other.0.number().cloned() else { return sum };
        let remainder = one.0.minus(&sum.times(&divisor));
        let size = if divisor < RBig::ZERO { -divisor } else { divisor };
        let below = Sum::constant(size - RBig::ONE).minus(&remainder);
        self.noted(case, id, vec![remainder, below]).0
    }

    fn bits(&mut self, case: &mut Case, id: TermId, width: u32, depth: u32) -> Option<Sum> {
        if let Some(Value::Bits(bits)) = self.literal(id) {
            return Some(Sum::constant(RBig::from(IBig::from(bits.unsigned().clone()))));
        }
        let modulus = Sum::constant(RBig::from(IBig::ONE << width as usize));
        let operator = self.operator(id);
        let arguments = self.arguments(id);
        if operator == Some(op::ZERO_EXTEND)
            && let [one] = arguments[..]
        {
            return self.measured(case, one, depth);
        }
        let atom = Sum::variable(self.atom(id));
        let (sum, is_new) = self.noted(case, id, vec![atom.clone(), modulus.minus(&atom).and(&-RBig::ONE)]);
        let Some(
            operator @ (op::BVADD
            | op::BVSUB
            | op::BVINC
            | op::BVDEC
            | op::BVUDIV
            | op::BVUREM
            | op::BVLSHR
            | op::BVAND),
        ) = operator
        else {
            return Some(sum);
        };
        if !is_new {
            return Some(sum);
        }
        let parts = self.measure_all(case, &arguments, depth)?;
        let one = Sum::constant(RBig::ONE);
        let mut wraps = |exact: Sum, modulus: Sum| {
            let around = exact.plus(&modulus, &RBig::ONE);
            case.split(vec![equal(&sum, &exact), equal(&sum, &around)]);
        };
        let negative = modulus.negated();
        match (operator, parts.as_slice()) {
            (op::BVADD, [first, second]) => wraps(first.plus(second, &RBig::ONE), negative),
            (op::BVINC, [first]) => wraps(first.plus(&one, &RBig::ONE), negative),
            (op::BVSUB, [first, second]) => wraps(first.minus(second), modulus),
            (op::BVDEC, [first]) => wraps(first.minus(&one), modulus),
            (op::BVAND, parts) => parts.iter().for_each(|part| case.open.push(at_most(&sum, part))),
            (op::BVUDIV | op::BVLSHR, [first, second]) => {
                let by = second.number().cloned().filter(|number| *number > RBig::ZERO);
                let by = by.and_then(|number| match operator {
                    op::BVUDIV => Some(number),
                    _ => usize::try_from(number.floor())
                        .ok()
                        .filter(|shift| *shift < width as usize)
                        .map(|shift| RBig::from(IBig::ONE << shift)),
                });
                if let Some(by) = by {
                    case.open.push(at_most(&sum.times(&by), first));
                }
            }
            // The remainder by 0 is the dividend.
            (op::BVUREM, [first, second]) => {
                case.open.push(at_most(&sum, first));
                let zero = Sum::zero();
                case.split(vec![vec![less(&sum, second)], equal(second, &zero)]);
            }
            _ => {}
        }
        Some(sum)
    }

    /// Returns the signed number of a bit-vector, or `None` for other terms.
    pub(super) fn signed(&mut self, case: &mut Case, id: TermId) -> Option<Sum> {
        let Some(Sort::BitVec(width)) =
            self.sort(id).filter(|sort| !matches!(sort, Sort::BitVec(width) if *width > WIDEST))
        else {
            return None;
        };
        if let Some(Value::Bits(bits)) = self.literal(id) {
            return Some(Sum::constant(RBig::from(bits.signed())));
        }
        let unsigned = self.measure(case, id)?;
        let signed = self.app("signed number", &[id]);
        let atom = Sum::variable(self.atom_of_integers(signed));
        if case.atoms.insert(signed) {
            let half = Sum::constant(RBig::from(IBig::ONE << (width as usize - 1)));
            let negative = unsigned.plus(&half, &RBig::from(-2));
            let below = [vec![less(&unsigned, &half)], equal(&atom, &unsigned)].concat();
            let above = [vec![at_most(&half, &unsigned)], equal(&atom, &negative)].concat();
            case.split(vec![below, above]);
        }
        Some(atom)
    }

    fn length(&mut self, case: &mut Case, id: TermId, depth: u32) -> Option<Sum> {
        let constant = |length: usize| Some(Sum::constant(RBig::from(length)));
        match self.literal(id) {
            // Older versions of SMT-LIB read other characters at a backslash.
            Some(Value::Text(text)) if !text.characters().contains(&u32::from('\\')) => {
                return constant(text.characters().len());
            }
            Some(Value::Sequence(sequence)) => return constant(sequence.items().len()),
            _ => {}
        }
        let operator = self.operator(id);
        let arguments = self.arguments(id);
        match operator {
            Some(op::SEQ_EMPTY) => return constant(0),
            Some(op::SEQ_UNIT) => return constant(1),
            Some(op::STR_CONCAT | op::SEQ_CONCAT) => {
                let parts = self.measure_all(case, &arguments, depth)?;
                return Sum::combine(op::PLUS, &parts);
            }
            _ => {}
        }
        let (sum, is_new) = self.at_least(case, id, 0);
        if is_new
            && matches!(operator, Some(op::STR_SUBSTR | op::SEQ_EXTRACT | op::STR_AT | op::SEQ_AT))
            && let [word, rest @ ..] = arguments.as_slice()
        {
            let whole = self.measured(case, *word, depth)?;
            case.open.push(at_most(&sum, &whole));
            let zero = Sum::zero();
            match rest {
                [_] => case.open.push(at_most(&sum, &Sum::constant(RBig::ONE))),
                // A part that starts inside the word has at most the length of the rest. Any other part is empty.
                [start, length] => {
                    let start = self.measured(case, *start, depth)?;
                    let length = self.measured(case, *length, depth)?;
                    let inside = vec![
                        at_most(&zero, &start),
                        less(&start, &whole),
                        at_most(&sum, &whole.minus(&start)),
                        at_most(&sum, &length),
                    ];
                    case.split(vec![inside, equal(&sum, &zero)]);
                }
                _ => {}
            }
        }
        Some(sum)
    }

    fn size(&mut self, case: &mut Case, id: TermId, depth: u32) -> Sum {
        let sort = self.sort(id);
        match self.meaning(id) {
            Some(Meaning::Constructor(datatype, at, _)) => {
                if let Some(Sort::Named(_, sorts)) = &sort {
                    let fields = datatype.fields(*at, sorts);
                    let parts = self.arguments(id).into_iter().zip(&fields);
                    let parts: Vec<TermId> =
                        parts.filter(|(_, field)| self.is_datatype(field)).map(|(part, _)| part).collect();
                    return parts.into_iter().fold(Sum::constant(RBig::ONE), |sum, part| {
                        let size = self.measured(case, part, depth);
                        // A tree whose sort parameters are not known still has a size.
                        let size = size.unwrap_or_else(|| self.at_least(case, part, 1).0);
                        sum.plus(&size, &RBig::ONE)
                    });
                }
            }
            // A datatype with one constructor has no other.
            Some(Meaning::Selector(datatype, ..)) if datatype.constructors.len() == 1 => {
                if let [of] = self.arguments(id)[..] {
                    case.open.push(Fact::Built(of, 0, true));
                }
            }
            _ => {}
        }
        self.at_least(case, id, 1).0
    }

    /// Adds that the size of a tree is that of its subtrees plus one for its constructor.
    pub(super) fn size_of_parts(&mut self, case: &mut Case, id: TermId, constructor: usize) {
        let Some(Sort::Named(sort, arguments)) = self.sort(id) else { return };
        let Some(fields) = self.signature.datatype(&sort).map(|it| it.fields(constructor, &arguments)) else {
            return;
        };
        let mut parts = Sum::constant(RBig::ONE);
        for at in (0..fields.len()).filter(|&at| self.is_datatype(&fields[at])).collect::<Vec<_>>() {
            let Some(part) = self.field(id, constructor, at) else { return };
            let size = self.at_least(case, part, 1).0;
            parts = parts.plus(&size, &RBig::ONE);
        }
        if let Some(whole) = self.measure(case, id) {
            case.equal(&whole, &parts);
        }
    }

    /// Returns the variable of an auxiliary term, which is an integer.
    fn atom_of_integers(&mut self, id: TermId) -> usize {
        let atom = self.atom(id);
        if let Some(is_integer) = self.reasoning.integers.get_mut(atom) {
            *is_integer = true;
        }
        atom
    }
}
