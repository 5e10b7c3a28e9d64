//! Report → Markdown, fit for the summary of a job on GitHub.

use std::fmt::{self, Write};

use maud::html;

use super::Report;
use super::bugs::Bug;
use super::grid::{Cell, Standing};
use super::missing::Missing;
use super::words::{counted, grouped, listed, time};
use crate::report::lines::record::Outcome;

/// Most names that are listed of one thing.
const NAMES: usize = 20;
/// Bytes of scripts that are shown; GitHub takes 1 MiB in all.
const SCRIPTS: usize = 600 << 10;

/// Writes a report as Markdown.
pub fn write(report: &Report) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_to(&mut text, report);
    text
}

fn write_to(out: &mut String, report: &Report) -> fmt::Result {
    writeln!(out, "# smt-storm: {}\n", escaped(&report.sentence()))?;
    headline(out, report)?;
    findings(out, report)?;
    missing(out, report)?;
    rows(out, report)?;
    grid(out, report)?;
    reasons(out, report)?;
    bugs(out, report)?;
    runs(out, report)
}

fn headline(out: &mut String, report: &Report) -> fmt::Result {
    let totals = &report.totals;
    let count = |outcome| grouped(totals.count(outcome) as u64);
    let missing = match &report.missing {
        Missing::Cases(cases) => grouped(cases.len() as u64),
        Missing::Unknown => "not known".to_owned(),
    };
    let rate = totals.rate().map_or("–".to_owned(), |rate| format!("{rate:.1}"));
    let classes: Vec<(&str, u64)> = totals
        .new
        .iter()
        .chain(&totals.known)
        .map(|(class, count)| (class.as_str(), *count as u64))
        .collect();
    let findings = if classes.is_empty() { "0".to_owned() } else { listed(classes) };
    writeln!(out, "| passed | failed | broken | ignored | missing | instances | a second | findings |")?;
    writeln!(out, "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | :--- |")?;
    writeln!(
        out,
        "| {} | {} | {} | {} | {missing} | {} | {rate} | {} |\n",
        count(Outcome::Passed),
        count(Outcome::Failed),
        count(Outcome::Broken),
        count(Outcome::Ignored),
        grouped(totals.instances),
        escaped(&findings),
    )
}

fn findings(out: &mut String, report: &Report) -> fmt::Result {
    if report.findings.is_empty() {
        return Ok(());
    }
    writeln!(out, "## Findings\n")?;
    writeln!(out, "| class | case | solver | assertions | bytes | runs | status |")?;
    writeln!(out, "| :--- | :--- | :--- | ---: | ---: | ---: | :--- |")?;
    for finding in &report.findings {
        let [assertions, bytes] =
            [finding.assertions, finding.bytes].map(|[before, after]| format!("{before} → {after}"));
        writeln!(
            out,
            "| {} | {} | {} | {assertions} | {bytes} | {} | {} |",
            escaped(finding.class.word()),
            escaped(&finding.case),
            escaped(&finding.solver_version),
            finding.runs,
            escaped(&finding.status.to_string()),
        )?;
    }
    writeln!(out)
}

fn missing(out: &mut String, report: &Report) -> fmt::Result {
    match &report.missing {
        Missing::Unknown => writeln!(
            out,
            "Whether cases are missing is not known: a run did not say what was planned, as with nextest. \
             `storm report --config solvers.yaml` tells.\n"
        )?,
        Missing::Cases(cases) if !cases.is_empty() => {
            writeln!(out, "## Missing cases\n")?;
            writeln!(out, "{} were planned and have no result:\n", counted(cases.len(), "case"))?;
            names(out, cases)?;
        }
        Missing::Cases(_) => {}
    }
    if report.torn > 0 {
        writeln!(out, "{} of the results cut off.\n", counted_were(report.torn))?;
    }
    Ok(())
}

fn counted_were(lines: usize) -> String {
    let verb = if lines == 1 { "was" } else { "were" };
    format!("{} {verb}", counted(lines, "line"))
}

/// A list of names, the first of them if there are many.
fn names(out: &mut String, names: &[String]) -> fmt::Result {
    for name in names.iter().take(NAMES) {
        writeln!(out, "- {}", escaped(name))?;
    }
    if names.len() > NAMES {
        writeln!(out, "- and {} more", grouped((names.len() - NAMES) as u64))?;
    }
    writeln!(out)
}

fn rows(out: &mut String, report: &Report) -> fmt::Result {
    if report.rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "## Solvers\n")?;
    writeln!(out, "| row | version | cases | instances | solving time | answers |")?;
    writeln!(out, "| :--- | :--- | ---: | ---: | ---: | :--- |")?;
    for (name, row) in &report.rows {
        let versions: Vec<&str> = row.versions.iter().map(String::as_str).collect();
        writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} |",
            escaped(name),
            escaped(&versions.join(", ")),
            grouped(row.cases as u64),
            grouped(row.instances),
            time(row.solving_seconds),
            escaped(&listed(row.verdicts())),
        )?;
    }
    writeln!(out)
}

