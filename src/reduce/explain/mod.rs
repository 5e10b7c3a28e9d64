//! Minimal failing script → which of its parts can change without making the failure disappear: widths and formats, rounding modes,
//! operators and literals.
//!
//! "Wrong with any rounding mode but RTZ, in every format up to Float16" says more of a bug than one script does. Each
//! change is one run of the solver, and counts only if there is evidence for it: a witness, found anew if need be, or
//! exhaustion.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `parts` | the parts of a problem, and the problems with something else in their place |
//! | `evidence` | why an answer to a changed problem would be wrong |
//! | `varies` | what was found, and its text |

mod evidence;
mod parts;
mod varies;

use std::time::{Duration, Instant};

use crate::generate::resorting::Size;
use crate::matrix::Solver;
use crate::process::workspace::Workspace;
use crate::reduce::trials::{Effort, Subject, Trials};
use crate::smtlib::Problem;
use crate::smtlib::instance::Kind;
use crate::theory::operators::op;
use crate::witness::Evaluator;
use evidence::Evidence;
use parts::{Choice, Part, Parts};
pub use varies::Varies;
use varies::ranges;

/// The maximal number of runs to explain one failure: the first one, and 40 changes.
const RUNS: u32 = 41;
/// The maximal time to explain a failure where others wait.
pub const SHORT: Duration = Duration::from_secs(5);
/// The maximal time where somebody asks for it.
pub const LONG: Duration = Duration::from_secs(60);
/// The share of the time that the first run may take: after a slower one, there would be too few others.
const SLOW: u32 = 10;
/// The maximal number of runs for all sizes together.
const SIZE_RUNS: usize = 20;
/// The maximal number of runs for any other part.
const RUNS_OF_PART: usize = 4;
/// The number of rounding modes beside one.
const OTHER_MODES: usize = 4;
/// The largest script in bytes that is explained: others are not minimal, and say little.
const LARGEST: usize = 4 << 10;

/// The outcome of a run on a changed script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// The solver fails as before.
    Fails,
    /// It answers, and does not fail.
    Passes,
    /// Neither: it gives no answer, or fails in another way.
    Other,
    /// It was not asked, because its answer would prove nothing.
    Unproven,
}

/// Explains a failure of `solver` on a minimal script, with at most 40 runs in this `time`. Returns nothing if a run is
/// slow, or if the failure does not recur.
///
/// Except for time limits, the result is as deterministic as the solver's answers.
pub fn explain(
    solver: &Solver,
    subject: &Subject<'_>,
    evaluator: &Evaluator,
    workspace: &Workspace,
    time: Duration,
) -> Vec<Varies> {
    let Subject { instance, verdict, .. } = *subject;
    // What a solver says of objectives is judged by one witness.
    let has_objectives = instance.of_kind(Kind::Objective).next().is_some();
    let Ok(problem) = instance.problem() else { return Vec::new() };
    let Ok(evidence) = Evidence::gather(instance, subject.definitions, verdict, evaluator) else {
        return Vec::new();
    };
    if has_objectives || instance.text.len() > LARGEST {
        return Vec::new();
    }
    let Some(parts) = Parts::collect(&problem, evidence.values(&problem)) else { return Vec::new() };
    let started = Instant::now();
    // The failure must recur where terms are written out, as in all changed scripts.
    let start = || {
        let plain = evidence.renewed(&parts.written_out, true)?.with_drawn(instance.drawn.clone());
        let effort = Effort { runs: RUNS, time: time.saturating_sub(started.elapsed()) };
        Trials::start(solver, &plain, verdict, workspace, effort).filter(|trials| trials.time < time / SLOW)
    };
    let mut trials = None;
    vary(&parts, |changed, keeps_sorts| {
        if started.elapsed() >= time {
            return None;
        }
        let Some(changed) = evidence.renewed(changed, keeps_sorts) else { return Some(Outcome::Unproven) };
        let trials = trials.get_or_insert_with(start).as_mut()?;
        let outcome = trials.run_script(&changed).ok()?;
        Some(match (outcome.fails, outcome.answers) {
            (true, _) => Outcome::Fails,
            (false, true) => Outcome::Passes,
            (false, false) => Outcome::Other,
        })
    })
}

