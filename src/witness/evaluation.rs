//! Seed → witness and valuation: everything that Z3 has to do for a case. Also the valuation
//! under a witness that is there already.
//!
//! Z3 may crash, or need more time or memory than anybody has, on a seed of a suite that was
//! made to do just that. So it works in a child process with limits, and hands back text.

use std::io::{BufWriter, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::generate::seed::{Seed, SeedError};
use crate::matrix::{Source, Weights};
use crate::process::ourselves;
use crate::process::{self, Exit, Job};
use crate::rng::{Key, Stream};
use crate::witness::valuation::Valuation;
use crate::witness::values;
use crate::witness::values::Value;
use crate::witness::z3;
use crate::witness::{self, Witness};

/// Limit on processor time for one seed, in seconds. Searches are bounded by Z3's `rlimit`;
/// this catches what does not heed it.
const CPU: u64 = 6;
/// Wall-clock limit for one seed, for a machine on which other things run.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Address-space limit for one seed, in bytes: 1 GiB and the stack that is reserved.
pub(crate) const MEMORY: u64 = 1280 << 20;
/// Largest result that is read, in bytes.
const LARGEST_RESULT: u64 = 256 << 20;

/// What Z3 finds out about a seed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Evaluation {
    /// The assignment.
    pub witness: Witness,
    /// Truth values under it.
    pub valuation: Valuation,
}

/// Where Z3 works.
#[derive(Clone, Copy, Debug)]
pub enum Isolation<'a> {
    /// In this process, on a thread of its own.
    Thread,
    /// In a child process of this program, which calls [`crate::worker::dispatch`]; temporary
    /// files go to this folder.
    Process(&'a Path),
}

impl Evaluation {
    /// Finds a witness for a seed and evaluates its terms, in this process. The source of the
    /// witness is drawn by weight.
    ///
    /// # Errors
    /// A seed that Z3 refuses, or a symbol without known values.
    pub fn of(seed: &Seed, key: &Key, weights: &Weights) -> Result<Evaluation, SeedError> {
        let search = || {
            let mut rng = key.stream(Stream::Witness);
            let source = weights.source(rng.below(weights.total()));
            witness::find(seed, source, &mut rng)
        };
        let evaluate = |witness: &Witness| {
            let valuation = Valuation::of(&seed.script, &seed.formulas, witness);
            valuation.map_err(|refusal| internal(&seed.path, refusal.message))
        };
        let apart = |message| internal(&seed.path, message);
        if seed.script.defines_recursively() {
            // A context each: recursive functions, once defined, stay in theirs.
            let witness = z3::fresh(search).map_err(apart)??;
            let valuation = z3::fresh(|| evaluate(&witness)).map_err(apart)??;
            return Ok(Evaluation { witness, valuation });
        }
        let both = || {
            let witness = search()?;
            let valuation = evaluate(&witness)?;
            Ok(Evaluation { witness, valuation })
        };
        z3::fresh(both).map_err(apart)?
    }

    /// The same, where `isolation` says.
    ///
    /// # Errors
    /// Also a seed on which Z3 crashes or reaches its limits.
    pub fn isolated(
        seed: &Seed,
        rng_seed: u64,
        weights: &Weights,
        isolation: Isolation<'_>,
    ) -> Result<Evaluation, SeedError> {
        match isolation {
            Isolation::Thread => Evaluation::of(seed, &Key::new(&seed.digest, rng_seed), weights),
            Isolation::Process(folder) => match in_child(seed, rng_seed, weights, folder) {
                // The search for a model broke, not necessarily the seed.
                Err(SeedError::GaveUp { .. }) => {
                    in_child(seed, rng_seed, &Weights::only(Source::Sampled), folder)
                }
                evaluated => evaluated,
            },
        }
    }
}

/// Truth values of the terms of `seed` under definitions that are given. Those may leave some
/// symbols declared only if `open`, see [`Valuation::of_open`].
///
/// # Errors
/// Definitions that Z3 refuses, or on which it crashes or reaches its limits.
pub(crate) fn under(
    seed: &Seed,
    witness: &Witness,
    open: bool,
    isolation: Isolation<'_>,
) -> Result<Valuation, Silence> {
    match isolation {
        Isolation::Thread => valuation(seed, witness, open),
        Isolation::Process(folder) => {
            let script = seed.script.tree.source().to_owned();
            let request = Request::Given { script, witness: Box::new(witness.clone()), open };
            ask(&request, &seed.path, folder)
        }
    }
}

/// Sorts and values of the closed terms of `seed` under a witness.
///
/// # Errors
/// Definitions that Z3 refuses, or on which it crashes or reaches its limits.
pub(crate) fn values(
    seed: &Seed,
    witness: &Witness,
    isolation: Isolation<'_>,
) -> Result<Vec<Option<Value>>, Silence> {
    match isolation {
        Isolation::Thread => values_here(seed, witness),
        Isolation::Process(folder) => {
            let script = seed.script.tree.source().to_owned();
            let request = Request::Values { script, witness: Box::new(witness.clone()) };
            ask(&request, &seed.path, folder)
        }
    }
}

