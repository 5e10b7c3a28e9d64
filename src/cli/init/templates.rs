//! The files that `storm init` writes: a `solvers.yaml`, in which a known solver has the row of smt-storm's own file;
//! the manifest of the crate; the workflow, which calls smt-storm's workflows; and the first seeds.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::matrix::ConfigError;
use crate::matrix::names::{advice, is_name};
use crate::solver::releases::RELEASES;

/// An error that prevents setting up a repository.
#[derive(Debug, Error)]
pub(super) enum InitError {
    #[error(
        "smt-storm does not know the solver `{solver}`; name the logics that it supports, such as `--logic QF_LIA`"
    )]
    UnknownSolver { solver: String },
    #[error("`{solver}` is not a valid name for a solver; use letters, digits and `_.+-`")]
    Name { solver: String },
    #[error(
        "the program {program:?} has a character with a special meaning in solvers.yaml; use another path to it"
    )]
    Program { program: String },
    #[error(
        "smt-storm has no seed of `{logic}`{advice}; leave it out and add your own as seeds/{logic}/NAME.smt2"
    )]
    Logic { logic: String, advice: String },
    #[error("{}: {source}; give another folder as `--path`, the one that smt-storm's own Cargo.toml is in", path.display())]
    Path { path: PathBuf, source: io::Error },
    #[error("{}: {source}; give another `--folder`, or correct its permissions", path.display())]
    File { path: PathBuf, source: io::Error },
    /// The existing `solvers.yaml` is not usable.
    #[error(transparent)]
    Config(#[from] ConfigError),
}

impl InitError {
    pub(super) fn file(path: &Path, source: io::Error) -> InitError {
        InitError::File { path: path.to_owned(), source }
    }
}

/// The matrix of smt-storm itself.
const OURS: &str = include_str!("../../../solvers.yaml");

/// A row of smt-storm's own `solvers.yaml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The lines below its name.
    text: &'static str,
    /// The environment variable that names its program.
    variable: &'static str,
    /// The usual name of the program, the default of the variable.
    program: &'static str,
}

impl Row {
    /// Returns the row of this name, or of a solver with this program; `None` for an unknown solver.
    pub(super) fn find(solver: &str) -> Result<Option<Row>, InitError> {
        if !is_name(solver) {
            return Err(InitError::Name { solver: solver.to_owned() });
        }
        Ok(rows().find(|(name, row)| *name == solver || row.program == solver).map(|(_, row)| row))
    }

    fn with_program(self, program: &str) -> String {
        let places = |program: &str| {
            [format!("without one, `{program}`"), format!("${{{}:-{program}}}", self.variable)]
        };
        let pairs = places(self.program).into_iter().zip(places(program));
        pairs.fold(without_lists(self.text), |text, (ours, theirs)| text.replace(&ours, &theirs))
    }
}

/// Removes the variants that take their options from a file, together with their comments.
fn without_lists(text: &str) -> String {
    let mut blocks: Vec<Vec<&str>> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        let is_variant = line.len() - line.trim_start().len() <= 6;
        match blocks.last_mut() {
            Some(block) if goes_on || !is_variant => block.push(line),
            _ => blocks.push(vec![line]),
        }
        // A comment belongs to the lines after it.
        goes_on = is_variant && line.trim_start().starts_with('#');
    }
    let is_listed = |block: &Vec<&str>| block.iter().any(|line| line.trim() == "options: from-solver");
    let kept: Vec<&str> = blocks.into_iter().filter(|block| !is_listed(block)).flatten().collect();
    kept.join("\n")
}

/// Returns the rows whose program a variable names, each with its name.
fn rows() -> impl Iterator<Item = (&'static str, Row)> {
    let section = OURS.split_once("\nsolvers:\n").map_or("", |(_, after)| after);
    let section = section.split_once("\n# ").map_or(section, |(section, _)| section);
    let starts = section.match_indices("\n  ").map(|(at, _)| at + 1);
    let starts: Vec<usize> = starts.filter(|&at| !section[at + 2..].starts_with([' ', '#'])).collect();
    let ends: Vec<usize> = starts.iter().copied().skip(1).chain([section.len()]).collect();
    starts.into_iter().zip(ends).filter_map(move |(start, end)| {
        let (name, text) = section[start..end].split_once(":\n")?;
        let (_, argv) = text.split_once("argv: [\"${")?;
        let (variable, program) = argv.split_once('}')?.0.split_once(":-")?;
        Some((name.trim(), Row { text: text.trim_end(), variable, program }))
    })
}