/// Tries what may stand in place of each part. `run` tells the outcome for a problem and whether its symbols have the sorts
/// that they had, and returns `None` when there is no time left.
fn vary(parts: &Parts<'_>, mut run: impl FnMut(&Problem, bool) -> Option<Outcome>) -> Vec<Varies> {
    let list = parts.list();
    let is_size = |part: Part| matches!(part, Part::Size(_));
    let sizes = list.iter().filter(|(part, _)| is_size(*part)).count();
    let mut found = Vec::new();
    for (part, choices) in list {
        let equations = choices.iter().filter(|choice| is_equation(choice)).count();
        let most = if is_size(part) { SIZE_RUNS / sizes } else { equations + RUNS_OF_PART };
        let most = most.max(RUNS_OF_PART);
        let (mut fails, mut passes, mut is_over) = (Vec::new(), Vec::new(), false);
        let changed = choices.iter().filter_map(|choice| Some((choice, parts.with(part, choice)?)));
        let mut tried = 0;
        for (choice, problem) in changed {
            match run(&problem, !is_size(part)) {
                Some(Outcome::Fails) => fails.push(choice),
                Some(Outcome::Passes) => passes.push(choice),
                Some(Outcome::Other) => {}
                Some(Outcome::Unproven) => continue,
                None => {
                    is_over = true;
                    break;
                }
            }
            tried += 1;
            if tried == most {
                break;
            }
        }
        let is_any = parts.is_rounding_mode(part) && fails.len() == OTHER_MODES;
        // That one operator or literal may not be another is no news.
        let is_telling = !fails.is_empty() || is_size(part) || parts.is_rounding_mode(part);
        // The range of widths has that of the script.
        let own = match part {
            Part::Size(own @ Size::Width(_)) if !fails.is_empty() => Some(Choice::Size(own)),
            _ => None,
        };
        fails.extend(&own);
        if fails.iter().any(|choice| is_equation(choice)) {
            passes.retain(|choice| !is_equation(choice));
        }
        let fails = if is_any { vec!["any other rounding mode".to_owned()] } else { words(&fails) };
        let passes = words(&passes);
        if is_telling && !(fails.is_empty() && passes.is_empty()) {
            found.push(Varies { part: parts.name(part), fails, passes });
        }
        if is_over {
            break;
        }
    }
    found
}

fn is_equation(choice: &Choice) -> bool {
    matches!(choice, Choice::Equation { .. })
}

