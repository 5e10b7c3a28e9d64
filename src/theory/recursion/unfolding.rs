//! Unfolding of definitions that are not recursive, and the variables of sums that stand for terms.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use indexmap::IndexSet;

use super::follows::Reasoning;
use crate::smtlib::{Definitions, HeadId, Sort, Term, TermId, Terms, VarId};
use crate::theory::meaning::Meaning;
use crate::theory::operators::Op;
use crate::theory::signature::Signature;
use crate::theory::sorting::Sorting;
use crate::theory::sum::Sum;
use crate::theory::value::Value;

/// The maximal number of terms; beyond it, new terms stay opaque.
const TERMS: usize = 20_000;
/// The maximal number of terms in a body that is unfolded.
const BODY: usize = 200;

/// The prefix of opaque terms, each of which equals only itself. No symbol contains a space.
const UNREAD: &str = "not read";

/// The terms of a group of definitions with their sorts.
pub(super) struct Unfolding<'a> {
    pub terms: Terms,
    sorting: Sorting,
    pub signature: &'a Signature,
    /// The parameters and bodies of the functions that are unfolded.
    plain: HashMap<&'a str, (&'a [VarId], TermId)>,
    /// The terms that are variables of sums.
    atoms: IndexSet<TermId>,
    /// The linear reasoning about these variables.
    pub reasoning: Reasoning,
    unread: usize,
    most: usize,
}

