//! The workflow of a repository on GitHub: one that calls smt-storm's, with how the solver gets there.

use std::path::Path;

use super::dependency::Dependency;
use crate::solver::releases::RELEASES;

/// The folder of a crate of its own, where the repository is none.
pub(super) const FOLDER: &str = "storm";

/// How a repository is built, by a file at its top.
const BUILDS: [(&str, &str); 6] = [
    ("CMakeLists.txt", "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel"),
    ("meson.build", "meson setup build --buildtype=release && meson compile -C build"),
    ("configure", "./configure && make -j4"),
    ("Cargo.toml", "cargo build --release"),
    ("Makefile", "make -j4"),
    ("makefile", "make -j4"),
];

/// What is known of the solver in its repository.
pub(super) struct Solver<'a> {
    /// Its name.
    pub name: &'a str,
    /// The executable as a path in the repository, if it is one.
    pub program: Option<&'a Path>,
    /// The commands that build it, if they were given.
    pub build: Option<&'a str>,
}

/// The workflow, or why there is none. `own` says that the repository is a crate itself, `root` is its top folder.
pub(super) fn text(from: &Dependency, solver: &Solver<'_>, root: &Path, own: bool) -> Result<String, String> {
    let (repository, rev) = from.on_github()?;
    let folder = if own { String::new() } else { format!("{FOLDER}/") };
    let solver = lines(solver, root, &folder)?;
    let text = include_str!("files/soundness.yml").replace("{repository}", repository).replace("{rev}", rev);
    Ok(text.replace("{folder}", &folder).replace("{solver}", &solver))
}

/// The inputs that say where the solver comes from. A workflow without them would be red before anything was tested.
fn lines(solver: &Solver<'_>, root: &Path, folder: &str) -> Result<String, String> {
    let Solver { name, program, build } = solver;
    let known = BUILDS.iter().find(|(file, _)| root.join(file).is_file());
    let program = program.map(|path| path.to_string_lossy().into_owned()).filter(|path| is_plain(path));
    if let (Some(program), Some(build)) = (program, build.or(known.map(|(_, build)| *build))) {
        let build: String = build.lines().map(|line| format!("        {}\n", line.trim_end())).collect();
        return Ok(format!(
            "      # Built once for all jobs; what is kept of it is unpacked to where it was.\n      build: |\n{build}      \
             keep: {program}\n      # What a build of the base shows too is not red in a pull request.\n      compare: {name}={program}\n"
        ));
    }
    let release = RELEASES.iter().find(|release| release.solver == *name || release.program == *name);
    match release.filter(|_| build.is_none()) {
        Some(release) => Ok(format!(
            "      # The newest release, in place of a build: `build`, `keep` and `compare` take one of this repository.\n      \
             setup: storm solvers install {} --into {folder}target/solvers\n",
            release.solver
        )),
        None => Err(
            "it would not know how the solver is built: `--program build/SOLVER` is the executable in this repository, \
             `--build 'COMMANDS'` makes it"
                .to_owned(),
        ),
    }
}

/// Whether YAML takes a path as it stands.
fn is_plain(path: &str) -> bool {
    path.chars().all(|c| c.is_ascii_alphanumeric() || "/-_.+".contains(c))
}
