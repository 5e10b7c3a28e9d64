//! All selected tests, reported as libtest does or live.

use std::cell::Cell;
use std::error::Error;
use std::io::{self, Write};
use std::num::NonZero;
use std::panic;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use libtest_mimic::{Arguments, Completion, Failed, Trial};

use crate::matrix::Config;
use crate::process::count_processors;
use crate::process::interrupt;
use crate::process::workspace::{Workspace, write_atomically};
use crate::report::gather::Run;
use crate::report::junit;
use crate::report::lines::fields::PlannedCases;
use crate::report::lines::journal::Journal;
use crate::report::standing::Missing;
use crate::suite::arguments::TestArguments;
use crate::suite::choose::{Chosen, choose, list_only, suggest};
use crate::suite::context::Context;
use crate::suite::environment::Environment;
use crate::suite::exit;
use crate::suite::hunt::{Wanted, hunt};
use crate::suite::live::Live;
use crate::suite::live::progress::Total;
use crate::suite::outcomes::{Outcome, Outcomes};
use crate::suite::parallel::{Queue, TaskAffinity, guarded, on_threads};
use crate::suite::setup::Setup;
use crate::suite::test::Test;

const NO_THREAD: &str = "`--test-threads 0` leaves no thread to run tests; give 1 or more";
/// The time for a change, unless another one is given: what a pull request can wait for.
const CHANGE_TIME: &str = "10m";

/// How outcomes are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportStyle {
    /// As libtest does: a line for each test, and the failures at the end.
    Libtest,
    /// Live: the progress, failures immediately, and a summary at the end.
    Live,
}

/// Runs the matrix of a folder.
pub(crate) fn test(folder: &Path, mut arguments: TestArguments, style: ReportStyle) -> ExitCode {
    let environment = arguments.over(Environment::read());
    let done = match arguments.diff.is_empty() {
        true => run(folder, environment, &arguments, style),
        false => test_change(folder, environment, arguments),
    };
    done.unwrap_or_else(|message| {
        exit::complain(&message.to_string());
        ExitCode::from(exit::USAGE)
    })
}

/// Hunts in what a change is about. A finding fails the test.
fn test_change(
    folder: &Path,
    environment: Environment,
    arguments: TestArguments,
) -> Result<ExitCode, Box<dyn Error>> {
    let jobs = NonZero::new(threads(&arguments.libtest)).ok_or(NO_THREAD)?;
    let environment = Environment {
        config: Some(environment.config.unwrap_or_else(|| Config::path_in(folder))),
        profile: Some(environment.profile.unwrap_or_else(|| "hunt".to_owned())),
        time: Some(environment.time.unwrap_or_else(|| CHANGE_TIME.to_owned())),
        ..environment
    };
    let filters = arguments.libtest.filter.into_iter().collect();
    let wanted = Wanted { environment, filters, diff: arguments.diff, resumes: false, jobs };
    let (code, text) = hunt(&wanted)?;
    if let Err(error) = exit::print(&text) {
        exit::end_unwritten("standard output", &error, exit::READER_GONE);
    }
    Ok(ExitCode::from(if code == exit::WRONG_UNSAT { exit::TESTS_FAILED } else { code }))
}

