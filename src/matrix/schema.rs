//! The types of `solvers.yaml` as written. Their doc comments are the descriptions of the JSON schema.
//!
//! Every field is optional to serde, also the `required` ones, and no key is unknown to it: both are found by the check
//! against the schema, together with everything else.

use std::num::NonZeroU32;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::bounds::{Connectives, Drawing, MOST, MOST_A_MAX, MOST_ATOMS, MOST_D_MAX};
use super::class::Class;
use super::config::{Opinions, Weights};
use super::mistakes::Place;
use super::names::PATTERN;
use super::solver::{IncrementalCommand, Input, Layouts, Missing, Mode, SetLogic, Tier};

/// The number of this schema; a file with another one is for another version of smt-storm.
pub(super) const VERSION: u32 = 1;

/// Entries by name, in the order of the file: that of the rows is that of the cases.
pub(super) type Named<T> = IndexMap<String, T>;

/// The JSON schema of `solvers.yaml`.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(File).into()
}

/// The schema as the text of a file.
pub fn schema_text() -> String {
    format!("{:#}\n", schema())
}

/// The matrix of smt-storm: solvers, seeds and how much of both a run takes.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[schemars(title = "solvers.yaml", deny_unknown_fields)]
pub(super) struct File {
    /// Version of this format; this build knows 1.
    #[expect(dead_code, reason = "looked at in the tree, before anything else is")]
    #[schemars(required, range(min = 1, max = 4_294_967_295u32))]
    pub version: Option<u32>,
    /// Folders, relative to that of this file, in which programs without a `/` are looked for before PATH.
    #[schemars(example = ["target/solvers/bin"])]
    pub path: Option<Vec<String>>,
    /// What a solver has that does not say otherwise.
    #[serde(default)]
    pub defaults: Option<DefaultsEntry>,
    /// The rows of the matrix by name; names consist of letters, digits and `_.+-`.
    #[schemars(required, extend("propertyNames" = { "pattern": PATTERN }))]
    pub solvers: Option<Named<SolverEntry>>,
    /// Where the seeds are.
    #[schemars(required)]
    pub seeds: Option<Vec<SeedEntry>>,
    /// Named choices of seeds, solvers and bounds.
    #[schemars(extend("propertyNames" = { "pattern": PATTERN }))]
    pub profiles: Option<Named<ProfileEntry>>,
    /// The profile that is taken when none is asked for; a single profile is its own default.
    pub default_profile: Option<String>,
    /// Folder of the snapshots of bugs; `snapshots` when left out.
    pub snapshots: Option<String>,
    /// The row, in the profile or not, whose solver is asked for the models of seeds that become witnesses; the linked Z3 when
    /// left out, and nobody where there is none. The row's own limits hold. Where it gives no model, values are sampled.
    pub model_from: Option<String>,
}

/// What a solver has that does not say otherwise.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(rename = "Defaults", deny_unknown_fields)]
pub(super) struct DefaultsEntry {
    /// The keys that every row may have as well.
    #[serde(flatten)]
    pub limits: LimitsEntry,
    /// What a missing executable means; `error` when left out.
    pub missing: Option<Missing>,
}

/// What the defaults, a solver and a variant may say: the word of a variant goes before that of its solver, which goes before
/// the defaults.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub(super) struct LimitsEntry {
    /// Wall-clock limit of one instance: a number with `ms`, `s`, `m` or `h`, as `500ms` or `1m 30s`; 10s when nothing says
    /// otherwise.
    #[schemars(example = "10s")]
    pub timeout: Option<String>,
    /// Limit on processor time of one instance, for a process of its own; none when nothing says otherwise.
    #[schemars(example = "10s")]
    pub cpu: Option<String>,
    /// Memory limit: a number with `KiB`, `MiB`, `GiB`, `kB`, `MB` or `GB`, or `none`, which it is when nothing says
    /// otherwise.
    #[schemars(example = "2GiB")]
    pub memory: Option<String>,
    /// The command written for each check; `(check-sat)` when nothing says otherwise.
    #[schemars(example = "(check-sat)")]
    pub check_sat: Option<String>,
    /// The verdicts that turn a test red; wrong-unsat, invalid-model, sanitizer, assertion and crash when nothing says
    /// otherwise.
    pub fail_on: Option<Vec<Class>>,
}

