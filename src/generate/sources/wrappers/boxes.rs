//! Terms that are taken out of something again that they were put into, or chosen where the choice is known.
//!
//! The laws, for a formula `c` that is true under the witness, and one `d` that is false:
//!
//! ```text
//! t  =  (ite c t u)  =  (ite d u t)                       of terms, and of whole formulas
//! t  =  (select ((as const (Array S T)) t) i)
//! t  =  (field (constructor … t …))
//! ```

use crate::generate::supply::rewrite::Site;
use crate::generate::supply::{Desk, Nature, Piece};
use crate::rng::Rng;
use crate::smtlib::{Sort, TermId};
use crate::theory::value::Value;

/// A formula with a term in it chosen by a known condition.
pub(super) fn chosen(desk: &mut Desk<'_>, root: TermId, rng: &mut Rng) -> Option<TermId> {
    let parts = desk.parts(root, |piece| piece.sort != Sort::RegLan);
    let term = rng.pick(&parts)?.clone();
    let other = desk.stock.any(&term.sort, rng)?.0.clone();
    let site = Site::of(desk.terms(), root, term.id, rng)?;
    let new = choice(desk, (&term, &other), &site, rng)?;
    (term.sort == new.sort).then(|| site.with(&mut desk.workshop.terms, new.id))
}

/// A formula or another one, by a known condition.
pub(super) fn either(desk: &mut Desk<'_>, root: TermId, rng: &mut Rng) -> Option<TermId> {
    let other = desk.formula(rng)?;
    let [one, other] = [root, other].map(|id| Piece { id, sort: Sort::Bool, depth: 0, nature: Nature::Made });
    Some(choice(desk, (&one, &other), &Site::default(), rng)?.id)
}

/// A term or another one, by a known condition, as it may stand in a place.
fn choice(desk: &mut Desk<'_>, (term, other): (&Piece, &Piece), site: &Site, rng: &mut Rng) -> Option<Piece> {
    let condition = desk.formula(rng)?;
    let is_true = *desk.value(condition)? == Value::Bool(true);
    let condition = site.fitted(&mut desk.workshop.terms, condition)?;
    let condition = Piece { id: condition, sort: Sort::Bool, depth: 0, nature: Nature::Made };
    let (yes, no) = if is_true { (term, other) } else { (other, term) };
    desk.workshop.apply("ite", &[&condition, yes, no])
}

/// A formula with a literal in it read from an array that holds nothing else. Solvers read others where the seed has
/// some.
pub(super) fn constant(desk: &mut Desk<'_>, root: TermId, rng: &mut Rng) -> Option<TermId> {
    if !desk.workshop.scope.has_constant_arrays() {
        return None;
    }
    let parts = desk.parts(root, |piece| piece.nature == Nature::Literal && piece.sort != Sort::RegLan);
    let term = rng.pick(&parts)?.clone();
    let arrays: Vec<Sort> =
        desk.stock.sorts().filter(|sort| matches!(sort, Sort::Array(..))).cloned().collect();
    let Sort::Array(index, _) = rng.pick(&arrays)? else { return None };
    let at = desk.stock.any(index, rng)?.0.clone();
    let sort = Sort::Array(index.clone(), Box::new(term.sort.clone()));
    let array = desk.workshop.apply(&format!("(as const {sort})"), &[&term])?;
    let new = desk.workshop.apply("select", &[&array, &at])?;
    put(desk, root, &term, &new, rng)
}

/// A formula with a term in it put into a datatype of the seed.
pub(super) fn boxed(desk: &mut Desk<'_>, root: TermId, rng: &mut Rng) -> Option<TermId> {
    let mut fields = Vec::new();
    for datatype in desk.workshop.signature.datatypes().filter(|datatype| datatype.parameters.is_empty()) {
        for constructor in &datatype.constructors {
            fields.extend((0..constructor.fields.len()).map(|at| (constructor, at)));
        }
    }
    let &(constructor, field) = rng.pick(&fields)?;
    let (selector, sort) = constructor.fields.get(field)?;
    let parts = desk.parts(root, |piece| piece.sort == *sort);
    let term = rng.pick(&parts)?.clone();
    let filled = constructor.fields.iter().enumerate().map(|(at, (_, sort))| {
        if at == field { Some(term.clone()) } else { Some(desk.stock.any(sort, rng)?.0.clone()) }
    });
    let filled: Option<Vec<Piece>> = filled.collect();
    let whole = desk.workshop.apply(&constructor.name, &filled?.iter().collect::<Vec<_>>())?;
    let new = desk.workshop.apply(selector, &[&whole])?;
    put(desk, root, &term, &new, rng)
}

fn put(desk: &mut Desk<'_>, root: TermId, old: &Piece, new: &Piece, rng: &mut Rng) -> Option<TermId> {
    let terms = &mut desk.workshop.terms;
    let site = Site::of(terms, root, old.id, rng)?;
    (old.sort == new.sort).then(|| site.with(terms, new.id))
}
