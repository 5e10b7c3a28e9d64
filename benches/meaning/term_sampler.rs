//! Terms from the root down: a symbol that makes the wanted sort, and for each of its arguments the same again.

use smt_storm::generate::term_builder::draw_value;
use smt_storm::rng::Rng;
use smt_storm::smtlib::{Sort, TermId, Terms};
use smt_storm::theory::ground::{self, Operator, ResultSort, Signature, Takes, takes_alone};

use crate::application::{self, Shape};
use crate::sort_sampler::{self, Kind};

/// How often a symbol is drawn for a sort before it is left to a leaf, and a sort for a symbol before it is given up.
const ATTEMPTS: u32 = 12;
/// How many arguments of a hundred are leaves although they could be larger.
const EARLY_LEAVES: u32 = 20;
/// How many rounding modes of a hundred are leaves, and how many selectors fit the constructor.
const EASY: u32 = 85;

/// How many arguments of a hundred are what was built before, if there is something: so that values meet.
const AGAIN: u32 = 15;

/// Terms while one is built.
#[derive(Debug, Default)]
pub struct Draft {
    /// The terms.
    pub terms: Terms,
    made: Vec<(Sort, TermId)>,
}

/// Builds terms over symbols and leaves.
#[derive(Debug)]
pub struct Builder<'a> {
    signature: &'a Signature,
    symbols: Vec<Symbol>,
}

impl<'a> Builder<'a> {
    /// Over all operators and what a signature declares.
    pub fn new(signature: &'a Signature) -> Self {
        Builder { signature, symbols: symbols() }
    }

    /// How many symbols there are.
    pub fn symbols(&self) -> usize {
        self.symbols.len()
    }

    /// A term of a sort, as deep as it is told.
    pub fn term(&self, sort: &Sort, depth: u32, draft: &mut Draft, rng: &mut Rng) -> Option<TermId> {
        if rng.percent(AGAIN) {
            let before: Vec<TermId> =
                draft.made.iter().filter(|(made, _)| made == sort).map(|(_, id)| *id).collect();
            if let Some(id) = rng.pick(&before) {
                return Some(*id);
            }
        }
        let id = self.fresh(sort, depth, draft, rng)?;
        draft.made.push((sort.clone(), id));
        Some(id)
    }

    fn fresh(&self, sort: &Sort, depth: u32, draft: &mut Draft, rng: &mut Rng) -> Option<TermId> {
        if depth == 0 {
            return draw_value(sort, self.signature, &mut draft.terms, rng);
        }
        let fitting: Vec<Symbol> = self
            .symbols
            .iter()
            .copied()
            .filter(|symbol| !symbol.is_constant() && symbol.may_make(sort))
            .collect();
        for _ in 0..ATTEMPTS {
            let Some(symbol) = rng.pick(&fitting) else { break };
            if let Some(shape) = application::of(*symbol, sort, self.signature, rng) {
                return self.applied(&shape, depth, draft, rng);
            }
        }
        draw_value(sort, self.signature, &mut draft.terms, rng)
    }

    /// A term with a certain symbol at its root, by number, and its sort; none if what was tried does not fit.
    pub fn rooted(
        &self,
        symbol: usize,
        depth: u32,
        draft: &mut Draft,
        rng: &mut Rng,
    ) -> Option<(TermId, Sort)> {
        let symbol = *self.symbols.get(symbol)?;
        (0..ATTEMPTS).find_map(|_| {
            let sort = application::result(symbol, self.signature, rng)?;
            let shape = application::of(symbol, &sort, self.signature, rng)?;
            Some((self.applied(&shape, depth, draft, rng)?, sort))
        })
    }

    fn applied(&self, shape: &Shape, depth: u32, draft: &mut Draft, rng: &mut Rng) -> Option<TermId> {
        let mut arguments = Vec::with_capacity(shape.arguments.len());
        for sort in &shape.arguments {
            if let Some(constructor) = shape.constructor.as_deref().filter(|_| rng.percent(EASY)) {
                let wrapped = application::constructed(constructor, sort, self.signature)?;
                arguments.push(self.applied(&wrapped, depth, draft, rng)?);
                continue;
            }
            let early = if *sort == Sort::RoundingMode { EASY } else { EARLY_LEAVES };
            let depth = if rng.percent(early) { 0 } else { depth.saturating_sub(1) };
            arguments.push(self.term(sort, depth, draft, rng)?);
        }
        Some(draft.terms.app(&shape.head, &arguments))
    }
}

