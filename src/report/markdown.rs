//! Document → Markdown (CommonMark with GitHub's tables), short enough for the job summary on GitHub, which takes 1
//! MiB.

use maud::html;

use super::document::{Block, Cell, Document, Kind, Look, Section, Span, Table, Text};
use super::numbers::grouped;
use crate::bugs::evidence::one_line;
use crate::bugs::issue::{code, fence};

/// The most names in a list.
const NAMES: usize = 20;
/// The most bytes of one script.
const SCRIPT: usize = 16 << 10;

/// How long a text may become.
#[derive(Clone, Copy, Debug)]
struct Length {
    bytes: usize,
    lines: usize,
    /// The most rows of a table.
    rows: usize,
}

/// The length of a whole report.
const WHOLE: Length = Length { bytes: 600 << 10, lines: usize::MAX, rows: 200 };
/// The length of an issue: GitHub takes 65,536 characters, and nobody reads more than 200 lines. The headings of sections
/// come on top.
const ISSUE: Length = Length { bytes: 60 << 10, lines: 180, rows: 40 };

/// Writes a report as Markdown.
pub fn write(document: &Document) -> String {
    within(document, WHOLE)
}

/// Writes a report as Markdown that fits into an issue on GitHub, in less than 200 lines.
pub fn issue(document: &Document) -> String {
    within(document, ISSUE)
}

fn within(document: &Document, most: Length) -> String {
    let mut text = format!("# smt-storm: {}\n\n", escaped(&document.title));
    let mut left_out = 0;
    for block in &document.head {
        text += &block_text(block, most.rows);
    }
    let lines = |text: &str| text.lines().count();
    for Section { heading, about, blocks, .. } in &document.sections {
        text += &format!("## {heading}\n\n");
        if !about.is_empty() {
            text += &format!("{about}\n\n");
        }
        for block in blocks {
            let block = block_text(block, most.rows);
            let fits = text.len() + block.len() <= most.bytes && lines(&text) + lines(&block) <= most.lines;
            match fits {
                true => text += &block,
                false => left_out += 1,
            }
        }
    }
    if left_out > 0 {
        text +=
            &format!("{left_out} pieces are left out to keep this short; `storm report --html` has them.\n");
    }
    text
}

/// Writes a block, with at most this many rows of a table.
fn block_text(block: &Block, rows: usize) -> String {
    match block {
        Block::Text(text) => format!("{}\n\n", spans(text, " ")),
        Block::Numbers(numbers) => {
            let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
            let names = numbers.iter().map(|(name, _)| (*name).to_owned()).collect();
            let values = numbers.iter().map(|(_, value)| spans(value, " ")).collect();
            let rule = vec!["---:".to_owned(); numbers.len()];
            [line(names), line(rule), line(values), "\n".to_owned()].concat()
        }
        Block::Table(table) => table_text(table, rows),
        Block::Names(names) => {
            let more = names.len().saturating_sub(NAMES);
            let more = (more > 0)
                .then(|| format!("- and {} more of {}\n", grouped(more as u64), grouped(names.len() as u64)));
            let names = names.iter().take(NAMES).map(|name| format!("- {}\n", escaped(name)));
            names.chain(more).chain(["\n".to_owned()]).collect()
        }
        Block::Facts(facts) => {
            let facts =
                facts.iter().map(|(name, text)| format!("- {}: {}\n", escaped(name), spans(text, ", ")));
            facts.chain(["\n".to_owned()]).collect()
        }
        Block::Code(language, text) => script(language, text),
        // Words replace the colours.
        Block::Legend(_) => String::new(),
        Block::Details { summary, blocks, .. } => {
            let inner: String = blocks.iter().map(|block| block_text(block, rows)).collect();
            let summary: Vec<&str> = summary.iter().map(word).collect();
            let summary = html! { (one_line(&summary.concat())) }.into_string();
            format!("<details><summary>{summary}</summary>\n\n{inner}</details>\n\n")
        }
    }
}

