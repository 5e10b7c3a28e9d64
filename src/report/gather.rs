//! Records → runs. The records of processes that ran parts of one run are merged; all others stay apart.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use humantime::parse_rfc3339;

use crate::report::lines::read_lines::{ReadError, read};
use crate::report::lines::record::{self, Case, Evaluation, Finding, Record};

/// The contents of results files. The order of their lines does not matter.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The lines of each process, or of all processes of one `cargo nextest run`, by the name of its run.
    parts: BTreeMap<String, Run>,
    /// The number of truncated lines.
    pub torn: usize,
    /// Folders in which to search for files that are no longer where the lines say.
    pub folders: Vec<PathBuf>,
}

/// The run that a report is about.
#[derive(Clone, Debug)]
pub enum Choice {
    /// The run that started last.
    Last,
    /// The run of this name, or the run that has a part of this name.
    Named(String),
    /// All results as one run. Of two lines for a case, the one that ended later counts.
    Together,
}

/// The error for a name that no run has.
#[derive(Debug, thiserror::Error)]
#[error("no run is named `{name}` (known runs, the latest first: {known})")]
pub struct UnknownRun {
    name: String,
    known: String,
}

/// One run: a process, or several that each ran a part of the cases.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// The run lines of the processes, by name. A line may be missing in a file.
    pub parts: BTreeMap<String, Option<record::Run>>,
    /// The line of each case that ended last, by name.
    pub cases: BTreeMap<String, Case>,
    /// The findings, by the name of the case and the number of the instance.
    pub findings: BTreeMap<(String, u32), Finding>,
    /// Ground terms for which Z3 has another value, by logic, seed, RNG seed and term. Each process of nextest records
    /// them again.
    pub evaluations: BTreeMap<(String, String, u64, String), Evaluation>,
}

impl Results {
    /// Reads the results in files and folders.
    ///
    /// # Errors
    /// See [`ReadError`].
    pub fn read(paths: &[PathBuf]) -> Result<Results, ReadError> {
        let mut results = Results::default();
        results.torn = read(paths, |record| results.take(record))?;
        for path in paths {
            let folder = if path.is_dir() { Some(path.as_path()) } else { path.parent() };
            results.folders.extend(folder.map(PathBuf::from));
        }
        Ok(results)
    }

    /// Returns the average time per instance of each row in seconds, including all other work of its cases.
    pub fn seconds(&self) -> BTreeMap<String, f64> {
        let mut sums: BTreeMap<&str, (f64, u64)> = BTreeMap::new();
        for case in self.parts.values().flat_map(|part| part.cases.values()) {
            let (seconds, instances) = sums.entry(&case.solver).or_default();
            (*seconds, *instances) = (*seconds + case.seconds, *instances + case.instances);
        }
        sums.retain(|_, (_, instances)| *instances > 0);
        let mean = |(seconds, instances): (f64, u64)| seconds / instances as f64;
        sums.into_iter().map(|(row, sum)| (row.to_owned(), mean(sum))).collect()
    }

    fn take(&mut self, record: Record) {
        let name = match &record {
            Record::Run(run) => &run.run,
            Record::Case(case) => &case.run,
            Record::Finding(finding) => &finding.run,
            Record::Evaluation(evaluation) => &evaluation.run,
        };
        let part = self.parts.entry(name.clone()).or_default();
        let line = part.parts.entry(name.clone()).or_default();
        match record {
            // Several processes of a nextest run may each have written one.
            Record::Run(run) if line.as_ref().is_none_or(|known| run.started < known.started) => {
                *line = Some(*run);
            }
            record => part.take(record),
        }
    }

    /// Returns the selected run and all others, the last one first.
    ///
    /// # Errors
    /// No run has this name.
    pub fn choose(&self, choice: &Choice) -> Result<(Run, Vec<Run>), UnknownRun> {
        let mut runs = self.runs();
        let at = match choice {
            Choice::Last => 0,
            Choice::Together => return Ok((self.merge_all(), Vec::new())),
            Choice::Named(name) => {
                let is_named = |run: &Run| run.name() == name || run.parts.contains_key(name);
                runs.iter().position(is_named).ok_or_else(|| {
                    let known: Vec<&str> = runs.iter().map(Run::name).collect();
                    UnknownRun { name: name.clone(), known: known.join(", ") }
                })?
            }
        };
        let chosen = if runs.is_empty() { Run::default() } else { runs.remove(at) };
        Ok((chosen, runs))
    }

    /// Returns the runs, the last one first.
    pub fn runs(&self) -> Vec<Run> {
        let mut parts: Vec<&Run> = self.parts.values().collect();
        parts.sort_by_key(|part| (part.started(), part.name()));
        let mut runs: Vec<Run> = Vec::new();
        for part in parts {
            match runs.iter_mut().rev().find(|run| run.is_of_one_run_with(part)) {
                Some(run) => run.add(part),
                None => runs.push(part.clone()),
            }
        }
        runs.sort_by_cached_key(|run| Reverse((run.started().to_owned(), run.name().to_owned())));
        runs
    }

