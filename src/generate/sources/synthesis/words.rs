//! Words: the operators of the logic and the symbols that the seed declares, each with ways to apply it to available
//! terms.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::generate::term_builder::literals::Role;
use crate::generate::term_builder::{Scope, TermOrigin, TermPool, TypedTerm, draw_fitting_indices};
use crate::rng::Rng;
use crate::smtlib::{FINITE_SET, Sort};
use crate::theory::operators::{Kind, Op, Operator, ResultSort, Takes, op};
use crate::theory::signature::{Datatype, Function, Signature};
use crate::theory::sorting::{element_of, takes_alone};

/// Pseudo-Boolean constraints have fewer than so many arguments more than other operators.
const FURTHER: usize = 4;

/// A symbol that terms can be built with.
#[derive(Clone, Debug)]
pub(super) enum Word {
    /// An operator of a theory.
    Operator(OperatorWord),
    /// A declared or defined function.
    Function(Arc<Function>),
    /// A constructor of a datatype, by its number.
    Constructor(Arc<Datatype>, usize),
    /// The tester of a constructor.
    Tester(Arc<Datatype>, usize),
    /// The selector of a field of a constructor.
    Selector(Arc<Datatype>, usize, usize),
}

/// An operator in some of its forms, except for those that only one solver supports.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    /// The operator.
    pub row: &'static Operator,
    /// The arguments that it takes in each form.
    pub forms: &'static [&'static [Takes]],
}

impl Use {
    /// Returns all forms of an operator.
    pub(super) fn whole(row: &'static Operator) -> Use {
        let forms = match row.op {
            op::TO_FP => &row.takes[..4],
            op::STR_INDEXOF | op::SEQ_INDEXOF | op::RE_LOOP | op::AND | op::OR | op::XOR | op::IMPLIES => {
                &row.takes[..1]
            }
            // In the first form the only argument is one sequence.
            op::SEQ_CONCAT => &row.takes[1..],
            _ => row.takes,
        };
        Use { row, forms }
    }

    /// Splits an operator into forms that count as operators of their own: conversions from different sorts have little
    /// in common.
    pub(super) fn parts(row: &'static Operator) -> impl Iterator<Item = Use> {
        let Use { forms, .. } = Use::whole(row);
        let size = if row.result == ResultSort::FormatOfIndices { 1 } else { forms.len().max(1) };
        forms.chunks(size).map(move |forms| Use { row, forms })
    }

    /// Returns a key that distinguishes it from other uses of its operator.
    pub(super) fn key(&self) -> (Op, *const &'static [Takes]) {
        (self.row.op, self.forms.as_ptr())
    }
}

/// An operator within a logic, as its solvers support it.
#[derive(Clone, Debug)]
pub(super) struct OperatorWord {
    row: &'static Operator,
    forms: &'static [&'static [Takes]],
    /// The name that solvers read.
    name: String,
    /// Whether it takes at most two arguments, whatever SMT-LIB says.
    is_binary: bool,
    /// The positions at which solvers or linear arithmetic require a literal.
    literals: Range<usize>,
}

impl OperatorWord {
    fn in_scope(Use { row, forms }: Use, scope: &Scope) -> OperatorWord {
        let is_linear = scope.is_linear();
        let is_binary = scope.is_difference()
            || matches!(row.op, op::STR_LT | op::STR_LEQ | op::RE_DIFF)
            || (is_linear && matches!(row.op, op::TIMES | op::INT_DIV | op::REAL_DIV));
        let literals = match row.op {
            // cvc5 accepts only literals.
            op::RE_RANGE => 0..2,
            op::TIMES if is_linear => 0..1,
            op::INT_DIV | op::MOD | op::REAL_DIV if is_linear => 1..usize::MAX,
            _ => 0..0,
        };
        OperatorWord { row, forms, name: scope.spelled(row.op).to_owned(), is_binary, literals }
    }
}

/// Returns the words of a seed with these operators.
pub(super) fn of(signature: &Signature, scope: &Scope, operators: Vec<Use>) -> Vec<Word> {
    let in_scope = |part| Word::Operator(OperatorWord::in_scope(part, scope));
    let mut words: Vec<Word> = operators.into_iter().map(in_scope).collect();
    let is_plain = |function: &&Arc<Function>| {
        let mut sorts = function.arguments.iter().chain(&function.result);
        !function.arguments.is_empty() && function.result.is_some() && sorts.all(|sort| scope.has_sort(sort))
    };
    words.extend(signature.functions().filter(is_plain).cloned().map(Word::Function));
    for datatype in signature.datatypes() {
        for (at, constructor) in datatype.constructors.iter().enumerate() {
            words.push(Word::Constructor(Arc::clone(datatype), at));
            words.push(Word::Tester(Arc::clone(datatype), at));
            let fields = 0..constructor.fields.len();
            words.extend(fields.map(|field| Word::Selector(Arc::clone(datatype), at, field)));
        }
    }
    words
}

