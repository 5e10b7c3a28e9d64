//! Terms with their sorts and values, as text: what a solver is asked to agree with.

use std::collections::BTreeMap;

use smt_storm::digest::Digest;
use smt_storm::rng::{Key, Stream};
use smt_storm::smtlib::{Expr, Printer, Sort, TermId, Terms};
use smt_storm::theory::ground::{Evaluator, Operator};

use crate::sort_sampler::{DECLARATION, is_datatype};
use crate::term_sampler::{Builder, Draft};

/// Random terms without symbols, by number: each can be made without those before it.
#[derive(Debug)]
pub struct Probes {
    evaluator: Evaluator,
    key: Key,
}

/// A term without symbols, and what it is worth.
#[derive(Clone, Debug)]
pub struct Probe<'a> {
    evaluator: &'a Evaluator,
    terms: Terms,
    root: TermId,
    sort: Sort,
}

impl Probes {
    /// Those of an RNG seed.
    pub fn new(rng_seed: u64) -> Probes {
        let evaluator = Evaluator::new(DECLARATION).unwrap();
        Probes { evaluator, key: Key::new(&Digest::of("ground terms"), rng_seed) }
    }

    /// The datatypes that terms use.
    pub fn declarations(&self) -> &'static str {
        DECLARATION
    }

    /// A term. Each operator is at the root of one of as many successive ones as there are operators, if it can be.
    pub fn probe(&self, number: u32) -> Option<Probe<'_>> {
        let mut rng = self.key.stream(Stream::Instance(number));
        let builder = Builder::new(self.evaluator.signature());
        let depth = match rng.below(10) {
            0..=5 => 1,
            6 | 7 => 2,
            8 => 3,
            _ => 4,
        };
        let mut draft = Draft::default();
        let symbol = number as usize % builder.symbols();
        let (root, sort) = builder.rooted(symbol, depth, &mut draft, &mut rng)?;
        Some(Probe { evaluator: &self.evaluator, terms: draft.terms, root, sort })
    }

    /// The names by which an operator is known, that of SMT-LIB 2.7 first.
    pub fn names(&self, operator: &str) -> Vec<&'static str> {
        if operator == "update" {
            return vec!["update", "update-field"];
        }
        let row = Operator::find(operator);
        row.map(|row| row.names().collect()).unwrap_or_default()
    }

    /// The theory of an operator; that of datatypes is the language itself.
    pub fn theory(&self, operator: &str) -> String {
        Operator::find(operator).map_or_else(|| "datatypes".to_owned(), |row| row.theory.to_string())
    }

    /// A term that is given as text: none if it has no known sort.
    pub fn read(&self, text: &str) -> Option<Probe<'_>> {
        let mut terms = Terms::default();
        let root = read(text, &mut terms)?;
        let sort = self.evaluator.sorts(&terms).remove(&root)?;
        Some(Probe { evaluator: &self.evaluator, terms, root, sort })
    }
}

/// Reads a term without binders.
fn read(text: &str, terms: &mut Terms) -> Option<TermId> {
    of_expr(Expr::read(text)?.first()?, terms)
}

fn of_expr(expr: &Expr, terms: &mut Terms) -> Option<TermId> {
    match expr.children() {
        [] => Some(terms.app(expr.text()?, &[])),
        [mark, ..] if matches!(mark.text(), Some("_" | "as")) => Some(terms.app(&expr.to_string(), &[])),
        [head, arguments @ ..] => {
            let arguments: Option<Vec<_>> =
                arguments.iter().map(|argument| of_expr(argument, terms)).collect();
            Some(terms.app(&head.to_string(), &arguments?))
        }
    }
}

