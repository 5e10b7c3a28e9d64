//! The result of an application, from the results of its arguments: when all are known, when some are not, and
//! when SMT-LIB leaves the value open.

use std::sync::Arc;

use dashu_base::{BitTest, RemEuclid};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use smallvec::SmallVec;

use super::state::{Dag, Frame, Interpreter, Place, STEPS_OF_ONE, Then};
use crate::smtlib::{HIGHER_ORDER, Sort, Term, TermId, Terms, VarId};
use crate::theory::call::{Call, EvalResult};
use crate::theory::domain;
use crate::theory::limits::{self, NoValue, Unknown};
use crate::theory::meaning::{Applied, Meaning};
use crate::theory::operators::{Op, enclosed, op};
use crate::theory::signature::{Datatype, Function, Signature};
use crate::theory::sorting::{Sorted, Sorting, application};
use crate::theory::value::{Data, Enclosure, Value};

/// The maximal number of arithmetic terms that are inspected for known low bits; it also bounds the depth of that
/// search.
const TERMS: usize = 64;
/// The maximal nesting of calls to functions that fix open values. Such a function may itself contain open
/// values.
const DEEPEST: u32 = 8;

/// What a call of a function comes to.
pub(super) enum Called {
    /// Its result is known.
    Done(EvalResult),
    /// Its body is to be evaluated.
    Body {
        /// The body, a term of the definitions.
        body: TermId,
        /// The parameters with their values.
        bound: Vec<(VarId, EvalResult)>,
        /// What its result is remembered by.
        remembered: Option<(usize, Vec<Value>)>,
    },
}

