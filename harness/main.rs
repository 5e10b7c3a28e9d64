//! The test target `storm`: the matrix of `solvers.yaml`, one test for each case.

/// Generating formulas allocates many small objects, which mimalloc does in less time than the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    smt_storm::harness::main(env!("CARGO_MANIFEST_DIR"))
}
