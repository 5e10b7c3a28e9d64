//! `Config -> cases`: every solver, on every seed of a logic that it supports, with every RNG seed.
//!
//! This file reads only names of files; it opens no seed and starts no solver.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use super::case::{Case, CaseName};
use super::config::Config;
use super::names::advice;
use super::seed_files::{Seed, Source, normal};
use super::solver::Solver;

/// The largest number of reported mistakes: nobody reads more at once.
const MOST_LISTED: usize = 50;

/// A matrix or a case that cannot be built.
#[derive(Debug, Error)]
pub enum MatrixError {
    /// All mistakes in the matrix.
    #[error("{}", paragraph(config, mistakes))]
    Mistakes {
        /// Path of the `solvers.yaml`.
        config: PathBuf,
        /// At least one; each with its place and the remedy.
        mistakes: Vec<String>,
    },
    /// The profile has no such row.
    #[error("the profile `{profile}` has no solver `{solver}`{advice}")]
    Solver {
        /// The requested row.
        solver: String,
        /// The profile.
        profile: String,
        /// The nearest row and the known ones.
        advice: String,
    },
    /// The row does not have the logic.
    #[error("the solver `{solver}` is not run on the logic `{logic}`; add it to the `logics` of the solver")]
    Logic {
        /// The row.
        solver: String,
        /// The requested logic.
        logic: String,
    },
    /// No file has this name.
    #[error(
        "no seed of the logic `{logic}` is called `{seed}`; {}; `--list` prints all names",
        describe_patterns(patterns)
    )]
    Seed {
        /// The requested logic.
        logic: String,
        /// The requested seed.
        seed: String,
        /// The patterns that seeds have to match, absolute.
        patterns: Vec<PathBuf>,
    },
}

fn paragraph(config: &Path, mistakes: &[String]) -> String {
    let mut lines: Vec<String> =
        mistakes.iter().take(MOST_LISTED).map(|mistake| format!("\n{mistake}")).collect();
    if mistakes.len() > MOST_LISTED {
        lines.push(format!("\nand {} more", mistakes.len() - MOST_LISTED));
    }
    format!("the matrix of {} cannot be built{}", config.display(), lines.concat())
}

fn describe_patterns(patterns: &[PathBuf]) -> String {
    let quoted: Vec<String> = patterns.iter().map(|pattern| format!("`{}`", pattern.display())).collect();
    format!("a seed is a file that matches {}", quoted.join(" or "))
}

/// Returns all cases, ordered by row as in the file, then by logic, seed and RNG seed.
///
/// # Errors
///
/// [`MatrixError::Mistakes`] with every pattern that is malformed or matches no file, and every pair of seeds with the
/// same name, or if the matrix has no case.
pub fn cases(config: &Config) -> Result<Vec<Case>, MatrixError> {
    let mut mistakes = Vec::new();
    let seeds = all_seeds(config, &mut mistakes);
    let rows: Vec<Arc<Solver>> = config.solvers.iter().cloned().map(Arc::new).collect();
    let mut cases = Vec::new();
    for row in &rows {
        for seed in seeds.iter().filter(|seed| row.logics.contains(&seed.logic)) {
            let rng_seeds = config.rng_seeds.iter();
            cases.extend(rng_seeds.map(|rng_seed| case(row, seed.clone(), *rng_seed)));
        }
    }
    check_files(&cases, &mut mistakes);
    if cases.is_empty() && mistakes.is_empty() {
        mistakes.push(no_cases(config, &seeds));
    }
    if mistakes.is_empty() { Ok(cases) } else { Err(error(config, mistakes)) }
}

/// Says which rows have no case, and which seeds no row of the file, perhaps for a misspelt logic.
pub fn unused(config: &Config) -> Vec<String> {
    let Ok(logics) = seed_logics(config) else { return Vec::new() };
    let has_seed = |row: &&Solver| logics.iter().any(|logic| row.logics.contains(logic));
    let rows = config.solvers.iter().filter(|row| !has_seed(row));
    let rows = rows.map(|row| format!("not tested: {}: it supports the logic of no seed", row.name));
    let has_row = |logic: &&String| config.all_solvers.iter().any(|row| row.logics.contains(logic));
    let seeds = logics.iter().filter(|logic| !has_row(logic));
    rows.chain(seeds.map(|logic| format!("not tested: the seeds of {logic}: no row supports this logic")))
        .collect()
}

