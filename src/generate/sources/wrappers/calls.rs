//! Calls: a function call replaces a term.
//!
//! The laws, for a function `f` with the body `b`, and a recursive function `r`:
//!
//! ```text
//! b with t for x …  =  (f t …)
//! t  =  (r d t)                       where r returns its argument
//! t  =  (r k (- t k))                 where r counts, for a literal k up to its bound
//! t  =  (r d (r d t))                 where r takes an inverse as often as it calls
//! t  =  (r t)                         where r copies
//! t  =  (ite (= (r d u) v) t w)       where r may do anything, and the condition is true
//! p  =  (and p (= (r d u) v))         where p and the condition are true
//! p  =  (=> (= (r d u) v) p)          where the condition is true
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::boxes::choice;
use crate::generate::additions::{Law, MOST_CALLS, Recursion};
use crate::generate::term_builder::rewrite::has_at_most;
use crate::generate::term_builder::{MutationContext, TypedTerm, literals};
use crate::smtlib::{Definition, Definitions, ReadError, Script, Sort, Term, TermId, Terms, VarId};
use crate::theory::operators::op;
use crate::theory::value::Value;

/// The largest number of terms in a body that is matched with formulas.
const LARGEST_BODY: usize = 40;

/// Share of conditions on calls that stand beside the formula, in percent: what is asserted then depends on the call.
const BESIDE: u32 = 50;

/// The functions that a script defines, with the known effects of recursive ones.
#[derive(Debug)]
pub(super) struct Calls<'a> {
    definitions: Definitions,
    recursions: &'a [Recursion],
}

impl<'a> Calls<'a> {
    /// Collects the functions of a script.
    ///
    /// # Errors
    /// A definition cannot be read.
    pub(super) fn collect(script: &Script, recursions: &'a [Recursion]) -> Result<Calls<'a>, ReadError> {
        let mut definitions = Definitions::collect(script)?;
        let Definitions { terms, functions, .. } = &mut definitions;
        functions.retain(|function| {
            !function.parameters.is_empty() && has_at_most(terms, function.body, LARGEST_BODY)
        });
        Ok(Calls { definitions, recursions })
    }

    /// Replaces an instance of a function's body in a formula by a call of the function.
    pub(super) fn introduce_call(&self, context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
        let parts = context.parts(root, |_| true);
        let mut found: Vec<(&Definition, &TypedTerm, Vec<TermId>)> = Vec::new();
        for part in &parts {
            for function in &self.definitions.functions {
                let arguments = self.arguments(function, context.terms(), part.id);
                found.extend(arguments.map(|arguments| (function, part, arguments)));
            }
        }
        let (function, part, arguments) = context.rng.pick(&found)?;
        let arguments: Vec<TypedTerm> =
            arguments.iter().map(|&id| context.typed(id)).collect::<Option<_>>()?;
        // `(<= x y)` of integers is one of a body over reals, but not all solvers take an integer for a real.
        let taken = &context.builder.signature.find(&function.name)?.arguments;
        if !arguments.iter().map(|argument| &argument.sort).eq(taken) {
            return None;
        }
        let call = context.builder.apply_head(&function.name, &arguments.iter().collect::<Vec<_>>())?;
        context.put_once(root, part, &call)
    }

    /// Returns the arguments for which a function equals a term, if the term is an instance of its body.
    fn arguments(&self, function: &Definition, terms: &Terms, id: TermId) -> Option<Vec<TermId>> {
        let mut matching = Matching {
            of_body: &self.definitions.terms,
            terms,
            bound: BTreeMap::new(),
            seen: BTreeSet::new(),
        };
        let fits = matching.fits(function.body, id);
        let arguments = function.parameters.iter().map(|parameter| matching.bound.get(parameter).copied());
        arguments.collect::<Option<_>>().filter(|_| fits)
    }

    /// Replaces a term in a formula by calls of a recursive function that give the same value.
    pub(super) fn recursive(&self, context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
        let recursion = context.rng.pick(self.recursions)?;
        let Recursion { name, shrinking, sort, law } = recursion;
        if *law == Law::None {
            return conditioned(recursion, context, root);
        }
        let term = context.part(root, |typed| typed.sort == *sort)?;
        let call = match law {
            Law::Keep => {
                let d = argument(context, shrinking)?;
                context.builder.apply_head(name, &[&d, &term])?
            }
            Law::Count => {
                let count = context.rng.below(MOST_CALLS + 1);
                let count = context.builder.literal(&Sort::Int, &Value::Int(count.into()))?;
                let less = context.builder.apply(op::MINUS, &[&term, &count])?;
                context.builder.apply_head(name, &[&count, &less])?
            }
            Law::Flip => {
                let d = argument(context, shrinking)?;
                let once = context.builder.apply_head(name, &[&d, &term])?;
                context.builder.apply_head(name, &[&d, &once])?
            }
            Law::Copy | Law::None => context.builder.apply_head(name, &[&term])?,
        };
        context.put_once(root, &term, &call)
    }
}

/// Joins a formula with a condition on a call, or replaces a term in it by a choice under one. The condition is evaluated
/// here.
fn conditioned(recursion: &Recursion, context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    let sort = &recursion.sort;
    let term = context.part(root, |typed| typed.sort != Sort::RegLan)?;
    let other = context.any(&term.sort)?;
    let call = call(recursion, context)?;
    let condition = if *sort == Sort::RegLan {
        let word = argument(context, &Sort::String)?;
        context.builder.apply(op::STR_IN_RE, &[&word, &call])?
    } else {
        let value = context.builder.values([call.id].into_iter()).pop()??;
        let compared = match context.equal(&call, &value).filter(|_| context.rng.percent(70)) {
            Some(equal) => equal,
            None => argument(context, sort)?,
        };
        context.builder.apply(op::EQUAL, &[&call, &compared])?
    };
    let is_true = context.builder.values([condition.id].into_iter()).pop()??.as_bool()?;
    if context.rng.percent(BESIDE) {
        return beside(context, root, condition, is_true);
    }
    let site = context.site(root, term.id)?;
    choice(context, (&term, &other), &site, (condition.id, is_true))
}

/// Joins a formula with a condition, such that both hold where the result is asserted in the polarity that is true.
fn beside(
    context: &mut MutationContext<'_>,
    root: TermId,
    condition: TypedTerm,
    is_true: bool,
) -> Option<TermId> {
    let is_conjunction = context.value(root)?.as_bool()?;
    let condition = if is_true { condition } else { context.builder.apply(op::NOT, &[&condition])? };
    let formula = TypedTerm::formula(root);
    let joined = match (is_conjunction, context.rng.percent(50)) {
        (true, true) => context.builder.apply(op::AND, &[&formula, &condition]),
        (true, false) => context.builder.apply(op::AND, &[&condition, &formula]),
        // It is false, and so is this.
        (false, _) => context.builder.apply(op::IMPLIES, &[&condition, &formula]),
    };
    Some(joined?.id)
}

/// Calls a recursive function of two arguments with any.
pub(in crate::generate::sources) fn call(
    recursion: &Recursion,
    context: &mut MutationContext<'_>,
) -> Option<TypedTerm> {
    let (d, x) = (argument(context, &recursion.shrinking)?, argument(context, &recursion.sort)?);
    context.builder.apply_head(&recursion.name, &[&d, &x])
}

/// Draws a term of a sort as an argument: one with a known value, or a literal.
fn argument(context: &mut MutationContext<'_>, sort: &Sort) -> Option<TypedTerm> {
    let any = if context.rng.percent(60) { context.any(sort) } else { None };
    if any.is_some() {
        return any;
    }
    match sort {
        // Larger numbers would end the recursion at once.
        Sort::Int => context.builder.literal(sort, &Value::Int((1 + context.rng.below(MOST_CALLS)).into())),
        _ if literals::has_literals(sort, context.builder.signature) => context.random_literal(sort),
        _ => context.any(sort),
    }
}

/// The comparison of a body with a term.
struct Matching<'t> {
    of_body: &'t Terms,
    terms: &'t Terms,
    /// The terms for the variables of the body.
    bound: BTreeMap<VarId, TermId>,
    /// The pairs that were compared: both terms may share theirs many times.
    seen: BTreeSet<(TermId, TermId)>,
}

