//! The types of `solvers.yaml` as written. Their doc comments are the descriptions of the JSON schema.
//!
//! For serde, every field is optional, even the `required` ones, and no key is unknown. The check against the schema
//! finds missing and unknown keys together with all other mistakes.

use std::num::NonZeroU32;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::bounds::Bounds;
use super::class::Class;
use super::config::{Opinions, Weights};
use super::mistakes::Place;
use super::names::{PATTERN, ROW_PATTERN};
use super::solver::{Asked, IncrementalCommand, Input, Layouts, Missing, Mode, SetLogic, Tier};

/// The number of this schema; a file with another one is for another version of smt-storm.
pub(super) const VERSION: u32 = 1;

/// Entries by name, in the order of the file: that of the rows is that of the cases.
pub(super) type Named<T> = IndexMap<String, T>;

/// Returns the JSON schema of `solvers.yaml`.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(File).into()
}

/// Returns the schema as the text of a file.
pub fn schema_text() -> String {
    format!("{:#}\n", schema())
}

/// The matrix of smt-storm: solvers, seeds, and the bounds of a run.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[schemars(title = "solvers.yaml", deny_unknown_fields)]
pub(super) struct File {
    /// Version of this format; this build knows 1.
    #[expect(dead_code, reason = "looked at in the tree, before anything else is")]
    #[schemars(required, range(min = 1, max = 4_294_967_295u32))]
    pub version: Option<u32>,
    /// Folders, relative to that of this file, that are searched before PATH for programs without a `/`.
    #[schemars(example = ["target/solvers/bin"])]
    pub path: Option<Vec<String>>,
    /// Defaults for keys that a solver does not set itself.
    #[serde(default)]
    pub defaults: Option<DefaultsEntry>,
    /// The rows of the matrix by name; names consist of letters, digits and `_.+-`.
    #[schemars(required, extend("propertyNames" = { "pattern": PATTERN }))]
    pub solvers: Option<Named<SolverEntry>>,
    /// Where the seeds are.
    #[schemars(required)]
    pub seeds: Option<Vec<SeedEntry>>,
    /// Named selections of seeds, solvers and bounds.
    #[schemars(extend("propertyNames" = { "pattern": PATTERN }))]
    pub profiles: Option<Named<ProfileEntry>>,
    /// The profile of a run that names none; a single profile is its own default.
    pub default_profile: Option<String>,
    /// Folder of the snapshots of bugs [default: `snapshots`].
    pub snapshots: Option<String>,
    /// The row, in the profile or not, whose solver finds the models of seeds that become witnesses [default: the
    /// linked Z3, if there is one]. The limits of the row apply. Without a model, values are sampled.
    pub model_from: Option<String>,
}

/// Defaults for keys that a solver does not set itself.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(rename = "Defaults", deny_unknown_fields)]
pub(super) struct DefaultsEntry {
    /// The keys that every row may have as well.
    #[serde(flatten)]
    pub limits: LimitsEntry,
    /// The effect of a missing executable [default: `error`].
    pub missing: Option<Missing>,
}

/// Keys of the defaults, of a solver and of a variant: those of a variant override its solver's, which override the
/// defaults.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub(super) struct LimitsEntry {
    /// Limit on the wall-clock time of an instance: a number with `ms`, `s`, `m` or `h`, such as `500ms` or `1m 30s`
    /// [default: 10s].
    #[schemars(example = "10s")]
    pub timeout: Option<String>,
    /// Limit on the processor time of an instance, in its own process [default: none].
    #[schemars(example = "10s")]
    pub cpu: Option<String>,
    /// Limit on memory: a number with `KiB`, `MiB`, `GiB`, `kB`, `MB` or `GB`, or `none` [default: none].
    #[schemars(example = "2GiB")]
    pub memory: Option<String>,
    /// The command for each check [default: `(check-sat)`].
    #[schemars(example = "(check-sat)")]
    pub check_sat: Option<String>,
    /// The verdicts that fail a test [default: every wrong and invalid one, sanitizer, assertion and crash].
    pub fail_on: Option<Vec<Class>>,
}