impl Interpreter<'_> {
    /// Returns the result of a connective, if the argument at `at` decides it.
    pub(super) fn decided(&self, id: TermId, at: usize) -> Option<EvalResult> {
        let frame = self.frames.last()?;
        let &Dag { terms, sorting, .. } = self.dag(frame.place);
        let Term::App(head, arguments) = terms.get(id) else { return None };
        let Some(Meaning::Operator(applied)) = sorting.meaning(*head) else { return None };
        let decided = applied.operator.decided?;
        let known = self.known(*arguments.get(at)?)?;
        let deciding = decided.argument(at + 1 == arguments.len());
        // A chosen value does not decide: with another choice, the remaining arguments might decide without it.
        let decides = known.value == Ok(Value::Bool(deciding)) && !known.is_chosen;
        decides.then(|| EvalResult::known(Value::Bool(decided.result())))
    }

    /// Applies the head of a term whose arguments have been evaluated.
    pub(super) fn apply(&mut self, id: TermId) {
        let Some(frame) = self.frames.last() else { return };
        let place = frame.place;
        let &Dag { terms, sorting, .. } = self.dag(place);
        let Term::App(head, arguments) = terms.get(id) else { return };
        let name = terms.head_text(*head);
        let Some(meaning) = sorting.meaning(*head) else { return };
        if let Meaning::Function(function) = meaning {
            return self.call(id, &function.name, self.worths(arguments));
        }
        if let Some((function, arguments)) = spine(terms, sorting, id) {
            return self.call(id, &function.name, self.worths(&arguments));
        }
        let mut values: SmallVec<[Value; 4]> = SmallVec::new();
        let mut is_chosen = false;
        let mut missing = None;
        for &argument in arguments {
            let worth = self.known(argument);
            is_chosen |= worth.is_some_and(|worth| worth.is_chosen);
            match worth.map(|worth| &worth.value) {
                Some(Ok(value)) => values.push(value.clone()),
                Some(Err(unknown)) => missing = missing.or_else(|| Some(unknown.clone())),
                None => missing = missing.or(Some(Unknown::Steps)),
            }
        }
        if let Some(unknown) = missing {
            let decided = self.in_spite_of_unknown(id, meaning).or_else(|| self.of_enclosures(id, meaning));
            return self.note(id, decided.unwrap_or_else(|| EvalResult::unknown(unknown)));
        }
        self.charge(values.iter().map(weight).sum());
        let told;
        let sort = match sorting.sort(id) {
            known @ Sorted::Is(_) => known,
            // The sort is not known from the terms, so it is inferred from the values.
            _ => {
                let sorts: Vec<Sort> = values.iter().map(Value::sort).collect();
                told = application(meaning, name, &sorts.iter().collect::<Vec<_>>());
                &told
            }
        };
        let value = self.outcome(meaning, name, &values, sort);
        if value == Err(Unknown::Steps.into()) {
            // A query about languages took all steps that one may take. A term has few such queries.
            self.charge(STEPS_OF_ONE / 2);
        }
        if value == Err(NoValue::Open)
            && let Some(worth) = self.told(meaning, &values)
        {
            let worth = self.coerced(id, EvalResult { is_chosen: is_chosen || worth.is_chosen, ..worth });
            return self.note(id, worth);
        }
        let worth = match value {
            Ok(value) if value.extent().is_too_large() => EvalResult::unknown(Unknown::Size),
            Ok(value) => EvalResult { value: Ok(value), is_chosen },
            Err(NoValue::Unknown(unknown)) => EvalResult { value: Err(unknown), is_chosen },
            Err(NoValue::Open) => match sorting.sort(id) {
                Sorted::Is(sort) => self.chosen(name, values.into_vec(), sort),
                _ => EvalResult::unknown(Unknown::Sorts(name.into())),
            },
        };
        let worth = self.coerced(id, worth);
        self.note(id, worth);
    }

    pub(super) fn worths(&self, terms: &[TermId]) -> Vec<EvalResult> {
        let worth =
            |&id: &TermId| self.known(id).cloned().unwrap_or_else(|| EvalResult::unknown(Unknown::Steps));
        terms.iter().map(worth).collect()
    }

    /// See [`outcome`].
    pub(in crate::theory) fn outcome(
        &self,
        meaning: &Meaning,
        name: &str,
        values: &[Value],
        sort: &Sorted,
    ) -> Result<Value, NoValue> {
        if self.is_partial && meaning.is_beyond_arguments() {
            return Err(Unknown::Symbol(name.into()).into());
        }
        outcome(meaning, name, values, sort, &self.model.signature)
    }

    /// Applies an operator to numbers of which some are known only as enclosures.
    fn of_enclosures(&self, id: TermId, meaning: &Meaning) -> Option<EvalResult> {
        let Meaning::Operator(applied) = meaning else { return None };
        let worths = self.arguments(id).iter().map(|&argument| self.known(argument));
        let worths = worths.collect::<Option<Vec<&EvalResult>>>()?;
        let enclosure = |worth: &&EvalResult| match &worth.value {
            Ok(value) => value.as_real().map(Enclosure::exactly),
            Err(Unknown::Irrational(enclosure)) => Some(Enclosure::clone(enclosure)),
            Err(_) => None,
        };
        let numbers = worths.iter().map(enclosure).collect::<Option<Vec<Enclosure>>>()?;
        let is_chosen = worths.iter().any(|worth| worth.is_chosen);
        match enclosed(applied.operator.name, &numbers)? {
            Ok(value) => Some(EvalResult { value: Ok(value), is_chosen }),
            Err(NoValue::Unknown(unknown)) => Some(EvalResult { value: Err(unknown), is_chosen }),
            Err(NoValue::Open) => None,
        }
    }

    /// Chooses a value where SMT-LIB leaves it open: the plainest of the sort, and the same one every time.
    fn chosen(&mut self, name: &str, values: Vec<Value>, sort: &Sort) -> EvalResult {
        let key = (name.into(), values);
        let known = self.choices.get(&key).cloned();
        let Some(value) = known.or_else(|| domain::plainest(sort, &self.model.signature)) else {
            return EvalResult::unknown(Unknown::Symbol(name.into()));
        };
        self.choices.insert(key, value.clone());
        EvalResult { value: Ok(value), is_chosen: true }
    }

    /// Calls a function: notes its result, or enters its body.
    fn call(&mut self, id: TermId, name: &str, arguments: Vec<EvalResult>) {
        match self.called(name, arguments) {
            Called::Done(worth) => self.note(id, worth),
            Called::Body { body, bound, remembered } => {
                let frame = Frame::new(Place::Definitions, body, bound, Then::Give(id, remembered));
                if !self.enter(frame) {
                    self.note(id, EvalResult::unknown(Unknown::Steps));
                }
            }
        }
    }

    /// Begins a call of a function. An argument without a value is acceptable if the body is closed or the argument is a
    /// number with a known enclosure.
    pub(super) fn called(&mut self, name: &str, arguments: Vec<EvalResult>) -> Called {
        let model = self.model;
        let values: Option<Vec<Value>> = arguments.iter().map(|worth| worth.value.clone().ok()).collect();
        self.charge(values.iter().flatten().map(weight).sum());
        let missing = || arguments.iter().find_map(|worth| worth.value.clone().err());
        let Some(&at) = model.functions.get(name) else {
            let unknown = missing().unwrap_or_else(|| Unknown::Symbol(name.into()));
            return Called::Done(EvalResult::unknown(unknown));
        };
        let function = &model.definitions.functions[at];
        let is_closed = model.definitions.terms.is_closed(function.body);
        if let Some(unknown) =
            missing().filter(|unknown| !is_closed && !matches!(unknown, Unknown::Irrational(_)))
        {
            return Called::Done(EvalResult::unknown(unknown));
        }
        let is_chosen = arguments.iter().any(|worth| worth.is_chosen);
        let key = values.map(|values| (at, values));
        // A body may ignore a chosen argument, so what calls without one gave would say less, depending on their order.
        let known = key.as_ref().filter(|_| !is_chosen).and_then(|key| self.calls.get(key));
        if let Some(known) = known.cloned() {
            return Called::Done(known);
        }
        if function.parameters.len() != arguments.len() {
            return Called::Done(EvalResult::unknown(Unknown::Sorts(name.into())));
        }
        let bound = function.parameters.iter().zip(arguments).map(|(&parameter, worth)| {
            let coerced = |value: Value| match model.sorting.variable(parameter) {
                Some(sort) => value.coerced(sort),
                None => value,
            };
            (parameter, EvalResult { value: worth.value.map(coerced), is_chosen })
        });
        let bound = bound.collect();
        // Constants need no entry, because the results of their closed bodies are known. Calls with chosen
        // arguments get none, because a lookup compares values only.
        let remembered = key.filter(|(_, values)| !values.is_empty() && !is_chosen);
        Called::Body { body: function.body, bound, remembered }
    }

    /// Coerces the value of a result to the sort of the term.
    pub(super) fn coerced(&self, id: TermId, worth: EvalResult) -> EvalResult {
        let Some(frame) = self.frames.last() else { return worth };
        match (self.dag(frame.place).sorting.sort(id), worth) {
            (Sorted::Is(sort), EvalResult { value: Ok(value), is_chosen }) => {
                EvalResult { value: Ok(value.coerced(sort)), is_chosen }
            }
            (_, worth) => worth,
        }
    }
}

