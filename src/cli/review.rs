//! `storm review`, `accept` and `reject`: what becomes of snapshots that wait.

use std::io::{BufRead, IsTerminal};
use std::path::PathBuf;

use clap::Args;
use similar::TextDiff;
use smt_storm::bugs::evidence::{Evidence, one_line};
use smt_storm::bugs::review::{Pending, named, pending};
use smt_storm::bugs::snapshot::Snapshot;
use smt_storm::matrix::Config;
use smt_storm::process::interrupt;
use smt_storm::report::evidence::shown;
use smt_storm::suite::commands::Commands;
use smt_storm::suite::exit;

use super::print;

const REVIEW_CODES: &str = "Exit codes:
  0  nothing waits any more
  1  a snapshot waits for review
  2  wrong usage, configuration or input";
const DECIDE_CODES: &str = "Exit codes:
  0  done
  2  wrong usage or configuration, or no such snapshot, or one that cannot be believed";

/// Longest script that is shown whole, in lines.
const SHOWN_LINES: usize = 200;

/// Show the snapshots that wait for review, and ask what to do with each.
///
/// Each is a bug that was found, fixed, or is back: its smallest script, the proof that this is satisfiable, what the
/// failure hangs on, and what accepting it means. Without a terminal nothing is asked, and the commands are named.
/// `cargo insta review` works as well.
#[derive(Debug, Args)]
#[command(after_help = REVIEW_CODES)]
pub(super) struct Review {
    /// Names of snapshots; all that wait when left out.
    names: Vec<String>,
    #[command(flatten)]
    at: At,
}

/// Accept pending snapshots, as `cargo insta accept` does.
///
/// A new bug is known from then on: its tests are ignored, not red. A fixed one is red if it comes back.
#[derive(Debug, Args)]
#[command(after_help = DECIDE_CODES)]
pub(super) struct Accept {
    #[command(flatten)]
    which: Which,
}

/// Throw pending snapshots away, as `cargo insta reject` does.
///
/// A bug that is met again is pending again.
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
    /// All that wait.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    at: At,
}

#[derive(Debug, Args)]
struct At {
    /// The configuration.
    #[arg(long, value_name = "FILE", env = "STORM_CONFIG", default_value = "solvers.yaml")]
    config: PathBuf,
}

impl At {
    /// Those of these names; all if there are none.
    fn pending(&self, names: &[String]) -> Result<Vec<Pending>, String> {
        let folder = Config::load(&self.config, None).map_err(|error| error.to_string())?.snapshots;
        let found = if names.is_empty() { pending(&folder) } else { named(&folder, names) };
        interrupt::watch();
        found.map_err(|error| error.to_string())
    }

    fn commands(&self) -> Commands {
        Commands::new(Some(&self.config), None)
    }
}

impl Which {
    fn each(&self, done: &str, act: impl Fn(&Pending) -> Result<(), String>) -> Result<u8, String> {
        let found = self.at.pending(&self.names)?;
        if found.is_empty() {
            say!("no snapshot waits for review");
        }
        for pending in &found {
            act(pending)?;
            say!("{done} {}", pending.name);
        }
        Ok(exit::SUCCESS)
    }
}

impl Accept {
    pub(super) fn run(self) -> Result<u8, String> {
        self.which.each("accepted", accept)
    }
}

impl Reject {
    pub(super) fn run(self) -> Result<u8, String> {
        self.which.each("rejected", reject)
    }
}

fn accept(pending: &Pending) -> Result<(), String> {
    pending.accept().map(drop).map_err(|error| error.to_string())
}

fn reject(pending: &Pending) -> Result<(), String> {
    pending.reject().map_err(|error| error.to_string())
}

impl Review {
    pub(super) fn run(self) -> Result<u8, String> {
        let found = self.at.pending(&self.names)?;
        let commands = self.at.commands();
        let asks = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        let mut waiting = found.len();
        for (number, pending) in found.iter().enumerate() {
            say!("{} of {}  {}\n", number + 1, found.len(), pending.name);
            print::text(&text(pending, &commands));
            if !asks {
                say!("  accept with  {}", commands.accept(&pending.name));
                say!("  reject with  {}\n", commands.reject(&pending.name));
                continue;
            }
            match ask()? {
                Decision::Accept => accept(pending)?,
                Decision::Reject => reject(pending)?,
                Decision::Skip => continue,
                Decision::Quit => break,
            }
            waiting -= 1;
        }
        match waiting {
            0 => {
                say!("no snapshot waits for review");
                Ok(exit::SUCCESS)
            }
            1 => {
                say!("1 snapshot waits for review");
                Ok(exit::WAITING)
            }
            more => {
                say!("{more} snapshots wait for review");
                Ok(exit::WAITING)
            }
        }
    }
}

