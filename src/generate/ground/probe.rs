//! Terms with their sorts and values, as text: what a solver is asked to agree with.

use std::collections::BTreeMap;

use super::builder::{Builder, Draft};
use super::literals::{self, Literals};
use super::{datatypes, forms};
use crate::digest::Digest;
use crate::rng::{Key, Stream};
use crate::smtlib::{Expr, Printer, Script, Sort, TermId, Terms};
use crate::theory::interpreter::{Interpreter, Model};
use crate::theory::operators::Operator;
use crate::theory::sorting::Sorting;

/// Random terms without symbols, by number: each can be made without those before it.
#[derive(Debug)]
pub struct Probes {
    model: Model,
    key: Key,
}

/// A term without symbols, and what it is worth.
#[derive(Clone, Debug)]
pub struct Probe<'a> {
    model: &'a Model,
    terms: Terms,
    root: TermId,
    sort: Sort,
}

impl Probes {
    /// Those of an RNG seed.
    ///
    /// # Errors
    /// None is known: the declarations are fixed.
    pub fn new(rng_seed: u64) -> Result<Probes, crate::smtlib::ReadError> {
        let script = Script::parse(datatypes::DECLARATION.to_owned())?;
        Ok(Probes { model: Model::of(&script, false)?, key: Key::new(&Digest::of("ground terms"), rng_seed) })
    }

