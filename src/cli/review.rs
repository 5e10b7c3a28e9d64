//! `storm review`, `accept` and `reject`: decide on pending snapshots.

use std::path::PathBuf;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use similar::TextDiff;
use smt_storm::bugs::evidence::one_line;
use smt_storm::bugs::review::{Pending, ReviewError, named, pending};
use smt_storm::bugs::snapshot::{Info, Snapshot};
use smt_storm::process::interrupt;
use smt_storm::report::kept_files::replace_controls;
use smt_storm::suite::exit;
use smt_storm::suite::storm_commands::StormCommands;

use super::files::ConfigFile;
use super::print::{self, Failed, Output};

const REVIEW_CODES: &str = "Exit codes:
  0  no snapshot waits for review
  1  a snapshot waits for review
  2  wrong usage, configuration or input";
const DECIDE_CODES: &str = "Exit codes:
  0  done
  2  wrong usage or configuration, or a snapshot is missing or was edited";

/// The longest script to show in full, in lines.
const SHOWN_LINES: usize = 200;

/// Show the pending snapshots, with the commands that accept and reject them.
///
/// Each is a bug that is new, fixed or back. Shows its smallest script with the values that satisfy it, or the
/// difference from the accepted snapshot, then what the failure needs and what accepting it means. `cargo insta review`
/// steps through the same snapshots interactively.
#[derive(Debug, Args)]
#[command(after_help = REVIEW_CODES)]
pub(super) struct Review {
    /// Names of snapshots [default: all pending ones].
    names: Vec<String>,
    #[command(flatten)]
    file: ConfigFile,
    #[command(flatten)]
    output: Output,
}

/// Accept pending snapshots, as `cargo insta accept` does.
///
/// Afterwards a new bug is known, and tests that meet it are ignored instead of failing. A fixed bug fails its test if
/// it comes back.
#[derive(Debug, Args)]
#[command(after_help = DECIDE_CODES)]
pub(super) struct Accept {
    #[command(flatten)]
    which: Which,
}

/// Reject pending snapshots, as `cargo insta reject` does.
///
/// The next test that meets the bug makes the snapshot pending again.
#[derive(Debug, Args)]
#[command(after_help = DECIDE_CODES)]
pub(super) struct Reject {
    #[command(flatten)]
    which: Which,
}

#[derive(Debug, Args)]
struct Which {
    /// Names of snapshots, as `storm review` lists them.
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    names: Vec<String>,
    /// Every pending snapshot.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    file: ConfigFile,
    #[command(flatten)]
    output: Output,
}

/// Returns the pending snapshots of these names, or all pending ones.
fn waiting(file: &ConfigFile, names: &[String]) -> Result<Vec<Pending>, Failed> {
    let folder = file.load()?.snapshots;
    let found = if names.is_empty() { pending(&folder) } else { named(&folder, names) };
    interrupt::watch();
    Ok(found?)
}

impl Which {
    fn each(&self, command: &str, act: impl Fn(&Pending) -> Result<(), ReviewError>) -> Result<u8, Failed> {
        print::begin(command, &self.output);
        let found = waiting(&self.file, &self.names)?;
        if found.is_empty() {
            say!("no snapshot waits for review");
        }
        for pending in &found {
            act(pending)?;
            say!("{command}ed {}", pending.name);
        }
        print::result(&found.iter().map(|pending| &pending.name).collect::<Vec<_>>())?;
        Ok(exit::SUCCESS)
    }
}

impl Accept {
    pub(super) fn run(self) -> Result<u8, Failed> {
        self.which.each("accept", |pending| pending.accept().map(drop))
    }
}

impl Reject {
    pub(super) fn run(self) -> Result<u8, Failed> {
        self.which.each("reject", Pending::reject)
    }
}

impl Review {
    pub(super) fn run(self) -> Result<u8, Failed> {
        print::begin("review", &self.output);
        let found = waiting(&self.file, &self.names)?;
        print::result(&found.iter().map(Waiting::new).collect::<Vec<_>>())?;
        let commands = StormCommands::new(Some(&self.file.config), None, None);
        for (number, pending) in found.iter().enumerate() {
            say!("{} of {}  {}\n", number + 1, found.len(), pending.name);
            print::text(&describe(pending, &commands));
        }
        let (summary, code) = match found.len() {
            0 => ("no snapshot waits for review".to_owned(), exit::SUCCESS),
            1 => ("1 snapshot waits for review".to_owned(), exit::WAITING),
            more => (format!("{more} snapshots wait for review"), exit::WAITING),
        };
        say!("{summary}");
        Ok(code)
    }
}

/// What JSON has of a pending snapshot.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Waiting<'a> {
    name: &'a str,
    file: PathBuf,
    /// What accepting it means.
    accepting: &'a str,
    /// Its header, as the file has it in YAML; `null` if it cannot be trusted.
    info: Option<&'a Info>,
    /// The script, with the values that satisfy it in comments.
    script: Option<&'a str>,
    /// Why it cannot be trusted.
    error: Option<String>,
}

impl Waiting<'_> {
    fn new(pending: &Pending) -> Waiting<'_> {
        let stored = pending.stored.as_ref();
        Waiting {
            name: &pending.name,
            file: pending.path(),
            accepting: pending.meaning(),
            info: stored.ok().map(|snapshot| &snapshot.info),
            script: stored.ok().map(|snapshot| snapshot.contents.as_str()),
            error: stored.err().map(ToString::to_string),
        }
    }
}

/// Describes a snapshot and the decision that it needs.
fn describe(pending: &Pending, commands: &StormCommands) -> String {
    let mut facts: Vec<(&str, String)> = Vec::new();
    match &pending.stored {
        Ok(snapshot) => {
            let info = &snapshot.info;
            facts.push(("what", format!("{}, now {}", info.description(), info.state)));
            facts.push(("solver", format!("{} ({}): {}", info.solver, info.version, info.details)));
            facts.push(("found by", format!("{}, instance {}", info.case, info.instance)));
            facts.extend(info.narrowed.iter().flat_map(|narrowed| narrowed.lines()));
            facts.extend(info.varies.iter().map(|varies| ("varies", varies.to_string())));
        }
        Err(error) => facts.push(("broken", error.to_string())),
    }
    facts.push(("file", commands.shown(&pending.path()).to_string()));
    facts.push(("accepting", pending.meaning().to_owned()));
    if pending.stored.is_ok() {
        facts.push(("reproduce", commands.again(&pending.path())));
        facts.push(("accept with", commands.accept(&pending.name)));
    }
    facts.push(("reject with", commands.reject(&pending.name)));
    let mut text = String::new();
    for (name, value) in facts {
        text.push_str(&format!("  {name:<11}  {}\n", one_line(&value)));
    }
    if let Ok(snapshot) = &pending.stored {
        text.push_str(&format!("\n{}", replace_controls(&script(pending, snapshot))));
    }
    text + "\n"
}

/// Returns the difference from the accepted snapshot, or the script with its witness.
fn script(pending: &Pending, snapshot: &Snapshot) -> String {
    if let Some(accepted) = &pending.accepted {
        let difference = TextDiff::from_lines(&accepted.contents, &snapshot.contents);
        return difference.unified_diff().header("accepted", "pending").to_string();
    }
    let lines: Vec<&str> = snapshot.contents.trim_end().lines().collect();
    let mut text = lines[..lines.len().min(SHOWN_LINES)].join("\n") + "\n";
    if lines.len() > SHOWN_LINES {
        text.push_str(&format!("; {} more lines\n", lines.len() - SHOWN_LINES));
    }
    text
}
