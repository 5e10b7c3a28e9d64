//! The runs that the results are of.

use maud::{Markup, html};

use super::{scrolling, section as titled};
use crate::report::Report;
use crate::report::gather::RunFacts;
use crate::report::words::{counted, grouped, time};

pub fn section(report: &Report) -> Markup {
    let table = html! {
        table {
            thead {
                tr {
                    th scope="col" { "run" }
                    th scope="col" { "started (UTC)" }
                    th.number scope="col" { "time" }
                    th.number scope="col" { "cases" }
                    th.number scope="col" { "instances" }
                    th scope="col" { "configuration" }
                    th scope="col" { "versions" }
                    th scope="col" { "machine" }
                }
            }
            tbody { @for (name, run) in &report.runs { (row(name, run)) } }
        }
    };
    titled("runs", "Runs", "", scrolling("runs", table))
}

fn row(name: &str, run: &RunFacts) -> Markup {
    html! {
        tr {
            th scope="row" { (name) }
            td { (run.line.as_ref().map_or("–", |line| &line.started)) }
            td.number { (run.time().map_or("–".to_owned(), |taken| time(taken.as_secs_f64()))) }
            td.number { (grouped(run.cases as u64)) }
            td.number { (grouped(run.instances)) }
            @match &run.line {
                Some(line) => {
                    td {
                        "profile " (line.profile)
                        span.version { (line.config) }
                        span.version { "SHA-256 " (line.config_sha256.get(..8).unwrap_or_default()) }
                    }
                    td { "smt-storm " (line.smt_storm) span.version { "libz3 " (line.libz3) } }
                    td { (line.machine) span.version { (counted(line.cores, "core")) } }
                }
                None => {
                    td { "not known" }
                    td { "–" }
                    td { "–" }
                }
            }
        }
    }
}
