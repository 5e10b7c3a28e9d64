//! The test target `storm`: the matrix of `solvers.yaml`, one test for each case.

fn main() -> std::process::ExitCode {
    smt_storm::harness::main(env!("CARGO_MANIFEST_DIR"))
}
