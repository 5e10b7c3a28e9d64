//! Elements of declared sorts, as solvers name them: `U!val!0` (Z3), `(as @U_0 U)` (cvc5),
//! `@uc_U_0` (cvc4), `@const_0` (Yices).

use std::collections::BTreeMap;

use crate::smtlib::{DeclarationKind, Names, Script, Sort, symbol};
use crate::witness::assignment::element;

/// The elements that were met, and the names they have in the witness.
#[derive(Debug)]
pub(super) struct Elements {
    names: Names,
    /// How many parameters each declared sort has.
    arities: BTreeMap<String, u32>,
    /// Under each name of a sort. A sort with parameters has one list for all arguments: `as` tells its elements apart.
    universes: BTreeMap<String, Vec<String>>,
    /// How many of them each sort has.
    counts: BTreeMap<Sort, usize>,
    known: BTreeMap<(Sort, String), String>,
}

impl Elements {
    /// None yet, of the sorts that `script` declares.
    pub(super) fn new(script: &Script) -> Elements {
        let sorts = script.declarations.iter().filter_map(|line| match &line.kind {
            DeclarationKind::Sort(name, arity) => Some((name.clone(), *arity)),
            _ => None,
        });
        let arities: BTreeMap<String, u32> = sorts.collect();
        let universes = arities.keys().map(|name| (name.clone(), Vec::new())).collect();
        let (counts, known) = (BTreeMap::new(), BTreeMap::new());
        Elements { names: Names::collect(script), arities, universes, counts, known }
    }

    /// Whether the script itself declares `symbol`.
    pub(super) fn declares(&self, symbol: &str) -> bool {
        self.names.contains(symbol)
    }

    /// The element of `sort` that the solver calls `token`, as a term of the witness; `None`
    /// if the sort is not a declared one.
    pub(super) fn term(&mut self, sort: &Sort, token: &str) -> Option<String> {
        let Sort::Named(name, arguments) = sort else { return None };
        let elements = self.universes.get_mut(name)?;
        let key = (sort.clone(), token.to_owned());
        let element = self.known.entry(key).or_insert_with(|| {
            let number = self.counts.entry(sort.clone()).or_default();
            if *number == elements.len() {
                elements.push(element(&mut self.names, name, *number));
            }
            *number += 1;
            elements[*number - 1].clone()
        });
        Some(if arguments.is_empty() { element.clone() } else { format!("(as {element} {sort})") })
    }

    /// The declared sort that the name of an element tells: one with parameters only if all that were met of this name
    /// are of the same.
    pub(super) fn sort_in_name(&self, token: &str) -> Option<Sort> {
        let bare = symbol::bare(token);
        let (sort, number) = match bare.rsplit_once("!val!") {
            Some(parts) => parts,
            None => bare.strip_prefix("@uc_").or(bare.strip_prefix('@'))?.rsplit_once('_')?,
        };
        let sort = symbol::quoted(sort);
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        if *self.arities.get(&sort)? == 0 {
            return Some(Sort::Named(sort, Vec::new()));
        }
        let mut met = self.known.keys().filter(|(_, known)| known == token).map(|(sort, _)| sort);
        met.next().filter(|_| met.next().is_none()).cloned()
    }

    /// Whether sorts with parameters have different numbers of elements, although they have one list of them.
    pub(super) fn are_uneven(&self) -> bool {
        let has = |sort: &Sort| match sort {
            Sort::Named(name, _) => self.universes.get(name).map_or(0, Vec::len),
            _ => 0,
        };
        self.counts.iter().any(|(sort, count)| has(sort) != *count)
    }

    /// The names and the universes. A sort has at least one element, and one that the model
    /// does not name where `spare` says so.
    pub(super) fn complete(mut self, spare: impl Fn(&str) -> bool) -> (Names, BTreeMap<String, Vec<String>>) {
        for (sort, elements) in &mut self.universes {
            let count = elements.len().max(1) + usize::from(spare(sort));
            for number in elements.len()..count {
                elements.push(element(&mut self.names, sort, number));
            }
        }
        (self.names, self.universes)
    }
}
