//! Tests on threads of their own, told of as they go.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Instant;

use libtest_mimic::Arguments;

use crate::suite::base::Base;
use crate::suite::context::Context;
use crate::suite::outcomes::{Outcome, Outcomes};
use crate::suite::queue::{Queue, TaskAffinity};
use crate::suite::test::Test;
use crate::suite::{exit, output, threads};

/// A run of tests.
#[derive(Debug)]
pub(super) struct TestRun {
    pub context: Context,
    pub outcomes: Outcomes,
}

/// How many tests run at the same time.
pub(super) fn count(arguments: &Arguments) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    arguments.test_threads.unwrap_or_else(processors)
}

impl TestRun {
    /// Runs a test, and tells what it came to if that is red.
    pub(super) fn test(&self, test: &Test) -> Outcome {
        // What is a mistake here is one red test, and no end of the others.
        let outcome = catch_unwind(AssertUnwindSafe(|| test.run(&self.context)));
        let outcome = outcome.unwrap_or_else(|panic| {
            let words = panic.downcast_ref::<String>().map(String::as_str);
            let words = words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            Outcome::Broken(format!("panicked: {words}; this is a mistake of smt-storm, please report it"))
        });
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

    /// Runs these tests, and prints what they came to; the exit code.
    pub(super) fn run(&self, tests: Vec<Test>, arguments: &Arguments) -> ExitCode {
        let started = Instant::now();
        // There are no benchmarks, and no test is known to be ignored before it runs.
        let tests = if arguments.bench { Vec::new() } else { tests };
        let count = count(arguments).min(tests.len());
        let queue = Queue::new(tests, Test::is_of_seed_of);
        let work = || {
            let mut own = TaskAffinity::default();
            while let Some(test) = queue.next(&mut own) {
                self.test(&test);
            }
        };
        threads::on(count, work);
        self.context.live.finish();
        let mut text = self.outcomes.failures();
        let notes = [self.context.known(), self.notes()].concat();
        text.push_str(if text.is_empty() || notes.is_empty() { "" } else { "\n" });
        notes.iter().for_each(|line| text.extend([line, "\n"]));
        text.push_str(if text.is_empty() { "" } else { "\n" });
        text.push_str(&self.outcomes.result(started.elapsed()));
        if let Err(error) = output::print(&text) {
            output::lost("standard output", &error, exit::READER_GONE);
        }
        ExitCode::from(if self.outcomes.has_red() { exit::TESTS_FAILED } else { exit::SUCCESS })
    }

    /// What is told at the end of what is not red: a line for each reason.
    pub(super) fn notes(&self) -> Vec<String> {
        let Context { base, untested, opinions, .. } = &self.context;
        let in_base = base.iter().flat_map(Base::lines);
        let models = self.context.told_of_models();
        in_base.chain(untested.lines()).chain(models).chain(opinions.lines()).collect()
    }
}
