//! Decisions: whether formulas are satisfiable together, which of them contradict each other, and what holds in all of their
//! models.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::column::{Cells, Column, Support, Truths};
use super::evaluation::{Exhaustion, Setting};
use super::space::{POINTS, Points, Refusal, Space};
use crate::smtlib::{Problem, TermId};

/// What exhaustion says about formulas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The number of points that were tried.
    pub points: usize,
    /// The number of points at which all formulas are true.
    pub models: usize,
    /// The number of points at which it depends on a value that SMT-LIB leaves open whether all formulas are true.
    pub open: usize,
    /// The first model: the definition of each symbol.
    pub first: Option<BTreeMap<String, String>>,
}

impl Decision {
    /// Whether the formulas are satisfiable; `None` if a value that SMT-LIB leaves open may decide it.
    pub fn is_satisfiable(&self) -> Option<bool> {
        match (self.models, self.open) {
            (0, 0) => Some(false),
            (0, _) => None,
            _ => Some(true),
        }
    }
}

/// Decides the assertions of a problem, with all assumptions, over a space of at most `most` points.
///
/// # Errors
/// See [`Refusal`].
pub fn decide(problem: &Problem, most: usize) -> Result<Decision, Refusal> {
    Setting::collect(problem)?.decide(problem, &all_formulas(problem), most)
}

/// Returns the assertions and assumptions.
fn all_formulas(problem: &Problem) -> Vec<TermId> {
    problem.formulas.assertions.iter().chain(&problem.formulas.assumptions).copied().collect()
}

/// Lists the points of the symbols that the formulas of a problem use, at most `most`; `None` if functions are among them.
///
/// # Errors
/// See [`Refusal`].
pub fn list(problem: &Problem, most: usize) -> Result<Option<Points>, Refusal> {
    let setting = Setting::collect(problem)?;
    let formulas = all_formulas(problem);
    let of = (&problem.formulas.terms, &setting.sorting);
    Ok(Space::of_formulas(of, &formulas, &setting.model, most)?.list())
}

/// Returns the model of all assertions and assumptions of a problem, one definition for each symbol, at which terms are
/// best: each has its greatest value, or its least, that those before it allow. `None` if there is no model, or a value
/// that SMT-LIB leaves open may decide it.
///
/// # Errors
/// See [`Refusal`].
pub fn best(
    problem: &Problem,
    objectives: &[(TermId, Direction)],
    most: usize,
) -> Result<Option<BTreeMap<String, String>>, Refusal> {
    let setting = Setting::collect(problem)?;
    let (terms, formulas) = (&problem.formulas.terms, all_formulas(problem));
    let all: Vec<TermId> = formulas.iter().copied().chain(objectives.iter().map(|(term, _)| *term)).collect();
    let space = Space::of_formulas((terms, &setting.sorting), &all, &setting.model, most)?;
    let point = Exhaustion::new(terms, &setting, &space).best(&formulas, objectives)?;
    Ok(point.map(|point| space.definitions(point)))
}

/// Which values of a term are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Greater ones; bit-vectors count as unsigned numbers.
    Maximise,
    /// Smaller ones.
    Minimise,
}

impl Setting {
    /// Decides some formulas of the problem.
    pub(crate) fn decide(
        &self,
        problem: &Problem,
        formulas: &[TermId],
        most: usize,
    ) -> Result<Decision, Refusal> {
        let terms = &problem.formulas.terms;
        let space = Space::of_formulas((terms, &self.sorting), formulas, &self.model, most)?;
        let mut exhaustion = Exhaustion::new(terms, self, &space);
        let all = exhaustion.conjunction(formulas)?;
        let all = exhaustion.over_space(&all)?;
        let (points, models) = (space.points(), all.count(true));
        let open = points - models - all.count(false);
        Ok(Decision { points, models, open, first: all.first().map(|point| space.definitions(point)) })
    }
}

