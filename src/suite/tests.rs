//! Cases → libtest-mimic trials.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Completion, Failed, Trial};

use crate::matrix;
use crate::matrix::case::{Case, CaseName};
use crate::matrix::{Config, Shard};
use crate::process::interrupt;
use crate::process::workspace::Workspace;
use crate::report::lines::journal::Journal;
use crate::report::lines::record::{self, Record};
use crate::solver::presence::Presence;
use crate::suite::account::Account;
use crate::suite::conclude::{apart, conclude};
use crate::suite::context::Context;
use crate::suite::environment::Environment;
use crate::suite::regression;
use crate::suite::regression::StoredCase;
use crate::suite::run_case::{Outcome, run_case, without_solver};
use crate::suite::{exit, output};
use crate::witness::z3;

/// Runs the matrix of a folder with arguments of libtest, as words; the first one is the program's
/// name.
pub(crate) fn test(folder: &Path, words: impl IntoIterator<Item = String>) -> ExitCode {
    let mut environment = Environment::read();
    let words = take_time(words, &mut environment);
    let done = words.and_then(|words| run(folder, environment, &Arguments::from_iter(words)));
    done.unwrap_or_else(|message| {
        output::complain(&message);
        ExitCode::from(exit::USAGE)
    })
}

/// The words without `--for TIME`, which libtest does not know.
fn take_time(
    words: impl IntoIterator<Item = String>,
    environment: &mut Environment,
) -> Result<Vec<String>, String> {
    let (mut words, mut left) = (words.into_iter(), Vec::new());
    while let Some(word) = words.next() {
        match word.strip_prefix("--for") {
            Some("") => environment.time = Some(words.next().ok_or("--for: give a time, such as 10m")?),
            Some(rest) if rest.starts_with('=') => environment.time = Some(rest[1..].to_owned()),
            _ => left.push(word),
        }
    }
    Ok(left)
}

fn run(folder: &Path, environment: Environment, arguments: &Arguments) -> Result<ExitCode, String> {
    if arguments.test_threads == Some(0) {
        return Err("`--test-threads 0` leaves no thread to run tests; give 1 or more".to_owned());
    }
    let path = environment.config.clone().unwrap_or_else(|| folder.join("solvers.yaml"));
    let config = Config::load(&path, environment.profile.as_deref()).map_err(|error| error.to_string())?;
    let config = config.with_overrides(&environment.overrides())?;
    let Chosen { mut cases, stored, matched } = choose(&config, environment.shard.as_deref(), arguments)?;
    // The cases of one seed after each other: it is prepared once for all solvers.
    // Byte by byte, which is far quicker than by the parts of the paths.
    cases.sort_by(|one, two| {
        let paths = one.seed_path.as_os_str().cmp(two.seed_path.as_os_str());
        paths.then(one.name.rng_seed.cmp(&two.name.rng_seed))
    });
    if arguments.list || !matched {
        let names =
            cases.iter().map(|case| case.name.to_string()).chain(stored.iter().map(ToString::to_string));
        let code = conclude(arguments, names.map(listed).collect());
        return Ok(match &arguments.filter {
            Some(filter) if !arguments.list => {
                output::complain(&format!("no test matches `{filter}`; `--list` shows all"));
                ExitCode::from(exit::NO_TESTS)
            }
            _ => code,
        });
    }
    interrupt::watch();
    let workspace = Workspace::open(&environment.output(&config.root)).map_err(|error| error.to_string())?;
    let names = cases.iter().map(|case| case.name.to_string()).chain(stored.iter().map(ToString::to_string));
    let planned = names.filter(|name| !arguments.is_filtered_out(&listed(name.clone())));
    let journal = Journal::open(
        environment.results.as_deref(),
        &workspace.results_folder(),
        environment.identity(),
        z3::version(),
        &config,
        planned,
    );
    let journal = journal.map_err(|error| error.to_string())?;
    let context = Arc::new(Context::new(config, environment, workspace, journal));
    // It vanishes with its temporary files when the last test has ended.
    let last = Arc::downgrade(&context);
    interrupt::at_last(move || {
        if let Some(context) = last.upgrade() {
            // Nobody may be there to read it.
            let _ = write!(io::stderr(), "{}", context.rescue.write());
        }
    });
    let trials = cases.into_iter().map(|case| {
        let name = case.name.to_string();
        trial(name, &context, move |context| run_drawn(&case, context))
    });
    let replays = stored.into_iter().map(|case| {
        let name = case.to_string();
        trial(name, &context, move |context| run_stored(&case, context))
    });
    let code = conclude(arguments, trials.chain(replays).collect());
    // Runners such as nextest start this program for each test, and would tell it each time.
    if !(arguments.exact && arguments.filter.is_some()) {
        for line in context.untested.lines().into_iter().chain(context.opinions.lines()) {
            let _ = writeln!(io::stderr(), "{line}");
        }
    }
    Ok(code)
}

/// What is run.
struct Chosen {
    cases: Vec<Case>,
    stored: Vec<StoredCase>,
    /// Whether the filter matches any, be it in another shard.
    matched: bool,
}

