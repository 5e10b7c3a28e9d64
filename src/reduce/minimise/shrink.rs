//! Failing instance → smaller failing instance, inside its assertions.
//!
//! Every step replaces a term by a smaller one of the same sort and the same value under the
//! witness: a sub-term, another term, the literal of its value; or drops an argument of `and` or
//! `or` that does not decide it. So every assertion stays true under the witness, without asking
//! anybody, and the answer of the one solver is all that has to be asked for: "still fails"
//! cannot drift to a formula that is truly unsatisfiable.

use std::collections::{BTreeMap, BTreeSet};

use super::Origin;
use super::search::Search;
use crate::smtlib::instance::{Instance, Kind};
use crate::smtlib::{Printer, Term, TermId, Terms};
use crate::witness::values::Value;

/// Replacements tried for one term, at most, besides its children.
const REPLACEMENTS: usize = 24;

/// The assertions of an instance as terms, and the values of the terms.
#[derive(Debug)]
pub(super) struct Shrinker {
    terms: Terms,
    values: Vec<Option<Value>>,
    /// Size of each term as a tree; symbols weigh more than literals.
    weights: Vec<u64>,
    /// The smallest term of each value.
    smallest: BTreeMap<Value, TermId>,
    instance: Instance,
    roots: Vec<TermId>,
    /// Formulas that were tried in an assertion.
    tried: BTreeSet<(usize, TermId)>,
    /// Replacements that did not do in an assertion, which may have changed since.
    skipped: BTreeSet<(usize, TermId, TermId)>,
}

impl Shrinker {
    /// A shrinker of `instance`, whose assertions are `roots`, in order. `values` are those of
    /// the closed terms.
    pub(super) fn new(
        instance: &Instance,
        terms: Terms,
        roots: Vec<TermId>,
        values: Vec<Option<Value>>,
    ) -> Self {
        let mut shrinker = Shrinker {
            terms,
            values: Vec::new(),
            weights: Vec::new(),
            smallest: BTreeMap::new(),
            instance: instance.clone(),
            roots,
            tried: BTreeSet::new(),
            skipped: BTreeSet::new(),
        };
        for (id, value) in shrinker.terms.ids().zip(values) {
            shrinker.note(id, value);
        }
        shrinker
    }

    /// Replaces terms, from large to small, while it fails and to a fixpoint, or until the
    /// search is over. What it declares comes from `origin`.
    pub(super) fn shrink(mut self, origin: &Origin<'_>, search: &mut Search<'_>) -> Instance {
        loop {
            let before = self.weight();
            let skips_nothing = self.skipped.is_empty();
            let mut order: Vec<usize> = (0..self.roots.len()).collect();
            order.sort_by_key(|&at| std::cmp::Reverse(self.weights[self.roots[at].index()]));
            for at in order {
                while !search.is_over() && self.step(at, search) {
                    search.keep(&self.instance, &origin.definitions(&self.instance));
                }
            }
            if search.is_over() || (skips_nothing && self.weight() == before) {
                break;
            }
            if self.weight() == before {
                // Other assertions have changed since.
                self.skipped.clear();
                self.tried.clear();
            }
        }
        self.inline(search);
        self.instance
    }

    fn weight(&self) -> u64 {
        self.roots.iter().map(|root| self.weights[root.index()]).fold(0, u64::saturating_add)
    }

    /// One replacement in an assertion; whether there was one.
    fn step(&mut self, at: usize, search: &mut Search<'_>) -> bool {
        let root = self.roots[at];
        for term in self.below(root) {
            if search.is_over() {
                break;
            }
            let mut lighter = Vec::new();
            for replacement in self.replacements(term) {
                if !self.skipped.insert((at, term, replacement)) {
                    continue;
                }
                let new = self.replaced(root, term, replacement);
                if self.weights[new.index()] < self.weights[root.index()] && self.tried.insert((at, new)) {
                    lighter.push(new);
                }
            }
            let found = search.first(&mut lighter.iter().map(|&new| self.with_root(at, new, true)));
            if let Some((which, instance)) = found {
                self.roots[at] = lighter[which];
                self.instance = instance;
                return true;
            }
        }
        false
    }

