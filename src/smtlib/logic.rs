//! Names of logics: the theories of their formulas, and whether they are decidable.

/// The parts of a logic. Every logic has Booleans.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Logic {
    /// `forall` and `exists`: no `QF_` at the beginning.
    pub quantifiers: bool,
    /// Declared sorts and functions: `UF`.
    pub uninterpreted: bool,
    /// `A` or `AX`.
    pub arrays: bool,
    /// `BV`.
    pub bit_vectors: bool,
    /// `FP`.
    pub floats: bool,
    /// `DT`.
    pub datatypes: bool,
    /// `S`.
    pub strings: bool,
    /// `FF`.
    pub finite_fields: bool,
    /// `sin`, `exp` and the like: `T` after an arithmetic.
    pub transcendental: bool,
    /// Functions as values: `HO_` at the beginning.
    pub higher_order: bool,
    /// Finite sets and relations: `FS` at the end.
    pub sets: bool,
    /// Bags: only `ALL` has them.
    pub bags: bool,
    /// Arithmetic, such as `LIA`. Strings include the integers of `str.len` without a part of the name.
    pub arithmetic: Option<Arithmetic>,
}

/// The number sorts of a logic, and the operations on them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arithmetic {
    /// The sort `Int`.
    pub ints: bool,
    /// The sort `Real`.
    pub reals: bool,
    /// Products of variables: `N` instead of `L`.
    pub nonlinear: bool,
    /// Only differences of two variables, compared with a constant: `IDL` and `RDL`.
    pub difference: bool,
}

impl Arithmetic {
    const fn new(ints: bool, reals: bool) -> Arithmetic {
        Arithmetic { ints, reals, nonlinear: false, difference: false }
    }

    const fn nonlinear(self) -> Arithmetic {
        Arithmetic { nonlinear: true, ..self }
    }

    const fn difference(self) -> Arithmetic {
        Arithmetic { difference: true, ..self }
    }
}

const INTS: Arithmetic = Arithmetic::new(true, false);
const REALS: Arithmetic = Arithmetic::new(false, true);
const BOTH: Arithmetic = Arithmetic::new(true, true);

/// No word is a prefix of a later one, so the first match is right.
const ARITHMETICS: [(&str, Arithmetic); 8] = [
    ("IDL", INTS.difference()),
    ("RDL", REALS.difference()),
    ("LIA", INTS),
    ("LRA", REALS),
    ("LIRA", BOTH),
    ("NIA", INTS.nonlinear()),
    ("NRA", REALS.nonlinear()),
    ("NIRA", BOTH.nonlinear()),
];

/// The flag of a logic that a word sets.
type Flag = fn(&mut Logic) -> &mut bool;

/// No word is a prefix of a later one. `UFC` is cvc5's `UF` with cardinality constraints. `FFA` is the name of
/// `FF` in Yices, and `FPA` that of `FP` in old versions of Z3.
const THEORIES: [(&str, Flag); 11] = [
    ("AX", |logic| &mut logic.arrays),
    ("A", |logic| &mut logic.arrays),
    ("UFC", |logic| &mut logic.uninterpreted),
    ("UF", |logic| &mut logic.uninterpreted),
    ("BV", |logic| &mut logic.bit_vectors),
    ("FFA", |logic| &mut logic.finite_fields),
    ("FF", |logic| &mut logic.finite_fields),
    ("FPA", |logic| &mut logic.floats),
    ("FP", |logic| &mut logic.floats),
    ("DT", |logic| &mut logic.datatypes),
    ("S", |logic| &mut logic.strings),
];