/// A plan for an application: a head, and the sorts of its arguments.
#[derive(Clone, Debug)]
pub(super) struct Plan<'a> {
    /// The head as canonical text.
    pub head: Cow<'a, str>,
    /// The sorts of the arguments.
    pub sorts: Cow<'a, [Sort]>,
}

impl Word {
    /// Whether it gives a Boolean and is not a connective.
    pub(super) fn is_predicate(&self) -> bool {
        match self {
            Word::Operator(OperatorWord { row, .. }) => {
                row.result == ResultSort::Bool && row.kind != Kind::Connective
            }
            Word::Function(function) => function.result == Some(Sort::Bool),
            Word::Tester(..) => true,
            Word::Selector(datatype, at, field) => {
                datatype.constructors[*at].fields.get(*field).is_some_and(|(_, sort)| *sort == Sort::Bool)
            }
            Word::Constructor(..) => false,
        }
    }

    pub(super) fn is_connective(&self) -> bool {
        matches!(self, Word::Operator(word) if word.row.kind == Kind::Connective)
    }

    /// Draws a way to apply it to terms of available sorts. Returns `None` if the draw fails.
    pub(super) fn plan(&self, pool: &TermPool, scope: &Scope, rng: &mut Rng) -> Option<Plan<'_>> {
        let of_datatype = |name: &str, rng: &mut Rng| {
            pool.pick_sort(rng, |sort| matches!(sort, Sort::Named(other, _) if other == name)).cloned()
        };
        match self {
            Word::Operator(word) => operator(word, pool, scope, rng),
            Word::Function(function) => {
                let (head, sorts) = (function.name.as_str().into(), function.arguments.as_slice().into());
                Some(Plan { head, sorts })
            }
            Word::Constructor(datatype, at) => {
                let Sort::Named(_, arguments) = of_datatype(&datatype.name, rng)? else { return None };
                let sorts: Cow<'_, [Sort]> = datatype.fields(*at, &arguments).into();
                let head = Cow::from(&*datatype.constructors[*at].name);
                (!sorts.is_empty()).then_some(Plan { head, sorts })
            }
            Word::Tester(datatype, at) => {
                let head = format!("(_ is {})", datatype.constructors[*at].name).into();
                Some(Plan { head, sorts: vec![of_datatype(&datatype.name, rng)?].into() })
            }
            Word::Selector(datatype, at, field) => {
                let head = datatype.constructors[*at].fields.get(*field)?.0.as_str().into();
                Some(Plan { head, sorts: vec![of_datatype(&datatype.name, rng)?].into() })
            }
        }
    }

    /// Whether solvers or linear arithmetic require a literal at a position.
    pub(super) fn wants_literal(&self, at: usize, scope: &Scope) -> bool {
        match self {
            Word::Operator(word) => word.literals.contains(&at),
            Word::Function(function) => scope.takes_number(&function.name, at),
            _ => false,
        }
    }

    /// Returns the role of the argument at a position of `count`, if solvers rewrite some literals there by rules of
    /// their own.
    pub(super) fn role(&self, at: usize, count: usize) -> Option<Role> {
        let Word::Operator(word) = self else { return None };
        let role = match word.row.op {
            op::TIMES => return (at == 0).then_some(Role::Factor),
            op::BVMUL | op::BVUDIV | op::BVUREM | op::BVSDIV | op::BVSREM | op::BVSMOD => Role::Factor,
            op::INT_DIV | op::MOD | op::REAL_DIV => Role::Factor,
            op::BVSHL | op::BVLSHR | op::BVASHR => Role::Distance,
            _ => return None,
        };
        (at > 0 && at + 1 == count).then_some(role)
    }

    /// Whether it must not be applied to these arguments: an operator of literals alone is a constant and tests
    /// nothing. Functions, and operators that build languages or constant arrays, are exempt.
    pub(super) fn refuses(&self, arguments: &[TypedTerm]) -> bool {
        let is_function = matches!(self, Word::Function(_));
        !is_function
            && arguments.iter().all(|argument| argument.origin == TermOrigin::Literal)
            && !arguments.is_empty()
            && !matches!(self, Word::Operator(word)
                if matches!(word.row.result, ResultSort::Language | ResultSort::Qualifier))
    }
}

