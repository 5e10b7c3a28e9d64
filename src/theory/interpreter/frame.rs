//! The walk: one step at a time, over a stack of frames.

use std::collections::HashMap;

use super::combine::spine;
use super::{Interpreter, Place, Worth};
use crate::smtlib::{BinderKind, Term, TermId, VarId};
use crate::theory::limits::Unknown;
use crate::theory::meaning::Meaning;
use crate::theory::operators::Kind;
use crate::theory::quantifiers::Trial;
use crate::theory::value::Value;

/// Frames that may wait for each other: the depth of recursion.
const DEEPEST: usize = 20_000;

/// The evaluation of one term under one assignment to variables.
#[derive(Debug)]
pub(in crate::theory) struct Frame {
    /// Whose terms they are.
    pub place: Place,
    root: TermId,
    /// The variables that are bound, the innermost last.
    pub variables: Vec<(VarId, Worth)>,
    /// Open terms that were evaluated.
    known: HashMap<TermId, Worth>,
    steps: Vec<Step>,
    then: Then,
}

/// What becomes of the worth of a frame's term.
#[derive(Debug)]
pub(in crate::theory) enum Then {
    /// It is what was asked for.
    Finish,
    /// It is that of a term of the frame below, an application of a recursive function if so numbered.
    Give(TermId, Option<(usize, Vec<Value>)>),
    /// It is that of a term of the frame below, a `match` whose case hangs on what was chosen, if so said.
    Case(TermId, bool),
    /// It is that of an instance of a quantified formula of the frame below.
    Try(TermId),
}

/// What is left to do in a frame.
#[derive(Debug)]
pub(super) enum Step {
    /// Evaluate it.
    Visit(TermId),
    /// Its arguments are evaluated: apply its head.
    Apply(TermId),
    /// Its arguments up to this one are evaluated: see whether they decide a connective.
    Decide(TermId, usize),
    /// Its condition is evaluated: go on with one of the others.
    Choose(TermId),
    /// It is worth what another one is.
    Copy(TermId, TermId),
    /// What it looks at is evaluated: go on with one of its cases.
    Case(TermId),
    /// Instances of a quantified formula.
    Try(TermId, Box<Trial>),
}

impl Frame {
    pub(super) fn new(place: Place, root: TermId, variables: Vec<(VarId, Worth)>, then: Then) -> Frame {
        Frame { place, root, variables, known: HashMap::new(), steps: vec![Step::Visit(root)], then }
    }

    /// The frame of a closed term of the problem that is asked for, with room for its steps from an earlier one.
    pub(super) fn outermost(root: TermId, mut steps: Vec<Step>) -> Frame {
        steps.clear();
        steps.push(Step::Visit(root));
        let (variables, known) = (Vec::new(), HashMap::new());
        Frame { place: Place::Problem, root, variables, known, steps, then: Then::Finish }
    }
}

