//! Which operators a solver reads, in which of their forms and by which names: found out by asking.

use std::collections::{BTreeMap, BTreeSet};

use crate::probe::{Probe, Probes};
use crate::solver::{Answer, Question, Solver};

/// How many examples of a form are refused before it is not known to a solver.
const EXAMPLES: u32 = 3;

/// What is known of a solver.
#[derive(Default)]
pub struct Dialect {
    read: BTreeSet<String>,
    refused: BTreeMap<String, (u32, String)>,
    /// Operators that it has under another name.
    pub spelling: BTreeMap<String, String>,
    /// Operators of which it reads a form under the name that they have here.
    plain: BTreeSet<String>,
}

impl Dialect {
    /// Whether it reads all forms in a term.
    pub fn reads(&self, probe: &Probe<'_>) -> bool {
        probe.forms().iter().all(|(_, form)| self.read.contains(form))
    }

    /// Whether no example of a form was read.
    fn lacks(&self, form: &str) -> bool {
        self.refused.get(form).is_some_and(|(count, _)| *count >= EXAMPLES)
    }

    /// Finds out about the forms in terms that are not known yet.
    pub fn learn(&mut self, probes: &[&Probe<'_>], solver: &Solver, source: &Probes) {
        let mut open: Vec<(String, String, Probe<'_>)> = Vec::new();
        let mut taken: BTreeMap<String, u32> = BTreeMap::new();
        for probe in probes {
            for part in probe.parts() {
                let Some((name, form)) = part.form() else { continue };
                let count = taken.entry(form.clone()).or_default();
                if *count < EXAMPLES && !self.read.contains(&form) && !self.lacks(&form) {
                    *count += 1;
                    open.push((name, form, part.with_values().unwrap_or(part)));
                }
            }
        }
        let mut attempt = 0;
        while !open.is_empty() {
            // The names of each operator in turn.
            let mut asked = Vec::new();
            let mut questions = Vec::new();
            for (name, form, example) in open {
                let names = source.names(&name);
                let other =
                    if attempt == 0 { Some(&*name) } else { names.get(attempt).copied() }.map(str::to_owned);
                let (Some(other), Ok(value)) = (other, example.value()) else { continue };
                if self.plain.contains(&name) && attempt > 0 {
                    continue;
                }
                let mut spelling = self.spelling.clone();
                if attempt > 0 {
                    spelling.insert(name.clone(), other.clone());
                }
                questions.push(Question { term: example.term(&spelling), value });
                asked.push((name, form, example, other));
            }
            let answers = solver.ask(&questions, source.declarations());
            open = Vec::new();
            for ((name, form, example, other), answer) in asked.into_iter().zip(answers) {
                match answer {
                    Answer::Refused(said) => {
                        self.refused.entry(form.clone()).or_insert((0, said)).0 += u32::from(attempt == 0);
                        open.push((name, form, example));
                    }
                    _ => {
                        if attempt == 0 && !self.spelling.contains_key(&name) {
                            self.plain.insert(name);
                        } else {
                            self.spelling.entry(name).or_insert(other);
                        }
                        self.read.insert(form);
                    }
                }
            }
            attempt += 1;
        }
    }

    /// The forms that it does not read, and what it says of the first example.
    pub fn unread(&self) -> impl Iterator<Item = (&str, &str)> {
        let refused = self.refused.iter().filter(|(form, _)| !self.read.contains(*form));
        refused.map(|(form, (_, said))| (form.as_str(), said.as_str()))
    }
}
