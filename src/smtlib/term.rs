//! Terms as a hash-consed DAG: equal terms are one node, and children come before parents.

use std::sync::Arc;

use foldhash::fast::RandomState;
use indexmap::IndexSet;
use smallvec::SmallVec;

/// The index of a term; a child's index is always smaller than its parent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(u32);

/// The index of a function name, literal, or indexed or qualified identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HeadId(u32);

/// The index of a bound variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(u32);

impl TermId {
    /// Returns the term with a number.
    pub(crate) fn nth(position: usize) -> TermId {
        TermId(position as u32)
    }

    /// Returns the number of the term, counted from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl HeadId {
    /// Returns the number of the head, counted from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable of a binder. Its level is the number of variables bound around it, so two variables in scope at one
/// place are never equal, and nothing is captured.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variable {
    /// The canonical name in the source.
    pub name: String,
    /// The canonical sort in the source; empty if the source gives none (`match`).
    pub sort: String,
    /// The number of variables bound around it.
    pub level: u32,
}

words! {
    /// A binder of SMT-LIB with sorted variables.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum BinderKind {
        /// `forall`
        Forall = "forall",
        /// `exists`
        Exists = "exists",
        /// `lambda`
        Lambda = "lambda",
    }
}

/// A quantified formula or a lambda.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Binder {
    /// The kind of binder.
    pub kind: BinderKind,
    /// The variables in order, at least one.
    pub variables: Box<[VarId]>,
    /// The body.
    pub body: TermId,
    /// The terms of each `:pattern`.
    pub patterns: Box<[Box<[TermId]>]>,
}

/// A case of a `match`: a constructor (or nothing, for a lone variable) and variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MatchCase {
    /// The constructor; `None` if the pattern is a variable.
    pub constructor: Option<HeadId>,
    /// The variables that the pattern binds.
    pub variables: Box<[VarId]>,
    /// The body of the case.
    pub body: TermId,
}

/// The arguments of an application.
pub type Arguments = SmallVec<[TermId; 4]>;

/// A node of the DAG. `let` and `:named` have become sharing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A function applied to arguments; a constant or literal has none.
    App(HeadId, Arguments),
    /// A bound variable.
    Var(VarId),
    /// A quantified formula or a lambda.
    Binder(Binder),
    /// A `match`: the subject and the cases.
    Match(TermId, Box<[MatchCase]>),
}

impl Term {
    /// Whether it is a quantified formula.
    pub fn is_quantifier(&self) -> bool {
        matches!(self, Term::Binder(binder) if binder.kind != BinderKind::Lambda)
    }
}

/// The maximal number of variables in scope at one place.
pub(super) const MAX_LEVELS: u32 = u128::BITS;

/// All terms of one seed.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    terms: IndexSet<Term, RandomState>,
    heads: IndexSet<Arc<str>, RandomState>,
    variables: IndexSet<Variable, RandomState>,
    /// For each term, the levels of its free variables, as bits.
    free: Vec<u128>,
}

impl Term {
    /// Replaces the children of a node, in order, except for those in patterns.
    pub(crate) fn map_children(mut self, mut new: impl FnMut(TermId) -> TermId) -> Term {
        match &mut self {
            Term::App(_, arguments) => arguments.iter_mut().for_each(|argument| *argument = new(*argument)),
            Term::Var(_) => {}
            Term::Binder(binder) => binder.body = new(binder.body),
            Term::Match(subject, cases) => {
                *subject = new(*subject);
                cases.iter_mut().for_each(|case| case.body = new(case.body));
            }
        }
        self
    }
}

impl Terms {
    /// Creates an empty DAG with room for this many terms.
    pub(crate) fn with_capacity(count: usize) -> Terms {
        let terms = IndexSet::with_capacity_and_hasher(count, RandomState::default());
        Terms { terms, free: Vec::with_capacity(count), ..Terms::default() }
    }

    /// Returns the node of `term`, and creates it if it is new.
    pub fn intern(&mut self, term: Term) -> TermId {
        let (index, new) = self.terms.insert_full(term);
        if new {
            let free = self.free_levels(index);
            self.free.push(free);
        }
        TermId(index as u32)
    }

