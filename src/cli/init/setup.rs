//! Start in another repository: a matrix, a test target, first seeds and a workflow, each only where there is none.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::dependency::Dependency;
use super::error::InitError;
use super::row::Row;
use super::{manifest, row, seeds};

use crate::matrix;
use crate::matrix::Config;

/// The folder of a crate of its own, where the repository is none.
pub(super) const FOLDER: &str = "storm";

/// What is asked for.
#[derive(Clone, Debug)]
pub(super) struct Request {
    /// The top folder of the repository.
    pub folder: PathBuf,
    /// The solver's name, which is that of its row.
    pub solver: String,
    /// Its executable, a path or a name to be looked up in PATH; none is the name that it usually has.
    pub program: Option<String>,
    /// The logics of the first seeds; empty takes all that the solver supports and that there are seeds for.
    pub logics: Vec<String>,
    /// Where the crate comes from.
    pub dependency: Dependency,
}

/// What was written.
#[derive(Debug, Default)]
pub(super) struct Done {
    /// Folder of the crate that has the test target.
    pub package: PathBuf,
    /// The files that were written or, for a manifest, changed.
    pub written: Vec<PathBuf>,
    /// The files that were there and are as they were.
    pub left: Vec<PathBuf>,
    /// Why there is no workflow, if there is none.
    pub no_workflow: Option<String>,
}

/// Writes what is missing. No file is overwritten; a manifest only gets what it lacks.
///
/// # Errors
/// The solver is unknown and no logic is named, there is no seed of a logic, a manifest is malformed, or a file cannot
/// be written.
pub(super) fn init(request: &Request) -> Result<Done, InitError> {
    let root = request.folder.canonicalize().map_err(|source| InitError::file(&request.folder, source))?;
    let row = Row::find(&request.solver)?;
    if row.is_none() && request.logics.is_empty() {
        return Err(InitError::UnknownSolver { solver: request.solver.clone() });
    }
    if let Some(program) = request.program.as_ref().filter(|text| text.contains(['"', '\\', '$', '{', '}'])) {
        return Err(InitError::Program { program: program.clone() });
    }
    let asked = request.logics.iter().map(|logic| seeds::find(logic)).collect::<Result<Vec<_>, _>>()?;
    let own = manifest::is_package(&root.join("Cargo.toml"))?;
    let package = if own { root.clone() } else { root.join(FOLDER) };
    let line = request.dependency.line()?;
    let mut done = Done { package: package.clone(), ..Done::default() };

    if own {
        let path = package.join("Cargo.toml");
        match manifest::with_target(&path, &line)? {
            Some(text) => {
                crate::process::workspace::write_atomically(&path, &text)
                    .map_err(|source| InitError::file(&path, source))?;
                done.written.push(path);
            }
            None => done.left.push(path),
        }
    } else {
        done.write(package.join("Cargo.toml"), &manifest::new(&line))?;
        done.write(package.join(".gitignore"), include_str!("files/gitignore"))?;
    }
    done.write(package.join("tests/storm.rs"), include_str!("files/storm.rs"))?;
    done.write(package.join("solvers.schema.json"), &matrix::schema_text())?;
    let program = request.program.as_deref().map(|program| relative(program, &root, own));
    let solvers = row::configuration(row, &request.solver, program.as_deref(), &request.logics);
    done.write(package.join("solvers.yaml"), &solvers)?;
    let seeds = if asked.is_empty() { supported(&package.join("solvers.yaml"), request)? } else { asked };
    for seed in seeds {
        let path = package.join("seeds").join(seed.logic).join(format!("{}.smt2", seed.name));
        done.write(path, seed.text)?;
    }
    match request.dependency.workflow(own) {
        Ok(text) => done.write(root.join(".github/workflows/soundness.yml"), &text)?,
        Err(reason) => done.no_workflow = Some(reason),
    }
    Ok(done)
}

impl Done {
    fn write(&mut self, path: PathBuf, text: &str) -> Result<(), InitError> {
        let failed = |source| InitError::file(&path, source);
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).map_err(failed)?;
        // A link is not followed either: whatever has this name is left alone.
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => file.write_all(text.as_bytes()).map_err(failed)?,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                self.left.push(path);
                return Ok(());
            }
            Err(error) => return Err(failed(error)),
        }
        self.written.push(path);
        Ok(())
    }
}

/// A program as `solvers.yaml` has it: a path is relative to the folder of that file if it is in the repository, and
/// absolute otherwise.
fn relative(program: &str, root: &Path, own: bool) -> String {
    if !program.contains('/') {
        return program.to_owned();
    }
    let path = std::path::absolute(program).unwrap_or_else(|_| PathBuf::from(program));
    // The executable may not be built yet; its folder tells what links there are on the way.
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    let path = folder.zip(path.file_name()).map_or(path.clone(), |(folder, name)| folder.join(name));
    let up = if own { "." } else { ".." };
    let inside = path.strip_prefix(root).ok().map(|path| Path::new(up).join(path));
    inside.unwrap_or(path).to_string_lossy().into_owned()
}

/// The seeds of the logics that the solver's row has.
fn supported(path: &Path, request: &Request) -> Result<Vec<seeds::Seed>, InitError> {
    let config = Config::load(path, None)?;
    let rows = config.all_solvers.iter().filter(|row| row.name == request.solver);
    let logics = |logic: &str| rows.clone().any(|row| row.logics.contains(logic));
    Ok(seeds::SEEDS.iter().copied().filter(|seed| logics(seed.logic)).collect())
}