    /// The closed terms with values of a formula, itself included, large ones first.
    fn below(&self, root: TermId) -> Vec<TermId> {
        let mut seen = BTreeSet::from([root]);
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            self.terms.for_each_child(id, |child| {
                if seen.insert(child) {
                    stack.push(child);
                }
            });
        }
        let mut found: Vec<TermId> =
            seen.into_iter().filter(|id| self.values[id.index()].is_some()).collect();
        found.sort_by_key(|id| (std::cmp::Reverse(self.weights[id.index()]), *id));
        found
    }

    /// Lighter terms that a term may be replaced by, the boldest first.
    fn replacements(&mut self, term: TermId) -> Vec<TermId> {
        let Some(value) = self.values[term.index()].clone() else { return Vec::new() };
        let mut found = Vec::new();
        if let Some(literal) = value.literal(&mut self.terms) {
            self.note_new(literal, |_| Some(value.clone()));
            found.push(literal);
        }
        found.extend(self.smallest.get(&value));
        let mut inside: Vec<TermId> = self.below(term);
        inside.retain(|id| *id != term && self.values[id.index()].as_ref() == Some(&value));
        inside.sort_by_key(|id| self.weights[id.index()]);
        inside.truncate(REPLACEMENTS);
        found.extend(inside);
        found.extend(self.with_fewer_arguments(term));
        found.retain(|id| self.weights[id.index()] < self.weights[term.index()]);
        let mut seen = BTreeSet::new();
        found.retain(|id| seen.insert(*id));
        found
    }

    /// `and` and `or` without one of their arguments, where the others decide the value.
    fn with_fewer_arguments(&mut self, term: TermId) -> Vec<TermId> {
        let Some((head @ ("and" | "or"), arguments)) = self.terms.as_app(term) else { return Vec::new() };
        let (head, arguments) = (head.to_owned(), arguments.to_vec());
        let Some(truth) = self.values[term.index()].as_ref().and_then(Value::truth) else {
            return Vec::new();
        };
        // A false `and` has a false argument, a true `or` a true one.
        let decisive = if head == "and" { !truth } else { truth };
        let decides = |id: &TermId| self.values[id.index()].as_ref().and_then(Value::truth) == Some(truth);
        let mut shorter = Vec::new();
        for left_out in 0..arguments.len() {
            let mut rest = arguments.clone();
            rest.remove(left_out);
            if rest.len() >= 2 && (!decisive || rest.iter().any(decides)) {
                shorter.push(rest);
            }
        }
        let value = self.values[term.index()].clone();
        let apply = |rest: Vec<TermId>| {
            let id = self.terms.app(&head, &rest);
            self.note_new(id, |_| value.clone());
            id
        };
        shorter.into_iter().map(apply).collect()
    }

    /// `root` with each `old` in it exchanged for `new`, which has the same value.
    fn replaced(&mut self, root: TermId, old: TermId, new: TermId) -> TermId {
        let mut known = BTreeMap::from([(old, new)]);
        let mut stack = vec![root];
        while let Some(&id) = stack.last() {
            if known.contains_key(&id) {
                stack.pop();
                continue;
            }
            let mut open = Vec::new();
            self.terms.for_each_child(id, |child| open.push(child));
            // Patterns stay as they are: they mean nothing.
            open.retain(|child| !known.contains_key(child));
            if !open.is_empty() {
                stack.append(&mut open);
                continue;
            }
            stack.pop();
            let mut term = self.terms.get(id).clone();
            match &mut term {
                Term::App(_, arguments) => arguments.iter_mut().for_each(|child| *child = known[child]),
                Term::Var(_) => {}
                Term::Binder(binder) => binder.body = known[&binder.body],
                Term::Match(subject, cases) => {
                    *subject = known[subject];
                    cases.iter_mut().for_each(|case| case.body = known[&case.body]);
                }
            }
            let made = self.terms.intern(term);
            self.note_new(made, |known| known.values[id.index()].clone());
            known.insert(id, made);
        }
        known[&root]
    }

    /// Remembers a term that may be known already.
    fn note_new(&mut self, id: TermId, value: impl FnOnce(&Self) -> Option<Value>) {
        if id.index() >= self.values.len() {
            // The number inside a negative literal comes before it.
            while self.values.len() < id.index() {
                let inner = TermId::nth(self.values.len());
                self.note(inner, None);
            }
            let value = value(self);
            self.note(id, value);
        }
    }

    /// Remembers value and weight of the next term.
    fn note(&mut self, id: TermId, value: Option<Value>) {
        let mut weight = match self.terms.as_app(id) {
            Some((head, [])) if is_literal(head) => 2,
            Some((_, [])) => 3,
            _ => 2,
        };
        self.terms.for_each_child(id, |child| weight = self.weights[child.index()].saturating_add(weight));
        self.weights.push(weight);
        if let Some(value) = value.clone().filter(|_| self.terms.is_closed(id)) {
            let smallest = self.smallest.entry(value).or_insert(id);
            if weight < self.weights[smallest.index()] {
                *smallest = id;
            }
        }
        self.values.push(value);
    }

    /// The instance with another formula in the assertion at a position.
    fn with_root(&self, at: usize, root: TermId, sharing: bool) -> Instance {
        let mut printer = Printer::new(&self.terms);
        printer.share(sharing);
        let text = format!("(assert {})", printer.print(root));
        let mut changed = Instance { drawn: self.instance.drawn.clone(), ..Instance::default() };
        let mut assertions = 0;
        for command in &self.instance.commands {
            let is_changed = command.kind == Kind::Assertion && assertions == at;
            assertions += usize::from(command.kind == Kind::Assertion);
            let line = if is_changed { &text } else { self.instance.line(command).trim_end_matches('\n') };
            changed.add(command.kind, |out| out.push_str(line));
        }
        changed
    }

    /// Spells shared terms out where that is no longer.
    fn inline(&mut self, search: &mut Search<'_>) {
        for at in 0..self.roots.len() {
            // A tree of this size has few nodes and a short text.
            if self.weights[self.roots[at].index()] < 10_000 {
                let plain = self.with_root(at, self.roots[at], false);
                if plain.text.len() < self.instance.text.len() && search.fails(&plain) {
                    self.instance = plain;
                }
            }
        }
    }
}

