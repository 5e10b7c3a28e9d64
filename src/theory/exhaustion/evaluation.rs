//! Evaluation: terms → columns, leaves first.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::column::{Cells, Column, Support, Truths, points};
use super::space::{FEW_POINTS, POINTS, Refusal, Space};
use crate::smtlib::{Binder, BinderKind, MatchCase, Problem, Sort, Term, TermId, Terms, VarId};
use crate::theory::domain;
use crate::theory::interpreter::{Application, Place, Possible};
use crate::theory::meaning::Meaning;
use crate::theory::model::Model;
use crate::theory::operators::{Kind, Op, op};
use crate::theory::sorting::{Sorted, Sorting};
use crate::theory::value::Value;

/// The maximal number of cells of a column: those of a space, and a few quantified bits more.
const CELLS: usize = 4 * POINTS;
/// The maximal number of cells of columns that are kept after their last use in a formula.
const KEPT: usize = 1 << 16;
/// The maximal number of cells of all these columns together.
const ALL_KEPT: usize = 1 << 22;
/// The maximal size of a table that is indexed by the argument values of an operator.
const DENSE: u64 = 1 << 22;
/// The maximal work, in cells of all columns: a few seconds.
const STEPS: u64 = 1 << 31;
/// The maximal nesting of calls and of cases of a `match`, whose bodies are evaluated recursively.
const MAX_NESTING: u32 = 100;
/// The work of applying an operator to values, in cells.
const APPLICATION: u64 = 64;

/// A problem, ready for exhaustion.
#[derive(Debug)]
pub(crate) struct Setting {
    pub(super) model: Model,
    pub(super) sorting: Sorting,
}

impl Setting {
    /// Collects the declarations of a problem, its definitions and the sorts of its terms.
    ///
    /// # Errors
    /// A definition cannot be read.
    pub(crate) fn collect(problem: &Problem) -> Result<Setting, Refusal> {
        let model = Model::build(&problem.script, false);
        let model = model.map_err(|error| Refusal::Unreadable(error.to_string()))?;
        let sorting = Sorting::infer(&problem.formulas.terms, &model.signature);
        Ok(Setting { model, sorting })
    }

    /// Returns the declared symbols, by name.
    pub(crate) fn declared(&self) -> impl Iterator<Item = &str> {
        let functions = self.model.signature.functions().map(|function| function.name.as_str());
        functions.filter(|name| !self.model.functions.contains_key(*name))
    }

    /// Returns the space of as many of these symbols as have at most `most` points together, in their order.
    pub(crate) fn space<'a>(&self, names: impl Iterator<Item = &'a str>, most: usize) -> Space {
        Space::of_symbols(names, most, &self.model.signature)
    }

    /// Returns the space of the declared symbols with the fewest values.
    pub(crate) fn few_values(&self) -> Space {
        Space::of_fewest(self.declared(), FEW_POINTS, &self.model.signature)
    }

    /// Returns the sort of a term, if it is known.
    pub(crate) fn sort(&self, id: TermId) -> Option<&Sort> {
        self.sorting.sort(id).known()
    }
}

/// Evaluates the terms of a problem at all points of a space.
#[derive(Debug)]
pub(crate) struct Exhaustion<'a> {
    terms: &'a Terms,
    setting: &'a Setting,
    pub(super) space: &'a Space,
    /// The number of values along each axis: the symbols of the space, then variables.
    pub(super) sizes: Vec<usize>,
    /// The axes of the symbols, by name.
    symbols: HashMap<&'a str, u32>,
    /// The axes of variables. Bodies of functions that call each other may have the same variables, so that the depth of
    /// the call counts.
    variables: HashMap<(usize, VarId), Rc<Column>>,
    /// The columns of closed terms.
    known: HashMap<(Place, TermId), Rc<Column>>,
    /// The number of cells that further ones may have.
    room: usize,
    /// The functions whose bodies are being evaluated.
    called: Vec<usize>,
    /// The nesting of bodies that are being evaluated.
    nesting: u32,
    left: u64,
}

/// Variables with given columns: the parameters of a function, and the fields that a `match` binds.
type Bound = BTreeMap<VarId, Rc<Column>>;

/// Numbers for the possible values of a term.
#[derive(Default)]
struct Dictionary(BTreeMap<Possible, u32>);

