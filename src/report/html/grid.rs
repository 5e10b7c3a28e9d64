//! The heat map: logics down, rows of `solvers.yaml` across.

use maud::{Markup, html};

use super::{scrolling, section as titled};
use crate::report::Report;
use crate::report::grid::{Cell, Standing};
use crate::report::words::{counted, grouped, short};

pub fn section(report: &Report) -> Markup {
    let grid = &report.grid;
    if grid.cells.is_empty() {
        return html! {};
    }
    let table = html! {
        table.grid {
            thead {
                tr {
                    th scope="col" { "logic" }
                    @for solver in &grid.solvers { th scope="col" { span { (solver) } } }
                }
            }
            tbody {
                @for logic in &grid.logics {
                    tr {
                        th scope="row" { (logic) }
                        @for solver in &grid.solvers { (cell(grid.cell(logic, solver))) }
                    }
                }
            }
        }
    };
    let body = html! {
        ul.legend {
            @for standing in Standing::ALL {
                li { span class={ "swatch " (standing.word()) } { (standing.word()) } " " (standing.meaning()) }
            }
        }
        (scrolling("instances by logic and row", table))
    };
    titled(
        "grid",
        "Tested and found",
        "Instances that each row was asked, by logic. The colour and the word are those of the worst case.",
        body,
    )
}

fn cell(cell: Option<&Cell>) -> Markup {
    let Some(Cell { standing, cases, instances }) = cell else { return html! { td.none {} } };
    let title = format!(
        "{}, {}: {}",
        counted(*cases, "case"),
        counted(usize::try_from(*instances).unwrap_or(usize::MAX), "instance"),
        standing.meaning()
    );
    html! {
        td class=(standing.word()) title=(title) {
            @if *instances > 0 || *standing == Standing::Passed { span.amount { (amount(*instances)) } }
            @if *standing != Standing::Passed { span.word { (standing.word()) } }
        }
    }
}

/// A number that fits into a cell.
fn amount(instances: u64) -> String {
    if instances < 10_000 { grouped(instances) } else { short(instances) }
}