fn operator<'a>(word: &'a OperatorWord, pool: &TermPool, scope: &Scope, rng: &mut Rng) -> Option<Plan<'a>> {
    let row = word.row;
    let form = *rng.pick(word.forms)?;
    let (fixed, more) = Takes::split(form);
    let mut count = fixed.len();
    if more {
        // Only `-` takes a single argument, as a negation.
        count = if count == 1 && !(row.op == op::MINUS && rng.percent(30)) { 2 } else { count };
        count += usize::from(!word.is_binary && rng.percent(20));
        // Of two arguments, such a constraint is hardly more than a connective.
        count += if op::PSEUDO_BOOLEAN.contains(&row.op) { rng.index(FURTHER) } else { 0 };
    }
    let mut sorts: Vec<Sort> = Vec::with_capacity(count);
    for at in 0..count {
        let taken = *fixed.get(at).or(fixed.last())?;
        let fitting = taken_sorts(row, taken, &sorts, pool, scope);
        sorts.push((*rng.pick(&fitting)?).clone());
    }
    // Yices accepts `distinct` only for two arrays.
    if row.op == op::DISTINCT && matches!(sorts.first(), Some(Sort::Array(..))) {
        sorts.truncate(2);
    }
    if row.result == ResultSort::Qualifier {
        let array = pool.pick_sort(rng, |sort| holds(sort, &sorts[0]))?;
        return Some(Plan { head: format!("(as {} {array})", word.name).into(), sorts: sorts.into() });
    }
    let indices = draw_fitting_indices(row, &sorts, pool, rng)?;
    let head = match indices.as_slice() {
        [] => Cow::from(&word.name),
        indices => format!("(_ {} {})", word.name, indices.join(" ")).into(),
    };
    Some(Plan { head, sorts: sorts.into() })
}

/// Whether a sort is one of arrays with these elements.
fn holds(array: &Sort, element: &Sort) -> bool {
    matches!(array, Sort::Array(..)) && element_of(array) == Some(element)
}

/// Returns the sorts of the pool that an operator takes after arguments of the sorts `before`. Integers do not replace
/// reals here, because not all solvers allow that.
pub(super) fn taken_sorts<'a>(
    row: &Operator,
    taken: Takes,
    before: &[Sort],
    pool: &'a TermPool,
    scope: &Scope,
) -> SmallVec<[&'a Sort; 8]> {
    let fits = |sort: &Sort| match taken {
        Takes::Any if row.result == ResultSort::Qualifier => pool.sorts().any(|array| holds(array, sort)),
        Takes::Any | Takes::More => {
            *sort != Sort::RegLan && !(row.kind == Kind::Conditional && scope.has_only_symbols(sort))
        }
        Takes::Real => *sort == Sort::Real,
        Takes::Number => match (row.op, before.first()) {
            (op::ABS | op::TO_REAL, _) => *sort == Sort::Int,
            (op::TO_INT | op::IS_INT, _) => *sort == Sort::Real,
            (_, Some(first)) => sort == first,
            (_, None) => matches!(sort, Sort::Int | Sort::Real),
        },
        Takes::Same(at) => before.get(at) == Some(sort),
        Takes::IndexOf(at) => matches!(before.get(at), Some(Sort::Array(index, _)) if **index == *sort),
        Takes::IndicesOf(at) => match (before.get(at), sort) {
            (Some(Sort::Array(index, _)), Sort::Seq(item)) => index == item,
            _ => false,
        },
        Takes::IndexSetOf(at) => {
            let index = before.get(at).and_then(|array| match array {
                Sort::Array(index, _) => Some(index.as_ref()),
                _ => None,
            });
            // Only Z3, which has another name for the sorts of sets, takes an array as a function.
            let is_of_z3 = matches!(sort, Sort::Named(name, _) if name == FINITE_SET);
            is_of_z3 && takes_alone(Takes::Set, sort) && index.is_some() && element_of(sort) == index
        }
        Takes::ElementOf(at) => before.get(at).and_then(element_of) == Some(sort),
        _ => takes_alone(taken, sort),
    };
    pool.sorts().filter(|sort| fits(sort)).collect()
}