impl Dictionary {
    fn code(&mut self, value: Possible) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(value).or_insert(next)
    }

    fn entries(self) -> Vec<Possible> {
        let mut entries: Vec<(Possible, u32)> = self.0.into_iter().collect();
        entries.sort_unstable_by_key(|(_, code)| *code);
        entries.into_iter().map(|(value, _)| value).collect()
    }
}

impl<'a> Exhaustion<'a> {
    /// Creates an evaluator of the terms of a problem.
    pub(crate) fn new(terms: &'a Terms, setting: &'a Setting, space: &'a Space) -> Exhaustion<'a> {
        Exhaustion {
            terms,
            setting,
            space,
            sizes: space.symbols.iter().map(|symbol| symbol.count).collect(),
            symbols: space.names().zip(0..).collect(),
            variables: HashMap::new(),
            known: HashMap::new(),
            room: ALL_KEPT,
            called: Vec::new(),
            nesting: 0,
            left: STEPS,
        }
    }

    /// Returns the truth values of a closed formula at all points of the space.
    ///
    /// # Errors
    /// It depends on a symbol outside of the space, or is not supported.
    pub(crate) fn truths(&mut self, formula: TermId) -> Result<Truths, Refusal> {
        let column = self.column(formula)?;
        self.over_space(&column)
    }

    /// Returns the axes of all symbols.
    fn axes(&self) -> Support {
        (0..self.space.symbols.len() as u32).collect()
    }

    /// Returns truth values at all points of the space.
    ///
    /// # Errors
    /// They are no truth values.
    pub(super) fn over_space(&self, column: &Column) -> Result<Truths, Refusal> {
        let truths = column.truths(&self.axes(), &self.sizes).ok_or(Refusal::NotBoolean)?;
        Ok(truths.into_owned())
    }

    /// Returns the values of a closed term at all points of the space: different ones in the order of their first points,
    /// and for each point the number of its value. `None` if a value is not known.
    pub(crate) fn values(&mut self, id: TermId) -> Option<(Vec<Value>, Vec<u32>)> {
        let column = self.column(id).ok()?;
        let (codes, entries) = (column.codes(&self.axes(), &self.sizes), column.entries());
        let mut numbers: Vec<Option<u32>> = vec![None; entries.len()];
        let mut values = Vec::new();
        let mut number = |code: u32| match numbers[code as usize] {
            Some(number) => Some(number),
            None => {
                values.push(entries[code as usize].only()?.clone());
                numbers[code as usize] = Some(values.len() as u32 - 1);
                numbers[code as usize]
            }
        };
        let codes = codes.iter().map(|&code| number(code)).collect::<Option<Vec<u32>>>()?;
        Some((values, codes))
    }

    /// Returns the column of a closed term.
    pub(super) fn column(&mut self, id: TermId) -> Result<Rc<Column>, Refusal> {
        self.evaluate(Place::Problem, id, &Bound::new())
    }

    /// Returns a support that includes those of some columns.
    ///
    /// # Errors
    /// It has too many points.
    pub(super) fn union(&mut self, columns: &[Rc<Column>], more: Option<u32>) -> Result<Support, Refusal> {
        let mut support: Support = columns.iter().flat_map(|column| &column.support).copied().collect();
        support.extend(more);
        support.sort_unstable();
        support.dedup();
        let points = points(&support, &self.sizes).filter(|points| *points <= CELLS);
        let points = points.ok_or(Refusal::Points(CELLS))?;
        self.charge(points as u64 * (1 + columns.len() as u64))?;
        Ok(support)
    }

    fn charge(&mut self, steps: u64) -> Result<(), Refusal> {
        self.left = self.left.checked_sub(steps).ok_or(Refusal::Steps)?;
        Ok(())
    }

    fn place(&self, place: Place) -> (&'a Terms, &'a Sorting) {
        match place {
            Place::Problem => (self.terms, &self.setting.sorting),
            Place::Definitions => (&self.setting.model.definitions.terms, &self.setting.model.sorting),
        }
    }

    /// Evaluates a term under values of bound variables.
    fn evaluate(&mut self, place: Place, root: TermId, bound: &Bound) -> Result<Rc<Column>, Refusal> {
        let (terms, _) = self.place(place);
        let mut found: HashMap<TermId, Rc<Column>> = HashMap::new();
        // The number of uses of each term. Cases of a `match` are evaluated under variables of their own.
        let mut uses: BTreeMap<TermId, u32> = BTreeMap::new();
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            let count = uses.entry(id).or_default();
            *count += 1;
            if *count == 1 && !self.known.contains_key(&(place, id)) {
                children(terms, id).for_each(|child| open.push(child));
            }
        }
        let order: Vec<TermId> = uses.keys().copied().collect();
        for id in order {
            if let Some(known) = self.known.get(&(place, id)) {
                found.insert(id, Rc::clone(known));
                continue;
            }
            let column = Rc::new(self.of_children(place, id, &found, bound)?);
            let cells = column.points();
            if terms.is_closed(id) && cells <= KEPT.min(self.room) {
                self.room -= cells;
                self.known.insert((place, id), Rc::clone(&column));
            }
            found.insert(id, column);
            for child in children(terms, id) {
                let Some(count) = uses.get_mut(&child) else { continue };
                *count -= 1;
                if *count == 0 {
                    found.remove(&child);
                }
            }
        }
        found.remove(&root).ok_or(Refusal::Steps)
    }

