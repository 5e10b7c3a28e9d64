//! The instances, answers and times of each row; the composition of instances and the operators reached; ground terms
//! whose values are in doubt.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::matrix::Class;
use crate::process::quotation::clipped;
use crate::report::Report;
use crate::report::document::{Block, Cell, Chart, Column, Kind, Look, Section, Span, Table, Text, cell};
use crate::report::lines::record::{DECIDED_IN_BASE, Evaluation, Reached};
use crate::report::numbers::{counted, grouped, part, short, time};
use crate::report::row_totals::{Making, Row, verdicts};
use crate::report::standing::{self, Standing};
use crate::solver::runner::OPEN;

/// Returns a heat map with logics down and rows across.
pub(super) fn grid(report: &Report) -> Option<Section> {
    let grid = &report.grid;
    let tag = |standing: Standing| Span::Tag(standing.word(), standing.word().to_owned());
    let worst_first = Standing::ALL.into_iter().rev();
    let legend = worst_first.map(|standing| (tag(standing), standing.meaning())).collect();
    let column = |head: &str, kind| Column { head: head.to_owned(), kind };
    let solvers = grid.solvers.iter().map(|solver| column(solver, Kind::Number));
    let columns = std::iter::once(column("logic", Kind::Words)).chain(solvers).collect();
    let row = |logic: &String| {
        let cells = grid.solvers.iter().map(|solver| grid.cell(logic, solver).map_or(cell(""), mark));
        std::iter::once(cell(logic)).chain(cells).collect()
    };
    let rows = grid.logics.iter().map(row).collect();
    let table = Table { label: "instances by logic and row", look: Look::Map, columns, rows };
    let about = "Instances given to each row, by logic. The word is the outcome of the worst case.";
    Section::build("grid", "Tested and found", about, [Block::Legend(legend), Block::Table(table)])
}

fn mark(cell: &standing::Cell) -> Cell {
    let standing::Cell { standing, cases, instances } = cell;
    let asked = counted(usize::try_from(*instances).unwrap_or(usize::MAX), "instance");
    let title = format!("{}, {asked}: {}", counted(*cases, "case"), standing.meaning());
    let is_shown = *instances > 0 || *standing == Standing::Passed;
    // Keep the number short enough for a cell.
    let amount = if *instances < 10_000 { grouped(*instances) } else { short(*instances) };
    let word = if *standing == Standing::Passed { "" } else { standing.word() };
    Cell::Mark(standing.word(), if is_shown { amount } else { String::new() }, word, title)
}

/// Returns the answers of the rows, with a bar of shares for each.
pub(super) fn answers(report: &Report) -> Option<Section> {
    let columns = [
        ("row", Kind::Words),
        ("version", Kind::Words),
        ("cases", Kind::Number),
        ("instances", Kind::Number),
        ("answers", Kind::Chart),
        ("in numbers", Kind::Prose),
    ];
    let row = |(name, row): (&String, &Row)| {
        vec![
            cell(name),
            Cell::Text(versions(row)),
            cell(grouped(row.cases as u64)),
            cell(grouped(row.instances)),
            Cell::Chart(Chart::Shares(verdicts(&row.counts).collect())),
            cell(numbers(row.instances, &row.counts)),
        ]
    };
    let table = Block::table("answers of each row", columns, report.rows.iter().map(row));
    let occurs = |verdict: &&str| {
        report.rows.values().any(|row| verdicts(&row.counts).any(|(word, _)| word == *verdict))
    };
    let legend = Class::ALL
        .into_iter()
        .map(Class::word)
        .filter(occurs)
        .map(|verdict| (Span::Tag("verdict", verdict.to_owned()), ""));
    let about = "Shares of all instances given to a row; each instance counts once.";
    Section::build("answers", "Answers", about, [Block::Legend(legend.collect()), table])
}

/// Returns the versions that the solver of a row reported.
pub(super) fn versions(row: &Row) -> Text {
    row.versions.iter().map(|version| Span::Note(version.clone())).collect()
}

/// Lists the answers to some instances: `300 of 310 sat, 10 of 310 unknown`, and those to checks of unknown truth.
pub(super) fn numbers(instances: u64, counts: &BTreeMap<String, u64>) -> String {
    let all = grouped(instances);
    let parts: Vec<String> =
        verdicts(counts).map(|(word, count)| format!("{} of {all} {word}", grouped(count))).collect();
    let open = counts.iter().filter_map(|(word, count)| {
        let answer = word.strip_prefix(OPEN)?;
        Some(format!("{} {answer}", grouped(*count)))
    });
    let open = open.collect::<Vec<_>>().join(", ");
    let open = if open.is_empty() { open } else { format!("; where any answer may be right: {open}") };
    let decided = counts.get(DECIDED_IN_BASE).copied().unwrap_or_default();
    let decided = (decided > 0).then(|| format!("; unknown, which BASE decides: {}", grouped(decided)));
    parts.join(", ") + &open + &decided.unwrap_or_default()
}

/// Returns the solving times of the rows.
pub(super) fn times(report: &Report) -> Option<Section> {
    let columns = [
        ("row", Kind::Words),
        ("total", Kind::Number),
        ("mean", Kind::Number),
        ("solving times, each bar twice that before it", Kind::Chart),
    ];
    let row = |(name, row): (&String, &Row)| {
        let times = Cell::Chart(Chart::Times(row.times.counts().to_vec()));
        vec![cell(name), cell(time(row.solving_seconds)), cell(mean(row)), times]
    };
    let rows = report.rows.iter().filter(|(_, row)| !row.times.counts().is_empty()).map(row);
    let about = "How long each row took for its instances, counted one by one.";
    Section::build(
        "times",
        "Solving times",
        about,
        [Block::table("solving times of each row", columns, rows)],
    )
}