/// What a row may say, be it a solver or a variant of one. What a variant leaves out is as its solver has it.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct RowEntry {
    /// The keys that the defaults may have as well.
    #[serde(flatten)]
    pub limits: LimitsEntry,
    /// Further arguments; they stand at `{args}`, else before `{file}`, else at the end. Those of a variant follow its
    /// solver's.
    pub args: Option<Vec<String>>,
    /// The logics it supports: names, `*` as wildcard, `all`, and `"!NAME"` to take out; all when left out.
    pub logics: Option<Words>,
    /// The operators it reads: names of operators, `*` as wildcard, `all`, and `"!NAME"` to take out, which is the line that
    /// `storm doctor` prints; all when left out.
    #[schemars(example = ["!fp.rem", "!seq.*"])]
    pub operators: Option<Words>,
    /// The operators whose values it fixes where SMT-LIB leaves them open, such as division by zero: names, `*` as wildcard,
    /// `"!NAME"` to take out, and `selector` for those of datatypes, which is the line that `storm doctor` prints. What hangs
    /// on a choice of such a value is left out for this row. None when left out.
    #[schemars(example = ["/", "fp.min"])]
    pub fixes: Option<Words>,
    /// One check in an instance, or `incremental`: many, with levels that are pushed and popped; one-shot when left out.
    pub mode: Option<Mode>,
    /// What incremental instances use besides push and pop; nothing when left out.
    pub commands: Option<Vec<IncrementalCommand>>,
    /// What stands for the seed's logic, one of these for each instance, where the profile has `layouts: all`: `seed`, the
    /// seed's own; `ALL`; `none`, no `set-logic`. Only the seed's own when left out.
    pub set_logic: Option<Vec<SetLogic>>,
    /// Whether each check is followed by `get-model`, and the model is checked; not when left out.
    pub models: Option<bool>,
    /// Groups of options of which one alternative each is drawn; those of a variant are drawn besides its solver's. Or
    /// `from-solver`, for those in `options/SOLVER.yaml`, which `storm doctor --options SOLVER --write options/SOLVER.yaml`
    /// writes: none, one or a few of them are drawn for each case.
    pub options: Option<OptionsText>,
    /// How the solver is kept alive from one instance to the next; one process for each instance when left out.
    pub session: Option<SessionEntry>,
}

/// One solver: how it is called and what it understands.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct SolverEntry {
    /// The keys that a variant may have as well.
    #[serde(flatten)]
    pub row: RowEntry,
    /// Program and arguments, no shell. `{file}` stands for the instance, `{args}` for `args`;
    /// `${NAME}` and `${NAME:-default}` are taken from the environment.
    #[schemars(example = ["z3", "{file}"])]
    pub argv: Option<Vec<String>>,
    /// How the instance is handed over: `file` (default) needs `{file}` in `argv`, `stdin` must not have it.
    pub input: Option<Input>,
    /// Program and arguments that print the solver's version.
    #[schemars(example = ["z3", "--version"])]
    pub version: Option<Vec<String>>,
    /// Arguments that set the solver's random seed; `{seed}` stands for a number.
    #[schemars(example = ["--seed={seed}"])]
    pub random_seed: Option<Vec<String>>,
    /// Other versions of the solver, oldest first: for each the program, with arguments of its own if it needs some,
    /// that stands in place of the first element of `argv`.
    #[schemars(extend("propertyNames" = { "pattern": PATTERN }))]
    pub versions: Option<Named<ProgramEntry>>,
    /// What a missing executable means.
    pub missing: Option<Missing>,
    /// Whether this is the solver inside smt-storm's own executable, which has no `argv`.
    pub built_in: Option<bool>,
    /// Further rows `SOLVER/VARIANT` that differ from the solver in a few points.
    #[schemars(extend("propertyNames" = { "pattern": PATTERN }))]
    pub variants: Option<Named<RowEntry>>,
}

