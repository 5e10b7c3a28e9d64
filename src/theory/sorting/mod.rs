//! Sort inference: the sort of every term, and the meaning of every head.

mod operator;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use smallvec::SmallVec;

pub(crate) use self::operator::fits;
use self::operator::operator;
pub use self::operator::{element_of, takes_alone};
use crate::smtlib::{Binder, BinderKind, HeadId, Sort, Term, TermId, Terms, VarId};
use crate::theory::meaning::Meaning;
use crate::theory::operators::{ResultSort, op};
use crate::theory::signature::{Function, Signature};

/// The sorts of terms and the meanings of their heads.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sorting {
    /// The sorts by term number.
    sorts: Vec<Sorted>,
    /// The meanings by head number.
    meanings: Vec<Option<Meaning>>,
    variables: HashMap<VarId, Option<Sort>>,
    /// Whether a `match` determined the sort of a variable after terms with that variable had been sorted.
    is_told_late: bool,
}

/// A function that an operator applies to the items of a sequence, set or bag.
#[derive(Clone, Copy, Debug)]
pub(in crate::theory) enum ItemFunction<'a> {
    /// A `lambda`.
    Lambda(&'a Binder),
    /// A function of the script, named as it is or in `(_ as-array f)`.
    Named(&'a Function),
}

/// The inferred sort of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sorted {
    /// This sort.
    Is(Sort),
    /// The sort depends on a symbol of unknown meaning.
    Unknown,
    /// The term is ill-sorted.
    Mistake(Box<Mistake>),
}

/// A sort error: the head does not take these arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mistake {
    head: Box<str>,
    given: Vec<Sort>,
}

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let given: Vec<String> = self.given.iter().map(Sort::to_string).collect();
        match given.as_slice() {
            [] => write!(f, "`{}` needs arguments", self.head),
            given => write!(f, "`{}` does not take {}", self.head, given.join(", ")),
        }
    }
}

impl Sorted {
    /// Returns the sort, if it is known.
    pub(crate) fn known(&self) -> Option<&Sort> {
        match self {
            Sorted::Is(sort) => Some(sort),
            Sorted::Unknown | Sorted::Mistake(_) => None,
        }
    }
}

/// The maximal number of passes, each of which may determine further sorts of `match` variables.
const ROUNDS: usize = 8;

impl Sorting {
    /// Creates a sorting without terms, with room for this many.
    pub(crate) fn with_capacity(count: usize) -> Sorting {
        Sorting { sorts: Vec::with_capacity(count), ..Sorting::default() }
    }

    /// Infers the sorts of all terms under the declarations of a script.
    pub(crate) fn infer(terms: &Terms, signature: &Signature) -> Sorting {
        let mut sorting = Sorting::default();
        sorting.extend(terms, signature);
        sorting
    }

    /// Infers the sorts of the terms added since, under the same declarations.
    pub(crate) fn extend(&mut self, terms: &Terms, signature: &Signature) {
        let mut first = self.sorts.len();
        self.sorts.reserve(terms.len().saturating_sub(first));
        for _ in 0..ROUNDS {
            self.sorts.truncate(first);
            self.is_told_late = false;
            for id in terms.ids_from(first) {
                let sort = self.find(terms, id, signature);
                self.sorts.push(sort);
            }
            if !self.is_told_late {
                break;
            }
            first = 0;
        }
    }

    /// Returns the number of sorted terms.
    pub(crate) fn len(&self) -> usize {
        self.sorts.len()
    }