/// Writes a script, or its beginning, in a fence.
fn script(language: &str, text: &str) -> String {
    let end = (0..=SCRIPT.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let shown = &text[..end];
    let more = match text.len() - end {
        0 => String::new(),
        _ => format!("The first {} of {} bytes.\n\n", grouped(end as u64), grouped(text.len() as u64)),
    };
    format!("{}\n{more}", fence(language, shown))
}

fn table_text(table: &Table, rows: usize) -> String {
    let shown = |row: Vec<String>| {
        let cells = row.into_iter().zip(&table.columns).filter(|(_, column)| column.kind != Kind::Chart);
        let cells: Vec<String> = cells.map(|(cell, _)| cell).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = |kind: Kind| if kind == Kind::Number { "---:" } else { ":---" };
    let mut text = shown(table.columns.iter().map(|column| escaped(&column.head)).collect());
    text += &shown(table.columns.iter().map(|column| rule(column.kind).to_owned()).collect());
    for row in table.rows.iter().take(rows) {
        text += &shown(row.iter().map(cell_text).collect());
    }
    text.push('\n');
    if table.rows.len() > rows {
        let all = grouped(table.rows.len() as u64);
        text += &format!("The first {rows} of {all} rows.\n\n");
    }
    match table.look {
        Look::Plain => text,
        Look::Map => format!("<details><summary>{}</summary>\n\n{text}</details>\n\n", table.label),
    }
}

fn cell_text(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => spans(text, ", "),
        Cell::Chart(_) => String::new(),
        Cell::Mark(kind, amount, word, _) => {
            let text = [amount.as_str(), word].join(" ");
            match *kind {
                "unsat" | "failed" | "broken" => format!("**{}**", text.trim()),
                _ => text.trim().to_owned(),
            }
        }
    }
}

/// Writes the spans of a line, separated by `between`, with the notes at the end.
fn spans(text: &Text, between: &str) -> String {
    let mut line = String::new();
    for (at, span) in text.iter().enumerate() {
        let breaks = |span: &Span| matches!(span, Span::Note(_) | Span::Link(..));
        if at > 0 && (breaks(span) || breaks(&text[at - 1])) {
            line += between;
        }
        match span {
            Span::Code(text) => line += &code(text).replace('|', "\\|"),
            Span::Tag(_, text) => line += &format!("**{}**", escaped(text)),
            other => line += &escaped(word(other)),
        }
    }
    line
}

fn word(span: &Span) -> &str {
    match span {
        Span::Plain(text)
        | Span::Code(text)
        | Span::Tag(_, text)
        | Span::Note(text)
        | Span::Link(text, _) => text,
    }
}

/// Escapes a text for Markdown, tables included: puts a backslash before every punctuation character that could have a
/// meaning (CommonMark 2.4).
fn escaped(text: &str) -> String {
    let (text, mut out) = (one_line(text), String::with_capacity(text.len()));
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        // A colon before a blank is part of neither an address nor a picture.
        let ends = c == ':' && rest.clone().next().is_none_or(|next| next == ' ');
        if c.is_ascii_punctuation() && !ends && !",./;'\"()%?-".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::document::plain;
    use crate::report::headline::Mood;

    #[test]
    fn names_are_escaped() {
        assert_eq!(escaped("a|b\n<i>*x*"), "a\\|b \\<i\\>\\*x\\*");
        assert_eq!(escaped("![x](http://y)"), "\\!\\[x\\](http\\://y)");
        assert_eq!(escaped(":x: 4 runs: 1 new:"), "\\:x: 4 runs: 1 new:");
        assert_eq!(escaped("z3::QF_LIA::a/b::1"), "z3\\:\\:QF\\_LIA\\:\\:a/b\\:\\:1");
    }

    #[test]
    fn a_report_is_never_longer_than_a_summary_may_be() {
        let long = "é".repeat(SCRIPT);
        let one =
            Block::Details { id: String::new(), summary: plain("x"), blocks: vec![Block::Code("", long)] };
        let section = Section { id: "a", heading: "A", about: "", blocks: vec![one; 100] };
        let title = "many".to_owned();
        let document = Document { title, mood: Mood::Good, head: Vec::new(), sections: vec![section] };
        let text = write(&document);
        assert!(text.len() < 1 << 20 && text.contains("pieces are left out"), "{}", text.len());
        assert!(issue(&document).chars().count() < 65_000);
        assert!(text.contains("The first 16,384 of 32,768 bytes."));
    }
}