/// What the sources of solvers are about, by the usual name of the program: paths of their repositories at the end of
/// 2026.
const FOCUS: [(&str, &str); 6] = [
    ("z3", include_str!("files/focus/z3.yaml")),
    ("cvc5", include_str!("files/focus/cvc5.yaml")),
    ("bitwuzla", include_str!("files/focus/bitwuzla.yaml")),
    ("yices-smt2", include_str!("files/focus/yices.yaml")),
    ("opensmt", include_str!("files/focus/opensmt.yaml")),
    ("stp", include_str!("files/focus/stp.yaml")),
];

/// Returns the key `focus` of a row, in lines that begin with a line break; empty for an unknown program.
fn focus(program: &str) -> String {
    let known = FOCUS.iter().find(|(name, _)| *name == program);
    let indented = |text: &str| text.lines().map(|line| format!("\n      {line}")).collect::<String>();
    known.map_or_else(String::new, |(_, topics)| {
        let what = "\n    # What the sources are about, for `storm test --diff`. A topic of files alone needs no test.";
        format!("{what}\n    focus:{}", indented(topics.trim_end()))
    })
}

/// Returns the text of `solvers.yaml`.
pub(super) fn configuration(
    row: Option<Row>,
    solver: &str,
    program: Option<&str>,
    logics: &[String],
) -> String {
    let lines = match row {
        Some(row) => row.with_program(program.unwrap_or(row.program)),
        None => include_str!("files/row.yaml")
            .trim_end()
            .replace("{variable}", &default_variable(solver))
            .replace("{program}", program.unwrap_or(solver))
            .replace("{logics}", &logics.join(", ")),
    };
    // The topics name options of the first row with this program.
    let program = row.map_or(solver, |row| row.program);
    let first = rows().find(|(_, row)| row.program == program);
    let is_first = solver == program || first.is_none_or(|(name, _)| name == solver);
    let lines = if is_first { lines + &focus(program) } else { lines };
    include_str!("files/solvers.yaml").replace("{row}", &lines).replace("{solver}", solver)
}

/// Returns the environment variable that names the program of a solver in its row.
pub(super) fn variable_of(row: Option<Row>, solver: &str) -> String {
    row.map_or_else(|| default_variable(solver), |row| row.variable.to_owned())
}

/// Returns the environment variable for the program of a solver without a known row.
fn default_variable(solver: &str) -> String {
    solver.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect()
}

/// The place where cargo finds this crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Dependency {
    /// A folder. It is written relative to the crate if it is in the same repository, otherwise as an absolute path,
    /// which is good for a trial only.
    Path(PathBuf),
    /// A git repository, at a branch, tag or commit if one is given.
    Git {
        /// Its address.
        url: String,
        /// The commit, tag or branch.
        rev: Option<String>,
    },
    /// Cargo's registry, with the version of this program.
    Registry,
}

impl Dependency {
    /// Returns the `Cargo.toml` of the crate in the repository `root`.
    pub(super) fn manifest(&self, root: &Path) -> Result<String, InitError> {
        // A JSON string is a valid TOML string.
        let text = |text: &str| serde_json::Value::from(text).to_string();
        let from = match self {
            Dependency::Path(path) => {
                let unreadable = |source| InitError::Path { path: path.clone(), source };
                let path = path.canonicalize().map_err(unreadable)?;
                let path = inside(&path, root).unwrap_or(path);
                format!("path = {}\n", text(&path.to_string_lossy()))
            }
            Dependency::Git { url, rev } => {
                let rev = rev.iter().map(|rev| format!("rev = {}\n", text(rev)));
                rev.fold(format!("git = {}\n", text(url)), |lines, rev| lines + &rev)
            }
            Dependency::Registry => format!("version = {}\n", text(env!("CARGO_PKG_VERSION"))),
        };
        Ok(include_str!("files/Cargo.toml").replace("{from}", from.trim_end()))
    }

