//! A whole run in one function of the library, without the test suite around it.

use smt_storm::matrix::Config;
use smt_storm::process::workspace::Workspace;
use smt_storm::reduce::minimise::Minimised;
use smt_storm::smtlib::Problem;
use smt_storm::smtlib::instance::Kind;
#[cfg(feature = "z3")]
use smt_storm::witness::z3;
use smt_storm::{NoVerdict, find_bug, matrix};

use crate::project::Project;

crate::tests! {
    whole_run: a_sound_solver_has_no_bug, a_wrong_unsat_becomes_a_small_script, a_seed_without_use_is_an_error
}

/// What the one case of a project comes to.
fn found(project: &Project) -> Result<Option<Minimised>, NoVerdict> {
    let config = Config::load(&project.path("solvers.yaml"), None).unwrap();
    let workspace = Workspace::open(&project.path("output")).unwrap();
    find_bug(&matrix::cases(&config).unwrap()[0], &config, &workspace)
}

fn a_sound_solver_has_no_bug() {
    let project = Project::playing(&[]);
    project.write_rows("  built-in:\n    built_in: true\n");
    assert!(found(&project).unwrap().is_none());
}

/// One that is wrong about sums.
fn a_wrong_unsat_becomes_a_small_script() {
    let Minimised { instance, definitions, .. } =
        found(&Project::playing(&["wrong-for", "(+ "])).unwrap().unwrap();
    assert!(instance.assertions().count() == 1 && instance.text.len() < 100, "{}", instance.text);
    assert!(instance.text.contains("(+ "), "{}", instance.text);
    // The certificate holds: what is asserted is true under the definitions, which are all that is declared.
    let declared = instance.commands.iter().filter(|command| command.kind == Kind::Declaration).count();
    assert_eq!(definitions.lines().count(), declared);
    let certificate = definitions + &instance.assertions().collect::<String>();
    assert!(Problem::read(certificate.as_str()).is_ok(), "{certificate}");
    #[cfg(feature = "z3")]
    assert_eq!(z3::fresh(|| z3::truths(&certificate)).unwrap().unwrap(), [Some(true)], "{certificate}");
}

fn a_seed_without_use_is_an_error() {
    let project = Project::playing(&["say", "sat\n", "0"]);
    project.write("seeds/QF_LIA/small.smt2", "(assert");
    let error = found(&project).unwrap_err();
    assert!(matches!(&error, NoVerdict::Seed(_)) && error.to_string().contains("small.smt2"), "{error}");
}
