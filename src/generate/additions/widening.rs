//! Wider logics: a wider logic contains the seed's logic, and more.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::definitions::Fresh;
use crate::matrix::Logics;
use crate::rng::Rng;
use crate::smtlib::{Arithmetic, Logic, Problem, Script, Sort, has_reals_only, is_reserved_in_all};
use crate::theory::operators::Operator;
use crate::theory::signature::Signature;

/// The number of new symbols of each sort that the wider logic adds.
const SYMBOLS: usize = 2;
/// The widths of new bit-vectors.
const WIDTHS: [u32; 6] = [1, 2, 3, 4, 7, 8];
/// The format that all solvers of floating-point arithmetic support.
const FLOAT: Sort = Sort::Float(5, 11);

/// Names that only some solvers use, for logics that have other names elsewhere.
const OTHER_NAMES: [&str; 7] = ["QF_FD", "QF_FPA", "QF_FPBV", "QF_UFABVFP", "QF_UFC", "UFC", "QF_A"];

/// The names of logics with strings that every solver of strings supports. For Z3, other logics have no strings.
const OF_STRINGS: [&str; 2] = ["QF_S", "QF_SLIA"];

/// A wider logic, and declarations of its symbols.
#[derive(Debug)]
pub(super) struct Widening {
    pub logic: &'static str,
    pub declarations: Vec<String>,
    /// The sorts that the seed's logic does not have.
    pub sorts: Vec<Sort>,
}

/// The logics that are known by name: parsing all of their names for each batch would take long.
static PARSED: LazyLock<BTreeMap<&str, Logic>> = LazyLock::new(|| {
    let parsed = |name| Some((name, Logic::parse(name)?));
    Logics::all().known().filter_map(parsed).collect()
});

/// Draws a wider logic that a row supports, if there is one.
pub(super) fn draw(problem: &Problem, logics: &Logics, fresh: &mut Fresh, rng: &mut Rng) -> Option<Widening> {
    let name = problem.script.logic.as_deref()?;
    let is_free = !name.ends_with("ALL") && fits_larger_logics(&problem.script);
    let narrow = Logic::parse(name).filter(|_| is_free)?;
    // Numerals must keep their sort: in some logics they are reals.
    let has_numerals = narrow.strings || narrow.bit_vectors || narrow.arithmetic.is_some();
    let is_wider = |other: &&'static str| {
        let keeps_numerals = has_reals_only(other) == has_reals_only(name) || !has_numerals;
        let brings_strings = |wide: &Logic| wide.strings && !narrow.strings && !OF_STRINGS.contains(other);
        let wide = PARSED.get(other).filter(|wide| keeps_numerals && !brings_strings(wide));
        let wide = wide.filter(|_| !OTHER_NAMES.contains(other));
        wide.is_some_and(|wide| is_wider(&narrow, wide))
    };
    let all: Vec<&'static str> = logics.known().filter(is_wider).collect();
    let logic = *rng.pick(&all)?;
    let wide = *PARSED.get(logic)?;
    let mut made = Made { narrow, wide, base: base(problem, &narrow), fresh, rng, declarations: Vec::new() };
    let sorts = made.symbols();
    Some(Widening { logic, declarations: made.declarations, sorts })
}

/// Whether a script declares no name that has a meaning in larger logics.
pub(in crate::generate) fn fits_larger_logics(script: &Script) -> bool {
    let is_free = |name: String| Operator::find(&name).is_none() && !is_reserved_in_all(&name);
    script.declarations.iter().flat_map(|line| line.names(&script.tree)).all(is_free)
}

/// Whether `wide` is a larger logic than `narrow`: it has more theories, with the same quantifiers and non-standard
/// features.
fn is_wider(narrow: &Logic, wide: &Logic) -> bool {
    let (a, b) = (narrow, wide);
    let same = |part: fn(&Logic) -> bool| part(a) == part(b);
    let grows = |part: fn(&Logic) -> bool| part(b) || !part(a);
    let numbers = match (a.arithmetic, b.arithmetic) {
        (None, None) => true,
        (None, Some(more)) => !more.difference,
        (Some(_), None) => false,
        (Some(some), Some(more)) => holds(some, more),
    };
    a != b
        && numbers
        && same(|logic| logic.quantifiers)
        && same(|logic| logic.higher_order)
        && same(|logic| logic.transcendental)
        && same(|logic| logic.finite_fields)
        && same(|logic| logic.sets)
        && grows(|logic| logic.uninterpreted)
        && grows(|logic| logic.arrays)
        && grows(|logic| logic.bit_vectors)
        && grows(|logic| logic.floats)
        && grows(|logic| logic.datatypes)
        && grows(|logic| logic.strings)
}

fn holds(some: Arithmetic, more: Arithmetic) -> bool {
    some.difference == more.difference
        && (more.ints || !some.ints)
        && (more.reals || !some.reals)
        && (more.nonlinear || !some.nonlinear)
}

