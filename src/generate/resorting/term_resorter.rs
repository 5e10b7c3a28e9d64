//! Terms over the new sorts of a copy.
//!
//! The law: the image of a term of a sort has the sort that this one becomes. So an image fits wherever its term did, and
//! only operators whose result depends on widths or indices need attention: where such an operator naturally returns
//! another width than the one wanted, its image is extended or cut.

use crate::smtlib::{Arguments, Binder, HeadId, MatchCase, Sort, Term, TermId, Terms, VarId, Variable};
use crate::theory::meaning::{Applied, Meaning};
use crate::theory::operators::{ResultSort, Width, op};
use crate::theory::sorting::Sorting;
use crate::theory::value::{Float, Format, Value};

use super::sort_change::SortChange;

/// The largest width of a repeated bit-vector before it is cut.
const WIDEST_REPETITION: u32 = 128;

/// A store of images, in which the terms of a problem are translated in order.
pub(super) struct TermResorter<'a> {
    change: &'a SortChange,
    old: &'a Terms,
    sorting: &'a Sorting,
    new: Terms,
    images: Vec<TermId>,
}

impl TermResorter<'_> {
    /// Translates all terms. Returns the new terms, and the image of each old one.
    pub(super) fn resort_all(old: &Terms, sorting: &Sorting, change: &SortChange) -> (Terms, Vec<TermId>) {
        let images = Vec::with_capacity(old.len());
        let mut resorter = TermResorter { change, old, sorting, new: Terms::default(), images };
        for id in old.ids() {
            let image = resorter.image(id);
            resorter.images.push(image);
        }
        (resorter.new, resorter.images)
    }

    fn image(&mut self, id: TermId) -> TermId {
        let old = self.old;
        match old.get(id) {
            Term::Var(variable) => {
                let variable = self.variable(*variable);
                self.new.intern(Term::Var(variable))
            }
            Term::App(head, arguments) => self.application(id, *head, arguments),
            Term::Binder(Binder { kind, variables, body, patterns }) => {
                let variables = variables.iter().map(|&variable| self.variable(variable)).collect();
                let patterns = patterns.iter();
                let patterns = patterns.map(|terms| terms.iter().map(|id| self.images[id.index()]).collect());
                let (patterns, body) = (patterns.collect(), self.images[body.index()]);
                self.new.intern(Term::Binder(Binder { kind: *kind, variables, body, patterns }))
            }
            Term::Match(subject, cases) => {
                let case = |case: &MatchCase| MatchCase {
                    constructor: case.constructor.map(|head| self.new.head(old.head_text(head))),
                    variables: case.variables.iter().map(|&variable| self.variable(variable)).collect(),
                    body: self.images[case.body.index()],
                };
                let cases = cases.iter().map(case).collect();
                self.new.intern(Term::Match(self.images[subject.index()], cases))
            }
        }
    }

    fn variable(&mut self, id: VarId) -> VarId {
        let Variable { name, sort, level } = self.old.variable_of(id).clone();
        let sort = self.change.text(&sort);
        self.new.variable(Variable { name, sort, level })
    }

    fn application(&mut self, id: TermId, head: HeadId, arguments: &[TermId]) -> TermId {
        let text = self.old.head_text(head);
        let images: Arguments = arguments.iter().map(|id| self.images[id.index()]).collect();
        let sorting = self.sorting;
        match sorting.meaning(head) {
            Some(Meaning::Literal(Value::Bits(bits))) => {
                let value = Value::Bits(self.change.bits(bits)).to_string();
                self.new.app(&value, &images)
            }
            Some(Meaning::Operator(applied)) => match (applied.operator.result, sorting.sort(id).known()) {
                (
                    ResultSort::FormatOfIndices | ResultSort::FormatOfParts,
                    Some(&Sort::Float(exponent, significand)),
                ) => self.float((exponent, significand), applied, arguments, images),
                (ResultSort::Bits(width), Some(Sort::BitVec(old))) => {
                    self.bits((text, applied), width, *old, arguments, &images)
                }
                _ if applied.operator.op == op::BIT2BOOL => {
                    let most = self.bit_width(arguments, 0).map_or(0, |width| self.change.width(width) - 1);
                    let bit = index(applied, 0).min(most);
                    self.new.app(&format!("(_ {} {bit})", applied.name), &images)
                }
                _ => self.renamed(text, &images),
            },
            _ => self.renamed(text, &images),
        }
    }

    fn renamed(&mut self, head: &str, images: &[TermId]) -> TermId {
        let head = self.change.text(head);
        self.new.app(&head, images)
    }

    /// Translates an operator that returns a floating-point number of this old format, which its indices or arguments
    /// give.
    fn float(
        &mut self,
        (exponent, significand): (u32, u32),
        applied: &Applied,
        arguments: &[TermId],
        mut images: Arguments,
    ) -> TermId {
        if let Some(literal) = self.float_literal((exponent, significand), applied, arguments) {
            return literal;
        }
        let Format { exponent, significand } = self.change.format(exponent, significand);
        let widths: &[u32] = match arguments.len() {
            1 => &[exponent + significand],
            3 => &[1, exponent, significand - 1],
            _ => &[],
        };
        for (at, &width) in widths.iter().enumerate() {
            if let Some(old) = self.bit_width(arguments, at) {
                images[at] = self.fitted(images[at], self.change.width(old), width);
            }
        }
        match applied.operator.result {
            ResultSort::FormatOfParts => self.new.app(&applied.name, &images),
            _ => self.new.app(&format!("(_ {} {exponent} {significand})", applied.name), &images),
        }
    }

    /// Translates `(fp …)` of three literals as a value.
    fn float_literal(
        &mut self,
        (exponent, significand): (u32, u32),
        applied: &Applied,
        arguments: &[TermId],
    ) -> Option<TermId> {
        if applied.operator.result != ResultSort::FormatOfParts {
            return None;
        }
        let bits = |id: &TermId| {
            let Term::App(head, _) = self.old.get(*id) else { return None };
            let Some(Meaning::Literal(Value::Bits(bits))) = self.sorting.meaning(*head) else { return None };
            Some(bits)
        };
        let parts: Option<Vec<_>> = arguments.iter().map(bits).collect();
        let [sign, middle, fraction] = parts?[..] else { return None };
        let (middle, fraction) = (middle.unsigned().clone(), fraction.unsigned().clone());
        let format = Format { exponent, significand };
        let value = self.change.float(&Float::from_fields(format, sign.is_negative(), middle, fraction))?;
        Some(Value::Float(value).term(&mut self.new))
    }

    /// Translates an operator, written as a head, that returns a bit-vector of the old width `old`.
    fn bits(
        &mut self,
        (text, applied): (&str, &Applied),
        width: Width,
        old: u32,
        arguments: &[TermId],
        images: &[TermId],
    ) -> TermId {
        let wanted = self.change.width(old);
        let name = &applied.name;
        let first = self.bit_width(arguments, 0).map(|width| self.change.width(width));
        let plain = self.change.text(text);
        let (head, natural) = match (width, first) {
            (Width::Fixed(width), _) => (plain, width),
            (Width::Sum, _) => {
                let widths = (0..arguments.len()).filter_map(|at| self.bit_width(arguments, at));
                (plain, widths.map(|width| self.change.width(width)).sum())
            }
            (Width::Index, _) => (format!("(_ {name} {wanted})"), wanted),
            (Width::PlusIndex, Some(first)) if wanted > first => {
                (format!("(_ {name} {})", wanted - first), wanted)
            }
            (Width::PlusIndex, Some(first)) => return self.fitted(images[0], first, wanted),
            (Width::TimesIndex, Some(first)) => {
                let times = index(applied, 0).clamp(1, (WIDEST_REPETITION / first).max(1));
                (format!("(_ {name} {times})"), times * first)
            }
            (Width::Slice, Some(first)) => {
                let length = wanted.min(first);
                let full = self.bit_width(arguments, 0).unwrap_or(first);
                let (high, low) = (index(applied, 0), index(applied, 1));
                // The ends of the argument remain its ends.
                let low = match high + 1 == full {
                    true => first - length,
                    false => (u64::from(low) * u64::from(first) / u64::from(full.max(1))) as u32,
                };
                let low = low.min(first - length);
                (format!("(_ {name} {} {low})", low + length - 1), length)
            }
            (Width::OfFormat, _) => {
                let format = match arguments.first().and_then(|id| self.sorting.sort(*id).known()) {
                    Some(Sort::Float(exponent, significand)) => self.change.format(*exponent, *significand),
                    _ => return self.new.app(&plain, images),
                };
                (plain, format.exponent + format.significand)
            }
            (_, None) => return self.new.app(&plain, images),
        };
        let image = self.new.app(&head, images);
        self.fitted(image, natural, wanted)
    }

    /// Returns the old width of an argument that is a bit-vector.
    fn bit_width(&self, arguments: &[TermId], at: usize) -> Option<u32> {
        match self.sorting.sort(*arguments.get(at)?).known()? {
            Sort::BitVec(width) => Some(*width),
            _ => None,
        }
    }

    /// Extends or cuts a bit-vector from one width to another.
    fn fitted(&mut self, image: TermId, from: u32, to: u32) -> TermId {
        let head = match to.checked_sub(from) {
            Some(0) => return image,
            Some(more) => format!("(_ {} {more})", self.change.extension),
            None => format!("(_ extract {} 0)", to - 1),
        };
        self.new.app(&head, &[image])
    }
}

/// Returns an index of an operator, or 0.
fn index(applied: &Applied, at: usize) -> u32 {
    applied.indices.get(at).and_then(|index| index.parse().ok()).unwrap_or(0)
}
