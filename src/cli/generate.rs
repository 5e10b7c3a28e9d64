//! `storm generate`: writes the instances of a seed to a folder or to standard output.

use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::Args;
use smt_storm::digest::Digest;
use smt_storm::generate::generator::Generator;
use smt_storm::generate::seed::Seed;
use smt_storm::generate::seed_pools::SeedPools;
use smt_storm::matrix::{Asked, Bounds, Form, Layouts, Mode, Source, Weights};
use smt_storm::smtlib::instance::{Expected, Instance};
use smt_storm::suite::exit;

use super::files::{ModelFrom, write};
use super::print::{self, EXIT_CODES, Failed};

/// Generate instances of a seed, in a folder or on standard output.
///
/// The same seed and options give the same bytes on every machine with the same version of libz3, or of the solver of
/// `--model-from`. With `--witness sampled`, they do so with any version of libz3.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct Generate {
    /// Seed, an SMT-LIB file.
    seed: PathBuf,
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
    /// of declarations. Every correct solver answers `sat` to it.
    #[arg(long, requires = "out")]
    certificates: bool,
    /// Print the SHA-256 of each instance instead of the instance.
    #[arg(long, conflicts_with = "out")]
    digests: bool,
    #[command(flatten)]
    pools: PoolArguments,
    /// Command that asks for an answer.
    #[arg(long, default_value = "(check-sat)", value_name = "COMMAND")]
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

impl Generate {
    pub(super) fn run(self) -> Result<u8, Failed> {
        let (bounds, form) = (&self.pools.bounds, self.form());
        let evaluator = self.pools.model_from.evaluator()?;
        let seed = Seed::load(&self.seed).map_err(|error| error.to_string())?;
        let pools = |number| {
            let batch = seed.batch(number, self.pools.rng, bounds, &self.pools.weights());
            SeedPools::build_batch(&seed, batch, &evaluator).map_err(|error| error.to_string())
        };
        let mut next = self.first;
        let mut prepared = pools(bounds.batches.of_instance(next))?;
        let end = match self.count {
            Some(count) => self.first.saturating_add(count),
            None => self.first.saturating_add(prepared.instances()),
        };
        while next < end {
            let batch = bounds.batches.of_instance(next);
            if batch != prepared.batch.number {
                prepared = pools(batch)?;
            }
            let numbers = next..bounds.batches.end(batch).unwrap_or(end).min(end);
            next = numbers.end;
            match &self.out {
                Some(folder) => self.save_batch(folder, numbers, &prepared, &form)?,
                None => self
                    .print(numbers, &mut prepared.generator(&form))
                    .unwrap_or_else(|error| print::end_unwritable(&error)),
            }
        }
        evaluator.count_missing_models().iter().for_each(|line| note!("{line}"));
        Ok(exit::SUCCESS)
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
        form: &Form,
    ) -> Result<(), Failed> {
        let witness = &prepared.initial.witness;
        let definitions = witness.text();
        let name = match self.pools.bounds.batches.size {
            None => "witness.smt2".to_owned(),
            Some(_) => format!("witness-{}.smt2", prepared.batch.number),
        };
        // The witness of a finite batch does not satisfy its instances.
        if !prepared.are_exhausted() {
            write(&folder.join(name), &definitions)?;
        }
        let mut generator = prepared.generator(form);
        for number in numbers {
            let instance = generator.instance(number);
            write(&folder.join(format!("{number:05}.smt2")), &instance.text)?;
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
                writeln!(out, "; instance {number}, sha256 {digest}{answers}\n{}", instance.text)?;
            }
        }
        out.flush()
    }
}