/// Returns the mean time of an instance in milliseconds, or in tenths of a second.
fn mean(row: &Row) -> String {
    let mean = row.solving_seconds / row.instances.max(1) as f64;
    match Duration::try_from_secs_f64(mean) {
        Ok(mean) if mean < Duration::from_millis(10) => format!("{:.1} ms", mean.as_secs_f64() * 1000.0),
        Ok(mean) if mean < Duration::from_secs(1) => format!("{:.0} ms", mean.as_secs_f64() * 1000.0),
        Ok(mean) => format!("{:.1} s", mean.as_secs_f64()),
        Err(_) => "–".to_owned(),
    }
}

/// Returns a table of sources and one of layouts, each with the numbers of instances and bugs.
pub(super) fn makings(report: &Report) -> Option<Section> {
    let all = report.run.instances();
    let bugs = report.run.findings.values().filter(|finding| finding.makeup.is_some());
    let bugs = bugs.map(|finding| &finding.snapshot).collect::<BTreeSet<_>>().len();
    let table = |label: &'static str, head: &'static str, makings: &BTreeMap<String, Making>| {
        let columns = [(head, Kind::Words), ("instances", Kind::Number), ("bugs", Kind::Number)];
        let row = |(name, making): (&String, &Making)| {
            let instances = format!("{} of {}", grouped(making.instances), grouped(all));
            vec![cell(name), cell(instances), cell(part(making.bugs.len(), bugs))]
        };
        Block::table(label, columns, makings.iter().map(row))
    };
    let reach = &report.reach;
    let answers = reach.strategies.iter().map(|(name, making)| {
        let counted: u64 = making.counts.values().sum();
        vec![cell(name), cell(numbers(counted, &making.counts))]
    });
    // Profiles without batches have no strategies.
    let tables = [
        table("instances and bugs by source", "source", &reach.sources),
        table("instances and bugs by layout", "layout", &reach.layouts),
        table("instances and bugs by strategy", "strategy", &reach.strategies),
        Block::table("answers by strategy", [("strategy", Kind::Words), ("answers", Kind::Prose)], answers),
    ];
    let about = "An instance or a bug with formulas from two sources counts for both. For a bug, only the formulas count that remained when no more commands could be dropped.";
    Section::build("makings", "What instances are made of", about, tables)
}

/// Returns the operators reached, by row and by logic.
pub(super) fn operators(report: &Report) -> Option<Section> {
    let table =
        |label: &'static str, head: &'static str, by: &BTreeMap<String, BTreeMap<String, Reached>>| {
            let columns = [(head, Kind::Words), ("operators", Kind::Number), ("by theory", Kind::Prose)];
            let row = |(name, theories): (&String, &BTreeMap<String, Reached>)| {
                let count: usize = theories.values().map(|theory| theory.reached.len()).sum();
                let by_theory = theories.iter().map(|(name, theory)| {
                    format!("{name} {}", part(theory.reached.len(), theory.read.max(theory.reached.len())))
                });
                vec![cell(name), cell(grouped(count as u64)), cell(by_theory.collect::<Vec<_>>().join("; "))]
            };
            Block::table(label, columns, by.iter().map(row))
        };
    let tables = [
        table("operators reached by row", "row", &report.reach.rows),
        table("operators reached by logic", "logic", &report.reach.logics),
    ];
    let about = "Operators in the formulas that instances were drawn from, out of those of the theory that the row reads, or that any row of the logic reads.";
    Section::build("operators", "Operators reached", about, tables)
}

/// The most characters shown of a term or value.
const SHOWN: usize = 400;

/// Returns a row for each difference.
pub(super) fn evaluations(report: &Report) -> Option<Section> {
    let columns = [
        ("term", Kind::Prose),
        ("sort", Kind::Words),
        ("smt-storm", Kind::Words),
        ("Z3", Kind::Words),
        ("seed", Kind::Words),
    ];
    let rows = report.run.evaluations.values().map(evaluation_row);
    let about = "Ground terms on which Z3 and smt-storm disagree: one of the two is wrong. No instance depends on them; storm inspect --second-opinion shows them again.";
    Section::build("evaluations", "Values in doubt", about, [Block::table("values in doubt", columns, rows)])
}

fn evaluation_row(evaluation: &Evaluation) -> Vec<Cell> {
    let Evaluation { logic, seed, rng, place, term, definitions, sort, ours, z3, .. } = evaluation;
    let code = |text: &str| Span::Code(clipped(text, SHOWN));
    let mut what = vec![code(term)];
    what.extend(definitions.iter().map(|definition| Span::Note(clipped(definition, SHOWN))));
    let mut origin = vec![Span::Plain(format!("{logic}::{seed}"))];
    origin.extend(place.iter().map(|place| Span::Note(format!("line and column {place}"))));
    origin.push(Span::Note(format!("RNG seed {rng}")));
    vec![
        Cell::Text(what),
        cell(sort),
        Cell::Text(vec![code(ours)]),
        Cell::Text(vec![code(z3)]),
        Cell::Text(origin),
    ]
}
