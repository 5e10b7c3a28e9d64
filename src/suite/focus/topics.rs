//! Turns the coverage of probes into topics: groups of files, and the logics, operators and options that cover them much
//! better than others.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::coverage::{Coverage, Place};

/// The smallest number of places of a file that tell anything.
const PLACES: usize = 5;
/// The smallest part of the reached places of a file that tells anything: one in so many.
const PART: usize = 10;

/// What probes of one kind reached, each with its name.
pub(super) type Probes = Vec<(String, Coverage)>;

/// What reaches a file much more than others do.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct About {
    pub logics: Vec<String>,
    pub operators: Vec<String>,
    pub options: Vec<String>,
}

/// Returns what the files are about that some probes reach much more than others of their kind do, and the number of all
/// files that were reached.
pub(super) fn learn(
    logics: &Probes,
    operators: &Probes,
    options: &Probes,
) -> (BTreeMap<String, About>, usize) {
    let mut reached: BTreeMap<&str, BTreeSet<Place>> = BTreeMap::new();
    for (_, coverage) in logics.iter().chain(operators).chain(options) {
        for (file, places) in coverage {
            reached.entry(file).or_default().extend(places);
        }
    }
    let about = reached.iter().map(|(&file, places)| {
        let least = PLACES.max(places.len() / PART);
        let of = |probes| outstanding(probes, file, least);
        (file.to_owned(), About { logics: of(logics), operators: of(operators), options: of(options) })
    });
    let about = about.filter(|(_, about)| *about != About::default()).collect();
    (about, reached.len())
}

/// Returns the probes that reach at least half as many of a file's rare places as the one that reaches most of them. A
/// place is rare if at most two thirds of the probes reach it. Returns none if a file has too few rare places, or if most
/// probes reach them.
fn outstanding(probes: &Probes, file: &str, least: usize) -> Vec<String> {
    let mut counts: BTreeMap<Place, usize> = BTreeMap::new();
    let of_file = || probes.iter().map(|(name, coverage)| (name, coverage.get(file)));
    of_file()
        .filter_map(|(_, places)| places)
        .flatten()
        .for_each(|place| *counts.entry(*place).or_default() += 1);
    let is_rare = |place: &&Place| counts.get(place).is_some_and(|count| count * 3 <= probes.len() * 2);
    let rare =
        |places: Option<&BTreeSet<Place>>| places.map_or(0, |places| places.iter().filter(is_rare).count());
    let rare: Vec<(&String, usize)> = of_file().map(|(name, places)| (name, rare(places))).collect();
    let most = rare.iter().map(|(_, count)| *count).max().unwrap_or_default();
    if most < least {
        return Vec::new();
    }
    let found: Vec<String> =
        rare.into_iter().filter(|(_, count)| count * 2 >= most).map(|(name, _)| name.clone()).collect();
    if found.len() * 3 > probes.len() * 2 { Vec::new() } else { found }
}

/// Writes topics as the value of `focus`: files that are about the same are one topic, and a folder stands for its files if
/// all that were learnt about are in the topic.
pub(super) fn write(about: &BTreeMap<String, About>) -> String {
    let mut topics: BTreeMap<&About, Vec<&str>> = BTreeMap::new();
    for (file, about) in about {
        topics.entry(about).or_default().push(file);
    }
    let mut topics: Vec<(&About, Vec<&str>)> = topics.into_iter().collect();
    topics.sort_by(|one, two| one.1.cmp(&two.1));
    let (mut text, mut names) = (String::new(), BTreeSet::new());
    for (what, files) in topics {
        let parts = parts(&files, about, what);
        let globs: Vec<String> = parts.iter().map(|part| glob(part)).collect();
        let _ = writeln!(text, "{}:", name(&parts, &mut names));
        for (key, words) in [
            ("files", &globs),
            ("logics", &what.logics),
            ("operators", &what.operators),
            ("options", &what.options),
        ] {
            let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
            if !words.is_empty() {
                let _ = writeln!(text, "  {key}: [{}]", words.join(", "));
            }
        }
    }
    text
}

/// Returns the folders, with a slash at the end, in which all files are about the same, and the other files.
fn parts<'a>(files: &[&'a str], about: &BTreeMap<String, About>, what: &About) -> Vec<&'a str> {
    let is_whole = |folder: &&str| {
        let below = about.range((*folder).to_owned()..).take_while(|(file, _)| file.starts_with(folder));
        below.clone().count() > 1 && below.clone().all(|(_, about)| about == what)
    };
    let part = |file: &&'a str| {
        let mut folders = file.match_indices('/').map(|(at, _)| &file[..=at]);
        folders.find(is_whole).unwrap_or(file)
    };
    let mut parts: Vec<&str> = files.iter().map(part).collect();
    parts.dedup();
    parts
}

