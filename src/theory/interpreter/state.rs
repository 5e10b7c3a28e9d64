//! The state of evaluation: known results, and a stack of frames with pending steps.
//!
//! A frame evaluates terms under one assignment to bound variables: the body of a function, of a `match` case, or
//! of a quantifier. A closed term has the same result in every frame and is evaluated only once.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};

use super::iteration::Iteration;
use crate::smtlib::{Definition, Sort, Term, TermId, Terms, VarId};
use crate::theory::call::EvalResult;
use crate::theory::model::Model;
use crate::theory::quantifiers::Trial;
use crate::theory::sorting::Sorting;
use crate::theory::value::Value;

/// The maximal size of a sort whose values a quantifier tries exhaustively.
pub(in crate::theory) const LISTED: usize = 4096;
/// The maximal work to decide one linear formula, in literals visited.
pub(in crate::theory) const LINEAR_WORK: u64 = 400_000;

/// Values chosen where SMT-LIB leaves them open, by the operator, as written, and its arguments.
pub(crate) type Choices = BTreeMap<(Box<str>, Vec<Value>), Value>;

/// The maximal number of steps for all terms of a problem together: a second or two.
pub(super) const STEPS: u64 = 3_000_000;
/// The maximal number of steps for one closed term, excluding its closed subterms: thousands of instances of a
/// quantified formula.
pub(super) const STEPS_OF_ONE: u64 = 300_000;

/// The DAG that a frame's terms belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::theory) enum Place {
    /// The terms to be evaluated.
    Problem = 0,
    /// The bodies of definitions.
    Definitions = 1,
}

/// The results of one interpreter, for the next one. Both must evaluate under the same model, and the terms of
/// the first must be a prefix of the terms of the next.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    known: [Vec<Option<EvalResult>>; 2],
    choices: Choices,
    calls: Calls,
}

impl Memory {
    /// Records the result of a closed term under the same model.
    pub(crate) fn learn(&mut self, id: TermId, worth: EvalResult) {
        let known = &mut self.known[Place::Problem as usize];
        known.resize(known.len().max(id.index() + 1), None);
        known[id.index()] = Some(worth);
    }

    /// Whether the result of a closed term is known, and depends on a chosen value.
    pub(crate) fn is_chosen(&self, id: TermId) -> bool {
        let known = self.known[Place::Problem as usize].get(id.index());
        known.and_then(Option::as_ref).is_some_and(|worth| worth.is_chosen)
    }

    /// Whether the result of a closed term is known.
    pub(crate) fn knows(&self, id: TermId) -> bool {
        self.known[Place::Problem as usize].get(id.index()).is_some_and(Option::is_some)
    }
}

/// Results of calls to recursive functions, by the function's number and the arguments.
pub(super) type Calls = BTreeMap<(usize, Vec<Value>), EvalResult>;

/// Evaluates terms under a model.
#[derive(Debug)]
pub(crate) struct Interpreter<'a> {
    pub(in crate::theory) model: &'a Model,
    pub(in crate::theory) dags: [Dag<'a>; 2],
    pub(super) frames: Vec<Frame>,
    pub(super) choices: Choices,
    pub(super) calls: Calls,
    pub(super) steps: u64,
    /// The steps left for the term being evaluated.
    pub(super) left: u64,
    /// The current nesting of calls to functions that fix open values.
    pub(super) told: u32,
    /// The maximal size of a sort whose values a quantifier tries exhaustively.
    pub(in crate::theory) listed: usize,
    /// The maximal work to decide one linear formula.
    pub(in crate::theory) linear: u64,
    /// Whether the model may have more than its definitions say.
    pub(super) is_partial: bool,
}

impl<'a> Interpreter<'a> {
    /// Creates an interpreter for terms with their sorts.
    pub(crate) fn new(model: &'a Model, terms: &'a Terms, sorting: &'a Sorting) -> Self {
        Interpreter::remembering(model, terms, sorting, Memory::default())
    }

