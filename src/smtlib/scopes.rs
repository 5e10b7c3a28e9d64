//! Scopes: the names in force while a script is read (SMT-LIB 2.7, sections 4.1.5 and 4.2.2).
//!
//! A name may get another meaning once it is out of scope. Each meaning gets a unique name, and the first one
//! keeps the name in the script, so that later stages need no notion of scope.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::sexpr::{NodeId, Tree};
use super::symbol;

/// A name space: sorts and functions have separate ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Space {
    /// Functions, constructors, selectors and `:named` terms.
    Function,
    /// Sorts and sort parameters.
    Sort,
}

/// The meaning of a name.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// A declared or defined symbol.
    Symbol(Arc<str>),
    /// A constructor or selector, which datatypes may share.
    Part(Arc<str>),
    /// A `:named` term.
    Label {
        /// The unique name.
        unique: Arc<str>,
        /// The term.
        term: NodeId,
        /// Whether it occurs in a definition, not in an assertion.
        in_declaration: bool,
    },
    /// Several meanings at once: some solvers allow overloading.
    Ambiguous(Arc<str>),
}

impl Meaning {
    /// Returns the unique name.
    pub(super) fn unique(&self) -> &Arc<str> {
        match self {
            Meaning::Symbol(unique) | Meaning::Part(unique) | Meaning::Ambiguous(unique) => unique,
            Meaning::Label { unique, .. } => unique,
        }
    }
}

/// A renamed meaning of a name, and its range in the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Renamed {
    /// The name space.
    pub space: Space,
    /// The name in the script.
    pub name: String,
    /// The unique name.
    pub unique: Arc<str>,
    /// The start of the command that introduces this meaning.
    pub from: u32,
    /// The start of the command that ends its scope.
    pub until: u32,
}

/// A name that a level declares, with the index of its renaming in `renamed`, if it has one.
type Entry = (Space, String, Option<usize>);

/// What each open level adds. A command may open four billion levels, so those that it opens together are one run: only the
/// innermost of them adds anything.
#[derive(Debug)]
pub(super) struct Levels<T> {
    items: Vec<T>,
    /// For each run, the number of items before it and the number of its levels.
    runs: Vec<(usize, usize)>,
}

impl<T> Default for Levels<T> {
    /// Returns the outermost level.
    fn default() -> Self {
        Levels { items: Vec::new(), runs: Vec::new() }
    }
}

impl<T> Levels<T> {
    /// Adds something to the innermost level.
    pub(super) fn add(&mut self, item: T) {
        self.items.push(item);
    }

    /// Opens levels.
    pub(super) fn push(&mut self, count: usize) {
        if count > 0 {
            self.runs.push((self.items.len(), count));
        }
    }

    /// Closes levels but never the outermost one, and returns what they added.
    pub(super) fn pop(&mut self, mut count: usize) -> Vec<T> {
        let mut kept = self.items.len();
        while count > 0
            && let Some((first, levels)) = self.runs.last_mut()
        {
            kept = *first;
            let closed = count.min(*levels);
            (*levels, count) = (*levels - closed, count - closed);
            if *levels == 0 {
                self.runs.pop();
            }
        }
        self.items.split_off(kept)
    }

    /// Closes all levels, also the outermost one, and returns what they added.
    pub(super) fn clear(&mut self) -> Vec<T> {
        self.runs.clear();
        std::mem::take(&mut self.items)
    }

    /// Whether only the outermost level is open.
    fn is_outermost(&self) -> bool {
        self.runs.is_empty()
    }
}

/// The scopes at one point of a script.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    /// The meanings of each name, innermost last.
    meanings: HashMap<(Space, String), Vec<Meaning>>,
    /// The number of meanings that each name has had.
    counts: HashMap<(Space, String), u32>,
    levels: Levels<Entry>,
    /// What was declared globally while levels were open.
    global: Vec<Entry>,
    /// Whether declarations survive their level.
    is_global: bool,
    /// All renamings so far.
    pub(super) renamed: Vec<Renamed>,
    /// Every token of the script and every generated name; empty until one is generated.
    taken: BTreeSet<String>,
    /// Names without a meaning, by the name that they derive from.
    without: HashMap<String, Arc<str>>,
}

