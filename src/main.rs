//! `storm`: the command line of smt-storm.

mod cli;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    if let Some(code) = smt_storm::child::dispatch() {
        return code;
    }
    cli::Arguments::parse().run()
}
