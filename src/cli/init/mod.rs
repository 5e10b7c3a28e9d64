//! `storm init`: smt-storm in the repository of a solver.

mod dependency;
mod error;
mod row;
mod seeds;
mod setup;
#[cfg(test)]
mod tests;
mod workflow;

use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};
use dependency::Dependency;
use setup::{Done, Request, init};
use smt_storm::suite::exit;

use super::EXIT_CODES;

/// Set smt-storm up in the repository of a solver.
///
/// Writes a solvers.yaml with the solver, a test target, seeds and a GitHub workflow. A
/// repository with a package in its Cargo.toml gets the test target there, any other a crate in the folder
/// `storm`. No file that is there is overwritten.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
#[command(group = ArgGroup::new("from").required(true).args(["git", "path", "registry"]))]
pub(super) struct Init {
    /// The solver's name; of z3, cvc5, cvc4, yices, boolector, mathsat, stp and bitwuzla, the
    /// arguments, logics and variants are known.
    #[arg(long, value_name = "NAME")]
    solver: String,
    /// The solver's executable, a path or a name; by default the name it usually has. A path in the repository is kept as it
    /// is seen from there; for one elsewhere, an environment variable stands.
    #[arg(long, value_name = "PROGRAM")]
    program: Option<String>,
    /// The commands that build it in CI, at the top of the repository; by default those of CMake, Meson, configure, cargo or
    /// make, whichever there is.
    #[arg(long, value_name = "COMMANDS")]
    build: Option<String>,
    /// Logics to have the seeds of; by default all that the solver supports.
    #[arg(long = "logic", value_name = "LOGIC", value_delimiter = ',')]
    logics: Vec<String>,
    /// The top folder of the repository.
    #[arg(long, value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// Take smt-storm from a git repository.
    #[arg(long, value_name = "URL")]
    git: Option<String>,
    /// The commit or tag of the git repository.
    #[arg(long, value_name = "REV", requires = "git")]
    rev: Option<String>,
    /// Take smt-storm from a folder on this machine.
    #[arg(long, value_name = "DIR")]
    path: Option<PathBuf>,
    /// Take smt-storm from cargo's registry.
    #[arg(long)]
    registry: bool,
}

impl Init {
    pub(super) fn run(self) -> Result<u8, String> {
        let dependency = match (self.git, self.path) {
            (Some(url), _) => Dependency::Git { url, rev: self.rev },
            (None, Some(path)) => Dependency::Path(path),
            (None, None) => Dependency::Registry,
        };
        let Init { folder, solver, program, build, logics, .. } = self;
        let request = Request { folder, solver, program, logics, build, dependency };
        let done = init(&request).map_err(|error| error.to_string())?;
        print(&request, &done);
        Ok(exit::SUCCESS)
    }
}

fn print(request: &Request, done: &Done) {
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).unwrap_or_default();
    let shown = |path: &Path| path.strip_prefix(&here).unwrap_or(path).display().to_string();
    // Seeds are many.
    let is_seed = |path: &&PathBuf| path.extension().is_some_and(|extension| extension == "smt2");
    let (seeds, files): (Vec<&PathBuf>, Vec<&PathBuf>) = done.written.iter().partition(is_seed);
    files.iter().for_each(|path| say!("wrote  {}", shown(path)));
    if !seeds.is_empty() {
        say!("wrote  {} seeds in {}", seeds.len(), shown(&done.package.join("seeds")));
    }
    done.left.iter().for_each(|path| say!("left   {}, which is as it was", shown(path)));
    if let Some(reason) = &done.no_workflow {
        say!("left   out the workflow: {reason}");
    }
    let manifest = done.package.join("Cargo.toml");
    if let Some((variable, path)) = &done.elsewhere {
        say!(
            "\nthe executable is not in the repository, so its path is not in solvers.yaml; on this machine:"
        );
        say!("  export {variable}={}", path.display());
    }
    let cargo = match done.package == here {
        true => "cargo test --release".to_owned(),
        false => format!("cargo test --release --manifest-path {}", shown(&manifest)),
    };
    say!("\nwhat the solver can really do:\n  {cargo} --test storm -- storm doctor {}", request.solver);
    say!("the tests:\n  {cargo} --test storm");
    let config = done.package.join("solvers.yaml");
    say!("\nthe same without cargo:");
    say!("  storm doctor {} --config {}", request.solver, shown(&config));
    say!("  storm test --config {}", shown(&config));
}
