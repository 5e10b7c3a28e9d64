//! What was found, and how much reducing it left.

use maud::{Markup, html};

use super::svg::LogScale;
use super::{scrolling, section as titled};
use crate::matrix::Class;
use crate::report::Report;
use crate::report::lines::record::{Finding, Status};
use crate::report::words::{grouped, time};

/// Width of the scale in pixels.
const WIDTH: f64 = 150.0;
/// Pixels that a mark's text takes.
const APART: f64 = 44.0;
/// Pixels beside the first and the last mark.
const MARGIN: f64 = 22.0;

pub fn section(report: &Report) -> Markup {
    if report.findings.is_empty() {
        return html! {};
    }
    let scale = LogScale::of(report.findings.iter().flat_map(|finding| finding.bytes), WIDTH);
    let table = html! {
        table {
            thead {
                tr {
                    th scope="col" { "class" }
                    th scope="col" { "case" }
                    th scope="col" { "before and after reducing" (axis(scale)) }
                    th.number scope="col" { "bytes" }
                    th.number scope="col" { "assertions" }
                    th.number scope="col" { "runs" }
                    th.number scope="col" { "time" }
                }
            }
            tbody { @for finding in &report.findings { (row(finding, scale)) } }
        }
    };
    titled("findings", "Findings", "", scrolling("findings", table))
}

fn row(finding: &Finding, scale: LogScale) -> Markup {
    let [before, after] = finding.bytes;
    let known = finding.status == Status::Accepted;
    html! {
        tr {
            td {
                span class={ "tag " (tag(finding, known)) } { (finding.class) }
                span.version { (finding.status) }
                span.version { "bucket " (finding.bucket) }
            }
            th scope="row" {
                (finding.case)
                span.version { (finding.solver_version) ", instance " (finding.instance) }
                @for option in &finding.options { span.version { (option) } }
            }
            td { (track(before, after, scale)) }
            td.number { (change(before, after)) }
            td.number { (change(finding.assertions[0], finding.assertions[1])) }
            td.number { (grouped(finding.runs.into())) }
            td.number { (time(finding.seconds)) }
        }
    }
}

fn tag(finding: &Finding, known: bool) -> &'static str {
    match (known, finding.class) {
        (true, _) => "known",
        (false, Class::WrongUnsat) => "unsat",
        (false, _) => "failed",
    }
}

fn change(before: usize, after: usize) -> Markup {
    html! { (grouped(before as u64)) " → " (grouped(after as u64)) }
}

fn axis(scale: LogScale) -> Markup {
    html! {
        svg.axis width=(WIDTH + 2.0 * MARGIN) height="22" aria-hidden="true" {
            @for tick in scale.ticks(APART) {
                line x1=(MARGIN + scale.at(tick)) x2=(MARGIN + scale.at(tick)) y1="17" y2="22" {}
                text x=(MARGIN + scale.at(tick)) y="13" text-anchor="middle" { (size(tick)) }
            }
        }
    }
}

fn size(bytes: usize) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{} kB", bytes / 1_000),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}

/// From the hollow dot of the instance to the full one of what is left.
fn track(before: usize, after: usize, scale: LogScale) -> Markup {
    let (from, to) = (MARGIN + scale.at(before), MARGIN + scale.at(after));
    let label = format!("from {before} bytes to {after}");
    html! {
        svg.track width=(WIDTH + 2.0 * MARGIN) height="16" role="img" aria-label=(label) {
            line.base x1=(MARGIN) x2=(MARGIN + WIDTH) y1="8" y2="8" {}
            line.span x1=(from) x2=(to) y1="8" y2="8" {}
            circle.before cx=(from) cy="8" r="4.5" {}
            circle.after cx=(to) cy="8" r="5" {}
        }
    }
}
