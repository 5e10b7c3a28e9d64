//! Seeds to start with: one of our own for each of some logics.

use super::error::InitError;
use crate::matrix::names::advice;

/// A seed in this program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seed {
    pub logic: &'static str,
    pub name: &'static str,
    pub text: &'static str,
}

macro_rules! seeds {
    ($($logic:literal $name:literal),+ $(,)?) => {
        &[$(Seed {
            logic: $logic,
            name: $name,
            text: include_str!(concat!("../../../seeds/", $logic, "/", $name, ".smt2")),
        }),+]
    };
}

/// Sorted by their logics.
pub(super) const SEEDS: &[Seed] = seeds![
    "AUFLIRA" "temperature-field-relaxation",
    "BV" "gray-code-neighbours",
    "LIA" "token-bucket-invariant",
    "QF_ABV" "stack-frame-canary",
    "QF_AUFLIA" "bank-transfer-race",
    "QF_AX" "write-buffer-transparency",
    "QF_BV" "saturating-audio-mixer",
    "QF_BVFP" "adc-threshold-comparator",
    "QF_DT" "route-table-trie",
    "QF_FP" "thermostat-filter-clamp",
    "QF_IDL" "print-shop-jobs",
    "QF_LIA" "nurse-roster",
    "QF_LRA" "refinery-blending",
    "QF_NIA" "floor-tiling-offer",
    "QF_NRA" "loan-three-instalments",
    "QF_RDL" "bus-access-deadlines",
    "QF_S" "iso-date-validation",
    "QF_SLIA" "csv-quoting-lengths",
    "QF_UF" "register-allocation-clique",
    "QF_UFBV" "block-cipher-rounds",
    "QF_UFLIA" "quorum-ballot-voting",
    "UF" "role-hierarchy-delegation",
    "UFDT" "list-append-sharing",
    "UFLIA" "bank-account-audit-log",
];

/// The seed of a logic.
pub(super) fn find(logic: &str) -> Result<Seed, InitError> {
    SEEDS.iter().copied().find(|seed| seed.logic == logic).ok_or_else(|| InitError::Logic {
        logic: logic.to_owned(),
        advice: advice(logic, SEEDS.iter().map(|seed| seed.logic)),
    })
}
