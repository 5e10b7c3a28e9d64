//! Start in another repository: a matrix, a test target, first seeds and a workflow, each only where there is none.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::dependency::{Dependency, has_target, inside, is_package};
use super::error::InitError;
use super::row::Row;
use super::workflow::{self, FOLDER};
use super::{row, seeds};
use crate::matrix;
use crate::matrix::Config;
use crate::process::workspace::write_atomically;

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
    /// The commands that build it; none are those of the build system that is found.
    pub build: Option<String>,
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
    /// The variable that has to name the executable, for that is not in the repository, and its path on this machine.
    pub elsewhere: Option<(String, PathBuf)>,
}

/// Writes what is missing. No file is overwritten; a manifest only gets the target at its end, if it does not mention
/// smt-storm.
///
/// # Errors
/// The solver is unknown and no logic is named, there is no seed of a logic, or a file cannot be read or written.
pub(super) fn init(request: &Request) -> Result<Done, InitError> {
    let root = request.folder.canonicalize().map_err(|source| InitError::file(&request.folder, source))?;
    let row = Row::find(&request.solver)?;
    if row.is_none() && request.logics.is_empty() {
        return Err(InitError::UnknownSolver { solver: request.solver.clone() });
    }
    if let Some(program) = request.program.as_ref().filter(|text| text.contains(['"', '\\', '$', '{', '}'])) {
        return Err(InitError::Program { program: program.clone() });
    }
    request.logics.iter().try_for_each(|logic| seeds::check(logic))?;
    let path = root.join("Cargo.toml");
    let manifest = match std::fs::read_to_string(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        text => text.map_err(|source| InitError::file(&path, source))?,
    };
    let own = is_package(&manifest);
    let package = if own { root.clone() } else { root.join(FOLDER) };
    let lines = request.dependency.manifest_lines(&root, &package)?;
    let mut done = Done { package: package.clone(), ..Done::default() };

    if own && has_target(&manifest) {
        done.left.push(path);
    } else if own {
        let text = format!("{}\n\n{lines}", manifest.trim_end());
        write_atomically(&path, &text).map_err(|source| InitError::file(&path, source))?;
        done.written.push(path);
    } else {
        done.write(package.join("Cargo.toml"), &(include_str!("files/Cargo.toml").to_owned() + &lines))?;
        done.write(package.join(".gitignore"), include_str!("files/gitignore"))?;
    }
    done.write(package.join("tests/storm.rs"), include_str!("files/storm.rs"))?;
    done.write(package.join("solvers.schema.json"), &matrix::schema_text())?;
    let path = request.program.as_deref().filter(|program| program.contains('/')).map(absolute);
    let program = match &path {
        // What is not in the repository has another path on every machine.
        Some(path) => inside(path, &root, &package).map(|path| path.to_string_lossy().into_owned()),
        None => request.program.clone(),
    };
    if let (Some(path), None) = (&request.program, &program) {
        let path = std::path::absolute(path).unwrap_or_else(|_| PathBuf::from(path));
        done.elsewhere = Some((row::variable_of(row, &request.solver), path));
    }
    let solvers = row::configuration(row, &request.solver, program.as_deref(), &request.logics);
    done.write(package.join("solvers.yaml"), &solvers)?;
    let supported = supported(&package.join("solvers.yaml"), request)?;
    for (logic, name, text) in seeds::SEEDS.iter().filter(|(logic, ..)| supported(logic)) {
        done.write(package.join("seeds").join(logic).join(format!("{name}.smt2")), text)?;
    }
    let program = path.as_deref().and_then(|path| path.strip_prefix(&root).ok());
    let solver = workflow::Solver { name: &request.solver, program, build: request.build.as_deref() };
    match workflow::text(&request.dependency, &solver, &root, own) {
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

/// The path of a program that may not be built yet; the folders that are there tell what links there are on the way.
fn absolute(program: &str) -> PathBuf {
    let path = std::path::absolute(program).unwrap_or_else(|_| PathBuf::from(program));
    let there = path.ancestors().skip(1).find_map(|folder| Some((folder, folder.canonicalize().ok()?)));
    let real = there.and_then(|(folder, real)| Some(real.join(path.strip_prefix(folder).ok()?)));
    real.unwrap_or(path)
}

/// The logics that are asked for or, without any, those that the solver's rows have.
fn supported(path: &Path, request: &Request) -> Result<impl Fn(&str) -> bool + use<>, InitError> {
    let asked = request.logics.clone();
    let rows = if asked.is_empty() { Config::load(path, None)?.all_solvers } else { Vec::new() };
    let rows: Vec<_> = rows.into_iter().filter(|row| row.name == request.solver).collect();
    Ok(move |logic: &str| {
        asked.iter().any(|name| name == logic) || rows.iter().any(|row| row.logics.contains(logic))
    })
}
