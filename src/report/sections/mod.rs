//! Report → its sections. Every number stands beside its total.

mod answers;
mod bugs;
mod campaign;
mod runs;
mod side_by_side;

use super::Report;
use super::document::{Block, Cell, Document, Kind, Section, Span, cell, details, plain};
use super::headline::{Headline, others};
use super::numbers::{counted, grouped, moment, name_some, part};
use super::reasons::Reason;
use super::standing::Standing;

pub use side_by_side::history;

/// Returns the part of a report that goes into an issue, or `None` if no test failed.
pub fn issue(report: &Report) -> Option<Document> {
    let is_there = report.bugs.iter().any(|(bug, _)| bug.life.fails());
    is_there.then(|| assemble(report, [bugs::findings(report), runs::section(report)]))
}

/// Returns the contents of a report.
pub fn document(report: &Report) -> Document {
    let sections = [
        bugs::findings(report),
        answers::evaluations(report),
        campaign::section(report),
        missing(report),
        answers::grid(report),
        answers::answers(report),
        answers::times(report),
        answers::makings(report),
        answers::operators(report),
        untested(report),
        troubles(report),
        runs::section(report),
    ];
    assemble(report, sections)
}

fn assemble(report: &Report, sections: impl IntoIterator<Item = Option<Section>>) -> Document {
    let Headline { text, mood, .. } = &report.headline;
    let sections = sections.into_iter().flatten().collect();
    Document { title: text.clone(), mood: *mood, head: head(report), sections }
}

fn head(report: &Report) -> Vec<Block> {
    let headline = &report.headline;
    let total = headline.total();
    let of = |count: usize| {
        vec![Span::Plain(grouped(count as u64)), Span::Note(format!("of {}", grouped(total as u64)))]
    };
    let known: Vec<&Headline> = report.others.iter().map(|(_, headline)| headline).collect();
    let mut missing = of(headline.count(Standing::Missing));
    if report.missing.is_open {
        missing = vec![Span::Plain("not known".to_owned())];
    }
    let seconds: f64 = report.run.cases.values().map(|case| case.seconds).sum();
    let instances = report.run.instances();
    let rate = (instances > 0 && seconds > 0.0).then(|| instances as f64 / seconds);
    let rate = rate.map(|rate| Span::Note(format!("{rate:.1} per second, one case at a time")));
    let numbers = vec![
        ("cases run", of(report.run.cases.len())),
        ("passed", of(headline.count(Standing::Passed))),
        ("failed", of(headline.failed())),
        ("broken", of(headline.count(Standing::Broken))),
        ("known", of(headline.count(Standing::Known))),
        ("not tested", of(headline.count(Standing::Ignored))),
        ("missing", missing),
        ("instances", [Span::Plain(grouped(instances))].into_iter().chain(rate).collect()),
    ];
    let run = report.run.name();
    let what = (!run.is_empty()).then(|| {
        let parts = report.run.parts.len();
        let parts = if parts > 1 { format!(" in {}", counted(parts, "part")) } else { String::new() };
        let profile = report.run.line().map_or(String::new(), |line| format!(", profile {}", line.profile));
        let against = report.run.line().and_then(|line| line.against.as_ref());
        let against = against.map_or(String::new(), |base| format!(", compared with BASE: {base}"));
        let text = format!("{parts}, started {}{profile}{against}.", moment(report.run.started()));
        vec![Span::Plain("Run ".to_owned()), Span::Code(run.to_owned()), Span::Plain(text)]
    });
    let texts = what.into_iter().chain(others(&known).map(plain)).map(Block::Text);
    std::iter::once(Block::Numbers(numbers)).chain(texts).collect()
}

fn missing(report: &Report) -> Option<Section> {
    let missing = &report.missing;
    let mut blocks = Vec::new();
    if missing.is_open {
        blocks.push(Block::Text(vec![
            Span::Plain("A part of the run did not record its plan, as with nextest, which runs each case in its own process. ".to_owned()),
            Span::Code("storm report --config solvers.yaml".to_owned()),
            Span::Plain(" lists the missing cases of a profile.".to_owned()),
        ]));
    }
    if report.torn > 0 {
        let lines = format!(
            "{} cut off in these results, as happens when a run is killed while it writes.",
            counted(report.torn, "line")
        );
        blocks.push(Block::Text(plain(lines)));
    }
    if !missing.shards.is_empty() {
        blocks.push(Block::Text(plain("These parts of the run left no results at all:")));
        blocks.push(Block::Names(missing.shards.clone()));
    }
    if !missing.cases.is_empty() {
        let of = part(missing.cases.len(), report.headline.total());
        let summary = plain(format!("{of} cases were planned and have no result"));
        blocks.push(details(summary, vec![Block::Names(missing.cases.clone())]));
    }
    Section::build("missing", "Missing cases", "", blocks)
}

fn untested(report: &Report) -> Option<Section> {
    let columns =
        [("reason", Kind::Prose), ("outcome", Kind::Words), ("cases", Kind::Number), ("rows", Kind::Words)];
    let row = |reason: &Reason| {
        let kind = if reason.what == "broken" { "broken" } else { "ignored" };
        let outcome = Cell::Text(vec![Span::Tag(kind, reason.what.clone())]);
        let cases = part(reason.cases.len(), report.headline.total());
        vec![cell(&reason.text), outcome, cell(cases), rows_of(reason)]
    };
    let blocks = reasons(&report.reasons, "why cases were not tested", columns, row);
    Section::build(
        "reasons",
        "Not tested, and why",
        "“…” stands for what differs between the cases of a reason.",
        blocks,
    )
}

fn troubles(report: &Report) -> Option<Section> {
    let columns = [
        ("first text", Kind::Prose),
        ("verdict", Kind::Words),
        ("instances", Kind::Number),
        ("cases", Kind::Number),
        ("rows", Kind::Words),
    ];
    let all = usize::try_from(report.run.instances()).unwrap_or(usize::MAX);
    let row = |reason: &Reason| {
        let instances = part(usize::try_from(reason.instances).unwrap_or(usize::MAX), all);
        let cases = part(reason.cases.len(), report.headline.total());
        vec![cell(&reason.text), cell(&reason.what), cell(instances), cell(cases), rows_of(reason)]
    };
    let mut blocks: Vec<Block> = report.errors.iter().map(|line| Block::Text(plain(line))).collect();
    blocks.extend(reasons(&report.troubles, "what was said in place of answers", columns, row));
    Section::build(
        "troubles",
        "Said in place of answers",
        "The first text of a case counts for all its instances with that verdict.",
        blocks,
    )
}

/// Returns a table of reasons, followed by the cases of each.
fn reasons<const N: usize>(
    reasons: &[Reason],
    label: &'static str,
    columns: [(&str, Kind); N],
    row: impl Fn(&Reason) -> Vec<Cell>,
) -> Vec<Block> {
    let cases = reasons.iter().map(|reason| {
        let summary = plain(format!("{}: {}", counted(reason.cases.len(), "case"), reason.text));
        details(summary, vec![Block::Names(reason.cases.clone())])
    });
    std::iter::once(Block::table(label, columns, reasons.iter().map(row))).chain(cases).collect()
}

fn rows_of(reason: &Reason) -> Cell {
    /// The others are counted.
    const NAMED: usize = 6;
    cell(name_some(reason.rows.iter(), NAMED))
}
