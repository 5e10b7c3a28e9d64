//! Where terms are put together: the rules of sorts say what fits, the interpreter what it is worth.

use std::mem;

use smallvec::SmallVec;

use super::copy::Copied;
use super::eval_context::EvalContext;
use super::scope::Scope;
use super::term_pool::{TermOrigin, TypedTerm};
use super::value_sampler::read;
use crate::smtlib::{HeadId, Sort, Term, TermId, Terms};
use crate::theory::interpreter::{Interpreter, Memory, Model};
use crate::theory::meaning::Meaning;
use crate::theory::signature::Signature;
use crate::theory::sorting::{Sorted, Sorting, application};
use crate::theory::value::Value;
use crate::witness::EvalResults;

/// Terms that there is room for from the start.
const ROOM: usize = 1024;

/// Terms while they are built.
#[derive(Debug)]
pub(in crate::generate) struct TermBuilder<'a> {
    /// The terms, without those of the seed that nothing is built from.
    pub terms: Terms,
    /// What the seed declares.
    pub signature: &'a Signature,
    /// What may be used.
    pub scope: &'a Scope,
    model: &'a Model,
    /// What the terms of the seed are worth.
    results: Option<&'a EvalResults>,
    sorting: Sorting,
    /// What was copied of the seed.
    copied: Copied,
    /// What terms are worth that were evaluated.
    memory: Memory,
}

impl<'a> TermBuilder<'a> {
    /// For a seed's declarations, under the definitions of a witness.
    pub(in crate::generate) fn new(eval_context: &'a EvalContext, scope: &'a Scope) -> Self {
        let EvalContext { signature, model, results } = eval_context;
        TermBuilder {
            terms: Terms::with_capacity(ROOM),
            signature,
            scope,
            model,
            results: results.as_deref(),
            sorting: Sorting::default(),
            copied: Copied::default(),
            memory: Memory::default(),
        }
    }

    /// The application of a head to terms; none if it does not take them, or makes what the logic has not.
    pub(in crate::generate) fn apply(&mut self, head: &str, arguments: &[&TypedTerm]) -> Option<TypedTerm> {
        let sorts: SmallVec<[&Sort; 4]> = arguments.iter().map(|argument| &argument.sort).collect();
        let number = self.terms.head(head);
        let meaning = self.sorting.learn(&self.terms, number, self.signature);
        let Sorted::Is(sort) = application(meaning, head, &sorts) else { return None };
        if !self.scope.has_sort(&sort) {
            return None;
        }
        let ids = arguments.iter().map(|argument| argument.id).collect();
        let depth = arguments.iter().map(|argument| argument.depth).max().unwrap_or(0) + 1;
        let id = self.terms.intern(Term::App(number, ids));
        self.sorting.note(id, &sort);
        Some(TypedTerm { id, sort, depth, origin: TermOrigin::Made })
    }

    /// The literal that a text is; none if it is not of the sort by the seed's declarations.
    pub(in crate::generate) fn literal(&mut self, sort: &Sort, text: &str) -> Option<TypedTerm> {
        if !text.starts_with('(') {
            let made = self.apply(text, &[]).filter(|made| made.sort == *sort)?;
            return Some(TypedTerm { depth: 0, origin: TermOrigin::Literal, ..made });
        }
        let (terms, sorts) = (self.terms.len(), self.sorting.len());
        let made = self.read(sort, text);
        if made.is_none() {
            // They would pass for the seed's own. No more sorts are known than before: what is drawn hangs on that.
            self.terms.truncate(terms);
            self.sorting.truncate(sorts);
        }
        made
    }

    fn read(&mut self, sort: &Sort, text: &str) -> Option<TypedTerm> {
        let id = read(text, &mut self.terms)?;
        self.infer();
        let is_fitting = self.sort(id) == Some(sort)
            && (self.scope.negates() || !matches!(self.terms.as_app(id), Some(("-", _))));
        is_fitting.then(|| TypedTerm { id, sort: sort.clone(), depth: 0, origin: TermOrigin::Literal })
    }

