//! The minimisers, and what solvers without the bug say of what they leave.

use smt_storm::matrix::Solver;
use smt_storm::process::count_processors;
use smt_storm::process::workspace::Workspace;
use smt_storm::reduce::minimise::{Budget, Minimised, Origin, Tools, minimise};
use smt_storm::reduce::reproduce::reproduces;
use smt_storm::smtlib::instance::Instance;
use smt_storm::solver::runner::Runner;
use smt_storm::witness::Evaluator;

use super::bounds::Rounds;
use super::bugs::Failing;

/// The minimisers, by their names in the table.
pub const NONE: &str = "none";
pub const BOUNDS: &str = "bounds";
pub const CERTIFIED: &str = "certified";
pub const DDSMT: &str = "ddSMT";

/// The smallest instance that a minimiser finds.
pub fn minimised(
    minimiser: &str,
    failing: &Failing,
    row: &Solver,
    budget: Budget,
    workspace: &Workspace,
) -> Minimised {
    let Failing { pools, instance, judged, .. } = failing;
    let fails = reproduces(row, &judged.verdict, judged.run.time, workspace);
    let jobs = count_processors().get();
    let origin = Origin { instance, witnesses: std::slice::from_ref(&pools.initial.witness) };
    let (grade, evaluator) = (pools.initial.grade, Evaluator::in_child(workspace.temporary()));
    let fails_on = |candidate: &Instance| fails.shows_on(candidate);
    if minimiser == BOUNDS {
        let rounds = Rounds { origin, evaluator: &evaluator, grade, fails: &fails_on, jobs, budget };
        return rounds.minimise(&row.form);
    }
    let tools = Tools {
        fails: &fails_on,
        jobs,
        budget,
        keep: &mut |_| {},
        at_minimum: &mut |_| false,
        recheck: &|| fails.recheck(),
    };
    minimise(&origin, judged.verdict.check, grade, &evaluator, tools).unwrap()
}

/// What each solver without the bugs says of an instance and of its certificate.
pub fn answers(
    small: &Minimised,
    failing: &Failing,
    solvers: &[Solver; 3],
    workspace: &Workspace,
) -> [String; 2] {
    let [bad, good, other] = solvers;
    let instance = small.instance.text.replace(&bad.form.check_sat, "(check-sat)");
    let certificate = failing.pools.initial.witness.certificate(&small.instance, &small.definitions);
    // cvc5 knows these two functions by their names in SMT-LIB 2.6 only.
    let translated =
        |script: &str| script.replace("str.to.re", "str.to_re").replace("str.in.re", "str.in_re");
    let answer = |solver: &Solver, script: &str| {
        let script = Instance::read(script).unwrap();
        Runner::new(solver, workspace).judge_alone(&script).unwrap().verdict.class.word()
    };
    let both = |solver, [instance, certificate]: [&str; 2]| {
        format!("{}, {}", answer(solver, instance), answer(solver, certificate))
    };
    let scripts = [instance, certificate];
    let for_other = scripts.each_ref().map(|script| translated(script));
    [
        both(good, scripts.each_ref().map(String::as_str)),
        both(other, for_other.each_ref().map(String::as_str)),
    ]
}