impl Logic {
    /// Parses a name by the conventions of SMT-LIB (<https://smt-lib.org/logics.shtml>), and of cvc5 for parts
    /// that SMT-LIB has no name for (`HO_`, `FF`, `T`, `FS`, `SAT`). The theories before the arithmetic may come
    /// in any order, because suites have `QF_UFABVFP` and `QF_FPBV`.
    ///
    /// Returns `None` for an unknown name, and for `HORN`, which describes the shape of formulas over any
    /// theories.
    pub fn parse(name: &str) -> Option<Logic> {
        let (higher_order, name) = strip(name, "HO_");
        let (quantifier_free, name) = strip(name, "QF_");
        let mut logic = Logic { quantifiers: !quantifier_free, higher_order, ..Logic::default() };
        match name {
            "" => return None,
            "ALL" => return Some(logic.everything()),
            "SAT" => return Some(logic),
            // Z3's finite domains, of which other solvers know only bit-vectors.
            "FD" => return Some(Logic { bit_vectors: true, ..logic }),
            _ => {}
        }
        let mut rest = name;
        while let Some((word, flag)) = THEORIES.iter().find(|(word, _)| rest.starts_with(word)) {
            let known_before = std::mem::replace(flag(&mut logic), true);
            if known_before {
                return None;
            }
            rest = &rest[word.len()..];
        }
        if let Some((word, arithmetic)) = ARITHMETICS.iter().find(|(word, _)| rest.starts_with(word)) {
            logic.arithmetic = Some(*arithmetic);
            rest = &rest[word.len()..];
            if arithmetic.nonlinear && arithmetic.reals {
                (logic.transcendental, rest) = strip(rest, "T");
            }
        }
        (logic.sets, rest) = strip(rest, "FS");
        rest.is_empty().then_some(logic)
    }

    /// Returns the name by the conventions of SMT-LIB, with its theories in one order; without the parts that only cvc5 names.
    pub(crate) fn name(&self) -> String {
        let mut left = *self;
        // Of the words for a part, the last one is SMT-LIB's.
        let mut words: Vec<&str> = THEORIES
            .iter()
            .rev()
            .filter(|(_, flag)| std::mem::take(flag(&mut left)))
            .map(|(word, _)| *word)
            .collect();
        words.reverse();
        let arithmetic = ARITHMETICS.iter().find(|(_, one)| Some(*one) == self.arithmetic);
        words.extend(arithmetic.map(|(word, _)| word));
        let name = match words.concat() {
            name if name.is_empty() => "UF".to_owned(),
            name if name == "A" => "AX".to_owned(),
            name => name,
        };
        if self.quantifiers { name } else { format!("QF_{name}") }
    }

    /// Returns the logic with every theory; quantifiers and higher order stay.
    fn everything(self) -> Logic {
        Logic {
            quantifiers: self.quantifiers,
            uninterpreted: true,
            arrays: true,
            bit_vectors: true,
            floats: true,
            datatypes: true,
            strings: true,
            finite_fields: true,
            transcendental: true,
            higher_order: self.higher_order,
            sets: true,
            bags: true,
            arithmetic: Some(BOTH.nonlinear()),
        }
    }

    /// Whether satisfiability is known to be decidable, so that a solver can, in principle, always answer. Also
    /// `false` if this is an open question, or if nothing below applies.
    ///
    /// Without quantifiers:
    /// - Bit-vectors, floating point and finite fields are finite. Also decidable are uninterpreted functions
    ///   (Ackermann 1954), linear integers (Presburger 1929), linear reals (Fourier), both together (Weispfenning
    ///   1999), nonlinear reals (Tarski 1951), arrays (Stump et al. 2001), datatypes (Oppen 1980), and
    ///   combinations of them (Nelson and Oppen 1979; with finite sorts Ranise et al. 2005, with datatypes Sheng
    ///   et al. 2020). The values of `x/0` and `(head nil)` are those of uninterpreted functions, which does not
    ///   matter here.
    /// - Undecidable are nonlinear integers (Matiyasevich 1970) and `sin` (Richardson 1968).
    /// - Word equations are decidable (Makanin 1977). With lengths this is open, and with replacement of all
    ///   occurrences they are undecidable (Chen et al. 2018). The name `S` covers all of that.
    /// - Sets with cardinalities are decidable (Bansal et al. 2016), but solvers have relations with transitive
    ///   closure under the same name.
    ///
    /// With quantifiers:
    /// - Still decidable, each alone: finite theories, linear arithmetic (same sources), and nonlinear reals
    ///   (Tarski 1951, without division by a variable). A finite theory with an arithmetic (`FPLRA`) counts as
    ///   `false`, although expanding the quantifiers over the finite sorts decides it.
    /// - Undecidable are uninterpreted functions (Church 1936), even a single predicate with linear arithmetic
    ///   (Downey 1972), and arrays (Bradley et al. 2006). Finite trees are decidable (Mal'cev 1962), but a
    ///   selector applied to another constructor behaves like an uninterpreted function.
    pub fn is_decidable(&self) -> bool {
        if self.higher_order || self.transcendental || self.strings || self.sets {
            return false;
        }
        if self.arithmetic.is_some_and(|arithmetic| arithmetic.ints && arithmetic.nonlinear) {
            return false;
        }
        let beyond_quantifiers = self.uninterpreted || self.arrays || self.datatypes || self.finite_fields;
        let finite_and_numbers = (self.bit_vectors || self.floats) && self.arithmetic.is_some();
        !self.quantifiers || !(beyond_quantifiers || finite_and_numbers)
    }
}

