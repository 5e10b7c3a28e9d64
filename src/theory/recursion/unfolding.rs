//! The terms of a group of definitions, with other definitions spelled out, and a number for each that may get smaller.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use indexmap::IndexSet;

use super::follows::Reasoning;
use crate::smtlib::{Definitions, HeadId, Sort, Term, TermId, Terms, VarId};
use crate::theory::meaning::Meaning;
use crate::theory::signature::Signature;
use crate::theory::sorting::Sorting;
use crate::theory::sum::Sum;
use crate::theory::value::Value;

/// Terms that are made while definitions are looked through, at most; what would be more stays unread.
const TERMS: usize = 20_000;
/// Terms of a body that stands where its function is called, at most.
const BODY: usize = 200;

/// What terms are called that are not read: each is known by itself alone. No symbol has a blank in it.
const UNREAD: &str = "not read";

/// Terms and what is known of them wherever they stand.
pub(super) struct Unfolding<'a> {
    pub terms: Terms,
    sorting: Sorting,
    pub signature: &'a Signature,
    /// The functions that are spelled out: their parameters and bodies.
    plain: HashMap<&'a str, (&'a [VarId], TermId)>,
    /// The terms that are variables of sums.
    atoms: IndexSet<TermId>,
    /// What follows from what is known of them.
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

    /// What the head of an application means.
    pub(super) fn meaning(&self, id: TermId) -> Option<&Meaning> {
        match self.terms.get(id) {
            Term::App(head, _) => self.sorting.meaning(*head),
            _ => None,
        }
    }

    pub(super) fn arguments(&self, id: TermId) -> Vec<TermId> {
        self.terms.as_app(id).map(|(_, arguments)| arguments.to_vec()).unwrap_or_default()
    }

    /// The name of the operator that is applied, as the table of operators has it.
    pub(super) fn operator(&self, id: TermId) -> Option<&'static str> {
        match self.meaning(id)? {
            Meaning::Operator(applied) => Some(applied.operator.name),
            _ => None,
        }
    }

    /// The value that a term is as it stands.
    pub(super) fn literal(&self, id: TermId) -> Option<&Value> {
        match self.meaning(id)? {
            Meaning::Literal(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn sort(&self, id: TermId) -> Option<Sort> {
        self.sorting.sort(id).known().cloned()
    }

    /// Whether values of a sort are trees that a datatype builds.
    pub(super) fn is_datatype(&self, sort: &Sort) -> bool {
        matches!(sort, Sort::Named(name, _) if self.signature.datatype(name).is_some())
    }

    /// An application, new or known.
    pub(super) fn app(&mut self, head: &str, arguments: &[TermId]) -> TermId {
        let id = self.terms.app(head, arguments);
        self.sorting.extend(&self.terms, self.signature);
        id
    }

    /// The variable of sums that a term is.
    pub(super) fn atom(&mut self, id: TermId) -> usize {
        let (at, is_new) = self.atoms.insert_full(id);
        if is_new {
            // Sizes, lengths and the numbers of bit-vectors are integers, whatever the sort of the term.
            self.reasoning.integers.push(self.sort(id).is_some_and(|sort| sort != Sort::Real));
        }
        at
    }

    /// The term that is an atom.
    pub(super) fn of_atom(&self, atom: usize) -> Option<TermId> {
        self.atoms.get_index(atom).copied()
    }

    /// A term of which nothing is known.
    pub(super) fn unread(&mut self) -> TermId {
        let id = self.unread_term();
        self.sorting.extend(&self.terms, self.signature);
        id
    }

    fn unread_term(&mut self) -> TermId {
        self.unread += 1;
        self.terms.app(&format!("{UNREAD} {}", self.unread), &[])
    }

    /// Whether a term has the same value wherever it stands and whatever is called: it is closed, and `is_free` of
    /// calls.
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

    /// A term and those below it, those under binders and in cases left out; none if there are more than so many.
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

    /// A term with others for its variables, where functions are spelled out. What stands under a binder or in a case
    /// is not read if something is to be replaced in it.
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
                        // Once: bodies have what they call in them already.
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

    /// The parameters and the body of a function that is spelled out.
    fn body_of(&self, head: HeadId, arguments: usize) -> Option<(&'a [VarId], TermId)> {
        let Some(Meaning::Function(function)) = self.sorting.meaning(head) else { return None };
        let found = self.plain.get(function.name.as_str()).copied();
        found.filter(|(parameters, _)| parameters.len() == arguments && self.terms.len() < self.most)
    }

    /// The selector of a field of a constructor, applied; none if the script gives its name another meaning.
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

/// The number that a literal is.
pub(super) fn number(value: &Value) -> Option<Sum> {
    match value {
        Value::Int(_) | Value::Real(_) => value.as_real().map(Sum::constant),
        _ => None,
    }
}
