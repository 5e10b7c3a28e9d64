//! What is known while terms are evaluated, and what is left to do: a stack of frames.
//!
//! One frame evaluates terms under one assignment to bound variables: the body of a function, of a case, or of a
//! quantifier. Closed terms are worth the same in every frame, and are evaluated once.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};

use crate::smtlib::{Definition, Sort, Term, TermId, Terms, VarId};
use crate::theory::call::EvalResult;
use crate::theory::model::Model;
use crate::theory::quantifiers::Trial;
use crate::theory::sorting::Sorting;
use crate::theory::value::Value;

/// How many values a sort may have of which a quantifier tries all.
pub(in crate::theory) const LISTED: usize = 4096;
/// How much work the decision of one linear formula may be, in literals that are looked at.
pub(in crate::theory) const LINEAR_WORK: u64 = 400_000;

/// Values that were chosen where SMT-LIB leaves them open: of an operator, as it is written, for arguments.
pub(crate) type Choices = BTreeMap<(Box<str>, Vec<Value>), Value>;

/// How many steps the terms of a problem may take together: a second or two.
pub(super) const STEPS: u64 = 3_000_000;
/// How many of them one closed term may take, but for those below it: thousands of instances of a quantified formula.
pub(super) const STEPS_OF_ONE: u64 = 300_000;

/// Which terms a frame is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::theory) enum Place {
    /// Those that are evaluated.
    Problem = 0,
    /// The bodies of definitions.
    Definitions = 1,
}

/// What an interpreter found out, for the next one: under the same model, of the same terms and further ones.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    known: [Vec<Option<EvalResult>>; 2],
    choices: Choices,
    calls: Calls,
}

impl Memory {
    /// Takes over what a closed term is worth under the same model.
    pub(crate) fn learn(&mut self, id: TermId, worth: EvalResult) {
        let known = &mut self.known[Place::Problem as usize];
        known.resize(known.len().max(id.index() + 1), None);
        known[id.index()] = Some(worth);
    }

    /// Whether it is known what a closed term is worth.
    pub(crate) fn knows(&self, id: TermId) -> bool {
        self.known[Place::Problem as usize].get(id.index()).is_some_and(Option::is_some)
    }
}

/// What calls of recursive functions gave, by the number of the function and the arguments.
pub(super) type Calls = BTreeMap<(usize, Vec<Value>), EvalResult>;

/// Evaluates terms under a model.
#[derive(Debug)]
pub(crate) struct Interpreter<'a> {
    pub(in crate::theory) model: &'a Model,
    pub(in crate::theory) dags: [Dag<'a>; 2],
    pub(super) frames: Vec<Frame>,
    /// Room for the steps of the next outermost frame.
    pub(super) spare: Vec<Step>,
    pub(super) choices: Choices,
    pub(super) calls: Calls,
    pub(super) steps: u64,
    /// Steps that are left to the term that is asked for.
    pub(super) left: u64,
    /// Calls within each other of functions that say what SMT-LIB leaves open.
    pub(super) told: u32,
    /// How many values a sort may have of which a quantifier tries all.
    pub(in crate::theory) listed: usize,
    /// How much work the decision of one linear formula may be.
    pub(in crate::theory) linear: u64,
}

impl<'a> Interpreter<'a> {
    /// For terms with their sorts.
    pub(crate) fn new(model: &'a Model, terms: &'a Terms, sorting: &'a Sorting) -> Self {
        Interpreter::remembering(model, terms, sorting, Memory::default())
    }

    /// The same with what an earlier one found out.
    pub(crate) fn remembering(
        model: &'a Model,
        terms: &'a Terms,
        sorting: &'a Sorting,
        memory: Memory,
    ) -> Self {
        let Memory { known: [known, defined], choices, calls } = memory;
        let definitions = Dag::new(&model.definitions.terms, &model.sorting, defined);
        Interpreter {
            model,
            dags: [Dag::new(terms, sorting, known), definitions],
            frames: Vec::new(),
            spare: Vec::new(),
            choices,
            calls,
            steps: STEPS,
            left: 0,
            told: 0,
            listed: LISTED,
            linear: LINEAR_WORK,
        }
    }

    /// What it found out.
    pub(crate) fn into_memory(self) -> Memory {
        Memory { known: self.dags.map(|dag| dag.known), choices: self.choices, calls: self.calls }
    }

    /// What was chosen so far.
    pub(crate) fn choices(&self) -> &Choices {
        &self.choices
    }

    /// Whose terms the topmost frame is about.
    pub(in crate::theory) fn top_place(&self) -> Place {
        self.frames.last().map_or(Place::Problem, |frame| frame.place)
    }

