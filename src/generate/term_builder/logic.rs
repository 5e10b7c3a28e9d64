//! Whether a changed formula is still in its logic, as far as sorts do not decide it.

use std::collections::BTreeMap;

use super::builder::TermBuilder;
use super::literals::{is_number, is_zero};
use super::rewrite::{below, within};
use super::scope::Scope;
use crate::matrix::Operators;
use crate::smtlib::{Problem, Sort, Term, TermId, Terms};
use crate::theory::meaning::Meaning;
use crate::theory::operators::{Op, op};
use crate::theory::signature::Signature;

/// What the logic of a seed demands of its formulas.
#[derive(Clone, Copy, Debug)]
pub(in crate::generate) struct Rules<'a> {
    /// The terms of the formulas.
    pub terms: &'a Terms,
    /// What the logic has.
    pub scope: &'a Scope,
    /// The declarations of the seed.
    pub signature: &'a Signature,
}

impl Rules<'_> {
    /// Whether the new terms of a formula, those numbered from `first_new` on, are within its logic: linear arithmetic
    /// remains linear, difference logic remains difference logic, and arguments that solvers want to be values are values.
    pub(in crate::generate) fn admits(&self, root: TermId, first_new: usize) -> bool {
        let Rules { terms, scope, .. } = *self;
        let is_fitting = |id: TermId| {
            let Term::App(head, arguments) = terms.get(id) else { return true };
            let head = terms.head_text(*head);
            self.takes_values(head, arguments)
                && (!scope.is_linear() || self.is_linear(head, arguments))
                && (!scope.is_difference() || self.is_difference(head, arguments))
        };
        within(terms, root).filter(|id| id.index() >= first_new).all(is_fitting)
    }

    /// Returns the arguments of an application that must be coefficients.
    fn coefficients(&self, head: &str, arguments: &[TermId]) -> Vec<TermId> {
        let Rules { terms, scope, .. } = *self;
        let is_number = |id: &&TermId| is_number(terms, **id);
        match Op::of_head(head) {
            _ if self.is_declared(head) => {
                let taken = arguments.iter().enumerate().filter(|(at, _)| scope.takes_number(head, *at));
                taken.map(|(_, &id)| id).collect()
            }
            // One factor may be any term.
            Some(op::TIMES) if arguments.iter().filter(|&&id| !is_coefficient(terms, id)).count() > 1 => {
                arguments.iter().filter(is_number).copied().collect()
            }
            Some(op::INT_DIV | op::MOD | op::REAL_DIV | op::REM) => {
                arguments.iter().skip(1).copied().collect()
            }
            Some(comparison) if op::COMPARISONS.contains(&comparison) && scope.is_difference() => {
                arguments.iter().filter(is_number).copied().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether the strictest solvers of a linear logic accept all coefficients of a formula.
    pub(in crate::generate) fn has_plain_coefficients(&self, root: TermId) -> bool {
        let is_fitting = |id: TermId| {
            let Some((head, arguments)) = self.terms.as_app(id) else { return true };
            self.coefficients(head, arguments).into_iter().all(|id| is_coefficient(self.terms, id))
        };
        !self.scope.is_linear() || within(self.terms, root).all(is_fitting)
    }

    /// Whether an application is linear, and so is an argument of a seed's function that multiplies with it.
    fn is_linear(&self, head: &str, arguments: &[TermId]) -> bool {
        match self.is_declared(head) {
            true => are_divisors(self.terms, &self.coefficients(head, arguments)),
            false => is_linear(self.terms, head, arguments),
        }
    }

    /// Whether an application is in difference logic: it compares two symbols, or their difference with a literal.
    fn is_difference(&self, head: &str, arguments: &[TermId]) -> bool {
        let Rules { terms, scope, signature } = *self;
        let is_symbol = |id: &TermId| match terms.get(*id) {
            Term::Var(variable) => matches!(terms.variable_of(*variable).sort.as_str(), "Int" | "Real"),
            Term::App(head, _) => {
                let function = signature.find(terms.head_text(*head));
                matches!(function.and_then(|function| function.result.as_ref()), Some(Sort::Int | Sort::Real))
            }
            _ => false,
        };
        let is_number = |id: &TermId| is_number(terms, *id);
        let is_minus = |id: &TermId| matches!(Op::applied(terms, *id), Some((op::MINUS, [_, _])));
        let computes =
            |id: &TermId| matches!(Op::applied(terms, *id), Some((op::PLUS | op::TIMES | op::MINUS, _)));
        let is_computed = |id: &TermId| is_number(id) || computes(id);
        match Op::of_head(head) {
            Some(comparison) if op::COMPARISONS.contains(&comparison) => match arguments {
                [one, other] if is_minus(one) => is_number(other),
                [one, other] if is_minus(other) => is_number(one),
                _ => !arguments.iter().any(is_computed),
            },
            Some(op::MINUS) => match arguments {
                [_, _] => arguments.iter().all(is_symbol),
                _ => arguments.iter().all(is_number),
            },
            Some(op::ITE) => !arguments.iter().skip(1).any(|id| is_symbol(id) || is_computed(id)),
            Some(op::PLUS | op::TIMES) => false,
            // A quotient of literals is how a number is written.
            Some(op::REAL_DIV) => arguments.iter().all(is_number),
            _ => arguments.iter().enumerate().all(|(at, id)| match scope.takes_number(head, at) {
                true => is_number(id),
                false => !is_computed(id),
            }),
        }
    }

    /// Whether arguments are values if cvc5 requires values: the ends of a range of characters, the elements of a constant
    /// array, unless the solver takes any, and numbers of repetitions.
    fn takes_values(&self, head: &str, arguments: &[TermId]) -> bool {
        let Rules { terms, scope, signature } = *self;
        let is_value = |id: &TermId| match terms.as_app(*id) {
            Some((head, [])) => {
                matches!(Meaning::resolve(head, signature), Meaning::Literal(_) | Meaning::Constructor(..))
            }
            _ => is_number(terms, *id),
        };
        match Op::of_head(head) {
            Some(op::RE_RANGE) => arguments.iter().all(is_value),
            Some(op::RE_LOOP | op::RE_POWER) => arguments.iter().skip(1).all(is_value),
            _ if head.starts_with("(as const ") => {
                scope.has_open_constant_arrays() || arguments.iter().all(is_value)
            }
            _ => true,
        }
    }

    fn is_declared(&self, head: &str) -> bool {
        self.signature.find(head).is_some()
    }
}

/// Whether an application of an operator is linear: a product has at most one factor that is not a number, a divisor is a
/// number other than 0.
pub(in crate::generate) fn is_linear(terms: &Terms, head: &str, arguments: &[TermId]) -> bool {
    match Op::of_head(head) {
        Some(op::TIMES) => arguments.iter().filter(|id| !is_number(terms, **id)).count() <= 1,
        Some(op::INT_DIV | op::MOD | op::REAL_DIV | op::REM) => {
            are_divisors(terms, &arguments[1.min(arguments.len())..])
        }
        _ => true,
    }
}

/// Whether division by these is linear. By zero it is not, because its value is a function of the dividend.
fn are_divisors(terms: &Terms, all: &[TermId]) -> bool {
    all.iter().all(|&id| is_number(terms, id) && !is_zero(terms, id))
}

/// Whether a term is a number that the strictest solvers accept as a coefficient in linear arithmetic: a literal, its
/// negation, a quotient of two such numbers, or the negation of one of these. Z3 refuses `(* (/ 2 (- (- 4))) x)` in
/// QF_LRA.
pub(in crate::generate) fn is_coefficient(terms: &Terms, id: TermId) -> bool {
    fn is_literal(terms: &Terms, id: TermId) -> bool {
        terms.as_app(id).is_some_and(|(_, arguments)| arguments.is_empty()) && is_number(terms, id)
    }
    fn is_signed(terms: &Terms, id: TermId) -> bool {
        match Op::applied(terms, id) {
            Some((op::MINUS, &[literal])) => is_literal(terms, literal),
            Some((op::TO_REAL, &[signed])) => is_signed(terms, signed),
            _ => is_literal(terms, id),
        }
    }
    let is_plain = |id| match Op::applied(terms, id) {
        Some((op::REAL_DIV, &[one, other])) => is_signed(terms, one) && is_signed(terms, other),
        _ => is_signed(terms, id),
    };
    match Op::applied(terms, id) {
        Some((op::MINUS, &[negated])) => is_plain(negated),
        _ => is_plain(id),
    }
}

/// Replaces the numbers in a formula of a linear logic that its solvers would not accept as coefficients by plain
/// literals. The result is equivalent, so the sources of formulas need not care about coefficients.
pub(in crate::generate) fn with_plain_coefficients(builder: &mut TermBuilder<'_>, root: TermId) -> TermId {
    let (scope, signature) = (builder.scope, builder.signature);
    if (Rules { terms: &builder.terms, scope, signature }).has_plain_coefficients(root) {
        return root;
    }
    let mut images: BTreeMap<TermId, TermId> = BTreeMap::new();
    for id in below(&builder.terms, root) {
        let mut term =
            builder.terms.get(id).clone().map_children(|child| *images.get(&child).unwrap_or(&child));
        if let Term::App(head, arguments) = &mut term {
            let head = builder.terms.head_text(*head).to_owned();
            let rules = Rules { terms: &builder.terms, scope, signature };
            let wanted = rules.coefficients(&head, arguments);
            for argument in arguments.iter_mut().filter(|id| wanted.contains(id)) {
                *argument = plain(builder, *argument).unwrap_or(*argument);
            }
        }
        images.insert(id, builder.terms.intern(term));
    }
    images.get(&root).copied().unwrap_or(root)
}

/// Returns the literal of a number's value, or `None` if the term is a coefficient already or not a number.
fn plain(builder: &mut TermBuilder<'_>, id: TermId) -> Option<TermId> {
    if is_coefficient(&builder.terms, id) || !is_number(&builder.terms, id) {
        return None;
    }
    builder.infer();
    let sort = builder.sort(id)?.clone();
    let value = builder.values([id].into_iter()).pop()??.coerced(&sort);
    Some(builder.literal(&sort, &value)?.id)
}

/// The rules for coefficients in the formulas of a problem.
#[derive(Debug)]
pub(crate) struct Coefficients {
    scope: Scope,
    signature: Signature,
}

impl Coefficients {
    /// Collects the rules for a problem.
    pub(crate) fn collect(problem: &Problem) -> Coefficients {
        let signature = Signature::collect(&problem.script);
        Coefficients { scope: Scope::collect(problem, &signature, &Operators::all()), signature }
    }

    /// Whether the strictest solvers of a linear logic accept all coefficients of a formula.
    pub(crate) fn are_plain(&self, terms: &Terms, formula: TermId) -> bool {
        Rules { terms, scope: &self.scope, signature: &self.signature }.has_plain_coefficients(formula)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::generate::sources::testing::material;
    use crate::generate::term_builder::copy::Copied;
    use crate::matrix::Operators;
    use crate::rng::Key;
    use crate::smtlib::examples::check;
    use crate::smtlib::{Printer, Problem};

    #[test]
    fn coefficients_are_what_the_strictest_solvers_read() {
        for (number, expected) in [
            ("2", true),
            ("2.5", true),
            ("(- 2)", true),
            ("(- (- 2))", true),
            ("(/ 2 (- 4.0))", true),
            ("(- (/ (- 2) 4))", true),
            ("(to_real 2)", true),
            ("(- (- (- 2)))", false),
            ("(/ 2 (- (- 4)))", false),
            ("(/ (/ 2 4) 3)", false),
            ("(/ 2 3 4)", false),
            ("(- 3 1)", false),
            ("(+ 1 2)", false),
            ("x", false),
        ] {
            let problem = Problem::read(format!("(declare-fun x () Real)(assert (= x {number}))")).unwrap();
            let terms = &problem.formulas.terms;
            let (_, arguments) = terms.as_app(problem.formulas.assertions[0]).unwrap();
            assert_eq!(is_coefficient(terms, arguments[1]), expected, "{number}");
        }
    }

    /// Whether a logic admits a formula, and what becomes of its coefficients.
    #[test]
    fn formulas_stay_in_their_logic() {
        check(include_str!("logic.smt2"), |example| {
            let problem = Problem::read(format!("{}(assert {})", example.declared, example.term)).unwrap();
            let signature = Signature::collect(&problem.script);
            let scope = Scope::collect(&problem, &signature, &Operators::all());
            let terms = &problem.formulas.terms;
            let root = *problem.formulas.assertions.last().unwrap();
            let rules = Rules { terms, scope: &scope, signature: &signature };
            assert!(rules.admits(root, terms.len()));
            if !rules.has_plain_coefficients(root) {
                let (_, eval_context) = material(&problem, &Key::new(&Digest::of(example.term), 1));
                let mut builder = TermBuilder::new(&eval_context, &scope);
                let copy = Copied::default().copy(terms, root, &mut builder.terms);
                let plain = with_plain_coefficients(&mut builder, copy);
                if plain != copy {
                    return format!("becomes {}", Printer::new(&builder.terms).print(plain));
                }
            }
            if rules.admits(root, 0) { "admitted" } else { "refused" }.to_owned()
        });
    }
}
