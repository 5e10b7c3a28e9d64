//! A campaign: all rows and seeds under ever higher RNG seeds, bounded by time. It finds what tests would find, under the
//! same names.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `changed_files`, `direction` | what a change touches; what to test for it |
//! | `walk` | the units of work by their numbers, and the strategy that makes each |
//! | `position` | the progress on a row and seed |
//! | `worth` | what a seed or a strategy is worth to a row |
//! | `schedule` | which row, seed and strategy is next |
//! | `corpus` | the file of units that reached something first |
//! | `ledger` | the file from which a campaign resumes |
//! | `campaign` | what workers do |

mod campaign;
mod changed_files;
mod corpus;
mod direction;
mod ledger;
mod position;
mod schedule;
mod walk;
mod worth;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use crate::matrix;
use crate::matrix::case::{Case, file_name};
use crate::matrix::{Config, Missing, Overrides, Shard, Solver};
use crate::process::workspace::Workspace;
use crate::process::{interrupt, processor_times};
use crate::report::lines::journal::Journal;
use crate::report::lines::record::Outcome;
use crate::report::numbers::{counted, percent};
use crate::solver::presence::Presence;
use crate::solver::presence::required;
use crate::suite::context::Context;
use crate::suite::environment::Environment;
use crate::suite::exit;
use crate::suite::live::Live;
use crate::suite::live::progress::Total;
use crate::suite::parallel::on_threads;
use crate::suite::setup::Setup;
use crate::suite::storm_commands::StormCommands;

use campaign::Campaign;
use changed_files::changed_files;
use corpus::{Corpus, Origin};
use direction::Direction;
use ledger::{Ledger, LedgerError};
use schedule::Schedule;
use walk::{Units, Walk};

/// The part of the time of a campaign for a change in which kept units are run first.
const REPLAYED: u32 = 10;

/// The campaign that is wanted.
#[derive(Debug)]
pub(crate) struct Wanted {
    /// The settings, which name the configuration, its profile and the time. The commands in reports of findings name
    /// them too.
    pub environment: Environment,
    /// Parts of the names of cases, one of which must match; none for all.
    pub filters: Vec<String>,
    /// The change to test, as `BASE..HEAD`, changed files or `-` for a list of them; none for everything.
    pub diff: Vec<String>,
    /// Whether to continue where the last campaign stopped.
    pub resumes: bool,
    /// The number of solvers that run at the same time.
    pub jobs: NonZero<usize>,
}

/// Runs a campaign. Returns the exit code and a summary.
///
/// # Errors
/// The configuration is wrong, or a folder cannot be written to.
pub(crate) fn hunt(wanted: &Wanted) -> Result<(u8, String), Box<dyn Error>> {
    let mut environment = wanted.environment.clone();
    let shard = environment.shard.as_deref().map(str::parse::<Shard>).transpose()?;
    let path = environment.config.clone().unwrap_or_else(|| Config::path_in(Path::new(".")));
    let config = Config::load(&path, environment.profile.as_deref())?;
    let mut config = config.with_overrides(&environment.overrides())?;
    let output = environment.output(&config.root);
    // From here on, an interruption removes temporary files, and ends git.
    interrupt::watch();
    let workspace = Workspace::open(&output)?;
    let direction = match wanted.diff.as_slice() {
        [] => None,
        words => {
            let files = changed_files(words, &config.root, workspace.temporary())?;
            Some(Direction::find(&files, &mut config)?)
        }
    };
    if let Some(direction) = &direction {
        if direction.is_nowhere() {
            return Ok((exit::SUCCESS, direction.nowhere()));
        }
        environment.focus = direction.focus();
        let focus = Overrides { focus: environment.focus.as_deref(), ..Overrides::default() };
        config = config.with_overrides(&focus)?;
    }
    let units = Units::plan(&config, shard);
    config.rng_seeds.truncate(1);
    let mut cases = matrix::cases(&config)?;
    cases.retain(|case| matches(case, &wanted.filters));
    if cases.is_empty() {
        let list = StormCommands::new(Some(&path), environment.profile.as_deref(), None).list();
        let filters = wanted.filters.join("`, `");
        exit::complain(&format!("no case matches `{filters}`; `{list}` shows all"));
        return Ok((exit::NO_TESTS, String::new()));
    }
    let all = count_seeds(&cases);
    let emphasis = direction.as_ref().map(|direction| direction.choose(&mut cases, &config.bounds.focus));
    let told = direction.map(|direction| direction.lines(count_seeds(&cases), all)).unwrap_or_default();
    if cases.is_empty() {
        exit::complain(&format!("{}; add seeds of these logics or operators", told.join("; ")));
        return Ok((exit::NO_TESTS, String::new()));
    }
    let time = config.run_time.unwrap_or_default();
    if let Some(message) = absent(&cases, &workspace) {
        exit::complain(&message);
        return Ok((exit::NOT_TESTED, String::new()));
    }
    let folder = workspace.results_folder();
    let base = environment.base(&config, &workspace)?;
    // A campaign plans no cases: none can be missing when the time is up.
    let run = environment.begin_run(&config, &workspace, base.as_ref(), []);
    let mut ledger = open_ledger(wanted, &config, &output, units.walk.clone(), shard, &run.run)?;
    let origins = [Origin::of(&units.walk), Origin::unfocused(&config)];
    let (corpus, damage) = Corpus::open(&output, &config.profile, origins.to_vec())?;
    let is_directed = emphasis.is_some();
    let emphasis = emphasis.unwrap_or_default();
    let mut schedule = Schedule::new(cases, units, &emphasis, config.minimise_time, &mut ledger.others);
    let mut told: Vec<String> = told.into_iter().chain(damage).collect();
    if is_directed {
        let until = Instant::now() + time / REPLAYED;
        let kept = schedule.replay(corpus.units(), &config.bounds.focus, until);
        told.push(format!("kept instances: {} to run first", counted(kept, "unit")));
    }
    let journal = Journal::open(environment.results.as_deref(), &folder, run)?;
    let live = Live::start(Total::Time(time));
    told.iter().for_each(|line| live.say(line));
    let setup = Setup::new(config, environment, true);
    let context = Context::new(setup, workspace, journal, Arc::clone(&live), base);
    let [origin, _] = origins;
    let campaign = Arc::new(Campaign::new(context, schedule, ledger, (corpus, origin)));
    campaign.conclude()?;
    let last = Arc::downgrade(&campaign);
    interrupt::at_last(move |_| {
        if let Some(campaign) = last.upgrade() {
            let unfinished = campaign.context.unfinished.write();
            campaign.context.live.finish();
            let concluded = campaign.conclude().err().map(|error| format!("error: {error}\n"));
            let summary = summary(&campaign);
            // Standard error may be closed.
            let _ = write!(
                io::stderr(),
                "\n{unfinished}{}interrupted; `--resume` continues\n{summary}",
                concluded.unwrap_or_default()
            );
        }
    });
    on_threads(wanted.jobs.get(), || campaign.work());
    live.finish();
    campaign.conclude()?;
    let code = match code(&live) {
        // Whatever it found nothing in, it was not all that the campaign was for.
        exit::SUCCESS if !campaign.failed().is_empty() => exit::NOT_TESTED,
        // A pending bug of an earlier run still shows: for a change, that fails, too.
        exit::SUCCESS if !wanted.diff.is_empty() && campaign.shows_pending() => exit::WRONG_UNSAT,
        // Nobody knows yet whether a failure that still waits is a new one.
        exit::SUCCESS if campaign.postponed().is_some() => exit::WRONG_UNSAT,
        code => code,
    };
    Ok((code, summary(&campaign)))
}

