//! Wider logics: a wider logic contains the seed's logic, and more.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::matrix::Logics;
use crate::rng::Rng;
use crate::smtlib::{
    Arithmetic, Declaration, DeclarationKind, Logic, Script, has_reals_only, is_reserved_in_all,
};
use crate::theory::operators::Operator;

/// Names that only some solvers use, for logics that have other names elsewhere.
const OTHER_NAMES: [&str; 7] = [FINITE_DOMAINS, "QF_FPA", "QF_FPBV", "QF_UFABVFP", "QF_UFC", "UFC", "QF_A"];

/// The logic of Z3's pseudo-Boolean constraints, which no wider one has.
const FINITE_DOMAINS: &str = "QF_FD";

/// The names of logics with strings that every solver of strings supports. For Z3, other logics have no strings.
const OF_STRINGS: [&str; 2] = ["QF_S", "QF_SLIA"];

/// A seed's logic and a wider one.
#[derive(Debug)]
pub(super) struct Widening {
    /// The name of the wider logic.
    pub name: &'static str,
    pub narrow: Logic,
    pub wide: Logic,
}

/// The logics that are known by name: parsing all of their names for each batch would take long.
static PARSED: LazyLock<BTreeMap<&str, Logic>> = LazyLock::new(|| {
    let parsed = |name| Some((name, Logic::parse(name)?));
    Logics::all().known().filter_map(parsed).collect()
});

/// Draws a wider logic that a row supports, if there is one.
pub(super) fn draw(script: &Script, logics: &Logics, rng: &mut Rng) -> Option<Widening> {
    let name = script.logic.as_deref()?;
    let is_free = !name.ends_with("ALL") && name != FINITE_DOMAINS && fits_larger_logics(script);
    let narrow = Logic::parse(name).filter(|_| is_free)?;
    // Numerals must keep their sort: in some logics they are reals.
    let has_numerals = narrow.strings || narrow.bit_vectors || narrow.arithmetic.is_some();
    let declares_sort = |line: &Declaration| matches!(line.kind, DeclarationKind::Sort(..));
    let has_own_arrays = narrow.arrays && script.declarations.iter().any(declares_sort);
    let is_refused = |wide: &Logic| has_own_arrays && is_of_words(wide);
    let is_wider = |other: &&'static str| {
        let keeps_numerals = has_reals_only(other) == has_reals_only(name) || !has_numerals;
        let has_strings = |wide: &Logic| wide.strings && !OF_STRINGS.contains(other);
        let wide = PARSED.get(other).filter(|wide| keeps_numerals && !has_strings(wide));
        let wide = wide.filter(|wide| !OTHER_NAMES.contains(other) && !is_refused(wide));
        wide.is_some_and(|wide| is_wider(&narrow, wide))
    };
    let all: Vec<&'static str> = logics.known().filter(is_wider).collect();
    let name = *rng.pick(&all)?;
    Some(Widening { name, narrow, wide: *PARSED.get(name)? })
}

/// Whether a logic has bit-vectors without numbers: in such a logic, the arrays of Z3 are over bit-vectors alone.
pub(super) fn is_of_words(logic: &Logic) -> bool {
    logic.bit_vectors && logic.arithmetic.is_none()
}

/// Whether a script declares no name that has a meaning in larger logics.
pub(in crate::generate) fn fits_larger_logics(script: &Script) -> bool {
    let is_free = |name: String| Operator::find(&name).is_none() && !is_reserved_in_all(&name);
    script.declarations.iter().flat_map(|line| line.names(&script.tree)).all(is_free)
}

/// Whether `wide` is a larger logic than `narrow`: it has more theories, with the same quantifiers and non-standard
/// features.
fn is_wider(narrow: &Logic, wide: &Logic) -> bool {
    let fixed = |logic: &Logic| {
        let Logic { quantifiers, higher_order, transcendental, finite_fields, sets, bags, .. } = *logic;
        [quantifiers, higher_order, transcendental, finite_fields, sets, bags]
    };
    let theories = |logic: &Logic| {
        let Logic { uninterpreted, arrays, bit_vectors, floats, datatypes, strings, .. } = *logic;
        [uninterpreted, arrays, bit_vectors, floats, datatypes, strings]
    };
    let grows_numbers = match (narrow.arithmetic, wide.arithmetic) {
        (None, None) => true,
        (None, Some(more)) => !more.difference,
        (Some(_), None) => false,
        (Some(some), Some(more)) => {
            let parts = |one: Arithmetic| [one.ints, one.reals, one.nonlinear];
            some.difference == more.difference && grow(parts(some), parts(more))
        }
    };
    narrow != wide && fixed(narrow) == fixed(wide) && grow(theories(narrow), theories(wide)) && grows_numbers
}

/// Whether all that holds before holds afterwards, too.
fn grow<const N: usize>(before: [bool; N], after: [bool; N]) -> bool {
    before.into_iter().zip(after).all(|(before, after)| after || !before)
}