/// Returns the logics of all seeds, whichever rows the profile has.
///
/// # Errors
///
/// [`MatrixError::Mistakes`] with every pattern that is malformed or matches no file.
pub(crate) fn seed_logics(config: &Config) -> Result<BTreeSet<String>, MatrixError> {
    let mut mistakes = Vec::new();
    let logics = all_seeds(config, &mut mistakes).into_iter().map(|seed| seed.logic).collect();
    if mistakes.is_empty() { Ok(logics) } else { Err(error(config, mistakes)) }
}

/// Finds the case of this name without searching the patterns, which takes long in a large matrix.
///
/// The RNG seed need not be one of the profile.
///
/// # Errors
///
/// [`MatrixError`] if the profile has no such row, if the row does not support the logic, or if no file of this name
/// matches a pattern.
pub fn find(config: &Config, name: &CaseName) -> Result<Case, MatrixError> {
    let row = config.solvers.iter().find(|row| row.name == name.solver).ok_or_else(|| {
        let known = config.solvers.iter().map(|row| row.name.as_str());
        MatrixError::Solver {
            solver: name.solver.clone(),
            profile: config.profile.clone(),
            advice: advice(&name.solver, known),
        }
    })?;
    if !row.logics.contains(&name.logic) {
        return Err(MatrixError::Logic { solver: name.solver.clone(), logic: name.logic.clone() });
    }
    for glob in &config.seeds {
        let source = Source::new(glob, &config.root).map_err(|mistake| error(config, vec![mistake]))?;
        if let Some(seed) = source.find_named(&name.logic, &name.seed) {
            return Ok(case(&Arc::new(row.clone()), seed, name.rng_seed));
        }
    }
    Err(MatrixError::Seed {
        logic: name.logic.clone(),
        seed: name.seed.clone(),
        patterns: config.seeds.iter().map(|glob| config.root.join(&glob.pattern)).collect(),
    })
}

/// Returns whether a pattern of the configuration matches a file.
pub(crate) fn is_seed(config: &Config, path: &Path) -> bool {
    let path = std::path::absolute(path).map_or_else(|_| path.to_owned(), |path| normal(&path));
    sources(config).any(|source| source.matches(&path))
}

/// Returns whether the configuration has a seed of this logic and name.
pub(crate) fn has_seed(config: &Config, logic: &str, name: &str) -> bool {
    sources(config).any(|source| source.find_named(logic, name).is_some())
}

/// Iterates over the patterns of the configuration that can be matched.
fn sources(config: &Config) -> impl Iterator<Item = Source<'_>> {
    config.seeds.iter().filter_map(|glob| Source::new(glob, &config.root).ok())
}

fn case(row: &Arc<Solver>, seed: Seed, rng_seed: u64) -> Case {
    let name = CaseName { solver: row.name.clone(), logic: seed.logic, seed: seed.name, rng_seed };
    Case { name, solver: Arc::clone(row), seed_path: seed.path, weight: seed.weight }
}

/// Returns the seeds of all patterns, by logic and name. Patterns may overlap: a file that has the same name in two of
/// them is one seed.
fn all_seeds(config: &Config, mistakes: &mut Vec<String>) -> Vec<Seed> {
    let mut seeds: BTreeMap<(String, String), Seed> = BTreeMap::new();
    for glob in &config.seeds {
        let found = match Source::new(glob, &config.root) {
            Ok(source) => source.seeds(mistakes),
            Err(mistake) => {
                mistakes.push(mistake);
                continue;
            }
        };
        for seed in found {
            let key = (seed.logic.clone(), seed.name.clone());
            match seeds.get(&key) {
                None => {
                    seeds.insert(key, seed);
                }
                Some(first) if first.path == seed.path => {}
                Some(first) => mistakes.push(format!(
                    "two seeds are both called {}::{}: {} and {}; rename one, or make one pattern start at a \
                     folder further up",
                    seed.logic,
                    seed.name,
                    first.path.display(),
                    seed.path.display()
                )),
            }
        }
    }
    seeds.into_values().collect()
}

/// Reports cases with equal file names, because they would overwrite each other's files.
fn check_files(cases: &[Case], mistakes: &mut Vec<String>) {
    let mut names: BTreeMap<String, &CaseName> = BTreeMap::new();
    for case in cases {
        let file = case.name.file_name();
        match names.get(&file) {
            Some(first) => mistakes.push(format!(
                "the failures of the cases `{first}` and `{}` would share the folder {file}; rename one of the \
                 seeds or solvers",
                case.name
            )),
            None => {
                names.insert(file, &case.name);
            }
        }
    }
}

