//! Source → terms → text → terms: the same DAG, over our seeds, a large corpus where it is
//! there, and generated instances.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use indexmap::IndexSet;
use libtest_mimic::{Completion, Failed, Trial};
use smt_storm::generate::seed::Seed;
use smt_storm::generate::seed_pools::SeedPools;
use smt_storm::matrix::{Bounds, Form, Source, Weights};
use smt_storm::smtlib::{Formulas, Printer, Script, Term, TermId, Terms, VarId};
use smt_storm::witness::Evaluator;

pub fn tests() -> Vec<Trial> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let corpus = root.join("../shared/corpus");
    vec![
        Trial::test("seeds_are_printed_as_they_were_read", move || {
            assert!(check_all(&root.join("seeds")) >= 154);
            assert!(check_all(&root.join("signatures")) >= 8);
            Ok(())
        }),
        Trial::ignorable_test("the_corpus_is_printed_as_it_was_read", move || {
            if !corpus.is_dir() {
                return Ok(Completion::ignored_with("not here: ../shared/corpus"));
            }
            assert!(check_all(&corpus) >= 900);
            Ok::<_, Failed>(Completion::Completed)
        }),
        Trial::test("instances_are_printed_as_they_were_read", || {
            let root = Path::new(env!("CARGO_MANIFEST_DIR"));
            for seed in ["QF_BV/crc-frame-forgery", "UF/role-hierarchy-delegation", "QF_DT/route-table-trie"]
            {
                let path = root.join("seeds").join(seed).with_extension("smt2");
                let weights = Weights::only(Source::Sampled);
                let evaluator = Evaluator::in_process();
                let pools = SeedPools::build(&path, 1, &Bounds::default(), &weights, &evaluator).unwrap();
                let form = Form::default();
                let mut generator = pools.generator(&form);
                (0..20).for_each(|number| check(&generator.instance(number).text, &path));
            }
            Ok(())
        }),
    ]
}

/// Checks every readable file below `folder`; returns how many there were.
fn check_all(folder: &Path) -> usize {
    let mut files: Vec<PathBuf> = Vec::new();
    for pattern in ["*/*.smt2", "*/*/*.smt2"] {
        let pattern = folder.join(pattern);
        files.extend(glob::glob(&pattern.to_string_lossy()).unwrap().map(Result::unwrap));
    }
    let seeds = files.iter().filter_map(|path| Seed::load(path).ok());
    seeds.map(|seed| check(seed.problem.source(), &seed.path)).count()
}

fn check(source: &str, path: &Path) {
    let script = Script::parse(source.to_owned()).unwrap();
    let formulas = Formulas::read(&script).unwrap();
    let mut printer = Printer::new(&formulas.terms);
    let declarations = script.declarations.iter();
    let mut text: String = declarations.map(|line| script.tree.canonical_text(line.node) + "\n").collect();
    for &assertion in formulas.assertions.iter().chain(&formulas.assumptions) {
        text.push_str(&format!("(assert {})\n", printer.print(assertion)));
    }
    let again = Script::parse(text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let again = Formulas::read(&again).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let roots: Vec<TermId> = formulas.assertions.iter().chain(&formulas.assumptions).copied().collect();
    let same = shape(&formulas.terms, &roots) == shape(&again.terms, &again.assertions);
    assert!(same, "{}", path.display());
}

/// The DAG below `roots`, whatever its terms are numbered: each different node once, children
/// first, and the roots. Names of bound variables do not count, nor does how deep a closed
/// formula stands: printing moves it outwards.
fn shape(terms: &Terms, roots: &[TermId]) -> (IndexSet<String>, Vec<usize>) {
    let mut shape = Shape { terms, numbers: HashMap::new(), nodes: IndexSet::new() };
    let roots = roots.iter().map(|&root| shape.number(root)).collect();
    (shape.nodes, roots)
}

/// A term, and the level at which the outermost binder around it starts (0 if it is closed).
type Place = (TermId, u32);

struct Shape<'a> {
    terms: &'a Terms,
    numbers: HashMap<Place, usize>,
    nodes: IndexSet<String>,
}

impl Shape<'_> {
    fn number(&mut self, root: TermId) -> usize {
        let mut stack = vec![((root, 0), false)];
        while let Some((place, ready)) = stack.pop() {
            if self.numbers.contains_key(&place) {
                continue;
            }
            if ready {
                let node = self.node(place);
                let number = self.nodes.insert_full(node).0;
                self.numbers.insert(place, number);
            } else {
                stack.push((place, true));
                let mut children = self.children(place);
                children.reverse();
                stack.extend(children.into_iter().map(|child| (child, false)));
            }
        }
        self.numbers[&(root, 0)]
    }

    /// The place of a child of the term at `parent`.
    fn below(&self, parent: Place, child: TermId) -> Place {
        let own = match self.terms.get(parent.0) {
            _ if self.terms.is_closed(child) => 0,
            Term::Binder(binder) if self.terms.is_closed(parent.0) => self.level(binder.variables[0]),
            Term::Match(_, cases) if self.terms.is_closed(parent.0) => {
                let first = cases.iter().find_map(|case| case.variables.first());
                first.map_or(parent.1, |&variable| self.level(variable))
            }
            _ => parent.1,
        };
        (child, own)
    }

    fn level(&self, variable: VarId) -> u32 {
        self.terms.variable_of(variable).level
    }

    fn children(&self, place: Place) -> Vec<Place> {
        let mut children = Vec::new();
        self.terms.for_each_child(place.0, |child| children.push(self.below(place, child)));
        if let Term::Binder(binder) = self.terms.get(place.0) {
            let patterns = binder.patterns.iter().flat_map(|pattern| pattern.iter());
            children.extend(patterns.map(|&term| self.below(place, term)));
        }
        children
    }

    fn node(&self, place: Place) -> String {
        let terms = self.terms;
        let number = |&id: &TermId| self.numbers[&self.below(place, id)];
        let sorts = |list: &[VarId]| -> Vec<&str> {
            list.iter().map(|&variable| terms.variable_of(variable).sort.as_str()).collect()
        };
        match terms.get(place.0) {
            Term::App(head, arguments) => {
                let arguments: Vec<usize> = arguments.iter().map(number).collect();
                format!("{} {arguments:?}", terms.head_text(*head))
            }
            Term::Var(variable) => {
                format!("variable {} {:?}", self.level(*variable) - place.1, sorts(&[*variable]))
            }
            Term::Binder(binder) => {
                let patterns: Vec<Vec<usize>> =
                    binder.patterns.iter().map(|pattern| pattern.iter().map(number).collect()).collect();
                let (kind, sorts) = (binder.kind, sorts(&binder.variables));
                format!("{kind:?} {sorts:?} {} {patterns:?}", number(&binder.body))
            }
            Term::Match(term, cases) => {
                let cases = cases.iter().map(|case| {
                    let constructor = case.constructor.map(|head| terms.head_text(head));
                    format!("{constructor:?} {} {}", case.variables.len(), number(&case.body))
                });
                format!("match {} {:?}", number(term), cases.collect::<Vec<_>>())
            }
        }
    }
}
