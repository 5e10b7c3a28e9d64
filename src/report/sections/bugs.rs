//! Findings with their files, and the snapshots that are kept.

use std::collections::BTreeSet;

use crate::bugs::composition::Composition;
use crate::bugs::snapshot::Info;
use crate::matrix::Class;
use crate::report::Report;
use crate::report::document::{self, Block, Cell, Chart, Kind, Section, Span, Text, cell, plain};
use crate::report::findings::{Bug, Life};
use crate::report::kept_files::{KeptFiles, State, StoredSnapshot, shown};
use crate::report::lines::record::Finding;
use crate::report::numbers::{grouped, part, time};

/// What was found: a row a bug, and below, what is kept of each.
pub(super) fn findings(report: &Report) -> Option<Section> {
    let columns = [
        ("finding", Kind::Words),
        ("cases", Kind::Number),
        ("before and after reducing", Kind::Chart),
        ("bytes", Kind::Number),
        ("assertions", Kind::Number),
        ("runs", Kind::Number),
        ("time", Kind::Number),
    ];
    let (mut rows, mut entries) = (Vec::new(), Vec::new());
    for (number, cluster) in report.clusters.iter().enumerate() {
        let id = format!("finding-{}", number + 1);
        let shapes: Vec<&(Bug, KeptFiles)> = cluster.iter().filter_map(|&at| report.bugs.get(at)).collect();
        rows.extend(row(report, &shapes, &id));
        entries.extend(entry(report, &shapes, id));
    }
    let about = "Each entry is most likely one bug, however many cases met it and however many shapes it has. Sizes are those of its smallest script.";
    let table = Block::table("findings", columns, rows);
    Section::build("findings", "Findings", about, std::iter::once(table).chain(entries))
}

/// The bug of a cluster of which most is to be said: the first in the order of lives.
fn gravest<'a>(shapes: &[&'a (Bug, KeptFiles)]) -> Option<&'a Bug> {
    shapes.iter().map(|(bug, _)| bug).min_by_key(|bug| bug.life)
}

fn row(report: &Report, shapes: &[&(Bug, KeptFiles)], id: &str) -> Option<Vec<Cell>> {
    let ((bug, _), gravest) = (shapes.first()?, gravest(shapes)?);
    let name =
        Span::Link(if bug.name.is_empty() { "not kept".to_owned() } else { bug.name.clone() }, id.to_owned());
    let mut finding = vec![tag(gravest), Span::Note(gravest.life.meaning().to_owned()), name];
    let names: BTreeSet<&String> = shapes.iter().map(|(bug, _)| &bug.name).collect();
    finding.extend((names.len() > 1).then(|| Span::Note(format!("the smallest of {} shapes", names.len()))));
    let all: BTreeSet<&String> = shapes.iter().flat_map(|(bug, _)| bug.cases.keys()).collect();
    let cases = cell(part(all.len(), report.headline.total()));
    let Some(Finding { bytes, assertions, runs, seconds, .. }) = &bug.example else {
        let rest = std::iter::repeat_n(cell("–"), 5);
        return Some([Cell::Text(finding), cases].into_iter().chain(rest).collect());
    };
    let change =
        |[before, after]: [usize; 2]| format!("{} → {}", grouped(before as u64), grouped(after as u64));
    Some(vec![
        Cell::Text(finding),
        cases,
        Cell::Chart(Chart::Sizes(*bytes)),
        cell(change(*bytes)),
        cell(change(*assertions)),
        cell(grouped((*runs).into())),
        cell(time(*seconds)),
    ])
}

/// The smallest script of a cluster with all that is known of it, and in it the other shapes.
fn entry(report: &Report, shapes: &[&(Bug, KeptFiles)], id: String) -> Option<Block> {
    let ((bug, files), others) = shapes.split_first()?;
    let mut whole = details(report, bug, files, id);
    if let Block::Details { blocks, .. } = &mut whole {
        blocks.extend(others.iter().map(|(bug, files)| details(report, bug, files, String::new())));
    }
    Some(whole)
}

fn tag(bug: &Bug) -> Span {
    let kind = match bug.life {
        Life::Known | Life::Base | Life::Accepted => "known",
        Life::Fixed => "passed",
        _ if bug.class == Some(Class::WrongUnsat) => "unsat",
        _ => "failed",
    };
    Span::Tag(kind, bug.title())
}

