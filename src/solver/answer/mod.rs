//! Output of a solver → one typed answer per check-sat, by position, and the verdict on all of them.

mod harm;
mod printed;

use std::ops::Range;

use crate::matrix::Class;
use crate::process::{Exit, RawRun};
use crate::smtlib::Tree;
use crate::smtlib::instance::{Expected, Questions};
use crate::solver::verdict::Verdict;

pub(super) use harm::QUOTED;
pub(crate) use harm::death;
pub(crate) use harm::signal_name;
use harm::{CPU_LIMIT, FILE_LIMIT, quoted};
pub(crate) use printed::Answer;
use printed::Printed;
pub(crate) use printed::{error_length, is_error};

/// Returns the answers to the check-sats of these `questions`, in order. An answer counts wherever it stands among
/// banners and warnings; a check-sat without one gets the reason. With more answers than check-sats, none counts, because
/// their order is lost. After an error, no answer counts: without the refused `push`, `pop` or declaration, the question
/// is a different one, and `unsat` may be right. An error in reply to a command such as `get-model` does not matter.
pub(crate) fn read(run: &RawRun, questions: impl Into<Questions>) -> Vec<Answer> {
    let questions = questions.into();
    in_order(found(run, &questions), questions.checks())
}

/// Returns the answers that a run printed, perhaps more than there are check-sats, with the reasons for those missing.
fn found(run: &RawRun, questions: &Questions) -> Vec<Answer> {
    let stdout = String::from_utf8_lossy(&run.stdout);
    let printed = Printed::read(&stdout, questions);
    let answer = |(answer, unread): (&Answer, &Option<String>)| match unread {
        Some(error) => Answer::None(Verdict::with_details(Class::Error, quoted(error))),
        None => answer.clone(),
    };
    let mut answers: Vec<Answer> = printed.answers.iter().zip(&printed.unread).map(answer).collect();
    if answers.len() < questions.checks() {
        answers.resize(questions.checks(), Answer::None(reason(run, &printed)));
    }
    answers
}

/// Returns the answers to this many check-sats: none if more were found.
fn in_order(answers: Vec<Answer>, checks: usize) -> Vec<Answer> {
    if answers.len() <= checks {
        return answers;
    }
    let extra = format!("{} answers to {checks} check-sats", answers.len());
    vec![Answer::None(Verdict::with_details(Class::Garbage, extra)); checks]
}

/// Returns each answer with what is printed after it until the next one. Returns `None` after an error, and for all
/// check-sats if there are more or fewer answers. If the solver died or ran out of time, it counts what was said before the
/// last answer.
pub(crate) fn said(run: &RawRun, questions: impl Into<Questions>) -> Vec<Option<(Answer, String)>> {
    let questions = questions.into();
    let stdout = String::from_utf8_lossy(&run.stdout);
    let printed = Printed::read(&stdout, &questions);
    let is_cut = printed.answers.len() < questions.checks()
        && !run.flooded
        && matches!(run.exit, Exit::TimedOut | Exit::Signal(_));
    if printed.answers.len() != questions.checks() && !is_cut {
        return vec![None; questions.checks()];
    }
    let end = (!is_cut).then_some(stdout.len());
    let starts = printed.places.iter().skip(1).map(|place| place.start).chain(end);
    let answered = printed.answers.iter().zip(&printed.places).zip(starts).enumerate();
    let said = |(at, ((answer, place), next)): (usize, ((&Answer, &Range<usize>), usize))| {
        printed.unread[at].is_none().then(|| (answer.clone(), stdout[place.end..next].to_owned()))
    };
    answered.map(said).chain(std::iter::repeat(None)).take(questions.checks()).collect()
}

/// Splits what is printed after an answer into the replies to this many questions; `None` if there are more or fewer.
pub(crate) fn replies(said: &str, questions: usize) -> Option<Vec<&str>> {
    if questions == 1 {
        return Some(vec![said]);
    }
    let tree = Tree::parse(said.to_owned()).ok()?;
    let replies = tree.roots().iter().filter(|&&root| tree.symbol(root) != Some("success"));
    let replies: Vec<&str> = replies
        .map(|&root| {
            let (start, end) = tree.span(root);
            &said[start as usize..end as usize]
        })
        .collect();
    (replies.len() == questions).then_some(replies)
}

