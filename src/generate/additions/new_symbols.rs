//! Symbols of sorts that the seed does not have: those of a wider logic, or further ones of the seed's own logic.

use std::collections::BTreeSet;
use std::fmt::Display;

use super::definitions::Fresh;
use super::seed_sorts::{SeedSorts, is_index, is_part};
use super::widening::{Widening, is_of_words};
use crate::generate::resorting::{Sizes, draw_format, draw_width};
use crate::matrix::{ODD_ARRAYS, ODD_FORMATS, OF_ARRAYS, Operators};
use crate::rng::Rng;
use crate::smtlib::{Logic, Problem, Sort};
use crate::theory::operators::op;

/// The number of new symbols of each sort.
const SYMBOLS: usize = 2;
/// The widths of the bit-vectors of a wider logic.
const WIDTHS: [u32; 6] = [1, 2, 3, 4, 7, 8];
/// The format of floats of a wider logic where a row reads no odd ones: all solvers of floating-point arithmetic support it.
const HALF: (u32, u32) = (5, 11);
/// The largest number of constants of an enumeration.
const MOST_CONSTANTS: u32 = 5;
/// Below this are the numbers of constants with few values.
const SMALL: u32 = 9;
/// Share of the sorts in place of declared ones that are arrays or sequences, in percent, where the logic has some.
const COMPOSITE: u32 = 50;
/// Share of the new sorts of a seed's own logic that get functions between them and others, in percent.
const FUNCTIONS: u32 = 40;

/// A maker of symbols. All of its declarations are collected.
pub(super) struct SymbolMaker<'a> {
    logic: Logic,
    pub operators: &'a Operators,
    /// The sorts over which functions, arrays and datatypes range: those of the seed's constants, in order, and new ones.
    base: Vec<Sort>,
    /// Further sorts of the seed over which arrays, sequences and datatypes range, and those of them that index arrays. There
    /// are none for a row that does not list what its solver reads.
    further: Vec<Sort>,
    indices: Vec<Sort>,
    fresh: &'a mut Fresh,
    pub rng: &'a mut Rng,
    /// The declarations.
    pub declarations: Vec<String>,
}

/// A kind of composite sorts.
#[derive(Clone, Copy, Debug)]
enum Composite {
    Array,
    Sequence,
    Enumeration,
    Pair,
    List,
}

/// Returns what a solver with these operators reads of a logic.
fn read_of(logic: Logic, operators: &Operators) -> Logic {
    Logic { floats: logic.floats && operators.has_floats(), ..logic }
}

/// Returns the constructors and selectors of lists with these names, whose own sort is `list`.
fn list_of([empty, full, first, rest]: [String; 4], held: &impl Display, list: &str) -> String {
    format!("(({empty}) ({full} ({first} {held}) ({rest} {list})))")
}

