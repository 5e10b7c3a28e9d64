//! Document → one self-contained page, without scripts, fonts or pictures.
//!
//! `maud` escapes all text on the page. Tables repeat the contents of their charts in words.

mod chart;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::document::{Block, Cell, Document, Kind, Look, Section, Span, Table, Text};
use super::numbers::{counted, grouped};
use chart::Scale;

/// The most names in a list.
const NAMES: usize = 1000;

/// Writes a report as a page.
pub fn write(document: &Document) -> String {
    page(document).into_string()
}

fn page(document: &Document) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                // Whatever a seed or a solver smuggles into the page, the browser runs and loads nothing.
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:";
                // Browsers request an icon by default.
                link rel="icon" href="data:,";
                title { "smt-storm: " (document.title) }
                style { (PreEscaped(include_str!("page.css"))) }
            }
            body {
                main {
                    header {
                        p.product { "smt-storm" }
                        h1 class=(document.mood.word()) { (document.title) }
                    }
                    @for block in &document.head { (block_of(block)) }
                    @for section in &document.sections { (section_of(section)) }
                }
            }
        }
    }
}

fn section_of(section: &Section) -> Markup {
    let Section { id, heading, about, blocks } = section;
    html! {
        section id=(id) aria-labelledby={ (id) "-heading" } {
            h2 id={ (id) "-heading" } { (heading) }
            @if !about.is_empty() { p.about { (about) } }
            @for block in blocks { (block_of(block)) }
        }
    }
}

fn block_of(block: &Block) -> Markup {
    match block {
        Block::Text(text) => html! { p { (spans(text)) } },
        Block::Numbers(numbers) => html! {
            dl.numbers {
                @for (name, value) in numbers { div { dt { (name) } dd { (spans(value)) } } }
            }
        },
        Block::Table(table) => table_of(table),
        Block::Names(names) => html! {
            ul.names {
                @for name in names.iter().take(NAMES) { li { (name) } }
                @if names.len() > NAMES {
                    li { "and " (grouped((names.len() - NAMES) as u64)) " more of " (counted(names.len(), "name")) }
                }
            }
        },
        Block::Facts(facts) => html! {
            dl.facts { @for (name, text) in facts { dt { (name) } dd { (spans(text)) } } }
        },
        Block::Code(_, text) => html! { pre tabindex="0" { code { (text) } } },
        Block::Legend(marks) => html! {
            ul.legend {
                @for (mark, meaning) in marks {
                    li {
                        @match mark {
                            Span::Tag("verdict", word) => (chart::key(word)),
                            other => (span(other)),
                        }
                        " " (meaning)
                    }
                }
            }
        },
        Block::Details { id, summary, blocks } => html! {
            details id=[Some(id).filter(|id| !id.is_empty())] {
                summary { (spans(summary)) }
                @for block in blocks { (block_of(block)) }
            }
        },
    }
}

/// Writes a table in a box that scrolls on its own.
fn table_of(table: &Table) -> Markup {
    let is_map = table.look == Look::Map;
    let scales: Vec<Scale> = (0..table.columns.len()).map(|at| Scale::fit(table, at)).collect();
    let class = |kind: Kind| match kind {
        Kind::Number if !is_map => Some("number"),
        Kind::Prose => Some("wide"),
        _ => None,
    };
    html! {
        div.scroll role="region" aria-label=(table.label) tabindex="0" {
            table class=[is_map.then_some("grid")] {
                thead {
                    tr {
                        @for (column, scale) in table.columns.iter().zip(&scales) {
                            th class=[class(column.kind)] scope="col" { span { (column.head) } (scale.axis()) }
                        }
                    }
                }
                tbody {
                    @for row in &table.rows {
                        tr {
                            @for (at, ((cell, column), scale)) in row.iter().zip(&table.columns).zip(&scales).enumerate() {
                                (cell_of(cell, at == 0, class(column.kind), scale))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn cell_of(cell: &Cell, is_head: bool, class: Option<&str>, scale: &Scale) -> Markup {
    match cell {
        Cell::Text(text) if is_head => html! { th class=[class] scope="row" { (spans(text)) } },
        Cell::Text(text) => html! { td class=[class] { (spans(text)) } },
        Cell::Chart(chart) => html! { td { (scale.draw(chart)) } },
        Cell::Mark(kind, amount, word, title) => html! {
            td class=(kind) title=(title) {
                @if !amount.is_empty() { span.amount { (amount) } }
                @if !word.is_empty() { span.word { (word) } }
            }
        },
    }
}

fn spans(text: &Text) -> Markup {
    html! { @for one in text { (span(one)) } }
}

fn span(span: &Span) -> Markup {
    match span {
        Span::Plain(text) => html! { span.plain { (text) } },
        Span::Code(text) => html! { code { (text) } },
        Span::Tag(kind, text) => html! { span class={ "tag " (kind) } { (text) } },
        Span::Note(text) => html! { span.note { (text) } },
        Span::Link(text, id) => html! { a.note href={ "#" (id) } { (text) } },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::document::plain;
    use crate::report::headline::Mood;

    /// Whatever a seed, a solver or a results file smuggles in stays text.
    #[test]
    fn a_page_runs_and_loads_nothing() {
        let bad = "</pre><script>alert(1)</script><img src=https://localhost/x.png onerror=\"x\">";
        let blocks = vec![
            Block::Text(vec![Span::Code(bad.to_owned()), Span::Link(bad.to_owned(), bad.to_owned())]),
            Block::Names(vec![bad.to_owned()]),
            Block::Facts(vec![(bad.to_owned(), plain(bad))]),
            Block::Code("smt2", bad.to_owned()),
            Block::Details { id: bad.to_owned(), summary: plain(bad), blocks: Vec::new() },
        ];
        let section = Section { id: "a", heading: "A", about: "", blocks };
        let head = vec![Block::Numbers(vec![("cases", plain(bad))])];
        let page = write(&Document { title: bad.to_owned(), mood: Mood::Bad, head, sections: vec![section] });
        let policy = "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\"";
        assert!(page.contains(policy), "{page}");
        assert!(!page.contains("<script") && !page.contains("<img"), "{page}");
        // Only the closing quote ends an attribute.
        assert!(!page.contains("onerror=\"x"), "{page}");
    }
}