impl Exhaustion<'_> {
    /// Returns the conjunction of formulas. It ends where nothing is left.
    fn conjunction(&mut self, formulas: &[TermId]) -> Result<Rc<Column>, Refusal> {
        let truths = Truths::constant(1, true);
        let mut all = Rc::new(Column { support: Support::new(), cells: Cells::Truths(truths) });
        for &formula in formulas {
            let column = self.column(formula)?;
            let support = self.union(&[Rc::clone(&all), Rc::clone(&column)], None)?;
            let both = all.truths(&support, &self.sizes).zip(column.truths(&support, &self.sizes));
            let (one, other) = both.ok_or(Refusal::NotBoolean)?;
            let truths = one.and(&other);
            let is_over = truths.is_false();
            all = Rc::new(Column { support, cells: Cells::Truths(truths) });
            if is_over {
                break;
            }
        }
        Ok(all)
    }

    /// Returns the first point among the models of formulas at which closed terms are best, the earlier ones first; `None` if
    /// there is no model, or a value is not known.
    fn best(
        &mut self,
        formulas: &[TermId],
        objectives: &[(TermId, Direction)],
    ) -> Result<Option<usize>, Refusal> {
        let models = self.conjunction(formulas)?;
        let mut models = Some(self.over_space(&models)?).filter(Truths::is_known);
        for &(term, direction) in objectives {
            let (Some(left), Some((values, codes))) = (models.take(), self.values(term)) else { break };
            let reached =
                (0..codes.len()).filter(|&point| left.at(point)[1]).map(|point| codes[point] as usize);
            let best = match direction {
                Direction::Maximise => reached.max_by_key(|&code| &values[code]),
                Direction::Minimise => reached.min_by_key(|&code| &values[code]),
            };
            models = best.map(|best| {
                let is_best = |point: usize| codes[point] as usize == best;
                left.and(&Truths::tabulate(codes.len(), |point| [!is_best(point), is_best(point)]))
            });
        }
        Ok(models.and_then(|models| models.first()))
    }
}

/// Formulas that nothing satisfies together, and none of which can be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The formulas: some assertions and assumptions of a problem, in order.
    pub formulas: Vec<TermId>,
    /// What exhaustion says about them.
    pub decision: Decision,
}

/// Finds a contradiction among the assertions and assumptions of a problem whose truth is known at all points of the
/// symbols with the fewest values.
pub fn contradiction(problem: &Problem) -> Option<Contradiction> {
    let setting = Setting::collect(problem).ok()?;
    let space = setting.few_values();
    let mut exhaustion = Exhaustion::new(&problem.formulas.terms, &setting, &space);
    let known = all_formulas(problem).into_iter().filter_map(|formula| {
        let truths = exhaustion.truths(formula).ok().filter(Truths::is_known)?;
        Some((formula, truths))
    });
    let (formulas, truths): (Vec<TermId>, Vec<Truths>) = known.unzip();
    let formulas: Vec<TermId> = minimal_contradiction(&truths.iter().collect::<Vec<_>>())?
        .into_iter()
        .map(|at| formulas[at])
        .collect();
    let decision = setting.decide(problem, &formulas, POINTS).ok()?;
    Some(Contradiction { formulas, decision })
}

/// Returns the positions of formulas none of which can be left out, if their truths at all points exclude each other:
/// leaves out one after the other while the rest does so. The first ones are the first to go.
pub(crate) fn minimal_contradiction(truths: &[&Truths]) -> Option<Vec<usize>> {
    // When it is decided whether one can go, all later ones are still there.
    let mut later = vec![Truths::constant(truths.first()?.points(), true)];
    for one in truths.iter().rev() {
        let all = one.and(later.last()?);
        later.push(all);
    }
    if !later.pop()?.is_false() {
        return None;
    }
    let (mut kept, mut earlier) = (Vec::new(), later.first()?.clone());
    for (at, one) in truths.iter().enumerate() {
        if !earlier.and(&later.pop()?).is_false() {
            earlier = earlier.and(one);
            kept.push(at);
        }
    }
    Some(kept)
}
