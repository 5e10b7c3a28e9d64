//! Definitions of a model → terms over the script's own symbols and those of the theories.
//!
//! A call of another definition becomes its body under a `let`, so that neither order nor
//! helpers matter. Every variable gets a new name: nothing is captured. Sorts are passed down
//! as far as they are known, for `0` may be a real and `@const_1` an element of any sort. The
//! walk keeps its own stack: models nest as deep as the formulas they are made for.

use std::collections::BTreeMap;

use super::elements::Elements;
use super::inexact::Inexact;
use super::map::Argument;
use super::{Completion, Function, Printed};
use crate::smtlib::{NodeId, Script, Sort, Tree};
use crate::theory;
use crate::witness::assignment::Signature;

/// Longest text of one value, in bytes: a model may say much in a few helpers.
const LONGEST: usize = 4 << 20;

/// Writes values out.
pub(super) struct Expander<'a> {
    pub(super) printed: &'a Printed,
    pub(super) elements: Elements,
    /// What the script declares.
    pub(super) signature: theory::signature::Signature,
    pub(super) completion: Completion,
    /// The datatypes of the script, by constructor.
    pub(super) datatypes: BTreeMap<String, String>,
    /// Whether what was refused last is no value at all.
    pub(super) is_malformed: bool,
    /// No name of the script holds `x`, `y` or `u` followed by this.
    mark: String,
    variables: usize,
    unknown: Vec<Unknown>,
    steps: Vec<Step<'a>>,
    frames: Vec<Frame<'a>>,
    out: String,
}

/// What the model leaves open, or tells only by a name.
#[derive(Debug)]
pub(super) struct Unknown {
    /// In the model; empty if it is another thing each time.
    name: String,
    /// In the witness.
    pub(super) text: String,
    pub(super) sort: Sort,
    pub(super) is_inexact: bool,
}

/// What is left to do.
pub(super) enum Step<'a> {
    Text(String),
    /// Write a term, of this sort as far as is known.
    Term(NodeId, Option<Sort>),
    /// Write what a map gives for arguments, which is of this sort.
    Apply(NodeId, Vec<Argument>, Sort),
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
    pub(super) fn new(
        script: &Script,
        printed: &'a Printed,
        elements: Elements,
        completion: Completion,
    ) -> Self {
        let source = script.tree.source();
        let mut mark = String::from("%");
        while ["x", "y", "u"].iter().any(|letter| source.contains(&format!("{letter}{mark}"))) {
            mark.push('%');
        }
        let (unknown, steps, frames) = (Vec::new(), Vec::new(), Vec::new());
        let constructors = script.datatypes().flat_map(|datatype| {
            let name = datatype.name;
            datatype.constructors.into_iter().map(move |constructor| (constructor.name, name.clone()))
        });
        let (datatypes, out) = (constructors.collect(), String::new());
        let signature = theory::signature::Signature::collect(script);
        Expander {
            printed,
            elements,
            signature,
            completion,
            datatypes,
            is_malformed: false,
            mark,
            variables: 0,
            unknown,
            steps,
            frames,
            out,
        }
    }

    /// The elements, what parameters start with, and what the model leaves open.
    pub(super) fn into_parts(self) -> (Elements, String, Vec<Unknown>) {
        (self.elements, format!("x{}", self.mark), self.unknown)
    }

    /// The value of a declared function, over all that it takes once its result, too, is applied.
    ///
    /// # Errors
    /// Why it cannot be written down.
    pub(super) fn declared(&mut self, signature: &Signature<'_>) -> Result<String, String> {
        let printed = self.printed;
        let (name, function) = printed.functions.get_key_value(signature.name).ok_or("it has none")?;
        let (sorts, result) = Sort::uncurried(signature.arguments.clone(), signature.result.clone());
        let (has, declared) = (function.parameters.len(), signature.arguments.len());
        if declared == 0 && has > sorts.len() {
            let steps = self.array_of_function(name, Some(result))?;
            return self.written(steps);
        }
        if has < declared || has > sorts.len() {
            return Err(format!("it has {has} parameters, {declared} are declared"));
        }
        if let Some(misfit) = self.misfit_of_sorts(function, &sorts, &result) {
            self.is_malformed = true;
            return Err(misfit);
        }
        self.function(name, function, sorts, result)
    }

    /// The value of a function, which is called `name`, for arguments of these sorts.
    ///
    /// # Errors
    /// Why it cannot be written down.
    pub(super) fn function(
        &mut self,
        name: &'a str,
        function: &'a Function,
        sorts: Vec<Sort>,
        result: Sort,
    ) -> Result<String, String> {
        let all: Vec<Argument> =
            sorts.into_iter().enumerate().map(|(at, sort)| (format!("x{}{at}", self.mark), sort)).collect();
        let (own, rest) = all.split_at(function.parameters.len().min(all.len()));
        let bound = function.parameters.iter().zip(own).map(|((name, _), (text, sort))| Bound {
            name: name.clone(),
            text: text.clone(),
            sort: Some(sort.clone()),
        });
        let body = match rest {
            [] => Step::Term(function.body, Some(result)),
            rest => Step::Apply(function.body, rest.to_vec(), result),
        };
        self.written(vec![Step::Enter(name, bound.collect()), body, Step::Leave])
    }

    /// What steps write.
    fn written(&mut self, steps: Vec<Step<'a>>) -> Result<String, String> {
        self.steps.clear();
        self.frames.clear();
        self.out.clear();
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
                if let Some(misfit) = self.misfit(node, sort.as_ref()) {
                    self.is_malformed = true;
                    return Err(misfit);
                }
                let steps = self.term(node, sort)?;
                self.plan(steps);
            }
            Step::Apply(node, arguments, result) => {
                let steps = self.applied(node, arguments, result)?;
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
        self.printed.sorts.read(self.tree(), node).filter(|_| self.tree().symbol(node) != Some("_"))
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
        self.unknown(name, sort, false)
    }

    /// What stands for a value that the model tells only by a name, or not exactly.
    pub(super) fn inexact(&mut self, name: &str, sort: Sort) -> String {
        self.unknown(name, sort, true)
    }

    fn unknown(&mut self, name: &str, sort: Sort, is_inexact: bool) -> String {
        let is_same = |known: &&Unknown| !name.is_empty() && known.name == name && known.sort == sort;
        if let Some(known) = self.unknown.iter().find(is_same) {
            return known.text.clone();
        }
        let text = format!("u{}{}", self.mark, self.unknown.len());
        self.unknown.push(Unknown { name: name.to_owned(), text: text.clone(), sort, is_inexact });
        text
    }

    /// Whether what is not told exactly has no value here.
    pub(super) fn leaves_inexact_open(&self) -> bool {
        self.completion.inexact == Inexact::Open
    }
}