impl<'a> Unfolding<'a> {
    pub(super) fn new(
        definitions: &'a Definitions,
        sorting: &Sorting,
        signature: &'a Signature,
        is_recursive: impl Fn(usize) -> bool,
    ) -> Unfolding<'a> {
        let mut world = Unfolding {
            terms: definitions.terms.clone(),
            sorting: sorting.clone(),
            signature,
            plain: HashMap::new(),
            atoms: IndexSet::new(),
            reasoning: Reasoning::default(),
            unread: 0,
            most: definitions.terms.len() + TERMS,
        };
        for (at, function) in definitions.functions.iter().enumerate() {
            if is_recursive(at) || world.below(function.body, BODY).is_none() {
                continue;
            }
            let body = world.substituted(function.body, &BTreeMap::new());
            if world.below(body, BODY).is_some() {
                world.plain.insert(&function.name, (&function.parameters, body));
            }
        }
        world
    }

    /// Returns the meaning of the head of an application.
    pub(super) fn meaning(&self, id: TermId) -> Option<&Meaning> {
        match self.terms.get(id) {
            Term::App(head, _) => self.sorting.meaning(*head),
            _ => None,
        }
    }

    pub(super) fn arguments(&self, id: TermId) -> Vec<TermId> {
        self.terms.as_app(id).map(|(_, arguments)| arguments.to_vec()).unwrap_or_default()
    }

    /// Returns the applied operator.
    pub(super) fn operator(&self, id: TermId) -> Option<Op> {
        self.meaning(id)?.op()
    }

    pub(super) fn literal(&self, id: TermId) -> Option<&Value> {
        match self.meaning(id)? {
            Meaning::Literal(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn sort(&self, id: TermId) -> Option<Sort> {
        self.sorting.sort(id).known().cloned()
    }

    /// Whether all values of a sort are finite trees, which have a size.
    pub(super) fn is_datatype(&self, sort: &Sort) -> bool {
        let Sort::Named(name, _) = sort else { return false };
        self.signature.datatype(name).is_some_and(|datatype| !datatype.is_codatatype)
    }

    /// Adds an application, unless it exists.
    pub(super) fn app(&mut self, head: &str, arguments: &[TermId]) -> TermId {
        let id = self.terms.app(head, arguments);
        self.sorting.extend(&self.terms, self.signature);
        id
    }

    /// Returns the variable of sums that stands for a term.
    pub(super) fn atom(&mut self, id: TermId) -> usize {
        let (at, is_new) = self.atoms.insert_full(id);
        if is_new {
            // Sizes, lengths and the values of bit-vectors are integers, whatever the sort of the term.
            self.reasoning.integers.push(self.sort(id).is_some_and(|sort| sort != Sort::Real));
        }
        at
    }

    /// Returns the term that a variable of sums stands for.
    pub(super) fn of_atom(&self, atom: usize) -> Option<TermId> {
        self.atoms.get_index(atom).copied()
    }

    /// Adds a new opaque term.
    pub(super) fn unread(&mut self) -> TermId {
        let id = self.unread_term();
        self.sorting.extend(&self.terms, self.signature);
        id
    }

    fn unread_term(&mut self) -> TermId {
        self.unread += 1;
        self.terms.app(&format!("{UNREAD} {}", self.unread), &[])
    }

    /// Whether a term has the same value at every place and in every call: it is closed, and `is_free` holds for all of
    /// its heads.
    pub(super) fn is_rigid(&self, id: TermId, is_free: impl Fn(&str) -> bool) -> bool {
        let Some(below) = self.below(id, BODY).filter(|_| self.terms.is_closed(id)) else { return false };
        below.into_iter().all(|id| match self.terms.get(id) {
            Term::App(head, _) => {
                let head = self.terms.head_text(*head);
                !head.starts_with(UNREAD) && is_free(head)
            }
            Term::Var(_) => true,
            Term::Binder(_) | Term::Match(..) => false,
        })
    }

    /// Returns a term and its subterms, without those under binders and in cases, or `None` if there are more
    /// than `most`.
    fn below(&self, root: TermId, most: usize) -> Option<BTreeSet<TermId>> {
        let mut seen = BTreeSet::from([root]);
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            if let Term::App(_, arguments) = self.terms.get(id) {
                open.extend(arguments.iter().copied().filter(|&argument| seen.insert(argument)));
            }
            if seen.len() > most {
                return None;
            }
        }
        Some(seen)
    }

    /// Replaces variables of a term and unfolds the functions in it. A binder or `match` becomes opaque if a
    /// replacement could affect it.
    pub(super) fn substituted(&mut self, root: TermId, terms: &BTreeMap<VarId, TermId>) -> TermId {
        let made = self.replaced(root, terms, true);
        self.sorting.extend(&self.terms, self.signature);
        made
    }

    fn replaced(&mut self, root: TermId, terms: &BTreeMap<VarId, TermId>, spells_out: bool) -> TermId {
        let left = self.most.saturating_sub(self.terms.len());
        let Some(all) = self.below(root, left) else { return self.unread_term() };
        let mut made: BTreeMap<TermId, TermId> = BTreeMap::new();
        // Children have smaller numbers than their parents.
        for id in all {
            let new = match self.terms.get(id) {
                Term::Var(variable) => terms.get(variable).copied().unwrap_or(id),
                Term::Binder(_) | Term::Match(..) if self.terms.is_closed(id) || terms.is_empty() => id,
                Term::Binder(_) | Term::Match(..) => self.unread_term(),
                Term::App(head, arguments) => {
                    let head = *head;
                    let arguments: Vec<TermId> = arguments.iter().map(|argument| made[argument]).collect();
                    let body = self.body_of(head, arguments.len()).filter(|_| spells_out);
                    match body {
                        // Bodies need no further unfolding: they were unfolded before.
                        Some((parameters, body)) => {
                            let bound = parameters.iter().copied().zip(arguments).collect();
                            self.replaced(body, &bound, false)
                        }
                        None => self.terms.intern(Term::App(head, arguments.into())),
                    }
                }
            };
            made.insert(id, new);
        }
        made[&root]
    }

    /// Returns the parameters and the body of a function that is unfolded.
    fn body_of(&self, head: HeadId, arguments: usize) -> Option<(&'a [VarId], TermId)> {
        let Some(Meaning::Function(function)) = self.sorting.meaning(head) else { return None };
        let found = self.plain.get(function.name.as_str()).copied();
        found.filter(|(parameters, _)| parameters.len() == arguments && self.terms.len() < self.most)
    }

    /// Applies the selector of a constructor's field to a term, or returns `None` if the script gives its name
    /// another meaning.
    pub(super) fn field(&mut self, of: TermId, constructor: usize, field: usize) -> Option<TermId> {
        let Some(Sort::Named(sort, _)) = self.sort(of) else { return None };
        let name = {
            let fields = &self.signature.datatype(&sort)?.constructors.get(constructor)?.fields;
            fields.get(field)?.0.clone()
        };
        let id = self.app(&name, &[of]);
        match self.meaning(id) {
            Some(Meaning::Selector(datatype, at, number))
                if (datatype.name.as_str(), *at, *number) == (sort.as_str(), constructor, field) =>
            {
                Some(id)
            }
            _ => None,
        }
    }
}

/// Returns the number in a literal.
pub(super) fn number(value: &Value) -> Option<Sum> {
    match value {
        Value::Int(_) | Value::Real(_) => value.as_real().map(Sum::constant),
        _ => None,
    }
}