    /// Evaluates the body of a function or case within the evaluation of another term.
    fn nested(&mut self, place: Place, root: TermId, bound: &Bound) -> Result<Rc<Column>, Refusal> {
        if self.nesting == MAX_NESTING {
            return Err(Refusal::Steps);
        }
        self.nesting += 1;
        let column = self.evaluate(place, root, bound);
        self.nesting -= 1;
        column
    }

    /// Evaluates a term whose children have been evaluated.
    fn of_children(
        &mut self,
        place: Place,
        id: TermId,
        found: &HashMap<TermId, Rc<Column>>,
        bound: &Bound,
    ) -> Result<Column, Refusal> {
        let (terms, sorting) = self.place(place);
        self.charge(APPLICATION)?;
        let column = |id: &TermId| found.get(id).cloned().ok_or(Refusal::Steps);
        match terms.get(id) {
            Term::Var(variable) => match bound.get(variable) {
                Some(column) => Ok(Column::clone(column)),
                None => self.variable(place, *variable).map(|column| Column::clone(&column)),
            },
            Term::App(head, ids) => {
                let name = terms.head_text(*head);
                let meaning = sorting.meaning(*head).ok_or_else(|| Refusal::Unsupported(name.to_owned()))?;
                let columns = ids.iter().map(column).collect::<Result<Vec<_>, _>>()?;
                match meaning {
                    Meaning::Function(function) => self.call(&function.name, columns),
                    Meaning::Unknown(_) | Meaning::AsArray(_) => Err(Refusal::Unsupported(name.to_owned())),
                    _ => {
                        let application = Application { meaning, name, sort: sorting.sort(id), ids };
                        self.apply(application, &columns)
                    }
                }
            }
            Term::Binder(binder) => {
                let body = column(&binder.body)?;
                self.quantified(binder, &body)
            }
            Term::Match(subject, cases) => {
                let subject = column(subject)?;
                self.cases(place, (id, &subject), cases, bound)
            }
        }
    }

    /// Returns the axis of a quantified variable.
    fn variable(&mut self, place: Place, variable: VarId) -> Result<Rc<Column>, Refusal> {
        if let Some(known) = self.variables.get(&(self.called.len(), variable)) {
            return Ok(Rc::clone(known));
        }
        let (terms, sorting) = self.place(place);
        let unlisted = || Refusal::Values(terms.variable_of(variable).name.clone());
        let sort = sorting.variable(variable).ok_or_else(unlisted)?;
        let values = domain::list(sort, POINTS, &self.setting.model.signature).ok_or_else(unlisted)?;
        let axis = self.sizes.len() as u32;
        self.sizes.push(values.len());
        let column = Rc::new(Column::axis(axis, &values));
        self.variables.insert((self.called.len(), variable), Rc::clone(&column));
        Ok(column)
    }

    /// Reduces a formula over the axes of the variables that a quantifier binds.
    fn quantified(&mut self, binder: &Binder, body: &Column) -> Result<Column, Refusal> {
        let is_all = match binder.kind {
            BinderKind::Forall => true,
            BinderKind::Exists => false,
            BinderKind::Lambda => return Err(Refusal::Unsupported("lambda".to_owned())),
        };
        let axes = binder
            .variables
            .iter()
            .filter_map(|variable| self.variables.get(&(self.called.len(), *variable)));
        let axes: Support = axes.flat_map(|column| column.support.iter().copied()).collect();
        let (inside, outside): (Support, Support) = body.support.iter().partition(|axis| axes.contains(axis));
        let run = points(&inside, &self.sizes).ok_or(Refusal::Points(CELLS))?;
        let target: Support = outside.iter().chain(&inside).copied().collect();
        self.charge(body.points() as u64 * 4)?;
        let truths = body.truths(&target, &self.sizes);
        let truths = truths.ok_or(Refusal::NotBoolean)?;
        Ok(Column { support: outside, cells: Cells::Truths(truths.reduced(run, is_all)) })
    }

