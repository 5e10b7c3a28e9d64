//! The sorts that specimens are over: odd ones first, then those that every solver of a theory has.

use crate::smtlib::Sort;
use crate::theory::operators::Takes;

/// The sorts of one round of specimens, and how regular languages are written in them.
#[derive(Debug)]
pub(super) struct World {
    /// Width of bit-vectors, in bits.
    pub bits: u32,
    /// Floating-point format: exponent and significand, in bits.
    pub float: (u32, u32),
    /// What may be of any sort.
    pub plain: fn() -> Sort,
    /// `Int` or `Real`, where both are taken.
    pub number: Sort,
    /// The names of `str.in_re` and `str.to_re`.
    pub languages: (&'static str, &'static str),
}

const LANGUAGES: (&str, &str) = ("str.in_re", "str.to_re");

/// In the order in which they are tried: what is read in one needs no other.
pub(super) static WORLDS: [World; 5] = [
    World { bits: 3, float: (3, 5), plain: || Sort::Int, number: Sort::Int, languages: LANGUAGES },
    World { bits: 8, float: (8, 24), plain: || Sort::BitVec(8), number: Sort::Real, languages: LANGUAGES },
    World { bits: 8, float: (8, 24), plain: || Sort::Bool, number: Sort::Int, languages: LANGUAGES },
    World { bits: 8, float: (8, 24), plain: || Sort::Real, number: Sort::Real, languages: LANGUAGES },
    // As before SMT-LIB 2.7 had strings.
    World {
        bits: 8,
        float: (8, 24),
        plain: || Sort::String,
        number: Sort::Int,
        languages: ("str.in.re", "str.to.re"),
    },
];

impl World {
    /// Whether it has names of before SMT-LIB 2.7.
    pub(super) fn is_old(&self) -> bool {
        self.languages != LANGUAGES
    }

    /// The sorts of the arguments of one form of an operator; a form that takes any number is given two. None where the
    /// form is not told by the sorts of this world.
    pub(super) fn arguments(&self, form: &[Takes]) -> Option<Vec<Sort>> {
        let (fixed, more) = match form.split_last() {
            Some((Takes::More, fixed)) => (fixed, true),
            _ => (form, false),
        };
        if fixed == [Takes::Inserted] {
            return Some(vec![(self.plain)(), self.set()]);
        }
        let count = if more { fixed.len().max(2) } else { fixed.len() };
        let taken: Vec<Takes> = (0..count).filter_map(|at| fixed.get(at).or(fixed.last()).copied()).collect();
        let mut sorts: Vec<Option<Sort>> = taken.iter().map(|taken| self.independent(*taken)).collect();
        for (at, taken) in taken.iter().enumerate() {
            let of = |sorts: &[Option<Sort>], at: usize| sorts.get(at).cloned().flatten();
            let sort = match taken {
                Takes::Same(before) => of(&sorts, *before),
                Takes::IndexOf(holder) => match of(&sorts, *holder)? {
                    Sort::Array(index, _) => Some(*index),
                    _ => None,
                },
                Takes::ElementOf(holder) => match of(&sorts, *holder)? {
                    Sort::Array(_, element) | Sort::Seq(element) => Some(*element),
                    Sort::Named(_, held) => held.into_iter().next(),
                    _ => None,
                },
                _ => continue,
            };
            sorts[at] = sort;
        }
        sorts.into_iter().collect()
    }

    /// A sort that is taken whatever the other arguments are.
    fn independent(&self, taken: Takes) -> Option<Sort> {
        let named = |name: &str, held: Vec<Sort>| Some(Sort::Named(name.to_owned(), held));
        match taken {
            Takes::Any => Some((self.plain)()),
            Takes::Bool => Some(Sort::Bool),
            Takes::Int => Some(Sort::Int),
            Takes::Real => Some(Sort::Real),
            Takes::Number => Some(self.number.clone()),
            Takes::Bits => Some(Sort::BitVec(self.bits)),
            Takes::Bit => Some(Sort::BitVec(1)),
            Takes::Float => Some(Sort::Float(self.float.0, self.float.1)),
            Takes::Rounding => Some(Sort::RoundingMode),
            Takes::Text => Some(Sort::String),
            Takes::Language => Some(Sort::RegLan),
            Takes::Sequence => Some(Sort::Seq(Box::new((self.plain)()))),
            Takes::Array => Some(self.array()),
            Takes::FieldElement => Some(Sort::FiniteField("5".to_owned())),
            Takes::Set => Some(self.set()),
            Takes::Bag => named("Bag", vec![(self.plain)()]),
            Takes::Relation => named("Set", vec![self.pair()]),
            Takes::Table => named("Bag", vec![self.pair()]),
            Takes::Tuple => Some(self.pair()),
            Takes::Same(_) | Takes::IndexOf(_) | Takes::ElementOf(_) | Takes::More | Takes::Inserted => None,
        }
    }

    /// The sort that `as` names around an operator.
    pub(super) fn qualifier(&self, name: &str) -> Option<Sort> {
        match name.split_once('.').map_or(name, |(theory, _)| theory) {
            "const" => Some(self.array()),
            "seq" => Some(Sort::Seq(Box::new((self.plain)()))),
            "set" | "emptyset" | "univset" => Some(self.set()),
            "bag" | "emptybag" => Some(Sort::Named("Bag".to_owned(), vec![(self.plain)()])),
            _ => None,
        }
    }

    fn array(&self) -> Sort {
        Sort::Array(Box::new((self.plain)()), Box::new((self.plain)()))
    }

    fn set(&self) -> Sort {
        Sort::Named("Set".to_owned(), vec![(self.plain)()])
    }

    /// The sort of tuples of two columns.
    fn pair(&self) -> Sort {
        Sort::Named("Tuple".to_owned(), vec![(self.plain)(), (self.plain)()])
    }
}
