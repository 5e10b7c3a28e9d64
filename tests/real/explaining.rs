//! `storm explain` on stored snapshots of releases that have the bug.

use std::path::Path;
use std::process::Command;

use libtest_mimic::Trial;

use super::matrix::{missing, solver, test};

pub fn tests() -> Vec<Trial> {
    vec![
        test("z3_reads_words_of_narrow_bit_vectors_wrongly", missing(&["z3-5.4.1"], &[]), || {
            let told =
                explained("z3-5.4.1", "z3__wrong-unsat__4a9de266", "z3: {argv: ['{solver}', '{file}']}");
            assert!(told.contains("width 1 may be 1 to 3, but not 4 to 9,"), "{told}");
        }),
        test("cvc5_rounds_the_smallest_format_wrongly", missing(&["cvc5-1.4.2"], &[]), || {
            let row = "cvc5: {argv: ['{solver}', --fp-exp, '{file}']}";
            let told = explained("cvc5-1.4.2", "cvc5__wrong-unsat__ca367d18", row);
            // With RTN, the script is unsatisfiable.
            assert!(told.contains("RTP may be RNE, RNA or RTZ\n"), "{told}");
            assert!(told.contains("format (2, 3) may not be (2, 4), (2, 5), "), "{told}");
        }),
    ]
}

/// Returns what `storm explain` prints for a stored snapshot.
fn explained(program: &str, name: &str, row: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("snapshots/{name}.snap"));
    let copy = folder.path().join(format!("{name}.snap"));
    std::fs::copy(stored, &copy).unwrap();
    let row = row.replace("{solver}", &solver(program).unwrap().display().to_string());
    let config = format!("version: 1\nsolvers:\n  {row}\nseeds: [{{glob: none/*}}]\n");
    std::fs::write(folder.path().join("solvers.yaml"), config).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_storm"));
    command.arg("explain").arg(copy).current_dir(folder.path()).env_remove("STORM_CONFIG");
    let output = command.env("STORM_OUTPUT", folder.path().join("out")).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}
