//! Elements of finite fields of prime order (cvc5's theory, in newer Z3s too).

use std::sync::Arc;

use dashu_int::{IBig, UBig};

/// A residue modulo a prime.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Element {
    order: Arc<UBig>,
    residue: UBig,
}

impl Element {
    /// The residue of an integer modulo `order`, which is at least 2.
    pub(crate) fn new(order: Arc<UBig>, number: &IBig) -> Element {
        let rest = dashu_base::RemEuclid::rem_euclid(number, IBig::from(order.as_ref().clone()));
        Element { residue: rest, order }
    }

    /// How many elements the field has.
    pub(crate) fn order(&self) -> &Arc<UBig> {
        &self.order
    }

    /// The residue, less than the order.
    pub(crate) fn residue(&self) -> &UBig {
        &self.residue
    }
}