    /// Returns the GitHub repository and the commit, tag or branch of the workflows to call, or why there are none.
    pub(super) fn on_github(&self) -> Result<(&str, &str), String> {
        const WHY: &str =
            "it would call smt-storm's workflows, which needs `--git` with a repository on GitHub";
        let Dependency::Git { url, rev } = self else { return Err(WHY.to_owned()) };
        let repository = repository(url).ok_or(WHY)?;
        let rev = rev.as_deref().unwrap_or("main");
        if !rev.split('/').all(is_plain) {
            return Err(format!("it cannot refer to the revision `{rev}`"));
        }
        Ok((repository, rev))
    }
}

/// Returns a path in the repository `root` relative to the crate; `None` for a path elsewhere.
pub(super) fn inside(path: &Path, root: &Path) -> Option<PathBuf> {
    Some(Path::new("..").join(path.strip_prefix(root).ok()?))
}

/// Returns `OWNER/NAME` of an address on GitHub.
fn repository(url: &str) -> Option<&str> {
    let path = ["https://github.com/", "ssh://git@github.com/", "git@github.com:"];
    let path = path.iter().find_map(|start| url.strip_prefix(start))?;
    let path = path.trim_end_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    let (owner, name) = path.split_once('/')?;
    (is_plain(owner) && is_plain(name)).then_some(path)
}

/// Returns whether YAML and GitHub take the text unquoted.
fn is_plain(part: &str) -> bool {
    !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
}

/// The folder of the crate, in the repository.
pub(super) const FOLDER: &str = "storm";

/// The build commands of a repository, by a file in its top folder.
const BUILDS: [(&str, &str); 6] = [
    ("CMakeLists.txt", "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel"),
    ("meson.build", "meson setup build --buildtype=release && meson compile -C build"),
    ("configure", "./configure && make -j4"),
    ("Cargo.toml", "cargo build --release"),
    ("Makefile", "make -j4"),
    ("makefile", "make -j4"),
];

/// The facts about a solver in its repository.
pub(super) struct SolverSource<'a> {
    /// Its name.
    pub name: &'a str,
    /// The path of the executable in the repository, if it is there.
    pub program: Option<&'a Path>,
    /// The commands that build it, if given.
    pub build: Option<&'a str>,
    /// Whether its rows say what its sources are about.
    pub has_focus: bool,
}

/// Returns the workflow, or why there is none; `root` is the top folder of the repository.
pub(super) fn workflow(from: &Dependency, solver: &SolverSource<'_>, root: &Path) -> Result<String, String> {
    let (repository, rev) = from.on_github()?;
    let [profile, minutes] = match solver.has_focus {
        true => ["hunt", "10"],
        false => ["${{ github.event_name == 'schedule' && 'hunt' || 'pr' }}", "20"],
    };
    let text = include_str!("files/soundness.yml").replace("{repository}", repository).replace("{rev}", rev);
    let text = text.replace("{profile}", profile).replace("{minutes}", minutes);
    let text = text.replace("{focus}", &solver.has_focus.to_string());
    Ok(text.replace("{folder}", FOLDER).replace("{solver}", &inputs(solver, root)?))
}

/// Returns the inputs that say where the solver comes from. Without them, a workflow would fail before testing
/// anything.
fn inputs(solver: &SolverSource<'_>, root: &Path) -> Result<String, String> {
    let SolverSource { name, program, build, .. } = solver;
    let known = BUILDS.iter().find(|(file, _)| root.join(file).is_file());
    let program = program.map(|path| path.to_string_lossy().into_owned()).filter(|path| is_plain_path(path));
    if let (Some(program), Some(build)) = (program, build.or(known.map(|(_, build)| *build))) {
        let build: String = build.lines().map(|line| format!("        {}\n", line.trim_end())).collect();
        return Ok(format!(
            "      # Built once for all jobs, which unpack what `keep` names in the same places.\n      build: |\n{build}      \
             keep: {program}\n      # Failures of a build of the base do not fail a pull request.\n      compare: {name}={program}\n"
        ));
    }
    let release = RELEASES.iter().find(|release| release.solver == *name || release.program == *name);
    match release.filter(|_| build.is_none()) {
        Some(release) => Ok(format!(
            "      # The newest release instead of a build; `build`, `keep` and `compare` would use one of this repository.\n      \
             setup: storm solvers install {} --into {FOLDER}/target/solvers\n",
            release.solver
        )),
        None => Err(
            "it would not know how to build the solver; give `--program build/SOLVER`, the executable in this \
             repository, and `--build 'COMMANDS'`, which make it"
                .to_owned(),
        ),
    }
}

