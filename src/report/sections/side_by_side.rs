//! History → its contents: a row for each run, the answers of the rows in each, and the status of each bug.

use std::collections::BTreeSet;

use super::{answers, runs};
use crate::report::document::{
    Block, Cell, Chart, Column, Document, Kind, Look, Section, Span, Table, Text, cell, details, plain,
};
use crate::report::findings::Life;
use crate::report::headline::Mood;
use crate::report::history::{History, Night, Trail};
use crate::report::numbers::{counted, grouped, moment, part, short};
use crate::report::row_totals::{Row, verdicts};

/// The most runs to show, and the most runs across the map of bugs.
const RUNS: usize = 120;
const ACROSS: usize = 31;

/// Returns the contents of a history.
pub fn history(history: &History) -> Document {
    let last = history.nights.first();
    let sections = [nights(history), findings(history), by_row(history)];
    Document {
        title: title(history),
        mood: last.map_or(Mood::Unsure, |night| night.headline.mood),
        head: head(history),
        sections: sections.into_iter().flatten().collect(),
    }
}

fn title(history: &History) -> String {
    let runs = counted(history.nights.len(), "run");
    let parts = changes(history).filter(|(_, count)| *count > 0);
    let parts: Vec<String> = parts.map(|(word, count)| format!("{} {word}", grouped(count))).collect();
    if parts.is_empty() { format!("{runs}, nothing found") } else { format!("{runs}: {}", parts.join(", ")) }
}

/// Returns the changes over all runs, with the word for each.
fn changes(history: &History) -> impl Iterator<Item = (&'static str, u64)> {
    let sum = |of: fn(&Night) -> &BTreeSet<String>| {
        history.nights.iter().map(|night| of(night).len() as u64).sum::<u64>()
    };
    let changes = [
        ("new", sum(|night| &night.new)),
        ("fixed", sum(|night| &night.fixed)),
        ("back", sum(|night| &night.back)),
    ];
    changes.into_iter()
}

fn head(history: &History) -> Vec<Block> {
    let all = |of: fn(&Night) -> u64| plain(short(history.nights.iter().map(of).sum()));
    let mut numbers = vec![
        ("runs", plain(grouped(history.nights.len() as u64))),
        ("red", all(|night| u64::from(night.headline.mood == Mood::Bad))),
        ("cases", all(|night| night.run.cases.len() as u64)),
        ("instances", all(|night| night.run.instances())),
        ("bugs met", plain(grouped(history.bugs.len() as u64))),
    ];
    numbers.extend(changes(history).map(|(word, count)| (word, plain(grouped(count)))));
    let said = history.nights.first().map(|night| {
        let text = format!("The last one, {}: {}.", moment(night.run.started()), night.headline.text);
        Block::Text(plain(text))
    });
    let torn = (history.torn > 0)
        .then(|| Block::Text(plain(format!("{} cut off in these results.", counted(history.torn, "line")))));
    std::iter::once(Block::Numbers(numbers)).chain(said).chain(torn).collect()
}

fn nights(history: &History) -> Option<Section> {
    let columns = [
        ("run", Kind::Words),
        ("outcome", Kind::Words),
        ("instances", Kind::Number),
        ("per second", Kind::Number),
        ("new", Kind::Number),
        ("fixed", Kind::Number),
        ("back", Kind::Number),
        ("again", Kind::Number),
        ("operators reached", Kind::Number),
        ("versions", Kind::Prose),
    ];
    let before = history.nights.iter().skip(1).map(Some).chain([None]);
    let rows = history.nights.iter().zip(before).take(RUNS).map(|(night, before)| row(night, before));
    let table = Block::table("runs, the last one first", columns, rows);
    let about = "A bug is new if no earlier run met it, and seen again otherwise. Rates are instances per \
        second of the time of their cases, one after the other. A marked version differs from that of the run \
        before.";
    let more = history.nights.len().saturating_sub(RUNS);
    let more = (more > 0).then(|| Block::Text(plain(format!("{} not shown.", counted(more, "older run")))));
    Section::build("nights", "Runs side by side", about, std::iter::once(table).chain(more))
}

fn row(night: &Night, before: Option<&Night>) -> Vec<Cell> {
    let profile = night.run.line().map(|line| Span::Note(format!("profile {}", line.profile)));
    let name = [Span::Plain(moment(night.run.started())), Span::Note(night.run.name().to_owned())];
    let [reached, read] = night.operators;
    let operators = if read == 0 { "–".to_owned() } else { part(reached, read) };
    vec![
        Cell::Text(name.into_iter().chain(profile).collect()),
        Cell::Text(vec![runs::mood(night.headline.mood)]),
        cell(grouped(night.run.instances())),
        cell(night.rate().map_or("–".to_owned(), |rate| format!("{rate:.1}"))),
        count("unsat", &night.new),
        count("passed", &night.fixed),
        count("unsat", &night.back),
        cell(grouped(night.again.len() as u64)),
        cell(operators),
        Cell::Text(versions(night, before)),
    ]
}