    /// Forgets all terms except for the first `len`. Heads and variables stay.
    pub fn truncate(&mut self, len: usize) {
        self.terms.truncate(len);
        self.free.truncate(len);
    }

    /// Returns the application of `head` to `arguments`.
    pub fn app(&mut self, head: &str, arguments: &[TermId]) -> TermId {
        let head = self.head(head);
        self.intern(Term::App(head, arguments.into()))
    }

    /// Returns the number of a head, given in canonical text.
    pub fn head(&mut self, text: &str) -> HeadId {
        match self.heads.get_index_of(text) {
            Some(index) => HeadId(index as u32),
            None => HeadId(self.heads.insert_full(text.into()).0 as u32),
        }
    }

    /// Returns the number of a head of other terms, whose text both share.
    pub(crate) fn head_of(&mut self, others: &Terms, head: HeadId) -> HeadId {
        HeadId(self.heads.insert_full(Arc::clone(&others.heads[head.index()])).0 as u32)
    }

    /// Returns the number of a variable.
    pub fn variable(&mut self, variable: Variable) -> VarId {
        VarId(self.variables.insert_full(variable).0 as u32)
    }

    /// Returns the node of an index.
    pub fn get(&self, id: TermId) -> &Term {
        &self.terms[id.index()]
    }

    /// Returns the canonical text of a head.
    pub fn head_text(&self, id: HeadId) -> &str {
        &self.heads[id.0 as usize]
    }

    /// Returns the canonical texts of all heads, in the order of their numbers.
    pub fn heads(&self) -> impl ExactSizeIterator<Item = &str> {
        self.heads.iter().map(AsRef::as_ref)
    }

    /// Returns the variable of an index.
    pub fn variable_of(&self, id: VarId) -> &Variable {
        &self.variables[id.0 as usize]
    }

