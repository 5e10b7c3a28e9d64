//! Report → one page without anything from elsewhere: no script, no font, no picture but SVG in its text.
//!
//! `maud` escapes whatever is put into the page. What is in the plots is in their tables in words too.

mod answers;
mod bugs;
mod findings;
mod grid;
mod headline;
mod runs;
mod svg;
mod times;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::Report;
use super::missing::Missing;
use super::words::counted;

/// Most names that are listed of one thing.
const NAMES: usize = 1000;

/// Writes a report as a page.
pub fn write(report: &Report) -> String {
    page(report).into_string()
}

fn page(report: &Report) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                // Whatever a seed or a solver smuggles into the page: nothing is run and nothing is loaded.
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:";
                // Browsers ask for an icon of their own accord.
                link rel="icon" href="data:,";
                title { "smt-storm: " (report.sentence()) }
                style { (PreEscaped(include_str!("page.css"))) }
            }
            body {
                main {
                    (headline::section(report))
                    (findings::section(report))
                    (missing(report))
                    (grid::section(report))
                    (answers::section(report))
                    (times::section(report))
                    (reasons(report))
                    (bugs::section(report))
                    (runs::section(report))
                }
            }
        }
    }
}

/// A section with a heading, and what it shows in a box that scrolls by itself.
fn section(id: &str, heading: &str, about: &str, body: Markup) -> Markup {
    html! {
        section id=(id) aria-labelledby={ (id) "-heading" } {
            h2 id={ (id) "-heading" } { (heading) }
            @if !about.is_empty() { p.about { (about) } }
            (body)
        }
    }
}

/// A box that scrolls by itself when what is in it is wide.
fn scrolling(label: &str, body: Markup) -> Markup {
    html! { div.scroll role="region" aria-label=(label) tabindex="0" { (body) } }
}

fn missing(report: &Report) -> Markup {
    let cases = report.missing.names();
    let unknown = report.missing == Missing::Unknown;
    if cases.is_empty() && report.torn == 0 && !unknown {
        return html! {};
    }
    let body = html! {
        @if unknown {
            p {
                "A run did not say what was planned, as with nextest, where each case has a process of its own. "
                code { "storm report --config solvers.yaml" } " tells what is missing of a profile."
            }
        }
        @if report.torn > 0 {
            p { (counted(report.torn, "line")) " of the results cut off, as when a run is killed while it writes." }
        }
        @if !cases.is_empty() {
            details open[cases.len() <= 20] {
                summary { (counted(cases.len(), "planned case")) " without a result" }
                (names(cases))
            }
        }
    };
    section("missing", "Missing cases", "", body)
}

fn reasons(report: &Report) -> Markup {
    if report.reasons.is_empty() {
        return html! {};
    }
    let body = html! {
        @for reason in &report.reasons {
            details {
                summary {
                    span.count { (counted(reason.cases.len(), "case")) } " "
                    span class={ "tag " (reason.outcome.word()) } { (reason.outcome.word()) } " "
                    span.reason { (reason.text) }
                }
                (names(&reason.cases))
            }
        }
    };
    section("reasons", "Not tested, and why", "", body)
}

fn names(names: &[String]) -> Markup {
    html! {
        ul.names {
            @for name in names.iter().take(NAMES) { li { (name) } }
            @if names.len() > NAMES { li { "and " (counted(names.len() - NAMES, "case")) " more" } }
        }
    }
}
