//! The worth of an application, from that of its arguments.

use std::sync::Arc;

use smallvec::SmallVec;

use super::frame::{Frame, Then};
use super::{Interpreter, Place, Worth};
use crate::smtlib::{HIGHER_ORDER, Sort, Term, TermId, Terms};
use crate::theory::call::Call;
use crate::theory::domain;
use crate::theory::limits::{self, NoValue, Unknown};
use crate::theory::meaning::{Applied, Meaning};
use crate::theory::operators::enclosed;
use crate::theory::signature::{Datatype, Function};
use crate::theory::sorting::{Sorted, Sorting, application};
use crate::theory::value::{Data, Enclosure, Value};

impl Interpreter<'_> {
    /// What a connective is worth if its arguments up to the one at `at` decide it.
    pub(super) fn decided(&self, id: TermId, at: usize) -> Option<Worth> {
        let frame = self.frames.last()?;
        let (terms, sorting) =
            (self.dags[frame.place as usize].terms, self.dags[frame.place as usize].sorting);
        let Term::App(head, arguments) = terms.get(id) else { return None };
        let Some(Meaning::Operator(applied)) = sorting.meaning(*head) else { return None };
        let is_last = at + 1 == arguments.len();
        let (deciding, result) = match applied.operator.name {
            "and" => (false, false),
            "or" => (true, true),
            "=>" => (is_last, true),
            _ => return None,
        };
        let known = self.known(*arguments.get(at)?)?;
        // What was chosen could have been another value: the others may say the same without it.
        let decides = known.value == Ok(Value::Bool(deciding)) && !known.is_chosen;
        decides.then_some(Worth { value: Ok(Value::Bool(result)), is_chosen: false })
    }

    /// Applies the head of a term whose arguments are evaluated.
    pub(super) fn apply(&mut self, id: TermId) {
        let Some(frame) = self.frames.last() else { return };
        let (place, terms) = (frame.place, self.dags[frame.place as usize].terms);
        let sorting = self.dags[place as usize].sorting;
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
            return self.note(id, decided.unwrap_or_else(|| Worth::unknown(unknown)));
        }
        self.charge(values.iter().map(weight).sum());
        let sort = match sorting.sort(id) {
            Sorted::Is(sort) => Sorted::Is(sort.clone()),
            // The values tell what the terms did not.
            _ => {
                let sorts: Vec<Sort> = values.iter().map(Value::sort).collect();
                application(meaning, name, &sorts.iter().collect::<Vec<_>>())
            }
        };
        let value = self.outcome(meaning, name, &values, &sort);
        if value == Err(NoValue::Open)
            && let Meaning::Operator(applied) = meaning
            && let Some(worth) = self.told(applied, &values)
        {
            let worth = self.coerced(id, Worth { is_chosen: is_chosen || worth.is_chosen, ..worth });
            return self.note(id, worth);
        }
        let worth = match value {
            Ok(value) if value.extent().is_too_large() => Worth::unknown(Unknown::Size),
            Ok(value) => Worth { value: Ok(value), is_chosen },
            Err(NoValue::Unknown(unknown)) => Worth { value: Err(unknown), is_chosen },
            Err(NoValue::Open) => match sorting.sort(id) {
                Sorted::Is(sort) => self.chosen(name, values.into_vec(), sort),
                _ => Worth::unknown(Unknown::Sorts(name.into())),
            },
        };
        let worth = self.coerced(id, worth);
        self.note(id, worth);
    }

    fn worths(&self, terms: &[TermId]) -> Vec<Worth> {
        let worth = |&id: &TermId| self.known(id).cloned().unwrap_or_else(|| Worth::unknown(Unknown::Steps));
        terms.iter().map(worth).collect()
    }

    /// What a head that is no function of the script makes of values; the term is of this sort.
    ///
    /// # Errors
    /// SMT-LIB leaves it open, or it is not known.
    pub(in crate::theory) fn outcome(
        &self,
        meaning: &Meaning,
        name: &str,
        values: &[Value],
        sort: &Sorted,
    ) -> Result<Value, NoValue> {
        let unfit = || Err(Unknown::Sorts(name.into()).into());
        match meaning {
            Meaning::Literal(value) => Ok(value.clone()),
            Meaning::Unknown(name) => Err(Unknown::Symbol(Arc::clone(name)).into()),
            Meaning::Function(function) => Err(Unknown::Symbol(function.name.as_str().into()).into()),
            Meaning::Operator(applied) => match sort {
                Sorted::Is(sort) => self.operate(applied, values, sort),
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
                [Value::Data(data)] => {
                    Ok(Value::Bool(*data.constructor() == datatype.constructors[*at].name))
                }
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
                // Of another constructor, it stays as it is (SMT-LIB 2.7, section 3.6.2).
                [data @ Value::Data(_), _] => Ok(data.clone()),
                _ => unfit(),
            },
        }
    }

    /// What an operator makes of numbers that are enclosed, where some have no values.
    fn of_enclosures(&self, id: TermId, meaning: &Meaning) -> Option<Worth> {
        let Meaning::Operator(applied) = meaning else { return None };
        let worths = self.arguments(id).iter().map(|&argument| self.known(argument));
        let worths = worths.collect::<Option<Vec<&Worth>>>()?;
        let enclosure = |worth: &&Worth| match &worth.value {
            Ok(value) => value.as_real().map(Enclosure::exactly),
            Err(Unknown::Irrational(enclosure)) => Some(Enclosure::clone(enclosure)),
            Err(_) => None,
        };
        let numbers = worths.iter().map(enclosure).collect::<Option<Vec<Enclosure>>>()?;
        let is_chosen = worths.iter().any(|worth| worth.is_chosen);
        match enclosed(applied.operator.name, &numbers)? {
            Ok(value) => Some(Worth { value: Ok(value), is_chosen }),
            Err(NoValue::Unknown(unknown)) => Some(Worth { value: Err(unknown), is_chosen }),
            Err(NoValue::Open) => None,
        }
    }

    fn operate(&self, applied: &Applied, values: &[Value], sort: &Sort) -> Result<Value, NoValue> {
        let call = Call {
            name: &applied.name,
            indices: &applied.indices,
            arguments: values,
            sort,
            signature: &self.model.signature,
        };
        (applied.operator.value)(&call)
    }

    /// The value that is chosen where SMT-LIB leaves one open: the plainest of the sort, and the same every time.
    fn chosen(&mut self, name: &str, values: Vec<Value>, sort: &Sort) -> Worth {
        let key = (name.into(), values);
        let known = self.choices.get(&key).cloned();
        let Some(value) = known.or_else(|| domain::plainest(sort, &self.model.signature)) else {
            return Worth::unknown(Unknown::Symbol(name.into()));
        };
        self.choices.insert(key, value.clone());
        Worth { value: Ok(value), is_chosen: true }
    }

    /// Goes on with the body of a function. An argument without a value is no obstacle where the body is closed, nor is a
    /// number that is only enclosed.
    fn call(&mut self, id: TermId, name: &str, arguments: Vec<Worth>) {
        let model = self.model;
        let values: Option<Vec<Value>> = arguments.iter().map(|worth| worth.value.clone().ok()).collect();
        self.charge(values.iter().flatten().map(weight).sum());
        let missing = || arguments.iter().find_map(|worth| worth.value.clone().err());
        let Some(&at) = model.functions.get(name) else {
            return self.note(id, Worth::unknown(missing().unwrap_or_else(|| Unknown::Symbol(name.into()))));
        };
        let function = &model.definitions.functions[at];
        let is_closed = model.definitions.terms.is_closed(function.body);
        if let Some(unknown) = missing().filter(|unknown| !is_closed && !unknown.is_number()) {
            return self.note(id, Worth::unknown(unknown));
        }
        let is_chosen = arguments.iter().any(|worth| worth.is_chosen);
        let key = values.map(|values| (at, values));
        if let Some(known) = key.as_ref().and_then(|key| self.calls.get(key)) {
            let worth = Worth { is_chosen: is_chosen || known.is_chosen, ..known.clone() };
            return self.note(id, worth);
        }
        if function.parameters.len() != arguments.len() {
            return self.note(id, Worth::unknown(Unknown::Sorts(name.into())));
        }
        let bound = function.parameters.iter().zip(arguments).map(|(&parameter, worth)| {
            let coerced = |value: Value| match model.sorting.variable(parameter) {
                Some(sort) => value.coerced(sort),
                None => value,
            };
            (parameter, Worth { value: worth.value.map(coerced), is_chosen })
        });
        let bound = bound.collect();
        // Constants are closed terms, and known once they are evaluated; so are values that were chosen.
        let remembered = key.filter(|(_, values)| !values.is_empty() && !is_chosen);
        if !self.enter(Frame::new(Place::Definitions, function.body, bound, Then::Give(id, remembered))) {
            self.note(id, Worth::unknown(Unknown::Steps));
        }
    }

    /// A worth with its value as one of the sort of a term.
    pub(super) fn coerced(&self, id: TermId, worth: Worth) -> Worth {
        let Some(frame) = self.frames.last() else { return worth };
        match (self.dags[frame.place as usize].sorting.sort(id), worth) {
            (Sorted::Is(sort), Worth { value: Ok(value), is_chosen }) => {
                Worth { value: Ok(value.coerced(sort)), is_chosen }
            }
            (_, worth) => worth,
        }
    }
}

/// The function that is applied to all of its arguments by `(@ (f x) y)`, which is what `((f x) y)` is read as, and these.
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

/// What a constructor makes of values.
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

/// Steps that work on a value is worth.
fn weight(value: &Value) -> u64 {
    let size = match value {
        Value::Int(number) => dashu_base::BitTest::bit_len(number) / limits::STEP,
        Value::Real(number) => dashu_base::BitTest::bit_len(number.numerator()) / limits::STEP,
        Value::Bits(bits) => bits.width() as usize / limits::STEP,
        Value::Text(text) => text.characters().len() / 16,
        Value::Language(language) => language.size(),
        _ => value.extent().size() as usize / 4,
    };
    size as u64
}
