//! `storm init`: sets smt-storm up in the repository of a solver.

mod templates;
#[cfg(test)]
mod tests;

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};
use smt_storm::suite::exit;

use super::print::{EXIT_CODES, Failed};
use crate::matrix::{self, Config, Solver};
use templates::{
    Dependency, FOLDER, InitError, Row, SEEDS, SolverSource, check_logic, configuration, inside, variable_of,
    workflow,
};

/// Set smt-storm up in the repository of a solver.
///
/// Writes a solvers.yaml with the solver, a crate with a test target, and seeds to the folder `storm`, and a GitHub
/// workflow. Overwrites no file.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXIT_CODES)]
#[command(group = ArgGroup::new("from").required(true).args(["git", "path", "registry"]))]
pub(super) struct Init {
    /// Name of the solver. The arguments, logics and variants of z3, cvc5, cvc4, yices, boolector, mathsat, stp and
    /// bitwuzla are known.
    #[arg(long, value_name = "NAME")]
    solver: String,
    /// Executable of the solver, a path or a name [default: its usual name]. solvers.yaml refers to a path in the
    /// repository relatively, and to any other path by an environment variable.
    #[arg(long, value_name = "PROGRAM")]
    program: Option<String>,
    /// Commands that build the solver in CI, in the top folder of the repository [default: those of CMake, Meson,
    /// configure, cargo or make, whichever it uses].
    #[arg(long, value_name = "COMMANDS")]
    build: Option<String>,
    /// Logics to copy seeds of [default: all that the solver supports].
    #[arg(long = "logic", value_name = "LOGIC", value_delimiter = ',')]
    logics: Vec<String>,
    /// Top folder of the repository.
    #[arg(long, value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// Depend on smt-storm in a git repository.
    #[arg(long, value_name = "URL")]
    git: Option<String>,
    /// Commit or tag of the git repository.
    #[arg(long, value_name = "REV", requires = "git")]
    rev: Option<String>,
    /// Depend on smt-storm in a folder on this machine.
    #[arg(long, value_name = "DIR")]
    path: Option<PathBuf>,
    /// Depend on smt-storm in cargo's registry.
    #[arg(long)]
    registry: bool,
}

impl Init {
    pub(super) fn run(self) -> Result<u8, Failed> {
        let done = init(&self)?;
        print(&self.solver, &done);
        Ok(exit::SUCCESS)
    }

    /// Returns where cargo finds this crate.
    fn dependency(&self) -> Dependency {
        match (&self.git, &self.path) {
            (Some(url), _) => Dependency::Git { url: url.clone(), rev: self.rev.clone() },
            (None, Some(path)) => Dependency::Path(path.clone()),
            (None, None) => Dependency::Registry,
        }
    }
}

fn print(solver: &str, done: &Done) {
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).unwrap_or_default();
    let shown = |path: &Path| path.strip_prefix(&here).unwrap_or(path).display().to_string();
    // Do not list the seeds: there are many.
    let is_seed = |path: &&PathBuf| path.extension().is_some_and(|extension| extension == "smt2");
    let (seeds, files): (Vec<&PathBuf>, Vec<&PathBuf>) = done.written.iter().partition(is_seed);
    files.iter().for_each(|path| say!("wrote  {}", shown(path)));
    if !seeds.is_empty() {
        say!("wrote  {} seeds in {}", seeds.len(), shown(&done.package.join("seeds")));
    }
    done.left.iter().for_each(|path| say!("kept   {}, unchanged", shown(path)));
    if let Some(reason) = &done.no_workflow {
        say!("no workflow: {reason}");
    }
    if let Some((variable, path)) = &done.elsewhere {
        say!(
            "\nthe executable is outside the repository, so solvers.yaml does not have its path; on this machine, set"
        );
        say!("  export {variable}={}", path.display());
    }
    let cargo = format!("cargo test --release --manifest-path {}", shown(&done.package.join("Cargo.toml")));
    say!("\ncheck what the solver can do:\n  {cargo} --test storm -- storm doctor {solver}");
    say!("the tests:\n  {cargo} --test storm");
    let config = done.package.join("solvers.yaml");
    let option = match Config::path_in(Path::new("")) == Path::new(&shown(&config)) {
        true => String::new(),
        false => format!(" --config {}", shown(&config)),
    };
    say!("\nthe same without cargo:");
    say!("  storm doctor {solver}{option}");
    say!("  storm test{option}");
}

