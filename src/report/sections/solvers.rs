//! What each row was asked, answered, and how long it took.

use std::time::Duration;

use super::{Report, section};
use crate::matrix::Class;
use crate::report::document::{Block, Cell, Chart, Column, Kind, Look, Section, Span, Table, cell};
use crate::report::grid;
use crate::report::rows::Row;
use crate::report::standing::Standing;
use crate::report::words::{counted, grouped, short, time};

/// A heat map: logics down, rows across.
pub(super) fn grid(report: &Report) -> Option<Section> {
    let grid = &report.grid;
    if grid.cells.is_empty() {
        return None;
    }
    let legend = Standing::ALL
        .map(|standing| (Span::Tag(standing.word(), standing.word().to_owned()), standing.meaning()));
    let column = |head: &str, kind| Column { head: head.to_owned(), kind };
    let solvers = grid.solvers.iter().map(|solver| column(solver, Kind::Number));
    let columns = std::iter::once(column("logic", Kind::Words)).chain(solvers).collect();
    let row = |logic: &String| {
        let cells = grid.solvers.iter().map(|solver| grid.cell(logic, solver).map_or(cell(""), mark));
        std::iter::once(cell(logic)).chain(cells).collect()
    };
    let rows = grid.logics.iter().map(row).collect();
    let table = Table { label: "instances by logic and row", look: Look::Map, columns, rows };
    let about = "Instances that each row was asked, by logic. The word is that of the worst case.";
    section("grid", "Tested and found", about, vec![Block::Legend(legend.into()), Block::Table(table)])
}

fn mark(cell: &grid::Cell) -> Cell {
    let grid::Cell { standing, cases, instances } = cell;
    let asked = counted(usize::try_from(*instances).unwrap_or(usize::MAX), "instance");
    let title = format!("{}, {asked}: {}", counted(*cases, "case"), standing.meaning());
    let is_shown = *instances > 0 || *standing == Standing::Passed;
    // A number that fits into a cell.
    let amount = if *instances < 10_000 { grouped(*instances) } else { short(*instances) };
    let word = if *standing == Standing::Passed { "" } else { standing.word() };
    Cell::Mark(standing.word(), if is_shown { amount } else { String::new() }, word, title)
}

/// What the rows answered: a bar of shares for each.
pub(super) fn answers(report: &Report) -> Option<Section> {
    let columns = [
        ("row", Kind::Words),
        ("version", Kind::Words),
        ("cases", Kind::Number),
        ("instances", Kind::Number),
        ("answers", Kind::Chart),
        ("in numbers", Kind::Prose),
    ];
    let mut table = Table::new("answers of each row", columns);
    let row = |(name, row): (&String, &Row)| {
        let versions = row.versions.iter().map(|version| Span::Note(version.clone()));
        vec![
            cell(name),
            Cell::Text(versions.collect()),
            cell(grouped(row.cases as u64)),
            cell(grouped(row.instances)),
            Cell::Chart(Chart::Shares(row.verdicts().collect())),
            cell(numbers(row)),
        ]
    };
    table.rows = report.rows.iter().map(row).collect();
    let occurs =
        |verdict: &&str| report.rows.values().any(|row| row.verdicts().any(|(word, _)| word == *verdict));
    let legend = Class::ALL
        .into_iter()
        .map(Class::word)
        .filter(occurs)
        .map(|verdict| (Span::Tag("verdict", verdict.to_owned()), ""));
    let blocks = vec![Block::Legend(legend.collect()), Block::Table(table)];
    let about = "Of all instances that a row was asked; an instance counts once.";
    section("answers", "Answers", about, if report.rows.is_empty() { Vec::new() } else { blocks })
}

/// `300 of 310 sat, 10 of 310 unknown`.
pub(super) fn numbers(row: &Row) -> String {
    let all = grouped(row.instances);
    let parts: Vec<String> =
        row.verdicts().map(|(word, count)| format!("{} of {all} {word}", grouped(count))).collect();
    parts.join(", ")
}

/// How long the rows took.
pub(super) fn times(report: &Report) -> Option<Section> {
    let columns = [
        ("row", Kind::Words),
        ("in all", Kind::Number),
        ("mean", Kind::Number),
        ("solving times, each bar twice that before it", Kind::Chart),
    ];
    let mut table = Table::new("solving times of each row", columns);
    let row = |(name, row): (&String, &Row)| {
        let times = Cell::Chart(Chart::Times(row.times.counts().to_vec()));
        vec![cell(name), cell(time(row.solving_seconds)), cell(mean(row)), times]
    };
    table.rows = report.rows.iter().filter(|(_, row)| !row.times.counts().is_empty()).map(row).collect();
    let about = "How long rows took for their instances, each counted by itself.";
    let is_empty = table.rows.is_empty();
    section("times", "Solving times", about, if is_empty { Vec::new() } else { vec![Block::Table(table)] })
}

/// The mean in milliseconds, or in tenths of a second.
fn mean(row: &Row) -> String {
    let mean = row.solving_seconds / row.instances.max(1) as f64;
    match Duration::try_from_secs_f64(mean) {
        Ok(mean) if mean < Duration::from_millis(10) => format!("{:.1} ms", mean.as_secs_f64() * 1000.0),
        Ok(mean) if mean < Duration::from_secs(1) => format!("{:.0} ms", mean.as_secs_f64() * 1000.0),
        Ok(mean) => format!("{:.1} s", mean.as_secs_f64()),
        Err(_) => "–".to_owned(),
    }
}