impl Matching<'_> {
    /// Whether a term is an instance of a body. Once it is not, the comparison is over.
    fn fits(&mut self, body: TermId, id: TermId) -> bool {
        if !self.seen.insert((body, id)) {
            return true;
        }
        match (self.of_body.get(body), self.terms.get(id)) {
            (Term::Var(variable), _) => *self.bound.entry(*variable).or_insert(id) == id,
            (Term::App(one, inner), Term::App(other, outer)) => {
                self.of_body.head_text(*one) == self.terms.head_text(*other)
                    && inner.len() == outer.len()
                    && inner.iter().zip(outer).all(|(&body, &id)| self.fits(body, id))
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::Problem;

    #[test]
    fn a_shared_term_is_matched_with_a_body_once() {
        let doubled = |start: &str| {
            let sums = (1..35).map(|at| format!("(let ((t{at} (+ t{} t{}))) ", at - 1, at - 1));
            format!("(let ((t0 (+ {start} {start}))) {}t34{}", sums.collect::<String>(), ")".repeat(35))
        };
        let script = format!(
            "(define-fun f ((n Int)) Int {})(declare-fun x () Int)(assert (< {} (+ x x)))",
            doubled("n"),
            doubled("x")
        );
        let problem = Problem::read(script).unwrap();
        let calls = Calls::collect(&problem.script, &[]).unwrap();
        let terms = &problem.formulas.terms;
        let &[sum, other] = terms.as_app(problem.formulas.assertions[0]).unwrap().1 else {
            panic!("a comparison of two terms")
        };
        let arguments = |id| calls.arguments(&calls.definitions.functions[0], terms, id);
        let found = arguments(sum).unwrap();
        assert_eq!(found.iter().map(|&id| terms.as_app(id).unwrap().0).collect::<Vec<_>>(), ["x"]);
        assert_eq!(arguments(other), None);
    }
}