/// Returns whether `name` begins with `word`, and the rest.
fn strip<'a>(name: &'a str, word: &str) -> (bool, &'a str) {
    match name.strip_prefix(word) {
        Some(rest) => (true, rest),
        None => (false, name),
    }
}

/// Whether numerals are of sort Real in a logic: it has reals and no integers (SMT-LIB 2.7, theory Reals). Z3
/// would derive that from `set-logic`, but does not get this command, because some logics exclude the datatypes
/// that witnesses use.
pub(crate) fn has_reals_only(logic: &str) -> bool {
    let integers = ["LIA", "NIA", "IDL", "LIRA", "NIRA"].iter().any(|part| logic.contains(part));
    !integers && ["LRA", "NRA", "RDL"].iter().any(|part| logic.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::examples::check;

    fn parts(logic: &Logic) -> String {
        let numbers = logic.arithmetic.unwrap_or(Arithmetic::new(false, false));
        let parts = [
            (logic.quantifiers, "forall"),
            (logic.uninterpreted, "uf"),
            (logic.arrays, "arrays"),
            (logic.bit_vectors, "bv"),
            (logic.floats, "fp"),
            (logic.datatypes, "dt"),
            (logic.strings, "str"),
            (logic.finite_fields, "ff"),
            (logic.transcendental, "trans"),
            (logic.higher_order, "ho"),
            (logic.sets, "sets"),
            (numbers.ints, "int"),
            (numbers.reals, "real"),
            (numbers.nonlinear, "nonlinear"),
            (numbers.difference, "difference"),
            (logic.is_decidable(), "yes"),
        ];
        let present = parts.into_iter().filter(|(present, _)| *present).map(|(_, word)| word);
        present.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn names_have_these_parts() {
        check(include_str!("examples/logics.txt"), |example| {
            Logic::parse(example.term).map_or("unknown".to_owned(), |logic| parts(&logic))
        });
        assert_eq!(Logic::parse(""), None);
    }

    #[test]
    fn logics_are_called_as_smt_lib_calls_them() {
        for name in
            ["QF_UF", "QF_AX", "AUFBVDTNIRA", "QF_BVFPLRA", "QF_FF", "UFDTLIA", "QF_SLIA", "QF_RDL", "BV"]
        {
            assert_eq!(Logic::parse(name).unwrap().name(), name);
        }
        let oldest = Logic::parse("QF_FPABV").unwrap();
        assert_eq!(
            (oldest.name().as_str(), Logic::parse("QF_SAT").unwrap().name().as_str()),
            ("QF_BVFP", "QF_UF")
        );
    }

    #[test]
    fn every_folder_of_seeds_is_the_name_of_a_logic() {
        for folder in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/seeds")).unwrap() {
            let name = folder.unwrap().file_name().into_string().unwrap();
            assert_eq!(Logic::parse(&name).is_none(), name == "NONE", "{name}");
        }
    }
}