/// What is done with a snapshot.
#[derive(Clone, Copy, Debug)]
enum Decision {
    Accept,
    Reject,
    Skip,
    Quit,
}

/// Asks on the terminal until there is an answer.
fn ask() -> Result<Decision, String> {
    let mut line = String::new();
    loop {
        print::text("accept (a), reject (r), skip (s), quit (q)? ");
        line.clear();
        let read = std::io::stdin().lock().read_line(&mut line);
        if read.map_err(|error| format!("standard input: {error}"))? == 0 {
            say!("");
            return Ok(Decision::Quit);
        }
        match line.trim() {
            "a" | "accept" => return Ok(Decision::Accept),
            "r" | "reject" => return Ok(Decision::Reject),
            "s" | "skip" => return Ok(Decision::Skip),
            "q" | "quit" => return Ok(Decision::Quit),
            _ => {}
        }
    }
}

/// What there is to know of it.
fn text(pending: &Pending, commands: &Commands) -> String {
    let mut facts: Vec<(&str, String)> = Vec::new();
    let mut texts = String::new();
    match &pending.stored {
        Ok(snapshot) => {
            facts = of(snapshot);
            texts = scripts(pending, snapshot);
        }
        Err(error) => facts.push(("broken", error.to_string())),
    }
    facts.push(("file", commands.shown(&pending.path()).to_string()));
    facts.extend(pending.stored.is_ok().then(|| ("reproduce", commands.again(&pending.path()))));
    facts.push(("accepting", pending.meaning().to_owned()));
    let facts: String =
        facts.iter().map(|(name, value)| format!("  {name:<11}  {}\n", one_line(value))).collect();
    format!("{facts}{}\n", shown(&texts))
}

fn of(snapshot: &Snapshot) -> Vec<(&'static str, String)> {
    let info = &snapshot.info;
    let mut facts = vec![
        ("what", format!("{}, now {}", info.description(), info.state)),
        ("solver", format!("{} ({}): {}", info.solver, info.version, info.details)),
        ("found by", format!("{}, instance {}", info.case, info.instance)),
        (
            "reduced",
            format!(
                "{} to {} assertions, {} to {} bytes{}",
                info.assertions.0,
                info.assertions.1,
                info.bytes.0,
                info.bytes.1,
                info.unfinished.as_ref().map_or(String::new(), |why| format!("; not minimal: {why}"))
            ),
        ),
    ];
    facts.extend(info.options.iter().map(|option| ("option", option.clone())));
    facts.extend(info.narrowed.iter().flat_map(|narrowed| narrowed.lines()));
    facts.push(("witness", format!("{}; {}", info.witness, info.grade)));
    let others = info.verified.iter().map(|one| {
        format!("{} ({}): {}; {} to the certificate", one.solver, one.version, one.instance, one.certificate)
    });
    facts.extend(others.map(|other| ("asked", other)));
    facts
}

/// The difference to the accepted one, or the script and its certificate.
fn scripts(pending: &Pending, snapshot: &Snapshot) -> String {
    if let Some(accepted) = &pending.accepted {
        let difference = TextDiff::from_lines(&accepted.contents, &snapshot.contents);
        return format!("\n{}", difference.unified_diff().header("accepted", "pending"));
    }
    let certificate =
        Evidence::read_alone(&pending.path()).ok().and_then(|evidence| evidence.certificate().ok());
    let certificate = certificate.map_or(String::new(), |text| {
        format!("\ncertificate: any correct solver answers sat to this\n\n{}", beginning(&text))
    });
    format!("\n{}{certificate}", beginning(&snapshot.contents))
}

/// The first lines of a text, and how many more there are.
fn beginning(text: &str) -> String {
    let (text, lines) = (text.trim_end(), text.trim_end().lines().count());
    if lines <= SHOWN_LINES {
        return format!("{text}\n");
    }
    let first: Vec<&str> = text.lines().take(SHOWN_LINES).collect();
    format!("{}\n; {} more lines\n", first.join("\n"), lines - SHOWN_LINES)
}
