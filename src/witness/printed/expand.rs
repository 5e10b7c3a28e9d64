//! Definitions of a model → terms over the script's own symbols and those of the theories.
//!
//! A call of another definition becomes its body under a `let`, so that neither order nor
//! helpers matter. Every variable gets a new name: nothing is captured. Sorts are passed down
//! as far as they are known, for `0` may be a real and `@const_1` an element of any sort. The
//! walk keeps its own stack: models nest as deep as the formulas they are made for.

use super::Printed;
use super::elements::Elements;
use crate::smtlib::{NodeId, Script, Sort, Sorts, Tree};
use crate::witness::assignment::Signature;

/// Longest text of one value, in bytes: a model may say much in a few helpers.
const LONGEST: usize = 4 << 20;

/// Writes values out.
pub(super) struct Expander<'a> {
    pub(super) printed: &'a Printed,
    pub(super) elements: Elements,
    /// No name of the script holds `x`, `y` or `u` followed by this.
    mark: String,
    variables: usize,
    /// What the model leaves open: its name there, the witness's name, and the sort.
    unknown: Vec<(String, String, Sort)>,
    steps: Vec<Step<'a>>,
    frames: Vec<Frame<'a>>,
    out: String,
}

/// What is left to do.
pub(super) enum Step<'a> {
    Text(String),
    /// Write a term, of this sort as far as is known.
    Term(NodeId, Option<Sort>),
    Bind(Vec<Bound>),
    Unbind(usize),
    /// Go into the body of a function, with its parameters.
    Enter(&'a str, Vec<Bound>),
    Leave,
}

/// A variable of the model and what stands for it in the witness.
pub(super) struct Bound {
    pub(super) name: String,
    /// Nothing for an index that equals none of those it is compared with.
    pub(super) text: String,
    pub(super) sort: Option<Sort>,
}

impl Bound {
    pub(super) fn elsewhere(name: &str) -> Bound {
        Bound { name: name.to_owned(), text: String::new(), sort: None }
    }
}

/// The body of a function and what is in scope there.
struct Frame<'a> {
    function: &'a str,
    bound: Vec<Bound>,
}

impl<'a> Expander<'a> {
    pub(super) fn new(script: &Script, printed: &'a Printed, elements: Elements) -> Self {
        let source = script.tree.source();
        let mut mark = String::from("%");
        while ["x", "y", "u"].iter().any(|letter| source.contains(&format!("{letter}{mark}"))) {
            mark.push('%');
        }
        let (unknown, steps, frames) = (Vec::new(), Vec::new(), Vec::new());
        Expander { printed, elements, mark, variables: 0, unknown, steps, frames, out: String::new() }
    }

    /// The elements, what parameters start with, and what the model leaves open.
    pub(super) fn into_parts(self) -> (Elements, String, Vec<(String, Sort)>) {
        let unknown = self.unknown.into_iter().map(|(_, text, sort)| (text, sort)).collect();
        (self.elements, format!("x{}", self.mark), unknown)
    }

    /// The value of a declared function, over its parameters.
    ///
    /// # Errors
    /// Why it cannot be written down.
    pub(super) fn function(&mut self, signature: &Signature<'_>) -> Result<String, String> {
        let printed = self.printed;
        let (name, function) = printed.functions.get_key_value(signature.name).ok_or("it has none")?;
        self.steps.clear();
        self.frames.clear();
        self.out.clear();
        let result = Some(signature.result.clone());
        let (has, declared) = (function.parameters.len(), signature.arguments.len());
        let steps = if has == declared {
            let parameters = function.parameters.iter().zip(&signature.arguments).enumerate();
            let bound = parameters.map(|(at, ((name, _), sort))| {
                let text = format!("x{}{at}", self.mark);
                Bound { name: name.clone(), text, sort: Some(sort.clone()) }
            });
            vec![Step::Enter(name, bound.collect()), Step::Term(function.body, result), Step::Leave]
        } else if declared == 0 {
            self.array_of_function(name, result)?
        } else {
            return Err(format!("it has {has} parameters, {declared} are declared"));
        };
        self.plan(steps);
        while let Some(step) = self.steps.pop() {
            self.step(step)?;
        }
        Ok(std::mem::take(&mut self.out))
    }

    fn plan(&mut self, steps: Vec<Step<'a>>) {
        self.steps.extend(steps.into_iter().rev());
    }

    fn step(&mut self, step: Step<'a>) -> Result<(), String> {
        match step {
            Step::Text(text) => self.out.push_str(&text),
            Step::Term(node, sort) => {
                let steps = self.term(node, sort)?;
                self.plan(steps);
            }
            Step::Bind(bound) => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.bound.extend(bound);
                }
            }
            Step::Unbind(count) => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.bound.truncate(frame.bound.len().saturating_sub(count));
                }
            }
            Step::Enter(function, _) if self.frames.iter().any(|frame| frame.function == function) => {
                return Err("it is defined by itself".to_owned());
            }
            Step::Enter(function, bound) => self.frames.push(Frame { function, bound }),
            Step::Leave => _ = self.frames.pop(),
        }
        if self.out.len() > LONGEST { Err("it is too long when written out".to_owned()) } else { Ok(()) }
    }

    /// The model.
    pub(super) fn tree(&self) -> &'a Tree {
        &self.printed.tree
    }

    /// A sort of the model; `None` where it is not said.
    pub(super) fn sort(&self, node: NodeId) -> Option<Sort> {
        Sorts::default().read(self.tree(), node).filter(|_| self.tree().symbol(node) != Some("_"))
    }

    /// A new variable for one of the model.
    pub(super) fn variable(&mut self, name: &str, sort: Option<Sort>) -> Bound {
        self.variables += 1;
        Bound { name: name.to_owned(), text: format!("y{}{}", self.mark, self.variables), sort }
    }

    /// The variable in scope under a name.
    pub(super) fn bound(&self, name: &str) -> Option<&Bound> {
        self.frames.last()?.bound.iter().rev().find(|bound| bound.name == name)
    }

    /// What stands for something that the model leaves open. Without a `name`, it is another
    /// thing each time.
    pub(super) fn open(&mut self, name: &str, sort: Sort) -> String {
        let known = self.unknown.iter().find(|(known, ..)| !name.is_empty() && known == name);
        if let Some((_, text, _)) = known {
            return text.clone();
        }
        let text = format!("u{}{}", self.mark, self.unknown.len());
        self.unknown.push((name.to_owned(), text.clone(), sort));
        text
    }
}
