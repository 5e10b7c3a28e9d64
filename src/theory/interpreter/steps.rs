//! The walk of the interpreter, one step at a time over a stack of frames.

use super::apply::{Called, spine};
use super::iteration::Iteration;
use super::state::{Dag, Frame, Interpreter, Place, STEPS_OF_ONE, Step, Then};
use crate::smtlib::{BinderKind, Term, TermId};
use crate::theory::call::EvalResult;
use crate::theory::limits::Unknown;
use crate::theory::meaning::Meaning;
use crate::theory::operators::Kind;
use crate::theory::quantifiers::Trial;
use crate::theory::sorting::ItemFunction;
use crate::theory::value::Value;

impl Interpreter<'_> {
    /// Evaluates a closed term.
    pub(crate) fn evaluate(&mut self, id: TermId) -> EvalResult {
        if let Some(known) = &self.dag(Place::Problem).known[id.index()] {
            return known.clone();
        }
        self.left = STEPS_OF_ONE.min(self.steps);
        let granted = self.left;
        // The frame of the last term that was asked for.
        self.frames.truncate(1);
        match self.frames.first_mut() {
            Some(frame) => frame.restart(id),
            None => self.frames.push(Frame::new(Place::Problem, id, Vec::new(), Then::Finish)),
        }
        let worth = loop {
            if self.left == 0 {
                self.frames.clear();
                let worth = EvalResult::unknown(Unknown::Steps);
                self.dags[Place::Problem as usize].known[id.index()] = Some(worth.clone());
                break worth;
            }
            self.left -= 1;
            if let Some(worth) = self.step() {
                break worth;
            }
        };
        self.steps -= granted - self.left;
        worth
    }

    /// Performs one step. Returns the result of the requested term once it is known.
    pub(super) fn step(&mut self) -> Option<EvalResult> {
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
            Some(Step::Iterate(id, iteration)) => self.iterate(id, iteration),
            None => return self.finish(),
        }
        None
    }

    /// Ends the topmost frame.
    fn finish(&mut self) -> Option<EvalResult> {
        let frame = self.frames.last()?;
        let worth = self.known(frame.root).cloned().unwrap_or_else(|| EvalResult::unknown(Unknown::Steps));
        if matches!(frame.then, Then::Finish) {
            return Some(worth);
        }
        match self.frames.pop()?.then {
            Then::Finish => {}
            Then::Give(id, call) => {
                let worth = self.coerced(id, worth);
                if let Some(call) = call {
                    self.calls.insert(call, worth.clone());
                }
                self.note(id, worth);
            }
            Then::Case(id, is_chosen) => {
                let worth = self.coerced(id, worth);
                self.note(id, EvalResult { is_chosen: worth.is_chosen || is_chosen, ..worth });
            }
            Then::Learn => self.learn(worth),
        }
        None
    }

    fn visit(&mut self, id: TermId) {
        if self.known(id).is_some() {
            return;
        }
        let Some(frame) = self.top() else { return };
        let &Dag { terms, sorting, .. } = self.dag(frame.place);
        match terms.get(id) {
            Term::App(head, arguments) => {
                let meaning = sorting.meaning(*head);
                let kind = match meaning {
                    Some(Meaning::Operator(applied)) => applied.operator.kind,
                    _ => Kind::Function,
                };
                if sorting.item_function(terms, *head, arguments).is_some() {
                    self.push(Step::Iterate(id, None));
                    return arguments[1..]
                        .iter()
                        .rev()
                        .for_each(|&argument| self.push(Step::Visit(argument)));
                }
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
                            // Charges the steps that visiting the arguments one by one would take.
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
                self.note(id, worth.unwrap_or_else(|| EvalResult::unknown(Unknown::Symbol(name()))));
            }
            Term::Binder(binder) if binder.kind == BinderKind::Lambda => {
                self.note(id, EvalResult::unknown(Unknown::Symbol("lambda".into())));
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

    /// Checks whether the arguments up to position `at` decide a connective, and otherwise visits the next one.
    /// Evaluating arguments in this order makes recursive functions terminate that rely on short-circuiting.
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
                let worth = EvalResult::unknown(unknown.clone());
                self.note(id, worth);
            }
        }
    }

    /// Continues with the first case that matches.
    fn case(&mut self, id: TermId) {
        let Some(frame) = self.top() else { return };
        let (place, terms) = (frame.place, self.dag(frame.place).terms);
        let Term::Match(subject, cases) = terms.get(id) else { return };
        let Some(subject) = self.known(*subject).cloned() else { return };
        let data = match &subject.value {
            Ok(Value::Data(data)) => data,
            Ok(_) => return self.note(id, EvalResult::unknown(Unknown::Sorts("match".into()))),
            Err(unknown) => return self.note(id, EvalResult::unknown(unknown.clone())),
        };
        let part = |value: &Value| EvalResult { value: Ok(value.clone()), is_chosen: subject.is_chosen };
        let fits = cases.iter().find(|case| match case.constructor {
            None => true,
            Some(head) => terms.head_text(head) == &**data.constructor(),
        });
        let Some(case) = fits else {
            return self.note(id, EvalResult::unknown(Unknown::Case));
        };
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
            self.note(id, EvalResult::unknown(Unknown::Steps));
        }
    }

    /// Continues with a quantified formula: tries its next instance, or combines the results of all instances.
    fn try_next(&mut self, id: TermId, mut trial: Box<Trial>) {
        let Some(frame) = self.top() else { return };
        let (place, terms) = (frame.place, self.dag(frame.place).terms);
        let Term::Binder(binder) = terms.get(id) else { return };
        let Some(values) = self.next_instance(id, &mut trial) else {
            let worth = trial.verdict(binder.kind);
            return self.note(id, worth);
        };
        let Some(frame) = self.top() else { return };
        let mut variables = frame.variables.clone();
        variables.extend(values.into_iter().map(|(variable, value)| (variable, EvalResult::known(value))));
        let body = binder.body;
        self.push(Step::Try(id, trial));
        if !self.enter(Frame::new(place, body, variables, Then::Learn)) {
            self.learn(EvalResult::unknown(Unknown::Steps));
        }
    }

    /// Records the value of an instance of a quantified formula, or of what a function makes of an item, in the topmost
    /// frame.
    fn learn(&mut self, worth: EvalResult) {
        match self.frames.last_mut().and_then(|frame| frame.steps.last_mut()) {
            Some(Step::Try(_, trial)) => trial.learn(worth),
            Some(Step::Iterate(_, Some(iteration))) => iteration.learn(worth),
            _ => {}
        }
    }

    /// Continues with an iteration: applies the function to the next item, or notes the result.
    fn iterate(&mut self, id: TermId, iteration: Option<Box<Iteration>>) {
        let Some(frame) = self.top() else { return };
        let (place, mut variables) = (frame.place, frame.variables.clone());
        let &Dag { terms, sorting, .. } = self.dag(place);
        let Term::App(head, arguments) = terms.get(id) else { return };
        let operator = sorting.meaning(*head).and_then(Meaning::op);
        let (Some(operator), Some(function)) = (operator, sorting.item_function(terms, *head, arguments))
        else {
            return;
        };
        let taken = match function {
            ItemFunction::Lambda(lambda) => lambda.variables.len(),
            ItemFunction::Named(function) => function.arguments.len(),
        };
        let begun = match iteration {
            Some(iteration) => Ok(iteration),
            None => Iteration::begin(operator, self.worths(&arguments[1..]), sorting.sort(id)).map(Box::new),
        };
        let mut iteration = match begun {
            Ok(iteration) => iteration,
            Err(unknown) => return self.note(id, EvalResult::unknown(unknown)),
        };
        let Some(values) = iteration.advance().filter(|values| values.len() == taken) else {
            let worth = self.coerced(id, iteration.into_result());
            return self.note(id, worth);
        };
        self.push(Step::Iterate(id, Some(iteration)));
        let frame = match function {
            ItemFunction::Lambda(lambda) => {
                variables.extend(lambda.variables.iter().copied().zip(values));
                Frame::new(place, lambda.body, variables, Then::Learn)
            }
            ItemFunction::Named(function) => match self.called(&function.name, values) {
                Called::Done(worth) => return self.learn(worth),
                Called::Body { body, bound, .. } => Frame::new(Place::Definitions, body, bound, Then::Learn),
            },
        };
        if !self.enter(frame) {
            self.learn(EvalResult::unknown(Unknown::Steps));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::state::DEEPEST;
    use crate::theory::examples::evaluate;

    /// Where a frame does not fit, the instance of a quantified formula has no value, and the formula is not true.
    #[test]
    fn instances_that_do_not_fit_decide_no_quantifier() {
        let definition = "(define-fun-rec f ((n Int)) Bool (ite (<= n 0) (forall ((b Bool)) b) (f (- n 1))))";
        let value = |depth: usize| evaluate(definition, &format!("(f {depth})"));
        assert_eq!(value(100), "false");
        for depth in DEEPEST - 4..DEEPEST + 2 {
            assert_ne!(value(depth), "true", "{depth}");
        }
    }
}
