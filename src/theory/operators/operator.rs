//! What holds of an operator wherever it is used: a row of the table.

use super::sorts::{Forms, Indices, ResultSort};
use crate::theory::call::{Call, Outcome};
use crate::theory::limits::Unknown;

/// An operator: a function symbol that a theory gives a meaning.
#[derive(Clone, Copy, Debug)]
pub struct Operator {
    /// Its name in SMT-LIB 2.7, without indices.
    pub name: &'static str,
    /// Other names of it: in older SMT-LIB, or in that of some solvers.
    pub aliases: &'static [&'static str],
    /// Where it is from.
    pub theory: Theory,
    /// What it does with its arguments.
    pub kind: Kind,
    /// What it takes, in each of its forms.
    pub takes: Forms,
    /// The sort of its result.
    pub result: ResultSort,
    /// How many indices it has.
    pub(crate) indices: Indices,
    /// Its value for arguments of the sorts that it takes.
    pub(crate) value: Meaning,
    /// Whether its first argument is a rounding mode, whatever the others are.
    pub(crate) rounds: bool,
    /// Whether its arguments, but for a rounding mode, may change places.
    pub(crate) commutes: bool,
    /// Whether it takes any number of arguments, and one application of it says what nested ones do.
    pub(crate) flattens: bool,
    /// Whether SMT-LIB leaves its value open for some arguments.
    pub(crate) open: bool,
    /// Whether not all solvers of a logic with its theory read it: it is of SMT-LIB's last version, converts between
    /// theories, or is one solver's.
    pub(crate) seldom_read: bool,
    /// Whether linear logics have no word for it, though their solvers read it where a literal divides.
    pub(crate) beyond_linear: bool,
    /// Which argument decides its truth, whatever the others are.
    pub(crate) decided: Option<Decided>,
    /// The operator of the same signature that is true where it is false.
    pub(crate) opposite: Option<&'static str>,
    /// Operators that may stand in its place, plain ones first, itself among them.
    pub(super) family: &'static [&'static str],
}

/// The theories, as SMT-LIB divides them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theory {
    /// Core, and the testers of datatypes.
    Core,
    /// Ints, Reals and both.
    IntsReals,
    /// ArraysEx.
    Arrays,
    /// FixedSizeBitVectors, with what logics add to it.
    BitVectors,
    /// FloatingPoint.
    FloatingPoint,
    /// UnicodeStrings: strings and regular expressions.
    Strings,
    /// None of SMT-LIB's, but known to several solvers: what it is about.
    Extension(&'static str),
    /// None of SMT-LIB's, and only for logics of their own: nothing is built of them where a seed has none.
    Rare,
}

impl std::fmt::Display for Theory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Theory::Core => "Core",
            Theory::IntsReals => "Ints, Reals",
            Theory::Arrays => "ArraysEx",
            Theory::BitVectors => "FixedSizeBitVectors",
            Theory::FloatingPoint => "FloatingPoint",
            Theory::Strings => "UnicodeStrings",
            Theory::Extension(about) => about,
            Theory::Rare => "rare extension",
        })
    }
}

/// What an operator does with its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It has none.
    Constant,
    /// It computes with them.
    Function,
    /// They are Boolean, and so is its result.
    Connective,
    /// They are of one sort, whichever, and are compared. A connective where they are Boolean.
    Equality,
    /// It chooses one, by the first. A connective where they are Boolean.
    Conditional,
}

/// By which argument a connective is decided, whatever the others are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decided {
    /// One that is false makes it false.
    ByFalse,
    /// One that is true makes it true.
    ByTrue,
    /// A premise that is false makes it true, and so does a conclusion that is true.
    AsImplication,
}

impl Decided {
    /// The truth value of an argument, which may be the last one, that decides.
    pub(crate) fn argument(self, is_last: bool) -> bool {
        match self {
            Decided::ByFalse => false,
            Decided::ByTrue => true,
            Decided::AsImplication => is_last,
        }
    }

    /// The truth value of the whole once it is decided.
    pub(crate) fn result(self) -> bool {
        self != Decided::ByFalse
    }
}

/// What an operator computes.
pub(crate) type Meaning = fn(&Call<'_>) -> Outcome;

impl Operator {
    /// Its names, that of SMT-LIB 2.7 first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// The names of operators that take and give the same sorts and are plainer, the plainest first.
    pub(crate) fn plainer(&self) -> impl Iterator<Item = &'static str> {
        self.family.iter().copied().take_while(|name| *name != self.name)
    }

    /// Whether it holds two numbers against each other, as difference logics do.
    pub(crate) fn compares_numbers(&self) -> bool {
        self.kind == Kind::Equality || (self.theory == Theory::IntsReals && self.opposite.is_some())
    }

    pub(super) const fn aliases(mut self, names: &'static [&'static str]) -> Operator {
        self.aliases = names;
        self
    }

    pub(super) const fn indices(mut self, indices: Indices) -> Operator {
        self.indices = indices;
        self
    }

    pub(super) const fn rounds(mut self) -> Operator {
        self.rounds = true;
        self
    }

    pub(super) const fn commutes(mut self) -> Operator {
        self.commutes = true;
        self
    }

    pub(super) const fn flattens(mut self) -> Operator {
        self.flattens = true;
        self
    }

    pub(super) const fn open(mut self) -> Operator {
        self.open = true;
        self
    }

    pub(super) const fn seldom_read(mut self) -> Operator {
        self.seldom_read = true;
        self
    }

    pub(super) const fn beyond_linear(mut self) -> Operator {
        self.beyond_linear = true;
        self
    }

    pub(super) const fn decided(mut self, by: Decided) -> Operator {
        self.decided = Some(by);
        self
    }

    pub(super) const fn opposite(mut self, name: &'static str) -> Operator {
        self.opposite = Some(name);
        self
    }

    pub(super) const fn family(mut self, names: &'static [&'static str]) -> Operator {
        self.family = names;
        self
    }
}

/// A row for an operator with arguments.
pub(super) const fn row(name: &'static str, takes: Forms, result: ResultSort, value: Meaning) -> Operator {
    Operator {
        name,
        aliases: &[],
        // Unless the table says that it is from one of SMT-LIB's.
        theory: Theory::Extension("extensions"),
        kind: Kind::Function,
        takes,
        result,
        indices: Indices::of_result(result),
        value,
        rounds: false,
        commutes: false,
        flattens: false,
        open: false,
        seldom_read: false,
        beyond_linear: false,
        decided: None,
        opposite: None,
        family: &[],
    }
}

/// A row for one that has none.
pub(super) const fn constant(name: &'static str, result: ResultSort, value: Meaning) -> Operator {
    Operator { kind: Kind::Constant, ..row(name, &[&[]], result, value) }
}

/// The value of an operator whose meaning is not known here.
pub(super) fn unknown(call: &Call<'_>) -> Outcome {
    Err(Unknown::Symbol(call.name.into()).into())
}

impl PartialEq for Operator {
    fn eq(&self, other: &Operator) -> bool {
        self.name == other.name
    }
}

impl Eq for Operator {}