/// The messages of programs, language runtimes and loaders when memory is exhausted.
const STARVED: [&str; 7] = [
    "out of memory",
    "std::bad_alloc",
    "memory exhausted",
    "OutOfMemoryError",
    "memout",
    "Cannot allocate memory",
    "failed to map segment from shared object",
];

/// Returns why an answer is missing.
fn reason(run: &RawRun, printed: &Printed) -> Verdict {
    let stderr = String::from_utf8_lossy(&run.stderr);
    let starved = |text: &str| STARVED.iter().any(|sign| text.contains(sign));
    let first_error = printed.errors.first();
    let endless = || Verdict::with_details(Class::Garbage, "output without end");
    if run.flooded {
        return endless();
    }
    if starved(&stderr) || first_error.is_some_and(|error| starved(error)) {
        return Class::MemoryOut.into();
    }
    match run.exit {
        Exit::TimedOut | Exit::Signal(CPU_LIMIT) => Class::Timeout.into(),
        Exit::Signal(FILE_LIMIT) => endless(),
        Exit::Signal(_) => death(run).unwrap_or_else(|| Class::Crash.into()),
        Exit::Code(code) => {
            if let Some(death) = death(run) {
                death
            } else if printed.ends_without_model {
                // A solver may end at an error: nothing is wrong with what comes after a model that is not there.
                Class::Unsupported.into()
            } else if let Some(error) = first_error {
                Verdict::with_details(Class::Error, quoted(error))
            } else if printed.timeout {
                Class::Timeout.into()
            } else if printed.unsupported {
                Class::Unsupported.into()
            } else if code != 0 {
                let said =
                    stderr.lines().chain(printed.other.as_deref()).find(|line| !line.trim().is_empty());
                Verdict::with_details(
                    Class::Error,
                    quoted(&format!("exit code {code}: {}", said.unwrap_or("no message").trim())),
                )
            } else {
                Verdict::with_details(
                    Class::Garbage,
                    printed.other.as_deref().map_or("no answer".to_owned(), quoted),
                )
            }
        }
    }
}

/// The oracle: judges the answers to an instance. The right answers are known, so a single solver can be judged.
impl Verdict {
    /// Judges a run of an instance all of whose checks are satisfiable.
    pub fn judge(run: &RawRun, questions: impl Into<Questions>) -> Verdict {
        Verdict::judge_where(run, questions, |_| Expected::Sat)
    }

    /// Judges a run with what is known about the right answer to each check-sat, by its number from 0.
    pub fn judge_where(
        run: &RawRun,
        questions: impl Into<Questions>,
        expected: impl Fn(usize) -> Expected,
    ) -> Verdict {
        let questions = questions.into();
        let (checks, answers) = (questions.checks(), found(run, &questions));
        // Where every check is satisfiable, an unsat is wrong wherever it belongs.
        if answers.len() > checks
            && answers.contains(&Answer::Unsat)
            && (0..checks).all(|check| expected(check) == Expected::Sat)
        {
            return Verdict { check: Some(0), ..Class::WrongUnsat.into() };
        }
        let answers = in_order(answers, checks);
        let at_first = |class: Class, answer: Answer, needed: Expected| {
            let mut all = answers.iter().enumerate();
            let check = all.position(|(at, one)| *one == answer && expected(at) == needed)?;
            Some(Verdict { check: Some(check), ..class.into() })
        };
        let wrong = at_first(Class::WrongUnsat, Answer::Unsat, Expected::Sat)
            .or_else(|| at_first(Class::WrongSat, Answer::Sat, Expected::Unsat));
        if let Some(wrong) = wrong {
            return wrong;
        }
        let gravest = answers.into_iter().map(judge_answer).max().unwrap_or(Class::Right.into());
        match death(run) {
            Some(death) if gravest.class.is_good() => death,
            // A program with a sanitizer is slow, and continues after some reports.
            Some(death) if death.class == Class::Sanitizer && gravest.class == Class::Timeout => death,
            _ => gravest,
        }
    }
}

