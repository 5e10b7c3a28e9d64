//! Snapshots: the smallest scripts, with the witnesses that prove them.

use maud::{Markup, html};

use super::section as titled;
use crate::bugs::snapshot::Info;
use crate::report::Report;
use crate::report::bugs::{Bug, State};
use crate::report::words::counted;

pub fn section(report: &Report) -> Markup {
    if report.bugs.is_empty() {
        return html! {};
    }
    let body = html! {
        @for bug in &report.bugs { (one(bug)) }
        @if report.more_bugs > 0 { p { (counted(report.more_bugs, "snapshot")) " more" } }
    };
    titled(
        "bugs",
        "Snapshots",
        "Reduced scripts. Each is satisfied by the witness below it, whatever a solver says.",
        body,
    )
}

fn one(bug: &Bug) -> Markup {
    let tag = match bug.state {
        State::New | State::Back => "unsat",
        State::Seen => "known",
        State::Gone | State::Fixed => "passed",
        State::NotRun => "ignored",
    };
    html! {
        details {
            summary {
                span class={ "tag " (tag) } { (bug.state.words()) } " "
                @if let Ok((info, _)) = &bug.stored { (info.class) ": " }
                span.reason { (bug.name) }
            }
            @match &bug.stored {
                Ok((info, script)) => {
                    (facts(info))
                    pre tabindex="0" { code { (script.trim_end()) } }
                }
                Err(reason) => p { "It cannot be shown: " (reason) },
            }
        }
    }
}

fn facts(info: &Info) -> Markup {
    html! {
        dl.facts {
            dt { "case" } dd { (info.case) ", instance " (info.instance) }
            dt { "solver" } dd { (info.version) }
            dt { "command" } dd { code { (info.session.as_ref().unwrap_or(&info.argv).join(" ")) } }
            @if !info.details.is_empty() { dt { "answered" } dd { (info.details) } }
            @for option in &info.options { dt { "option" } dd { (option) } }
            dt { "witness" } dd { (info.witness) "; " (info.grade) }
            dt { "SHA-256" } dd { code { (info.sha256) } }
        }
    }
}