/// Returns the message that no solver supports the logic of a seed.
fn no_cases(config: &Config, seeds: &[Seed]) -> String {
    let mut logics: Vec<&str> = seeds.iter().map(|seed| seed.logic.as_str()).collect();
    logics.dedup();
    let solvers: Vec<&str> = config.solvers.iter().map(|row| row.name.as_str()).collect();
    format!(
        "the profile `{}` has no case: none of its solvers ({}) supports a logic of its seeds ({}); extend `logics` \
         of a solver, or `seeds`",
        config.profile,
        solvers.join(", "),
        logics.join(", ")
    )
}

fn error(config: &Config, mistakes: Vec<String>) -> MatrixError {
    MatrixError::Mistakes { config: config.path.clone(), mistakes }
}

/// Matrices over temporary folders.
#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use proptest::prelude::*;
    use tempfile::TempDir;

    use super::*;

    /// Creates a folder with these (empty) files and a `solvers.yaml` that ends in `rest`.
    fn folder(files: &[&str], rest: &str) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let head = "version: 1\nsolvers:\n  z3: {argv: [z3, \"{file}\"], variants: {dom: {check_sat: (check-sat)}}}\n  \
                    bv: {argv: [bv, \"{file}\"], logics: [QF_BV]}\n";
        fs::create_dir_all(folder.path().join("project")).unwrap();
        fs::write(folder.path().join("project/solvers.yaml"), format!("{head}{rest}\n")).unwrap();
        folder
    }

    fn config(folder: &Path) -> Config {
        Config::load(&folder.join("project/solvers.yaml"), None).unwrap()
    }

    fn names(config: &Config) -> Vec<String> {
        cases(config).unwrap().iter().map(|case| case.name.to_string()).collect()
    }

    fn problems(folder: &TempDir) -> Vec<String> {
        let text = cases(&config(folder.path())).unwrap_err().to_string();
        text.lines().skip(1).map(str::to_owned).collect()
    }

    const SEEDS: &str = "seeds: [{glob: \"seeds/*/*.smt2\"}]";

    #[test]
    fn a_row_and_a_seed_without_a_case_are_named() {
        let files = ["project/seeds/QF_BV/a.smt2", "project/seeds/QFLIA/b.smt2"];
        let folder = folder(&files, SEEDS);
        assert_eq!(unused(&config(folder.path())), Vec::<String>::new());
        let path = folder.path().join("project/solvers.yaml");
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("z3: {", "z3: {logics: [QF_LIA], ")).unwrap();
        let lines = unused(&config(folder.path()));
        let rows = ["z3", "z3/dom"].map(|row| format!("not tested: {row}: it supports the logic of no seed"));
        assert_eq!(lines[..2], rows);
        assert_eq!(lines[2..], ["not tested: the seeds of QFLIA: no row supports this logic"]);
    }

    #[test]
    fn cases_come_in_the_order_of_rows_logics_seeds_and_rng_seeds() {
        let files =
            ["project/seeds/QF_LIA/b.smt2", "project/seeds/QF_LIA/a.smt2", "project/seeds/QF_BV/c.smt2"];
        let folder =
            folder(&files, &format!("{SEEDS}\nprofiles: {{p: {{rng: [10, 9], solvers: [\"!z3/*\"]}}}}"));
        let config = config(folder.path());
        assert_eq!(
            names(&config),
            [
                "z3::QF_BV::c::9", "z3::QF_BV::c::10", "z3::QF_LIA::a::9", "z3::QF_LIA::a::10",
                "z3::QF_LIA::b::9", "z3::QF_LIA::b::10", "bv::QF_BV::c::9", "bv::QF_BV::c::10",
            ]
        );
        assert_eq!(cases(&config).unwrap(), cases(&config).unwrap());
    }

    #[test]
    fn seeds_are_named_by_their_path_below_the_wildcard() {
        let files = ["x/bug9/seed.smt2", "x/bug3/seed.smt2", "project/seeds/UF/deep/a.b.smt2"];
        let name = |glob: &str| {
            let folder = folder(
                &files,
                &format!(
                    "seeds: [{{glob: \"{glob}\", logic: UF}}]\nprofiles: {{p: {{solvers: [\"!*/*\"]}}}}"
                ),
            );
            names(&config(folder.path())).join(" ")
        };
        assert_eq!(name("../x/bug*/seed.smt2"), "z3::UF::bug3/seed::1 z3::UF::bug9/seed::1");
        assert_eq!(name("../x/bug9/seed.smt2"), "z3::UF::bug9/seed::1");
        assert_eq!(name("../x/bug9/*.smt2"), "z3::UF::seed::1");
        assert_eq!(name("./seeds/**/*.smt2"), "z3::UF::deep/a.b::1");
        assert_eq!(name("*/*/../*/deep/a*"), "z3::UF::seeds/UF/../UF/deep/a.b::1");
    }

    #[test]
    fn a_root_with_wildcards_in_its_name_is_taken_literally() {
        let outer = folder(&["project/seeds/UF/a.smt2"], SEEDS);
        let root = outer.path().join("a[b]*");
        fs::rename(outer.path().join("project"), &root).unwrap();
        let config = Config::load(&root.join("solvers.yaml"), None).unwrap();
        assert_eq!(cases(&config).unwrap().len(), 2);
        assert!(find(&config, &"z3::UF::a::1".parse().unwrap()).is_ok());
    }

    #[test]
    fn overlapping_patterns_give_a_seed_once() {
        let folder =
            folder(&["project/seeds/UF/a.smt2"], "seeds: [{glob: seeds/*/a.smt2}, {glob: \"seeds/*/*\"}]");
        assert_eq!(names(&config(folder.path())), ["z3::UF::a::1", "z3/dom::UF::a::1"]);
    }

    #[test]
    fn all_problems_are_reported_at_once() {
        let rest = "seeds: [{glob: \"none/*/*.smt2\"}, {glob: \"seeds/*.smt3\"}, {glob: \"seeds/*/*\"}, {glob: seeds/UF}]";
        let files = ["project/seeds/UF/a.smt2", "project/seeds/UF/a.smt", "project/seeds/my logic/a.smt2"];
        let folder = folder(&files, rest);
        let problems = problems(&folder);
        assert_eq!(problems.len(), 5, "{problems:#?}");
        assert!(
            problems[0]
                .contains("solvers.yaml:5:16: seeds[0].glob: `none/*/*.smt2` matches no file; the folder")
        );
        assert!(problems[0].ends_with("project/none does not exist: create it or correct the pattern"));
        assert!(problems[1].contains("seeds[1].glob: `seeds/*.smt3` matches no file; looked in"));
        assert!(problems[2].contains("seeds[2].glob: the logic of") && problems[2].contains("`my logic`"));
        assert!(problems[3].starts_with("two seeds are both called UF::a: "));
        assert!(problems[4].contains("seeds[3].glob: `seeds/UF` matches no file"), "a folder is no seed");
    }

    #[test]
    fn a_search_of_the_whole_disk_is_refused() {
        let outer = folder(&["project/seeds/UF/a.smt2"], "seeds: [{glob: \"seeds/**/*.smt2\"}]");
        assert_eq!(cases(&config(outer.path())).unwrap().len(), 2);
        // Each level has twice as many folders.
        for link in ["here", "again"] {
            std::os::unix::fs::symlink(".", outer.path().join("project/seeds").join(link)).unwrap();
        }
        let told = problems(&outer);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(
            told[0].contains(
                ":5:16: seeds[0].glob: `seeds/**/*.smt2` has to search more than 10000 files and folders"
            ),
            "{told:?}"
        );
        assert!(told[0].ends_with("project/seeds; start it in a deeper folder"), "{told:?}");
        // There are few files down to the depth of the pattern.
        let near = folder(&["project/seeds/UF/a.smt2"], "seeds: [{glob: \"seeds/*/*.smt2\"}]");
        std::os::unix::fs::symlink("../seeds", near.path().join("project/seeds/again")).unwrap();
        assert_eq!(cases(&config(near.path())).unwrap().len(), 2);
    }

    #[test]
    fn a_match_that_is_not_a_seed_is_reported() {
        let folder = folder(&["project/seeds/UF/a.smt2"], SEEDS);
        let path = |name: &str| folder.path().join("project/seeds/UF").join(name);
        fs::create_dir(path("folder.smt2")).unwrap();
        // Emacs' lock.
        std::os::unix::fs::symlink("me@host.1", path(".#a.smt2")).unwrap();
        assert_eq!(cases(&config(folder.path())).unwrap().len(), 2);
        std::os::unix::fs::symlink("nowhere", path("b.smt2")).unwrap();
        std::os::unix::fs::symlink("/dev/null", path("c.smt2")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(path("d.smt2")).unwrap();
        let told = problems(&folder);
        for (line, what) in told.iter().zip([
            "UF/b.smt2 is a link that leads nowhere, which cannot be a seed; remove it, or narrow the pattern",
            "UF/c.smt2 is a FIFO, a socket or a device, which cannot be a seed; remove it, or narrow the pattern",
            "UF/d.smt2 is a FIFO, a socket or a device, which cannot be a seed; remove it, or narrow the pattern",
        ]) {
            assert!(line.contains("seeds[0].glob: ") && line.ends_with(what), "{line}");
        }
        assert_eq!(told.len(), 3, "{told:?}");
    }

    #[test]
    fn very_many_problems_are_counted() {
        let files: Vec<String> =
            (0..60).map(|number| format!("project/seeds/no logic/{number}.smt2")).collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let problems = problems(&folder(&files, SEEDS));
        assert_eq!((problems.len(), problems[50].as_str()), (51, "and 10 more"));
    }

    #[test]
    fn two_cases_must_not_share_a_folder_of_failures() {
        let files = ["project/seeds/UF/a__b.smt2", "project/seeds/UF/a/b.smt2"];
        let folder = folder(&files, "seeds: [{glob: \"seeds/**/*.smt2\", logic: UF}]");
        let problems = problems(&folder);
        assert_eq!(problems.len(), 2);
        assert_eq!(
            problems[0],
            "the failures of the cases `z3::UF::a/b::1` and `z3::UF::a__b::1` would share the folder \
             z3__UF__a__b__1; \
             rename one of the seeds or solvers"
        );
    }

    #[test]
    fn a_matrix_without_cases_says_why() {
        let rest = format!("{SEEDS}\nprofiles: {{p: {{solvers: bv}}}}");
        let folder = folder(
            &["project/seeds/UF/a.smt2", "project/seeds/LIA/a.smt2", "project/seeds/LIA/b.smt2"],
            &rest,
        );
        let expected = "the profile `p` has no case: none of its solvers (bv) supports a logic of its seeds (LIA, UF); \
                        extend `logics` of a solver, or `seeds`";
        assert_eq!(problems(&folder), [expected]);
    }

    #[test]
    fn a_missing_case_names_the_unknown_part() {
        let folder = folder(&["project/seeds/UF/a.smt2"], SEEDS);
        let config = config(folder.path());
        let missing = |name: &str| find(&config, &name.parse().unwrap()).unwrap_err().to_string();
        assert_eq!(
            missing("z3/don::UF::a::1"),
            "the profile `default` has no solver `z3/don`; did you mean `z3/dom`? \
             (known: z3, z3/dom, bv)"
        );
        assert!(missing("bv::UF::a::1").contains("the solver `bv` is not run on the logic `UF`"));
        assert!(
            missing("z3::UF::b::1")
                .starts_with("no seed of the logic `UF` is called `b`; a seed is a file that matches `/")
        );
        assert!(missing("z3::LIA::a::1").starts_with("no seed of the logic `LIA` is called `a`;"));
        assert!(missing("z3::UF::../UF/a::1").contains("no seed"));
    }

    /// A file in a folder whose name cannot be a logic is reported by a search of the pattern.
    #[test]
    fn a_case_is_found_without_walking_the_folders() {
        let folder = folder(&["project/seeds/UF/a.smt2", "project/seeds/no logic/b.smt2"], SEEDS);
        let config = config(folder.path());
        assert!(cases(&config).is_err());
        assert_eq!(find(&config, &"z3::UF::a::1".parse().unwrap()).unwrap().name.logic, "UF");
    }

    #[test]
    fn a_case_may_have_any_rng_seed() {
        let folder = folder(&["project/seeds/UF/a.smt2"], SEEDS);
        let case = find(&config(folder.path()), &"z3::UF::a::77".parse().unwrap()).unwrap();
        assert_eq!(case.name.rng_seed, 77);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// For all names of files and all patterns.
        #[test]
        fn each_case_is_found_by_its_name(
            files in prop::collection::btree_set("(QF_BV|UF|QF_BV/UF|x)/(QF_BV/|d/)?[ab:.]{0,2}[ab]\\.(smt2|smt)", 1..8),
            glob in prop::sample::select(vec![
                "seeds/*/*.smt2", "seeds/**/*.smt2", "seeds/**/*", "seeds/QF_BV/*.smt2", "seeds/*/[ab]*.s*", "../project/seeds/*/d/*",
                "seeds/QF_BV/a.smt2", "seeds/**/a.smt",
            ]),
            logic in prop::sample::select(vec!["", ", logic: QF_BV", ", logic: UF"]),
        ) {
            let files: Vec<String> = files.iter().map(|file| format!("project/seeds/{file}")).collect();
            let files: Vec<&str> = files.iter().map(String::as_str).collect();
            let folder = folder(&files, &format!("seeds: [{{glob: \"{glob}\"{logic}}}]\nprofiles: {{p: {{rng: 1..=2}}}}"));
            let config = config(folder.path());
            // A pattern may match nothing, and files that differ only in their extension share a name.
            for case in cases(&config).unwrap_or_default() {
                prop_assert_eq!(&find(&config, &case.name).unwrap(), &case);
                let name: CaseName = case.name.to_string().parse().unwrap();
                prop_assert_eq!(name, case.name);
            }
        }
    }
}
