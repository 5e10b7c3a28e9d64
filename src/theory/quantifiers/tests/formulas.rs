//! Random formulas.

use proptest::prelude::*;

/// A formula over variables `x0`, `x1` …, one for each level of quantifiers.
#[derive(Clone, Debug)]
pub(super) enum Formula {
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Same(Term, Term),
    Less(Term, Term),
    /// The other order on bit-vectors.
    Below(Term, Term),
    Quantified(bool, Box<Formula>),
}

#[derive(Clone, Debug)]
pub(super) enum Term {
    Constant(i64),
    /// A variable by its de Bruijn index.
    Variable(usize),
    /// 2·x plus a number; on bit-vectors, the variable itself.
    Twice(usize, i64),
    Table(Box<Term>),
    Binary(Box<Term>, Box<Term>),
    Element(Box<Term>),
    Chosen(Box<Formula>, Box<Term>, Box<Term>),
}

fn terms(formula: Option<BoxedStrategy<Formula>>) -> BoxedStrategy<Term> {
    let leaf = prop_oneof![
        (0..7_i64).prop_map(Term::Constant),
        (0..3_usize).prop_map(Term::Variable),
        (0..3_usize).prop_map(Term::Variable),
        (0..3_usize).prop_map(Term::Variable),
        (0..3_usize, -2..3_i64).prop_map(|(variable, offset)| Term::Twice(variable, offset)),
    ];
    leaf.prop_recursive(2, 6, 2, move |inner| {
        let formula = formula
            .clone()
            .unwrap_or_else(|| Just(Formula::Same(Term::Constant(1), Term::Variable(0))).boxed());
        prop_oneof![
            inner.clone().prop_map(|term| Term::Table(Box::new(term))),
            inner.clone().prop_map(|term| Term::Element(Box::new(term))),
            (inner.clone(), inner.clone())
                .prop_map(|(one, other)| Term::Binary(Box::new(one), Box::new(other))),
            (formula, inner.clone(), inner).prop_map(|(it, one, other)| Term::Chosen(
                Box::new(it),
                Box::new(one),
                Box::new(other)
            )),
        ]
    })
    .boxed()
}

/// Returns a strategy for small formulas.
pub(super) fn formulas() -> BoxedStrategy<Formula> {
    let atom = |terms: BoxedStrategy<Term>| {
        prop_oneof![
            (terms.clone(), terms.clone()).prop_map(|(one, other)| Formula::Same(one, other)),
            (terms.clone(), terms.clone()).prop_map(|(one, other)| Formula::Less(one, other)),
            (terms.clone(), terms).prop_map(|(one, other)| Formula::Below(one, other)),
        ]
    };
    let plain = atom(terms(None)).boxed();
    atom(terms(Some(plain)))
        .prop_recursive(5, 20, 2, |inner| {
            prop_oneof![
                inner.clone().prop_map(|one| Formula::Not(Box::new(one))),
                (inner.clone(), inner.clone())
                    .prop_map(|(one, other)| Formula::And(Box::new(one), Box::new(other))),
                (inner.clone(), inner.clone())
                    .prop_map(|(one, other)| Formula::Or(Box::new(one), Box::new(other))),
                (any::<bool>(), inner).prop_map(|(is_all, one)| Formula::Quantified(is_all, Box::new(one))),
            ]
        })
        .boxed()
}

/// Returns the nesting depth of quantifiers.
pub(super) fn depth(formula: &Formula) -> usize {
    fn of_term(term: &Term) -> usize {
        match term {
            Term::Constant(_) | Term::Variable(_) | Term::Twice(..) => 0,
            Term::Table(one) | Term::Element(one) => of_term(one),
            Term::Binary(one, other) => of_term(one).max(of_term(other)),
            Term::Chosen(it, one, other) => depth(it).max(of_term(one)).max(of_term(other)),
        }
    }
    match formula {
        Formula::Not(one) => depth(one),
        Formula::And(one, other) | Formula::Or(one, other) => depth(one).max(depth(other)),
        Formula::Same(one, other) | Formula::Less(one, other) | Formula::Below(one, other) => {
            of_term(one).max(of_term(other))
        }
        Formula::Quantified(_, one) => 1 + depth(one),
    }
}