/// Returns whether YAML takes a path unquoted.
fn is_plain_path(path: &str) -> bool {
    path.chars().all(|c| c.is_ascii_alphanumeric() || "/-_.+".contains(c))
}

/// The logic, name and text of each seed, sorted; `build.rs` lists them.
pub(super) const SEEDS: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/seeds.rs"));

/// Checks that there are seeds of a logic.
pub(super) fn check_logic(logic: &str) -> Result<(), InitError> {
    if SEEDS.iter().any(|(known, ..)| *known == logic) {
        return Ok(());
    }
    let mut logics: Vec<&str> = SEEDS.iter().map(|(logic, ..)| *logic).collect();
    logics.dedup();
    Err(InitError::Logic { logic: logic.to_owned(), advice: advice(logic, logics) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::{Config, Solver};

    #[test]
    fn every_row_of_ours_with_a_program_is_known() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("solvers.yaml");
        let ours = Config::load(&path, None).unwrap().all_solvers;
        let named = |row: &&Solver| {
            row.is_base() && row.command.written.first().is_some_and(|word| word.starts_with("${"))
        };
        assert!(rows().map(|(name, _)| name).eq(ours.iter().filter(named).map(|row| row.name.as_str())));
        assert_eq!(Row::find("yices-smt2").unwrap(), Row::find("yices").unwrap());
        assert_eq!(Row::find("yices").unwrap().unwrap().program, "yices-smt2");
        assert!(Row::find("opensmt").unwrap().is_none() && Row::find("a/b").is_err());
    }

    #[test]
    fn no_row_needs_a_file_that_is_not_written() {
        for (name, row) in rows() {
            let text = row.with_program("x");
            assert!(!text.lines().any(|line| line.trim() == "options: from-solver"), "{name}");
            assert!(!text.contains("experimental-options"), "{name}");
            let kept = text.lines().count();
            assert!(kept + 8 > row.text.lines().count() && row.text.lines().count() >= kept, "{name}");
        }
        let z3 = Row::find("z3").unwrap().unwrap().with_program("x");
        assert!(z3.contains("experimental-sat-smt") && z3.contains("  engines:"));
        assert!(z3.contains("${Z3:-x} is the environment variable Z3 or, without one, `x`:"), "{z3}");
    }

    /// The rows that are written for a solver.
    fn rows_for(solver: &str) -> Vec<Solver> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("solvers.yaml");
        let row = Row::find(solver).unwrap();
        std::fs::write(&path, configuration(row, solver, None, &["QF_LRA".to_owned()])).unwrap();
        Config::load(&path, None).unwrap().all_solvers
    }

    #[test]
    fn what_the_sources_of_a_solver_are_about_is_known_and_is_there() {
        for (program, topics) in FOCUS {
            let solver = program.trim_end_matches("-smt2");
            // Loading checks patterns, and the names of logics and operators.
            let rows = rows_for(solver);
            let focus = &rows[0].focus;
            assert_eq!(
                focus.len(),
                topics.lines().filter(|line| !line.starts_with(' ')).count(),
                "{program}"
            );
            assert!(rows.iter().all(|row| row.focus == *focus), "{program}");
            let groups: Vec<&str> =
                rows.iter().flat_map(|row| &row.form.options).map(|group| group.name.as_str()).collect();
            for topic in focus {
                assert_eq!(topic.needs_test(), topic.name != "untested", "{program}: {}", topic.name);
                let seeds = SEEDS.iter().map(|(logic, ..)| *logic);
                let logics =
                    topic.logics.iter().flat_map(|logics| seeds.clone().filter(|one| logics.contains(one)));
                assert!(
                    topic.logics.is_none() || logics.count() > 0,
                    "{program}: no seed for {}",
                    topic.name
                );
                for group in &topic.options {
                    assert!(groups.contains(&group.as_str()), "{program}: {}: {group}", topic.name);
                }
            }
            assert!(focus.iter().any(|topic| topic.covers(".github/workflows/ci.yml")), "{program}");
        }
        assert_eq!(focus("mine"), "");
        let files = [
            ("z3", "src/ast/rewriter/bv_rewriter.cpp", "bit-vectors"),
            ("z3", "src/smt/seq_regex.cpp", "strings"),
            ("cvc5", "src/theory/arith/nl/pow2_solver.cpp", "products"),
            ("bitwuzla", "src/solver/fp/word_blaster.cpp", "floats"),
            ("yices-smt2", "src/solvers/floyd_warshall/idl_floyd_warshall.c", "differences"),
            ("opensmt", "src/tsolvers/lasolver/Simplex.cc", "arithmetic"),
            ("stp", "lib/FloatBlaster/FloatBlast.cpp", "floats"),
        ];
        for (program, file, topic) in files {
            let rows = rows_for(program);
            let about =
                rows[0].focus.iter().find(|known| known.covers(file)).map(|known| known.name.as_str());
            assert_eq!(about, Some(topic), "{program}: {file}");
        }
    }

    #[test]
    fn a_row_takes_another_program_everywhere() {
        let text = Row::find("cvc5").unwrap().unwrap().with_program("../build/bin/cvc5");
        assert_eq!(text.matches("${CVC5:-../build/bin/cvc5}").count(), 3, "{text}");
        assert!(!text.contains(":-cvc5}") && text.contains("incremental:"), "{text}");
    }

    #[test]
    fn the_repository_follows_from_its_address() {
        for url in ["https://github.com/a/b.c", "https://github.com/a/b.c.git", "git@github.com:a/b.c.git"] {
            assert_eq!(repository(url), Some("a/b.c"), "{url}");
        }
        for url in ["https://example.org/a/b", "https://github.com/a", "https://github.com/a/b/c", "a/b"] {
            assert_eq!(repository(url), None, "{url}");
        }
    }

    #[test]
    fn a_workflow_needs_plain_names() {
        let git = |rev: &str| {
            let url = "https://github.com/a/b".to_owned();
            Dependency::Git { url, rev: Some(rev.to_owned()) }
        };
        assert_eq!(git("release/1.0").on_github(), Ok(("a/b", "release/1.0")));
        assert!(git("a\nb").on_github().is_err() && git("").on_github().is_err());
        assert!(Dependency::Registry.on_github().is_err());
    }

    #[test]
    fn the_lines_are_what_cargo_reads() {
        let git = |rev: Option<&str>| Dependency::Git { url: "u".into(), rev: rev.map(str::to_owned) };
        let lines = |from: Dependency, root: &Path| from.manifest(root);
        let start = "[dev-dependencies.smt-storm]\n";
        let is = |from, here: &Path, expected: &str| {
            let lines = lines(from, here).unwrap();
            let (_, end) = lines.split_once(start).unwrap();
            assert!(end.starts_with(&format!("{expected}\n\n[[test]]")), "{lines}");
        };
        let here = Path::new("/");
        is(git(None), here, "git = \"u\"");
        is(git(Some("v1")), here, "git = \"u\"\nrev = \"v1\"");
        is(Dependency::Registry, here, &format!("version = {:?}", env!("CARGO_PKG_VERSION")));
        let missing = lines(Dependency::Path("/no/such/folder".into()), here).unwrap_err().to_string();
        assert!(missing.contains("/no/such/folder") && missing.contains("`--path`"), "{missing}");
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        let path = root.join("vendor/smt-storm");
        std::fs::create_dir_all(&path).unwrap();
        is(Dependency::Path(path.clone()), &root, "path = \"../vendor/smt-storm\"");
        is(
            Dependency::Path(path.clone()),
            &root.join("solver"),
            &format!("path = {:?}", path.display().to_string()),
        );
    }
}