    /// Returns every term, children before parents.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = TermId> + use<> {
        self.ids_from(0)
    }

    /// Returns the terms from a number on, children before parents. Skipping the others one by one would take longer than
    /// looking at a few new ones.
    pub(crate) fn ids_from(&self, first: usize) -> impl DoubleEndedIterator<Item = TermId> + use<> {
        (first as u32..self.terms.len() as u32).map(TermId)
    }

    /// Returns the number of terms.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether there are no terms.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether the term has no free variables.
    pub fn is_closed(&self, id: TermId) -> bool {
        self.free[id.index()] == 0
    }

    /// Whether a variable of the level of this one is free in the term.
    pub(crate) fn has_level_free(&self, id: TermId, variable: VarId) -> bool {
        self.free[id.index()] >> self.level_bit(variable) & 1 == 1
    }

    /// Returns every name in use: heads and variables.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let variables = self.variables.iter().map(|variable| variable.name.as_str());
        self.heads.iter().map(AsRef::as_ref).chain(variables)
    }

    /// Whether `name` is the head of some term.
    pub fn names_a_function(&self, name: &str) -> bool {
        self.heads.contains(name)
    }

    /// Returns one more than the level of the innermost free variable, or 0 for a closed term.
    pub fn scope(&self, id: TermId) -> u32 {
        u128::BITS - self.free[id.index()].leading_zeros()
    }

    /// Returns the head and arguments of an application.
    pub fn as_app(&self, id: TermId) -> Option<(&str, &[TermId])> {
        match self.get(id) {
            Term::App(head, arguments) => Some((self.head_text(*head), arguments)),
            _ => None,
        }
    }

    /// Whether a term has more than `most` nodes as a tree, without those of patterns.
    pub(crate) fn has_larger_tree(&self, root: TermId, most: usize) -> bool {
        let (mut open, mut count) = (vec![root], 0);
        while let Some(id) = open.pop() {
            count += 1;
            if count > most {
                return true;
            }
            self.for_each_child(id, |child| open.push(child));
        }
        false
    }

    /// Calls `visit` for each direct subterm, except for those in patterns.
    pub fn for_each_child(&self, id: TermId, mut visit: impl FnMut(TermId)) {
        match self.get(id) {
            Term::App(_, arguments) => arguments.iter().copied().for_each(visit),
            Term::Var(_) => {}
            Term::Binder(binder) => visit(binder.body),
            Term::Match(term, cases) => {
                visit(*term);
                cases.iter().for_each(|case| visit(case.body));
            }
        }
    }

    /// Returns for each term whether it is wanted or contains, other than in patterns, a term that is.
    pub(crate) fn holding(&self, is_wanted: impl Fn(TermId) -> bool) -> Vec<bool> {
        let mut holding = Vec::with_capacity(self.len());
        for id in self.ids() {
            let mut holds = is_wanted(id);
            self.for_each_child(id, |child| holds |= holding[child.index()]);
            holding.push(holds);
        }
        holding
    }

    /// Returns for each term whether it is one of `roots` or below one; terms that occur only in patterns do not
    /// count.
    pub fn reached(&self, roots: impl IntoIterator<Item = TermId>) -> Vec<bool> {
        let mut reached = vec![false; self.len()];
        roots.into_iter().for_each(|root| reached[root.index()] = true);
        // Children have smaller numbers than their parents.
        for id in self.ids().rev() {
            if reached[id.index()] {
                self.for_each_child(id, |child| reached[child.index()] = true);
            }
        }
        reached
    }

    fn free_levels(&self, index: usize) -> u128 {
        let free = |id: TermId| self.free[id.index()];
        // Under a binder, every level from that of its first variable on is bound.
        let outside = |inside: u128, variables: &[VarId]| match variables.first() {
            Some(&first) => inside & !(u128::MAX << self.level_bit(first)),
            None => inside,
        };
        match &self.terms[index] {
            Term::App(_, arguments) => arguments.iter().fold(0, |bits, &id| bits | free(id)),
            Term::Var(variable) => 1 << self.level_bit(*variable),
            Term::Binder(binder) => {
                let patterns = binder.patterns.iter().flat_map(|pattern| pattern.iter());
                let inside = patterns.fold(free(binder.body), |bits, &id| bits | free(id));
                outside(inside, &binder.variables)
            }
            Term::Match(term, cases) => {
                let bodies = cases.iter().map(|case| outside(free(case.body), &case.variables));
                bodies.fold(free(*term), |bits, body| bits | body)
            }
        }
    }

    /// The reader rejects variables nested deeper than [`MAX_LEVELS`], so the shift does not overflow.
    fn level_bit(&self, variable: VarId) -> u32 {
        self.variable_of(variable).level.min(MAX_LEVELS - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_are_one_node() {
        let mut terms = Terms::default();
        let x = terms.app("x", &[]);
        let first = terms.app("f", &[x, x]);
        assert_eq!(first, terms.app("f", &[x, x]));
        assert_eq!(terms.len(), 2);
    }

    #[test]
    fn what_is_below_a_term_is_reached_from_it() {
        let mut terms = Terms::default();
        let (x, y) = (terms.app("x", &[]), terms.app("y", &[]));
        let inner = terms.app("f", &[x]);
        let outer = terms.app("g", &[inner, inner]);
        let other = terms.app("g", &[y, inner]);
        let reached = terms.reached([outer]);
        assert_eq!(
            [x, y, inner, outer, other].map(|id| reached[id.index()]),
            [true, false, true, true, false]
        );
        assert_eq!(terms.reached([]), [false; 5]);
    }

    #[test]
    fn a_binder_closes_its_own_variables_only() {
        let mut terms = Terms::default();
        let variable = |name: &str, level| Variable { name: name.into(), sort: "Int".into(), level };
        let (outer, inner) = (terms.variable(variable("x", 0)), terms.variable(variable("y", 1)));
        let (x, y) = (terms.intern(Term::Var(outer)), terms.intern(Term::Var(inner)));
        let body = terms.app("<", &[x, y]);
        let own = terms.app("<", &[y, y]);
        let bind = |variable, body| {
            let patterns = Box::new([]);
            Term::Binder(Binder { kind: BinderKind::Forall, variables: Box::new([variable]), body, patterns })
        };
        let open = terms.intern(bind(inner, body));
        let closed = terms.intern(bind(outer, open));
        assert!(!terms.is_closed(open));
        let own = terms.intern(bind(inner, own));
        assert!(terms.is_closed(own), "only its own variable is used");
        assert!(terms.is_closed(closed));
    }
}
