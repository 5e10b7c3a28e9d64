//! The oracle: what the answers to an instance mean. Every check-sat of an instance has
//! the answer `sat`, so one answer alone can be judged.

use crate::matrix::Class;
use crate::process::RawRun;
use crate::smtlib::instance::Questions;
use crate::solver::answer;
use crate::solver::answer::Answer;
use crate::solver::verdict::Verdict;

impl Verdict {
    /// Judges a run of an instance that asks these questions.
    pub fn judge(run: &RawRun, questions: impl Into<Questions>) -> Verdict {
        Verdict::judge_where(run, questions, |_| true)
    }

    /// The same where not every check-sat is known to be satisfiable: `unsat` is wrong where `is_sat` holds, by number from 0.
    pub fn judge_where(
        run: &RawRun,
        questions: impl Into<Questions>,
        is_sat: impl Fn(usize) -> bool,
    ) -> Verdict {
        let mut answers = answer::read(run, questions);
        let is_wrong = |(at, answer): (usize, &Answer)| *answer == Answer::Unsat && is_sat(at);
        if let Some(position) = answers.iter().enumerate().position(is_wrong) {
            return Verdict::wrong_unsat(position);
        }
        answers.retain(|answer| *answer != Answer::Unsat);
        let gravest = answers.into_iter().map(of_answer).max().unwrap_or(Class::Right.into());
        match answer::death(run) {
            Some(death) if gravest.class.is_good() => death,
            // A program with a sanitizer is slow, and goes on after some reports.
            Some(death) if death.class == Class::Sanitizer && gravest.class == Class::Timeout => death,
            _ => gravest,
        }
    }
}

fn of_answer(answer: Answer) -> Verdict {
    match answer {
        Answer::Sat => Class::Right.into(),
        Answer::Unsat => Verdict::wrong_unsat(0),
        Answer::Unknown => Class::Unknown.into(),
        Answer::None(instead) => instead,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::process::Exit;

    fn verdict(stdout: &str, exit: Exit, check_sats: usize) -> Verdict {
        judged(stdout, "", exit, check_sats)
    }

    fn judged(stdout: &str, stderr: &str, exit: Exit, check_sats: usize) -> Verdict {
        let (stdout, stderr) = (stdout.as_bytes().to_vec(), stderr.as_bytes().to_vec());
        Verdict::judge(&RawRun { exit, stdout, stderr, flooded: false, time: Duration::ZERO }, check_sats)
    }

    #[test]
    fn unsat_outweighs_everything() {
        assert_eq!(verdict("sat\nunsat\n", Exit::Signal(11), 3), Verdict::wrong_unsat(1));
        assert_eq!(verdict("unsat\n", Exit::TimedOut, 1), Verdict::wrong_unsat(0));
    }

    #[test]
    fn unsat_is_wrong_only_where_the_formula_is_known_to_be_satisfiable() {
        let (stdout, stderr) = (b"unsat\nunsat\nunknown\n".to_vec(), Vec::new());
        let run = RawRun { exit: Exit::Code(0), stdout, stderr, flooded: false, time: Duration::ZERO };
        assert_eq!(Verdict::judge_where(&run, 3, |check| check == 1), Verdict::wrong_unsat(1));
        assert_eq!(Verdict::judge_where(&run, 3, |_| false), Class::Unknown.into());
    }

    #[test]
    fn a_death_after_the_answer_is_a_crash() {
        assert_eq!(verdict("sat\n", Exit::Signal(11), 1).class, Class::Crash);
        assert_eq!(verdict("sat\n", Exit::Code(1), 1), Class::Right.into());
    }

    #[test]
    fn a_report_outweighs_the_time_limit_and_nothing_graver() {
        let report = "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x1";
        assert_eq!(judged("", report, Exit::TimedOut, 1).class, Class::Sanitizer);
        assert_eq!(judged("what\n", "ASSERTION VIOLATION", Exit::TimedOut, 1).class, Class::Timeout);
        assert_eq!(judged("unsat\n", report, Exit::TimedOut, 1).class, Class::WrongUnsat);
    }

    #[test]
    fn the_gravest_answer_counts() {
        assert_eq!(verdict("sat\nunknown\n", Exit::Code(0), 2), Class::Unknown.into());
        let run = verdict("sat\n(error \"a\")\n(error \"b\")\n", Exit::Code(1), 3);
        assert_eq!(run, Verdict::with_details(Class::Error, "a"));
    }

    #[test]
    fn only_answers_count_as_tested() {
        let is_tested = |stdout, exit| verdict(stdout, exit, 1).class.is_tested();
        assert!(is_tested("unknown\n", Exit::Code(0)));
        assert!(!is_tested("unsupported\n", Exit::Code(0)));
        assert!(!is_tested("", Exit::TimedOut));
    }
}
