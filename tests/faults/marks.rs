//! What the player leaves in its folder of notes for itself and for the tests.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

/// Returns a script without the lines that are comments.
pub fn without_comments(script: &str) -> String {
    script.lines().filter(|line| !line.starts_with(';')).map(|line| format!("{line}\n")).collect()
}

/// The `(assert …)` lines of a script.
pub fn assertions(script: &str) -> Vec<&str> {
    script.lines().filter(|line| line.starts_with("(assert ")).collect()
}

/// Whether `wrong-from` answers wrongly, after these answers.
pub fn is_due(answers: &[String], [run, many, few]: [usize; 3], assertions: usize) -> bool {
    if answers.iter().any(|answer| answer == "unsat") {
        assertions >= few
    } else {
        answers.len() >= run && assertions >= many
    }
}

/// The answers `wrong-from` gave, in order.
pub fn answers(notes: &Path) -> Vec<String> {
    lines(notes, "answers")
}

/// Notes an answer of `wrong-from`.
pub fn note_answer(notes: &Path, wrong: bool) {
    append(notes, "answers", if wrong { "unsat" } else { "sat" });
}

/// The processes that were noted.
pub fn processes(notes: &Path) -> Vec<u32> {
    lines(notes, "processes").iter().map(|line| line.parse().unwrap()).collect()
}

/// Notes a process.
pub fn note_process(notes: &Path, process: u32) {
    append(notes, "processes", &process.to_string());
}

/// The sessions that were noted, in order.
pub fn sessions(notes: &Path) -> Vec<u32> {
    lines(notes, "sessions").iter().map(|line| line.parse().unwrap()).collect()
}

/// Notes a session.
pub fn note_session(notes: &Path, process: u32) {
    append(notes, "sessions", &process.to_string());
}

/// What `note-call` was called with, in order.
pub fn calls(notes: &Path) -> Vec<String> {
    lines(notes, "calls")
}

/// Notes a call: arguments and the head of the script.
pub fn note_call(notes: &Path, arguments: &[&str], script: &str) {
    let head: Vec<&str> = script.lines().take_while(|line| !line.starts_with("(declare-")).collect();
    append(notes, "calls", &format!("{} | {}", arguments.join(" "), head.join(" ")));
}

/// For each check of a script, how many assertions are in force, and whether `wrong-after-pop` is wrong about it:
/// something with this text is in force, and something was popped before.
pub fn wrong_after_pop(script: &str, text: &str) -> Vec<(usize, bool)> {
    let mut levels: Vec<Vec<&str>> = vec![Vec::new()];
    let (mut popped, mut checks) = (false, Vec::new());
    for line in script.lines() {
        let count = |command: &str| line.strip_prefix(command)?.strip_suffix(')')?.parse::<usize>().ok();
        if let Some(count) = count("(push ") {
            levels.extend((0..count).map(|_| Vec::new()));
        } else if let Some(count) = count("(pop ") {
            levels.truncate(levels.len() - count);
            popped = true;
        } else if line.starts_with("(assert ") {
            levels.last_mut().unwrap().push(line);
        } else if line.starts_with("(check-sat") {
            let in_force = levels.concat();
            checks.push((in_force.len(), popped && in_force.iter().any(|line| line.contains(text))));
        }
    }
    checks
}

/// Whether the conditions of `wrong-if` and `die-if` hold. All of those that a comma separates have to, and one of those
/// that a bar separates: `has:ARGUMENT`, `needs:ARGUMENT` (dies without it), `waits:ARGUMENT` (hangs without it),
/// `line:TEXT` of the script, `text:TEXT` and `no-text:TEXT` anywhere in it, `widths:LEAST-MOST` of its bit-vectors, `flat`
/// for a script without levels, and `random:MOST` for an argument `--random=NUMBER` that is no larger, or not there.
pub fn holds(conditions: &str, arguments: &[&str], script: &str) -> bool {
    let one = |condition: &str| match condition.split_once(':') {
        Some(("has", argument)) => arguments.contains(&argument),
        Some(("needs", argument)) => {
            assert!(arguments.contains(&argument), "no {argument}");
            true
        }
        Some(("waits", argument)) => {
            if !arguments.contains(&argument) {
                std::thread::sleep(std::time::Duration::from_secs(600));
            }
            true
        }
        Some(("widths", range)) => {
            let (least, most) = range.split_once('-').unwrap();
            let range = least.parse::<u32>().unwrap()..=most.parse().unwrap();
            script
                .split("(_ BitVec ")
                .skip(1)
                .any(|rest| range.contains(&rest.split(')').next().unwrap().parse().unwrap()))
        }
        Some(("line", text)) => script.lines().any(|line| line == text),
        Some(("text", text)) => script.contains(text),
        Some(("no-text", text)) => !script.contains(text),
        Some(("random", most)) => {
            let number = arguments.iter().find_map(|argument| argument.strip_prefix("--random="));
            number.is_none_or(|number| number.parse::<u32>().unwrap() <= most.parse().unwrap())
        }
        _ if condition == "flat" => !script.contains("(push "),
        _ => panic!("no such condition: {condition}"),
    };
    conditions.split(',').all(|all| all.split('|').any(one))
}

/// The most memory that `hoard` had, in MiB.
pub fn hoarded(notes: &Path) -> usize {
    fs::read_to_string(notes.join("hoard")).unwrap().parse().unwrap()
}

/// Notes how much memory `hoard` has, in MiB.
pub fn note_hoard(notes: &Path, amount: usize) {
    fs::write(notes.join("hoard"), amount.to_string()).unwrap();
}

/// The whole lines of a file; none if there is no such file.
fn lines(notes: &Path, file: &str) -> Vec<String> {
    let text = fs::read_to_string(notes.join(file)).unwrap_or_default();
    // One that is being written has no end yet.
    text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')).map(str::to_owned).collect()
}

fn append(notes: &Path, file: &str, line: &str) {
    let mut file = OpenOptions::new().create(true).append(true).open(notes.join(file)).unwrap();
    file.write_all(format!("{line}\n").as_bytes()).unwrap();
}