    /// Applies a function that the script declares or defines.
    fn call(&mut self, name: &str, columns: Vec<Rc<Column>>) -> Result<Column, Refusal> {
        let model = &self.setting.model;
        let Some(&at) = model.functions.get(name) else { return self.declared(name, &columns) };
        let function = &model.definitions.functions[at];
        if self.called.contains(&at) || function.parameters.len() != columns.len() {
            return Err(Refusal::Unsupported(name.to_owned()));
        }
        let parameters = function.parameters.iter().zip(columns).map(|(&parameter, column)| {
            let column = match model.sorting.variable(parameter) {
                Some(sort) => coerced(column, sort),
                None => column,
            };
            (parameter, column)
        });
        let parameters = parameters.collect();
        self.called.push(at);
        let column = self.nested(Place::Definitions, function.body, &parameters);
        self.called.pop();
        let column = column?;
        let result = model.signature.find(name).and_then(|function| function.result.as_ref());
        Ok(Column::clone(
            &result.map_or_else(|| Rc::clone(&column), |sort| coerced(Rc::clone(&column), sort)),
        ))
    }

    /// Applies a symbol of the space.
    fn declared(&mut self, name: &str, columns: &[Rc<Column>]) -> Result<Column, Refusal> {
        let space = self.space;
        let axis = *self.symbols.get(name).ok_or_else(|| Refusal::Values(name.to_owned()))?;
        let symbol = &space.symbols[axis as usize];
        if columns.len() != symbol.arguments.len() {
            return Err(Refusal::Unsupported(name.to_owned()));
        }
        if columns.is_empty() {
            return Ok(Column::axis(axis, &symbol.values));
        }
        let support = self.union(columns, Some(axis))?;
        let base = symbol.values.len() as u32;
        let numbers = Column {
            support: vec![axis],
            cells: Cells::Codes((0..symbol.count as u32).collect(), Vec::new()),
        };
        let numbers = numbers.codes(&support, &self.sizes).into_owned();
        // The row of the arguments at each point; `None` where one of them is open.
        let mut rows: Vec<Option<usize>> = vec![Some(0); numbers.len()];
        for (column, (sort, values)) in columns.iter().zip(&symbol.arguments) {
            let place = |entry: &Possible| values.binary_search(&entry.only()?.clone().coerced(sort)).ok();
            let places: Vec<Option<usize>> = column.entries().iter().map(place).collect();
            let codes = column.codes(&support, &self.sizes);
            for (row, &code) in rows.iter_mut().zip(codes.iter()) {
                *row = row.zip(places[code as usize]).map(|(row, place)| row * values.len() + place);
            }
        }
        let digits = symbol.digits();
        let value = |(number, row): (&u32, Option<usize>)| match row {
            Some(row) => *number / digits[row] % base,
            None => base,
        };
        let codes = numbers.iter().zip(rows).map(value).collect();
        let open = Possible::any_of(&Sorted::Is(symbol.result.clone()), &self.setting.model.signature);
        let entries = symbol.values.iter().cloned().map(Possible::Exactly).chain([open]);
        Ok(Column::from_codes(support, codes, entries.collect()))
    }

