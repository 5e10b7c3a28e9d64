//! `storm`: the command line of smt-storm.

/// Generating formulas allocates many small objects, which mimalloc does in less time than the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    smt_storm::cli::main()
}
