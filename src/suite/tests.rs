//! Cases → libtest-mimic trials.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Completion, Failed, Trial};

use crate::matrix;
use crate::matrix::case::{Case, CaseName};
use crate::matrix::names::nearest;
use crate::matrix::{Config, Shard};
use crate::process::interrupt;
use crate::process::workspace::Workspace;
use crate::report::lines::journal::{Identity, Journal};
use crate::report::lines::record::{self, Record};
use crate::solver::presence::Presence;
use crate::suite::account::Account;
use crate::suite::arguments::TestArguments;
use crate::suite::base::Base;
use crate::suite::conclude::{apart, conclude};
use crate::suite::context::Context;
use crate::suite::environment::Environment;
use crate::suite::forms::Forms;
use crate::suite::live::Live;
use crate::suite::regression;
use crate::suite::regression::StoredCase;
use crate::suite::run_case::{Outcome, run_case, without_solver};
use crate::suite::{exit, output};
use crate::witness::z3;

/// Runs the matrix of a folder.
pub(crate) fn test(folder: &Path, mut arguments: TestArguments) -> ExitCode {
    let environment = arguments.over(Environment::read());
    run(folder, environment, &arguments).unwrap_or_else(|message| {
        output::complain(&message);
        ExitCode::from(exit::USAGE)
    })
}

fn run(folder: &Path, environment: Environment, told: &TestArguments) -> Result<ExitCode, String> {
    let arguments = &told.libtest;
    if arguments.test_threads == Some(0) {
        return Err("`--test-threads 0` leaves no thread to run tests; give 1 or more".to_owned());
    }
    let path = environment.config.clone().unwrap_or_else(|| folder.join("solvers.yaml"));
    let config = Config::load(&path, environment.profile.as_deref()).map_err(|error| error.to_string())?;
    let mut config = config.with_overrides(&environment.overrides())?;
    if environment.no_minimise {
        config.minimise_time = Duration::ZERO;
    }
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
        let names: Vec<String> = names.collect();
        let advice = arguments
            .filter
            .as_ref()
            .filter(|_| !matched)
            .map(|filter| near(filter, arguments.exact, &names));
        let code = conclude(arguments, names.into_iter().map(listed).collect());
        return Ok(match (&arguments.filter, advice) {
            (Some(filter), Some(near)) if !arguments.list => {
                output::complain(&format!("no test matches `{filter}`{near}; `--list` shows all"));
                ExitCode::from(exit::NO_TESTS)
            }
            _ => code,
        });
    }
    interrupt::watch();
    let workspace = Workspace::open(&environment.output(&config.root)).map_err(|error| error.to_string())?;
    let base = environment.against.as_deref().map(|text| Base::open(text, &config, workspace.temporary()));
    let base = base.transpose()?;
    let against = base.as_ref().map(|base| base.version.clone());
    let names = cases.iter().map(|case| case.name.to_string()).chain(stored.iter().map(ToString::to_string));
    let planned = names.filter(|name| !arguments.is_filtered_out(&listed(name.clone())));
    let journal = Journal::open(
        environment.results.as_deref(),
        &workspace.results_folder(),
        Identity { against, ..environment.identity() },
        z3::version(),
        &config,
        planned,
    );
    let journal = journal.map_err(|error| error.to_string())?;
    let context = Arc::new(Context::new(config, environment, workspace, journal, Live::silent(), base));
    // Runners such as nextest start this program for each test, and would tell it each time.
    let is_one = arguments.exact && arguments.filter.is_some();
    let annotates = told.annotations || (context.environment.github && !is_one);
    let forms = Forms { junit: told.junit.clone(), annotates };
    // It vanishes with its temporary files when the last test has ended.
    let (last, so_far) = (Arc::downgrade(&context), forms.clone());
    interrupt::at_last(move || {
        if let Some(context) = last.upgrade() {
            // Nobody may be there to read it.
            let _ = write!(io::stderr(), "{}", context.rescue.write());
            let _ = so_far.write(&context);
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
    forms.write(&context)?;
    if !is_one {
        let in_base = context.base.iter().flat_map(Base::lines);
        let others = context.untested.lines().into_iter().chain(context.opinions.lines());
        for line in in_base.chain(others) {
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

/// "; did you mean `x`?": the test, or the part of a test's name that is as long as the filter, that is nearest to it.
fn near(filter: &str, exact: bool, names: &[String]) -> String {
    let filter = filter.trim_matches(':');
    let parts = filter.split("::").count();
    let mut known = BTreeSet::new();
    for name in names {
        let ends: Vec<usize> = name.match_indices("::").map(|(at, _)| at).chain([name.len()]).collect();
        let starts = std::iter::once(0).chain(ends.iter().map(|at| at + 2));
        let windows = starts.zip(ends.iter().skip(parts - 1)).map(|(start, end)| &name[start..*end]);
        known.extend(windows.filter(|_| !exact).chain(exact.then_some(name.as_str())));
    }
    // Of many, those that may be near enough.
    let length = filter.chars().count();
    known.retain(|part| part.chars().count().abs_diff(length) <= length.max(3) / 3);
    nearest(filter, known).map_or(String::new(), |part| format!("; did you mean `{part}`?"))
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
    match context.journal.note([Record::Case(Box::new(line))]) {
        Ok(()) => outcome,
        Err(error) => Outcome::Broken(format!("{error}; STORM_RESULTS names another file for results")),
    }
}

#[cfg(test)]
mod near_names {
    use super::near;

    #[test]
    fn the_nearest_part_of_as_many_parts_is_told() {
        let names = ["z3/dom-simplify::QF_LIA::a/b::1", "cvc5::QF_LRA::c::20"].map(str::to_owned);
        assert_eq!(near("cvc4::", false, &names), "; did you mean `cvc5`?");
        assert_eq!(near("QF_LIB::a/b", false, &names), "; did you mean `QF_LIA::a/b`?");
        assert_eq!(near("cvc5::QF_LRA::c::2", false, &names), "; did you mean `cvc5::QF_LRA::c::20`?");
        assert_eq!(near("cvc5::QF_LRA::c", true, &names), "; did you mean `cvc5::QF_LRA::c::20`?");
        for far in ["nosuch", "a::b::c::d::e::f"] {
            assert_eq!(near(far, false, &names), "", "{far}");
        }
    }
}
