//! Other sorts in place of those that a seed declares: numbers, words, strings, arrays, sequences and datatypes.
//!
//! What a seed says of a declared sort is well-sorted over any other one: it compares values, stores them and passes them to
//! functions, but computes nothing from them. So the sort is replaced wherever it stands, or becomes a datatype under its
//! own name, and the copy is a problem like any other: witnesses are searched and formulas evaluated anew.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::definitions::Fresh;
use super::new_symbols::SymbolMaker;
use super::seed_sorts::arguments;
use crate::matrix::{ODD_ARRAYS, OF_ARRAYS, Operators};
use crate::rng::Rng;
use crate::smtlib::{DeclarationKind, Logic, NodeId, Problem, Sort, Term};
use crate::theory::operators::op;
use crate::theory::signature::Signature;

/// Share of the declared sorts that are replaced, in percent.
const REPLACED: u32 = 70;
/// Share of these that become datatypes, in percent, where the logic has some.
const DATATYPES: u32 = 35;

/// What a problem builds with a declared sort.
#[derive(Clone, Copy, Debug, Default)]
struct Uses {
    /// The indices of arrays.
    indexes: bool,
    /// The elements of arrays, or parts of other sorts.
    is_part: bool,
    /// The arguments or results of functions.
    has_functions: bool,
    /// What quantifiers range over, perhaps.
    is_quantified: bool,
    /// Three or more values that are distinct, perhaps.
    is_distinct: bool,
    /// Parts of sets, bags and the like. Solvers differ in the sorts of which they take some.
    is_elsewhere: bool,
}

/// Copies a problem with other sorts of a logic in place of declared ones. Returns `None` if it declares none, or if none is
/// replaced.
pub(super) fn replace_sorts(
    problem: &Problem,
    logic: Logic,
    operators: &Operators,
    (fresh, rng): (&mut Fresh, &mut Rng),
) -> Option<Problem> {
    let declared = problem.script.declarations.iter().filter_map(|line| match &line.kind {
        DeclarationKind::Sort(name, 0) => Some((line.node, name)),
        _ => None,
    });
    let declared: Vec<(NodeId, &String)> = declared.collect();
    if declared.is_empty() {
        return None;
    }
    let signature = Signature::collect(&problem.script);
    let terms = &problem.formulas.terms;
    let is_quantified = terms.ids().any(|id| matches!(terms.get(id), Term::Binder(_)));
    let has_distinct =
        |id| terms.as_app(id).is_some_and(|(head, of)| head == op::DISTINCT.name() && of.len() > 2);
    let is_distinct = terms.ids().any(has_distinct);
    let mut edits = BTreeMap::new();
    for (declaration, name) in declared {
        // Sorts and functions may have the same name.
        if signature.find(name).is_some() || !rng.percent(REPLACED) {
            continue;
        }
        let uses = Uses { is_quantified, is_distinct, ..Uses::collect(name, &signature) };
        if uses.is_elsewhere {
            continue;
        }
        let mut maker = SymbolMaker::of_logic(logic, operators, (&mut *fresh, &mut *rng));
        let is_datatype = logic.datatypes && maker.rng.percent(DATATYPES);
        // Z3 indexes the arrays of its logics of bit-vectors by nothing else.
        if is_datatype && !uses.indexes && (!uses.is_part || operators.list(ODD_ARRAYS)) {
            let constructors = maker.draw_constructors(name, is_quantified);
            edits.insert(declaration, format!("(declare-datatypes (({name} 0)) ({constructors}))").into());
        } else if let Some(sort) = maker.draw_sort(uses) {
            replace(problem, (declaration, name), &sort.to_string().into(), &mut edits);
        }
    }
    if edits.is_empty() { None } else { problem.edited(&edits).ok() }
}

/// Replaces a declared sort everywhere but in its declaration.
fn replace(
    problem: &Problem,
    (declaration, name): (NodeId, &str),
    sort: &Arc<str>,
    edits: &mut BTreeMap<NodeId, Arc<str>>,
) {
    let tree = &problem.script.tree;
    let elsewhere = tree.roots().iter().filter(|&&root| root != declaration);
    let uses =
        elsewhere.flat_map(|&root| tree.nodes_in(root)).filter(|&node| tree.symbol(node) == Some(name));
    edits.extend(uses.map(|node| (node, Arc::clone(sort))));
}

