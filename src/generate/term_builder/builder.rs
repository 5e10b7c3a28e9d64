//! The term builder: the sorting rules decide which applications are well-sorted, and the interpreter computes their
//! values.

use std::fmt::Display;
use std::mem;

use smallvec::SmallVec;

use super::copy::Copied;
use super::eval_context::EvalContext;
use super::rewrite::has_at_most;
use super::scope::Scope;
use super::term_pool::{TermOrigin, TypedTerm};
use super::value_sampler::draw_value;
use crate::rng::Rng;
use crate::smtlib::{Definition, Definitions, HeadId, Sort, Term, TermId, Terms, VarId};
use crate::theory::interpreter::{Interpreter, Memory, Model};
use crate::theory::meaning::Meaning;
use crate::theory::operators::{Op, op};
use crate::theory::signature::Signature;
use crate::theory::sorting::{Sorted, Sorting, application};
use crate::theory::value::Value;
use crate::witness::EvalResults;

/// The initial capacity, in terms.
const ROOM: usize = 1024;
/// The largest number of terms in the body of a witness's function that is copied.
const LARGEST_BODY: usize = 2_000;

#[derive(Debug)]
pub(in crate::generate) struct TermBuilder<'a> {
    /// The terms: the built ones, and those of the seed that were copied.
    pub terms: Terms,
    /// The declarations of the seed.
    pub signature: &'a Signature,
    /// The sorts and operators that may be used.
    pub scope: &'a Scope,
    model: &'a Model,
    /// The values of the seed's terms.
    results: Option<&'a EvalResults>,
    sorting: Sorting,
    /// The copies of the seed's terms.
    copied: Copied,
    /// The values of evaluated terms.
    memory: Memory,
}

impl<'a> TermBuilder<'a> {
    /// Creates a builder for the declarations of a seed, under the definitions of a witness.
    pub(in crate::generate) fn new(eval_context: &'a EvalContext, scope: &'a Scope) -> Self {
        let EvalContext { signature, model, results } = eval_context;
        TermBuilder {
            terms: Terms::with_capacity(ROOM),
            signature,
            scope,
            model,
            results: results.as_deref(),
            sorting: Sorting::with_capacity(ROOM),
            copied: Copied::default(),
            memory: Memory::default(),
        }
    }

    /// Applies a head to terms. Returns `None` if the application is ill-sorted, or if the logic does not have its
    /// sort.
    pub(in crate::generate) fn apply_head(
        &mut self,
        head: &str,
        arguments: &[&TypedTerm],
    ) -> Option<TypedTerm> {
        let sorts: SmallVec<[&Sort; 4]> = arguments.iter().map(|argument| &argument.sort).collect();
        let number = self.terms.head(head);
        let meaning = self.sorting.learn(&self.terms, number, self.signature);
        let Sorted::Is(sort) = application(meaning, head, &sorts) else { return None };
        let is_read = match meaning {
            Meaning::Operator(applied) => self.scope.may_give(applied.operator.op, &sort),
            _ => true,
        };
        if !is_read || !self.scope.has_sort(&sort) {
            return None;
        }
        let ids = arguments.iter().map(|argument| argument.id).collect();
        let depth = arguments.iter().map(|argument| argument.depth).max().unwrap_or(0) + 1;
        let id = self.terms.intern(Term::App(number, ids));
        self.sorting.note(id, &sort);
        Some(TypedTerm { id, sort, depth, origin: TermOrigin::Made })
    }

    /// Applies an operator without indices, under the name that the solvers read. Returns `None` if the application is
    /// ill-sorted, or if the logic does not have its sort.
    pub(in crate::generate) fn apply(&mut self, operator: Op, arguments: &[&TypedTerm]) -> Option<TypedTerm> {
        let scope = self.scope;
        self.apply_head(scope.spelled(operator), arguments)
    }

    /// Joins two formulas by a connective.
    pub(in crate::generate) fn connect(
        &mut self,
        connective: Op,
        [one, other]: [TermId; 2],
    ) -> Option<TermId> {
        let [one, other] = [one, other].map(TypedTerm::formula);
        Some(self.apply(connective, &[&one, &other])?.id)
    }

