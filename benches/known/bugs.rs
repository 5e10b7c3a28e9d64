//! The bugs: which release answers wrongly, which row asks it, and the seed that is given to it.

use std::path::{Path, PathBuf};

/// A wrong `unsat` of a release, or a family of them.
pub struct Bug {
    pub name: &'static str,
    /// The executable of the release.
    pub release: &'static str,
    /// The row of `solvers.yaml` that asks it.
    pub row: &'static str,
    /// Further arguments.
    pub args: &'static [&'static str],
    /// The seed, in the repository or, from `../shared`, of the paper's replication package.
    seed: &'static str,
    /// What is wrong, in a few words.
    pub what: &'static str,
}

pub const BUGS: [Bug; 18] = [
    Bug {
        name: "bool-arrays",
        release: "yices-smt2-2.6.5",
        row: "yices",
        args: &[],
        seed: "seeds/QF_ANIA/flag-tables.smt2",
        what: "MCSAT on arrays with Boolean elements or indices",
    },
    Bug {
        name: "bvnot-push",
        release: "z3-5.1.0",
        row: "z3/experimental-bv-solver",
        args: &[],
        seed: "seeds/QF_BV/short-words.smt2",
        what: "`smt.bv.solver=2` after `push`",
    },
    Bug {
        name: "small-floats",
        release: "z3-4.16.0",
        row: "z3/incremental",
        args: &[],
        seed: "seeds/QF_FPLRA/rounded-measures.smt2",
        what: "small floats and reals",
    },
    Bug {
        name: "small-floats-5.1",
        release: "z3-5.1.0",
        row: "z3/incremental",
        args: &[],
        seed: "seeds/QF_FPLRA/rounded-measures.smt2",
        what: "small floats and reals",
    },
    Bug {
        name: "sat-smt",
        release: "z3-5.4.0",
        row: "z3/experimental-sat-smt",
        args: &[],
        seed: "seeds/QF_LIA/small-counts.smt2",
        what: "`sat.smt=true` on integers, a current release",
    },
    Bug {
        name: "shifted-sums",
        release: "bitwuzla-0.9.1",
        row: "bitwuzla",
        args: &[],
        seed: "seeds/QF_BV/short-words.smt2",
        what: "rewriting a sum of shifts, a current release",
    },
    Bug {
        name: "sequences",
        release: "z3-5.1.0",
        row: "z3",
        args: &[],
        seed: "seeds/ALL/short-sequences.smt2",
        what: "a sequence equal to an extract that mentions its length",
    },
    Bug {
        name: "empty-needle",
        release: "z3-4.16.0",
        row: "z3",
        args: &[],
        seed: "seeds/QF_SLIA/short-texts.smt2",
        what: "`str.replace` of a text that may be empty in the empty string",
    },
    Bug {
        name: "unsigned-to-float",
        release: "z3-4.16.0",
        row: "z3",
        args: &[],
        seed: "seeds/QF_BVFPLRA/tiny-floats.smt2",
        what: "a bit-vector as an unsigned number in a format with small exponents",
    },
    Bug {
        name: "fused-multiply",
        release: "z3-5.1.0",
        row: "z3",
        args: &[],
        seed: "seeds/QF_BVFPLRA/tiny-floats.smt2",
        what: "rounding in `fp.fma`",
    },
    Bug {
        name: "modulo-zero",
        release: "z3-4.16.0",
        row: "z3/experimental-sat-euf",
        args: &[],
        seed: "seeds/QF_NIA/quotients.smt2",
        what: "`sat.euf=true` on `mod` by zero",
    },
    Bug {
        name: "modulo-range",
        release: "cvc5-1.3.2",
        row: "cvc5/experimental-learned-rewrite",
        args: &[],
        seed: "seeds/QF_NIA/quotients.smt2",
        what: "`--learned-rewrite` of `mod` between bounds",
    },
    Bug {
        name: "round-to-integral",
        release: "cvc5-1.3.2",
        row: "cvc5",
        args: &[],
        seed: "seeds/QF_BVFPLRA/tiny-floats.smt2",
        what: "the value of `fp.roundToIntegral` in the smallest formats",
    },
    Bug {
        name: "proofs-of-floats",
        release: "cvc5-1.3.2",
        row: "cvc5/engines",
        args: &[],
        seed: "seeds/QF_FPLRA/rounded-measures.smt2",
        what: "`--check-proofs` on floats of reals",
    },
    Bug {
        name: "fse-bug3",
        release: "z3-4.8.7",
        row: "z3/incremental",
        args: &[],
        seed: "../shared/corpus/fse/bug3/seed.smt2",
        what: "the paper's, QF_LIA",
    },
    Bug {
        name: "fse-bug6",
        release: "z3-4.8.7",
        row: "z3",
        args: &[],
        seed: "../shared/corpus/fse/bug6/seed.smt2",
        what: "the paper's, QF_BV",
    },
    Bug {
        name: "fse-bug9",
        release: "z3-4.8.7",
        row: "z3/dom-simplify",
        args: &[],
        seed: "../shared/corpus/fse/bug9/seed.smt2",
        what: "the paper's, UF",
    },
    Bug {
        name: "fse-bug11",
        release: "z3-4.8.7",
        row: "z3/incremental",
        args: &["smt.string_solver=z3str3"],
        seed: "../shared/corpus/fse/bug11/seed.smt2",
        what: "the paper's, strings",
    },
];

/// What z3 4.8.7 does not read of what the rows of z3 name, as `storm doctor` says: where its scripts have them, it answers an
/// error.
const UNREAD_BY_Z3_4_8_7: [&str; 31] = [
    "bvnego",
    "bvsaddo",
    "bvsdivo",
    "bvsmulo",
    "bvssubo",
    "bvuaddo",
    "bvumulo",
    "bvusubo",
    "char",
    "int_to_bv",
    "re.^",
    "re.comp",
    "re.diff",
    "re.none",
    "sbv_to_int",
    "seq.replace_all",
    "seq.replace_re",
    "seq.replace_re_all",
    "str.from_code",
    "str.from_int",
    "str.from_sbv",
    "str.from_ubv",
    "str.in_re",
    "str.is_digit",
    "str.replace_all",
    "str.replace_re",
    "str.replace_re_all",
    "str.to_code",
    "str.to_int",
    "str.to_re",
    "ubv_to_int",
];

impl Bug {
    /// The operators that the release does not read although the row does.
    pub fn unread(&self) -> &'static [&'static str] {
        if self.release == "z3-4.8.7" { &UNREAD_BY_Z3_4_8_7 } else { &[] }
    }

    /// The release and the seed, where both are there.
    pub fn found(&self) -> Option<(PathBuf, PathBuf)> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let executable = root.join("target/solvers/bin").join(self.release);
        let seed = root.join(self.seed);
        (executable.is_file() && seed.is_file()).then_some((executable, seed))
    }
}
