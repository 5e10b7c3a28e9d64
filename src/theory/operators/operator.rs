//! A row of the operator table: the properties of an operator in every use.

use super::sorts::{Forms, Indices, ResultSort, Takes};
use crate::theory::call::{Call, Outcome};
use crate::theory::limits::Unknown;

/// An operator, by the position of its row in the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Op(pub(super) u16);

/// The row of an operator: a function symbol that a theory gives a meaning.
#[derive(Clone, Copy, Debug)]
pub struct Operator {
    /// What the rest of the code tells it by. The table sets it.
    pub op: Op,
    /// Its name in SMT-LIB 2.7, without indices.
    pub name: &'static str,
    /// Other names: from older SMT-LIB versions or of some solvers.
    pub aliases: &'static [&'static str],
    /// The theory that defines it.
    pub theory: Theory,
    /// The kind of the operator.
    pub kind: Kind,
    /// The sorts of its arguments, one list for each form.
    pub takes: Forms,
    /// The sort of its result.
    pub result: ResultSort,
    /// The number of indices.
    pub(crate) indices: Indices,
    /// Computes its value for arguments of the sorts that it takes.
    pub(crate) value: Meaning,
    /// Whether its arguments, except for a rounding mode, may be permuted.
    pub(crate) commutes: bool,
    /// Whether it takes any number of arguments, and nested applications can be flattened into one.
    pub(crate) flattens: bool,
    /// Whether SMT-LIB leaves its value open for some arguments.
    pub(crate) open: bool,
    /// Whether some solvers for its theory do not accept it, because it is new in the last version of SMT-LIB,
    /// converts between theories, or is specific to one solver.
    pub(crate) seldom_read: bool,
    /// Whether linear logics exclude it, although their solvers accept it if the divisor is a literal.
    pub(crate) beyond_linear: bool,
    /// Whether its value depends on more of a model than its arguments: on the heap, or on how many elements a sort has.
    pub(crate) beyond_arguments: bool,
    /// How a single argument decides its result, if that is possible.
    pub(crate) decided: Option<Decided>,
    /// The operator with the same signature whose result is the negation.
    pub(super) opposite: Option<&'static str>,
    /// Operators that may replace it, plain ones first, including itself.
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
    /// An extension that several solvers know, with its subject.
    Extension(&'static str),
    /// An extension for dedicated logics only: no formula uses it unless the seed does.
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

/// The kind of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It takes no arguments.
    Constant,
    /// It computes a value from its arguments.
    Function,
    /// It maps Booleans to a Boolean.
    Connective,
    /// It compares arguments of one sort, whichever that is. On Booleans it is a connective.
    Equality,
    /// It selects one of two arguments by a condition. On Booleans it is a connective.
    Conditional,
}

/// The arguments that decide a connective regardless of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decided {
    /// A false argument makes the connective false.
    ByFalse,
    /// A true argument makes the connective true.
    ByTrue,
    /// A false premise or a true conclusion makes the implication true.
    AsImplication,
}

impl Decided {
    /// Returns the truth value with which an argument decides the connective.
    pub(crate) fn argument(self, is_last: bool) -> bool {
        match self {
            Decided::ByFalse => false,
            Decided::ByTrue => true,
            Decided::AsImplication => is_last,
        }
    }

    /// Returns the truth value of the connective once it is decided.
    pub(crate) fn result(self) -> bool {
        self != Decided::ByFalse
    }
}

/// A function that computes the value of an operator.
pub(crate) type Meaning = fn(&Call<'_>) -> Outcome;

impl Operator {
    /// Returns its names, that of SMT-LIB 2.7 first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// Whether its first argument is a rounding mode in every form.
    pub(crate) fn rounds(&self) -> bool {
        self.takes.iter().all(|form| form.first() == Some(&Takes::Rounding))
    }

    /// Whether its first argument is a function in every form. Functions are no terms: see [`super::op::ITERATIONS`].
    pub fn takes_function(&self) -> bool {
        let is_function =
            |taken: &Takes| matches!(taken, Takes::Mapper | Takes::Folder | Takes::RightFolder | Takes::Test);
        self.takes.iter().all(|form| form.first().is_some_and(is_function))
    }

    pub(super) const fn aliases(mut self, names: &'static [&'static str]) -> Operator {
        self.aliases = names;
        self
    }

    pub(super) const fn indices(mut self, indices: Indices) -> Operator {
        self.indices = indices;
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

    pub(super) const fn beyond_arguments(mut self) -> Operator {
        self.beyond_arguments = true;
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

/// Creates the row of an operator with arguments.
pub(super) const fn row(name: &'static str, takes: Forms, result: ResultSort, value: Meaning) -> Operator {
    Operator {
        // The table overrides these two.
        op: Op(u16::MAX),
        name,
        aliases: &[],
        theory: Theory::Extension("extensions"),
        kind: Kind::Function,
        takes,
        result,
        indices: Indices::of_result(result),
        value,
        commutes: false,
        flattens: false,
        open: false,
        seldom_read: false,
        beyond_linear: false,
        beyond_arguments: false,
        decided: None,
        opposite: None,
        family: &[],
    }
}

/// Creates the row of an operator without arguments.
pub(super) const fn constant(name: &'static str, result: ResultSort, value: Meaning) -> Operator {
    Operator { kind: Kind::Constant, ..row(name, &[&[]], result, value) }
}

/// The value of an operator whose semantics is not implemented.
pub(super) fn unknown(call: &Call<'_>) -> Outcome {
    Err(Unknown::Symbol(call.name.into()).into())
}

impl PartialEq for Operator {
    fn eq(&self, other: &Operator) -> bool {
        self.op == other.op
    }
}

impl Eq for Operator {}