fn grid(out: &mut String, report: &Report) -> fmt::Result {
    let grid = &report.grid;
    if grid.cells.is_empty() {
        return Ok(());
    }
    writeln!(out, "<details><summary>Instances by logic and row</summary>\n")?;
    let heads: Vec<String> = grid.solvers.iter().map(|solver| escaped(solver)).collect();
    writeln!(out, "| logic | {} |", heads.join(" | "))?;
    writeln!(out, "| :--- | {} |", vec!["---:"; heads.len()].join(" | "))?;
    for logic in &grid.logics {
        let cells: Vec<String> =
            grid.solvers.iter().map(|solver| grid.cell(logic, solver).map_or(String::new(), cell)).collect();
        writeln!(out, "| {} | {} |", escaped(logic), cells.join(" | "))?;
    }
    writeln!(out, "\n</details>\n")
}

fn cell(cell: &Cell) -> String {
    match cell.standing {
        Standing::Passed => grouped(cell.instances),
        Standing::Ignored | Standing::Missing => cell.standing.word().to_owned(),
        Standing::Known => format!("{} {}", grouped(cell.instances), cell.standing.word()),
        Standing::Broken | Standing::Failed | Standing::WrongUnsat => {
            format!("**{} {}**", grouped(cell.instances), cell.standing.word())
        }
    }
}

fn reasons(out: &mut String, report: &Report) -> fmt::Result {
    if report.reasons.is_empty() {
        return Ok(());
    }
    writeln!(out, "## Not tested, and why\n")?;
    writeln!(out, "| cases | outcome | reason |\n| ---: | :--- | :--- |")?;
    for reason in &report.reasons {
        let count = grouped(reason.cases.len() as u64);
        writeln!(out, "| {count} | {} | {} |", reason.outcome.word(), escaped(&reason.text))?;
    }
    writeln!(out)
}

fn bugs(out: &mut String, report: &Report) -> fmt::Result {
    if report.bugs.is_empty() {
        return Ok(());
    }
    writeln!(out, "## Snapshots\n")?;
    let mut left = SCRIPTS;
    let mut skipped = report.more_bugs;
    for bug in &report.bugs {
        let length = bug.stored.as_ref().map_or(0, |(_, script)| script.len());
        if length > left {
            skipped += 1;
            continue;
        }
        left -= length;
        one_bug(out, bug)?;
    }
    if skipped > 0 {
        writeln!(out, "{} not shown here.\n", counted(skipped, "snapshot"))?;
    }
    Ok(())
}

fn one_bug(out: &mut String, bug: &Bug) -> fmt::Result {
    let head = match &bug.stored {
        Ok((info, _)) => format!("{}: {} ({})", info.class, bug.name, bug.state.words()),
        Err(_) => format!("{} ({})", bug.name, bug.state.words()),
    };
    writeln!(out, "<details><summary>{}</summary>\n", html! { (one_line(&head)) }.into_string())?;
    match &bug.stored {
        Ok((info, script)) => {
            writeln!(out, "{}\n", escaped(&format!("{}, {}; {}", info.case, info.version, info.details)))?;
            let fence = fence(script);
            writeln!(out, "{fence}smt2\n{}\n{fence}\n\n</details>\n", script.trim_end())
        }
        Err(reason) => writeln!(out, "{}\n\n</details>\n", escaped(reason)),
    }
}

fn runs(out: &mut String, report: &Report) -> fmt::Result {
    writeln!(out, "## Runs\n")?;
    writeln!(out, "| run | started | time | cases | instances | profile | smt-storm | libz3 | machine |")?;
    writeln!(out, "| :--- | :--- | ---: | ---: | ---: | :--- | :--- | :--- | :--- |")?;
    for (name, run) in &report.runs {
        let line = run.line.as_ref();
        let fact = |of: fn(&crate::report::lines::record::Run) -> &str| line.map_or("not known", of);
        let machine = line.map_or("not known".to_owned(), |line| {
            format!("{}, {}", line.machine, counted(line.cores, "core"))
        });
        let time = run.time().map_or("–".to_owned(), |taken| time(taken.as_secs_f64()));
        writeln!(
            out,
            "| {} | {} | {time} | {} | {} | {} | {} | {} | {} |",
            escaped(name),
            escaped(fact(|line| &line.started)),
            grouped(run.cases as u64),
            grouped(run.instances),
            escaped(fact(|line| &line.profile)),
            escaped(fact(|line| &line.smt_storm)),
            escaped(fact(|line| &line.libz3)),
            escaped(&machine),
        )?;
    }
    Ok(())
}

/// A text on one line.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// A text that means nothing but itself in Markdown, tables included: every punctuation character that could mean
/// something has a backslash before it (CommonMark 2.4).
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in one_line(text).chars() {
        if c.is_ascii_punctuation() && !",./;'\"()%?".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A fence longer than every row of backticks in the text.
fn fence(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_means_anything() {
        assert_eq!(escaped("a|b\n<i>*x*"), "a\\|b \\<i\\>\\*x\\*");
        assert_eq!(escaped("![x](http://y)"), "\\!\\[x\\](http\\://y)");
        assert_eq!(escaped("z3::QF_LIA::a/b::1"), "z3\\:\\:QF\\_LIA\\:\\:a/b\\:\\:1");
    }

    #[test]
    fn a_script_cannot_close_its_fence() {
        assert_eq!(fence("(check-sat)"), "```");
        assert_eq!(fence("; ```` and `"), "`````");
    }
}
