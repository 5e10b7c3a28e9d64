//! The command that a red test names to see its failure again.

use std::process::{Command, Stdio};

use crate::project::{Project, Ran};

/// The words of a command line, as a shell reads them.
pub fn words(command: &str) -> Vec<String> {
    let script = format!("printf '%s\\n' {command}");
    let ran = Ran::of(Command::new("/bin/sh").arg("-c").arg(script));
    ran.stdout.lines().map(str::to_owned).collect()
}

/// What a red test says reproduces it: the arguments of `storm`.
pub fn arguments(ran: &Ran) -> Vec<String> {
    let words = words(ran.line("reproduce"));
    let start = words.windows(2).position(|words| words == ["--", "storm"]).unwrap();
    words[start + 2..].to_vec()
}

/// Runs `storm` on a project.
pub fn storm(project: &Project, arguments: &[String]) -> Ran {
    Ran::of(&mut command(project, arguments))
}

/// `storm` on a project, about to be run.
pub fn command(project: &Project, arguments: &[String]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_storm"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env("STORM_CONFIG", project.path("solvers.yaml")).env("STORM_OUTPUT", project.path("output"));
    command
}
