//! The bugs: which release answers wrongly, which row asks it, and the seed that is given to it.

use std::path::{Path, PathBuf};

use smt_storm::Class;

/// A wrong answer of a release, or a family of them.
pub struct Bug {
    pub name: &'static str,
    /// What is wrong: the class of the findings that count.
    pub class: Class,
    /// The executable of the release.
    pub release: &'static str,
    /// The row of `solvers.yaml` that asks it.
    pub row: &'static str,
    /// Further arguments. Hunts use them only where the row draws them.
    pub args: &'static [&'static str],
    /// The seed, in the repository or, from `../shared`, of the paper's replication package.
    seed: &'static str,
    /// What shows it, in a few words.
    pub what: &'static str,
    /// A release that does not have the bug, as an executable. What this release answers as wrongly is another bug.
    pub right: Option<&'static str>,
}

pub const BUGS: [Bug; 35] = [
    Bug {
        name: "bool-arrays",
        class: Class::WrongUnsat,
        release: "yices-smt2-2.6.5",
        row: "yices",
        args: &[],
        seed: "seeds/QF_ANIA/flag-tables.smt2",
        what: "MCSAT on arrays with Boolean elements or indices",
        right: None,
    },
    Bug {
        name: "bvnot-push",
        class: Class::WrongUnsat,
        release: "z3-5.1.0",
        row: "z3/experimental-bv-solver",
        args: &[],
        seed: "seeds/QF_BV/short-words.smt2",
        what: "`smt.bv.solver=2` after `push`",
        right: None,
    },
    Bug {
        name: "small-floats",
        class: Class::WrongUnsat,
        release: "z3-4.16.0",
        row: "z3/incremental",
        args: &[],
        seed: "seeds/QF_FPLRA/rounded-measures.smt2",
        what: "small floats and reals",
        right: None,
    },
    Bug {
        name: "small-floats-5.1",
        class: Class::WrongUnsat,
        release: "z3-5.1.0",
        row: "z3/incremental",
        args: &[],
        seed: "seeds/QF_FPLRA/rounded-measures.smt2",
        what: "small floats and reals",
        right: None,
    },
    Bug {
        name: "sat-smt",
        class: Class::WrongUnsat,
        release: "z3-5.4.0",
        row: "z3/experimental-sat-smt",
        args: &[],
        seed: "seeds/QF_LIA/small-counts.smt2",
        what: "`sat.smt=true` on integers, a current release",
        right: None,
    },
    Bug {
        name: "shifted-sums",
        class: Class::WrongUnsat,
        release: "bitwuzla-0.9.1",
        row: "bitwuzla",
        args: &[],
        seed: "seeds/QF_BV/short-words.smt2",
        what: "rewriting a sum of shifts, a current release",
        right: None,
    },
    Bug {
        name: "sequences",
        class: Class::WrongUnsat,
        release: "z3-5.1.0",
        row: "z3",
        args: &[],
        seed: "seeds/ALL/short-sequences.smt2",
        what: "a sequence equal to an extract that mentions its length",
        right: None,
    },
    Bug {
        name: "empty-needle",
        class: Class::WrongUnsat,
        release: "z3-4.16.0",
        row: "z3",
        args: &[],
        seed: "seeds/QF_SLIA/short-texts.smt2",
        what: "`str.replace` of a text that may be empty in the empty string",
        right: None,
    },
    Bug {
        name: "unsigned-to-float",
        class: Class::WrongUnsat,
        release: "z3-4.16.0",
        row: "z3",
        args: &[],
        seed: "seeds/QF_BVFPLRA/tiny-floats.smt2",
        what: "a bit-vector as an unsigned number in a format with small exponents",
        right: None,
    },
    Bug {
        name: "fused-multiply",
        class: Class::WrongUnsat,
        release: "z3-5.1.0",
        row: "z3",
        args: &[],
        seed: "seeds/QF_BVFPLRA/tiny-floats.smt2",
        what: "rounding in `fp.fma`",
        right: None,
    },
    Bug {
        name: "modulo-zero",
        class: Class::WrongUnsat,
        release: "z3-4.16.0",
        row: "z3/experimental-sat-euf",
        args: &[],
        seed: "seeds/QF_NIA/quotients.smt2",
        what: "`sat.euf=true` on `mod` by zero",
        right: None,
    },
    Bug {
        name: "modulo-range",
        class: Class::WrongUnsat,
        release: "cvc5-1.3.2",
        row: "cvc5/experimental-learned-rewrite",
        args: &[],
        seed: "seeds/QF_NIA/quotients.smt2",
        what: "`--learned-rewrite` of `mod` between bounds",
        right: None,
    },
    Bug {
        name: "round-to-integral",
        class: Class::WrongUnsat,
        release: "cvc5-1.3.2",
        row: "cvc5",
        args: &[],
        seed: "seeds/QF_BVFPLRA/tiny-floats.smt2",
        what: "the value of `fp.roundToIntegral` in the smallest formats",
        right: None,
    },
    Bug {
        name: "proofs-of-floats",
        class: Class::WrongUnsat,
        release: "cvc5-1.3.2",
        row: "cvc5/engines",
        args: &[],
        seed: "seeds/QF_FPLRA/rounded-measures.smt2",
        what: "`--check-proofs` on floats of reals",
        right: None,
    },
    Bug {
        name: "constant-array",
        class: Class::WrongSat,
        release: "z3-4.15.0",
        row: "z3",
        args: &[],
        seed: "seeds/QF_ABV/small-memories.smt2",
        what: "a constant array with one more element, equal to another one",
        right: Some("z3-4.16.0"),
    },
    Bug {
        name: "constant-arrays",
        class: Class::WrongSat,
        release: "z3-4.16.0",
        row: "z3",
        args: &[],
        seed: "seeds/QF_ABV/small-memories.smt2",
        what: "two constant arrays with more elements, equal to each other",
        right: Some("z3-5.0.0"),
    },
    Bug {
        name: "stored-words",
        class: Class::WrongSat,
        release: "z3-4.16.0",
        row: "z3/experimental-bv-solver",
        args: &[],
        seed: "seeds/QF_ABV/small-memories.smt2",
        what: "`smt.bv.solver=2` on words in arrays",
        right: Some("z3-5.1.0"),
    },
    Bug {
        name: "internal-bit-blasting",
        class: Class::WrongSat,
        release: "cvc5-1.1.0",
        row: "cvc5/engines",
        args: &["--bv-solver=bitblast-internal"],
        seed: "seeds/QF_ABV/small-memories.smt2",
        what: "`--bv-solver=bitblast-internal` on words in arrays",
        right: Some("cvc5-1.2.0"),
    },
    Bug {
        name: "swapped-places",
        class: Class::WrongSat,
        release: "cvc5-1.2.0",
        row: "cvc5/engines",
        args: &["--ee-mode=central"],
        seed: "seeds/QF_AX/write-buffer-transparency.smt2",
        what: "`--ee-mode=central` on arrays that swap a place",
        right: Some("cvc5-1.3.1"),
    },
    Bug {
        name: "nested-quantifiers",
        class: Class::WrongSat,
        release: "cvc5-1.3.1",
        row: "cvc5",
        args: &[],
        seed: "seeds/UF/role-hierarchy-delegation.smt2",
        what: "a quantifier over the name of an outer variable",
        right: Some("cvc5-1.3.2"),
    },
    Bug {
        name: "subnormal-to-real",
        class: Class::WrongSat,
        release: "z3-4.16.0",
        row: "z3",
        args: &[],
        seed: "seeds/QF_FPLRA/rounded-measures.smt2",
        what: "the value of a subnormal number in `fp.to_real`",
        right: Some("z3-5.1.0"),
    },
    Bug {
        name: "fused-add",
        class: Class::WrongSat,
        release: "z3-5.1.0",
        row: "z3",
        args: &[],
        seed: "seeds/QF_BVFPLRA/tiny-floats.smt2",
        what: "the sum in `fp.fma` in the smallest formats",
        right: Some("z3-5.4.0"),
    },
    Bug {
        name: "minus-zero",
        class: Class::InvalidModel,
        release: "z3-5.1.0",
        row: "z3",
        args: &[],
        seed: "seeds/QF_FPLRA/rounded-measures.smt2",
        what: "zero, rounded to minus zero",
        right: Some("z3-5.4.0"),
    },
    Bug {
        name: "short-exponents",
        class: Class::InvalidModel,
        release: "z3-4.16.0",
        row: "z3",
        args: &[],
        seed: "seeds/QF_FPLRA/rounded-measures.smt2",
        what: "a bound of `fp.to_real` in a format with a short exponent",
        right: Some("z3-5.4.0"),
    },
    Bug {
        name: "constants-in-recursion",
        class: Class::InvalidModel,
        release: "z3-4.16.0",
        row: "z3",
        args: &[],
        seed: "seeds/NONE/elevator-door-controller.smt2",
        what: "a constant in the body of a recursive function",
        right: Some("z3-5.0.0"),
    },
    Bug {
        name: "real-indices",
        class: Class::InvalidModel,
        release: "cvc5-1.3.2",
        row: "cvc5",
        args: &[],
        seed: "seeds/ALL/metered-readings.smt2",
        what: "arrays with real indices",
        right: Some("cvc5-1.4.2"),
    },
    Bug {
        name: "failed-constant",
        class: Class::InvalidCore,
        release: "z3-5.4.0",
        row: "z3/incremental",
        args: &[],
        seed: "seeds/QF_FF/range-check-circuit.smt2",
        what: "the assumption `false` over finite fields, a current release",
        right: None,
    },
    Bug {
        name: "later-assertion",
        class: Class::InvalidCore,
        release: "z3-4.16.0",
        row: "z3/experimental-sat-smt",
        args: &[],
        seed: "seeds/QF_LIA/small-counts.smt2",
        what: "`sat.smt=true`: an assertion after a check contradicts a named one",
        right: Some("z3-5.1.0"),
    },
    Bug {
        name: "unbounded-box",
        class: Class::WrongOptimum,
        release: "z3-4.16.0",
        row: "z3",
        args: &[],
        seed: "seeds/QF_LRA/water-tanks-barrier.smt2",
        what: "independent optima of a term between bounds",
        right: Some("z3-5.0.0"),
    },
    Bug {
        name: "infinite-box",
        class: Class::WrongOptimum,
        release: "z3-4.13.4",
        row: "z3",
        args: &[],
        seed: "seeds/QF_LRA/water-tanks-barrier.smt2",
        what: "independent optima, of which some are infinite",
        right: Some("z3-5.0.0"),
    },
    Bug {
        name: "strict-maximum",
        class: Class::WrongOptimum,
        release: "z3-5.0.0",
        row: "z3",
        args: &[],
        seed: "seeds/QF_LRA/water-tanks-barrier.smt2",
        what: "the maximum of a real number under strict bounds",
        right: Some("z3-5.1.0"),
    },
    Bug {
        name: "fse-bug3",
        class: Class::WrongUnsat,
        release: "z3-4.8.7",
        row: "z3/incremental",
        args: &[],
        seed: "../shared/corpus/fse/bug3/seed.smt2",
        what: "the paper's, QF_LIA",
        right: None,
    },
    Bug {
        name: "fse-bug6",
        class: Class::WrongUnsat,
        release: "z3-4.8.7",
        row: "z3",
        args: &[],
        seed: "../shared/corpus/fse/bug6/seed.smt2",
        what: "the paper's, QF_BV",
        right: None,
    },
    Bug {
        name: "fse-bug9",
        class: Class::WrongUnsat,
        release: "z3-4.8.7",
        row: "z3/dom-simplify",
        args: &[],
        seed: "../shared/corpus/fse/bug9/seed.smt2",
        what: "the paper's, UF",
        right: None,
    },
    Bug {
        name: "fse-bug11",
        class: Class::WrongUnsat,
        release: "z3-4.8.7",
        row: "z3/incremental",
        args: &["smt.string_solver=z3str3"],
        seed: "../shared/corpus/fse/bug11/seed.smt2",
        what: "the paper's, strings",
        right: None,
    },
];

