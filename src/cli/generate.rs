//! `storm generate`: writes the instances of a seed to a folder or to standard output.

use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{ArgGroup, Args};
use smt_storm::digest::Digest;
use smt_storm::generate::generator::Generator;
use smt_storm::generate::seed::Seed;
use smt_storm::generate::seed_pools::SeedPools;
use smt_storm::matrix::case::{Case, CaseName};
use smt_storm::matrix::{Asked, Bounds, Form, Layouts, Mode, Source, Weights, find, read_check_sat};
use smt_storm::process::interrupt;
use smt_storm::smtlib::instance::{Expected, Instance};
use smt_storm::solver::models::ModelRow;
use smt_storm::suite::exit;
use smt_storm::witness::Evaluator;

use super::files::{ConfigFile, ModelFrom, write};
use super::print::{self, EXIT_CODES, Failed};

/// Generate instances of a seed or of a test, in a folder or on standard output.
///
/// With `--case`, the instances are those that the test of this name asks its solver. The same seed and options give the
/// same bytes on every machine with the same version of libz3, or of the solver of `--model-from`. With `--witness
/// sampled`, they do so with any version of libz3.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES, group(ArgGroup::new("what").required(true).args(["seed", "case"])))]
pub(super) struct Generate {
    /// Seed, an SMT-LIB file.
    seed: Option<PathBuf>,
    /// Test of solvers.yaml whose instances to generate: `z3::QF_BV::short-words::3`. Its row and its profile take the
    /// place of the options below.
    #[arg(long, value_name = "CASE", conflicts_with_all = OPTIONS_OF_A_SEED)]
    case: Option<String>,
    /// Profile of the test.
    #[arg(long, value_name = "NAME", env = "STORM_PROFILE")]
    profile: Option<String>,
    /// Number of instances [default: as many as a case has (NM)].
    #[arg(long, value_name = "N")]
    count: Option<u32>,
    /// Number of the first instance.
    #[arg(long, default_value_t = 0, value_name = "N")]
    first: u32,
    /// Write the witness and one file for each instance to this folder, creating it if necessary.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write a certificate beside each instance: its assertions with the values of the witness as definitions instead
    /// of declarations. Every correct solver that reads it answers `sat`.
    #[arg(long, requires = "out")]
    certificates: bool,
    /// Print the SHA-256 of each instance instead of the instance.
    #[arg(long, conflicts_with = "out")]
    digests: bool,
    #[command(flatten)]
    pools: PoolArguments,
    /// Command that asks for an answer.
    #[arg(long, default_value = "(check-sat)", value_name = "COMMAND", value_parser = read_check_sat)]
    check_sat: String,
    /// Generate incremental instances, with several checks and with levels that are pushed and popped.
    #[arg(long)]
    incremental: bool,
    /// In incremental instances, also use `reset-assertions`.
    #[arg(long, requires = "incremental")]
    reset_assertions: bool,
    /// In incremental instances, also use `check-sat-assuming`.
    #[arg(long, requires = "incremental")]
    check_sat_assuming: bool,
    /// How to lay out incremental instances.
    #[arg(long, value_enum, default_value_t = Layouts::Levels, requires = "incremental")]
    layouts: Layouts,
    /// Ask for a model after each check.
    #[arg(long)]
    models: bool,
    /// What to ask beside the answers of some instances; see `--questions`.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT", requires = "questions")]
    asks: Vec<Asked>,
}

/// The options that the row and the profile of a test decide, some of them as groups.
const OPTIONS_OF_A_SEED: [&str; 19] = [
    "rng", "witness", "model_from", "check_sat", "incremental", "layouts", "reset_assertions",
    "check_sat_assuming", "models", "asks", "d_max", "a_max", "nc", "keep_underspecified", "synthesis",
    "mutation", "wrappers", "context", "Batches",
];

/// The settings of a seed's pools.
#[derive(Debug, Args)]
pub(super) struct PoolArguments {
    /// RNG seed of the case.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub rng: u64,
    /// Source of the witness [default: drawn with the RNG seed].
    #[arg(long, value_name = "SOURCE")]
    witness: Option<Source>,
    #[command(flatten)]
    pub model_from: ModelFrom,
    #[command(flatten)]
    pub bounds: Bounds,
}

impl PoolArguments {
    /// Returns the weights for drawing the origin of a witness.
    pub(super) fn weights(&self) -> Weights {
        self.witness.map_or_else(Weights::default, Weights::only)
    }
}

/// Returns the arguments with which the row runs its solver on an instance in addition to its own, as a comment.
fn arguments(instance: &Instance) -> String {
    let arguments = instance.written_arguments();
    if arguments.is_empty() { String::new() } else { format!("; arguments: {}\n", arguments.join(" ")) }
}

/// What to generate: batches of a seed, and the form of their instances.
struct Series {
    seed: Arc<Seed>,
    rng_seed: u64,
    bounds: Bounds,
    weights: Weights,
    form: Form,
    evaluator: Evaluator,
    /// The test whose instances they are, if any.
    case: Option<Case>,
}