    /// Forgets the sorts of all but the first `len` terms.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.sorts.truncate(len);
    }

    /// Records the sort of the newest term without inferring it. Does nothing if earlier terms are not sorted
    /// yet.
    pub(crate) fn note(&mut self, id: TermId, sort: &Sort) {
        if self.sorts.len() == id.index() {
            self.sorts.push(Sorted::Is(sort.clone()));
        }
    }

    /// Takes over what another sorting knows of the term `id` of a seed, of which `copied` is a copy: its sort, if it is the
    /// next one that is missing here, and the meaning of its head. Both have the same declarations.
    pub(crate) fn take_over(
        &mut self,
        (terms, copied): (&Terms, TermId),
        known: &Sorting,
        (seed, id): (&Terms, TermId),
    ) {
        let (Term::App(head, _), Term::App(of_seed, _)) = (terms.get(copied), seed.get(id)) else { return };
        let Some(meaning) = known.meaning(*of_seed) else { return };
        if self.meanings.len() <= head.index() {
            self.meanings.resize(head.index() + 1, None);
        }
        self.meanings[head.index()].get_or_insert_with(|| meaning.clone());
        if self.sorts.len() == copied.index() {
            self.sorts.extend(known.sorts.get(id.index()).cloned());
        }
    }

    pub(crate) fn sort(&self, id: TermId) -> &Sorted {
        self.sorts.get(id.index()).unwrap_or(&Sorted::Unknown)
    }

    pub(crate) fn meaning(&self, head: HeadId) -> Option<&Meaning> {
        self.meanings.get(head.index())?.as_ref()
    }

    /// Returns the meaning of a head that may be new.
    pub(crate) fn learn(&mut self, terms: &Terms, head: HeadId, signature: &Signature) -> &Meaning {
        if self.meanings.len() <= head.index() {
            self.meanings.resize(head.index() + 1, None);
        }
        self.meanings[head.index()].get_or_insert_with(|| Meaning::resolve(terms.head_text(head), signature))
    }

    pub(crate) fn variable(&self, id: VarId) -> Option<&Sort> {
        self.variables.get(&id)?.as_ref()
    }

    fn find(&mut self, terms: &Terms, id: TermId, signature: &Signature) -> Sorted {
        match terms.get(id) {
            Term::App(head, arguments) => {
                self.learn(terms, *head, signature);
                let Some(meaning) = self.meaning(*head) else { return Sorted::Unknown };
                let function = self.item_function(terms, *head, arguments).and_then(|it| self.array_of(it));
                let mut sorts: SmallVec<[&Sort; 4]> = SmallVec::new();
                for argument in arguments {
                    match (&self.sorts[argument.index()], &function) {
                        (Sorted::Is(sort), _) => sorts.push(sort),
                        (_, Some(function)) if sorts.is_empty() => sorts.push(function),
                        // The result sort may still be known, even if that of an argument is not.
                        (Sorted::Unknown | Sorted::Mistake(_), _) => return partly(meaning, arguments.len()),
                    }
                }
                application(meaning, terms.head_text(*head), &sorts)
            }
            Term::Var(variable) => match self.read_variable(terms, *variable, signature) {
                Some(sort) => Sorted::Is(sort),
                None => Sorted::Unknown,
            },
            Term::Binder(binder) => self.binder(terms, binder, signature),
            Term::Match(subject, cases) => {
                if let Sorted::Is(sort) = self.sorts[subject.index()].clone() {
                    for case in cases {
                        let constructor = case.constructor.map(|head| terms.head_text(head));
                        self.bind(constructor, &case.variables, &sort, signature);
                    }
                }
                let sort = cases.iter().find_map(|case| self.sorts[case.body.index()].known());
                sort.map_or(Sorted::Unknown, |sort| Sorted::Is(sort.clone()))
            }
        }
    }

    /// Returns the function among these arguments that an operator applies to the items of a sequence, set or bag.
    pub(in crate::theory) fn item_function<'a>(
        &'a self,
        terms: &'a Terms,
        head: HeadId,
        arguments: &[TermId],
    ) -> Option<ItemFunction<'a>> {
        let operator = self.meaning(head)?.op()?;
        if !op::ITERATIONS.contains(&operator) {
            return None;
        }
        match terms.get(*arguments.first()?) {
            Term::Binder(binder) if binder.kind == BinderKind::Lambda => Some(ItemFunction::Lambda(binder)),
            Term::App(head, arguments) if arguments.is_empty() => match self.meaning(*head)? {
                Meaning::Function(function) if !function.arguments.is_empty() => {
                    Some(ItemFunction::Named(function))
                }
                Meaning::AsArray(function) => Some(ItemFunction::Named(function)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the sort of the array that a function stands for.
    fn array_of(&self, function: ItemFunction<'_>) -> Option<Sort> {
        match function {
            ItemFunction::Lambda(lambda) => {
                let indices = lambda.variables.iter().map(|&variable| self.variable(variable).cloned());
                let element = self.sorts[lambda.body.index()].known()?.clone();
                Some(Sort::array_over(indices.collect::<Option<_>>()?, element))
            }
            ItemFunction::Named(function) => {
                Some(Sort::array_over(function.arguments.clone(), function.result.clone()?))
            }
        }
    }

    fn read_variable(&mut self, terms: &Terms, id: VarId, signature: &Signature) -> Option<Sort> {
        if let Some(known) = self.variables.get(&id) {
            return known.clone();
        }
        let sort = signature.sort(&terms.variable_of(id).sort)?;
        // The mark of a field is not a sort.
        if matches!(&sort, Sort::Named(name, _) if name.contains('.') && signature.datatype(name).is_none()) {
            return None;
        }
        self.variables.insert(id, Some(sort.clone()));
        Some(sort)
    }

    /// Assigns sorts to the variables of a case. A variable bound with two different sorts has none.
    fn bind(
        &mut self,
        constructor: Option<&str>,
        variables: &[VarId],
        subject: &Sort,
        signature: &Signature,
    ) {
        let fields = match constructor {
            None => vec![subject.clone()],
            Some(name) => match (signature.constructor(name), subject) {
                (Some((datatype, at)), Sort::Named(_, arguments)) => datatype.fields(at, arguments),
                _ => return,
            },
        };
        for (&variable, field) in variables.iter().zip(fields) {
            match self.variables.entry(variable) {
                Entry::Vacant(entry) => {
                    entry.insert(Some(field));
                    self.is_told_late = true;
                }
                Entry::Occupied(mut entry) if entry.get().as_ref().is_some_and(|known| *known != field) => {
                    entry.insert(None);
                    self.is_told_late = true;
                }
                Entry::Occupied(_) => {}
            }
        }
    }

    fn binder(&mut self, terms: &Terms, binder: &Binder, signature: &Signature) -> Sorted {
        let body = self.sorts[binder.body.index()].clone();
        let mistake = |given: Vec<Sort>| {
            let head = if binder.kind == BinderKind::Forall { "forall" } else { "exists" };
            Sorted::Mistake(Box::new(Mistake { head: head.into(), given }))
        };
        for &variable in &binder.variables {
            self.read_variable(terms, variable, signature);
        }
        match (binder.kind, body) {
            (BinderKind::Lambda, _) => Sorted::Unknown,
            (_, Sorted::Is(Sort::Bool) | Sorted::Unknown | Sorted::Mistake(_)) => Sorted::Is(Sort::Bool),
            (_, Sorted::Is(sort)) => mistake(vec![sort]),
        }
    }
}

/// Returns the sort of an application with arguments of unknown sorts, if the head alone determines it.
pub(crate) fn partly(meaning: &Meaning, count: usize) -> Sorted {
    match meaning {
        Meaning::Operator(applied) => match applied.operator.result {
            ResultSort::Bool => Sorted::Is(Sort::Bool),
            _ => Sorted::Unknown,
        },
        Meaning::Tester(..) => Sorted::Is(Sort::Bool),
        Meaning::Function(function) if function.arguments.len() == count => {
            function.result.clone().map_or(Sorted::Unknown, Sorted::Is)
        }
        _ => Sorted::Unknown,
    }
}

/// Returns the sort of an application of a head with this meaning.
pub(crate) fn application(meaning: &Meaning, head: &str, sorts: &[&Sort]) -> Sorted {
    let found = match meaning {
        Meaning::Literal(value) => sorts.is_empty().then(|| value.sort()),
        Meaning::Unknown(_) | Meaning::AsArray(_) => return Sorted::Unknown,
        Meaning::Operator(applied) => operator(applied, sorts),
        Meaning::Function(function) => {
            // Higher order: a function as a value, or applied to some of its arguments.
            if function.result.is_none() || sorts.len() < function.arguments.len() {
                return Sorted::Unknown;
            }
            takes(&function.arguments, sorts).then(|| function.result.clone()).flatten()
        }
        Meaning::Constructor(datatype, at, qualifier) => {
            let arguments = match qualifier {
                Some(Sort::Named(_, arguments)) => Some(arguments.clone()),
                Some(_) => None,
                None => solve(&datatype.parameters, &datatype.constructors[*at].fields, sorts),
            };
            // Without `as`, the sort parameters of an empty list are not known.
            let Some(arguments) = arguments else { return Sorted::Unknown };
            takes(&datatype.fields(*at, &arguments), sorts).then(|| datatype.sort(arguments))
        }
        Meaning::Selector(datatype, at, field) => match sorts {
            [Sort::Named(name, arguments)] if *name == datatype.name => {
                datatype.fields(*at, arguments).get(*field).cloned()
            }
            _ => None,
        },
        Meaning::Tester(datatype, _) => match sorts {
            [Sort::Named(name, _)] if *name == datatype.name => Some(Sort::Bool),
            _ => None,
        },
        Meaning::Updater(datatype, at, field) => match sorts {
            [sort @ Sort::Named(name, arguments), new] if *name == datatype.name => {
                let fields = datatype.fields(*at, arguments);
                fields.get(*field).is_some_and(|field| fits(field, new)).then(|| (*sort).clone())
            }
            _ => None,
        },
    };
    let mistake = || {
        let given = sorts.iter().map(|sort| (*sort).clone()).collect();
        Sorted::Mistake(Box::new(Mistake { head: head.into(), given }))
    };
    found.map_or_else(mistake, Sorted::Is)
}

fn takes(wanted: &[Sort], given: &[&Sort]) -> bool {
    wanted.len() == given.len() && wanted.iter().zip(given).all(|(wanted, given)| fits(wanted, given))
}

/// Returns the sort arguments of a datatype whose constructor takes these sorts, or `None` if they are not
/// determined.
fn solve(parameters: &[String], fields: &[(String, Sort)], given: &[&Sort]) -> Option<Vec<Sort>> {
    let mut bound = HashMap::new();
    for ((_, field), given) in fields.iter().zip(given) {
        unify(field, given, parameters, &mut bound);
    }
    parameters.iter().map(|parameter| bound.get(parameter.as_str()).cloned()).collect()
}

/// Binds parameters so that the pattern equals the sort, as far as they occur in the pattern.
fn unify<'a>(pattern: &'a Sort, sort: &Sort, parameters: &[String], bound: &mut HashMap<&'a str, Sort>) {
    match (pattern, sort) {
        (Sort::Named(name, arguments), sort) if arguments.is_empty() && parameters.contains(name) => {
            bound.entry(name).or_insert_with(|| sort.clone());
        }
        (Sort::Named(_, one), Sort::Named(_, other)) => {
            one.iter().zip(other).for_each(|(one, other)| unify(one, other, parameters, bound));
        }
        (Sort::Array(index, element), Sort::Array(other, held)) => {
            unify(index, other, parameters, bound);
            unify(element, held, parameters, bound);
        }
        (Sort::Seq(one), Sort::Seq(other)) => unify(one, other, parameters, bound),
        _ => {}
    }
}