/// What z3 4.8.7 does not read of what the rows of z3 name, as `storm doctor` says: where its scripts have them, it answers an
/// error.
const UNREAD_BY_Z3_4_8_7: [&str; 31] = [
    "bvnego", "bvsaddo", "bvsdivo", "bvsmulo", "bvssubo", "bvuaddo", "bvumulo", "bvusubo", "char",
    "int_to_bv", "re.^", "re.comp", "re.diff", "re.none", "sbv_to_int", "seq.replace_all", "seq.replace_re",
    "seq.replace_re_all", "str.from_code", "str.from_int", "str.from_sbv", "str.from_ubv", "str.in_re",
    "str.is_digit", "str.replace_all", "str.replace_re", "str.replace_re_all", "str.to_code", "str.to_int",
    "str.to_re", "ubv_to_int",
];

impl Bug {
    /// The operators that the release does not read although the row does.
    pub fn unread(&self) -> &'static [&'static str] {
        if self.release == "z3-4.8.7" { &UNREAD_BY_Z3_4_8_7 } else { &[] }
    }

    /// The release and the seed, where both are there, and so is the release without the bug.
    pub fn found(&self) -> Option<(PathBuf, PathBuf)> {
        let executable = installed(self.release);
        let seed = Path::new(env!("CARGO_MANIFEST_DIR")).join(self.seed);
        let are_there = executable.is_file()
            && seed.is_file()
            && self.right_release().is_none_or(|right| right.is_file());
        are_there.then_some((executable, seed))
    }

    /// The release that does not have the bug, if the table names one.
    pub fn right_release(&self) -> Option<PathBuf> {
        self.right.map(installed)
    }

    /// The solver of the row, and whether the row is a variant of it.
    pub fn solver(&self) -> (&'static str, bool) {
        self.row.split_once('/').map_or((self.row, false), |(solver, _)| (solver, true))
    }
}

/// Where `storm solvers install` puts an executable.
fn installed(executable: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/solvers/bin").join(executable)
}