impl Probe<'_> {
    /// The term as text. `spelling` has other names of operators.
    pub fn term(&self, spelling: &BTreeMap<String, String>) -> String {
        let mut respelled = Terms::default();
        let mut known: BTreeMap<TermId, TermId> = BTreeMap::new();
        for id in self.terms.ids() {
            let Some((head, arguments)) = self.terms.as_app(id) else { continue };
            let arguments: Vec<TermId> =
                arguments.iter().filter_map(|argument| known.get(argument).copied()).collect();
            known.insert(id, respelled.app(&renamed(head, spelling), &arguments));
        }
        let mut printer = Printer::new(&respelled);
        printer.share(false);
        known.get(&self.root).map(|root| printer.print(*root)).unwrap_or_default()
    }

    /// Its sort.
    pub fn sort(&self) -> String {
        self.sort.to_string()
    }

    /// Its value, or in a few words why there is none that another could be compared with.
    pub fn value(&self) -> Result<String, String> {
        self.evaluator.values(&self.terms, &[self.root]).remove(0)
    }

    /// The operator at its root, and that with the sorts that it is applied to, widths left out.
    pub fn form(&self) -> Option<(String, String)> {
        self.form_of(self.root, &self.evaluator.sorts(&self.terms))
    }

    /// The forms of all applications in it, those inside of others first.
    pub fn forms(&self) -> Vec<(String, String)> {
        let sorts = self.evaluator.sorts(&self.terms);
        self.reachable().into_iter().filter_map(|id| self.form_of(id, &sorts)).collect()
    }

    /// Whether every term in it has a sort, and the term itself the one that was wanted.
    pub fn is_well_sorted(&self) -> bool {
        let sorts = self.evaluator.sorts(&self.terms);
        self.reachable().iter().all(|id| sorts.contains_key(id)) && sorts.get(&self.root) == Some(&self.sort)
    }

    /// The sorts of all terms in it.
    pub fn sorts(&self) -> Vec<String> {
        let known = self.evaluator.sorts(&self.terms);
        let known = self.reachable().into_iter().filter_map(|id| Some(known.get(&id)?.to_string()));
        let mut sorts: Vec<String> = known.collect();
        sorts.sort_unstable();
        sorts.dedup();
        sorts
    }

    /// Every application of an operator in it, itself included, those inside of others first.
    pub fn parts(&self) -> Vec<Self> {
        let sorts = self.evaluator.sorts(&self.terms);
        let part = |id: TermId| {
            self.form_of(id, &sorts)?;
            Some(Probe { root: id, sort: sorts.get(&id)?.clone(), ..self.clone() })
        };
        self.reachable().into_iter().filter_map(part).collect()
    }

    /// The same with the values of its arguments in their places; none if one has no value, or is a value already.
    pub fn with_values(&self) -> Option<Self> {
        let (head, arguments) = self.terms.as_app(self.root)?;
        let values = self.evaluator.values(&self.terms, arguments);
        let values = values.into_iter().collect::<Result<Vec<_>, _>>().ok()?;
        let mut terms = Terms::default();
        let arguments: Option<Vec<_>> = values.iter().map(|value| read(value, &mut terms)).collect();
        let root = terms.app(head, &arguments?);
        let sort = self.evaluator.sorts(&terms).remove(&root)?;
        (sort == self.sort).then_some(Probe { evaluator: self.evaluator, terms, root, sort })
    }

    /// The name of the operator of an application, and its form: the operator with the sorts that it is applied to, in a
    /// few words. What a solver reads hangs on no more than that. None for a literal.
    fn form_of(&self, id: TermId, sorts: &BTreeMap<TermId, Sort>) -> Option<(String, String)> {
        let (head, arguments) = self.terms.as_app(id)?;
        let signature = self.evaluator.signature();
        // The name in `((as NAME SORT) …)`, `((_ NAME INDEX …) …)` and `(NAME …)`.
        let mut words = head.split([' ', '(', ')']).filter(|word| !matches!(*word, "" | "_" | "as"));
        let first = words.next()?;
        let (name, told) = match Operator::find(first) {
            _ if signature.constructor(first).is_some() => ("constructor", 0..0),
            _ if signature.selector(first).is_some() => ("selector", 0..1),
            _ if first == "is" || first.starts_with("is-") => ("is", 0..1),
            _ if first == "update" && words.next().is_some() => ("update", 0..1),
            // What it chooses between is told by its result.
            Some(row) if row.name == "ite" => ("ite", 0..0),
            Some(row) => (row.name, 0..arguments.len()),
            None => return None,
        };
        let taken =
            arguments.get(told)?.iter().map(|argument| Some(format!(" {}", kind(sorts.get(argument)?))));
        let taken = taken.collect::<Option<Vec<_>>>()?.join(",");
        let made = sorts.get(&id).map(kind)?;
        Some((name.to_owned(), format!("{name}:{taken} → {made}")))
    }

    /// Its sub-terms, itself included, children first.
    fn reachable(&self) -> Vec<TermId> {
        let mut open = vec![self.root];
        let mut found = std::collections::BTreeSet::new();
        while let Some(id) = open.pop() {
            if found.insert(id) {
                self.terms.for_each_child(id, |child| open.push(child));
            }
        }
        found.into_iter().collect()
    }
}

/// A head with another name.
fn renamed(head: &str, spelling: &BTreeMap<String, String>) -> String {
    if spelling.is_empty() {
        return head.to_owned();
    }
    if let Some(name) = spelling.get(head) {
        return name.clone();
    }
    let Some(expr) = head.starts_with('(').then(|| Expr::read(head)).flatten().and_then(|mut all| all.pop())
    else {
        return head.to_owned();
    };
    expr.replaced(&mut |part| spelling.get(part.text()?).map(|name| Expr::atom(name))).to_string()
}

/// A sort without the numbers in it, and without what is deep inside.
fn kind(sort: &Sort) -> String {
    let held = |held: &[&Sort]| held.iter().map(|sort| word(sort)).collect::<Vec<_>>().join(" ");
    match sort {
        Sort::Array(index, element) => format!("(Array {})", held(&[index, element])),
        Sort::Seq(element) => format!("(Seq {})", held(&[element])),
        Sort::Named(name, arguments) if !arguments.is_empty() && !is_datatype(name) => {
            format!("({name} {})", held(&arguments.iter().collect::<Vec<_>>()))
        }
        sort => word(sort),
    }
}

fn word(sort: &Sort) -> String {
    match sort {
        Sort::BitVec(_) => "Bits".to_owned(),
        Sort::Float(..) => "Float".to_owned(),
        Sort::FiniteField(_) => "Field".to_owned(),
        Sort::Array(..) => "Array".to_owned(),
        Sort::Seq(_) => "Seq".to_owned(),
        Sort::Named(name, _) => name.clone(),
        sort => sort.to_string(),
    }
}
