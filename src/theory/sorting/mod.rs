//! The sort of every term, and the meaning of every head.

mod operator;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use smallvec::SmallVec;

use self::operator::operator;
pub use self::operator::takes_alone;
pub(crate) use self::operator::{element_of, fits};
use crate::smtlib::{Binder, BinderKind, HeadId, Sort, Term, TermId, Terms, VarId};
use crate::theory::meaning::Meaning;
use crate::theory::operators::ResultSort;
use crate::theory::signature::Signature;

/// Terms with the meanings of their heads and their sorts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sorting {
    /// By number of a term.
    sorts: Vec<Sorted>,
    /// By number of a head.
    meanings: Vec<Option<Meaning>>,
    variables: HashMap<VarId, Option<Sort>>,
    /// Whether a `match` said of a variable what was not known when terms before it were looked at.
    is_told_late: bool,
}

/// What is known of a term's sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sorted {
    /// It is this one.
    Is(Sort),
    /// It hangs on a symbol of unknown meaning.
    Unknown,
    /// It has none.
    Mistake(Box<Mistake>),
}

/// Why a term has no sort: its head does not take what it is given.
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
    /// The sort, if it is known.
    pub(crate) fn known(&self) -> Option<&Sort> {
        match self {
            Sorted::Is(sort) => Some(sort),
            Sorted::Unknown | Sorted::Mistake(_) => None,
        }
    }
}

/// How often the sorts of `match` variables may give rise to further ones.
const ROUNDS: usize = 8;

impl Sorting {
    /// Finds the sorts of all terms under what a script declares.
    pub(crate) fn infer(terms: &Terms, signature: &Signature) -> Sorting {
        let mut sorting = Sorting::default();
        sorting.extend(terms, signature);
        sorting
    }

    /// Finds the sorts of the terms that came since, under the same declarations.
    pub(crate) fn extend(&mut self, terms: &Terms, signature: &Signature) {
        let mut first = self.sorts.len();
        for _ in 0..ROUNDS {
            self.sorts.truncate(first);
            self.is_told_late = false;
            for id in terms.ids().skip(first) {
                let sort = self.find(terms, id, signature);
                self.sorts.push(sort);
            }
            if !self.is_told_late {
                break;
            }
            first = 0;
        }
    }

    /// Of how many terms it was asked for the sorts.
    pub(crate) fn len(&self) -> usize {
        self.sorts.len()
    }

    /// Forgets all sorts but those of the first so many terms.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.sorts.truncate(len);
    }

    /// Takes the sort of the term that came last from whoever found it; nothing, if others before it were not looked at.
    pub(crate) fn note(&mut self, id: TermId, sort: &Sort) {
        if self.sorts.len() == id.index() {
            self.sorts.push(Sorted::Is(sort.clone()));
        }
    }

    /// The sort of a term.
    pub(crate) fn sort(&self, id: TermId) -> &Sorted {
        self.sorts.get(id.index()).unwrap_or(&Sorted::Unknown)
    }

    /// What a head means.
    pub(crate) fn meaning(&self, head: HeadId) -> Option<&Meaning> {
        self.meanings.get(head.index())?.as_ref()
    }

    /// The same of a head that may not have been met yet.
    pub(crate) fn learn(&mut self, terms: &Terms, head: HeadId, signature: &Signature) -> &Meaning {
        if self.meanings.len() <= head.index() {
            self.meanings.resize(head.index() + 1, None);
        }
        self.meanings[head.index()].get_or_insert_with(|| Meaning::of(terms.head_text(head), signature))
    }

    /// The sort of a variable.
    pub(crate) fn variable(&self, id: VarId) -> Option<&Sort> {
        self.variables.get(&id)?.as_ref()
    }

    fn find(&mut self, terms: &Terms, id: TermId, signature: &Signature) -> Sorted {
        match terms.get(id) {
            Term::App(head, arguments) => {
                self.learn(terms, *head, signature);
                let Some(meaning) = self.meaning(*head) else { return Sorted::Unknown };
                let mut sorts: SmallVec<[&Sort; 4]> = SmallVec::new();
                for argument in arguments {
                    match &self.sorts[argument.index()] {
                        Sorted::Is(sort) => sorts.push(sort),
                        // `ite` and `=` still say what comes out, and truth may hang on other arguments.
                        Sorted::Unknown | Sorted::Mistake(_) => return partly(meaning, arguments.len()),
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

    fn read_variable(&mut self, terms: &Terms, id: VarId, signature: &Signature) -> Option<Sort> {
        if let Some(known) = self.variables.get(&id) {
            return known.clone();
        }
        let sort = signature.sort(&terms.variable_of(id).sort)?;
        // The mark of a field is no sort.
        if matches!(&sort, Sort::Named(name, _) if name.contains('.') && signature.datatype(name).is_none()) {
            return None;
        }
        self.variables.insert(id, Some(sort.clone()));
        Some(sort)
    }

    /// Gives the variables of a case their sorts. A variable that stands for two is of none.
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

/// The sort of an application of which the sorts of arguments are not all known.
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

/// The sort of an application of a head that has this meaning.
pub(crate) fn application(meaning: &Meaning, head: &str, sorts: &[&Sort]) -> Sorted {
    let found = match meaning {
        Meaning::Literal(value) => sorts.is_empty().then(|| value.sort()),
        Meaning::Unknown(_) => return Sorted::Unknown,
        Meaning::Operator(applied) if applied.operator.takes.is_empty() => return Sorted::Unknown,
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
            // Without `as`, the parameters of an empty list are not told.
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

/// The arguments of a datatype whose constructor takes these sorts; none if they do not tell.
fn solve(parameters: &[String], fields: &[(String, Sort)], given: &[&Sort]) -> Option<Vec<Sort>> {
    let mut bound = HashMap::new();
    for ((_, field), given) in fields.iter().zip(given) {
        unify(field, given, parameters, &mut bound);
    }
    parameters.iter().map(|parameter| bound.get(parameter.as_str()).cloned()).collect()
}

/// Binds the parameters in a sort so that it is another one, as far as that tells them.
pub(crate) fn unify<'a>(
    pattern: &'a Sort,
    sort: &Sort,
    parameters: &[String],
    bound: &mut HashMap<&'a str, Sort>,
) {
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