fn is_literal(head: &str) -> bool {
    matches!(head, "true" | "false") || head.starts_with(|c: char| c.is_ascii_digit() || c == '#' || c == '"')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::seed::Seed;
    use crate::matrix::{Source, Weights};
    use crate::reduce::minimise::search::{Budget, Tools};
    use crate::rng::Key;
    use crate::witness::evaluation::Evaluation;
    use std::path::Path;

    /// What is left of a formula under the plain model, while `fails` holds.
    fn shrunk(formula: &str, fails: fn(&str) -> bool) -> String {
        let source = "(declare-fun x () Int)(declare-fun f (Int) Int)(declare-fun p () Bool)\n\
                      (assert (= x (f x) 5))(assert p)\n";
        let seed =
            Seed::from_bytes(Path::new("x"), format!("{source}(assert {formula})").as_bytes()).unwrap();
        let key = Key::new(&seed.digest, 1);
        let witness = Evaluation::of(&seed, &key, &Weights::only(Source::Paper)).unwrap().witness;
        let values = crate::witness::z3::fresh(|| crate::witness::values::of(&seed.formulas, &witness))
            .unwrap()
            .unwrap();
        let mut instance = Instance::default();
        instance.add(Kind::Assertion, |text| text.push_str(&format!("(assert {formula})")));
        instance.add(Kind::Check, |text| text.push_str("(check-sat)"));
        let roots = vec![seed.formulas.assertions[2]];
        let fails = |candidate: &Instance| fails(&candidate.text);
        let tools = Tools { fails: &fails, jobs: 2, budget: Budget::default(), keep: &mut |_| {} };
        let origin = Origin { instance: &instance, witness: &witness };
        let shrinker = Shrinker::new(&instance, seed.formulas.terms, roots, values);
        let small = Search::with(tools, |search| shrinker.shrink(&origin, search));
        let assertion = small.assertions().next().unwrap();
        assertion.trim_start_matches("(assert ").trim_end_matches(")\n").to_owned()
    }

    #[test]
    fn formulas_become_their_parts_or_their_truth() {
        assert_eq!(shrunk("(and p (or (< x 3) (> (f x) 2)) (not (= x 1)))", |_| true), "true");
        assert_eq!(shrunk("(and p (or (< x 3) (> (f x) 2)))", |text| text.contains("(f ")), "(> (f 5) 2)");
        assert_eq!(shrunk("(not (and (< x 3) p (> x 9)))", |text| text.contains("(> x 9)")), "(not (> x 9))");
    }

    #[test]
    fn arguments_that_do_not_decide_go() {
        let two = |text: &str| text.contains("and") && text.contains("(> x 2)");
        assert_eq!(shrunk("(and p (> x 2) (< x 8) (= x 5))", two), "(and (> x 2) true)");
        let false_one = |text: &str| text.contains("or") && text.contains("p");
        assert_eq!(shrunk("(or (> x 7) p (> x 8) (> x 9))", false_one), "(or p false)");
    }

    #[test]
    fn terms_become_literals_of_their_value_and_lets_are_spelled_out() {
        let fails = |text: &str| text.contains("f");
        assert_eq!(shrunk("(= (+ (f (f x)) (f (f x))) (* 2 x))", fails), "(= (+ (f 5) (f 5)) 10)");
        assert_eq!(
            shrunk("(forall ((y Int)) (or (> y (f x)) (<= y 5)))", |text| text.contains("forall")),
            "(forall ((y Int)) (or (> y 5) (<= y 5)))"
        );
    }
}