/// What can be applied.
#[derive(Clone, Copy, Debug)]
pub enum Symbol {
    /// An operator.
    Operator(&'static Operator),
    /// A constructor of a datatype.
    Constructor(&'static str),
    /// The tester of a constructor.
    Tester(&'static str),
    /// A selector of a datatype.
    Selector(&'static str),
    /// The updater of a selector.
    Updater(&'static str),
}

/// Whether terms have an operator: its forms are known, and none takes a function, since no term here binds variables.
pub fn is_drawn(row: &Operator) -> bool {
    let takes_function = |form: &&[Takes]| matches!(form.first(), Some(Takes::Mapper | Takes::Folder));
    !row.takes.is_empty() && !row.takes.iter().any(takes_function)
}

/// Everything whose forms are known.
fn symbols() -> Vec<Symbol> {
    let operators = ground::usual().filter(|row| is_drawn(row)).map(Symbol::Operator);
    let constructors = sort_sampler::CONSTRUCTORS;
    let selectors = sort_sampler::SELECTORS;
    operators
        .chain(constructors.map(Symbol::Constructor))
        .chain(constructors.map(Symbol::Tester))
        .chain(selectors.map(Symbol::Selector))
        .chain(selectors.map(Symbol::Updater))
        .collect()
}

impl Symbol {
    /// Whether what it makes may be of a sort. It may turn out not to be.
    pub fn may_make(self, wanted: &Sort) -> bool {
        match self {
            Symbol::Operator(row) => may_make(row, wanted),
            Symbol::Tester(_) => *wanted == Sort::Bool,
            Symbol::Constructor(_) | Symbol::Updater(_) => {
                matches!(wanted, Sort::Named(name, _) if sort_sampler::is_datatype(name))
            }
            Symbol::Selector(_) => *wanted != Sort::RegLan,
        }
    }

    /// Whether it has no arguments.
    pub fn is_constant(self) -> bool {
        matches!(self, Symbol::Operator(row) if row.kind == ground::Kind::Constant)
    }
}

fn may_make(row: &Operator, wanted: &Sort) -> bool {
    match row.result {
        ResultSort::Bool => *wanted == Sort::Bool,
        ResultSort::Int => *wanted == Sort::Int,
        ResultSort::Real => *wanted == Sort::Real,
        ResultSort::Number => matches!(wanted, Sort::Int | Sort::Real),
        ResultSort::Text => *wanted == Sort::String,
        ResultSort::Language => *wanted == Sort::RegLan,
        ResultSort::Rounding => *wanted == Sort::RoundingMode,
        ResultSort::Bits(_) => matches!(wanted, Sort::BitVec(_)),
        ResultSort::FormatOfIndices | ResultSort::FormatOfParts => matches!(wanted, Sort::Float(..)),
        ResultSort::OfArgument(at) => row.takes.iter().any(|form| takes_at(form, at, wanted)),
        ResultSort::ElementsOf(at) => {
            let is_set = |form: &&[Takes]| matches!(form.get(at + 1), Some(Takes::IndexSetOf(_)));
            let kind = if row.takes.iter().any(is_set) { Kind::Set } else { Kind::Sequence };
            sort_sampler::is_of(wanted, kind)
        }
        ResultSort::SequenceOf => matches!(wanted, Sort::Seq(_)),
        ResultSort::SetOf => matches!(wanted, Sort::Named(name, _) if name == "Set"),
        ResultSort::BagOf => matches!(wanted, Sort::Named(name, _) if name == "Bag"),
        ResultSort::OfLast => matches!(wanted, Sort::Named(name, _) if name == "Set"),
        ResultSort::TupleOf => {
            matches!(wanted, Sort::Named(name, _) if name == "Tuple" || name == "UnitTuple")
        }
        ResultSort::OfColumns(_) => sort_sampler::columns_of(wanted).is_some(),
        ResultSort::ElementOf(_) | ResultSort::Column => *wanted != Sort::RegLan,
        ResultSort::Qualifier => qualified(row.name).is_none_or(|kind| sort_sampler::is_of(wanted, kind)),
    }
}

/// The kind of sorts that `as` may name around an operator, if it is only one.
pub fn qualified(name: &str) -> Option<Kind> {
    match name.split_once('.').map_or(name, |(theory, _)| theory) {
        "const" => Some(Kind::Array),
        "seq" => Some(Kind::Sequence),
        "set" => Some(Kind::Set),
        "bag" => Some(Kind::Bag),
        _ => None,
    }
}

/// Whether a form may take a sort at a position.
pub fn takes_at(form: &[Takes], at: usize, sort: &Sort) -> bool {
    match form.get(at) {
        None => false,
        Some(Takes::Real) => matches!(sort, Sort::Int | Sort::Real),
        Some(Takes::Same(before)) => *before < at && takes_at(form, *before, sort),
        Some(Takes::Any | Takes::More | Takes::IndexOf(_) | Takes::ElementOf(_) | Takes::Inserted) => true,
        Some(Takes::IndicesOf(_)) => matches!(sort, Sort::Seq(_)),
        Some(Takes::IndexSetOf(_)) => takes_alone(Takes::Set, sort),
        Some(taken) => takes_alone(*taken, sort),
    }
}