/// Returns the function that `(@ (f x) y)` applies to all of its arguments, and these arguments. The reader turns
/// `((f x) y)` into such a term.
pub(super) fn spine<'a>(
    terms: &Terms,
    sorting: &'a Sorting,
    id: TermId,
) -> Option<(&'a Function, Vec<TermId>)> {
    let mut rest: Vec<&[TermId]> = Vec::new();
    let mut at = id;
    loop {
        let Term::App(head, arguments) = terms.get(at) else { return None };
        match sorting.meaning(*head)? {
            Meaning::Unknown(name) if **name == *HIGHER_ORDER => {
                let (&applied, arguments) = arguments.split_first()?;
                rest.push(arguments);
                at = applied;
            }
            Meaning::Function(function) if !rest.is_empty() => {
                rest.push(arguments);
                let arguments = rest.into_iter().rev().flatten().copied().collect::<Vec<_>>();
                return (arguments.len() == function.arguments.len()).then_some((function, arguments));
            }
            _ => return None,
        }
    }
}

/// Applies a head that is not a function of a script to values; `sort` is that of the application.
///
/// # Errors
/// SMT-LIB leaves the value open, or it is not known.
pub(in crate::theory) fn outcome(
    meaning: &Meaning,
    name: &str,
    values: &[Value],
    sort: &Sorted,
    signature: &Signature,
) -> Result<Value, NoValue> {
    let unfit = || Err(Unknown::Sorts(name.into()).into());
    match meaning {
        Meaning::Literal(value) => Ok(value.clone()),
        Meaning::Unknown(name) => Err(Unknown::Symbol(Arc::clone(name)).into()),
        Meaning::Function(function) | Meaning::AsArray(function) => {
            Err(Unknown::Symbol(function.name.as_str().into()).into())
        }
        Meaning::Operator(applied) => match sort {
            Sorted::Is(sort) => {
                let Applied { operator, name, indices, .. } = &**applied;
                (operator.value)(&Call { name, indices, arguments: values, sort, signature })
            }
            _ => unfit(),
        },
        Meaning::Constructor(datatype, at, _) => match sort {
            Sorted::Is(sort) => construct(datatype, *at, values.to_vec(), sort.clone()),
            _ => unfit(),
        },
        Meaning::Selector(datatype, at, field) => match values {
            [Value::Data(data)] if *data.constructor() == datatype.constructors[*at].name => {
                data.fields().get(*field).cloned().map_or_else(unfit, Ok)
            }
            [Value::Data(_)] => Err(NoValue::Open),
            _ => unfit(),
        },
        Meaning::Tester(datatype, at) => match values {
            [Value::Data(data)] => Ok(Value::Bool(*data.constructor() == datatype.constructors[*at].name)),
            _ => unfit(),
        },
        Meaning::Updater(datatype, at, field) => match values {
            [Value::Data(data), new] if *data.constructor() == datatype.constructors[*at].name => {
                let mut fields = data.fields().to_vec();
                if let Some(field) = fields.get_mut(*field) {
                    *field = new.clone();
                }
                construct(datatype, *at, fields, data.sort().clone())
            }
            // A value of another constructor stays as it is (SMT-LIB 2.7, section 3.6.2).
            [data @ Value::Data(_), _] => Ok(data.clone()),
            _ => unfit(),
        },
    }
}