impl Uses {
    /// Collects what declarations build with a declared sort.
    fn collect(name: &str, signature: &Signature) -> Uses {
        let mut uses = Uses::default();
        for function in signature.functions() {
            let sorts = || function.arguments.iter().chain(&function.result);
            sorts().for_each(|sort| uses.add(name, sort, signature));
            uses.has_functions |=
                !function.arguments.is_empty() && sorts().any(|sort| is_declared(name, sort));
        }
        for (_, sort) in
            signature.datatypes().flat_map(|datatype| &datatype.constructors).flat_map(|one| &one.fields)
        {
            uses.is_part |= mentions(name, sort);
            uses.add(name, sort, signature);
        }
        uses
    }

    fn add(&mut self, name: &str, sort: &Sort, signature: &Signature) {
        let parts = arguments(sort);
        let is_used = parts.iter().any(|part| mentions(name, part));
        match sort {
            Sort::Array(index, element) => {
                self.indexes |= mentions(name, index);
                self.is_part |= mentions(name, element);
            }
            Sort::Named(other, _) => {
                self.is_part |= is_used;
                self.is_elsewhere |= is_used && signature.datatype(other).is_none();
            }
            _ => self.is_part |= is_used,
        }
        parts.into_iter().for_each(|part| self.add(name, part, signature));
    }
}

fn is_declared(name: &str, sort: &Sort) -> bool {
    matches!(sort, Sort::Named(other, _) if other == name)
}

fn mentions(name: &str, sort: &Sort) -> bool {
    is_declared(name, sort) || arguments(sort).into_iter().any(|sort| mentions(name, sort))
}

