//! The files of a bug, as far as a report shows them: script, certificate and snapshot.
//!
//! The paths in results are untrusted. A file is read only if it is a small regular file with one of the names that a
//! failing case leaves.

use std::fs;
use std::path::{Component, Path, PathBuf};

use super::findings::Bug;
use super::gather::Run;
use crate::bugs::bisect::Bisected;
use crate::bugs::snapshot::Snapshot;
use crate::process::invocation::quoted;

/// The largest file to show, in bytes.
const LARGEST: u64 = 256 << 10;
/// The files of a failing case to show, each with its title.
const FILES: [(&str, &str); 3] = [
    ("reduced.smt2", "script"),
    ("witness.smt2", "certificate: the script with the witness as definitions"),
    ("model.smt2", "certificate: the script with the wrong model as definitions"),
];

/// The files and commands of a bug.
#[derive(Clone, Debug, Default)]
pub struct KeptFiles {
    /// The texts to show, each with its title and its path.
    pub texts: Vec<(&'static str, PathBuf, String)>,
    /// The files that are named but missing or not suitable, each with the reason.
    pub absent: Vec<(String, String)>,
    /// Commands that reproduce the bug, each with its title.
    pub commands: Vec<(&'static str, String)>,
    /// The facts that its snapshot has from later commands: the releases that brought the bug and fixed it, and the solvers
    /// that refute an answer with a wrong model.
    pub facts: Vec<(&'static str, String)>,
}

impl KeptFiles {
    /// Collects the files of a bug that a run met. Searches where they were, and below `folders`: a CI system moves
    /// them.
    pub fn collect(bug: &Bug, run: &Run, folders: &[PathBuf], snapshots: Option<&Path>) -> KeptFiles {
        let mut kept = KeptFiles::default();
        let named = bug.example.iter().flat_map(|finding| &finding.files);
        for (path, title) in named.filter_map(|path| Some((path, title(path)?))) {
            // A later run of the case may have replaced the files, so compare the length.
            let length = bug.example.as_ref().filter(|_| title == "script").map(|finding| finding.bytes[1]);
            match find(Path::new(path), folders).map_or_else(
                || Err("not there".to_owned()),
                |path| read(&path, length).map(|text| (path, text)),
            ) {
                Ok((path, text)) => kept.texts.push((title, path, text)),
                Err(reason) => kept.absent.push((path.clone(), reason)),
            }
        }
        let stored = snapshots.and_then(|folder| snapshot_of(folder, &bug.name));
        if let Some((_, Snapshot { info, .. })) = &stored {
            kept.facts.extend(info.bisected.iter().flat_map(Bisected::facts));
            kept.facts.extend(info.varies.iter().map(|varies| ("may vary", varies.to_string())));
            let refuted = |by: &str| ("wrong sat", format!("{by} answers unsat to the script"));
            kept.facts.extend(info.refuters().into_iter().map(refuted));
        }
        let snapshot = stored.map(|(path, stored)| (path, replace_controls(&stored.contents)));
        let script = kept.texts.first().map(|(_, path, _)| path.clone());
        kept.commands = commands(bug, run, snapshot.as_ref().map(|(path, _)| path), script.as_ref());
        // Leave out a snapshot that only repeats the script: the command `report it` names it.
        let repeats = |text: &str| kept.texts.first().is_some_and(|(_, _, script)| text.starts_with(script));
        if let Some((path, text)) = snapshot.filter(|(_, text)| !repeats(text)) {
            kept.texts.push(("snapshot", path, text));
        }
        kept
    }
}

/// Returns the title of a file of a failing case; `None` if none is shown.
fn title(path: &str) -> Option<&'static str> {
    let name = Path::new(path).file_name()?;
    FILES.iter().find(|(known, _)| name == *known).map(|(_, title)| *title)
}

/// Returns the path of a file: the given path, or the same file below one of the folders, as
/// `failures/CASE/INSTANCE/FILE` of an output folder that was moved.
fn find(path: &Path, folders: &[PathBuf]) -> Option<PathBuf> {
    let is_file = |path: &PathBuf| fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file());
    let parts: Vec<_> = path.components().collect();
    let parts = &parts[parts.iter().rposition(|part| part.as_os_str() == "failures")?..];
    let is_below = parts.iter().all(|part| matches!(part, Component::Normal(_)));
    let moved: PathBuf = parts.iter().filter(|_| is_below).collect();
    let below = folders
        .iter()
        .flat_map(|folder| ["", "storm-output", ".."].map(|place| folder.join(place).join(&moved)));
    std::iter::once(path.to_owned()).chain(below).find(is_file)
}

/// Returns the text of a file. Without the comments at its end, it must have the given length.
fn read(path: &Path, length: Option<usize>) -> Result<String, String> {
    let found = fs::metadata(path).map_err(|error| error.to_string())?.len();
    if found > LARGEST {
        return Err(format!("larger than {} KiB", LARGEST >> 10));
    }
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.split_inclusive('\n').rev().skip_while(|line| line.starts_with(';'));
    if length.is_some_and(|length| length != lines.map(str::len).sum::<usize>()) {
        return Err("the file there is of another run".to_owned());
    }
    Ok(replace_controls(&text))
}

/// Replaces the control characters of a text, except line breaks and tabs.
pub(crate) fn replace_controls(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() && !"\n\t".contains(c) { char::REPLACEMENT_CHARACTER } else { c })
        .collect()
}