/// Applies a constructor to values.
fn construct(datatype: &Datatype, at: usize, values: Vec<Value>, sort: Sort) -> Result<Value, NoValue> {
    let Sort::Named(_, arguments) = &sort else {
        return Err(Unknown::Sorts(datatype.name.as_str().into()).into());
    };
    let fields = datatype.fields(at, arguments);
    let fields = values.into_iter().zip(&fields).map(|(value, sort)| value.coerced(sort)).collect();
    let data = Data::new(sort, Arc::clone(&datatype.constructors[at].name), fields);
    let value = Value::Data(Arc::new(data));
    if value.extent().is_too_large() { Err(Unknown::Size.into()) } else { Ok(value) }
}

/// Returns the number of steps that handling a value costs.
fn weight(value: &Value) -> u64 {
    let size = match value {
        Value::Int(number) => number.bit_len() / limits::STEP,
        Value::Real(number) => (number.numerator().bit_len() + number.denominator().bit_len()) / limits::STEP,
        Value::Bits(bits) => bits.width() as usize / limits::STEP,
        Value::Float(float) => float.format().significand.min(limits::WIDTH) as usize / limits::STEP,
        Value::Text(text) => text.characters().len() / 4,
        Value::Language(language) => language.size(),
        _ => value.extent().size() as usize / 4,
    };
    size as u64
}

impl Interpreter<'_> {
    /// Returns the result of an application that is determined although some arguments have no value.
    pub(super) fn in_spite_of_unknown(&self, id: TermId, meaning: &Meaning) -> Option<EvalResult> {
        let Meaning::Operator(applied) = meaning else { return None };
        let arguments = self.arguments(id);
        if let Some(decided) = applied.operator.decided {
            let decides = |(at, &argument): (usize, &TermId)| {
                let deciding = Ok(Value::Bool(decided.argument(at + 1 == arguments.len())));
                self.known(argument).filter(|worth| worth.value == deciding)
            };
            let is_chosen = arguments.iter().enumerate().find_map(decides)?.is_chosen;
            return Some(EvalResult { value: Ok(Value::Bool(decided.result())), is_chosen });
        }
        match applied.operator.op {
            op::TIMES | op::BVMUL | op::BVAND => {
                self.absorbed(arguments).map(|worth| self.coerced(id, worth))
            }
            op::EQUAL | op::DISTINCT => {
                let truth = self.differ(arguments)?.then_some(applied.operator.op == op::DISTINCT);
                truth.map(|truth| EvalResult::known(Value::Bool(truth)))
            }
            _ => None,
        }
    }

    /// Returns a 0 among the arguments of a product, which makes the product 0.
    fn absorbed(&self, arguments: &[TermId]) -> Option<EvalResult> {
        arguments
            .iter()
            .filter_map(|&argument| self.known(argument))
            .find(|worth| match &worth.value {
                Ok(Value::Bits(bits)) => *bits.unsigned() == UBig::ZERO,
                Ok(value) => value.as_real() == Some(RBig::ZERO),
                Err(_) => false,
            })
            .cloned()
    }

    /// Returns whether the known low bits of two bit-vectors differ.
    fn differ(&self, arguments: &[TermId]) -> Option<bool> {
        let &[one, other] = arguments else { return None };
        let mut left = TERMS;
        let (one, other) = (self.low_bits(one, &mut left)?, self.low_bits(other, &mut left)?);
        let known = one.known.min(other.known);
        Some(one.cut(known).value != other.cut(known).value)
    }

    /// Returns the known low bits of a bit-vector.
    fn low_bits(&self, id: TermId, left: &mut usize) -> Option<Low> {
        if let Some(EvalResult { value: Ok(Value::Bits(bits)), is_chosen: false }) = self.known(id) {
            return Some(Low { known: bits.width() as usize, value: bits.unsigned().clone().into() });
        }
        let dag = self.top_dag();
        let Sorted::Is(Sort::BitVec(width)) = dag.sorting.sort(id) else { return None };
        let unknown = Low { known: 0, value: IBig::ZERO };
        let Term::App(head, arguments) = dag.terms.get(id) else { return Some(unknown) };
        let Some(Meaning::Operator(applied)) = dag.sorting.meaning(*head) else { return Some(unknown) };
        let operator = applied.operator.op;
        if *left == 0 || !matches!(operator, op::BVADD | op::BVSUB | op::BVMUL | op::BVNEG) {
            return Some(unknown);
        }
        *left -= 1;
        let mut parts = arguments.iter().map(|&argument| self.low_bits(argument, left));
        let first = parts.next()??;
        if operator == op::BVNEG {
            return Some(Low { value: -first.value, ..first });
        }
        parts.try_fold(first, |whole, part| {
            let part = part?;
            let known = whole.known.min(part.known);
            let low = match operator {
                op::BVADD => Low { known, value: whole.value + part.value },
                op::BVSUB => Low { known, value: whole.value - part.value },
                _ => Low {
                    known: (whole.known + part.zeros()).min(part.known + whole.zeros()),
                    value: whole.value * part.value,
                },
            };
            Some(low.cut((*width as usize).min(low.known)))
        })
    }
}

