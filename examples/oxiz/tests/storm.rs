//! The matrix of `solvers.yaml`, with OxiZ as a library.

fn main() -> std::process::ExitCode {
    smt_storm::harness::with(env!("CARGO_MANIFEST_DIR"), "OxiZ 0.3.4", |script, out| {
        oxiz_storm::answers(script).iter().try_for_each(|answer| writeln!(out, "{answer}"))
    })
}