/// Returns the snapshot of a name; the accepted one if there is a pending one too.
fn snapshot_of(folder: &Path, name: &str) -> Option<(PathBuf, Snapshot)> {
    let is_name = !name.is_empty() && !name.contains(['/', '\\']);
    let files = [".snap", ".snap.new"].map(|end| folder.join(format!("{name}{end}")));
    files.into_iter().filter(|path| is_name && path.is_file()).find_map(|path| {
        if fs::metadata(&path).ok()?.len() > LARGEST {
            return None;
        }
        let stored = Snapshot::read(&path).ok().flatten()?;
        Some((path, stored))
    })
}

fn commands(
    bug: &Bug,
    run: &Run,
    snapshot: Option<&PathBuf>,
    script: Option<&PathBuf>,
) -> Vec<(&'static str, String)> {
    let path = |path: &PathBuf| quoted(&path.to_string_lossy());
    let case = bug.example.as_ref().map(|finding| &finding.case).or(bug.cases.keys().next());
    let solver = bug.example.as_ref().map(|finding| finding.solver.as_str());
    let solver = solver.or(case.and_then(|case| Some(case.rsplit_once("::")?.1))).unwrap_or_default();
    let config = run.line().and_then(|line| config(&line.config)).unwrap_or_default();
    // A snapshot says which arguments and whether a session are needed.
    let again = snapshot
        .or(script)
        .map(|file| format!("storm replay {} --solver {}{config}", path(file), quoted(solver)));
    let profile = run.line().map_or(String::new(), |line| format!(" --profile {}", quoted(&line.profile)));
    let tested = case.map(|case| format!("storm test{config}{profile} --exact {}", quoted(case)));
    let reported = snapshot.map(|file| format!("storm issue --cluster {}", path(file)));
    let all = [("reproduce", again), ("test again", tested), ("report it", reported)];
    all.into_iter().filter_map(|(what, command)| Some((what, command?))).collect()
}

/// Returns ` --config PATH` if the configuration exists in the current folder and is not the default one.
fn config(path: &str) -> Option<String> {
    let path = Path::new(path);
    let here = std::env::current_dir().unwrap_or_default();
    let below = path.strip_prefix("./").or_else(|_| path.strip_prefix(&here)).unwrap_or(path);
    let is_needed = below != Path::new("solvers.yaml") && below.is_file();
    is_needed.then(|| format!(" --config {}", quoted(&below.to_string_lossy())))
}