fn run(
    folder: &Path,
    environment: Environment,
    options: &TestArguments,
    style: ReportStyle,
) -> Result<ExitCode, Box<dyn Error>> {
    let arguments = &options.libtest;
    if arguments.test_threads == Some(0) {
        return Err(NO_THREAD.into());
    }
    let path = environment.config.clone().unwrap_or_else(|| Config::path_in(folder));
    let config = Config::load(&path, environment.profile.as_deref())?;
    let config = config.with_overrides(&environment.overrides())?;
    let chosen = choose(&config, environment.shard.as_deref(), arguments)?;
    // Options of libtest's output need libtest's output.
    let is_formed = arguments.format.is_some() || arguments.quiet || arguments.logfile.is_some();
    let is_live = style == ReportStyle::Live && !is_formed;
    if arguments.list || !chosen.matched {
        return Ok(list(&chosen, arguments, is_live));
    }
    interrupt::watch();
    let workspace = Workspace::open(&environment.output(&config.root))?;
    let base = environment.base(&config, &workspace)?;
    let is_left = |name: &String| !arguments.is_filtered_out(&list_only(name.clone()));
    let run = environment.begin_run(&config, &workspace, base.as_ref(), chosen.names().filter(is_left));
    let mut journal = Journal::open(environment.results.as_deref(), &workspace.results_folder(), run)?;
    let junit = options
        .junit
        .clone()
        .map(|path| Junit { path, plan: PlannedCases::collect(chosen.names().filter(is_left)) });
    if junit.is_some() {
        journal.keep_lines();
    }
    // A runner such as nextest starts this program for each test, and would repeat the notes each time.
    let is_one = arguments.exact && arguments.filter.is_some();
    let extent = chosen.names().filter(is_left).count();
    let live = if is_live {
        Live::start(Total::Cases(extent, config.run_time))
    } else {
        // With one thread, libtest prints the name of a test before running it.
        Live::start_beside(threads(arguments) == 1, !is_one)
    };
    let setup = Setup::new(config, environment, false);
    let context = Context::new(setup, workspace, journal, live, base);
    let outcomes = Outcomes::new(extent, chosen.names().count() - extent);
    let run = Arc::new(TestRun { context, outcomes });
    report_when_interrupted(&run, junit.clone());
    let Chosen { cases, stored, .. } = chosen;
    let tests = cases.into_iter().map(Test::Drawn).chain(stored.into_iter().map(Test::Stored));
    let code = if is_live {
        run.run(tests.filter(|test| is_left(&test.name())).collect(), arguments)
    } else {
        let code = run_libtest(arguments, tests.map(|test| trial(test, &run)).collect());
        run.context.live.finish();
        let lines = if is_one { Vec::new() } else { run.context.notes() };
        for line in lines {
            let _ = writeln!(io::stderr(), "{line}");
        }
        code
    };
    if let Some(junit) = junit {
        junit.write(&run.context)?;
    }
    Ok(code)
}

#[derive(Debug)]
struct TestRun {
    context: Context,
    outcomes: Outcomes,
}

impl TestRun {
    /// Runs a test, and reports it immediately if it fails.
    fn test(&self, test: &Test) -> Outcome {
        let outcome = guarded(|| Ok(test.run(&self.context))).unwrap_or_else(Outcome::Broken);
        match &outcome {
            Outcome::Passed => {}
            Outcome::Ignored(_) => self.context.live.count(false),
            Outcome::Failed(_) | Outcome::Broken(_) => self.context.live.count(true),
        }
        if let Some(text) = self.outcomes.note(&test.name(), &outcome) {
            self.context.live.red(&format!("\n{}\n", text.trim_end()));
        }
        outcome
    }

    /// Runs these tests and prints the summary. Returns the exit code.
    fn run(&self, tests: Vec<Test>, arguments: &Arguments) -> ExitCode {
        let started = Instant::now();
        // There are no benchmarks.
        let tests = if arguments.bench { Vec::new() } else { tests };
        let count = threads(arguments).min(tests.len());
        let queue = Queue::new(tests, Test::is_of_seed_of);
        let work = || {
            let mut own = TaskAffinity::default();
            while let Some(test) = queue.next(&mut own) {
                self.test(&test);
            }
        };
        on_threads(count, work);
        self.context.live.finish();
        let mut text = self.outcomes.failures();
        let notes = [self.context.known(), self.context.notes()].concat();
        text.push_str(if text.is_empty() || notes.is_empty() { "" } else { "\n" });
        notes.iter().for_each(|line| text.extend([line, "\n"]));
        text.push_str(if text.is_empty() { "" } else { "\n" });
        text.push_str(&self.outcomes.result(started.elapsed()));
        if let Err(error) = exit::print(&text) {
            exit::end_unwritten("standard output", &error, exit::READER_GONE);
        }
        ExitCode::from(if self.outcomes.has_red() { exit::TESTS_FAILED } else { exit::SUCCESS })
    }
}

/// Returns the number of tests to run at the same time.
fn threads(arguments: &Arguments) -> usize {
    arguments.test_threads.unwrap_or_else(|| count_processors().get())
}

