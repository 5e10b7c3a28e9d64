//! Which names are in force while a script is read (SMT-LIB 2.7, sections 4.1.5 and 4.2.2).
//!
//! A name may get another meaning once it is out of scope. Each meaning gets its own name, and the first one that
//! of the script, so that what is read after this needs no notion of scope.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::sexpr::{NodeId, Tree};
use super::symbol;

/// Sorts have names of their own, beside those of functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Space {
    /// Functions, constructors, selectors and `:named` terms.
    Function,
    /// Sorts and sort parameters.
    Sort,
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// What is declared or defined under this name of its own.
    Symbol(Arc<str>),
    /// A constructor or selector: datatypes may share them.
    Part(Arc<str>),
    /// A `:named` term, and whether it stands in a definition.
    Label {
        /// The name of its own.
        unique: Arc<str>,
        /// The term.
        term: NodeId,
        /// Whether no assertion has it.
        in_declaration: bool,
    },
    /// Several things at once: some solvers let a name stand for several functions.
    Ambiguous(Arc<str>),
}

impl Meaning {
    /// The name of its own.
    pub(super) fn unique(&self) -> &Arc<str> {
        match self {
            Meaning::Symbol(unique) | Meaning::Part(unique) | Meaning::Ambiguous(unique) => unique,
            Meaning::Label { unique, .. } => unique,
        }
    }
}

/// A name that stands for something else than it did first, and where it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Renamed {
    /// Whether it is that of a sort.
    pub space: Space,
    /// The name in the script.
    pub name: String,
    /// Its own name.
    pub unique: Arc<str>,
    /// Where the command begins that gives it this meaning.
    pub from: u32,
    /// Where the command begins that takes it away.
    pub until: u32,
}

/// A name of a level, and the number of its renaming.
type Entry = (Space, String, Option<usize>);

/// What is in force.
#[derive(Debug)]
pub(super) struct Scopes {
    /// What each name stands for, the innermost meaning last.
    meanings: HashMap<(Space, String), Vec<Meaning>>,
    /// The names that had a meaning somewhere, and how many.
    counts: HashMap<(Space, String), u32>,
    levels: Vec<Vec<Entry>>,
    /// Whether declarations outlive their level.
    is_global: bool,
    /// All renamings so far.
    pub(super) renamed: Vec<Renamed>,
    /// Every token of the script and every name that was made; empty until one has to be made.
    taken: BTreeSet<String>,
    /// Names that stand for nothing, by what they are made from.
    without: HashMap<String, Arc<str>>,
}

impl Scopes {
    pub(super) fn new() -> Scopes {
        Scopes {
            meanings: HashMap::new(),
            counts: HashMap::new(),
            levels: vec![Vec::new()],
            is_global: false,
            renamed: Vec::new(),
            taken: BTreeSet::new(),
            without: HashMap::new(),
        }
    }

    /// Takes note of `:global-declarations`.
    pub(super) fn set_global(&mut self, is_global: bool) {
        self.is_global = is_global;
    }

    /// Opens levels.
    pub(super) fn push(&mut self, count: usize) {
        self.levels.extend((0..count).map(|_| Vec::new()));
    }

    /// Closes levels, by the command at `now`. The outermost one stays.
    pub(super) fn pop(&mut self, count: usize, now: u32) {
        let kept = self.levels.len().saturating_sub(count).max(1);
        for level in self.levels.split_off(kept).into_iter().rev() {
            self.forget(level, now);
        }
    }

    /// `reset-assertions`: declarations stay only if they are global.
    pub(super) fn reset_assertions(&mut self, now: u32) {
        self.pop(usize::MAX, now);
        if !self.is_global {
            let outermost = self.levels.iter_mut().flat_map(std::mem::take).collect();
            self.forget(outermost, now);
        }
    }

    /// `reset`: no declaration stays, and no option.
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

    /// What a name stands for.
    pub(super) fn find(&self, space: Space, name: &str) -> Option<&Meaning> {
        self.meanings.get(&(space, name.to_owned()))?.last()
    }

    /// Whether a name had several meanings, so that it may not stand for the first of them where it has none.
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
        let level = if self.is_global { self.levels.first_mut() } else { self.levels.last_mut() };
        level.into_iter().for_each(|level| level.push((space, name.to_owned(), renamed)));
    }

    /// A name for a new meaning of `name`: the name itself, if it has none yet.
    pub(super) fn name_of_its_own(&mut self, tree: &Tree, space: Space, name: &str) -> Arc<str> {
        let count = self.counts.entry((space, name.to_owned())).or_default();
        *count += 1;
        match *count {
            1 => name.into(),
            number => self.fresh(tree, name, number),
        }
    }

    /// A name that stands for nothing, and says why.
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
