//! What holds of the terms that are drawn: checked where the benchmark only shows that it runs.

use std::collections::{BTreeMap, BTreeSet};

use smt_storm::theory::ground::usual;

use crate::probe::Probes;
use crate::term_sampler::is_drawn;

/// Checks all of them.
pub fn check() {
    terms_are_well_sorted_and_reach_every_operator();
    a_number_is_one_term_for_ever();
    values_take_the_place_of_arguments();
    operators_have_other_names();
}

const DRAWN: u32 = 12_000;

fn terms_are_well_sorted_and_reach_every_operator() {
    let probes = Probes::new(1);
    let mut reached = BTreeSet::new();
    let mut valued = 0;
    for probe in (0..DRAWN).filter_map(|number| probes.probe(number)) {
        assert!(probe.is_well_sorted(), "{}", probe.term(&BTreeMap::new()));
        reached.extend(probe.forms().into_iter().map(|(name, _)| name));
        valued += u32::from(probe.value().is_ok());
    }
    let known = usual().filter(|row| is_drawn(row));
    let missed: Vec<&str> = known.map(|row| row.name).filter(|name| !reached.contains(*name)).collect();
    assert!(missed.is_empty(), "{missed:?}");
    assert!(["constructor", "selector", "is", "update"].iter().all(|name| reached.contains(*name)));
    assert!(valued > DRAWN / 2, "{valued}");
}

fn a_number_is_one_term_for_ever() {
    let text = |number| Probes::new(7).probe(number).map(|probe| probe.term(&BTreeMap::new()));
    assert_eq!(text(3), text(3));
    assert_ne!((0..9).map(text).collect::<Vec<_>>(), (9..18).map(text).collect::<Vec<_>>());
}

fn values_take_the_place_of_arguments() {
    let probes = Probes::new(1);
    let probe = probes.read("(+ (* 2 3) (- 1))").unwrap();
    assert_eq!((probe.sort().as_str(), probe.value().as_deref()), ("Int", Ok("5")));
    assert_eq!(probe.with_values().unwrap().term(&BTreeMap::new()), "(+ 6 (- 1))");
    assert_eq!(probe.parts().len(), 3);
    let forms: Vec<String> = probe.forms().into_iter().map(|(_, form)| form).collect();
    assert_eq!(forms, ["*: Int, Int → Int", "-: Int → Int", "+: Int, Int → Int"]);
    assert!(probes.read("(div 1 0)").unwrap().value().is_err());
}

fn operators_have_other_names() {
    let probes = Probes::new(1);
    let spelling =
        BTreeMap::from([("const".to_owned(), "k".to_owned()), ("+".to_owned(), "plus".to_owned())]);
    let probe = probes.read("((as const (Array Int Int)) (+ 1 2))").unwrap();
    assert_eq!(probe.term(&spelling), "((as k (Array Int Int)) (plus 1 2))");
}