    /// Applies an operator, like [`TermBuilder::apply`], if the logic has it.
    pub(in crate::generate) fn apply_usable(
        &mut self,
        operator: Op,
        arguments: &[&TypedTerm],
    ) -> Option<TypedTerm> {
        let is_usable = match arguments {
            [] => self.scope.is_read(operator),
            _ => self.scope.has(operator.row()),
        };
        if is_usable { self.apply(operator, arguments) } else { None }
    }

    /// Applies an operator with indices, if the logic has it.
    pub(in crate::generate) fn apply_indexed(
        &mut self,
        operator: Op,
        indices: &[impl Display],
        arguments: &[&TypedTerm],
    ) -> Option<TypedTerm> {
        if !self.scope.has(operator.row()) {
            return None;
        }
        let indices: String = indices.iter().map(|index| format!(" {index}")).collect();
        self.apply_head(&format!("(_ {}{indices})", self.scope.spelled(operator)), arguments)
    }

    /// Adds the literal of a value. Returns `None` if that is not a literal of the sort in the seed's logic.
    pub(in crate::generate) fn literal(&mut self, sort: &Sort, value: &Value) -> Option<TypedTerm> {
        self.constant(sort, |terms| Some(value.term(terms)))
    }

    /// Adds the literal of a random value. Returns `None` if the sort has no literal in the seed's logic.
    pub(in crate::generate) fn random_literal(&mut self, sort: &Sort, rng: &mut Rng) -> Option<TypedTerm> {
        let signature = self.signature;
        self.constant(sort, |terms| draw_value(sort, signature, terms, rng))
    }

    /// Adds a term that is a literal, or a constant of a theory. Returns `None` if it is not of the sort in the seed's logic.
    pub(super) fn constant(
        &mut self,
        sort: &Sort,
        add: impl FnOnce(&mut Terms) -> Option<TermId>,
    ) -> Option<TypedTerm> {
        let (terms, sorts) = (self.terms.len(), self.sorting.len());
        let added = add(&mut self.terms);
        let Some(id) = added.filter(|&id| self.is_constant(id, sort)) else {
            // Left in place, these terms would pass for terms of the seed. Known sorts are also forgotten, because
            // random choices depend on them.
            self.terms.truncate(terms);
            self.sorting.truncate(sorts);
            return None;
        };
        Some(TypedTerm { id, sort: sort.clone(), depth: 0, origin: TermOrigin::Literal })
    }

    /// Whether a new term is of the sort in the seed's logic.
    fn is_constant(&mut self, id: TermId, sort: &Sort) -> bool {
        match self.terms.get(id) {
            // Random choices depend on which other terms have known sorts, so a plain literal infers none.
            Term::App(head, arguments)
                if arguments.is_empty() && !self.terms.head_text(*head).starts_with('(') =>
            {
                let meaning = self.sorting.learn(&self.terms, *head, self.signature);
                let found = application(meaning, self.terms.head_text(*head), &[]);
                self.sorting.note(id, sort);
                found == Sorted::Is(sort.clone()) && self.scope.has_sort(sort)
            }
            _ => {
                self.infer();
                let is_negated = matches!(Op::applied(&self.terms, id), Some((op::MINUS, _)));
                self.sort(id) == Some(sort) && (self.scope.negates() || !is_negated)
            }
        }
    }

    /// Copies a small term of the seed. The known sorts and values of the term and its sub-terms are taken over.
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

    /// Copies what the witness has for a declared function: the parameters as variables, and the body over them. Returns
    /// `None` if the body is too large for a recursive copy.
    pub(in crate::generate) fn witness_body(&mut self, function: &str) -> Option<(Box<[VarId]>, TermId)> {
        let Definitions { terms, functions, .. } = self.model.definitions();
        let Definition { parameters, body, .. } = functions.iter().find(|one| one.name == function)?;
        if !has_at_most(terms, *body, LARGEST_BODY) {
            return None;
        }
        let variable = |&parameter: &VarId| self.terms.variable(terms.variable_of(parameter).clone());
        let variables = parameters.iter().map(variable).collect();
        Some((variables, Copied::default().copy(terms, *body, &mut self.terms)))
    }

    /// Infers the sorts of the terms that are new since the last time.
    pub(in crate::generate) fn infer(&mut self) {
        self.sorting.extend(&self.terms, self.signature);
    }

    /// Returns the sort of a term by the seed's declarations, if it was inferred.
    pub(in crate::generate) fn sort(&self, id: TermId) -> Option<&Sort> {
        self.sorting.sort(id).known()
    }