/// A number of which the lowest `known` bits are known.
struct Low {
    known: usize,
    value: IBig,
}

impl Low {
    fn cut(&self, known: usize) -> Low {
        Low { known, value: IBig::from((&self.value).rem_euclid(IBig::ONE << known)) }
    }

    /// Returns how many of the known bits, from the lowest on, are 0.
    fn zeros(&self) -> usize {
        (0..self.known).find(|&at| self.value.bit(at)).unwrap_or(self.known)
    }
}

impl Interpreter<'_> {
    /// Returns the value that the model fixes for an operator where SMT-LIB leaves it open; `None` if the model
    /// does not fix one. Division with more than two arguments associates to the left.
    pub(super) fn told(&mut self, meaning: &Meaning, values: &[Value]) -> Option<EvalResult> {
        let Meaning::Operator(applied) = meaning else { return None };
        let (first, rest) = values.split_first()?;
        let is_told = self.model.left_open.contains_key(&applied.operator.op);
        if !is_told
            || rest.is_empty()
            || (rest.len() > 1 && !matches!(applied.operator.op, op::REAL_DIV | op::INT_DIV))
        {
            return None;
        }
        let mut worth = EvalResult::known(first.clone());
        for next in rest {
            let Ok(left) = &worth.value else { return Some(worth) };
            let pair = [left.clone(), next.clone()];
            let sorts = pair.each_ref().map(Value::sort);
            let sort = application(meaning, &applied.name, &sorts.each_ref());
            worth = match self.outcome(meaning, &applied.name, &pair, &sort) {
                Ok(value) => EvalResult { value: Ok(value), ..worth },
                Err(NoValue::Unknown(unknown)) => EvalResult::unknown(unknown),
                Err(NoValue::Open) => self.tell(applied.operator.op, pair, worth.is_chosen)?,
            };
        }
        Some(worth)
    }

    /// Calls the function by which the model fixes an open value of an operator.
    fn tell(&mut self, operator: Op, values: [Value; 2], is_chosen: bool) -> Option<EvalResult> {
        let model = self.model;
        let function = model.left_open(operator, values.each_ref())?;
        if self.told == DEEPEST {
            return Some(EvalResult::unknown(Unknown::Steps));
        }
        let bound = function.parameters.iter().zip(values).map(|(&parameter, value)| {
            let value = match model.sorting.variable(parameter) {
                Some(sort) => value.coerced(sort),
                None => value,
            };
            (parameter, EvalResult { value: Ok(value), is_chosen })
        });
        let frame = Frame::new(Place::Definitions, function.body, bound.collect(), Then::Finish);
        let below = std::mem::replace(&mut self.frames, vec![frame]);
        self.told += 1;
        let worth = loop {
            if self.left == 0 {
                break EvalResult::unknown(Unknown::Steps);
            }
            self.left -= 1;
            if let Some(worth) = self.step() {
                break worth;
            }
        };
        self.told -= 1;
        self.frames = below;
        Some(worth)
    }
}