/// The result of setting up a repository.
#[derive(Debug, Default)]
struct Done {
    /// Folder of the crate with the test target.
    package: PathBuf,
    /// The files that were written.
    written: Vec<PathBuf>,
    /// The files that existed and stay unchanged.
    left: Vec<PathBuf>,
    /// Why no workflow was written, if so.
    no_workflow: Option<String>,
    /// The variable that has to name an executable outside the repository, and its path on this machine.
    elsewhere: Option<(String, PathBuf)>,
}

/// Writes the missing files. Overwrites none.
///
/// # Errors
/// The solver is unknown and no logic is given, there is no seed of a logic, or a file cannot be read or written.
fn init(request: &Init) -> Result<Done, InitError> {
    let root = request.folder.canonicalize().map_err(|source| InitError::file(&request.folder, source))?;
    let row = Row::find(&request.solver)?;
    if row.is_none() && request.logics.is_empty() {
        return Err(InitError::UnknownSolver { solver: request.solver.clone() });
    }
    if let Some(program) = request.program.as_ref().filter(|text| text.contains(['"', '\\', '$', '{', '}'])) {
        return Err(InitError::Program { program: program.clone() });
    }
    request.logics.iter().try_for_each(|logic| check_logic(logic))?;
    let package = root.join(FOLDER);
    let dependency = request.dependency();
    let manifest = dependency.manifest(&root)?;
    let mut done = Done { package: package.clone(), ..Done::default() };
    done.write(package.join("Cargo.toml"), &manifest)?;
    done.write(package.join(".gitignore"), include_str!("files/gitignore"))?;
    done.write(package.join("tests/storm.rs"), include_str!("files/storm.rs"))?;
    done.write(package.join("solvers.schema.json"), &matrix::schema_text())?;
    let path = request.program.as_deref().filter(|program| program.contains('/')).map(absolute);
    let program = match &path {
        // An executable outside the repository has another path on every machine.
        Some(path) => inside(path, &root).map(|path| path.to_string_lossy().into_owned()),
        None => request.program.clone(),
    };
    if let (Some(path), None) = (&request.program, &program) {
        let path = std::path::absolute(path).unwrap_or_else(|_| PathBuf::from(path));
        done.elsewhere = Some((variable_of(row, &request.solver), path));
    }
    let solvers = configuration(row, &request.solver, program.as_deref(), &request.logics);
    let file = package.join("solvers.yaml");
    done.write(file.clone(), &solvers)?;
    let rows = match Config::load(&file, None) {
        Ok(config) => config.all_solvers,
        // The user's own file is needed only to know the logics.
        Err(_) if !request.logics.is_empty() && done.left.contains(&file) => Vec::new(),
        Err(error) => return Err(error.into()),
    };
    let supported = supported(&rows, request);
    for (logic, name, text) in SEEDS.iter().filter(|(logic, ..)| supported(logic)) {
        done.write(package.join("seeds").join(logic).join(format!("{name}.smt2")), text)?;
    }
    let program = path.as_deref().and_then(|path| path.strip_prefix(&root).ok());
    let has_focus = rows.iter().any(|row| !row.focus.is_empty());
    let solver = SolverSource { name: &request.solver, program, build: request.build.as_deref(), has_focus };
    match workflow(&dependency, &solver, &root) {
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
        // Do not follow a link of this name either.
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

/// Returns the absolute path of a program that may not be built yet, with the links of the existing folders resolved.
fn absolute(program: &str) -> PathBuf {
    let path = std::path::absolute(program).unwrap_or_else(|_| PathBuf::from(program));
    let there = path.ancestors().skip(1).find_map(|folder| Some((folder, folder.canonicalize().ok()?)));
    let real = there.and_then(|(folder, real)| Some(real.join(path.strip_prefix(folder).ok()?)));
    real.unwrap_or(path)
}

/// Returns a filter for the requested logics or, without any, for those of the solver's rows.
fn supported<'a>(rows: &'a [Solver], request: &'a Init) -> impl Fn(&str) -> bool + 'a {
    let rows = rows.iter().filter(|row| request.logics.is_empty() && row.name == request.solver);
    let rows: Vec<&Solver> = rows.collect();
    move |logic| {
        request.logics.iter().any(|name| name == logic) || rows.iter().any(|row| row.logics.contains(logic))
    }
}
