//! What it means that a stored bug shows on a row, or does not.

use crate::bugs::snapshot::{Info, State};
use crate::matrix::{Class, Solver};
use crate::solver::verdict::Verdict;

/// What the row came to in which the bug was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReplayVerdict {
    /// No answer.
    Untested,
    /// Not the bug that is known, but a wrong `unsat`.
    Graver,
    /// The bug is as it is said to be.
    AsStored(State),
    /// The bug is not as it is said to be, but so.
    Changed(State),
}

/// What another row came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Other {
    /// No answer.
    Untested,
    /// It does not have the bug.
    Sound,
    /// It has the bug, as the header says.
    Known,
    /// It has the bug, and nobody said so.
    New,
}

impl ReplayVerdict {
    pub(super) fn judge(info: &Info, verdict: &Verdict) -> ReplayVerdict {
        let shows = verdict.is_as_told(info.class, &info.details);
        let state = if shows { State::Open } else { State::Fixed };
        match verdict.class {
            Class::WrongUnsat if !shows => ReplayVerdict::Graver,
            class if !shows && !class.is_tested() => ReplayVerdict::Untested,
            _ if state == info.state => ReplayVerdict::AsStored(state),
            _ => ReplayVerdict::Changed(state),
        }
    }
}

impl Other {
    /// `decidable` says whether the logic is.
    pub(super) fn judge(info: &Info, verdict: &Verdict, row: &Solver, decidable: bool) -> Other {
        let alike = verdict.class == Class::WrongUnsat || verdict.is_as_told(info.class, &info.details);
        match alike && row.fails_on(verdict.class, decidable) {
            true if info.known.contains(&row.name) => Other::Known,
            true => Other::New,
            false if verdict.class.is_tested() => Other::Sound,
            false => Other::Untested,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bugs::snapshot::Snapshot;
    use crate::suite::run_case::tests::row;

    fn info(state: State, class: Class) -> Info {
        Info { state, class, ..Snapshot::example().info }
    }

    #[test]
    fn the_own_row_shows_the_bug_or_not() {
        use State::{Fixed, Open};
        let judge = |state, verdict: Verdict| ReplayVerdict::judge(&info(state, Class::Crash), &verdict);
        let crash = || Verdict::with_details(Class::Crash, "killed by SIGSEGV");
        assert_eq!(judge(Open, crash()), ReplayVerdict::AsStored(Open));
        assert_eq!(judge(Fixed, crash()), ReplayVerdict::Changed(Open));
        assert_eq!(judge(Open, Class::Right.into()), ReplayVerdict::Changed(Fixed));
        assert_eq!(judge(Fixed, Class::Unknown.into()), ReplayVerdict::AsStored(Fixed));
        for state in [Open, Fixed] {
            assert_eq!(judge(state, Class::Timeout.into()), ReplayVerdict::Untested);
            assert_eq!(judge(state, Verdict::wrong_unsat(0)), ReplayVerdict::Graver);
        }
        let wrong = info(Fixed, Class::WrongUnsat);
        assert_eq!(ReplayVerdict::judge(&wrong, &Verdict::wrong_unsat(0)), ReplayVerdict::Changed(Open));
    }

    #[test]
    fn no_answer_may_be_the_bug_itself() {
        let timeout = info(State::Open, Class::Timeout);
        assert_eq!(
            ReplayVerdict::judge(&timeout, &Class::Timeout.into()),
            ReplayVerdict::AsStored(State::Open)
        );
        assert_eq!(ReplayVerdict::judge(&timeout, &Class::MemoryOut.into()), ReplayVerdict::Untested);
    }

    #[test]
    fn another_row_has_the_bug_if_it_fails_alike() {
        let mut info = info(State::Fixed, Class::Crash);
        let mut row = row("");
        let judge = |info: &Info, row: &Solver, class: Class| Other::judge(info, &class.into(), row, true);
        assert_eq!(judge(&info, &row, Class::Crash), Other::New);
        assert_eq!(judge(&info, &row, Class::WrongUnsat), Other::New);
        assert_eq!(judge(&info, &row, Class::Assertion), Other::Untested);
        assert_eq!(judge(&info, &row, Class::Right), Other::Sound);
        info.known.push(row.name.clone());
        assert_eq!(judge(&info, &row, Class::Crash), Other::Known);
        row.fail_on = [Class::WrongUnsat].into();
        assert_eq!(judge(&info, &row, Class::Crash), Other::Untested);
    }

    #[test]
    fn unknown_counts_where_the_logic_is_decidable() {
        let info = info(State::Open, Class::Unknown);
        let mut row = row("");
        row.fail_on.insert(Class::Unknown);
        let judge = |decidable| Other::judge(&info, &Class::Unknown.into(), &row, decidable);
        assert_eq!((judge(true), judge(false)), (Other::New, Other::Sound));
    }
}
