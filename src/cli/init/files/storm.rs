//! The matrix of `solvers.yaml` as tests: `cargo test --release --test storm`.

fn main() -> std::process::ExitCode {
    smt_storm::harness::main(env!("CARGO_MANIFEST_DIR"))
}
