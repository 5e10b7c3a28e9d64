//! Solvers, and what they answer to many small questions in one process.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How long one answer may take by the solver's own clock, in milliseconds, and by ours.
const LIMIT: u32 = 2_000;
const PATIENCE: Duration = Duration::from_secs(8);
/// Address space of a process, in KiB.
const MEMORY: u32 = 6_000_000;

/// A solver: how it is started, and the sorts that it has.
#[derive(Clone)]
pub struct Solver {
    pub name: &'static str,
    path: PathBuf,
    arguments: Vec<String>,
    /// Words of sorts that it does not have.
    lacks: Vec<&'static str>,
    has_datatypes: bool,
    has_odd_formats: bool,
}

/// Whether a term has a value.
pub struct Question {
    pub term: String,
    pub value: String,
}

/// What a solver says of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It has this value and no other.
    Agrees,
    /// It may have another one.
    Differs,
    /// It cannot tell.
    Unknown,
    /// It takes too long.
    Timeout,
    /// It does not read the question, and says why.
    Refused(String),
    /// It ends without a word.
    Ends,
}

/// What neither Bitwuzla nor Yices has.
const RARE: &str = "String RegLan Seq FiniteField Set Bag Tuple UnitTuple Hue Chain Both Figure";
const NO_NUMBERS: &str = "Int Real";
// Arrays without symbols begin with `const`, which it does not have.
const ONLY_NUMBERS: &str = "Array FloatingPoint RoundingMode";

/// Read without a build option that the packages of Bitwuzla do not have.
const COMMON: [&str; 4] = ["5 11", "8 24", "11 53", "15 113"];
const BITWUZLA: &str = "bitwuzla";

impl Solver {
    /// The newest releases of those that know a good part of the theories, as far as they are installed.
    pub fn all() -> Vec<Solver> {
        let limit = |option: &str| format!("{option}{LIMIT}");
        let cvc5 = ["--incremental", "--arrays-exp", "--fp-exp", "--strings-exp", "--sets-exp"];
        let cvc5 = cvc5.map(str::to_owned).into_iter().chain([limit("--tlimit-per=")]).collect();
        let one = |name, file, arguments: Vec<String>, lacks: &[&'static str]| {
            let lacks: Vec<&str> = lacks.iter().flat_map(|words| words.split(' ')).collect();
            let (has_datatypes, has_odd_formats) = (!lacks.contains(&"Hue"), file != BITWUZLA);
            Some(Solver { name, path: installed(file)?, arguments, lacks, has_datatypes, has_odd_formats })
        };
        let found = [
            one("z3", "z3", vec![limit("-t:")], &["Set Bag Tuple UnitTuple"]),
            one("cvc5", "cvc5", cvc5, &[]),
            one("bitwuzla", BITWUZLA, vec![limit("--time-limit-per=")], &[RARE, NO_NUMBERS]),
            one("yices", "yices-smt2", vec!["--incremental".to_owned()], &[RARE, ONLY_NUMBERS]),
        ];
        found.into_iter().flatten().collect()
    }

    /// Whether it has a sort, as far as is known without asking.
    pub fn has(&self, sort: &str) -> bool {
        let mut words = sort.split(|c: char| "() ".contains(c));
        let mut formats = sort.split("FloatingPoint ").skip(1).filter_map(|rest| rest.split(')').next());
        !words.any(|word| self.lacks.contains(&word))
            && (self.has_odd_formats || formats.all(|format| COMMON.contains(&format)))
    }

    /// What it says of each question.
    pub fn ask(&self, questions: &[Question], declarations: &str) -> Vec<Answer> {
        let mut answers = Vec::with_capacity(questions.len());
        while answers.len() < questions.len() {
            let before = answers.len();
            self.run(&questions[before..], declarations, &mut answers);
            if answers.len() == before {
                answers.push(Answer::Ends);
            }
        }
        answers
    }

    /// The value that it gives a term.
    pub fn value(&self, term: &str, sort: &str, declarations: &str) -> String {
        let script = format!(
            "(set-option :produce-models true)\n(set-logic ALL)\n{}(declare-fun theirs () {sort})\n\
             (assert (= theirs {term}))\n(check-sat)\n(get-value (theirs))\n",
            self.own(declarations)
        );
        let mut lines = Vec::new();
        self.read(&script, |line| {
            lines.push(line.to_owned());
            true
        });
        let said = lines.join(" ");
        let value = said.strip_prefix("sat ((theirs ").and_then(|rest| rest.strip_suffix("))"));
        value.map(str::to_owned).unwrap_or(said)
    }

    fn own<'a>(&self, declarations: &'a str) -> &'a str {
        if self.has_datatypes { declarations } else { "" }
    }

    /// Asks as many questions as one process answers.
    fn run(&self, questions: &[Question], declarations: &str, answers: &mut Vec<Answer>) {
        let mut script = format!("(set-logic ALL)\n{}", self.own(declarations));
        for Question { term, value } in questions {
            script +=
                &format!("(echo \"@\")\n(push 1)\n(assert (not (= {term} {value})))\n(check-sat)\n(pop 1)\n");
        }
        script += "(echo \"@\")\n";
        // What was said since the last mark.
        let mut current: Option<Answer> = None;
        let mut begun = false;
        let mut asked = 0;
        let in_time = self.read(&script, |line| {
            let line = line.trim();
            if line.trim_matches('"') == "@" {
                if begun {
                    asked += 1;
                    answers.push(current.take().unwrap_or(Answer::Ends));
                }
                begun = true;
                return asked < questions.len();
            }
            let said = match line {
                "unsat" => Answer::Agrees,
                "sat" => Answer::Differs,
                "unknown" => Answer::Unknown,
                "timeout" => Answer::Timeout,
                "" => return true,
                other => Answer::Refused(other.to_owned()),
            };
            // What comes after an error is about something else.
            if !matches!(current, Some(Answer::Refused(_))) {
                current = Some(said);
            }
            true
        });
        if asked < questions.len() && (begun || current.is_some()) {
            // After an error, most end; some print `unsat` before they stop.
            let last = if in_time { current.unwrap_or(Answer::Ends) } else { Answer::Timeout };
            answers.push(last);
        }
    }

    /// Runs a script and hands over its lines while `more` wants them; whether each came in time.
    fn read(&self, script: &str, mut more: impl FnMut(&str) -> bool) -> bool {
        let mut file = tempfile::Builder::new().suffix(".smt2").tempfile().unwrap();
        file.write_all(script.as_bytes()).unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"")]).arg(&self.path);
        command.args(&self.arguments).arg(file.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, receiver) = channel();
        let reader = std::thread::spawn(move || {
            for line in output.split(b'\n').map_while(Result::ok) {
                if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    break;
                }
            }
        });
        let in_time = loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok(line) if more(&line) => {}
                Ok(_) | Err(RecvTimeoutError::Disconnected) => break true,
                Err(RecvTimeoutError::Timeout) => break false,
            }
        };
        drop(receiver);
        drop(child.kill());
        child.wait().unwrap();
        reader.join().unwrap();
        in_time
    }
}

/// A solver that `storm solvers install` installs, or one from PATH.
fn installed(name: &str) -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/solvers/bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::iter::once(own).chain(std::env::split_paths(&path));
    folders.find_map(|folder| Some(folder.join(name)).filter(|path| path.is_file()))
}