/// All cases and stored bugs, or the one that is asked for by its exact name: runners such as
/// nextest start this program once for each test.
fn choose(config: &Config, shard: Option<&str>, arguments: &Arguments) -> Result<Chosen, String> {
    if let Some(name) = arguments.filter.as_ref().filter(|_| arguments.exact) {
        let named = name.parse::<CaseName>().ok();
        if let Some(case) = named.and_then(|name| matrix::find(config, &name).ok()) {
            return Ok(Chosen { cases: vec![case], stored: Vec::new(), matched: true });
        }
        if let Some(stored) = regression::find(config, name) {
            return Ok(Chosen { cases: Vec::new(), stored: vec![stored], matched: true });
        }
    }
    let mut cases = matrix::cases(config).map_err(|error| error.to_string())?;
    let mut stored = regression::cases(config).map_err(|error| error.to_string())?;
    let filter =
        Arguments { filter: arguments.filter.clone(), exact: arguments.exact, ..Arguments::default() };
    let matches = |name: String| !filter.is_filtered_out(&listed(name));
    let matched = filter.filter.is_none()
        || cases.iter().any(|case| matches(case.name.to_string()))
        || stored.iter().any(|case| matches(case.to_string()));
    if let Some(text) = shard {
        let shard: Shard = text.parse().map_err(|error: matrix::ShardError| error.to_string())?;
        cases.retain(|case| shard.contains(&case.name.to_string()));
        stored.retain(|case| shard.contains(&case.to_string()));
    }
    Ok(Chosen { cases, stored, matched })
}

/// A trial that is only listed.
fn listed(name: String) -> Trial {
    Trial::test(name, || Ok(()))
}

/// A trial with what the others share.
fn trial(
    name: String,
    context: &Arc<Context>,
    run: impl FnOnce(&Context) -> Outcome + Send + 'static,
) -> Trial {
    let context = Arc::clone(context);
    Trial::ignorable_test(name, move || match apart(|| run(&context)) {
        Outcome::Passed => Ok(Completion::Completed),
        Outcome::Ignored(reason) => Ok(Completion::ignored_with(reason)),
        Outcome::Failed { text, .. } => Err(Failed::from(text)),
        Outcome::Broken(message) => Err(Failed::from(message)),
    })
}

/// Runs a case of the matrix and notes what it came to.
fn run_drawn(case: &Case, context: &Context) -> Outcome {
    let started = Instant::now();
    let presence = context.presence(&case.solver);
    let (outcome, account) = match &presence {
        _ if context.is_over() => (too_late(), Account::default()),
        Presence::Present(version) => match context.pools(case, 0).get() {
            Some(Ok(pools)) => run_case(case, version, pools, context),
            Some(Err(message)) => (Outcome::Broken(message.clone()), Account::default()),
            None => (Outcome::Broken("the seed could not be prepared".to_owned()), Account::default()),
        },
        Presence::Missing(reason) => (without_solver(case, reason), Account::default()),
    };
    context.untested.note(&case.solver, &case.name.logic, &presence, &outcome, &account.tally);
    let version = context.version(&case.solver);
    let line = account.line(context.journal.stamp(), &case.name, version, &outcome, started.elapsed());
    noted(line, outcome, context)
}

/// What a test comes to that has not started when the time of the run is up.
fn too_late() -> Outcome {
    Outcome::Ignored("not run: the time of the run was up (`for` in solvers.yaml, STORM_FOR)".to_owned())
}

/// Tries a stored bug and notes what it came to.
fn run_stored(case: &StoredCase, context: &Context) -> Outcome {
    let regression = match case {
        StoredCase::Replay(regression) => regression,
        StoredCase::Broken(name, error) => {
            let outcome = Outcome::Broken(error.to_string());
            // Neither its row nor its logic can be believed.
            let none = String::new;
            let found_by = CaseName { solver: none(), logic: none(), seed: name.clone(), rng_seed: 0 };
            let account = Account::default();
            let line = account.line(context.journal.stamp(), &found_by, None, &outcome, Duration::ZERO);
            return noted(record::Case { case: case.to_string(), ..line }, outcome, context);
        }
    };
    let started = Instant::now();
    let presence = context.presence(&regression.solver);
    let (outcome, account) = match &presence {
        _ if context.is_over() => (too_late(), Account::default()),
        Presence::Present(version) => regression.run(version, context),
        // The row's own cases say if that is an error.
        Presence::Missing(reason) => {
            (Outcome::Ignored(format!("solver missing: {reason}")), Account::default())
        }
    };
    let (name, version) = (&regression.found_by, context.version(&regression.solver));
    context.untested.note(&regression.solver, &name.logic, &presence, &outcome, &account.tally);
    let line = account.line(context.journal.stamp(), name, version, &outcome, started.elapsed());
    let (case, solver) = (regression.to_string(), regression.solver.name.clone());
    noted(record::Case { case, solver, ..line }, outcome, context)
}

/// The outcome, if its lines can be written.
fn noted(line: record::Case, outcome: Outcome, context: &Context) -> Outcome {
    match context.journal.note([Record::Case(line)]) {
        Ok(()) => outcome,
        Err(error) => Outcome::Broken(format!("{error}; STORM_RESULTS names another file for results")),
    }
}