impl Scopes {
    /// Sets `:global-declarations`.
    pub(super) fn set_global(&mut self, is_global: bool) {
        self.is_global = is_global;
    }

    /// Opens levels.
    pub(super) fn push(&mut self, count: usize) {
        self.levels.push(count);
    }

    /// Closes levels, by the command at `now`. The outermost one stays.
    pub(super) fn pop(&mut self, count: usize, now: u32) {
        let closed = self.levels.pop(count);
        self.forget(closed, now);
    }

    /// Handles `reset-assertions`: only global declarations stay.
    pub(super) fn reset_assertions(&mut self, now: u32) {
        self.pop(usize::MAX, now);
        if !self.is_global {
            let mut outermost = self.levels.clear();
            outermost.append(&mut self.global);
            self.forget(outermost, now);
        }
    }

    /// Handles `reset`: no declaration and no option stays.
    pub(super) fn reset(&mut self, now: u32) {
        self.is_global = false;
        self.reset_assertions(now);
    }

    fn forget(&mut self, level: Vec<Entry>, now: u32) {
        for (space, name, renamed) in level.into_iter().rev() {
            self.meanings.get_mut(&(space, name)).and_then(Vec::pop);
            if let Some(renamed) = renamed.and_then(|at| self.renamed.get_mut(at)) {
                renamed.until = now;
            }
        }
    }

    pub(super) fn find(&self, space: Space, name: &str) -> Option<&Meaning> {
        self.meanings.get(&(space, name.to_owned()))?.last()
    }

    /// Whether a name has had several meanings. Then an occurrence out of scope must not refer to the first one.
    pub(super) fn had_several(&self, space: Space, name: &str) -> bool {
        self.counts.get(&(space, name.to_owned())).is_some_and(|count| *count > 1)
    }

    /// Brings a meaning into force, by the command at `now`.
    pub(super) fn declare(&mut self, space: Space, name: &str, meaning: Meaning, now: u32) {
        let renamed = (**meaning.unique() != *name && !matches!(meaning, Meaning::Ambiguous(_))).then(|| {
            let unique = Arc::clone(meaning.unique());
            self.renamed.push(Renamed { space, name: name.to_owned(), unique, from: now, until: u32::MAX });
            self.renamed.len() - 1
        });
        self.meanings.entry((space, name.to_owned())).or_default().push(meaning);
        let entry = (space, name.to_owned(), renamed);
        match self.is_global && !self.levels.is_outermost() {
            true => self.global.push(entry),
            false => self.levels.add(entry),
        }
    }

    /// Returns a unique name for a new meaning of `name`: the name itself for the first one.
    pub(super) fn name_of_its_own(&mut self, tree: &Tree, space: Space, name: &str) -> Arc<str> {
        let count = self.counts.entry((space, name.to_owned())).or_default();
        *count += 1;
        match *count {
            1 => name.into(),
            number => self.fresh(tree, name, number),
        }
    }

    /// Returns a name without a meaning that contains the reason.
    pub(super) fn without_meaning(&mut self, tree: &Tree, name: &str, why: &str) -> Arc<str> {
        let plain = symbol::quoted(&format!("{}_{why}", symbol::bare(name)));
        if let Some(known) = self.without.get(&plain) {
            return Arc::clone(known);
        }
        self.take_tokens(tree);
        let unique = if self.taken.insert(plain.clone()) {
            plain.as_str().into()
        } else {
            self.fresh(tree, &plain, 2)
        };
        self.without.insert(plain, Arc::clone(&unique));
        unique
    }

    fn fresh(&mut self, tree: &Tree, name: &str, first: u32) -> Arc<str> {
        self.take_tokens(tree);
        let numbered = (first..).map(|number| symbol::quoted(&format!("{}_{number}", symbol::bare(name))));
        let mut free = numbered.filter(|candidate| !self.taken.contains(candidate));
        let unique = free.next().unwrap_or_default();
        self.taken.insert(unique.clone());
        unique.into()
    }

    fn take_tokens(&mut self, tree: &Tree) {
        if self.taken.is_empty() {
            self.taken = tree.atoms().map(str::to_owned).collect();
        }
    }
}