/// Returns the pattern of a folder or file.
fn glob(part: &str) -> String {
    let pattern = glob::Pattern::escape(part);
    if part.ends_with('/') { pattern + "**" } else { pattern }
}

/// Returns a new name for a topic: the last word of its first folder or file.
fn name(parts: &[&str], names: &mut BTreeSet<String>) -> String {
    let first = parts.first().map_or("", |part| part.trim_end_matches('/'));
    let last = first.rsplit('/').next().unwrap_or_default();
    let stem = last.split('.').next().unwrap_or_default();
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '-' };
    let stem: String = stem.chars().map(plain).collect();
    let stem = if stem.is_empty() { "topic".to_owned() } else { stem };
    let numbered = (2..).map(|number| format!("{stem}-{number}"));
    let free =
        std::iter::once(stem.clone()).chain(numbered).find(|name| !names.contains(name)).unwrap_or(stem);
    names.insert(free.clone());
    free
}

/// Quotes a word for YAML, which reads what is JSON.
fn quoted(word: &str) -> String {
    let is_plain = word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c))
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
            .contains(&word.to_lowercase().as_str());
    if is_plain { word.to_owned() } else { serde_json::Value::from(word).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file and its lines that were reached.
    type Reached<'a> = (&'a str, std::ops::Range<u32>);

    fn coverage(files: &[Reached<'_>]) -> Coverage {
        let mut coverage = Coverage::new();
        for (file, lines) in files {
            coverage.entry((*file).to_owned()).or_default().extend(lines.clone().map(|line| (line, 0)));
        }
        coverage
    }

    /// Probes of these names that reach lines of files.
    fn probes(all: &[(&str, &[Reached<'_>])]) -> Probes {
        all.iter().map(|(name, files)| ((*name).to_owned(), coverage(files))).collect()
    }

    #[test]
    fn a_file_is_about_what_reaches_it_much_more_than_others_do() {
        let main: Reached<'_> = ("src/main.c", 0..50);
        let logics = probes(&[
            ("QF_BV", &[main.clone(), ("src/bv/a.c", 0..40), ("src/bv/b.c", 0..20), ("src/lia.c", 0..4)]),
            ("QF_ABV", &[main.clone(), ("src/bv/a.c", 0..30), ("src/bv/b.c", 0..15), ("src/lia.c", 0..4)]),
            ("QF_LIA", &[main.clone(), ("src/bv/a.c", 0..3), ("src/lia.c", 0..40)]),
            ("QF_UF", &[("src/main.c", 0..52), ("src/lia.c", 0..4)]),
        ]);
        let operators = probes(&[
            ("bvshl", &[main.clone(), ("src/bv/b.c", 0..20)]),
            ("*", &[main.clone(), ("src/lia.c", 0..30)]),
            ("and", std::slice::from_ref(&main)),
        ]);
        let (about, all) = learn(&logics, &operators, &Probes::new());
        assert_eq!(all, 4);
        assert_eq!(
            write(&about),
            "a:\n  files: [src/bv/a.c]\n  logics: [QF_BV, QF_ABV]\n\
             b:\n  files: [src/bv/b.c]\n  logics: [QF_BV, QF_ABV]\n  operators: [bvshl]\n\
             lia:\n  files: [src/lia.c]\n  logics: [QF_LIA]\n  operators: [\"*\"]\n"
        );
        // Without operators, both files of the folder are about the same.
        let (about, _) = learn(&logics, &Probes::new(), &Probes::new());
        assert!(
            write(&about).starts_with("bv:\n  files: [\"src/bv/**\"]\n  logics: [QF_BV, QF_ABV]\n"),
            "{about:?}"
        );
    }

    #[test]
    fn names_and_patterns_are_valid_whatever_files_are_called() {
        let about: BTreeMap<String, About> = ["x/a [1].c", "y/a [1].h", "z/.c", "no"]
            .iter()
            .map(|file| ((*file).to_owned(), About { logics: vec![(*file).to_owned()], ..About::default() }))
            .collect();
        let names: Vec<String> =
            write(&about).lines().filter(|line| !line.starts_with(' ')).map(str::to_owned).collect();
        assert_eq!(names, ["no:", "a--1-:", "a--1--2:", "topic:"]);
    }
}