impl SymbolMaker<'_> {
    /// Draws a sort for what a problem builds with it. Returns `None` if the logic has none for this.
    fn draw_sort(&mut self, uses: Uses) -> Option<Sort> {
        let sort = match uses {
            Uses { indexes: true, .. } => self.draw_index_sort(),
            Uses { is_part: true, .. } if !self.operators.list(ODD_ARRAYS) => self.draw_element_sort(),
            _ => self.draw_any_sort(),
        }?;
        let fits = match sort {
            Sort::Bool | Sort::Int | Sort::Real | Sort::BitVec(_) => true,
            _ if uses.is_quantified => false,
            // Yices refuses three arrays that are distinct.
            Sort::Array(..) => {
                !uses.is_distinct && (!uses.has_functions || self.operators.contains(OF_ARRAYS))
            }
            _ => true,
        };
        fits.then_some(sort)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::generate::batch::Batch;
    use crate::generate::seed::Seed;
    use crate::generate::seed_pools::SeedPools;
    use crate::generate::strategy::Strategy;
    use crate::generate::term_builder::rewrite::within;
    use crate::matrix::{Bounds, Form, Source, Weights};
    use crate::theory::usable::ill_sorted;
    use crate::witness::{Evaluator, Truth};

    const SEEDS: [&str; 6] = [
        "(set-logic QF_AX)(declare-sort I 0)(declare-sort U 0)(declare-fun a () (Array I U))(declare-fun i () I)\
         (declare-fun u () U)(assert (= (select (store a i u) i) u))(assert (not (= a (store a i u))))",
        "(set-logic QF_UFLRA)(declare-sort U 0)(declare-fun f (U) U)(declare-fun g (U) Real)(declare-fun u () U)\
         (assert (distinct u (f (f u))))(assert (< (g u) (g (f u))))",
        "(set-logic UFDTLIA)(declare-sort U 0)(declare-datatypes ((L 0)) (((nil) (cons (hd U) (tl L)))))\
         (declare-fun f (U) Int)(declare-fun l () L)(declare-fun u () U)\
         (assert (or (= (hd l) u) (forall ((x U)) (= (f x) (f u)))))",
        "(set-logic ALL)(declare-sort U 0)(declare-fun f (U U) Bool)(declare-fun u () U)(declare-fun v () U)\
         (assert (and (f u v) (not (f v u))))(assert (distinct u v))",
        "(set-logic QF_UF)(declare-sort U 0)(declare-fun f (U) U)(declare-fun u () U)(assert (= u (f (f u))))",
        "(set-logic QF_UFBVFP)(declare-sort U 0)(declare-fun f (U) (_ BitVec 3))(declare-fun u () U)(declare-fun v () U)\
         (assert (or (= u v) (bvult (f u) (f v))))",
    ];

    fn batch(seed: &Seed, rng_seed: u64, operators: &Operators) -> Batch {
        let bounds = Bounds {
            synthesis: 20,
            wrappers: 20,
            context: 10,
            operators: operators.clone(),
            ..Bounds::default()
        };
        let batch = seed.batch(0, rng_seed, &bounds, &Weights::only(Source::Sampled));
        Batch { has_own_sorts: true, is_wide: rng_seed % 2 == 1, strategy: Strategy::Mixed, ..batch }
    }

    /// Returns the sort of `u` in copies of a seed: a part of its text, and `datatype` if it is one.
    fn sorts(text: &str, operators: &Operators) -> BTreeSet<String> {
        let seed = Seed::from_bytes("x.smt2".as_ref(), text.as_bytes()).unwrap();
        let mut met = BTreeSet::new();
        for rng_seed in 0..400 {
            let problem = seed.prepare(&batch(&seed, rng_seed, operators)).problem;
            let signature = Signature::collect(&problem.script);
            let sort = signature.find("u").unwrap().result.clone().unwrap();
            let datatype = signature.datatypes().find(|datatype| sort == datatype.sort(Vec::new()));
            met.insert(match datatype {
                Some(datatype) if datatype.constructors.iter().all(|one| one.fields.is_empty()) => {
                    "enumeration".into()
                }
                Some(_) => "datatype".into(),
                None => sort.to_string(),
            });
        }
        met
    }

    #[test]
    fn declared_sorts_become_what_the_logic_and_the_row_have() {
        let all = Operators::without(&["fp.rem"]);
        let in_arrays = sorts(SEEDS[0], &all);
        for sort in ["U", "Bool", "Int", "(_ BitVec", "(_ FloatingPoint", "(Array Bool "] {
            assert!(in_arrays.iter().any(|one| one.starts_with(sort)), "{sort}: {in_arrays:?}");
        }
        let anywhere = sorts(SEEDS[3], &all);
        for sort in ["enumeration", "datatype", "Real", "String", "(Seq ", "(Array ", "(_ FloatingPoint 2 "] {
            assert!(anywhere.iter().any(|one| one.starts_with(sort)), "{sort}: {anywhere:?}");
        }
        // Quantifiers range over numbers, words, truth values and enumerations.
        let quantified = sorts(SEEDS[2], &all);
        assert!(quantified.contains("enumeration") && !quantified.contains("datatype"), "{quantified:?}");
        assert!(quantified.iter().all(|sort| !sort.contains("Array")), "{quantified:?}");
        // A row that lists no operator has no odd arrays.
        let unlisted = sorts(SEEDS[0], &Operators::all());
        assert!(unlisted.iter().all(|sort| !sort.contains("Array") && sort != "Bool"), "{unlisted:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_witness_of_a_copy_satisfies_its_instances(rng_seed: u64, which in 0..SEEDS.len(), lists: bool) {
            let operators = if lists { Operators::without(&["fp.rem"]) } else { Operators::all() };
            let seed = Seed::from_bytes("x.smt2".as_ref(), SEEDS[which].as_bytes()).unwrap();
            let batch = batch(&seed, rng_seed, &operators);
            let pools = SeedPools::build_batch(&seed, batch.clone(), &Evaluator::alone()).unwrap();
            let form = Form::default();
            let instance = pools.generator(&form).instance(0);
            let problem = Problem::read(instance.text.clone()).unwrap();
            prop_assert_eq!(ill_sorted(&problem).unwrap(), [], "{}", instance.text);
            let valuation = Evaluator::alone().valuation(&problem, &pools.initial.witness).unwrap();
            let terms = &problem.formulas.terms;
            for &formula in &problem.formulas.assertions {
                // The pool alone may know how it built a quantifier over a large sort. By trying values, its value
                // may stay unknown, or depend on the first value that decides it.
                let is_quantified = within(terms, formula).any(|id| terms.get(id).is_quantifier());
                let is_true = match valuation.truth(formula) {
                    Some(Truth::Is(truth)) => truth,
                    Some(Truth::Unknown | Truth::Chosen(true)) => is_quantified,
                    _ => false,
                };
                prop_assert!(is_true, "{}", instance.text);
            }
            let again = SeedPools::build_batch(&seed, batch, &Evaluator::alone()).unwrap();
            prop_assert_eq!(again.generator(&form).instance(0).text, instance.text);
        }
    }
}
