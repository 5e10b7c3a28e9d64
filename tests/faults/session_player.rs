//! The session that misbehaves: `play session NOTES WHEN FAULT ARGUMENTS…`.
//!
//! It answers `sat` to each check until WHEN: `3` is the third check since the process started, `3+` that one and all
//! after it, `0` none. A fault of [`crate::player`] ends the session; those of this file let it go on.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::thread::sleep;
use std::time::Duration;

use crate::{marks, player};

/// A session, as far as it has come.
struct Session<'a> {
    notes: &'a Path,
    when: &'a str,
    fault: &'a [&'a str],
    checks: usize,
    /// What was asserted since the last `(reset)` that it knows.
    assertions: Vec<String>,
    /// The most assertions that were forgotten at once.
    forgotten: usize,
    /// Lines that declare something, by script.
    declared: Vec<Vec<String>>,
    /// What `buffer` has not printed yet.
    held: String,
    /// What `leak` has taken.
    leaked: Vec<Vec<u8>>,
}

/// Plays a session that answers until something is due.
pub fn play(words: &[&str]) -> ExitCode {
    let &[notes, when, ref fault @ ..] = words else { panic!("no such session: {words:?}") };
    let notes = Path::new(notes);
    marks::note_session(notes, std::process::id());
    let mut session = Session {
        notes,
        when,
        fault,
        checks: 0,
        assertions: Vec::new(),
        forgotten: 0,
        declared: vec![Vec::new()],
        held: String::new(),
        leaked: Vec::new(),
    };
    for line in io::stdin().lines() {
        if let Some(end) = session.read(&line.unwrap()) {
            return end;
        }
    }
    print(&session.held);
    ExitCode::SUCCESS
}

impl Session<'_> {
    /// Does what a line asks for; returns how the process ends, if it does.
    fn read(&mut self, line: &str) -> Option<ExitCode> {
        let text = line.strip_prefix("(echo ").and_then(|rest| rest.strip_suffix(')'));
        if let Some(text) = text {
            let quoted = matches!(self.fault, ["quote", ..]);
            let text = if quoted { text } else { text.trim_matches('"') };
            self.say(&format!("{text}\n"));
            if let ["late", more, ..] = *self.fault
                && self.is_due()
                && text.contains("end")
            {
                // Once the mark has been read.
                sleep(Duration::from_millis(100));
                self.say(more);
            }
        } else if line.starts_with("(assert ") {
            self.assertions.push(line.to_owned());
        } else if line.starts_with("(declare-") {
            self.declared.last_mut().unwrap().push(line.to_owned());
        } else if line.starts_with("(check-sat") {
            self.checks += 1;
            return self.check();
        } else if line == "(reset)" {
            self.reset();
        }
        None
    }

    fn check(&mut self) -> Option<ExitCode> {
        match *self.fault {
            // Wrong after an instance with so many assertions.
            ["tainted", many, ..] => {
                let wrong = self.forgotten >= many.parse().unwrap();
                self.say(if wrong { "unsat\n" } else { "sat\n" });
            }
            // Dies after a script with so many declarations that have a word in them.
            ["haunted", word, many, ..] => {
                let (_, before) = self.declared.split_last().unwrap();
                let count = |script: &Vec<String>| script.iter().filter(|line| line.contains(word)).count();
                if before.iter().any(|script| count(script) >= many.parse().unwrap()) {
                    return Some(player::play_words(&["die", "SEGV", ""]));
                }
                self.say("sat\n");
            }
            // Right about everything that it was told since it started.
            ["no-reset", ..] => {
                let contradiction = self.is_contradiction();
                self.say(if contradiction { "unsat\n" } else { "sat\n" });
            }
            _ if !self.is_due() => self.say("sat\n"),
            // Plays another fault, in the first process only.
            ["once", _, ref fault @ ..] => match marks::sessions(self.notes).len() {
                1 => {
                    self.fault = fault;
                    return self.check();
                }
                _ => self.say("sat\n"),
            },
            // Answers something in the first process, and hangs in all others.
            ["hang-later", text, ..] => match marks::sessions(self.notes).len() {
                1 => self.say(text),
                _ => return Some(player::play_words(&["hang", "", &self.notes.display().to_string()])),
            },
            // Answers something else, and goes on.
            ["answer", text, ..] => self.say(text),
            // Writes to standard error, answers something, and goes on.
            ["mutter", text, answer, ..] => {
                io::stderr().write_all(text.as_bytes()).unwrap();
                self.say(answer);
            }
            // Answers after so many milliseconds, and goes on.
            ["pause", milliseconds, ..] => {
                sleep(Duration::from_millis(milliseconds.parse().unwrap()));
                self.say("sat\n");
            }
            // Starts a process that has this one's output, and goes on.
            ["child", ..] => {
                player::leave_child(self.notes);
                self.say("sat\n");
            }
            // Takes some MiB for ever, until there are no more.
            ["leak", amount, ..] => {
                let bytes = amount.parse::<usize>().unwrap() << 20;
                let mut piece = Vec::new();
                if piece.try_reserve_exact(bytes).is_err() {
                    print("(error \"out of memory\")\n");
                    return Some(ExitCode::from(101));
                }
                piece.resize(bytes, 1);
                self.leaked.push(piece);
                self.say("sat\n");
            }
            // Answers something, takes no more input, and hangs.
            ["close-stdin", text, ..] => {
                let script = r#"printf %s "$1"; exec sleep 600 <&-"#;
                panic!("{}", Command::new("/bin/sh").args(["-c", script, "sh", text]).exec());
            }
            ["quote" | "buffer" | "late", ..] => self.say("sat\n"),
            _ => return Some(player::play_words(self.fault)),
        }
        None
    }

    fn reset(&mut self) {
        if let ["no-reset", complaint, ..] = *self.fault {
            self.say(complaint);
            return;
        }
        self.forgotten = self.forgotten.max(self.assertions.len());
        self.declared.push(Vec::new());
        self.assertions.clear();
    }

    fn is_due(&self) -> bool {
        match self.when.strip_suffix('+') {
            Some(first) => self.checks >= first.parse().unwrap(),
            None => self.checks == self.when.parse::<usize>().unwrap(),
        }
    }

    /// Whether something was asserted together with its negation.
    fn is_contradiction(&self) -> bool {
        let negated = |line: &String| format!("(assert (not {}))", &line["(assert ".len()..line.len() - 1]);
        self.assertions.iter().any(|line| self.assertions.contains(&negated(line)))
    }

    fn say(&mut self, text: &str) {
        if matches!(self.fault, ["buffer", ..]) {
            self.held.push_str(text);
        } else {
            print(text);
        }
    }
}

fn print(text: &str) {
    io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush()).unwrap();
}