/// Keys of a row, which is a solver or a variant. A variant inherits the keys of its solver.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct RowEntry {
    /// The keys that the defaults may have as well.
    #[serde(flatten)]
    pub limits: LimitsEntry,
    /// Additional arguments. They replace `{args}`, if it occurs, and otherwise go before `{file}` or at the end. Those
    /// of a variant follow its solver's.
    pub args: Option<Vec<String>>,
    /// The logics that it supports: names, `*` as wildcard, `all`, and `"!NAME"` to exclude [default: all].
    pub logics: Option<Words>,
    /// The operators that it reads: names, `*` as wildcard, `all`, and `"!NAME"` to exclude [default: all but
    /// `declare-codatatypes`]. `storm doctor` prints this line.
    #[schemars(example = ["!fp.rem", "!seq.*"])]
    pub operators: Option<Words>,
    /// The operators whose values it fixes where SMT-LIB leaves them open, such as division by zero: names, `*` as
    /// wildcard, `"!NAME"` to exclude, and `selector` for those of datatypes [default: none]. `storm doctor` prints
    /// this line. Formulas that depend on a choice of such a value are left out for this row.
    #[schemars(example = ["/", "fp.min"])]
    pub fixes: Option<Words>,
    /// `one-shot`, with one check in each instance, or `incremental`, with several, and with levels that are pushed
    /// and popped [default: one-shot].
    pub mode: Option<Mode>,
    /// The commands that incremental instances use besides push and pop [default: none].
    pub commands: Option<Vec<IncrementalCommand>>,
    /// The `set-logic` of the instances, one of these for each instance, if the profile has `layouts: all`: `seed`, the
    /// seed's own logic; `ALL`; `none`, no `set-logic` [default: `seed`].
    pub set_logic: Option<Vec<SetLogic>>,
    /// Whether a `get-model` follows each check, and its model is checked [default: no].
    pub models: Option<bool>,
    /// What the solver can be asked beside its answers: `models`, if smt-storm reads the models that it prints. Such a
    /// row also gets formulas of unknown truth, as many as the profile says under `open`. As many instances as it says
    /// under `questions` ask for one of the others: `values`, the values of terms under the model; `assignments`, the truth
    /// values of labelled formulas under it; `objectives`, the optima of terms and soft constraints; `cores`, the
    /// unsatisfiable cores of formulas of unknown truth or over few values; `assumptions`, the failed assumptions of
    /// `check-sat-assuming`; `proofs`, the proofs of such formulas; `interpolants`, those of their assertions, as Bitwuzla
    /// prints them; `conjectures`, interpolants of any assertions and what follows from them, as cvc5 prints them; `literals`, what cvc5 has learned,
    /// `eliminations` of quantifiers and `abducts`, as it prints them; `consequences`, as Z3 prints them [default: nothing].
    pub asks: Option<Vec<Asked>>,
    /// Whether the solver decides every formula over few values, as the profile makes them under `finite`: `unknown` to one
    /// in a decidable logic is a failure, unless the solver says that it ran out of time or memory [default: no].
    pub complete: Option<bool>,
    /// Groups of options, from each of which one alternative is drawn; those of a variant are added to its solver's. Or
    /// `from-solver`, for the options in `options/SOLVER.yaml`, which `storm doctor --options SOLVER --write
    /// options/SOLVER.yaml` writes: zero, one or a few of them are drawn for each case.
    pub options: Option<OptionsText>,
    /// How to keep the solver running between instances [default: one process for each instance].
    pub session: Option<SessionEntry>,
    /// What a change of the solver's sources is about, by topic: `storm test --diff` tests the topics of the files that
    /// changed [default: nothing].
    #[schemars(extend("propertyNames" = { "pattern": PATTERN }))]
    pub focus: Option<Named<TopicEntry>>,
}

/// Some sources of a solver, and what exercises them. A topic of files alone needs no test, such as documentation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct TopicEntry {
    /// The sources: paths with `*`, `?`, `[...]` and `**`, relative to the top folder of the solver's repository.
    #[schemars(required, example = ["src/theory/fp/**"])]
    pub files: Option<Vec<String>>,
    /// The logics of the seeds to test: names, `*` as wildcard, and `"!NAME"` to exclude [default: those of seeds with the
    /// operators, or all if there are none].
    #[schemars(example = ["*FP*"])]
    pub logics: Option<Words>,
    /// The operators to which built formulas are led; seeds that have more of them get more time: names, `*` as
    /// wildcard, and `"!NAME"` to exclude.
    #[schemars(example = ["fp.*"])]
    pub operators: Option<Words>,
    /// Names of option groups: rows that have one of them get more time.
    pub options: Option<Vec<String>>,
}

