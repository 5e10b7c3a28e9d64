//! The parts of a report that say what a failure hangs on.

use crate::bugs::cluster::is_telling;
use crate::bugs::evidence::{Evidence, one_line};
use crate::matrix::{Class, Solver};
use crate::process::invocation::quoted;
use crate::reduce::narrow::{Narrowed, NeededOption};

use super::markdown::{code, table};
use super::missing;

/// What narrowing found.
fn narrowed(evidence: &Evidence) -> Narrowed {
    evidence.info.narrowed.clone().unwrap_or_default()
}

/// How facts come by that narrowing did not find.
fn again(evidence: &Evidence) -> String {
    let case = quoted(&one_line(&evidence.info.case));
    format!("STORM_STRICT=1 cargo test --release --test storm -- --exact {case}")
}

pub(super) fn versions(evidence: &Evidence) -> String {
    let mut text = String::from("## Versions\n\n");
    text.push_str(&format!("- found with {}\n", code(&evidence.info.version)));
    let Some(versions) = narrowed(evidence).versions else {
        let how = format!("list some as `versions` of the solver in solvers.yaml, then {}", again(evidence));
        return text + "\n" + &missing("other versions", &how);
    };
    for (what, version) in [("oldest bad", &versions.oldest_bad), ("newest good", &versions.newest_good)] {
        if let Some(version) = version {
            text.push_str(&format!("- {what} version tried: {}\n", code(version)));
        }
    }
    let rows: Vec<[&str; 2]> =
        versions.tried.iter().map(|one| [one.version.as_str(), one.verdict.as_str()]).collect();
    text + "\n" + &table(["version", "verdict"], &rows)
}

pub(super) fn solvers(evidence: &Evidence, snapshot: &str) -> String {
    let verified = &evidence.info.verified;
    if evidence.info.session.is_some() {
        return String::new();
    }
    if verified.is_empty() {
        return missing("other solvers", &format!("storm verify {snapshot}"));
    }
    let rows: Vec<[&str; 4]> = verified
        .iter()
        .map(|one| [&one.solver, &one.version, &one.instance, &one.certificate].map(String::as_str))
        .collect();
    format!("## Other solvers\n\n{}", table(["solver", "version", "script", "certificate"], &rows))
}

pub(super) fn seeds(evidence: &Evidence) -> String {
    let Some(seeds) = narrowed(evidence).seeds else {
        let how = format!("set `random_seed` of the solver in solvers.yaml, then {}", again(evidence));
        return missing("random seeds", &how);
    };
    let counts: Vec<(&String, String)> =
        seeds.verdicts.iter().map(|(verdict, count)| (verdict, count.to_string())).collect();
    let rows: Vec<[&str; 2]> =
        counts.iter().map(|(verdict, count)| [verdict.as_str(), count.as_str()]).collect();
    format!(
        "## Random seeds\n\nIt fails with {} of {} random seeds of the solver.\n\n{}",
        seeds.failing,
        seeds.tried,
        table(["verdict", "random seeds"], &rows)
    )
}

pub(super) fn options(evidence: &Evidence) -> String {
    let head = "## Options\n\n";
    match narrowed(evidence).options {
        Some(needed) if needed.is_empty() => {
            format!("{head}It needs none of the options it was found with.\n")
        }
        Some(needed) => {
            let tiers: Vec<String> = needed
                .iter()
                .map(|one| one.tier.map_or("always set".to_owned(), |tier| tier.to_string()))
                .collect();
            let rows: Vec<[&str; 3]> = needed
                .iter()
                .zip(&tiers)
                .map(|(one, tier)| [one.option.as_str(), tier.as_str(), one.without.as_str()])
                .collect();
            format!("{head}It needs\n\n{}", table(["option", "tier", "without it"], &rows))
        }
        None if evidence.info.options.is_empty() => String::new(),
        None => {
            let drawn: Vec<String> =
                evidence.info.options.iter().map(|option| format!("- {}\n", code(option))).collect();
            let how = missing("which of them are needed", &again(evidence));
            format!("{head}Found with\n\n{}{how}", drawn.concat())
        }
    }
}

/// The options that it needs, but for those without which the solver does not run at all.
pub(super) fn telling_options(evidence: &Evidence) -> Vec<&NeededOption> {
    let needed = evidence.info.narrowed.iter().filter_map(|narrowed| narrowed.options.as_ref()).flatten();
    needed.filter(|needed| is_telling(needed)).collect()
}

/// Whether cvc5 fails in its safe mode too, which decides how its maintainers label a report.
pub(super) fn safe_mode(evidence: &Evidence, snapshot: &str) -> String {
    const ROW: &str = "cvc5-safe";
    let info = &evidence.info;
    let solver = Solver::base_of(&info.solver);
    if solver != ROW && solver != "cvc5" {
        return String::new();
    }
    let own = (solver == ROW).then_some("yes");
    let asked = info.verified.iter().find(|one| one.solver == ROW).map(|one| match one.instance.as_str() {
        "unsat" if info.class == Class::WrongUnsat => "yes",
        other if other == info.class.word() => "yes",
        "sat" | "unknown" => "no",
        _ => "no answer",
    });
    match own.or(asked) {
        Some(said) => format!("Also in safe mode (`--safe-mode=safe`): {said}\n"),
        None => missing("also in safe mode", &format!("storm verify {snapshot} --with {ROW}")),
    }
}

pub(super) fn forms(evidence: &Evidence) -> String {
    let forms = narrowed(evidence).forms;
    let known = [("one-shot script", &forms.one_shot), ("incremental script", &forms.incremental)];
    let rows: Vec<[&str; 2]> =
        known.into_iter().filter_map(|(form, verdict)| Some([form, verdict.as_deref()?])).collect();
    let layouts: Vec<[&str; 2]> =
        forms.layouts.iter().map(|(layout, verdict)| [layout.as_str(), verdict.as_str()]).collect();
    let logics: Vec<[&str; 2]> =
        forms.logics.iter().map(|(logic, verdict)| [logic.as_str(), verdict.as_str()]).collect();
    let more = [("layout of the same assertions", layouts), ("set-logic", logics)];
    let more = more.iter().filter(|(_, rows)| !rows.is_empty());
    let more: String = more.map(|(what, rows)| format!("\n{}", table([what, "verdict"], rows))).collect();
    match (rows.is_empty(), evidence.info.session.is_some()) {
        (false, _) => format!("## One-shot and incremental\n\n{}{more}", table(["form", "verdict"], &rows)),
        (true, true) => String::new(),
        (true, false) => missing("one-shot and incremental scripts", &again(evidence)),
    }
}