/// One bug: the facts, how to see it again, and what is kept of it.
fn details(report: &Report, bug: &Bug, files: &KeptFiles, id: String) -> Block {
    let mut facts = Vec::new();
    let case = |name: &String| report.run.cases.get(name).and_then(|case| case.solver_version.clone());
    match &bug.example {
        Some(finding) => facts.extend(finding_facts(finding)),
        None => facts.extend(bug.cases.keys().take(1).flat_map(|name| {
            let version = case(name).unwrap_or_else(|| "not known".to_owned());
            [("case".to_owned(), plain(name)), ("solver".to_owned(), plain(version))]
        })),
    }
    let commands = files.commands.iter();
    facts.extend(commands.map(|(what, command)| ((*what).to_owned(), vec![Span::Code(command.clone())])));
    let absent = files.absent.iter();
    facts.extend(absent.map(|(path, reason)| ("not shown".to_owned(), plain(format!("{path}: {reason}")))));
    let mut blocks = vec![Block::Facts(facts)];
    for (title, path, text) in &files.texts {
        let head = vec![Span::Plain(format!("{title}, ")), Span::Code(path.display().to_string())];
        blocks.extend([Block::Text(head), Block::Code("smt2", text.trim_end().to_owned())]);
    }
    if bug.cases.len() > 1 {
        let all = part(bug.cases.len(), report.headline.total());
        blocks.push(Block::Text(plain(format!("{all} cases met it:"))));
        blocks.push(Block::Names(bug.cases.keys().cloned().collect()));
    }
    Block::Details { id, summary: vec![tag(bug), Span::Plain(format!(" {}", bug.name))], blocks }
}

fn finding_facts(finding: &Finding) -> Vec<(String, Text)> {
    let mut facts = vec![
        ("case", plain(format!("{}, instance {}", finding.case, finding.instance))),
        ("solver", plain(&finding.solver_version)),
        ("answered", plain(&finding.details)),
    ];
    facts.extend(script_facts(&finding.options, finding.makeup.as_ref(), &finding.witness, &finding.grade));
    facts.push(("bucket", plain(&finding.bucket)));
    named(facts)
}

/// What a script is made of, and what satisfies it.
fn script_facts(
    options: &[String],
    makeup: Option<&Composition>,
    witness: &str,
    grade: &str,
) -> impl Iterator<Item = (&'static str, Text)> {
    let options = options.iter().map(|option| ("option", plain(option)));
    let makeup = makeup.map(|makeup| ("made of", plain(makeup.to_string())));
    let facts: Vec<_> =
        options.chain(makeup).chain([("witness", plain(format!("{witness}; {grade}")))]).collect();
    facts.into_iter()
}

/// Facts of which something is known.
fn named(facts: Vec<(&'static str, Text)>) -> Vec<(String, Text)> {
    let facts = facts.into_iter().filter(|(_, text)| *text != plain(""));
    facts.map(|(name, text)| (name.to_owned(), text)).collect()
}

/// The snapshots of the folder, except those that are shown with the findings.
pub(super) fn snapshots(report: &Report) -> Option<Section> {
    let is_shown = |kept: &&StoredSnapshot| report.bugs.iter().any(|(bug, _)| bug.name == kept.name);
    let (shown, others): (Vec<&StoredSnapshot>, Vec<&StoredSnapshot>) =
        report.snapshots.iter().partition(is_shown);
    let total = report.snapshots.len() + report.more_snapshots;
    let mut blocks: Vec<Block> = others.into_iter().map(one_snapshot).collect();
    if !blocks.is_empty() && !shown.is_empty() {
        let text = format!("{} snapshots are shown with the findings.", part(shown.len(), total));
        blocks.push(Block::Text(plain(text)));
    }
    if report.more_snapshots > 0 {
        blocks.push(Block::Text(plain(format!("{} not shown.", part(report.more_snapshots, total)))));
    }
    let about =
        "The stored reduced scripts. The witness below each script satisfies it, whatever a solver answers.";
    Section::build("bugs", "Snapshots", about, blocks)
}

fn one_snapshot(kept: &StoredSnapshot) -> Block {
    let kind = match kept.state {
        State::New | State::Back => "unsat",
        State::Seen => "known",
        State::Gone | State::Fixed => "passed",
        State::NotRun => "ignored",
    };
    let class = kept.stored.as_ref().map_or(String::new(), |(info, _)| format!("{}: ", info.class));
    let summary =
        vec![Span::Tag(kind, kept.state.words().to_owned()), Span::Plain(format!(" {class}{}", kept.name))];
    let blocks = match &kept.stored {
        Ok((info, script)) => {
            vec![Block::Facts(snapshot_facts(info)), Block::Code("smt2", shown(script.trim_end()))]
        }
        Err(reason) => vec![Block::Text(plain(format!("It cannot be shown: {reason}")))],
    };
    document::details(summary, blocks)
}

fn snapshot_facts(info: &Info) -> Vec<(String, Text)> {
    let command = info.session.as_ref().unwrap_or(&info.argv).join(" ");
    let mut facts = vec![
        ("case", plain(format!("{}, instance {}", info.case, info.instance))),
        ("solver", plain(&info.version)),
        ("command", vec![Span::Code(command)]),
        ("answered", plain(&info.details)),
    ];
    facts.extend(script_facts(&info.options, info.makeup.as_ref(), &info.witness, &info.grade));
    facts.push(("SHA-256", vec![Span::Code(info.sha256.clone())]));
    named(facts)
}
