//! The oracle: what the answers to an instance mean. Every check-sat of an instance has
//! the answer `sat`, so one answer alone can be judged.

use crate::matrix::Class;
use crate::process::RawRun;
use crate::solver::answer;
use crate::solver::answer::Answer;
use crate::solver::verdict::Verdict;

impl Verdict {
    /// Judges a run of an instance with `check_sats` check-sats.
    pub fn judge(run: &RawRun, check_sats: usize) -> Verdict {
        let answers = answer::read(run, check_sats);
        if let Some(position) = answers.iter().position(|answer| *answer == Answer::Unsat) {
            return Verdict::wrong_unsat(position);
        }
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