/// A program, with the arguments that it needs to be one, such as `[java, -jar, smtinterpol-2.5.jar]`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(example = ["build/z3"])]
pub(super) struct ProgramEntry(pub Vec<String>);

/// How a solver is kept alive: one process reads instance after instance, with `(reset)` between them.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct SessionEntry {
    /// Program and arguments; it reads commands from standard input and answers each at once. `{args}` stands for the
    /// further arguments, which else go to the end.
    #[schemars(required, example = ["z3", "-in"])]
    pub argv: Option<Vec<String>>,
    /// Instances after which the process is started anew; 200 when left out.
    #[schemars(range(min = 1, max = 4_294_967_295u32))]
    pub restart: Option<u32>,
}

/// Mutually exclusive alternatives of options.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct OptionsEntry {
    /// Who uses such options; common when left out.
    pub tier: Option<Tier>,
    /// How often one is drawn; for every instance anew when left out.
    pub per: Option<Per>,
    /// What there is to choose from, `{}` for nothing.
    #[schemars(required)]
    pub choose: Option<Vec<AlternativeEntry>>,
}

/// How often an alternative is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Per {
    /// For every instance anew.
    Instance,
    /// Once for all instances of a case.
    Case,
}

/// One alternative of an option group.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct AlternativeEntry {
    /// Further arguments.
    #[schemars(example = ["smt.arith.solver=2"])]
    pub args: Option<Vec<String>>,
    /// Options as the command `set-option` takes them.
    #[schemars(example = [":smt.arith.solver 2"])]
    pub set_option: Option<Vec<String>>,
}

/// Some seed files.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct SeedEntry {
    /// Path with `*`, `?`, `[...]` and `**`, relative to the folder of this file.
    #[schemars(required, example = "seeds/*/*.smt2")]
    pub glob: Option<String>,
    /// Logic of these seeds; the name of the folder a seed is in when left out.
    #[schemars(example = &"QF_LIA")]
    pub logic: Option<String>,
}

