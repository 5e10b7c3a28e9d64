//! What the rows answered: a bar of shares for each.

use maud::{Markup, html};

use super::svg::shares;
use super::{scrolling, section as titled};
use crate::matrix::Class;
use crate::report::Report;
use crate::report::words::{grouped, listed};

/// Width of a bar in pixels.
const WIDTH: f64 = 240.0;

pub fn section(report: &Report) -> Markup {
    if report.rows.is_empty() {
        return html! {};
    }
    let occurs =
        |verdict: &&str| report.rows.values().any(|row| row.verdicts().any(|(word, _)| word == *verdict));
    let verdicts = Class::ALL.map(Class::word);
    let body = html! {
        ul.legend {
            @for verdict in verdicts.iter().filter(|verdict| occurs(verdict)) {
                li {
                    svg.key width="12" height="12" aria-hidden="true" {
                        rect class={ "verdict " (verdict.replace(' ', "-")) } width="12" height="12" {}
                    }
                    " " (verdict)
                }
            }
        }
        (scrolling("answers of each row", table(report)))
    };
    titled(
        "answers",
        "Answers",
        "Shares of all instances that a row was asked; an instance counts once.",
        body,
    )
}

fn table(report: &Report) -> Markup {
    html! {
        table {
            thead {
                tr {
                    th scope="col" { "row" }
                    th scope="col" { "version" }
                    th.number scope="col" { "instances" }
                    th scope="col" { "answers" }
                    th scope="col" { "in numbers" }
                }
            }
            tbody {
                @for (name, row) in &report.rows {
                    @let numbers = listed(row.verdicts());
                    tr {
                        th scope="row" { (name) }
                        td { @for version in &row.versions { span.version { (version) } } }
                        td.number { (grouped(row.instances)) }
                        td { (shares(row.verdicts(), &numbers, WIDTH)) }
                        td.wide { (numbers) }
                    }
                }
            }
        }
    }
}