impl Interpreter<'_> {
    /// Does one step; the worth of the term that was asked for, if it is found.
    pub(super) fn step(&mut self) -> Option<Worth> {
        let frame = self.frames.last_mut()?;
        match frame.steps.pop() {
            Some(Step::Visit(id)) => self.visit(id),
            Some(Step::Apply(id)) => self.apply(id),
            Some(Step::Decide(id, at)) => self.decide(id, at),
            Some(Step::Choose(id)) => self.choose(id),
            Some(Step::Copy(id, from)) => {
                if let Some(worth) = self.known(from).cloned() {
                    let worth = self.coerced(id, worth);
                    self.note(id, worth);
                }
            }
            Some(Step::Case(id)) => self.case(id),
            Some(Step::Try(id, trial)) => self.try_next(id, trial),
            None => return self.finish(),
        }
        None
    }

    /// Ends the topmost frame.
    fn finish(&mut self) -> Option<Worth> {
        let root = self.frames.last()?.root;
        let worth = self.known(root).cloned().unwrap_or_else(|| Worth::unknown(Unknown::Steps));
        let frame = self.frames.pop()?;
        match frame.then {
            Then::Finish => {
                self.spare = frame.steps;
                return Some(worth);
            }
            Then::Give(id, call) => {
                let worth = self.coerced(id, worth);
                if let Some(call) = call {
                    self.calls.insert(call, worth.clone());
                }
                self.note(id, worth);
            }
            Then::Case(id, is_chosen) => {
                let worth = self.coerced(id, worth);
                self.note(id, Worth { is_chosen: worth.is_chosen || is_chosen, ..worth });
            }
            Then::Try(id) => {
                if let Some(Step::Try(_, trial)) =
                    self.frames.last_mut().and_then(|below| below.steps.last_mut())
                {
                    trial.learn(worth);
                }
                let _ = id;
            }
        }
        None
    }

    fn top(&self) -> Option<&Frame> {
        self.frames.last()
    }

    /// What a term is worth in the topmost frame, if it was evaluated.
    pub(in crate::theory) fn known(&self, id: TermId) -> Option<&Worth> {
        let frame = self.top()?;
        let dag = &self.dags[frame.place as usize];
        if dag.terms.is_closed(id) { dag.known[id.index()].as_ref() } else { frame.known.get(&id) }
    }

    pub(super) fn note(&mut self, id: TermId, worth: Worth) {
        let Some(frame) = self.frames.last_mut() else { return };
        let dag = &mut self.dags[frame.place as usize];
        if dag.terms.is_closed(id) {
            dag.known[id.index()] = Some(worth);
        } else {
            frame.known.insert(id, worth);
        }
    }

    fn push(&mut self, step: Step) {
        if let Some(frame) = self.frames.last_mut() {
            frame.steps.push(step);
        }
    }

    /// Evaluates a term in a frame of its own.
    pub(super) fn enter(&mut self, frame: Frame) -> bool {
        let fits = self.frames.len() < DEEPEST;
        if fits {
            self.frames.push(frame);
        }
        fits
    }

    fn visit(&mut self, id: TermId) {
        if self.known(id).is_some() {
            return;
        }
        let Some(frame) = self.top() else { return };
        let (terms, sorting) =
            (self.dags[frame.place as usize].terms, self.dags[frame.place as usize].sorting);
        match terms.get(id) {
            Term::App(head, arguments) => {
                let kind = match sorting.meaning(*head) {
                    Some(Meaning::Operator(applied)) => applied.operator.kind,
                    _ => Kind::Function,
                };
                match kind {
                    Kind::Conditional if arguments.len() == 3 => {
                        self.push(Step::Choose(id));
                        self.push(Step::Visit(arguments[0]));
                    }
                    Kind::Connective if arguments.len() > 1 => {
                        self.push(Step::Decide(id, 0));
                        self.push(Step::Visit(arguments[0]));
                    }
                    _ => {
                        let spine = spine(terms, sorting, id).map(|(_, arguments)| arguments);
                        let arguments = spine.as_deref().unwrap_or(arguments);
                        if arguments.iter().all(|&argument| self.known(argument).is_some()) {
                            // As many steps as if they were looked at one by one.
                            self.charge(arguments.len() as u64 + 1);
                            return self.apply(id);
                        }
                        self.push(Step::Apply(id));
                        arguments.iter().rev().for_each(|&argument| self.push(Step::Visit(argument)));
                    }
                }
            }
            Term::Var(variable) => {
                let bound = frame.variables.iter().rev().find(|(bound, _)| bound == variable);
                let worth = bound.map(|(_, worth)| worth.clone());
                let name = || terms.variable_of(*variable).name.as_str().into();
                self.note(id, worth.unwrap_or_else(|| Worth::unknown(Unknown::Symbol(name()))));
            }
            Term::Binder(binder) if binder.kind == BinderKind::Lambda => {
                self.note(id, Worth::unknown(Unknown::Symbol("lambda".into())));
            }
            Term::Binder(_) => {
                let trial = Box::new(Trial::default());
                self.push(Step::Try(id, trial));
            }
            Term::Match(subject, _) => {
                self.push(Step::Case(id));
                self.push(Step::Visit(*subject));
            }
        }
    }

    /// Arguments of an application.
    pub(super) fn arguments(&self, id: TermId) -> &[TermId] {
        let Some(frame) = self.top() else { return &[] };
        match self.dags[frame.place as usize].terms.get(id) {
            Term::App(_, arguments) => arguments,
            _ => &[],
        }
    }

    /// Looks whether the arguments of a connective up to the one at `at` decide it, and goes on otherwise. In this
    /// order recursive functions come to an end that do so in others.
    fn decide(&mut self, id: TermId, at: usize) {
        if let Some(worth) = self.decided(id, at) {
            self.note(id, worth);
        } else if let Some(&next) = self.arguments(id).get(at + 1) {
            self.push(Step::Decide(id, at + 1));
            self.push(Step::Visit(next));
        } else {
            self.apply(id);
        }
    }

    fn choose(&mut self, id: TermId) {
        let &[condition, yes, no] = self.arguments(id) else { return };
        let Some(condition) = self.known(condition) else { return };
        match &condition.value {
            &Ok(Value::Bool(truth)) if !condition.is_chosen => {
                let chosen = if truth { yes } else { no };
                self.push(Step::Copy(id, chosen));
                self.push(Step::Visit(chosen));
            }
            Ok(_) => {
                self.push(Step::Apply(id));
                self.push(Step::Visit(no));
                self.push(Step::Visit(yes));
            }
            Err(unknown) => {
                let worth = Worth::unknown(unknown.clone());
                self.note(id, worth);
            }
        }
    }

    /// Goes on with the first case that fits.
    fn case(&mut self, id: TermId) {
        let Some(frame) = self.top() else { return };
        let (place, terms) = (frame.place, self.dags[frame.place as usize].terms);
        let Term::Match(subject, cases) = terms.get(id) else { return };
        let Some(subject) = self.known(*subject).cloned() else { return };
        let data = match &subject.value {
            Ok(Value::Data(data)) => data,
            Ok(_) => return self.note(id, Worth::unknown(Unknown::Sorts("match".into()))),
            Err(unknown) => return self.note(id, Worth::unknown(unknown.clone())),
        };
        let part = |value: &Value| Worth { value: Ok(value.clone()), is_chosen: subject.is_chosen };
        let fits = cases.iter().find(|case| match case.constructor {
            None => true,
            Some(head) => terms.head_text(head) == &**data.constructor(),
        });
        let Some(case) = fits else { return self.note(id, Worth::unknown(Unknown::Symbol("match".into()))) };
        let mut variables = frame.variables.clone();
        match case.constructor {
            None => variables.extend(case.variables.iter().map(|&variable| (variable, subject.clone()))),
            Some(_) => {
                variables.extend(
                    case.variables
                        .iter()
                        .zip(data.fields())
                        .map(|(&variable, field)| (variable, part(field))),
                );
            }
        }
        if !self.enter(Frame::new(place, case.body, variables, Then::Case(id, subject.is_chosen))) {
            self.note(id, Worth::unknown(Unknown::Steps));
        }
    }

    /// Goes on with a quantified formula: its next instance, or what all of them say.
    fn try_next(&mut self, id: TermId, mut trial: Box<Trial>) {
        let Some(frame) = self.top() else { return };
        let (place, terms) = (frame.place, self.dags[frame.place as usize].terms);
        let Term::Binder(binder) = terms.get(id) else { return };
        let Some(values) = self.next_instance(id, &mut trial) else {
            let worth = trial.verdict(binder.kind);
            return self.note(id, worth);
        };
        let Some(frame) = self.top() else { return };
        let mut variables = frame.variables.clone();
        let worth = |value: Value| Worth { value: Ok(value), is_chosen: false };
        variables.extend(values.into_iter().map(|(variable, value)| (variable, worth(value))));
        let body = binder.body;
        self.push(Step::Try(id, trial));
        if !self.enter(Frame::new(place, body, variables, Then::Try(id))) {
            self.note(id, Worth::unknown(Unknown::Steps));
        }
    }
}
