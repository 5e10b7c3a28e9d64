//! What a solver printed for a whole script → the model that belongs to one of its check-sats.
//!
//! A script prints more than answers and models: echoes, values, objectives, assignments, cores, errors. Its commands say
//! in which order, so an echo of `sat` is no answer, and each model belongs to the answer before it. What is neither an
//! answer nor a model is passed over. A model is told by its shape, for the script may not be the one that asked for it: many
//! solvers print models by an option.

mod expected_replies;
mod shape;

use crate::smtlib::Tree;
use crate::witness::printed::clip;
use expected_replies::ExpectedReplies;
use shape::{Part, Shape};

/// Why no model can be told to be that of a check-sat. Check-sats are counted from 1 here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoModel {
    /// There are models, and no answers that would tell which is which.
    #[error(
        "the output has {models} models and no answers, and the script {}, so it is unclear which one belongs \
         to check-sat {check}; remove the others",
        plural(*checks, "check-sat")
    )]
    Several {
        /// How many models there are.
        models: usize,
        /// How many check-sats the script has.
        checks: usize,
        /// The check-sat in question.
        check: usize,
    },
    /// The answers cannot be counted.
    #[error(
        "the output has {}, and the script {}, so it is unclear which model belongs to check-sat {check}; \
         remove the others{}",
        plural(*answers, "answer"),
        plural(*checks, "check-sat"),
        and("the output also says ", words)
    )]
    Miscounted {
        /// How many answers there are.
        answers: usize,
        /// How many check-sats the script has.
        checks: usize,
        /// The check-sat in question.
        check: usize,
        /// The first words that are nothing known, such as an error; empty if there are none.
        words: String,
    },
    /// The answer is there, and no model with it.
    #[error(
        "no model was printed for check-sat {check}{}{}",
        and("its answer is ", answer),
        and("models were printed for ", others)
    )]
    Nothing {
        /// The check-sat in question.
        check: usize,
        /// Its answer, and the first words that were printed in place of a model.
        answer: String,
        /// The check-sats that have one.
        others: String,
    },
    /// An error and no answer.
    #[error("the solver printed an error instead of a model: {0}")]
    Error(String),
    /// What was printed is something else.
    #[error("`{0}` is not a known part of a model")]
    Unknown(String),
    /// Nothing was printed.
    #[error("no model was printed")]
    Silence,
}

fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn and(what: &str, said: &str) -> String {
    if said.is_empty() { String::new() } else { format!("; {what}{said}") }
}

/// An answer and what follows it, or what precedes the first answer.
#[derive(Debug, Default)]
struct Said<'a> {
    /// The check-sat that is answered, from 0. None before the first answer, and where no check-sat asks.
    check: Option<usize>,
    answer: &'a str,
    models: Vec<(Shape, &'a str)>,
    /// The first error, or words of which nothing is known.
    words: Option<&'a str>,
    /// Whether an error stands before it that may have come in place of an answer.
    after_error: bool,
}

impl<'a> Said<'a> {
    /// The models of the best shape that there is: beside a list of definitions, an equation is just some term.
    fn models(&self) -> impl Iterator<Item = &'a str> {
        let best = self.models.iter().map(|(shape, _)| *shape).min();
        self.models.iter().filter(move |(shape, _)| Some(*shape) == best).map(|(_, text)| *text)
    }
}