    /// The datatypes that terms use.
    pub fn declarations(&self) -> &'static str {
        datatypes::DECLARATION
    }

    /// A term. Each operator is at the root of one of as many successive ones as there are operators, if it can be.
    pub fn probe(&self, number: u32) -> Option<Probe<'_>> {
        let mut rng = self.key.stream(Stream::Instance(number));
        let signature = &self.model.signature;
        let builder = Builder::new(signature, Literals::new(signature));
        let depth = match rng.below(10) {
            0..=5 => 1,
            6 | 7 => 2,
            8 => 3,
            _ => 4,
        };
        let mut draft = Draft::default();
        let symbol = number as usize % builder.symbols();
        let (root, sort) = builder.rooted(symbol, depth, &mut draft, &mut rng)?;
        Some(Probe { model: &self.model, terms: draft.terms, root, sort })
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
        let root = literals::read(text, &mut terms)?;
        let sort = Sorting::of(&terms, &self.model.signature).sort(root).known()?.clone();
        Some(Probe { model: &self.model, terms, root, sort })
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
    ///
    /// # Errors
    /// SMT-LIB leaves it open, or it is not known.
    pub fn value(&self) -> Result<String, String> {
        self.values([self.root]).pop().unwrap_or_else(|| Err("it has none".to_owned()))
    }

    /// The operator at its root, and that with the sorts that it is applied to, widths left out.
    pub fn form(&self) -> Option<(String, String)> {
        forms::of(self.root, &self.terms, &self.sorting(), &self.model.signature)
    }

    /// The forms of all applications in it, those inside of others first.
    pub fn forms(&self) -> Vec<(String, String)> {
        let sorting = self.sorting();
        let form = |id| forms::of(id, &self.terms, &sorting, &self.model.signature);
        self.reachable().into_iter().filter_map(form).collect()
    }

    /// The sorts of all terms in it.
    pub fn sorts(&self) -> Vec<String> {
        let sorting = self.sorting();
        let known = self.reachable().into_iter().filter_map(|id| Some(sorting.sort(id).known()?.to_string()));
        let mut sorts: Vec<String> = known.collect();
        sorts.sort_unstable();
        sorts.dedup();
        sorts
    }

    /// Every application of an operator in it, itself included, those inside of others first.
    pub fn parts(&self) -> Vec<Self> {
        let sorting = self.sorting();
        let part = |id: TermId| {
            forms::of(id, &self.terms, &sorting, &self.model.signature)?;
            Some(Probe { root: id, sort: sorting.sort(id).known()?.clone(), ..self.clone() })
        };
        self.reachable().into_iter().filter_map(part).collect()
    }

    /// The same with the values of its arguments in their places; none if one has no value, or is a value already.
    pub fn with_values(&self) -> Option<Self> {
        let (head, arguments) = self.terms.as_app(self.root)?;
        let values = self.values(arguments.iter().copied());
        let values = values.into_iter().collect::<Result<Vec<_>, _>>().ok()?;
        let mut terms = Terms::default();
        let arguments: Option<Vec<_>> =
            values.iter().map(|value| literals::read(value, &mut terms)).collect();
        let root = terms.app(head, &arguments?);
        let sort = Sorting::of(&terms, &self.model.signature).sort(root).known()?.clone();
        (sort == self.sort).then_some(Probe { model: self.model, terms, root, sort })
    }

    fn sorting(&self) -> Sorting {
        Sorting::of(&self.terms, &self.model.signature)
    }

    fn values(&self, ids: impl IntoIterator<Item = TermId>) -> Vec<Result<String, String>> {
        let sorting = self.sorting();
        let mut interpreter = Interpreter::new(self.model, &self.terms, &sorting);
        let one = |id| {
            let worth = interpreter.worth(id);
            match worth.value {
                Err(unknown) => Err(unknown.to_string()),
                Ok(_) if worth.is_chosen => Err("SMT-LIB leaves it open".to_owned()),
                Ok(value) => Ok(value.to_string()),
            }
        };
        ids.into_iter().map(one).collect()
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

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::theory::operators;
    use crate::theory::sorting::Sorted;

    const DRAWN: u32 = 12_000;

    #[test]
    fn terms_are_well_sorted_and_reach_every_operator() {
        let probes = Probes::new(1).unwrap();
        let mut reached = BTreeSet::new();
        let mut valued = 0;
        for probe in (0..DRAWN).filter_map(|number| probes.probe(number)) {
            let sorting = Sorting::of(&probe.terms, &probes.model.signature);
            for id in probe.reachable() {
                let sort = sorting.sort(id);
                assert!(matches!(sort, Sorted::Is(_)), "{sort:?}: {}", Printer::new(&probe.terms).print(id));
            }
            assert_eq!(
                *sorting.sort(probe.root),
                Sorted::Is(probe.sort.clone()),
                "{}",
                probe.term(&BTreeMap::new())
            );
            reached.extend(probe.forms().into_iter().map(|(name, _)| name));
            valued += u32::from(probe.value().is_ok());
        }
        let known = operators::usual().filter(|row| !row.takes.is_empty());
        let missed: Vec<&str> = known.map(|row| row.name).filter(|name| !reached.contains(*name)).collect();
        assert!(missed.is_empty(), "{missed:?}");
        assert!(["constructor", "selector", "is", "update"].iter().all(|name| reached.contains(*name)));
        assert!(valued > DRAWN / 2, "{valued}");
    }

    #[test]
    fn a_number_is_one_term_for_ever() {
        let text = |number| Probes::new(7).unwrap().probe(number).map(|probe| probe.term(&BTreeMap::new()));
        assert_eq!(text(3), text(3));
        assert_ne!((0..9).map(text).collect::<Vec<_>>(), (9..18).map(text).collect::<Vec<_>>());
    }

    #[test]
    fn values_take_the_place_of_arguments() {
        let probes = Probes::new(1).unwrap();
        let probe = probes.read("(+ (* 2 3) (- 1))").unwrap();
        assert_eq!((probe.sort().as_str(), probe.value().as_deref()), ("Int", Ok("5")));
        assert_eq!(probe.with_values().unwrap().term(&BTreeMap::new()), "(+ 6 (- 1))");
        assert_eq!(probe.parts().len(), 3);
        let forms: Vec<String> = probe.forms().into_iter().map(|(_, form)| form).collect();
        assert_eq!(forms, ["*: Int, Int → Int", "-: Int → Int", "+: Int, Int → Int"]);
        assert!(probes.read("(div 1 0)").unwrap().value().is_err());
    }

    #[test]
    fn operators_have_other_names() {
        let probes = Probes::new(1).unwrap();
        let spelling =
            BTreeMap::from([("const".to_owned(), "k".to_owned()), ("+".to_owned(), "plus".to_owned())]);
        let probe = probes.read("((as const (Array Int Int)) (+ 1 2))").unwrap();
        assert_eq!(probe.term(&spelling), "((as k (Array Int Int)) (plus 1 2))");
    }
}
