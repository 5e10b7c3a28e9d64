//! What instances were made of, and which operators were reached.

use std::collections::BTreeMap;

use super::{Report, section};
use crate::report::document::{Block, Kind, Section, Table, cell};
use crate::report::lines::record::Reached;
use crate::report::reach::Making;
use crate::report::words::{grouped, part};

/// A row a source, and a row a layout: how many instances have it, and how many bugs were found with it.
pub(super) fn makings(report: &Report) -> Option<Section> {
    let all = report.run.instances();
    let bugs = report.run.findings.values().filter(|finding| finding.makeup.is_some());
    let bugs = bugs.map(|finding| &finding.snapshot).collect::<std::collections::BTreeSet<_>>().len();
    let table = |label: &'static str, head: &'static str, makings: &BTreeMap<String, Making>| {
        let columns = [(head, Kind::Words), ("instances", Kind::Number), ("bugs", Kind::Number)];
        let mut table = Table::new(label, columns);
        let row = |(name, making): (&String, &Making)| {
            let instances = format!("{} of {}", grouped(making.instances), grouped(all));
            vec![cell(name), cell(instances), cell(part(making.bugs.len(), bugs))]
        };
        table.rows = makings.iter().map(row).collect();
        (!table.rows.is_empty()).then_some(Block::Table(table))
    };
    let tables = [
        table("instances and bugs by source", "source", &report.reach.sources),
        table("instances and bugs by layout", "layout", &report.reach.layouts),
    ];
    let about = "An instance or a bug with formulas of two sources counts for both. Of a bug, those count that were left \
        when there were no more commands to drop.";
    section("makings", "What instances are made of", about, tables.into_iter().flatten().collect())
}

/// The operators of the table that were reached, by row and by logic.
pub(super) fn operators(report: &Report) -> Option<Section> {
    let table =
        |label: &'static str, head: &'static str, by: &BTreeMap<String, BTreeMap<String, Reached>>| {
            let columns = [(head, Kind::Words), ("operators", Kind::Number), ("by theory", Kind::Prose)];
            let mut table = Table::new(label, columns);
            let row = |(name, theories): (&String, &BTreeMap<String, Reached>)| {
                let count: usize = theories.values().map(|theory| theory.reached.len()).sum();
                let by_theory = theories.iter().map(|(name, theory)| {
                    format!("{name} {}", part(theory.reached.len(), theory.read.max(theory.reached.len())))
                });
                vec![cell(name), cell(grouped(count as u64)), cell(by_theory.collect::<Vec<_>>().join("; "))]
            };
            table.rows = by.iter().map(row).collect();
            (!table.rows.is_empty()).then_some(Block::Table(table))
        };
    let tables = [
        table("operators reached by row", "row", &report.reach.rows),
        table("operators reached by logic", "logic", &report.reach.logics),
    ];
    let about = "Operators in the formulas from which instances were drawn, of those of the theory that the row reads; of a \
        logic, that any of its rows reads.";
    section("operators", "Operators reached", about, tables.into_iter().flatten().collect())
}