/// A solver: how to run it, and what it supports.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct SolverEntry {
    /// The keys that a variant may have as well.
    #[serde(flatten)]
    pub row: RowEntry,
    /// Program and arguments, without a shell. `{file}` stands for the instance, `{args}` for `args`; `${NAME}` and
    /// `${NAME:-default}` come from the environment.
    #[schemars(example = ["z3", "{file}"])]
    pub argv: Option<Vec<String>>,
    /// How the solver gets the instance: `file` needs `{file}` in `argv`, `stdin` forbids it [default: file].
    pub input: Option<Input>,
    /// Program and arguments that print the version of the solver.
    #[schemars(example = ["z3", "--version"])]
    pub version: Option<Vec<String>>,
    /// Arguments that set the random seed of the solver; `{seed}` stands for a number.
    #[schemars(example = ["--seed={seed}"])]
    pub random_seed: Option<Vec<String>>,
    /// Other versions of the solver, oldest first. Each names a program, with the arguments that it needs to run at
    /// all, that replaces the first element of `argv`.
    #[schemars(extend("propertyNames" = { "pattern": PATTERN }))]
    pub versions: Option<Named<ProgramEntry>>,
    /// The effect of a missing executable.
    pub missing: Option<Missing>,
    /// Whether this is the solver inside smt-storm's own executable, which has no `argv`.
    pub built_in: Option<bool>,
    /// Additional rows `SOLVER/VARIANT` that differ from the solver in a few keys.
    #[schemars(extend("propertyNames" = { "pattern": PATTERN }))]
    pub variants: Option<Named<RowEntry>>,
}

/// A program, with the arguments that it needs to run at all, such as `[java, -jar, smtinterpol-2.5.jar]`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(example = ["build/z3"])]
pub(super) struct ProgramEntry(pub Vec<String>);

/// How to keep a solver running: one process reads instance after instance, with `(reset)` between them.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct SessionEntry {
    /// Program and arguments; it reads commands from standard input and answers each immediately. `{args}` stands for
    /// the additional arguments, which otherwise go at the end.
    #[schemars(required, example = ["z3", "-in"])]
    pub argv: Option<Vec<String>>,
    /// Number of instances after which to restart the process [default: 200].
    #[schemars(range(min = 1, max = 4_294_967_295u32))]
    pub restart: Option<u32>,
    /// Whether to report only failures that a fresh process shows as well, and to restart the session after other
    /// failures: for a solver that is known to corrupt its state at a `(reset)` [default: false].
    pub fresh_only: Option<bool>,
}

/// Mutually exclusive alternatives of options.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct OptionsEntry {
    /// The tier of users whom the options are for [default: common].
    pub tier: Option<Tier>,
    /// How often to draw [default: for every instance].
    pub per: Option<Per>,
    /// The alternatives, `{}` for none.
    #[schemars(required)]
    pub choose: Option<Vec<AlternativeEntry>>,
}

/// How often an alternative is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Per {
    /// For every instance.
    Instance,
    /// Once for all instances of a case.
    Case,
}

/// One alternative of an option group.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct AlternativeEntry {
    /// Additional arguments.
    #[schemars(example = ["smt.arith.solver=2"])]
    pub args: Option<Vec<String>>,
    /// Options in the form of the command `set-option`.
    #[schemars(example = [":smt.arith.solver 2"])]
    pub set_option: Option<Vec<String>>,
    /// The simplifier of the command `set-simplifier`, which Z3 knows.
    #[schemars(example = "(then solve-eqs elim-unconstrained)")]
    pub set_simplifier: Option<String>,
}

/// Some seed files.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct SeedEntry {
    /// Path with `*`, `?`, `[...]` and `**`, relative to the folder of this file.
    #[schemars(required, example = "seeds/*/*.smt2")]
    pub glob: Option<String>,
    /// Logic of these seeds [default: the name of the folder of each seed].
    #[schemars(example = &"QF_LIA")]
    pub logic: Option<String>,
    /// How many times as much time of a hunt each of these seeds gets as a seed without weight [default: 1].
    pub weight: Option<NonZeroU32>,
}

