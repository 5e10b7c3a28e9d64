//! The bugs and their files.

use std::collections::BTreeSet;

use crate::bugs::snapshot;
use crate::matrix::Class;
use crate::report::Report;
use crate::report::document::{Block, Cell, Chart, Kind, Section, Span, Text, cell, plain};
use crate::report::findings::{Bug, Life};
use crate::report::kept_files::KeptFiles;
use crate::report::lines::record::Finding;
use crate::report::numbers::{grouped, part, time};

/// Returns a table with a row for each cluster of bugs, followed by the details of each.
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

/// Returns the gravest bug of a cluster, by status.
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

/// Returns the details of a cluster: its smallest script with all facts, and inside it the other shapes.
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

/// Returns the details of a bug: its facts, its commands and its files.
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
    facts.extend(files.facts.iter().map(|(what, fact)| ((*what).to_owned(), plain(fact.as_str()))));
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

fn finding_facts(finding: &Finding) -> impl Iterator<Item = (String, Text)> {
    let mut facts = vec![
        ("case", format!("{}, instance {}", finding.case, finding.instance)),
        ("solver", finding.solver_version.clone()),
        ("answered", finding.details.clone()),
    ];
    facts.extend(finding.options.iter().map(|option| ("option", option.clone())));
    facts.extend(finding.makeup.iter().map(|makeup| ("made of", makeup.to_string())));
    if finding.witness != snapshot::NO_WITNESS {
        facts.push(("witness", format!("{}; {}", finding.witness, finding.grade)));
    }
    facts.push(("bucket", finding.bucket.clone()));
    let known = facts.into_iter().filter(|(_, text)| !text.is_empty());
    known.map(|(name, text)| (name.to_owned(), plain(text)))
}