/// Returns the sorts of the seed's constants over which functions and arrays may range, in order.
fn base(problem: &Problem, narrow: &Logic) -> Vec<Sort> {
    let signature = Signature::collect(&problem.script);
    let is_plain = |sort: &Sort| match sort {
        Sort::Int | Sort::Real => narrow.arithmetic.is_some(),
        Sort::BitVec(width) => *width <= 64,
        Sort::Float(..) => true,
        Sort::Named(name, _) => signature.declares_sort(name),
        _ => false,
    };
    let results = signature.functions().filter(|function| function.arguments.is_empty());
    let sorts: BTreeSet<Sort> =
        results.filter_map(|function| function.result.clone()).filter(is_plain).collect();
    sorts.into_iter().collect()
}

struct Made<'a> {
    narrow: Logic,
    wide: Logic,
    /// The available sorts.
    base: Vec<Sort>,
    fresh: &'a mut Fresh,
    rng: &'a mut Rng,
    declarations: Vec<String>,
}

impl Made<'_> {
    /// Declares symbols of the new sorts, and returns these sorts.
    fn symbols(&mut self) -> Vec<Sort> {
        let (narrow, wide) = (self.narrow, self.wide);
        let numbers = |logic: &Logic| {
            let numbers = logic.arithmetic;
            [numbers.is_some_and(|numbers| numbers.ints), numbers.is_some_and(|numbers| numbers.reals)]
        };
        let ([some_ints, some_reals], [ints, reals]) = (numbers(&narrow), numbers(&wide));
        let width = *self.rng.pick(&WIDTHS).unwrap_or(&WIDTHS[0]);
        let new = [
            (ints && !some_ints, Sort::Int),
            (reals && !some_reals, Sort::Real),
            (wide.bit_vectors && !narrow.bit_vectors, Sort::BitVec(width)),
            (wide.floats && !narrow.floats, FLOAT),
            (wide.strings && !narrow.strings, Sort::String),
        ];
        let mut sorts: Vec<Sort> =
            new.into_iter().filter(|(is_new, _)| *is_new).map(|(_, sort)| sort).collect();
        sorts.iter().for_each(|sort| self.constants(sort));
        self.base.extend(sorts.iter().filter(|sort| **sort != Sort::String).cloned());
        if wide.arrays && !narrow.arrays {
            sorts.extend(self.array());
        }
        if wide.datatypes && !narrow.datatypes {
            sorts.extend(self.datatype());
        }
        // Functions connect the new sorts with the old ones.
        if wide.uninterpreted && (!narrow.uninterpreted || !sorts.is_empty()) {
            sorts.extend(self.functions());
        }
        sorts
    }

    fn declare(&mut self, arguments: &[Sort], result: &Sort) {
        let arguments: Vec<String> = arguments.iter().map(Sort::to_string).collect();
        let name = self.fresh.name();
        self.declarations.push(format!("(declare-fun {name} ({}) {result})", arguments.join(" ")));
    }

    fn constants(&mut self, sort: &Sort) {
        (0..SYMBOLS).for_each(|_| self.declare(&[], sort));
    }

    /// Declares arrays over sorts that the names of logics imply: from integers to numbers, or from bit-vectors.
    fn array(&mut self) -> Option<Sort> {
        let has = |sort: &Sort| self.base.contains(sort);
        let (index, element) = match (has(&Sort::Int), has(&Sort::Real)) {
            (true, true) => (Sort::Int, Sort::Real),
            (true, false) => (Sort::Int, Sort::Int),
            (false, true) if self.wide.arithmetic.is_some_and(|numbers| !numbers.ints) => {
                (Sort::Real, Sort::Real)
            }
            _ => {
                let plain: Vec<Sort> = (self.base.iter())
                    .filter(|sort| {
                        matches!(sort, Sort::BitVec(_))
                            || (self.wide.floats && matches!(sort, Sort::Float(..)))
                    })
                    .cloned()
                    .collect();
                let index: Vec<&Sort> = plain.iter().filter(|sort| matches!(sort, Sort::BitVec(_))).collect();
                ((*self.rng.pick(&index)?).clone(), self.rng.pick(&plain)?.clone())
            }
        };
        let sort = Sort::Array(Box::new(index), Box::new(element));
        self.constants(&sort);
        Some(sort)
    }

    /// Declares a datatype of lists over an available sort.
    fn datatype(&mut self) -> Option<Sort> {
        let held = self.rng.pick(&self.base)?.clone();
        let [name, empty, full, first, rest] = std::array::from_fn(|_| self.fresh.name());
        let constructors = format!("(({empty}) ({full} ({first} {held}) ({rest} {name})))");
        self.declarations.push(format!("(declare-datatypes (({name} 0)) ({constructors}))"));
        let sort = Sort::Named(name, Vec::new());
        self.constants(&sort);
        Some(sort)
    }

    /// Declares a function with one argument and one with two. This needs no new sort.
    fn functions(&mut self) -> Option<Sort> {
        let [one, two, three] = [(); 3].map(|()| self.rng.pick(&self.base).cloned());
        let (one, two, three) = (one?, two?, three?);
        self.declare(std::slice::from_ref(&one), &two);
        let result = if self.rng.percent(30) { Sort::Bool } else { three };
        self.declare(&[one.clone(), two], &result);
        Some(one)
    }
}