    /// A small term of the seed among these terms; of it and those below it the sorts are known already, and what they are
    /// worth.
    pub(in crate::generate) fn copy(&mut self, seed: &Terms, id: TermId) -> TermId {
        let TermBuilder { sorting, memory, .. } = self;
        let known = &self.scope.sorting;
        let mut learn = |id: TermId, terms: &Terms, copied: TermId| {
            sorting.take_over((terms, copied), known, (seed, id));
            let result = self.results.and_then(|results| results.get(id));
            if let Some(result) = result.filter(|result| result.value.is_ok() && !memory.knows(copied)) {
                memory.learn(copied, result.clone());
            }
        };
        self.copied.copy_each(seed, id, &mut self.terms, &mut learn)
    }

    /// Finds the sorts of the terms that came since the last time.
    pub(in crate::generate) fn infer(&mut self) {
        self.sorting.extend(&self.terms, self.signature);
    }

    /// The sort of a term by the seed's declarations, if it is known since sorts were inferred.
    pub(in crate::generate) fn sort(&self, id: TermId) -> Option<&Sort> {
        self.sorting.sort(id).known()
    }

    /// What the head of a term stands for, if it is known since sorts were inferred.
    pub(in crate::generate) fn meaning(&self, head: HeadId) -> Option<&Meaning> {
        self.sorting.meaning(head)
    }

    /// Whether a head is the name of a function that the seed declares or defines.
    pub(in crate::generate) fn is_declared(&self, head: HeadId) -> bool {
        matches!(self.meaning(head), Some(Meaning::Function(_)))
            && !self.terms.head_text(head).starts_with('(')
    }

    /// The values of terms; none for those that have no known value, or one that somebody chose where SMT-LIB leaves it
    /// open.
    pub(in crate::generate) fn values(&mut self, ids: impl Iterator<Item = TermId>) -> Vec<Option<Value>> {
        self.infer();
        let memory = mem::take(&mut self.memory);
        let mut interpreter = Interpreter::remembering(self.model, &self.terms, &self.sorting, memory);
        let value = |id| {
            let worth = interpreter.evaluate(id);
            if worth.is_chosen { None } else { worth.value.ok() }
        };
        let values = ids.map(value).collect();
        self.memory = interpreter.into_memory();
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::matrix::{Operators, Source, Weights};
    use crate::rng::Key;
    use crate::smtlib::Problem;
    use crate::witness::Evaluator;

    /// How many terms of a copied assertion have a worth before anything is evaluated, and all values afterwards.
    fn copied(source: &str, is_shared: bool) -> (usize, Vec<Option<Value>>) {
        let problem = Problem::read(source).unwrap();
        let key = Key::new(&Digest::of(source), 1);
        let found = Evaluator::alone().search(&problem, &key, &Weights::only(Source::Sampled)).unwrap();
        let plain = EvalContext::build(&problem, &found.witness).unwrap();
        let context = if is_shared { plain.with(found.results, &problem) } else { plain };
        let scope = Scope::of(&problem, &context.signature, &Operators::all());
        let mut builder = TermBuilder::new(&context, &scope);
        builder.copy(&problem.formulas.terms, problem.formulas.assertions[0]);
        let ids: Vec<TermId> = builder.terms.ids().filter(|&id| builder.terms.is_closed(id)).collect();
        let known = ids.iter().filter(|&&id| builder.memory.knows(id)).count();
        (known, builder.values(ids.into_iter()))
    }

    #[test]
    fn what_a_copied_term_is_worth_is_known_and_is_what_it_would_be_worth_anew() {
        let source =
            "(declare-fun x () Int)(declare-fun y () Int)(assert (= (+ x 2) (* 3 y) (div (+ x 2) 0)))";
        let (known, values) = copied(source, true);
        assert_eq!((known, &values), (values.len(), &copied(source, false).1));
        assert_eq!(copied(source, false).0, 0);
        // Where quantifiers are, their values hang on what was evaluated before.
        assert_eq!(
            copied(&source.replace("(= ", "(forall ((b Bool)) (= ").replace("0)))", "0))))"), true).0,
            0
        );
    }
}