    /// Applies an operator, a constructor or its like.
    fn apply(&mut self, application: Application<'_>, columns: &[Rc<Column>]) -> Result<Column, Refusal> {
        let signature = &self.setting.model.signature;
        if columns.is_empty() {
            return Ok(Column::constant(Possible::applied(application, &[], signature)));
        }
        let support = self.union(columns, None)?;
        if let Meaning::Operator(applied) = application.meaning {
            if let Some(truths) = self.connective(applied.operator.op, &support, columns) {
                return Ok(Column { support, cells: Cells::Truths(truths) });
            }
            if let (Kind::Conditional, [condition, yes, no]) = (applied.operator.kind, columns) {
                let sort = match application.sort {
                    Sorted::Is(sort) => sort,
                    _ => return Err(Refusal::Unsupported(application.name.to_owned())),
                };
                let branches = [coerced(Rc::clone(yes), sort), coerced(Rc::clone(no), sort)];
                let condition = condition.truths(&support, &self.sizes);
                let Some(condition) = condition else {
                    return Err(Refusal::Unsupported(application.name.to_owned()));
                };
                let branch = |point: usize| match condition.at(point) {
                    [true, true] => None,
                    [is_false, _] => Some(usize::from(is_false)),
                };
                return Ok(self.select(support, &branches, branch, |all| all[0].or(all[1])));
            }
        }
        let entries: Vec<_> = columns.iter().map(|column| column.entries()).collect();
        let combinations = entries.iter().try_fold(1_u64, |all, one| all.checked_mul(one.len() as u64));
        let combinations = combinations.ok_or(Refusal::Points(CELLS))?;
        let mut keys: Vec<u64> = Vec::new();
        for (column, entries) in columns.iter().zip(&entries) {
            let codes = column.codes(&support, &self.sizes);
            if keys.is_empty() {
                keys = codes.iter().map(|&code| u64::from(code)).collect();
                continue;
            }
            let size = entries.len() as u64;
            keys.iter_mut().zip(codes.iter()).for_each(|(key, &code)| *key = *key * size + u64::from(code));
        }
        let mut dictionary = Dictionary::default();
        let mut left = self.left;
        let mut result = |mut key: u64| -> Result<u32, Refusal> {
            left = left.checked_sub(APPLICATION).ok_or(Refusal::Steps)?;
            let mut arguments: Vec<&Possible> = Vec::with_capacity(entries.len());
            for entries in entries.iter().rev() {
                arguments.push(&entries[(key % entries.len() as u64) as usize]);
                key /= entries.len() as u64;
            }
            arguments.reverse();
            Ok(dictionary.code(Possible::applied(application, &arguments, signature)))
        };
        let mut codes: Vec<u32> = Vec::with_capacity(keys.len());
        if combinations <= DENSE {
            let mut known = vec![u32::MAX; combinations as usize];
            for key in keys {
                let code = &mut known[key as usize];
                if *code == u32::MAX {
                    *code = result(key)?;
                }
                codes.push(*code);
            }
        } else {
            let mut known: HashMap<u64, u32> = HashMap::new();
            for key in keys {
                let code = match known.get(&key) {
                    Some(code) => *code,
                    None => *known.entry(key).or_insert(result(key)?),
                };
                codes.push(code);
            }
        }
        self.left = left;
        Ok(Column::from_codes(support, codes, dictionary.entries()))
    }

    /// Combines Boolean columns by words of 64 points; `None` if the operator is no such connective.
    fn connective(&self, operator: Op, support: &[u32], columns: &[Rc<Column>]) -> Option<Truths> {
        let is_connective = match operator {
            op::NOT | op::AND | op::OR | op::IMPLIES | op::XOR => true,
            op::EQUAL => columns.len() == 2,
            _ => false,
        };
        // A term is equal to itself also where its value is open.
        if !is_connective || (operator == op::EQUAL && Rc::ptr_eq(&columns[0], &columns[1])) {
            return None;
        }
        let truths = columns.iter().map(|column| column.truths(support, &self.sizes));
        let truths = truths.collect::<Option<Vec<_>>>()?;
        let (last, others) = truths.split_last()?;
        let mut all = Truths::clone(last);
        for other in others.iter().rev() {
            all = match operator {
                op::AND => all.and(other),
                op::OR => all.or(other),
                // It associates to the right.
                op::IMPLIES => all.or(&other.not()),
                op::XOR => all.equal(other).not(),
                _ => all.equal(other),
            };
        }
        Some(if operator == op::NOT { all.not() } else { all })
    }

