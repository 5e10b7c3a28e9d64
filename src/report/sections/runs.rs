//! The runs in the results, beginning with the reported one.

use std::collections::BTreeSet;

use crate::report::Report;
use crate::report::document::{Block, Cell, Kind, Section, Span, cell, plain};
use crate::report::gather::Run;
use crate::report::headline::{Headline, Mood};
use crate::report::numbers::{counted, grouped, moment, time};

/// The most other runs to show.
const MOST: usize = 50;
/// The most solvers of a run whose versions to show.
const SOLVERS: usize = 8;

pub(super) fn section(report: &Report) -> Option<Section> {
    let columns = [
        ("run", Kind::Words),
        ("outcome", Kind::Prose),
        ("cases", Kind::Number),
        ("instances", Kind::Number),
        ("time", Kind::Number),
        ("solvers", Kind::Words),
        ("configuration", Kind::Words),
        ("versions", Kind::Words),
    ];
    let others = report.others.iter().take(MOST);
    let rows = others.map(|(run, headline)| row(run, headline, false));
    let table =
        Block::table("runs", columns, [row(&report.run, &report.headline, true)].into_iter().chain(rows));
    let more = report.others.len().saturating_sub(MOST);
    let more = (more > 0)
        .then(|| Block::Text(plain(format!("{} of {} other runs not shown.", more, report.others.len()))));
    let about = "Everything above is about the first of these; storm report --run reports on another one.";
    let about = if report.others.is_empty() { "" } else { about };
    let blocks = std::iter::once(table).chain(more).filter(|_| !report.run.parts.is_empty());
    Section::build("runs", "Runs", about, blocks)
}

/// Returns the assessment of a run as a coloured word.
pub(super) fn mood(mood: Mood) -> Span {
    let (kind, word) = match mood {
        Mood::Bad => ("failed", "red"),
        Mood::Unsure => ("missing", "unsure"),
        Mood::Good => ("passed", "green"),
    };
    Span::Tag(kind, word.to_owned())
}

fn row(run: &Run, headline: &Headline, is_shown: bool) -> Vec<Cell> {
    let mut name = vec![Span::Plain(run.name().to_owned()), Span::Note(moment(run.started()))];
    if is_shown {
        name.push(Span::Note("reported here".to_owned()));
    }
    if run.parts.len() > 1 {
        name.push(Span::Note(counted(run.parts.len(), "part")));
    }
    let (configuration, versions) = facts(run);
    let ended = grouped(run.cases.len() as u64);
    vec![
        Cell::Text(name),
        Cell::Text(vec![mood(headline.mood), Span::Note(headline.text.clone())]),
        cell(format!("{ended} of {}", grouped(headline.total() as u64))),
        cell(grouped(run.instances())),
        cell(run.time().map_or("–".to_owned(), |taken| time(taken.as_secs_f64()))),
        Cell::Text(solvers(run)),
        Cell::Text(configuration),
        Cell::Text(versions),
    ]
}

/// Returns the solvers with their versions, each once whatever its rows are called.
fn solvers(run: &Run) -> Vec<Span> {
    let versions = run.cases.values().filter_map(|case| case.solver_version.as_deref());
    let versions: BTreeSet<&str> = versions.collect();
    let mut shown: Vec<String> = versions.iter().take(SOLVERS).map(|version| (*version).to_owned()).collect();
    if versions.len() > SOLVERS {
        shown.push(format!("and {} more", versions.len() - SOLVERS));
    }
    shown.into_iter().map(Span::Note).collect()
}

/// Returns what was configured, and the programs and the machine that ran it.
fn facts(run: &Run) -> (Vec<Span>, Vec<Span>) {
    let Some(line) = run.line() else { return (plain("not known"), plain("–")) };
    let digest = line.config_sha256.get(..8).unwrap_or_default();
    let configuration = vec![
        Span::Plain(format!("profile {}", line.profile)),
        Span::Note(line.config.clone()),
        Span::Note(format!("SHA-256 {digest}")),
    ];
    let mut versions = vec![
        Span::Plain(format!("smt-storm {}", line.smt_storm)),
        Span::Note(format!("libz3 {}", line.libz3)),
    ];
    versions.extend(line.model_from.as_ref().map(|who| Span::Note(format!("models of {who}"))));
    versions.push(Span::Note(format!("{}, {}", line.machine, counted(line.cores, "core"))));
    (configuration, versions)
}