    fn merge_all(&self) -> Run {
        let mut all = Run::default();
        // A continued campaign repeats what it had done before, so only its last process counts.
        let mut last: BTreeMap<&String, (&String, &String)> = BTreeMap::new();
        for case in self.parts.values().flat_map(|part| part.cases.values()) {
            if let Some(campaign) = &case.campaign {
                let (said, now) = (last.entry(campaign), (&case.ended, &case.run));
                said.and_modify(|said| *said = (*said).max(now)).or_insert(now);
            }
        }
        let is_last = |case: &Case| {
            let said = case.campaign.as_ref().and_then(|campaign| last.get(campaign));
            said.is_none_or(|(_, run)| **run == case.run)
        };
        for part in self.parts.values() {
            let mut part = part.clone();
            part.cases.retain(|_, case| is_last(case));
            all.add(&part);
        }
        // Drop findings that a later process did not find again.
        let cases = &all.cases;
        all.findings.retain(|(name, _), finding| {
            cases.get(name).is_none_or(|case| {
                case.run == finding.run || case.ended < finding.ended || case.campaign.is_some()
            })
        });
        all
    }
}

impl Run {
    /// Returns the run of these lines, without the run lines.
    pub(crate) fn collect(lines: impl IntoIterator<Item = Record>) -> Run {
        let mut run = Run::default();
        lines.into_iter().for_each(|line| run.take(line));
        run
    }

    fn take(&mut self, record: Record) {
        match record {
            Record::Run(_) => {}
            Record::Case(case) => {
                keep_last(&mut self.cases, case.case.clone(), *case, |case| [&case.ended, &case.run]);
            }
            Record::Finding(finding) => {
                let key = (finding.case.clone(), finding.instance);
                keep_last(&mut self.findings, key, *finding, |finding| [&finding.ended, &finding.run]);
            }
            Record::Evaluation(one) => {
                let key = (one.logic.clone(), one.seed.clone(), one.rng, one.term.clone());
                keep_last(&mut self.evaluations, key, *one, |one| [&one.ended, &one.run]);
            }
        }
    }

    /// Returns the name that its parts share, or the name of the part that started first.
    pub fn name(&self) -> &str {
        let shared = self.line().and_then(|line| line.group.as_deref()).filter(|_| self.parts.len() > 1);
        let first = || self.line().map(|line| &line.run).or(self.parts.keys().next());
        shared.or(first().map(String::as_str)).unwrap_or_default()
    }

    /// Returns the run line of the part that started first, if there is any.
    pub fn line(&self) -> Option<&record::Run> {
        self.lines().min_by_key(|line| (&line.started, &line.run))
    }

    /// Returns the run lines of its parts, as far as they exist.
    pub fn lines(&self) -> impl Iterator<Item = &record::Run> {
        self.parts.values().flatten()
    }

    /// Returns the start of the run, UTC in RFC 3339. Without a run line, it is the end of the first case or finding.
    pub fn started(&self) -> &str {
        let ended = self.cases.values().map(|case| &case.ended);
        let ended = ended.chain(self.findings.values().map(|finding| &finding.ended));
        self.line().map(|line| &line.started).or(ended.min()).map_or("", String::as_str)
    }

    /// Returns the time from the start of the first part to the end of the last case; `None` if either is unknown.
    pub fn time(&self) -> Option<Duration> {
        let started = parse_rfc3339(&self.line()?.started).ok()?;
        let ended = self.cases.values().map(|case| &case.ended).max()?;
        parse_rfc3339(ended).ok()?.duration_since(started).ok()
    }

    /// Returns the number of instances that solvers were asked.
    pub fn instances(&self) -> u64 {
        self.cases.values().map(|case| case.instances).sum()
    }

    /// Returns whether another part belongs to this run: it has the same group, configuration and solver versions, and
    /// different cases. A part with a case of this run is a run of its own, so that no outcome hides another.
    fn is_of_one_run_with(&self, other: &Run) -> bool {
        fn key(run: &Run) -> Option<[&String; 4]> {
            let record::Run { group, profile, config_sha256, smt_storm, .. } = run.line()?;
            Some([group.as_ref()?, profile, config_sha256, smt_storm])
        }
        fn versions(run: &Run) -> BTreeMap<&str, &str> {
            let cases = run.cases.values();
            cases.filter_map(|case| Some((case.solver.as_str(), case.solver_version.as_deref()?))).collect()
        }
        if key(self).is_none() || key(self) != key(other) {
            return false;
        }
        let own = versions(self);
        let is_another = |(row, version): (&str, &str)| own.get(row).is_some_and(|own| *own != version);
        let has_again = |case: &Case| self.cases.get(&case.case).is_some_and(|own| !are_parts(own, case));
        !other.cases.values().any(has_again) && !versions(other).into_iter().any(is_another)
    }

    fn add(&mut self, other: &Run) {
        self.parts.extend(other.parts.clone());
        for case in other.cases.values() {
            match self.cases.get_mut(&case.case) {
                Some(own) if are_parts(own, case) => own.add(case.clone()),
                _ => self.take(Record::Case(Box::new(case.clone()))),
            }
        }
        let findings = other.findings.values().map(|finding| Record::Finding(Box::new(finding.clone())));
        let evaluations = other.evaluations.values().map(|one| Record::Evaluation(Box::new(one.clone())));
        findings.chain(evaluations).for_each(|line| self.take(line));
    }
}

/// Keeps the line of these that ended last. Between lines of the same millisecond, the name of the process decides.
fn keep_last<K: Ord, T>(lines: &mut BTreeMap<K, T>, key: K, line: T, order: fn(&T) -> [&String; 2]) {
    if lines.get(&key).is_none_or(|known| order(known) <= order(&line)) {
        lines.insert(key, line);
    }
}

/// Returns whether two lines of a case belong to two campaigns, which ran different parts of the case.
fn are_parts(one: &Case, other: &Case) -> bool {
    one.campaign.is_some() && other.campaign.is_some() && one.campaign != other.campaign
}

#[cfg(test)]
pub(super) mod tests;
