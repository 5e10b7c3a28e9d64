//! Ground terms whose values are in doubt.

use super::Report;
use crate::process::quotation::clipped;
use crate::report::document::{Block, Cell, Kind, Section, Span, Table, cell};
use crate::report::lines::record::Evaluation;

/// Characters of a term or value that are shown.
const SHOWN: usize = 400;

/// A row for each difference.
pub(super) fn section(report: &Report) -> Option<Section> {
    let columns = [
        ("term", Kind::Prose),
        ("sort", Kind::Words),
        ("smt-storm", Kind::Words),
        ("Z3", Kind::Words),
        ("seed", Kind::Words),
    ];
    let mut table = Table::new("values in doubt", columns);
    table.rows = report.run.evaluations.values().map(row).collect();
    let about = "Ground terms for which Z3 has another value than smt-storm: one of the two is wrong. No instance hangs on \
        them; storm inspect --second-opinion shows them again.";
    let blocks = if table.rows.is_empty() { Vec::new() } else { vec![Block::Table(table)] };
    super::section("evaluations", "Values in doubt", about, blocks)
}

fn row(evaluation: &Evaluation) -> Vec<Cell> {
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
