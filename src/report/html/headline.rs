//! The head of the page: the outcome in a sentence, and the numbers.

use maud::{Markup, html};

use crate::report::Report;
use crate::report::lines::record::Outcome;
use crate::report::missing::Missing;
use crate::report::words::{grouped, listed};

pub fn section(report: &Report) -> Markup {
    let totals = &report.totals;
    let count = |outcome| grouped(totals.count(outcome) as u64);
    let missing = match &report.missing {
        Missing::Cases(cases) => grouped(cases.len() as u64),
        Missing::Unknown => "?".to_owned(),
    };
    let bad = totals.count(Outcome::Failed) + totals.count(Outcome::Broken) > 0;
    let incomplete = !report.missing.names().is_empty() || totals.count(Outcome::Passed) == 0;
    let mood = if bad {
        "bad"
    } else if incomplete {
        "unsure"
    } else {
        "good"
    };
    let classes =
        totals.new.iter().chain(&totals.known).map(|(class, count)| (class.as_str(), *count as u64));
    let classes = listed(classes);
    let found: usize = totals.new.values().chain(totals.known.values()).sum();
    html! {
        header {
            p.product { "smt-storm" }
            h1 class=(mood) { (report.sentence()) }
        }
        dl.numbers {
            (number("cases run", &grouped(totals.ended() as u64), ""))
            (number("passed", &count(Outcome::Passed), ""))
            (number("failed", &count(Outcome::Failed), ""))
            (number("broken", &count(Outcome::Broken), ""))
            (number("ignored", &count(Outcome::Ignored), ""))
            (number("missing", &missing, if missing == "?" { "not known" } else { "" }))
            (number("instances", &grouped(totals.instances), &rate(report)))
            (number("findings", &grouped(found as u64), &classes))
        }
    }
}

fn rate(report: &Report) -> String {
    report.totals.rate().map_or(String::new(), |rate| format!("{rate:.1} a second, one case at a time"))
}

fn number(name: &str, value: &str, note: &str) -> Markup {
    html! {
        div {
            dt { (name) }
            dd {
                span.value { (value) }
                @if !note.is_empty() { span.note { (note) } }
            }
        }
    }
}