impl SymbolMaker<'_> {
    pub(super) fn new<'a>(
        problem: &Problem,
        logic: Logic,
        operators: &'a Operators,
        (fresh, rng): (&'a mut Fresh, &'a mut Rng),
    ) -> SymbolMaker<'a> {
        let logic = read_of(logic, operators);
        let SeedSorts { plain: base, mut further, mut indices } = SeedSorts::collect(problem, &logic);
        if !operators.are_known() {
            (further, indices) = Default::default();
        } else if logic.floats {
            further.push(Sort::RoundingMode);
            indices.push(Sort::RoundingMode);
        }
        SymbolMaker { logic, operators, base, further, indices, fresh, rng, declarations: Vec::new() }
    }

    /// Creates a maker whose sorts are those of a logic, not those of a seed.
    pub(super) fn of_logic<'a>(
        logic: Logic,
        operators: &'a Operators,
        (fresh, rng): (&'a mut Fresh, &'a mut Rng),
    ) -> SymbolMaker<'a> {
        let logic = read_of(logic, operators);
        let numbers = logic.arithmetic.unwrap_or_default();
        let (width, format) = (draw_width(Sizes::Mixed, rng), draw_format(Sizes::Mixed, operators, rng));
        let base = [
            (numbers.ints, Sort::Int),
            (numbers.reals, Sort::Real),
            (logic.bit_vectors, Sort::BitVec(width)),
            (logic.floats, Sort::Float(format.0, format.1)),
        ];
        let base = base.into_iter().filter(|(has, _)| *has).map(|(_, sort)| sort).collect();
        let words: Vec<Sort> =
            (logic.strings && operators.are_known()).then_some(Sort::String).into_iter().collect();
        let (further, indices, declarations) = (words.clone(), words, Vec::new());
        SymbolMaker { logic, operators, base, further, indices, fresh, rng, declarations }
    }

    /// Declares symbols of the sorts that a wider logic has and the seed's does not, and returns these sorts.
    pub(super) fn widen(&mut self, Widening { narrow, wide, .. }: &Widening) -> Vec<Sort> {
        let wide = read_of(*wide, self.operators);
        self.logic = wide;
        let [some, more] = [*narrow, wide].map(|logic| logic.arithmetic.unwrap_or_default());
        let width = *self.rng.pick(&WIDTHS).unwrap_or(&WIDTHS[0]);
        let adds_floats = wide.floats && !narrow.floats;
        let draws = adds_floats && self.operators.list(ODD_FORMATS);
        let format = if draws { draw_format(Sizes::Mixed, self.operators, self.rng) } else { HALF };
        let new = [
            (more.ints && !some.ints, Sort::Int),
            (more.reals && !some.reals, Sort::Real),
            (wide.bit_vectors && !narrow.bit_vectors, Sort::BitVec(width)),
            (adds_floats, Sort::Float(format.0, format.1)),
            (wide.strings && !narrow.strings, Sort::String),
        ];
        let mut sorts: Vec<Sort> =
            new.into_iter().filter(|(is_new, _)| *is_new).map(|(_, sort)| sort).collect();
        sorts.iter().for_each(|sort| drop(self.declare_constants(sort)));
        let (words, others): (Vec<Sort>, Vec<Sort>) =
            sorts.iter().cloned().partition(|sort| *sort == Sort::String);
        self.base.extend(others);
        if self.operators.are_known() {
            self.indices.extend(words.iter().cloned());
            self.further.extend(words);
        }
        if wide.arrays && !narrow.arrays {
            sorts.extend(self.plain_array());
        }
        if wide.datatypes && !narrow.datatypes {
            sorts.extend(self.plain_list());
        }
        // Functions connect the new sorts with the old ones.
        if wide.uninterpreted && (!narrow.uninterpreted || !sorts.is_empty()) {
            sorts.extend(self.declare_functions());
        }
        sorts
    }

    /// Declares symbols of further sorts of the logic, and returns these sorts: one or two widths and formats, and one or
    /// two arrays, sequences or datatypes over them and the sorts of the seed.
    pub(super) fn diversify(&mut self) -> Vec<Sort> {
        let mut sorts: BTreeSet<Sort> = BTreeSet::new();
        for _ in 0..1 + self.rng.below(2) {
            let Logic { bit_vectors, floats, .. } = self.logic;
            let sort = match (bit_vectors, floats) {
                (true, true) if self.rng.percent(50) => Sort::BitVec(draw_width(Sizes::Mixed, self.rng)),
                (_, true) => {
                    let (exponent, significand) = draw_format(Sizes::Mixed, self.operators, self.rng);
                    Sort::Float(exponent, significand)
                }
                (true, false) => Sort::BitVec(draw_width(Sizes::Mixed, self.rng)),
                (false, false) => break,
            };
            if sorts.insert(sort.clone()) {
                self.declare_constants(&sort);
                self.base.push(sort);
            }
        }
        let composites = self.composites();
        for _ in 0..self.rng.below(3) {
            let composite = self.rng.pick(&composites).copied();
            let Some(sort) = composite.and_then(|composite| self.declare_composite(composite)) else {
                continue;
            };
            self.declare_constants(&sort);
            // So the next one may contain it.
            self.base.push(sort.clone());
            sorts.insert(sort);
        }
        if self.logic.uninterpreted && !sorts.is_empty() && self.rng.percent(FUNCTIONS) {
            self.declare_functions();
        }
        sorts.into_iter().collect()
    }

    /// Declares symbols of sorts of the logic with few values: Booleans, bit-vectors and floating-point numbers, and
    /// arrays, datatypes and functions over them.
    pub(super) fn declare_few_values(&mut self) {
        let Logic { bit_vectors, floats, uninterpreted, .. } = self.logic;
        let mut sorts = BTreeSet::from([Sort::Bool]);
        if bit_vectors {
            sorts.extend((0..2).map(|_| Sort::BitVec(draw_width(Sizes::FewValues, self.rng))));
        }
        if floats && self.operators.list(ODD_FORMATS) {
            let (exponent, significand) = draw_format(Sizes::FewValues, self.operators, self.rng);
            sorts.insert(Sort::Float(exponent, significand));
        }
        let booleans = self.declare_constants(&Sort::Bool);
        sorts.remove(&Sort::Bool);
        sorts.iter().for_each(|sort| drop(self.declare_constants(sort)));
        let numbers = self.logic.arithmetic.filter(|numbers| !numbers.difference).unwrap_or_default();
        let infinite =
            [(numbers.ints, Sort::Int), (numbers.reals, Sort::Real), (self.logic.strings, Sort::String)];
        for (_, sort) in infinite.into_iter().filter(|(has, _)| *has) {
            (0..SYMBOLS).for_each(|_| self.define_by_cases(&sort, &booleans));
        }
        self.base = sorts.into_iter().chain([Sort::Bool]).collect();
        // Others over wide sorts would have too many values.
        self.base.retain(|sort| matches!(sort, Sort::Bool | Sort::BitVec(..3)));
        self.further.clear();
        self.indices.retain(|sort| *sort == Sort::RoundingMode);
        let composites: Vec<Composite> = self.composites();
        for _ in 0..self.rng.below(3) {
            let composite = self.rng.pick(&composites).copied();
            if let Some(sort) = composite.and_then(|composite| self.declare_composite(composite)) {
                self.declare_constants(&sort);
            }
        }
        if uninterpreted && self.rng.percent(FUNCTIONS) {
            self.declare_functions();
        }
    }

    /// Defines a constant of an infinite sort that has one of four values, as Boolean symbols say.
    fn define_by_cases(&mut self, sort: &Sort, booleans: &[String]) {
        let [one, other] = [(); 2].map(|()| self.rng.pick(booleans).cloned().unwrap_or_default());
        let [a, b, c, d] = [(); 4].map(|()| self.small_literal(sort));
        let name = self.fresh.name();
        self.declarations.push(format!(
            "(define-fun {name} () {sort} (ite {one} (ite {other} {a} {b}) (ite {other} {c} {d})))"
        ));
    }

    /// Draws a literal of a number or string near zero.
    fn small_literal(&mut self, sort: &Sort) -> String {
        let number = self.rng.below(SMALL);
        let text = match sort {
            Sort::String => return format!("\"{}\"", &"abba0"[..number as usize % 6]),
            Sort::Real => format!("{}.{}", number / 2, if number % 2 == 1 { 5 } else { 0 }),
            _ => number.to_string(),
        };
        if number > 0 && self.rng.percent(30) { format!("(- {text})") } else { text }
    }

    /// Declares a function, and returns its name.
    fn declare(&mut self, arguments: &[Sort], result: &Sort) -> String {
        let arguments: Vec<String> = arguments.iter().map(Sort::to_string).collect();
        let name = self.fresh.name();
        self.declarations.push(format!("(declare-fun {name} ({}) {result})", arguments.join(" ")));
        name
    }

    /// Declares constants of a sort, and returns their names.
    fn declare_constants(&mut self, sort: &Sort) -> Vec<String> {
        (0..SYMBOLS).map(|_| self.declare(&[], sort)).collect()
    }

    /// Returns the kinds of composite sorts that the logic has and its solvers read.
    fn composites(&self) -> Vec<Composite> {
        let has_sequences = self.logic.strings && self.operators.list(op::SEQ_LEN.name());
        [
            (self.logic.arrays, Composite::Array),
            (self.logic.arrays, Composite::Array),
            (has_sequences, Composite::Sequence),
            (self.logic.datatypes, Composite::Enumeration),
            (self.logic.datatypes, Composite::Pair),
            (self.logic.datatypes, Composite::List),
        ]
        .into_iter()
        .filter(|(is_read, _)| *is_read)
        .map(|(_, composite)| composite)
        .collect()
    }

    fn declare_composite(&mut self, composite: Composite) -> Option<Sort> {
        match composite {
            Composite::Array => {
                let index = self.draw_index_sort()?;
                let element = self.draw_element_sort()?;
                Some(Sort::Array(Box::new(index), Box::new(element)))
            }
            Composite::Sequence => Some(Sort::Seq(Box::new(self.draw_component()?))),
            Composite::Enumeration => {
                let name = self.fresh.name();
                let constants = self.draw_constants();
                self.declarations.push(format!("(declare-datatypes (({name} 0)) ({constants}))"));
                Some(Sort::Named(name, Vec::new()))
            }
            Composite::Pair => {
                let (one, other) = (self.draw_component()?, self.draw_component()?);
                let [name, a, b, pair, first, second] = std::array::from_fn(|_| self.fresh.name());
                let constructor = format!("({pair} ({first} {a}) ({second} {b}))");
                self.declarations
                    .push(format!("(declare-datatypes (({name} 2)) ((par ({a} {b}) ({constructor}))))"));
                Some(Sort::Named(name, vec![one, other]))
            }
            Composite::List => {
                let held = self.draw_component()?;
                let [name, a, empty, full, first, rest] = std::array::from_fn(|_| self.fresh.name());
                let constructors = list_of([empty, full, first, rest], &a, &format!("({name} {a})"));
                self.declarations
                    .push(format!("(declare-datatypes (({name} 1)) ((par ({a}) {constructors})))"));
                Some(Sort::Named(name, vec![held]))
            }
        }
    }

    /// Draws the constructors of an enumeration.
    fn draw_constants(&mut self) -> String {
        let count = 1 + self.rng.below(MOST_CONSTANTS);
        let constants: Vec<String> = (0..count).map(|_| format!("({})", self.fresh.name())).collect();
        format!("({})", constants.join(" "))
    }

    /// Draws the constructors of a datatype of this name: an enumeration, or else pairs or lists, which no solver enumerates.
    pub(super) fn draw_constructors(&mut self, name: &str, is_enumeration: bool) -> String {
        let parts = [(); 2].map(|()| self.draw_component().unwrap_or(Sort::Bool));
        let [one, two, three, four] = std::array::from_fn(|_| self.fresh.name());
        match self.rng.below(3) {
            0 if !is_enumeration => format!("(({one} ({two} {}) ({three} {})))", parts[0], parts[1]),
            1 if !is_enumeration => list_of([one, two, three, four], &parts[0], name),
            _ => self.draw_constants(),
        }
    }

    /// Draws a sort of the logic, composite or not, that needs no declaration.
    pub(super) fn draw_any_sort(&mut self) -> Option<Sort> {
        let mut composites = self.composites();
        composites.retain(|composite| matches!(composite, Composite::Array | Composite::Sequence));
        if let Some(&composite) = self.rng.pick(&composites)
            && self.rng.percent(COMPOSITE)
        {
            return self.declare_composite(composite);
        }
        self.draw_component()
    }

    /// Draws a sort of indices.
    pub(super) fn draw_index_sort(&mut self) -> Option<Sort> {
        let by_bits = is_of_words(&self.logic);
        let narrow = [Sort::BitVec(1), Sort::BitVec(2), Sort::BitVec(3)];
        let mut sorts: Vec<Sort> =
            self.base.iter().filter(|sort| is_index(sort) && is_part(sort)).cloned().collect();
        match (by_bits, self.operators.list(ODD_ARRAYS)) {
            (true, _) => sorts.retain(|sort| matches!(sort, Sort::BitVec(_))),
            (false, true) => {
                sorts.push(Sort::Bool);
                sorts.extend(self.indices.iter().cloned());
            }
            (false, false) => sorts.retain(|sort| matches!(sort, Sort::BitVec(_) | Sort::Int)),
        }
        if self.logic.bit_vectors {
            sorts.extend(self.rng.pick(&narrow).cloned());
        }
        self.rng.pick(&sorts).cloned()
    }

    /// Draws a sort of the elements of arrays.
    pub(super) fn draw_element_sort(&mut self) -> Option<Sort> {
        if self.operators.list(ODD_ARRAYS) {
            return self.draw_component();
        }
        let sorts = self
            .base
            .iter()
            .filter(|sort| is_part(sort) && !matches!(sort, Sort::Bool | Sort::Array(..) | Sort::Seq(_)));
        let sorts: Vec<Sort> = sorts.cloned().collect();
        self.rng.pick(&sorts).cloned()
    }

    /// Draws a part of a composite sort.
    fn draw_component(&mut self) -> Option<Sort> {
        let sorts = self.base.iter().chain([&Sort::Bool]).chain(&self.further);
        let sorts: Vec<Sort> = sorts.filter(|sort| is_part(sort)).cloned().collect();
        self.rng.pick(&sorts).cloned()
    }

    /// Declares arrays over sorts that the names of logics imply: from integers to numbers, or from bit-vectors.
    fn plain_array(&mut self) -> Option<Sort> {
        let has = |sort: &Sort| self.base.contains(sort);
        let (index, element) = match (has(&Sort::Int), has(&Sort::Real)) {
            (true, true) => (Sort::Int, Sort::Real),
            (true, false) => (Sort::Int, Sort::Int),
            (false, true) if self.logic.arithmetic.is_some_and(|numbers| !numbers.ints) => {
                (Sort::Real, Sort::Real)
            }
            _ => {
                let plain: Vec<Sort> = (self.base.iter())
                    .filter(|sort| {
                        matches!(sort, Sort::BitVec(_))
                            || (self.logic.floats && matches!(sort, Sort::Float(..)))
                    })
                    .cloned()
                    .collect();
                let index: Vec<&Sort> = plain.iter().filter(|sort| matches!(sort, Sort::BitVec(_))).collect();
                ((*self.rng.pick(&index)?).clone(), self.rng.pick(&plain)?.clone())
            }
        };
        let sort = Sort::Array(Box::new(index), Box::new(element));
        self.declare_constants(&sort);
        Some(sort)
    }

    /// Declares a datatype of lists over an available sort.
    fn plain_list(&mut self) -> Option<Sort> {
        let held = self.rng.pick(&self.base)?.clone();
        let [name, empty, full, first, rest] = std::array::from_fn(|_| self.fresh.name());
        let constructors = list_of([empty, full, first, rest], &held, &name);
        self.declarations.push(format!("(declare-datatypes (({name} 0)) ({constructors}))"));
        let sort = Sort::Named(name, Vec::new());
        self.declare_constants(&sort);
        Some(sort)
    }

    /// Declares a function with one argument and one with two. This needs no new sort.
    fn declare_functions(&mut self) -> Option<Sort> {
        // Solvers without functions that are defined over arrays have none that are declared over them either.
        let has_arrays = self.operators.contains(OF_ARRAYS);
        let sorts = self.base.iter().filter(|sort| has_arrays || !matches!(sort, Sort::Array(..)));
        let sorts: Vec<&Sort> = sorts.collect();
        let [one, two, three] = [(); 3].map(|()| self.rng.pick(&sorts).map(|&sort| sort.clone()));
        let (one, two, three) = (one?, two?, three?);
        self.declare(std::slice::from_ref(&one), &two);
        let result = if self.rng.percent(30) { Sort::Bool } else { three };
        self.declare(&[one.clone(), two], &result);
        Some(one)
    }
}