/// Returns choices as text: widths as ranges, formats in order.
fn words(choices: &[&Choice]) -> Vec<String> {
    let (mut widths, mut formats, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    for choice in choices {
        match choice {
            Choice::Size(Size::Width(width)) => widths.push(*width),
            Choice::Size(Size::Format(exponent, significand)) => formats.push((*exponent, *significand)),
            Choice::Operator(head) => texts.push(head.clone()),
            Choice::Equation { .. } => texts.push(op::EQUAL.name().to_owned()),
            Choice::Literal(value) => texts.push(value.to_string()),
        }
    }
    texts.dedup();
    formats.sort_unstable();
    let formats = formats.into_iter().map(|(exponent, significand)| format!("({exponent}, {significand})"));
    ranges(widths).into_iter().chain(formats).chain(texts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::Class;
    use crate::smtlib::instance::{Expected, Instance};
    use crate::solver::verdict::Verdict;

    /// Returns what varies in a script for a solver with these outcomes.
    fn told(script: &str, fails: impl Fn(&str) -> Outcome) -> Vec<String> {
        let problem = Problem::read(script).unwrap();
        let parts = Parts::collect(&problem, Vec::new()).unwrap();
        let found =
            vary(&parts, |changed, _| Some(fails(&Instance::from_tree(&changed.script.tree).unwrap().text)));
        found.iter().map(ToString::to_string).collect()
    }

    fn if_so(fails: bool) -> Outcome {
        if fails { Outcome::Fails } else { Outcome::Passes }
    }

    #[test]
    fn what_is_too_large_to_write_out_is_not_explained() {
        let doubled = |times: usize| {
            let lets: String =
                (1..=times).map(|n| format!("(let ((a{n} (bvmul a{0} a{0}))) ", n - 1)).collect();
            let end = ")".repeat(times);
            Problem::read(format!(
                "(declare-const a0 (_ BitVec 3))(assert {lets}(= a{times} a0){end})(check-sat)"
            ))
        };
        assert!(Parts::collect(&doubled(10).unwrap(), Vec::new()).is_some());
        assert!(Parts::collect(&doubled(70).unwrap(), Vec::new()).is_none());
    }

    #[test]
    fn widths_that_fail_are_ranges() {
        let script = "(declare-const b (_ BitVec 3))(assert (= b b))(check-sat)";
        let width = |text: &str| -> u32 {
            text.split("(_ BitVec ").nth(1).unwrap().split(')').next().unwrap().parse().unwrap()
        };
        assert_eq!(
            told(script, |text| if_so((2..=4).contains(&width(text)))),
            ["width 3 may be 2 to 4, but not 1, 5 to 9, 16, 32 or 64", "= may be distinct"]
        );
        // Nothing is said of what has no answer.
        let outcome = |text: &str| if width(text) > 9 { Outcome::Other } else { if_so(true) };
        assert_eq!(told(script, outcome)[0], "width 3 may be 1 to 9");
        assert_eq!(told(script, |_| Outcome::Unproven), [""; 0]);
    }

    #[test]
    fn each_kind_of_part_is_told() {
        let script = "(declare-const a (_ FloatingPoint 2 3))\
            (assert (fp.gt (fp.roundToIntegral RTP a) (fp.add RTP a (fp #b0 #b01 #b00))))(check-sat)";
        let has = |text: &str, mark: &str| text.contains(mark);
        assert_eq!(
            told(script, |text| if_so(!has(text, "RTZ") && !has(text, "FloatingPoint 3"))),
            [
                "RTP may be RNE, RNA or RTN, but not RTZ",
                "format (2, 3) may be (2, 2), (2, 4), (2, 5), (4, 4), (5, 11) or (8, 24), but not (3, 2), (3, 3), (3, 4) or (3, 5)",
                "fp.gt may be =, fp.leq, fp.lt, fp.geq or fp.eq",
                "fp.add may be fp.sub, fp.mul or fp.div",
                "fp.roundToIntegral may be fp.sqrt",
                "(fp #b0 #b01 #b00) may be (_ NaN 2 3), (_ +oo 2 3), (_ -oo 2 3) or (_ +zero 2 3)",
            ]
        );
        assert_eq!(told(script, |_| if_so(true))[0], "RTP may be any other rounding mode");
        // That an operator or a literal may not be another is no news.
        let nothing = told(script, |_| if_so(false));
        assert_eq!(nothing[0], "RTP may not be RNE, RNA, RTN or RTZ");
        assert_eq!(nothing.len(), 2, "{nothing:?}");
    }

    #[test]
    fn an_equation_may_stand_in_place_of_a_predicate() {
        let script =
            "(declare-const a (_ BitVec 1))(assert (not (str.<= \"a\" (str.from_sbv a))))(check-sat)";
        let problem = Problem::read(script).unwrap();
        let evaluator = Evaluator::alone();
        let equations = |definitions: &str, class| {
            let instance = Instance::read(script).unwrap();
            let verdict = Verdict::with_details(class, "");
            let evidence = Evidence::gather(&instance, definitions, &verdict, &evaluator).unwrap();
            let parts = Parts::collect(&problem, evidence.values(&problem)).unwrap();
            let mut tried = Vec::new();
            let found = vary(&parts, |changed, _| {
                let text = Instance::from_tree(&changed.script.tree).unwrap().text;
                let is_it = text.contains("(= (str.from_sbv") || text.contains("(distinct (str.from_sbv");
                tried.extend(is_it.then(|| text.lines().nth(1).unwrap().to_owned()));
                Some(if is_it { Outcome::Fails } else { Outcome::Passes })
            });
            (tried, found.iter().map(ToString::to_string).find(|line| line.starts_with("str.<=")))
        };
        let (tried, line) = equations("(define-fun a () (_ BitVec 1) #b1)\n", Class::WrongUnsat);
        assert_eq!(tried, ["(assert (not (distinct (str.from_sbv a) \"-1\")))"]);
        assert_eq!(line.unwrap(), "str.<= may be =, but not str.<");
        // Without a witness, some values are tried.
        let (tried, _) = equations("", Class::WrongSat);
        assert_eq!(
            tried[..2],
            ["(assert (not (= (str.from_sbv a) \"\")))", "(assert (not (= (str.from_sbv a) \"a\")))"]
        );
    }

    #[test]
    fn an_operator_that_stands_twice_is_told_with_its_term() {
        let script = "(declare-const a Int)(assert (and (< a 1) (< 2 a)))(check-sat)";
        let lines = told(script, |text| if_so(text.contains("(<= 2 a)")));
        assert_eq!(lines, ["< in (< 2 a) may be <=, but not >= or >"]);
    }

    #[test]
    fn it_ends_when_there_is_no_time() {
        let problem =
            Problem::read("(declare-const a Int)(assert (and (< a 1) (< 2 a)))(check-sat)").unwrap();
        let (parts, mut left) = (Parts::collect(&problem, Vec::new()).unwrap(), 2);
        let found = vary(&parts, |_, _| {
            left -= 1;
            (left >= 0).then_some(Outcome::Fails)
        });
        assert_eq!(found.iter().map(|varies| varies.fails.len()).sum::<usize>(), 2);
    }

    /// Returns whether a script has evidence after a change, if it had this witness and right answer before, and what is
    /// expected of it then.
    fn renewed(
        before: &str,
        expected: Expected,
        class: Class,
        after: &str,
        keeps_sorts: bool,
    ) -> Option<Expected> {
        let mut script = Instance::read(before).unwrap();
        script.expect(expected, &[0]);
        let (evaluator, verdict) = (Evaluator::alone(), Verdict::with_details(class, ""));
        let definitions = "(define-fun x () Int 3)\n";
        let evidence = Evidence::gather(&script, definitions, &verdict, &evaluator).unwrap();
        let after = Problem::read(after).unwrap();
        evidence.renewed(&after, keeps_sorts).map(|instance| instance.expected(0))
    }

    #[test]
    fn a_witness_is_kept_only_while_it_satisfies_the_script() {
        let script = |asserted: &str| format!("(declare-const x Int)(assert {asserted})(check-sat)");
        let sat = |class, after: &str, keeps_sorts| {
            renewed(&script("(> x 2)"), Expected::Sat, class, &script(after), keeps_sorts)
        };
        assert_eq!(sat(Class::WrongUnsat, "(>= x 2)", true), Some(Expected::Sat));
        assert_eq!(sat(Class::WrongUnsat, "(< x 2)", true), None);
        // A witness of other sorts is none, and a crash needs none.
        assert_eq!(sat(Class::WrongUnsat, "(>= x 2)", false), None);
        assert_eq!(sat(Class::Crash, "(< x 2)", true), Some(Expected::Open));
    }

    #[test]
    fn what_has_few_values_is_decided() {
        let script =
            |width: u32| format!("(declare-const x (_ BitVec {width}))(assert (bvult x x))(check-sat)");
        let unsat = |after: &str| renewed(&script(2), Expected::Unsat, Class::WrongSat, after, false);
        assert_eq!(unsat(&script(3)), Some(Expected::Unsat));
        assert_eq!(unsat(&script(3).replace("bvult", "bvule")), None);
        assert_eq!(unsat(&script(64)), None);
    }
}