/// A named choice of seeds, solvers and bounds.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct ProfileEntry {
    /// RNG seeds, one case each: a list, one number, or a range `1..=20`; 1 when left out.
    pub rng: Option<RngText>,
    /// Largest Boolean depth of a formula; 64 when left out.
    #[serde(rename = "D_max")]
    #[schemars(range(min = 1, max = MOST_D_MAX))]
    pub d_max: Option<u32>,
    /// Largest number of assertions of an instance; 64 when left out.
    #[serde(rename = "A_max")]
    #[schemars(range(min = 1, max = MOST_A_MAX))]
    pub a_max: Option<u32>,
    /// Number of formulas that are constructed; `auto` when left out.
    #[serde(rename = "NC")]
    pub nc: Option<NumberText>,
    /// Number of instances of a case; `auto` when left out.
    #[serde(rename = "NM")]
    pub nm: Option<NumberText>,
    /// The most instances of a case of some rows, by the name of the row or of the solver that it is a variant of; as many as
    /// of others when left out.
    #[serde(rename = "NM_of")]
    #[schemars(extend("propertyNames" = { "pattern": PATTERN }))]
    pub nm_of: Option<Named<NonZeroU32>>,
    /// How often each source of witnesses is taken, models being those of the row in `model_from` or of the linked Z3; model 3, negation 1, subset 2, sampled 4 when left out.
    pub witness: Option<Weights>,
    /// Whether to keep formulas whose truth depends on a value that SMT-LIB leaves open, such as division by zero
    /// [default: no].
    pub keep_underspecified: Option<bool>,
    /// Number of atoms that are built for each case over the symbols and terms of its seed, within its logic, beside the
    /// seed's own formulas; 0, for none, when left out.
    #[schemars(range(min = 0, max = MOST_ATOMS))]
    pub synthesis: Option<u32>,
    /// Instances of a batch: each batch has a witness, atoms and formulas of its own, and the first has the model that Z3
    /// takes by itself; one batch with all of them when left out.
    #[schemars(range(min = 1, max = 4_294_967_295u32))]
    pub batch: Option<u32>,
    /// Of a hundred batches, so many have small instances: at most 12 assertions, of Boolean depth at most 4; 0 when left
    /// out.
    #[schemars(range(min = 0, max = 100))]
    pub small: Option<u32>,
    /// Of a hundred batches, so many are of a wider logic than that of their seed, one that the row supports: with symbols of
    /// what it has more, and atoms over them. Where none are built, there are none; 0 when left out.
    #[schemars(range(min = 0, max = 100))]
    pub wider: Option<u32>,
    /// How formulas are drawn: `uniform`, all alike; `balanced`, true ones as often as false ones; `both`, by batch; uniform
    /// when left out.
    pub drawing: Option<Drawing>,
    /// What formulas are combined with: `and-not`, as in the paper, or `and-or`, as in its authors' tool; and-not when left
    /// out.
    pub connectives: Option<Connectives>,
    /// How incremental instances are laid out: `levels`, opened and closed at random, or `all`, every way that wrong answers
    /// were found with; levels when left out.
    pub layouts: Option<Layouts>,
    /// Number of formulas that are made for each case from those of its seed and from built atoms, within its logic, with
    /// something else in the place of a term; 0, for none, when left out.
    #[schemars(range(min = 0, max = MOST_ATOMS))]
    pub mutation: Option<u32>,
    /// Number of formulas that are made for each case from those of its seed and those that were built or changed, within
    /// its logic, with something around them, or around one of their terms, that does not change their truth; 0, for none,
    /// when left out.
    #[schemars(range(min = 0, max = MOST_ATOMS))]
    pub wrappers: Option<u32>,
    /// For which seeds Z3 is asked for the values of terms too, whose differences are findings: `none`, a `sample` of one
    /// in 16, or `all`; none when left out.
    pub second_opinion: Option<Opinions>,
    /// A case gives up after this many timeouts; 3 when left out.
    #[schemars(range(min = 1, max = 4_294_967_295u32))]
    pub max_timeouts: Option<u32>,
    /// Wall-clock limit of one instance, instead of the solvers'.
    #[schemars(example = "10s")]
    pub timeout: Option<String>,
    /// Wall-clock limit of an instance of a batch of small ones, unless its row is to answer in time: what a small instance
    /// does wrong it does soon. As `timeout` when left out.
    #[schemars(example = "200ms")]
    pub small_timeout: Option<String>,
    /// The verdicts that turn a test red, instead of the solvers'.
    pub fail_on: Option<Vec<Class>>,
    /// The furthest tier of options that is drawn from: default, common or expert; expert when left out.
    pub tier: Option<Tier>,
    /// Whether solvers that have a `session` are kept alive; they are when left out.
    pub sessions: Option<bool>,
    /// How long a test may take to make its failing instances smaller; what is not small by then is kept as it is.
    /// 10m when left out.
    #[schemars(example = "20s")]
    pub minimise_time: Option<String>,
    /// How long a whole run may take: tests that have not started by then are ignored, those that run come to an end. No
    /// limit when left out.
    #[serde(rename = "for")]
    #[schemars(example = "10m")]
    pub run_time: Option<String>,
    /// The rows that are run: `SOLVER` with its variants, `SOLVER/VARIANT`, `*` as wildcard, `"!NAME"` to take out.
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
    /// The words, be it one.
    pub(super) fn list(&self) -> &[String] {
        match self {
            Words::One(word) => std::slice::from_ref(word),
            Words::Many(words) => words,
        }
    }

    /// The place of the word with this number, of words at `place`.
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

/// A number, or the word for one that grows with the pool.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub(super) enum NumberText {
    Fixed(#[schemars(range(min = 1, max = MOST))] u32),
    Word(AutoWord),
}

/// That word.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum AutoWord {
    Auto,
}

/// Groups of options, or the word that says that they stand elsewhere.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub(super) enum OptionsText {
    Groups(#[schemars(extend("propertyNames" = { "pattern": PATTERN }))] Named<OptionsEntry>),
    Word(FromSolver),
}

/// That word.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub(super) enum FromSolver {
    FromSolver,
}