/// The model in `printed`, a solver's output for a script of these commands, that belongs to a `check` of it, counted
/// from 0; to the last one when left out.
///
/// # Errors
/// There is none, or it is unclear which one it is.
pub(crate) fn model<'a>(commands: &Tree, printed: &'a str, check: Option<usize>) -> Result<&'a str, NoModel> {
    let asked = ExpectedReplies::collect(commands);
    let said = read(&asked, printed);
    let check = check.unwrap_or(asked.checks.saturating_sub(1));
    let Some((before, answered)) = said.split_first() else { return Err(NoModel::Silence) };
    if answered.is_empty() {
        return without_answers(&asked, before, check);
    }
    let answers =
        answered.len() - asked.others.min(answered.iter().filter(|said| said.check.is_none()).count());
    // An error in place of an answer shows in that the last one does not come.
    let is_short =
        answered.iter().filter_map(|said| said.check).max().is_none_or(|last| last + 1 < asked.checks);
    let certain = |said: &&Said<'_>| said.check == Some(check) && !(is_short && said.after_error);
    let Some(found) = answered.iter().find(certain).filter(|_| answers <= asked.checks) else {
        // Where nothing asks for models, one was copied out or printed by an option, and one alone is the one that is meant.
        let models: Vec<&str> = said.iter().flat_map(Said::models).collect();
        return match models[..] {
            [only] if asked.models.is_empty() && (answers < 2 || asked.checks == 0) => Ok(only),
            _ => {
                let words = said.iter().find_map(|said| said.words).map(clip).unwrap_or_default();
                Err(NoModel::Miscounted { answers, checks: asked.checks, check: check + 1, words })
            }
        };
    };
    let nothing = || {
        let others =
            answered.iter().filter(|said| said.models().next().is_some()).filter_map(|said| said.check);
        let others: Vec<String> = others.map(|check| format!("check-sat {}", check + 1)).collect();
        let words = found.words.map(|words| format!(", then {}", clip(words))).unwrap_or_default();
        let answer = format!("{}{words}", found.answer);
        NoModel::Nothing { check: check + 1, answer, others: others.join(", ") }
    };
    found.models().next().ok_or_else(nothing)
}

/// The model of a check where no answer is printed.
fn without_answers<'a>(asked: &ExpectedReplies, before: &Said<'a>, check: usize) -> Result<&'a str, NoModel> {
    let models: Vec<&str> = before.models().collect();
    let at = match models.len() {
        0 => {
            return Err(match before.words {
                Some(error) if error.starts_with("(error") => NoModel::Error(clip(error)),
                Some(words) => NoModel::Unknown(clip(words)),
                None => NoModel::Silence,
            });
        }
        1 => Some(0),
        count if count == asked.models.len() => asked.models.iter().position(|of| *of == Some(check)),
        count if count == asked.checks => Some(check),
        _ => None,
    };
    let several = || NoModel::Several { models: models.len(), checks: asked.checks, check: check + 1 };
    at.and_then(|at| models.get(at).copied()).ok_or_else(several)
}

/// Splits a solver's output: what precedes the first answer, then each answer with what follows it.
fn read<'a>(asked: &ExpectedReplies, printed: &'a str) -> Vec<Said<'a>> {
    let (mut done, mut said) = (Vec::new(), Said::default());
    // Where the next part is, and the next reply that the script asks for.
    let (mut at, mut reply) = (0, 0);
    // Where the line ends: lines are looked through once, however much is on them.
    let mut line_end = 0;
    // Whether there was an error since it was last known which command is answered, and whether a list was never closed.
    let (mut has_error, mut never_closed) = (false, false);
    // Whether the part before is one of a model, which may go on.
    let mut goes_on = false;
    while let Some(start) = printed[at..].find(|c: char| !c.is_whitespace()).map(|blanks| at + blanks) {
        let rest = &printed[start..];
        if start >= line_end {
            line_end = rest.find('\n').map_or(printed.len(), |length| start + length);
        }
        let line = &printed[start..line_end];
        if let Some((echo, length)) = asked.echo(reply, line, rest) {
            (at, reply, has_error, goes_on) = (start + length, echo + 1, false, false);
            continue;
        }
        let (part, length) = shape::part(rest, line, &asked.symbols, never_closed);
        at = start + length;
        let text = &printed[start..at];
        goes_on = match part {
            Part::Nothing => goes_on,
            Part::Model(shape) => {
                match said
                    .models
                    .last_mut()
                    .filter(|(last, _)| goes_on && shape.has_many_parts() && *last == shape)
                {
                    Some((_, model)) => *model = &printed[offset(printed, model)..at],
                    None => said.models.push((shape, text)),
                }
                true
            }
            Part::Answer => {
                let (position, check) = asked.next_answer(reply).unwrap_or((reply, None));
                reply = position + 1;
                let next = Said { check, answer: text.trim(), after_error: has_error, ..Said::default() };
                done.push(std::mem::replace(&mut said, next));
                false
            }
            Part::Error | Part::Words | Part::Unclosed => {
                has_error |= part != Part::Words;
                never_closed |= part == Part::Unclosed;
                said.words.get_or_insert(text.trim());
                false
            }
            // A value, an assignment, objectives, a core, a heap …
            Part::List => {
                if said.answer.is_empty() {
                    said.words.get_or_insert(text);
                }
                false
            }
        };
    }
    done.push(said);
    done
}

/// Where a part of a text starts in it.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

#[cfg(test)]
mod tests;
