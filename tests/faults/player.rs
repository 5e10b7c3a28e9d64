//! The solver that misbehaves: `play FAULT ARGUMENTS… SCRIPT`.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Signal, getpid, kill_process};
use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
use smt_storm::digest::Digest;
use smt_storm::smtlib::Problem;
use smt_storm::smtlib::instance::Instance;
use smt_storm::theory::exhaustion::{POINTS, contradiction, decide};

use crate::{beside, marks, session_player};

/// What is no end for any test, but is one for a process that nobody kills.
const FOR_EVER: Duration = Duration::from_secs(600);
/// Bytes after which `flood` writes no more.
const FLOOD: usize = 2 << 30;
/// Memory that `reserve` asks for, in bytes.
const RESERVED: usize = 8 << 30;
/// Memory that `hoard` takes at a time, in MiB.
const PIECE: usize = 32;
/// Memory that `hoard` is content with, in MiB: more than its limit, and less than would harm a machine without one.
const ENOUGH: usize = 1 << 10;

/// Plays a fault.
pub fn play(arguments: &[String]) -> ExitCode {
    play_words(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Plays a fault, already in words.
pub fn play_words(words: &[&str]) -> ExitCode {
    match *words {
        ["session", ref session @ ..] => session_player::play(session),
        // Prints a text and ends with a code.
        ["say", text, code, ..] => {
            print(text);
            ExitCode::from(code.parse::<u8>().unwrap())
        }
        ["say-stderr", text, ..] => {
            io::stderr().write_all(text.as_bytes()).unwrap();
            ExitCode::SUCCESS
        }
        ["garbage", ..] => {
            let bytes: Vec<u8> = (0..=255).cycle().take(4096).collect();
            io::stdout().write_all(&bytes).unwrap();
            ExitCode::SUCCESS
        }
        // Prints a text byte by byte.
        ["drip", text, ..] => {
            for byte in text.bytes() {
                io::stdout().write_all(&[byte]).and_then(|()| io::stdout().flush()).unwrap();
                sleep(Duration::from_millis(50));
            }
            ExitCode::SUCCESS
        }
        // Takes one byte of what it is fed.
        ["nibble", text] => {
            io::stdin().read_exact(&mut [0]).unwrap();
            print(text);
            ExitCode::SUCCESS
        }
        ["die", signal, text, ..] => die(signal, text),
        // Writes a text to standard error, with its process number for `{pid}`, and plays another fault.
        ["complain", text, ref fault @ ..] => {
            let text = text.replace("{pid}", &std::process::id().to_string());
            io::stderr().write_all(text.as_bytes()).unwrap();
            play_words(fault)
        }
        // Takes its time, and is wrong about so many assertions.
        ["wrong-slowly", milliseconds, few, script] => {
            sleep(Duration::from_millis(milliseconds.parse().unwrap()));
            let enough = marks::assertions(&read(&[script])).len() >= few.parse().unwrap();
            print(if enough { "unsat\n" } else { "sat\n" });
            ExitCode::SUCCESS
        }
        // Takes its time when there are `few` assertions.
        ["slow-by-size", milliseconds, few, script] => {
            if marks::assertions(&read(&[script])).len() >= few.parse().unwrap() {
                sleep(Duration::from_millis(milliseconds.parse().unwrap()));
            }
            answer(false)
        }
        // Takes its time, and dies of something else for each script.
        ["die-of-each", milliseconds, script] => {
            sleep(Duration::from_millis(milliseconds.parse().unwrap()));
            let digest = Digest::of(read(&[script])).to_string();
            let name: String = digest.bytes().map(|byte| char::from(b'a' + byte % 16)).collect();
            play_words(&["complain", &format!("x.cpp:3: f: Assertion `{name}' failed."), "die", "ABRT", ""])
        }
        // Dies of one thing when there are `few` assertions, and of another when there are less.
        ["die-by-size", few, script] => {
            let enough = marks::assertions(&read(&[script])).len() >= few.parse().unwrap();
            let text = if enough { "trouble with a term" } else { "trouble without any term" };
            play_words(&["complain", &format!("{text}, process {{pid}}"), "die", "SEGV", ""])
        }
        // Answers as the linked Z3 does, and is wrong about one thing beside its answers, if about any.
        ["liar", about, script] => {
            let script = read(&[script]);
            print(&beside::falsified(&script, &beside::reply(&script, false), about));
            ExitCode::SUCCESS
        }
        // Notes its arguments. Wrong if one of them is the culprit.
        ["note-call", notes, culprit, ref arguments @ .., script] => {
            marks::note_call(Path::new(notes), arguments, &read(&[script]));
            answer(arguments.contains(&culprit))
        }
        // Wrong when all of some conditions hold, see `marks::holds`.
        ["wrong-if", conditions, ref arguments @ .., script] => {
            answer(marks::holds(conditions, arguments, &read(&[script])))
        }
        // Prints a text if one of the assertions has a mark, or for several marks, each has one that does.
        ["say-for", marks, text, script] => {
            let asked = read(&[script]);
            let assertions = marks::assertions(&asked);
            let says = marks.split(" & ").all(|mark| assertions.iter().any(|line| line.contains(mark)));
            print(if says { text } else { "unknown\n" });
            ExitCode::SUCCESS
        }
        // An error where the script has a text.
        ["error-if", text, script] => {
            let says = if read(&[script]).contains(text) {
                format!("(error \"no {text}\")\n")
            } else {
                "sat\n".into()
            };
            print(&says);
            ExitCode::SUCCESS
        }
        // Contradicts every script that has one of some texts.
        ["fixes", texts, script] => {
            let script = read(&[script]);
            answer(texts.split_whitespace().any(|text| script.contains(text)))
        }
        // Reads none of some texts.
        ["reads-not", texts, script] => {
            let script = read(&[script]);
            let refused = texts.split_whitespace().any(|text| script.contains(text));
            print(if refused { "(error \"unknown symbol\")\n" } else { "sat\n" });
            ExitCode::SUCCESS
        }
        // Wrong about what has a text in force after something was popped.
        ["wrong-after-pop", text, ref script @ ..] => {
            for (_, wrong) in marks::wrong_after_pop(&read(script), text) {
                answer(wrong);
            }
            ExitCode::SUCCESS
        }
        // Wrong where at least `few` assertions are in force.
        ["wrong-about", few, ref script @ ..] => {
            for (in_force, _) in marks::wrong_after_pop(&read(script), "") {
                answer(in_force >= few.parse().unwrap());
            }
            ExitCode::SUCCESS
        }
        // Wrong about every check but the first.
        ["wrong-later", ref script @ ..] => {
            let checks = read(script).lines().filter(|line| line.starts_with("(check-sat")).count();
            for check in 0..checks {
                answer(check > 0);
            }
            ExitCode::SUCCESS
        }
        // Violates an assertion of its own when there are `few` assertions, and is wrong when there are less.
        ["two-bugs", few, script] => {
            match marks::assertions(&read(&[script])).len() >= few.parse().unwrap() {
                true => play_words(&["complain", "x.cpp:3: f: Assertion `x > 0' failed.", "die", "ABRT", ""]),
                false => answer(true),
            }
        }
        // Right where the symbols have few values, and elsewhere where a witness satisfies the script.
        ["exhaust", ref script @ ..] => answer(is_satisfiable(&read(script)) == Some(false)),
        // The same, but for unsatisfiable scripts with a text.
        ["exhaust-but", text, ref script @ ..] => {
            let script = read(script);
            answer(is_satisfiable(&script) == Some(false) && !script.contains(text))
        }
        // The same, but for contradictions among formulas over symbols with many values.
        ["exhaust-small", ref script @ ..] => {
            let script = read(script);
            answer(has_few_values(&script) && is_satisfiable(&script) == Some(false))
        }
        // Takes the worst values for the best where the symbols have few values.
        ["contrary", script] => {
            let script = read(&[script]);
            print(&beside::reply(&script, has_few_values(&script)));
            ExitCode::SUCCESS
        }
        // Does not decide what is unsatisfiable, and says why not.
        ["unknown-for", reason, ref script @ ..] => {
            let script = read(script);
            match is_satisfiable(&script) {
                Some(false) if script.contains("(get-info :reason-unknown)") => {
                    print(&format!("unknown\n(:reason-unknown \"{reason}\")\n"));
                }
                Some(false) => print("unknown\n"),
                _ => print("sat\n"),
            }
            ExitCode::SUCCESS
        }
        // Right about every check; or it sees contradictions everywhere once there was one, unless all symbols have few values.
        ["exhaust-each", manner, script] => {
            let script = Instance::read(&read(&[script])).unwrap();
            let mut was_unsat = false;
            for check in 0..script.checks() {
                let alone = script.at_check(check).text;
                let is_unsat = is_satisfiable(&alone) == Some(false);
                answer(is_unsat || (was_unsat && !has_few_values(&alone)));
                was_unsat |= is_unsat && manner == "stubbornly";
            }
            ExitCode::SUCCESS
        }
        // Contradicts every script whose symbols have few values, and is right elsewhere.
        ["refute-finite", ref script @ ..] => {
            let script = read(script);
            answer(has_few_values(&script) || is_satisfiable(&script) == Some(false))
        }
        // Dies when all of some conditions hold.
        ["die-if", conditions, ref arguments @ .., script] => {
            match marks::holds(conditions, arguments, &read(&[script])) {
                true => die("SEGV", ""),
                false => answer(false),
            }
        }
        ["hang", text, notes, ..] => hang(text, Path::new(notes)),
        ["spin", notes, ..] => {
            marks::note_process(Path::new(notes), std::process::id());
            loop {
                std::hint::spin_loop();
            }
        }
        ["hang-on", notes, ..] => {
            ignore(&[SIGTERM, SIGINT]);
            hang("", Path::new(notes))
        }
        ["flood", stream, line, ..] => flood(stream, line),
        ["flood-on", line, ..] => {
            ignore(&[SIGXFSZ]);
            flood("stdout", line)
        }
        ["hoard", notes, ..] => hoard(Path::new(notes)),
        ["reserve", notes, ..] => {
            // Not touched: it is address space that is limited.
            let _memory = std::hint::black_box(Vec::<u8>::with_capacity(RESERVED));
            hang("", Path::new(notes))
        }
        ["leave-child", text, notes, ..] => {
            leave_child(Path::new(notes));
            print(text);
            ExitCode::SUCCESS
        }
        ["leave-child-and-hang", text, notes, ..] => {
            leave_child(Path::new(notes));
            hang(text, Path::new(notes))
        }
        ["sleep"] => {
            sleep(FOR_EVER);
            ExitCode::SUCCESS
        }
        // Wrong for what has a text in one of its assertions.
        ["wrong-for", mark, ref script @ ..] => {
            answer(marks::assertions(&read(script)).iter().any(|line| line.contains(mark)))
        }
        // Wrong for the script of a digest.
        ["wrong-for-digest", digest, ref script @ ..] => {
            answer(Digest::of(read(script)).to_string() == digest)
        }
        // Wrong for the first script that has `many` assertions, from the run number `run` (from 0) on; afterwards
        // for every script that has `few`.
        ["wrong-from", run, many, few, notes, ref script @ ..] => {
            let numbers = [run, many, few].map(|number| number.parse::<usize>().unwrap());
            let assertions = marks::assertions(&read(script)).len();
            let wrong = marks::is_due(&marks::answers(Path::new(notes)), numbers, assertions);
            marks::note_answer(Path::new(notes), wrong);
            answer(wrong)
        }
        _ => panic!("no such fault: {words:?}"),
    }
}

/// Whether a script with one check is satisfiable, if that is found by trying all values.
fn is_satisfiable(script: &str) -> Option<bool> {
    let problem = Problem::read(script).unwrap();
    match decide(&problem, POINTS) {
        Ok(decision) => decision.is_satisfiable(),
        Err(_) => contradiction(&problem).map(|_| false),
    }
}

/// Whether all values of the symbols of a script with one check can be tried.
fn has_few_values(script: &str) -> bool {
    decide(&Problem::read(script).unwrap(), POINTS).is_ok()
}

fn read(script: &[&str]) -> String {
    match script {
        [path] => fs::read_to_string(path).unwrap(),
        _ => io::read_to_string(io::stdin()).unwrap(),
    }
}

fn answer(wrong: bool) -> ExitCode {
    print(if wrong { "unsat\n" } else { "sat\n" });
    ExitCode::SUCCESS
}

fn print(text: &str) {
    io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush()).unwrap();
}

fn die(signal: &str, text: &str) -> ! {
    print(text);
    match signal {
        "ABRT" => std::process::abort(),
        // Rust's handler takes the first one and gives back the default action.
        "SEGV" => loop {
            kill_process(getpid(), Signal::SEGV).unwrap();
        },
        _ => panic!("no such death: {signal}"),
    }
}

fn hang(text: &str, notes: &Path) -> ExitCode {
    print(text);
    marks::note_process(notes, std::process::id());
    sleep(FOR_EVER);
    ExitCode::SUCCESS
}

fn ignore(signals: &[i32]) {
    for &signal in signals {
        signal_hook::flag::register(signal, Arc::new(AtomicBool::new(false))).unwrap();
    }
}

/// Writes for ever, whether it can or not. After more than anybody should let it, it only hangs.
fn flood(stream: &str, line: &str) -> ExitCode {
    let mut out: Box<dyn Write> = match stream {
        "stdout" => Box::new(io::stdout().lock()),
        _ => Box::new(io::stderr().lock()),
    };
    let lines = format!("{line}\n").repeat((1 << 16) / (line.len() + 1) + 1);
    let mut written = 0;
    while written < FLOOD {
        if out.write_all(lines.as_bytes()).is_ok() {
            written += lines.len();
        }
    }
    sleep(FOR_EVER);
    ExitCode::SUCCESS
}

/// Takes memory piece by piece, and notes how much it has.
fn hoard(notes: &Path) -> ExitCode {
    let mut pieces = Vec::new();
    while pieces.len() * PIECE < ENOUGH {
        pieces.push(vec![1_u8; PIECE << 20]);
        marks::note_hoard(notes, pieces.len() * PIECE);
    }
    print("sat\n");
    ExitCode::SUCCESS
}

/// Starts a process that has this one's output and outlives it.
pub fn leave_child(notes: &Path) {
    let program = std::env::current_exe().unwrap();
    let child = duct::cmd!(program, "play", "sleep").start().unwrap();
    marks::note_process(notes, child.pids()[0]);
}