/// Returns the number of bugs. The map below has their names.
fn count(kind: &'static str, names: &BTreeSet<String>) -> Cell {
    let count = grouped(names.len() as u64);
    Cell::Text(if names.is_empty() { plain(count) } else { vec![Span::Tag(kind, count)] })
}

/// Returns the versions of the solvers, with a mark on those that the run before did not have.
fn versions(night: &Night, before: Option<&Night>) -> Text {
    let of = |night: &Night| -> BTreeSet<String> {
        night.rows.values().flat_map(|row| row.versions.iter().cloned()).collect()
    };
    let known = before.map(of);
    let mark = |version: String| match known.as_ref().is_some_and(|known| !known.contains(&version)) {
        true => Span::Tag("missing", version),
        false => Span::Note(version),
    };
    of(night).into_iter().map(mark).collect()
}

/// Returns a map with bugs down and runs across.
fn findings(history: &History) -> Option<Section> {
    let shown: Vec<&Night> = history.nights.iter().take(ACROSS).rev().collect();
    let column = |head: String, kind| Column { head, kind };
    let heads = days(&shown).into_iter().map(|day| column(day, Kind::Number));
    let columns = std::iter::once(column("finding".to_owned(), Kind::Words)).chain(heads).collect();
    let rows = history.bugs.iter().map(|(name, trail)| {
        let name = Cell::Text(vec![Span::Plain(name.clone()), Span::Note(trail.class.to_owned())]);
        let runs = (0..shown.len()).rev().map(|at| mark(trail, at));
        std::iter::once(name).chain(runs).collect()
    });
    let table = Table { label: "findings by run", look: Look::Map, columns, rows: rows.collect() };
    let older = history.nights.len() - shown.len();
    let older = (older > 0)
        .then(|| Block::Text(plain(format!("{} are not in this map.", counted(older, "older run")))));
    let about = "What became of each bug, from run to run. An empty cell means that the run did not meet the \
        bug, as can happen with other RNG seeds.";
    let legend = vec![
        (Span::Tag("unsat", "new".to_owned()), "not reviewed"),
        (Span::Tag("known", "known".to_owned()), "accepted as open"),
        (Span::Tag("passed", "fixed".to_owned()), "no longer shows"),
        (Span::Tag("unsat", "back".to_owned()), "was fixed"),
    ];
    let blocks = [Block::Legend(legend), Block::Table(table)].into_iter().chain(older);
    Section::build("findings", "Findings", about, blocks)
}

/// Returns the days of runs, with the time if two runs have the same day.
fn days(nights: &[&Night]) -> Vec<String> {
    let cut = |night: &&Night, end| night.run.started().get(..end).unwrap_or("–").replace('T', " ");
    let days: Vec<String> = nights.iter().map(|night| cut(night, "2026-01-31".len())).collect();
    let are_distinct = days.iter().collect::<BTreeSet<_>>().len() == days.len();
    if are_distinct {
        days
    } else {
        nights.iter().map(|night| cut(night, "2026-01-31T02:00".len())).collect()
    }
}

fn mark(trail: &Trail, at: usize) -> Cell {
    let Some(life) = trail.lives.get(&at) else { return cell("") };
    let is_first = trail.lives.keys().next_back() == Some(&at);
    let (kind, word) = match life {
        Life::Regression => ("unsat", "back"),
        Life::Fixed => ("passed", "fixed"),
        Life::Known | Life::Accepted => ("known", "known"),
        Life::Base => ("known", "in base"),
        _ if is_first => ("unsat", "new"),
        _ => ("failed", "again"),
    };
    Cell::Mark(kind, String::new(), word, format!("{word}: {}", life.meaning()))
}

/// Returns the answers of each row, run by run.
fn by_row(history: &History) -> Option<Section> {
    let rows: BTreeSet<&String> = history.nights.iter().flat_map(|night| night.rows.keys()).collect();
    let blocks = rows.into_iter().map(|name| {
        let columns = [
            ("run", Kind::Words),
            ("version", Kind::Words),
            ("instances", Kind::Number),
            ("per second", Kind::Number),
            ("answers", Kind::Chart),
            ("in numbers", Kind::Prose),
        ];
        let of = |night: &Night| Some(answer(night, night.rows.get(name)?));
        let rows: Vec<Vec<Cell>> = history.nights.iter().take(RUNS).filter_map(of).collect();
        let summary = plain(format!("{name}, {}", counted(rows.len(), "run")));
        details(summary, vec![Block::table("answers run by run", columns, rows)])
    });
    Section::build("answers", "Answers by row", "The last run first.", blocks)
}

fn answer(night: &Night, row: &Row) -> Vec<Cell> {
    let rate = row.instances as f64 / row.solving_seconds;
    let rate = if rate.is_finite() { format!("{rate:.1}") } else { "–".to_owned() };
    vec![
        cell(moment(night.run.started())),
        Cell::Text(answers::versions(row)),
        cell(grouped(row.instances)),
        cell(rate),
        Cell::Chart(Chart::Shares(verdicts(&row.counts).collect())),
        cell(answers::numbers(row.instances, &row.counts)),
    ]
}
