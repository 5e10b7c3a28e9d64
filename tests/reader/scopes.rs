//! Random scripts whose names have several meanings: what is in force at each check is what a script without levels says,
//! in which each meaning has a name of its own.

#[path = "../../benches/scopes/script.rs"]
mod script;

use libtest_mimic::Trial;
use smt_storm::solver::model_check::check_each;
use smt_storm::witness::Evaluator;

pub fn tests() -> Vec<Trial> {
    let run = || {
        what_is_in_force_at_a_check_is_what_a_flat_script_says();
        Ok(())
    };
    vec![Trial::test("scopes::what_is_in_force_at_a_check_is_what_a_flat_script_says", run)]
}

fn what_is_in_force_at_a_check_is_what_a_flat_script_says() {
    let evaluator = Evaluator::alone();
    let (mut decided, mut checks) = (0, 0);
    for seed in 0..300 {
        let script = script::script(seed, seed % 2 == 0);
        let text = script.text();
        for (number, (line, check)) in script.checks.iter().enumerate() {
            assert_eq!(script.lines[*line], check.command);
            assert_eq!(check.equations.is_empty(), check.model == "()");
            let truths = |text: &str, at, model: &str| {
                let checked = check_each(text, at, model, &evaluator);
                let checked = checked.unwrap_or_else(|error| panic!("seed {seed}, {model}: {error}\n{text}"));
                checked.into_iter().map(|it| it.truth).collect::<Vec<_>>()
            };
            let scoped = truths(&text, Some(number), &check.model);
            let flat = truths(&check.flat, None, &check.flat_model);
            assert_eq!(scoped, flat, "seed {seed}, check {number}, {}\n{text}\n{}", check.model, check.flat);
            checks += 1;
            decided += usize::from(scoped.iter().all(Option::is_some));
        }
    }
    assert!(checks > 800 && decided * 10 > checks * 9, "{decided} of {checks} checks are decided");
}
