//! Quantifiers around a formula that say nothing new.
//!
//! The laws, for a variable `y` that is not in the formula φ, a closed term `t` in it, and a term `c` of a small sort:
//!
//! ```text
//! φ(t)  =  (exists ((y S)) (and (= y t) φ(y)))
//! φ(t)  =  (forall ((y S)) (=> (= y t) φ(y)))
//! φ(t)  =  (forall ((b S)) φ((ite (= b c) t t)))    and the same with exists
//! ```

use std::collections::BTreeMap;

use crate::generate::supply::rewrite::{Site, exchanged};
use crate::generate::supply::{Desk, Nature, Piece};
use crate::rng::Rng;
use crate::smtlib::{Binder, BinderKind, Sort, Term, TermId, Variable};

/// How often of a hundred all places where a term stands are exchanged, and not one.
const EVERYWHERE: u32 = 50;
/// Bits of a small bit-vector, at most.
const SMALL: u32 = 3;

/// A formula about whatever a term in it is worth.
pub(super) fn bound(desk: &mut Desk<'_>, root: TermId, kind: BinderKind, rng: &mut Rng) -> Option<TermId> {
    let parts = closed_parts(desk, root);
    let parts: Vec<&Piece> = parts.iter().filter(|piece| is_quantified(&piece.sort)).collect();
    let term = (*rng.pick(&parts)?).clone();
    let (root, term) = (lifted(desk, root)?, Piece { id: lifted(desk, term.id)?, ..term });
    let variable = fresh(desk, &term.sort);
    let body = put(desk, root, &term, &variable, rng)?;
    let guard = desk.workshop.apply("=", &[&variable, &term])?;
    let head = if kind == BinderKind::Exists { "and" } else { "=>" };
    let body = desk.workshop.apply(head, &[&guard, &formula(body)])?;
    Some(binder(desk, kind, &variable, body.id))
}

/// A formula that a variable of a small sort makes no difference to.
pub(super) fn idle(desk: &mut Desk<'_>, root: TermId, rng: &mut Rng) -> Option<TermId> {
    let parts = closed_parts(desk, root);
    let parts: Vec<&Piece> = parts.iter().filter(|piece| piece.sort != Sort::RegLan).collect();
    let term = (*rng.pick(&parts)?).clone();
    let sort = match rng.below(2) {
        0 => Sort::Bool,
        _ => {
            Some(Sort::BitVec(1 + rng.below(SMALL))).filter(|sort| desk.has_sort(sort)).unwrap_or(Sort::Bool)
        }
    };
    let (root, term) = (lifted(desk, root)?, Piece { id: lifted(desk, term.id)?, ..term });
    let variable = fresh(desk, &sort);
    let condition = match &sort {
        Sort::BitVec(width) => {
            let bits: String = (0..*width).map(|_| if rng.percent(50) { '1' } else { '0' }).collect();
            let literal = desk.workshop.literal(&sort, &format!("#b{bits}"))?;
            desk.workshop.apply("=", &[&variable, &literal])?
        }
        _ => variable.clone(),
    };
    let chosen = desk.workshop.apply("ite", &[&condition, &term, &term])?;
    let body = put(desk, root, &term, &chosen, rng)?;
    let kind = if rng.percent(50) { BinderKind::Forall } else { BinderKind::Exists };
    Some(binder(desk, kind, &variable, body))
}

/// Sorts that solvers with quantifiers quantify over.
fn is_quantified(sort: &Sort) -> bool {
    match sort {
        Sort::Bool | Sort::Int | Sort::Real | Sort::BitVec(_) | Sort::Float(..) | Sort::String => true,
        Sort::Named(_, arguments) => arguments.is_empty(),
        _ => false,
    }
}

fn closed_parts(desk: &Desk<'_>, root: TermId) -> Vec<Piece> {
    desk.parts(root, |piece| desk.terms().is_closed(piece.id))
}

/// A term as it is under one more variable.
fn lifted(desk: &mut Desk<'_>, id: TermId) -> Option<TermId> {
    exchanged(&mut desk.workshop.terms, id, &BTreeMap::new(), 1)
}

/// An outermost variable of a name that nothing else has.
fn fresh(desk: &mut Desk<'_>, sort: &Sort) -> Piece {
    let signature = desk.workshop.signature;
    let is_taken = |name: &str| {
        let is_declared = signature.find(name).is_some() || signature.constructor(name).is_some();
        is_declared || signature.selector(name).is_some() || desk.terms().names_a_function(name)
    };
    let mut name = String::from("q");
    while is_taken(&name) {
        name.push('q');
    }
    let terms = &mut desk.workshop.terms;
    let variable = terms.variable(Variable { name, sort: sort.to_string(), level: 0 });
    Piece { id: terms.intern(Term::Var(variable)), sort: sort.clone(), depth: 0, nature: Nature::Symbol }
}

/// A lifted formula with something under the new variable for a term, in one place or everywhere.
fn put(desk: &mut Desk<'_>, root: TermId, old: &Piece, new: &Piece, rng: &mut Rng) -> Option<TermId> {
    let terms = &mut desk.workshop.terms;
    if rng.percent(EVERYWHERE) {
        return exchanged(terms, root, &BTreeMap::from([(old.id, new.id)]), 0);
    }
    Some(Site::of(terms, root, old.id, rng)?.with(terms, new.id))
}

fn binder(desk: &mut Desk<'_>, kind: BinderKind, variable: &Piece, body: TermId) -> TermId {
    let terms = &mut desk.workshop.terms;
    match terms.get(variable.id) {
        Term::Var(id) => {
            let variables = Box::new([*id]);
            terms.intern(Term::Binder(Binder { kind, variables, body, patterns: Box::new([]) }))
        }
        _ => body,
    }
}

fn formula(id: TermId) -> Piece {
    Piece { id, sort: Sort::Bool, depth: 0, nature: Nature::Made }
}