impl Series {
    /// Returns what the test of a profile asks its solver.
    fn of_case(name: &str, profile: Option<&str>, file: &ConfigFile) -> Result<Series, Failed> {
        let name: CaseName = name.parse()?;
        let config = file.load_profile(profile)?;
        let case = find(&config, &name)?;
        let seed = Seed::load(&case.seed_path)?;
        let total_operators = case.solver.total_operators.clone();
        Ok(Series {
            rng_seed: name.rng_seed,
            bounds: Bounds { total_operators, ..seed.bounds_for(&config.bounds, &case.solver) },
            weights: config.witness,
            form: case.solver.form.clone(),
            evaluator: ModelRow::evaluator(&config, &std::env::temp_dir()),
            seed,
            case: Some(case),
        })
    }

    fn pools(&self, batch: u32) -> Result<SeedPools, Failed> {
        let batch = self.seed.batch(batch, self.rng_seed, &self.bounds, &self.weights);
        Ok(SeedPools::build_batch(&self.seed, batch, &self.evaluator)?)
    }

    /// Returns the number of instances, given the pools of the first batch.
    fn instances(&self, first: &SeedPools) -> u32 {
        let instances = first.instances();
        self.case.as_ref().map_or(instances, |case| case.solver.instances_of(instances))
    }
}

impl Generate {
    pub(super) fn run(self) -> Result<u8, Failed> {
        interrupt::watch();
        let series = self.series()?;
        let batches = &series.bounds.batches;
        let mut next = self.first;
        let mut prepared = series.pools(batches.of_instance(next))?;
        let mut missing = 0;
        let end = self.first.saturating_add(self.count.unwrap_or_else(|| series.instances(&prepared)));
        while next < end {
            let batch = batches.of_instance(next);
            let numbers = next..batches.end(batch).unwrap_or(end).min(end);
            next = numbers.end;
            if batch != prepared.batch.number {
                match series.pools(batch) {
                    Ok(pools) => prepared = pools,
                    // A test passes over such a batch, too.
                    Err(_) => {
                        missing += numbers.len();
                        continue;
                    }
                }
            }
            let mut generator = prepared.generator(&series.form);
            match &self.out {
                Some(folder) => self.save_batch(folder, numbers, &prepared, &mut generator)?,
                None => {
                    self.print(numbers, &mut generator).unwrap_or_else(|error| print::end_unwritable(&error));
                }
            }
        }
        if missing > 0 {
            note!("{missing} instances are missing: nothing evaluates under the witnesses of their batches");
        }
        series.evaluator.count_missing_models().iter().for_each(|line| note!("{line}"));
        Ok(exit::SUCCESS)
    }

    fn series(&self) -> Result<Series, Failed> {
        let pools = &self.pools;
        match (&self.case, &self.seed) {
            (Some(name), _) => Series::of_case(name, self.profile.as_deref(), &pools.model_from.file),
            (None, None) => Err("name a seed, or a test with `--case`".into()),
            (None, Some(seed)) => Ok(Series {
                seed: Seed::load(seed)?,
                rng_seed: pools.rng,
                bounds: pools.bounds.clone(),
                weights: pools.weights(),
                form: self.form(),
                evaluator: pools.model_from.evaluator()?,
                case: None,
            }),
        }
    }

    fn form(&self) -> Form {
        Form {
            mode: if self.incremental { Mode::Incremental } else { Mode::OneShot },
            check_sat: self.check_sat.clone(),
            reset_assertions: self.reset_assertions,
            check_sat_assuming: self.check_sat_assuming,
            layouts: self.layouts,
            models: self.models,
            asks: [vec![Asked::Models], self.asks.clone()].concat(),
            ..Form::default()
        }
    }

    /// Writes the instances of a batch, and its witness.
    fn save_batch(
        &self,
        folder: &Path,
        numbers: Range<u32>,
        prepared: &SeedPools,
        generator: &mut Generator<'_>,
    ) -> Result<(), Failed> {
        let witness = &prepared.initial.witness;
        let definitions = witness.text();
        let name = match prepared.batch.bounds.batches.size {
            None => "witness.smt2".to_owned(),
            Some(_) => format!("witness-{}.smt2", prepared.batch.number),
        };
        // The witness of a finite batch does not satisfy its instances.
        if !prepared.are_exhausted() {
            write(&folder.join(name), &definitions)?;
        }
        for number in numbers {
            let instance = generator.instance(number);
            let text = arguments(&instance) + &instance.text;
            write(&folder.join(format!("{number:05}.smt2")), text)?;
            let is_sat = |check| instance.expected(check) == Expected::Sat;
            let is_satisfied = !prepared.are_exhausted() && (0..instance.checks()).all(is_sat);
            if self.certificates && is_satisfied {
                let name = format!("{number:05}.certificate.smt2");
                write(&folder.join(name), witness.certificate(&instance, &definitions))?;
            }
        }
        Ok(())
    }

    fn print(&self, numbers: Range<u32>, generator: &mut Generator<'_>) -> std::io::Result<()> {
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        let mut instance = Instance::default();
        for number in numbers {
            generator.write(number, &mut instance);
            let digest = Digest::of(&instance.text);
            if self.digests {
                writeln!(out, "{digest}  {number}")?;
            } else {
                let answers: Vec<&str> =
                    (0..instance.checks()).map(|check| instance.expected(check).word()).collect();
                let is_plain = answers.iter().all(|answer| *answer == Expected::Sat.word());
                let answers =
                    if is_plain { String::new() } else { format!(", right answers: {}", answers.join(", ")) };
                writeln!(
                    out,
                    "; instance {number}, sha256 {digest}{answers}\n{}{}",
                    arguments(&instance),
                    instance.text
                )?;
            }
        }
        out.flush()
    }
}
