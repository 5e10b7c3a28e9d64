//! A solver's output for a whole script → the model that belongs to one of its check-sats.
//!
//! The output has more than answers and models: echoes, values, objectives, assignments, cores, errors. The commands of
//! the script give their order, so an echo of `sat` is not an answer, and each model belongs to the answer before it.
//! Anything else is skipped. A model is recognised by its shape, because the script may not request it: many solvers
//! print models by an option.

mod expected_replies;
mod shape;

use crate::smtlib::Tree;
use crate::solver::answer::is_error;
use crate::witness::printed::clip;
use expected_replies::ExpectedReplies;
use shape::{Part, Shape};

/// Why no model can be attributed to a check-sat. Check-sats are counted from 1 here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum NoModel {
    #[error(
        "the output has {models} models and no answers, and the script {}, so it is unclear which one belongs \
         to check-sat {check}; remove the others",
        plural(*checks, "check-sat")
    )]
    Several { models: usize, checks: usize, check: usize },
    #[error(
        "the output has {}, and the script {}, so it is unclear which model belongs to check-sat {check}; \
         remove the others{}",
        plural(*answers, "answer"),
        plural(*checks, "check-sat"),
        clause("the output also says ", words)
    )]
    Miscounted { answers: usize, checks: usize, check: usize, words: String },
    #[error(
        "no model was printed for check-sat {check}{}{}",
        clause("its answer is ", answer),
        clause("models were printed for ", others)
    )]
    Nothing { check: usize, answer: String, others: String },
    #[error("the solver printed an error instead of a model: {0}")]
    Error(String),
    #[error("`{0}` is not a known part of a model")]
    Unknown(String),
    #[error("no model was printed")]
    Silence,
}

fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn clause(start: &str, rest: &str) -> String {
    if rest.is_empty() { String::new() } else { format!("; {start}{rest}") }
}

/// An answer with the output after it, or the output before the first answer.
#[derive(Debug, Default)]
struct Said<'a> {
    /// The check-sat that it answers, from 0. `None` before the first answer, and for other commands that answer alike.
    check: Option<usize>,
    answer: &'a str,
    models: Vec<(Shape, &'a str)>,
    /// The first error or unknown words.
    words: Option<&'a str>,
    /// Whether an earlier error may have replaced an answer.
    after_error: bool,
}

impl<'a> Said<'a> {
    /// Returns the models of the best shape: beside a list of definitions, an equation is just a term.
    fn models(&self) -> impl Iterator<Item = &'a str> {
        let best = self.models.iter().map(|(shape, _)| *shape).min();
        self.models.iter().filter(move |(shape, _)| Some(*shape) == best).map(|(_, text)| *text)
    }
}

/// Returns the model in `printed`, a solver's output for these commands, that belongs to a `check`, counted from 0; by
/// default, to the last one.
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
    // If an error replaced an answer, the last answer is missing.
    let is_short =
        answered.iter().filter_map(|said| said.check).max().is_none_or(|last| last + 1 < asked.checks);
    let certain = |said: &&Said<'_>| said.check == Some(check) && !(is_short && said.after_error);
    let Some(found) = answered.iter().find(certain).filter(|_| answers <= asked.checks) else {
        // If the script requests no models, one was copied out or printed by an option. A single one is the intended
        // one.
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

/// Returns the model of a check-sat in an output without answers.
fn without_answers<'a>(asked: &ExpectedReplies, before: &Said<'a>, check: usize) -> Result<&'a str, NoModel> {
    let models: Vec<&str> = before.models().collect();
    let at = match models.len() {
        0 => {
            return Err(match before.words {
                Some(error) if is_error(error) => NoModel::Error(clip(error)),
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

/// Splits a solver's output into the part before the first answer, and each answer with what follows it.
fn read<'a>(asked: &ExpectedReplies, printed: &'a str) -> Vec<Said<'a>> {
    let (mut done, mut said) = (Vec::new(), Said::default());
    // The start of the next part, and the number of the next reply.
    let (mut at, mut reply) = (0, 0);
    // The end of the current line, so that each line is searched only once.
    let mut line_end = 0;
    // Whether there was an error since the last certain reply, and whether a list was never closed.
    let (mut has_error, mut never_closed) = (false, false);
    // Whether the previous part belongs to a model that may continue.
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

/// Returns the start of a part of a text.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

#[cfg(test)]
mod tests;