    /// What a variable that is bound in the topmost frame is worth.
    pub(in crate::theory) fn bound(&self, variable: VarId) -> Option<&EvalResult> {
        let bound = self.frames.last()?.variables.iter().rev();
        bound.into_iter().find(|(bound, _)| *bound == variable).map(|(_, worth)| worth)
    }

    /// A function that is defined, and its number.
    pub(in crate::theory) fn function(&self, name: &str) -> Option<(usize, &'a Definition)> {
        let at = *self.model.functions.get(name)?;
        Some((at, self.model.definitions.functions.get(at)?))
    }

    /// The values of terms of a sort that were evaluated so far.
    pub(in crate::theory) fn values_of(&self, sort: &Sort) -> impl Iterator<Item = Value> {
        let place = self.frames.last().map_or(0, |frame| frame.place as usize);
        let dag = &self.dags[place];
        let known = dag.known.iter().zip(dag.terms.ids());
        let known = known.filter(move |(_, id)| dag.sorting.sort(*id).known() == Some(sort));
        known.filter_map(|(worth, _)| worth.as_ref()?.value.clone().ok())
    }

    /// Takes steps away for work that is no step.
    pub(in crate::theory) fn charge(&mut self, steps: u64) {
        self.left = self.left.saturating_sub(steps);
    }

    pub(super) fn top(&self) -> Option<&Frame> {
        self.frames.last()
    }

    /// What a term is worth in the topmost frame, if it was evaluated.
    pub(in crate::theory) fn known(&self, id: TermId) -> Option<&EvalResult> {
        let frame = self.top()?;
        let dag = &self.dags[frame.place as usize];
        if dag.terms.is_closed(id) { dag.known[id.index()].as_ref() } else { frame.known.get(&id) }
    }

    pub(super) fn note(&mut self, id: TermId, worth: EvalResult) {
        let Some(frame) = self.frames.last_mut() else { return };
        let dag = &mut self.dags[frame.place as usize];
        if dag.terms.is_closed(id) {
            dag.known[id.index()] = Some(worth);
        } else {
            frame.known.insert(id, worth);
        }
    }

    pub(super) fn push(&mut self, step: Step) {
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

    /// Arguments of an application.
    pub(super) fn arguments(&self, id: TermId) -> &[TermId] {
        let Some(frame) = self.top() else { return &[] };
        match self.dags[frame.place as usize].terms.get(id) {
            Term::App(_, arguments) => arguments,
            _ => &[],
        }
    }
}

/// Frames that may wait for each other: the depth of recursion.
const DEEPEST: usize = 20_000;

/// The evaluation of one term under one assignment to variables.
#[derive(Debug)]
pub(in crate::theory) struct Frame {
    /// Whose terms they are.
    pub place: Place,
    pub(super) root: TermId,
    /// The variables that are bound, the innermost last.
    pub variables: Vec<(VarId, EvalResult)>,
    /// Open terms that were evaluated.
    known: HashMap<TermId, EvalResult>,
    pub(super) steps: Vec<Step>,
    pub(super) then: Then,
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
    Try,
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
    pub(super) fn new(place: Place, root: TermId, variables: Vec<(VarId, EvalResult)>, then: Then) -> Frame {
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

/// Terms, and what is known of them.
#[derive(Debug)]
pub(in crate::theory) struct Dag<'a> {
    pub terms: &'a Terms,
    pub sorting: &'a Sorting,
    /// The closed ones that were evaluated, by number.
    pub(super) known: Vec<Option<EvalResult>>,
}

impl<'a> Dag<'a> {
    pub(super) fn new(terms: &'a Terms, sorting: &'a Sorting, mut known: Vec<Option<EvalResult>>) -> Self {
        known.resize(terms.len(), None);
        Dag { terms, sorting, known }
    }

    /// A term and those below it, leaves first; of closed ones that were evaluated what they are worth, and nothing
    /// below them. Of quantifiers and cases, only what is below those that `enters` lets in. Each term takes one from
    /// `left`; none if that is not enough.
    pub(in crate::theory) fn below(
        &self,
        root: TermId,
        left: &mut u64,
        mut enters: impl FnMut(&Term) -> bool,
    ) -> Option<BTreeMap<TermId, Option<&EvalResult>>> {
        // Children have smaller numbers than their parents.
        let mut below = BTreeMap::new();
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            let Entry::Vacant(entry) = below.entry(id) else { continue };
            *left = left.checked_sub(1)?;
            let known = self.known.get(id.index()).and_then(Option::as_ref);
            let worth = *entry.insert(known.filter(|_| self.terms.is_closed(id)));
            if worth.is_some() {
                continue;
            }
            let term = self.terms.get(id);
            if !matches!(term, Term::Binder(_) | Term::Match(..)) || enters(term) {
                self.terms.for_each_child(id, |child| stack.push(child));
            }
        }
        Some(below)
    }
}