/// A named selection of seeds, solvers and bounds.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct ProfileEntry {
    /// RNG seeds, one case for each: a list, a number, or a range `1..=20` [default: 1].
    pub rng: Option<RngText>,
    /// The bounds of each case.
    #[serde(flatten)]
    pub bounds: Bounds,
    /// Largest number of instances of a case for some rows, by the name of the row, or of the solver of a variant
    /// [default: NM].
    #[serde(rename = "NM_of")]
    #[schemars(extend("propertyNames" = { "pattern": ROW_PATTERN }))]
    pub nm_of: Option<Named<NonZeroU32>>,
    /// The weights of the sources of witnesses; models come from the row in `model_from`, or from the linked Z3
    /// [default: model 3, negation 1, subset 2, sampled 4].
    pub witness: Option<Weights>,
    /// How to lay out incremental instances: `levels`, which open and close at random, or `all`, in each of the
    /// layouts that have exposed wrong answers [default: levels].
    pub layouts: Option<Layouts>,
    /// The seeds for which Z3 is also asked for the values of terms, to report disagreements: `none`, a `sample` of one
    /// in 16, or `all` [default: none].
    pub second_opinion: Option<Opinions>,
    /// Number of timeouts after which a case gives up [default: 3].
    #[schemars(range(min = 1, max = 4_294_967_295u32))]
    pub max_timeouts: Option<u32>,
    /// Limit on the wall-clock time of an instance, instead of the solvers'.
    #[schemars(example = "10s")]
    pub timeout: Option<String>,
    /// Limit on the wall-clock time of an instance in a small batch, unless its row fails on timeouts: small
    /// instances go wrong quickly or not at all [default: as `timeout`].
    #[schemars(example = "200ms")]
    pub small_timeout: Option<String>,
    /// The verdicts that fail a test, instead of the solvers'.
    pub fail_on: Option<Vec<Class>>,
    /// The furthest tier of options to draw from: default, common or expert [default: expert].
    pub tier: Option<Tier>,
    /// Whether to keep solvers that have a `session` running [default: yes].
    pub sessions: Option<bool>,
    /// How long a test may take to minimise its failing instances; later ones are kept as they are [default: 10m].
    #[schemars(example = "20s")]
    pub minimise_time: Option<String>,
    /// How long a whole run may take: later tests are ignored, and running tests finish [default: no limit].
    #[serde(rename = "for")]
    #[schemars(example = "10m")]
    pub run_time: Option<String>,
    /// The rows to run: `SOLVER` with its variants, `SOLVER/VARIANT`, `*` as wildcard, `"!NAME"` to exclude.
    pub solvers: Option<Words>,
    /// Where the seeds are, instead of the top level's `seeds`.
    pub seeds: Option<Vec<SeedEntry>>,
}

/// One word or a list of words.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub(super) enum Words {
    One(String),
    Many(Vec<String>),
}

impl Words {
    /// Returns the words, even a single one.
    pub(super) fn list(&self) -> &[String] {
        match self {
            Words::One(word) => std::slice::from_ref(word),
            Words::Many(words) => words,
        }
    }

    /// Returns the place of the word with this number, for words at `place`.
    pub(super) fn place(&self, at: usize, place: &Place) -> Place {
        match self {
            Words::One(_) => place.clone(),
            Words::Many(_) => place.index(at),
        }
    }
}

/// RNG seeds: one, a list, or a range as text.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub(super) enum RngText {
    One(#[schemars(range(min = 0, max = 18_446_744_073_709_551_615u64))] u64),
    Range(#[schemars(regex(pattern = r"^\s*[0-9]+\s*\.\.=?\s*[0-9]+\s*$"), example = &"1..=20")] String),
    Many(#[schemars(inner(range(min = 0, max = 18_446_744_073_709_551_615u64)))] Vec<u64>),
}

/// Groups of options, or a word that refers to a file of them.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub(super) enum OptionsText {
    Groups(#[schemars(extend("propertyNames" = { "pattern": PATTERN }))] Named<OptionsEntry>),
    Word(FromSolver),
}

/// The word that refers to the file.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub(super) enum FromSolver {
    FromSolver,
}