fn values_here(seed: &Seed, witness: &Witness) -> Result<Vec<Option<Value>>, Silence> {
    z3::fresh(|| values::of(&seed.formulas, witness))
        .map_err(Silence::Internal)?
        .map_err(|refusal| Silence::Refused(String::new(), witness.names.to_source(&refusal.message)))
}

fn valuation(seed: &Seed, witness: &Witness, open: bool) -> Result<Valuation, Silence> {
    let of = if open { Valuation::of_open } else { Valuation::of };
    z3::fresh(|| of(&seed.script, &seed.formulas, witness))
        .map_err(Silence::Internal)?
        .map_err(|refusal| Silence::Refused(String::new(), witness.names.to_source(&refusal.message)))
}

fn in_child(seed: &Seed, rng_seed: u64, weights: &Weights, folder: &Path) -> Result<Evaluation, SeedError> {
    let path = seed.path.clone();
    let digest = seed.digest.to_string();
    let request = Request::Seed { path: path.clone(), digest, rng_seed, weights: *weights };
    ask(&request, &path, folder).map_err(|silence| match silence {
        Silence::Refused(kind, message) => SeedError::Refused { kind, message },
        Silence::GaveUp(how) => SeedError::GaveUp { path, how },
        Silence::Internal(message) => internal(&path, message),
    })
}

/// Why there is no evaluation.
#[derive(Debug, Serialize, Deserialize, thiserror::Error)]
pub(crate) enum Silence {
    /// What was to be evaluated is refused; the kind of a [`SeedError`], and the message.
    #[error("{1}")]
    Refused(String, String),
    /// Z3 crashed or reached its limits; how.
    #[error("Z3 {0}")]
    GaveUp(String),
    /// Something else broke.
    #[error("internal error: {0}")]
    Internal(String),
}

/// What a child process is asked.
#[derive(Serialize, Deserialize)]
enum Request {
    /// An [`Evaluation`] of a seed file.
    Seed { path: PathBuf, digest: String, rng_seed: u64, weights: Weights },
    /// A [`Valuation`] of a script under definitions.
    Given { script: String, witness: Box<Witness>, open: bool },
    /// The values of the terms of a script under definitions.
    Values { script: String, witness: Box<Witness> },
}

/// Asks a child process about the script `of`. The request goes to its standard input, for an
/// argument has a limit.
fn ask<T: DeserializeOwned>(request: &Request, of: &Path, folder: &Path) -> Result<T, Silence> {
    let broken = |error: &dyn std::fmt::Display| Silence::Internal(error.to_string());
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(|error| broken(&error))?;
    serde_json::to_writer(BufWriter::new(&mut file), request).map_err(|error| broken(&error))?;
    let job = Job {
        argv: &ourselves::evaluate_argv(of),
        stdin: Some(file.path()),
        timeout: TIMEOUT,
        cpu: Some(CPU),
        memory: Some(MEMORY),
        folder,
        keep: LARGEST_RESULT,
    };
    let run = process::run(&job).map_err(|error| broken(&error))?;
    Err(Silence::GaveUp(match run.exit {
        Exit::TimedOut => format!("did not end within {} s", TIMEOUT.as_secs()),
        // SIGXCPU, and SIGKILL where the first one is not heeded.
        Exit::Signal(24 | 9) => format!("did not end within {CPU} s of processor time"),
        Exit::Signal(signal) => format!("crashed (signal {signal})"),
        Exit::Code(0) => {
            return serde_json::from_slice(&run.stdout).map_err(|error| broken(&error))?;
        }
        Exit::Code(code) => format!("ended with code {code}, for want of memory perhaps,"),
    }))
}

/// The child process: does what `request` asks and gives the result as JSON.
pub(crate) fn answer(mut request: impl Read) -> Result<String, String> {
    let mut bytes = Vec::new();
    request.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    let request = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
    let refused = |error: SeedError| Silence::Refused(error.kind().to_owned(), error.to_string());
    let result = match request {
        Request::Seed { path, digest, rng_seed, weights } => {
            serde_json::to_string(&evaluation(&path, &digest, rng_seed, &weights).map_err(refused))
        }
        Request::Given { script, witness, open } => {
            let seed = Seed::from_bytes(Path::new("script"), script.as_bytes()).map_err(refused);
            serde_json::to_string(&seed.and_then(|seed| valuation(&seed, &witness, open)))
        }
        Request::Values { script, witness } => {
            let seed = Seed::from_bytes(Path::new("script"), script.as_bytes()).map_err(refused);
            serde_json::to_string(&seed.and_then(|seed| values_here(&seed, &witness)))
        }
    };
    result.map_err(|error| error.to_string())
}

fn evaluation(path: &Path, digest: &str, rng_seed: u64, weights: &Weights) -> Result<Evaluation, SeedError> {
    let seed = Seed::load(path)?;
    if seed.digest.to_string() != digest {
        return Err(internal(&seed.path, "changed while it was read".to_owned()));
    }
    Evaluation::of(&seed, &Key::new(&seed.digest, rng_seed), weights)
}

fn internal(path: &Path, message: String) -> SeedError {
    SeedError::Internal { path: path.to_owned(), message }
}