/// Judges an answer that is not known to be wrong.
fn judge_answer(answer: Answer) -> Verdict {
    match answer {
        Answer::Sat | Answer::Unsat => Class::Right.into(),
        Answer::Unknown => Class::Unknown.into(),
        Answer::None(instead) => instead,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn none(class: Class, details: &str) -> Answer {
        Answer::None(Verdict::with_details(class, details))
    }

    fn run(stdout: &str, stderr: &str, exit: Exit) -> RawRun {
        let (stdout, stderr) = (stdout.as_bytes().to_vec(), stderr.as_bytes().to_vec());
        RawRun { exit, stdout, stderr, flooded: false, time: Duration::ZERO }
    }

    fn answers(stdout: &str, stderr: &str, exit: Exit, expected: usize) -> Vec<Answer> {
        read(&run(stdout, stderr, exit), expected)
    }

    fn answers_to(stdout: &str, questions: Questions) -> Vec<Answer> {
        read(&run(stdout, "", Exit::Code(0)), questions)
    }

    /// Returns what is printed after each `sat`.
    fn models(run: &RawRun, questions: impl Into<Questions>) -> Vec<Option<String>> {
        let said = said(run, questions).into_iter();
        said.map(|said| said.filter(|(answer, _)| *answer == Answer::Sat).map(|(_, model)| model)).collect()
    }

    fn read_one(stdout: &str, stderr: &str, exit: Exit) -> Answer {
        answers(stdout, stderr, exit, 1).remove(0)
    }

    #[test]
    fn an_answer_counts_among_banners_and_errors() {
        let exit = Exit::Code(1);
        assert_eq!(read_one("Solver 1.0 (assert checks on)\nunsat\n", "", exit), Answer::Unsat);
        assert_eq!(read_one("unsat\n(error \"line 3: unsat\nsat\")\n", "", exit), Answer::Unsat);
        assert_eq!(read_one("success\nsuccess\nunknown\r\n", "", Exit::Code(0)), Answer::Unknown);
    }

    /// After an error, every answer is an answer to a different question. Even `unsat` may be right after a refused
    /// `pop`. Only if a reply is missing can the error be that reply.
    #[test]
    fn answers_after_an_error_do_not_count_and_have_no_model() {
        let refused = |error: &str| none(Class::Error, error);
        let exit = Exit::Code(1);
        for answer in ["sat", "unsat", "unknown"] {
            let printed = format!("(error \"no push\")\n{answer}\n(model)\n");
            assert_eq!(read_one(&printed, "", exit), refused("no push"), "{answer}");
            assert_eq!(models(&run(&printed, "", exit), 1), [None]);
        }
        assert_eq!(read_one("(error \"never closed\nunsat\n", "", exit), refused("never closed"));
        assert_eq!(read_one("unsupported\nunsat\n", "", exit), Answer::Unsat);
        let text = "unknown\n(error \"no model\")\nsat\n(m\n(= 1 2))\n(error \"unknown f\")\nsat\n(m)\nunsat\n(error \"no model\")\n";
        let asked = Questions::alike(4, 1);
        let expected = [Answer::Unknown, Answer::Sat, refused("unknown f"), refused("unknown f")];
        assert_eq!(read(&run(text, "", Exit::Code(0)), asked.clone()), expected);
        let model = Some("(m\n(= 1 2))\n(error \"unknown f\")\n".to_owned());
        assert_eq!(models(&run(text, "", Exit::Code(0)), asked.clone()), [None, model, None, None]);
        // A missing reply excuses one error, not two, and no error if there was no question.
        let twice = "unknown\n(error \"no model\")\n(error \"no pop\")\nunsat\n";
        assert_eq!(answers_to(twice, Questions::alike(2, 1))[1], refused("no pop"));
        assert_eq!(answers_to("sat\n(error \"no pop\")\nunsat\n", 2.into())[1], refused("no pop"));
        assert_eq!(
            answers_to("sat\n(error \"no model\")\nunsat\n", Questions::alike(2, 1))[1],
            Answer::Unsat
        );
    }

    #[test]
    fn words_inside_other_lines_are_not_answers() {
        assert_eq!(read_one("this is unsat\n", "", Exit::Code(0)), none(Class::Garbage, "this is unsat"));
        assert_eq!(read_one("(error \"\nunsat\n\")\n", "", Exit::Code(1)), none(Class::Error, "unsat"));
    }

    #[test]
    fn a_missing_answer_has_a_reason() {
        assert_eq!(read_one("", "", Exit::TimedOut), none(Class::Timeout, ""));
        assert_eq!(read_one("", "", Exit::Signal(24)), none(Class::Timeout, ""));
        assert_eq!(read_one("timeout\n", "", Exit::Code(0)), none(Class::Timeout, ""));
        assert_eq!(read_one("unsupported\n", "", Exit::Code(0)), none(Class::Unsupported, ""));
        assert_eq!(read_one("(error \"out of memory\")\n", "", Exit::Code(101)), none(Class::MemoryOut, ""));
        assert_eq!(
            read_one("", "terminate called: std::bad_alloc", Exit::Signal(6)),
            none(Class::MemoryOut, "")
        );
        assert_eq!(read_one("", "a\nb", Exit::Code(2)), none(Class::Error, "exit code 2: a"));
        assert_eq!(
            read_one("", "x.c:3: f: Assertion `x' failed.", Exit::Signal(6)).to_string(),
            "assertion violation: x.c:3: f: Assertion `x' failed."
        );
        assert_eq!(read_one("", "Oh", Exit::Signal(11)).to_string(), "crash: killed by SIGSEGV: Oh");
        for noticed in ["free(): invalid next size (fast)", "double free or corruption (out)", "malloc(): x"]
        {
            let died = read_one("", noticed, Exit::Signal(6)).to_string();
            assert_eq!(died, "crash: killed by SIGABRT: heap corruption", "{noticed}");
        }
        assert_eq!(read_one("", "", Exit::Code(0)), none(Class::Garbage, "no answer"));
    }

    #[test]
    fn a_solver_may_end_where_there_is_no_model() {
        let second =
            |printed: &str| read(&run(printed, "", Exit::Code(1)), Questions::alike(2, 1)).pop().unwrap();
        assert_eq!(second("unsat\n(error \"no model\")\n"), none(Class::Unsupported, ""));
        let error = |error: &str| none(Class::Error, error);
        assert_eq!(second("sat\n(error \"no model\")\n"), error("no model"));
        assert_eq!(second("unsat\n(error \"no model\")\n(error \"no pop\")\n"), error("no model"));
        assert_eq!(second("unsat\n(error \"no model\")\nsat\n()\n"), Answer::Sat);
    }

    #[test]
    fn harm_differs_from_mentions_of_it() {
        let report = "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x1";
        assert_eq!(read_one("sat", report, Exit::Code(0)), Answer::Sat);
        let run = |stderr: &str, exit| RawRun {
            exit,
            stdout: b"sat\n".to_vec(),
            stderr: stderr.as_bytes().to_vec(),
            flooded: false,
            time: Duration::ZERO,
        };
        let harm = |stderr, exit| death(&run(stderr, exit)).map(|verdict| verdict.class);
        assert_eq!(harm(report, Exit::Code(0)), Some(Class::Sanitizer));
        let undefined = "src/x.cpp:10:3: runtime error: signed integer overflow";
        assert_eq!(harm(undefined, Exit::Code(0)), Some(Class::Sanitizer));
        assert_eq!(harm("a: runtime error: b", Exit::Code(0)), None);
        assert_eq!(harm("ASSERTION VIOLATION\nFile: x.cpp", Exit::Code(114)), Some(Class::Assertion));
        // Newer versions of Rust also print the number of the thread.
        for panic in
            ["thread 'main' panicked at src/a.rs:1:2:", "thread 'main' (71) panicked at src/a.rs:1:2:"]
        {
            assert_eq!(harm(panic, Exit::Code(101)), Some(Class::Assertion));
        }
        assert_eq!(harm("Assertion checks are on", Exit::Code(1)), None);
        assert_eq!(harm("ASSERTION VIOLATION", Exit::Code(0)), None);
        assert_eq!(harm("", Exit::Signal(11)), Some(Class::Crash));
    }

    #[test]
    fn answers_keep_their_positions() {
        let found = answers("sat\nunsat\n", "", Exit::Signal(11), 3);
        assert_eq!(found[..2], [Answer::Sat, Answer::Unsat]);
        assert_eq!(found[2].word(), "crash");
        assert_eq!(answers("sat\nsat\n", "", Exit::Code(0), 1)[0].word(), "garbage");
    }

    #[test]
    fn of_too_many_answers_an_unsat_is_wrong_if_every_check_is_satisfiable() {
        let too_many =
            |count| Verdict::with_details(Class::Garbage, format!("{count} answers to 2 check-sats"));
        let run = |stdout| run(stdout, "", Exit::Code(0));
        let sat_then = |last| move |check| if check == 1 { last } else { Expected::Sat };
        for (stdout, last, verdict) in [
            ("sat\nunsat\nunknown\n", Expected::Unsat, too_many(3)),
            ("sat\nunsat\nunknown\n", Expected::Open, too_many(3)),
            ("sat\nunsat\nunknown\n", Expected::Sat, Verdict::wrong_unsat(0)),
            ("sat\nsat\nsat\nunknown\n", Expected::Sat, too_many(4)),
        ] {
            assert_eq!(Verdict::judge_where(&run(stdout), 2, sat_then(last)), verdict, "{stdout} {last:?}");
        }
    }

    /// Instances keep the names of their seed, and solvers print them as they are.
    #[test]
    fn a_line_of_a_symbol_is_no_answer() {
        let model =
            "(\n  (define-fun |a\nunsat\nb| () Int\n    1)\n  (define-fun |c\nsat| () Int\n    1)\n)\n";
        assert_eq!(answers_to(&format!("sat\n{model}"), Questions::alike(1, 1)), [Answer::Sat]);
        let twice = format!("sat\n{model}unsat\n(|a\nunsat\nb|)\n");
        assert_eq!(answers_to(&twice, Questions::alike(2, 1)), [Answer::Sat, Answer::Unsat]);
        // An answer counts in a list that is never closed.
        assert_eq!(read_one("(banner |\nunsat\n", "", Exit::Code(0)), Answer::Unsat);
        assert_eq!(read_one("(a | b)\nunsat\n(c | d)\n", "", Exit::Code(0)), Answer::Unsat);
    }

    #[test]
    fn the_value_of_a_symbol_is_no_error() {
        for name in ["errorflag", "error", "error_2"] {
            let printed = format!("sat\n((x 2)\n ({name} false))\nunsat\n((x 2)\n ({name} false))\n");
            assert_eq!(answers_to(&printed, Questions::alike(2, 1)), [Answer::Sat, Answer::Unsat], "{name}");
        }
        for error in
            ["(error \"no pop\")", "(error no pop)", "(error: no pop)", "(error\n\"no pop\")", "(error"]
        {
            let found = answers_to(&format!("sat\n{error}\nunsat\n"), 2.into());
            assert_eq!(found[1].word(), "error", "{error}");
        }
    }

    #[test]
    fn a_model_with_strings_is_one_reply() {
        let strings = "(\n(define-fun s () String\n\"a\")\n(define-fun t () String\n\"b\")\n)";
        let printed = format!("sat\n{strings}\n(error \"no values\")\nunsat\n{strings}\n((s \"a\"))\n");
        assert_eq!(answers_to(&printed, Questions::alike(2, 2)), [Answer::Sat, Answer::Unsat]);
    }

    #[test]
    fn the_output_after_sat_is_its_model() {
        let run = |stdout: &str| RawRun {
            exit: Exit::Code(0),
            stdout: stdout.as_bytes().to_vec(),
            stderr: Vec::new(),
            flooded: false,
            time: Duration::ZERO,
        };
        let printed = run("sat\n(\n  (define-fun x () Int 1)\n)\nunknown\n(error \"none\")\nsat\n()\n");
        let found = models(&printed, Questions::alike(3, 1));
        assert_eq!(found[0].as_deref(), Some("(\n  (define-fun x () Int 1)\n)\n"));
        assert_eq!((found[1].as_deref(), found[2].as_deref()), (None, Some("()\n")));
        assert_eq!(models(&run("sat\n"), 2), [None, None]);
        // What a solver says before it dies counts, but its last words may be cut off.
        for (exit, first) in [(Exit::TimedOut, Some("(m)\n".to_owned())), (Exit::Code(1), None)] {
            let cut = RawRun { exit, ..run("sat\n(m)\nsat\n(n") };
            assert_eq!(models(&cut, Questions::alike(3, 1)), [first, None, None]);
        }
    }

    /// Z3 prints a constructor on a line of its own where a value is long, and strings may have several lines.
    #[test]
    fn constructors_and_strings_in_a_reply_are_no_answers() {
        let model = "(\n  (define-fun x () R\n    (store k\n      unsat\n      sat))\n  (define-fun s () String \"a\nunsat\nb\")\n)\n";
        let printed = format!("sat\n{model}unsat\n{model}");
        assert_eq!(answers_to(&printed, Questions::alike(2, 1)), [Answer::Sat, Answer::Unsat]);
        // Whatever was not asked for may be a banner.
        assert_eq!(answers_to("(loading\nunsat\n)\n", 1.into()), [Answer::Unsat]);
    }

    #[test]
    fn answers_in_replies_belong_to_no_check() {
        let script = "(check-sat)(get-consequences () (p))(check-sat)(check-sat)";
        let asked = Questions::collect(&Tree::parse(script.to_owned()).unwrap());
        let expected = [Answer::Sat, Answer::Unsat, Answer::Sat];
        assert_eq!(answers_to("sat\nsat\n((=> p p))\nunsat\nsat\n", asked.clone()), expected);
        assert_eq!(answers_to("sat\n(error \"no\")\nunsat\nsat\n", asked), expected);
    }

    #[test]
    fn replies_are_told_apart_by_their_parentheses() {
        let said = "\n(\n (define-fun s () String \")\")\n)\n; a comment\n((s \")\")\n (t 1))\nsuccess\n";
        let found = replies(said, 2).unwrap();
        assert_eq!(found, ["(\n (define-fun s () String \")\")\n)", "((s \")\")\n (t 1))"]);
        assert_eq!((replies(said, 1), replies(said, 3), replies("()(x", 2)), (Some(vec![said]), None, None));
    }

    #[test]
    fn control_characters_are_replaced() {
        assert_eq!(read_one("\u{1b}[31mred\n", "", Exit::Code(0)), none(Class::Garbage, "\u{fffd}[31mred"));
    }

    fn verdict(stdout: &str, exit: Exit, check_sats: usize) -> Verdict {
        judged(stdout, "", exit, check_sats)
    }

    fn judged(stdout: &str, stderr: &str, exit: Exit, check_sats: usize) -> Verdict {
        Verdict::judge(&run(stdout, stderr, exit), check_sats)
    }

    #[test]
    fn unsat_outweighs_everything() {
        assert_eq!(verdict("sat\nunsat\n", Exit::Signal(11), 3), Verdict::wrong_unsat(1));
        assert_eq!(verdict("unsat\n", Exit::TimedOut, 1), Verdict::wrong_unsat(0));
    }

    #[test]
    fn unsat_is_wrong_only_where_the_formula_is_known_to_be_satisfiable() {
        let run = run("unsat\nunsat\nunknown\n", "", Exit::Code(0));
        let second = |check| if check == 1 { Expected::Sat } else { Expected::Open };
        assert_eq!(Verdict::judge_where(&run, 3, second), Verdict::wrong_unsat(1));
        assert_eq!(Verdict::judge_where(&run, 3, |_| Expected::Open), Class::Unknown.into());
    }

    #[test]
    fn sat_is_wrong_only_where_the_formula_is_known_to_be_unsatisfiable() {
        let run = run("sat\nunsat\nsat\n", "", Exit::Code(0));
        let expected = |all: [Expected; 3]| Verdict::judge_where(&run, 3, |check| all[check]);
        let (sat, unsat) = (Expected::Sat, Expected::Unsat);
        assert_eq!(expected([sat, unsat, sat]), Class::Right.into());
        let wrong = expected([sat, unsat, unsat]);
        assert_eq!((wrong.class, wrong.check), (Class::WrongSat, Some(2)));
        assert_eq!(wrong.to_string(), "wrong sat at check-sat 3");
        // A wrong `unsat` is worse.
        assert_eq!(expected([unsat, sat, sat]), Verdict::wrong_unsat(1));
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
