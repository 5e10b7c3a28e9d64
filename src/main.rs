//! `storm`: the command line of smt-storm.

fn main() -> std::process::ExitCode {
    smt_storm::cli::main()
}