/// Whether one of the filters matches a case.
fn matches(case: &Case, filters: &[String]) -> bool {
    let name = case.name.to_string();
    filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str()))
}

/// Returns the number of seeds of some cases.
fn count_seeds(cases: &[Case]) -> usize {
    cases.iter().map(|case| &case.seed_path).collect::<BTreeSet<_>>().len()
}

/// Returns an error message if a solver that is required is missing.
fn absent(cases: &[Case], workspace: &Workspace) -> Option<String> {
    // A change has put its most important cases first, whatever their rows.
    let rows: BTreeMap<&str, &Solver> =
        cases.iter().map(|case| (case.name.solver.as_str(), &*case.solver)).collect();
    rows.into_values().filter(|row| row.missing == Missing::Error).find_map(|row| {
        match Presence::ask(row, workspace.temporary()) {
            Presence::Present(_) => None,
            Presence::Missing(reason) => Some(required(row, &reason)),
        }
    })
}

/// Opens the file from which the campaign resumes.
fn open_ledger(
    wanted: &Wanted,
    config: &Config,
    output: &Path,
    walk: Walk,
    shard: Option<Shard>,
    run: &str,
) -> Result<Ledger, LedgerError> {
    let part = shard.map(|shard| format!("-{}-of-{}", shard.number, shard.count)).unwrap_or_default();
    // A campaign for a change leaves the progress of others alone.
    let change = if wanted.diff.is_empty() { "" } else { "-diff" };
    let name = format!("{}{change}{part}", file_name(&config.profile));
    let mut ledger = Ledger::open(&output.join("hunt"), &name, walk, run, wanted.resumes)?;
    // Earlier findings are in the results of the runs that found them, and are pending now.
    let cases = ledger.others.values_mut().flat_map(|position| position.cases.values_mut());
    for case in cases.filter(|case| case.outcome == Outcome::Failed) {
        case.outcome = Outcome::Ignored;
        case.reason = Some("known bug, found earlier in this campaign".to_owned());
    }
    Ok(ledger)
}

/// Returns the exit code of a campaign that has ended.
fn code(live: &Live) -> u8 {
    let (instances, new) = live.progress(|progress| progress.totals());
    match (instances, new) {
        (_, 1..) => exit::WRONG_UNSAT,
        (0, 0) => exit::NOT_TESTED,
        _ => exit::SUCCESS,
    }
}

/// Returns the results by row, and what was not tested.
fn summary(campaign: &Campaign) -> String {
    let live = &campaign.context.live;
    let mut text = live.progress(|progress| progress.table(Instant::now()));
    campaign.context.end_idle_children();
    let stat = std::fs::read_to_string("/proc/self/stat").ok();
    if let Some(times) = stat.and_then(|stat| processor_times(&stat)) {
        let [own, others] = times.map(|time| time.as_secs_f64());
        let share = percent(own, own + others);
        text.push_str(&format!(
            "processor time: {share} smt-storm itself ({own:.0} s), and {others:.0} s solvers and searches for models\n"
        ));
    }
    let lines = std::iter::once(campaign.extent()).chain(campaign.replayed()).chain(campaign.postponed());
    campaign.note_untested();
    for line in lines.chain(campaign.failed()).chain(campaign.context.notes()) {
        text.push_str(&line);
        text.push('\n');
    }
    if live.progress(|progress| progress.totals().1) > 0 || campaign.shows_pending() {
        text.push_str(&format!("to be reviewed: {}\n", campaign.context.setup.commands.review()));
    }
    text
}
