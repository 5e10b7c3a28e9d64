//! Seed → witness and valuation: everything that Z3 has to do for a case.
//!
//! Z3 may crash, or need more time or memory than anybody has, on a seed of a suite that was
//! made to do just that. So it works in a child process with limits, and hands back text.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::child;
use crate::config::{Source, Weights};
use crate::process::{self, Exit, Job};
use crate::rng::{Key, Stream};
use crate::seed::{Seed, SeedError};
use crate::valuation::Valuation;
use crate::witness::{self, Witness};
use crate::z3;

/// Limit on processor time for one seed, in seconds. Searches are bounded by Z3's `rlimit`;
/// this catches what does not heed it.
const CPU: u64 = 6;
/// Wall-clock limit for one seed, for a machine on which other things run.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Address-space limit for one seed, in bytes: 1 GiB and the stack that is reserved.
const MEMORY: u64 = 1280 << 20;
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
    /// In a child process of this program, which calls [`crate::child::dispatch`]; temporary
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

fn in_child(seed: &Seed, rng_seed: u64, weights: &Weights, folder: &Path) -> Result<Evaluation, SeedError> {
    let path = &seed.path;
    let request =
        Request { path: path.clone(), digest: seed.digest.to_string(), rng_seed, weights: *weights };
    let request = serde_json::to_string(&request).map_err(|error| internal(path, error.to_string()))?;
    let argv = child::evaluate_argv(request);
    let memory = Some(MEMORY);
    let job = Job {
        argv: &argv,
        stdin: None,
        timeout: TIMEOUT,
        cpu: Some(CPU),
        memory,
        folder,
        keep: LARGEST_RESULT,
    };
    let run = process::run(&job).map_err(|error| internal(path, error.to_string()))?;
    let gave_up = |how: String| SeedError::GaveUp { path: path.clone(), how };
    match run.exit {
        Exit::OverMemory => Err(gave_up("ran out of memory".to_owned())),
        Exit::TimedOut => Err(gave_up(format!("did not end within {} s", TIMEOUT.as_secs()))),
        // SIGXCPU, and SIGKILL where the first one is not heeded.
        Exit::Signal(24 | 9) => Err(gave_up(format!("did not end within {CPU} s of processor time"))),
        Exit::Signal(signal) => Err(gave_up(format!("crashed (signal {signal})"))),
        Exit::Code(0) => {
            let result: Result<Evaluation, (String, String)> =
                serde_json::from_slice(&run.stdout).map_err(|error| internal(path, error.to_string()))?;
            result.map_err(|(kind, message)| SeedError::Refused { kind, message })
        }
        Exit::Code(code) => Err(gave_up(format!("ended with code {code}, for want of memory perhaps,"))),
    }
}

/// What the child process is asked.
#[derive(Serialize, Deserialize)]
struct Request {
    path: PathBuf,
    digest: String,
    rng_seed: u64,
    weights: Weights,
}

/// The child process: evaluates the seed that `request` names and gives the result as JSON.
pub(crate) fn answer(request: &str) -> Result<String, String> {
    let request: Request = serde_json::from_str(request).map_err(|error| error.to_string())?;
    let evaluate = || {
        let seed = Seed::load(&request.path)?;
        if seed.digest.to_string() != request.digest {
            return Err(internal(&seed.path, "changed while it was read".to_owned()));
        }
        let key = Key::new(&seed.digest, request.rng_seed);
        Evaluation::of(&seed, &key, &request.weights)
    };
    let result = evaluate().map_err(|error| (error.kind().to_owned(), error.to_string()));
    serde_json::to_string(&result).map_err(|error| error.to_string())
}

fn internal(path: &Path, message: String) -> SeedError {
    SeedError::Internal { path: path.to_owned(), message }
}