    /// Creates an interpreter that starts with the results of an earlier one.
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
            choices,
            calls,
            steps: STEPS,
            left: 0,
            told: 0,
            listed: LISTED,
            linear: LINEAR_WORK,
            is_partial: false,
        }
    }

    /// Lets the model have more than its definitions say: a heap that is not empty, and other elements of declared sorts.
    pub(crate) fn of_partial_model(self) -> Self {
        Interpreter { is_partial: true, ..self }
    }

    /// Returns the results for the next interpreter.
    pub(crate) fn into_memory(self) -> Memory {
        Memory { known: self.dags.map(|dag| dag.known), choices: self.choices, calls: self.calls }
    }

    /// Returns the values chosen so far.
    pub(crate) fn choices(&self) -> &Choices {
        &self.choices
    }

    /// Returns the place of the topmost frame.
    pub(in crate::theory) fn top_place(&self) -> Place {
        self.frames.last().map_or(Place::Problem, |frame| frame.place)
    }

    /// Returns the DAG of a place.
    pub(in crate::theory) fn dag(&self, place: Place) -> &Dag<'a> {
        &self.dags[place as usize]
    }

    /// Returns the DAG of the topmost frame.
    pub(in crate::theory) fn top_dag(&self) -> &Dag<'a> {
        self.dag(self.top_place())
    }

    /// Returns the result bound to a variable in the topmost frame.
    pub(in crate::theory) fn bound(&self, variable: VarId) -> Option<&EvalResult> {
        let bound = self.frames.last()?.variables.iter().rev();
        bound.into_iter().find(|(bound, _)| *bound == variable).map(|(_, worth)| worth)
    }

    /// Returns a defined function and its number.
    pub(in crate::theory) fn function(&self, name: &str) -> Option<(usize, &'a Definition)> {
        let at = *self.model.functions.get(name)?;
        Some((at, self.model.definitions.functions.get(at)?))
    }

    /// Returns the values of all closed terms of a sort that have been evaluated.
    pub(in crate::theory) fn values_of(&self, sort: &Sort) -> impl Iterator<Item = &Value> {
        let dag = self.top_dag();
        let known = dag.known.iter().zip(dag.terms.ids());
        let known = known.filter(move |(_, id)| dag.sorting.sort(*id).known() == Some(sort));
        known.filter_map(|(worth, _)| worth.as_ref()?.value.as_ref().ok())
    }

    /// Charges steps for work that is not a step itself.
    pub(in crate::theory) fn charge(&mut self, steps: u64) {
        self.left = self.left.saturating_sub(steps);
    }

    pub(super) fn top(&self) -> Option<&Frame> {
        self.frames.last()
    }

    /// Returns the result of a term in the topmost frame, if it has been evaluated.
    pub(in crate::theory) fn known(&self, id: TermId) -> Option<&EvalResult> {
        let frame = self.top()?;
        let dag = self.dag(frame.place);
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

    /// Pushes a frame, unless the stack of frames is full.
    pub(super) fn enter(&mut self, frame: Frame) -> bool {
        let fits = self.frames.len() < DEEPEST;
        if fits {
            self.frames.push(frame);
        }
        fits
    }

    /// Returns the arguments of an application.
    pub(super) fn arguments(&self, id: TermId) -> &[TermId] {
        let Some(frame) = self.top() else { return &[] };
        match self.dag(frame.place).terms.get(id) {
            Term::App(_, arguments) => arguments,
            _ => &[],
        }
    }
}

/// The maximal number of frames on the stack, which bounds the depth of recursion.
pub(super) const DEEPEST: usize = 20_000;

/// The evaluation of one term under one assignment to bound variables.
#[derive(Debug)]
pub(in crate::theory) struct Frame {
    /// The DAG that the terms belong to.
    pub place: Place,
    pub(super) root: TermId,
    /// The bound variables, innermost last.
    pub variables: Vec<(VarId, EvalResult)>,
    /// The results of open terms.
    known: HashMap<TermId, EvalResult>,
    pub(super) steps: Vec<Step>,
    pub(super) then: Then,
}

/// What happens with the result of a frame's term.
#[derive(Debug)]
pub(in crate::theory) enum Then {
    /// It is the final result.
    Finish,
    /// It becomes the result of a term in the frame below. For a call of a recursive function, it is also
    /// recorded under the function's number and arguments.
    Give(TermId, Option<(usize, Vec<Value>)>),
    /// It becomes the result of a `match` term in the frame below. The flag says whether the choice of the case
    /// depends on a chosen value.
    Case(TermId, bool),
    /// It is the result of one instance of a quantified formula, or what a function makes of one item, in
    /// the frame below.
    Learn,
}

/// A pending step of a frame.
#[derive(Debug)]
pub(super) enum Step {
    /// Evaluate the term.
    Visit(TermId),
    /// Apply the head of the term: its arguments have been evaluated.
    Apply(TermId),
    /// Check whether the arguments evaluated so far, up to this position, decide the connective.
    Decide(TermId, usize),
    /// Continue with one branch of the `ite`: its condition has been evaluated.
    Choose(TermId),
    /// Copy the result of the second term to the first.
    Copy(TermId, TermId),
    /// Continue with one case of the `match`: its subject has been evaluated.
    Case(TermId),
    /// Try instances of the quantified formula.
    Try(TermId, Box<Trial>),
    /// Apply a function to the items of a sequence, set or bag; nothing has been done yet if there is no iteration.
    Iterate(TermId, Option<Box<Iteration>>),
}

impl Frame {
    pub(super) fn new(place: Place, root: TermId, variables: Vec<(VarId, EvalResult)>, then: Then) -> Frame {
        Frame { place, root, variables, known: HashMap::new(), steps: vec![Step::Visit(root)], then }
    }

    /// Starts again with another term, and keeps the allocations.
    pub(super) fn restart(&mut self, root: TermId) {
        self.root = root;
        self.variables.clear();
        self.known.clear();
        self.steps.clear();
        self.steps.push(Step::Visit(root));
    }
}

/// A DAG of terms with the results known so far.
#[derive(Debug)]
pub(in crate::theory) struct Dag<'a> {
    pub terms: &'a Terms,
    pub sorting: &'a Sorting,
    /// The results of closed terms, by term number.
    pub(super) known: Vec<Option<EvalResult>>,
}

impl<'a> Dag<'a> {
    pub(super) fn new(terms: &'a Terms, sorting: &'a Sorting, mut known: Vec<Option<EvalResult>>) -> Self {
        known.resize(terms.len(), None);
        Dag { terms, sorting, known }
    }

    /// Returns a term and its subterms, leaves first. For a closed term that has been evaluated, returns its
    /// result and does not descend. Descends into a quantifier or `match` only if `enters` accepts it. Takes one
    /// from `left` for each term, and returns `None` if that runs out.
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