    /// Takes each point from one of some columns, or from all of them where it is open which one.
    fn select(
        &mut self,
        support: Support,
        columns: &[Rc<Column>],
        which: impl Fn(usize) -> Option<usize>,
        open: impl Fn(&[&Possible]) -> Possible,
    ) -> Column {
        let mut dictionary = Dictionary::default();
        let entries: Vec<_> = columns.iter().map(|column| column.entries()).collect();
        let mut number = |entry: &Possible| dictionary.code(entry.clone());
        let numbers: Vec<Vec<u32>> =
            entries.iter().map(|entries| entries.iter().map(&mut number).collect()).collect();
        let codes: Vec<_> = columns.iter().map(|column| column.codes(&support, &self.sizes)).collect();
        let cells = (0..codes.first().map_or(0, |codes| codes.len())).map(|point| match which(point) {
            Some(at) => numbers[at][codes[at][point] as usize],
            None => {
                let all: Vec<&Possible> = codes
                    .iter()
                    .zip(&entries)
                    .map(|(codes, entries)| &entries[codes[point] as usize])
                    .collect();
                dictionary.code(open(&all))
            }
        });
        let cells = cells.collect();
        Column::from_codes(support, cells, dictionary.entries())
    }

    /// Evaluates a `match`.
    fn cases(
        &mut self,
        place: Place,
        (id, subject): (TermId, &Rc<Column>),
        cases: &[MatchCase],
        bound: &Bound,
    ) -> Result<Column, Refusal> {
        let (terms, sorting) = self.place(place);
        let Sorted::Is(sort) = sorting.sort(id) else {
            return Err(Refusal::Unsupported("match".to_owned()));
        };
        let entries = subject.entries().into_owned();
        let mut columns = Vec::new();
        for case in cases {
            let mut bound = bound.clone();
            for (field, &variable) in case.variables.iter().enumerate() {
                let column = match case.constructor {
                    None => Rc::clone(subject),
                    Some(head) => {
                        let constructor = terms.head_text(head);
                        Rc::new(self.field(subject, &entries, (constructor, field)))
                    }
                };
                bound.insert(variable, column);
            }
            columns.push(coerced(self.nested(place, case.body, &bound)?, sort));
        }
        // The case of each value of the subject.
        let case_of = |entry: &Possible| match entry.only() {
            Some(Value::Data(data)) => cases.iter().position(|case| {
                case.constructor.is_none_or(|head| terms.head_text(head) == &**data.constructor())
            }),
            _ => None,
        };
        let case_of: Vec<Option<usize>> = entries.iter().map(case_of).collect();
        let all: Vec<Rc<Column>> = columns.iter().chain([subject]).cloned().collect();
        let support = self.union(&all, None)?;
        let codes = subject.codes(&support, &self.sizes).into_owned();
        let any = Possible::any_of(sorting.sort(id), &self.setting.model.signature);
        Ok(self.select(support, &columns, |point| case_of[codes[point] as usize], |_| any.clone()))
    }

    /// Returns a field of the values that a constructor builds; for other values, anything.
    fn field(&self, subject: &Column, entries: &[Possible], (constructor, field): (&str, usize)) -> Column {
        let mut dictionary = Dictionary::default();
        let held = |entry: &Possible| match entry.only() {
            Some(Value::Data(data)) if **data.constructor() == *constructor => {
                data.fields().get(field).cloned()
            }
            _ => None,
        };
        let held: Vec<Option<Value>> = entries.iter().map(held).collect();
        // Points of other constructors are not used, so that any value does.
        let some = held.iter().flatten().next().cloned();
        let code = |value: Option<Value>| {
            let value = value.or_else(|| some.clone());
            dictionary.code(value.map_or(Possible::Any, Possible::Exactly))
        };
        let numbers: Vec<u32> = held.into_iter().map(code).collect();
        let codes = subject.codes(&subject.support, &self.sizes);
        let codes = codes.iter().map(|&code| numbers[code as usize]).collect();
        Column::from_codes(subject.support.clone(), codes, dictionary.entries())
    }
}

/// Returns the terms below one that are evaluated before it.
fn children(terms: &Terms, id: TermId) -> impl Iterator<Item = TermId> {
    let mut children: Vec<TermId> = Vec::new();
    match terms.get(id) {
        Term::Match(subject, _) => children.push(*subject),
        _ => terms.for_each_child(id, |child| children.push(child)),
    }
    children.into_iter()
}

/// Returns a column of integers as one of reals, if those are wanted.
fn coerced(column: Rc<Column>, sort: &Sort) -> Rc<Column> {
    match &column.cells {
        Cells::Codes(codes, entries) if *sort == Sort::Real => {
            let entries = entries.iter().map(|entry| entry.clone().coerced(sort)).collect();
            let cells = Cells::Codes(codes.clone(), entries);
            Rc::new(Column { support: column.support.clone(), cells })
        }
        _ => column,
    }
}