/// Prints the names of the tests, or an error if the filter matches none.
fn list(chosen: &Chosen, arguments: &Arguments, is_live: bool) -> ExitCode {
    let names: Vec<String> = chosen.names().collect();
    let missed = arguments.filter.as_ref().filter(|_| !chosen.matched && !arguments.list);
    let advice = missed.map(|filter| {
        let near = suggest(filter, arguments.exact, &names);
        format!("no test matches `{filter}`{near}; `--list` shows all")
    });
    let code = match is_live && !arguments.list {
        // There is nothing to print: libtest would only report that it ran nothing.
        true => ExitCode::SUCCESS,
        false => run_libtest(arguments, names.into_iter().map(list_only).collect()),
    };
    let Some(advice) = advice else { return code };
    exit::complain(&advice);
    ExitCode::from(exit::NO_TESTS)
}

/// Makes an interrupted run print its findings and outcomes so far.
fn report_when_interrupted(run: &Arc<TestRun>, junit: Option<Junit>) {
    // The run removes its temporary files when the last test drops it.
    let last = Arc::downgrade(run);
    interrupt::at_last(move |by_signal| {
        if let Some(run) = last.upgrade() {
            run.context.live.finish();
            let unfinished = run.context.unfinished.write();
            let summary = if by_signal { run.outcomes.interrupted() } else { String::new() };
            // The cursor may be within a line, after the `^C` of a terminal or the name of one of libtest's tests.
            let start = if by_signal { "\n" } else { "" };
            // An error is ignored: nobody may be reading.
            let _ = write!(io::stderr(), "{start}{unfinished}{summary}");
            let _ = junit.as_ref().map(|junit| junit.write(&run.context));
        }
    });
}

/// The requested JUnit file.
#[derive(Clone, Debug)]
struct Junit {
    path: PathBuf,
    /// The planned tests.
    plan: PlannedCases,
}

impl Junit {
    /// Writes the outcomes so far.
    fn write(&self, context: &Context) -> Result<(), String> {
        let run = Run::collect(context.journal.lines());
        let text = junit::write(&run, &Missing::find(&run, Some(&self.plan)))?;
        write_atomically(&self.path, &text)
            .map_err(|error| format!("--junit: {}: {error}", self.path.display()))
    }
}

thread_local! {
    /// Whether this thread runs libtest-mimic's own code and not a test.
    static IN_LIBTEST: Cell<bool> = const { Cell::new(false) };
}

/// Runs or lists trials as libtest does.
///
/// libtest-mimic panics if it cannot print or start its threads, but its other threads would run all remaining tests
/// first. So the panic hook ends the program.
fn run_libtest(arguments: &Arguments, trials: Vec<Trial>) -> ExitCode {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if IN_LIBTEST.get() {
            if let Err(error) = exit::print("\n") {
                exit::end_unwritten("standard output", &error, exit::READER_GONE);
            }
            exit::complain(&format!("libtest can neither run nor report the tests: {panic}"));
            interrupt::end(exit::USAGE.into());
        }
        before(panic);
    }));
    IN_LIBTEST.set(true);
    let conclusion = libtest_mimic::run(arguments, trials);
    IN_LIBTEST.set(false);
    ExitCode::from(if conclusion.has_failed() { exit::TESTS_FAILED } else { exit::SUCCESS })
}

/// Wraps a test as a trial of libtest.
fn trial(test: Test, run: &Arc<TestRun>) -> Trial {
    let run = Arc::clone(run);
    Trial::ignorable_test(test.name(), move || {
        // With one thread, libtest runs the test on its own thread.
        let in_libtest = IN_LIBTEST.replace(false);
        let outcome = run.test(&test);
        IN_LIBTEST.set(in_libtest);
        match outcome {
            Outcome::Passed => Ok(Completion::Completed),
            Outcome::Ignored(reason) => Ok(Completion::ignored_with(reason)),
            Outcome::Failed(red) => Err(Failed::from(red.text())),
            Outcome::Broken(message) => Err(Failed::from(message)),
        }
    })
}
