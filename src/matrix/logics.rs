//! The logics that a solver supports, and the names of all known ones.

use super::names::{Selection, Word, nearest};

/// The logics of SMT-LIB and of SMT-COMP, and logics of solvers for which there are seeds. Other names count as
/// misspelt; an unknown logic is written with a wildcard.
#[rustfmt::skip] // one name on each line would take half of this file
const KNOWN: &[&str] = &[
    "ABV", "ABVFP", "ABVFPLRA", "ADTLIRA", "ALIA", "ALL", "ANIA", "ASLIA", "AUF", "AUFBV", "AUFBVDTLIA",
    "AUFBVDTLIRA", "AUFBVDTNIA", "AUFBVDTNIRA", "AUFBVFP", "AUFBVFPDTNIRA", "AUFDTLIA", "AUFDTLIRA",
    "AUFDTNIRA", "AUFFPDTNIRA", "AUFLIA", "AUFLIRA", "AUFNIA", "AUFNIRA", "BV", "BVFP", "BVFPLRA", "DT", "FP",
    "FPLRA", "HORN", "HO_ALL", "HO_UF", "HO_UFLIA", "LIA", "LIRA", "LRA", "NIA", "NIRA", "NIRAT", "NRA",
    "NRAT", "QF_ABV", "QF_ABVFFLIA", "QF_ABVFP", "QF_ABVFPLRA", "QF_AFP", "QF_ALIA", "QF_ALIRA", "QF_ALL",
    "QF_ANIA", "QF_AUF", "QF_AUFBV", "QF_AUFBVDTLIAFS", "QF_AUFBVFP", "QF_AUFBVLIA", "QF_AUFBVLRA",
    "QF_AUFBVNIA", "QF_AUFDTLIAFS", "QF_AUFLIA", "QF_AUFLIAFS", "QF_AUFLIRA", "QF_AUFNIA", "QF_AUFNIRA", "QF_AUFNRA", "QF_AX", "QF_BV", "QF_BVDT", "QF_BVDTLIAFS",
    "QF_BVFP", "QF_BVFPLRA", "QF_BVLIA", "QF_BVLRA", "QF_BVSLIA", "QF_DT", "QF_DTLIA", "QF_FD", "QF_FF",
    "QF_FFA", "QF_FFDT", "QF_FP", "QF_FPA", "QF_FPBV", "QF_FPLRA", "QF_IDL", "QF_LIA", "QF_LIRA", "QF_LRA",
    "QF_NIA", "QF_NIRA", "QF_NIRAT", "QF_NRA", "QF_NRAT", "QF_RDL", "QF_S", "QF_SAT", "QF_SLIA", "QF_SNIA",
    "QF_UF", "QF_UFABVFP", "QF_UFBV", "QF_UFBVDT", "QF_UFBVFP", "QF_UFBVFS", "QF_UFBVLIA", "QF_UFC",
    "QF_UFDT", "QF_UFDTFS", "QF_UFDTLIA", "QF_UFDTLIRA", "QF_UFDTNIA", "QF_UFFF", "QF_UFFP", "QF_UFFPDTNIRA",
    "QF_UFIDL", "QF_UFLIA", "QF_UFLIAFS", "QF_UFLIRA", "QF_UFLIRAFS", "QF_UFLRA", "QF_UFLRAFS", "QF_UFNIA",
    "QF_UFNIRA", "QF_UFNRA", "QF_UFNRAT", "QF_UFRDL", "QF_UFSLIA", "SAT", "SLIA", "UF", "UFBV", "UFBVDT",
    "UFBVFP", "UFBVLIA", "UFC", "UFDT", "UFDTLIA", "UFDTLIRA", "UFDTNIA", "UFDTNIRA", "UFDTSLIA",
    "UFFPDTNIRA", "UFIDL", "UFLIA", "UFLIRA", "UFLRA", "UFNIA", "UFNIRA", "UFNRA",
];

const OWN_LOGIC: &str =
    "a logic that smt-storm does not know is written with a wildcard, such as `MY_LOGIC*`";

/// A set of logics, given by names, wildcards and exceptions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logics(Selection);

impl Logics {
    /// Returns the set of all logics, unknown ones included.
    pub fn all() -> Self {
        Self(Selection::new([]))
    }

    /// Reads a list of words. Mistakes go to `note`, with the index of the word.
    pub(super) fn read(words: &[String], mut note: impl FnMut(usize, String)) -> Logics {
        let words = words.iter().enumerate().filter_map(|(at, text)| {
            let text = if text == "all" { "*" } else { text };
            let word = Word::parse(text).map_err(|message| note(at, message)).ok()?;
            if word.is_literal()
                && let Err(message) = check_logic(&word.name, OWN_LOGIC)
            {
                note(at, message);
            }
            Some(word)
        });
        Logics(Selection::new(words.collect::<Vec<_>>()))
    }

    /// Returns whether `logic` is in the set.
    pub fn contains(&self, logic: &str) -> bool {
        self.0.contains(&[logic])
    }

    /// Iterates over the known logics in the set.
    pub(crate) fn known(&self) -> impl Iterator<Item = &'static str> {
        KNOWN.iter().copied().filter(|name| self.contains(name))
    }
}

/// Checks that a name is known. The error contains a remedy for a name that is right after all.
///
/// # Errors
/// The name is unknown.
pub(super) fn check_logic(name: &str, remedy: &str) -> Result<(), String> {
    if KNOWN.contains(&name) {
        return Ok(());
    }
    let meant = nearest(name, KNOWN.iter().copied()).map(|known| format!("; did you mean `{known}`?"));
    Err(format!("unknown logic `{name}`{} ({remedy})", meant.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn logics(words: &[&str]) -> (Logics, Vec<String>) {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let mut messages = Vec::new();
        let logics = Logics::read(&words, |at, message| messages.push(format!("[{at}] {message}")));
        (logics, messages)
    }

    #[test]
    fn the_known_logics_are_sorted() {
        assert!(KNOWN.is_sorted(), "a new logic goes to its place in the alphabet");
    }

    #[test]
    fn all_and_exceptions() {
        let (logics, messages) = logics(&["all", "!*FP*"]);
        assert_eq!(messages, Vec::<String>::new());
        assert!(logics.contains("QF_LIA") && logics.contains("MY_LOGIC"));
        assert!(!logics.contains("QF_BVFP"));
    }

    #[test]
    fn misspelt_logics_are_reported_even_as_exceptions() {
        let (_, messages) = logics(&["QF_LAI", "all", "!QF_PF", "ZZZ", "MY_*"]);
        assert_eq!(messages.len(), 3);
        assert!(
            messages[0].starts_with("[0] unknown logic `QF_LAI`; did you mean `QF_LIA`?"),
            "{messages:?}"
        );
        assert!(messages[1].starts_with("[2] unknown logic `QF_PF`; did you mean `QF_FP`?"), "{messages:?}");
        assert!(messages[2].starts_with("[3] unknown logic `ZZZ` ("), "{messages:?}");
    }
}