    /// Returns the meaning of the head of a term, if it was inferred.
    pub(in crate::generate) fn meaning(&self, head: HeadId) -> Option<&Meaning> {
        self.sorting.meaning(head)
    }

    /// Whether a head is a function that the seed declares or defines.
    pub(in crate::generate) fn is_declared(&self, head: HeadId) -> bool {
        matches!(self.meaning(head), Some(Meaning::Function(_)))
            && !self.terms.head_text(head).starts_with('(')
    }

    /// Whether an evaluated term depends on a value that was chosen where SMT-LIB leaves it open.
    pub(in crate::generate) fn depends_on_choice(&self, id: TermId) -> bool {
        self.memory.is_chosen(id)
    }

    /// Evaluates terms. The result is `None` for a term whose value is unknown, or was chosen where SMT-LIB leaves it
    /// open. A formula that is true, or false, under every choice has that value.
    pub(in crate::generate) fn values(&mut self, ids: impl Iterator<Item = TermId>) -> Vec<Option<Value>> {
        self.infer();
        let memory = mem::take(&mut self.memory);
        let mut interpreter = Interpreter::remembering(self.model, &self.terms, &self.sorting, memory);
        let value = |id| {
            let worth = interpreter.evaluate(id);
            match worth.is_chosen {
                true => interpreter.truth_under_every_choice(id).map(Value::Bool),
                false => worth.value.ok(),
            }
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
    use crate::smtlib::{Problem, Script};
    use crate::witness::{Evaluator, Witness};

    /// Returns how many terms of a copied assertion have a value before anything is evaluated, and all values
    /// afterwards.
    fn copied(source: &str, is_shared: bool) -> (usize, Vec<Option<Value>>) {
        let problem = Problem::read(source).unwrap();
        let key = Key::new(&Digest::of(source), 1);
        let found = Evaluator::alone().search(&problem, &key, &Weights::only(Source::Sampled)).unwrap();
        let plain = EvalContext::build(&problem, &found.witness).unwrap();
        let context = if is_shared { plain.with(found.results, &problem) } else { plain };
        let scope = Scope::collect(&problem, &context.signature, &Operators::all());
        let mut builder = TermBuilder::new(&context, &scope);
        builder.copy(&problem.formulas.terms, problem.formulas.assertions[0]);
        let ids: Vec<TermId> = builder.terms.ids().filter(|&id| builder.terms.is_closed(id)).collect();
        let known = ids.iter().filter(|&&id| builder.memory.knows(id)).count();
        (known, builder.values(ids.into_iter()))
    }

    #[test]
    fn a_large_body_of_a_witness_is_not_copied() {
        let script = "(declare-fun f (Int) Int)(assert (= (f 0) 0))";
        let problem = Problem::read(script).unwrap();
        // A solver prints a function with many entries as one chain.
        let taken = |entries: usize| {
            let chain: String = (0..entries).map(|at| format!("(ite (= x {at}) {} ", at + 1)).collect();
            let body = format!("{chain}0{}", ")".repeat(entries));
            let definition = Script::parse(format!("(define-fun f ((x Int)) Int {body})")).unwrap();
            let witness = Witness::given(&problem.script, &definition);
            let context = EvalContext::build(&problem, &witness).unwrap();
            let scope = Scope::collect(&problem, &context.signature, &Operators::all());
            let mut builder = TermBuilder::new(&context, &scope);
            builder.witness_body("f").map(|(_, body)| builder.terms.as_app(body).unwrap().0.to_owned())
        };
        assert_eq!(taken(3).as_deref(), Some("ite"));
        assert_eq!(taken(100_000), None);
    }

    #[test]
    fn what_a_copied_term_is_worth_is_known_and_is_what_it_would_be_worth_anew() {
        let source =
            "(declare-fun x () Int)(declare-fun y () Int)(assert (= (+ x 2) (* 3 y) (div (+ x 2) 0)))";
        let (known, values) = copied(source, true);
        assert_eq!((known, &values), (values.len(), &copied(source, false).1));
        assert_eq!(copied(source, false).0, 0);
        // The values of quantified formulas depend on what was evaluated before.
        assert_eq!(
            copied(&source.replace("(= ", "(forall ((b Bool)) (= ").replace("0)))", "0))))"), true).0,
            0
        );
    }
}
