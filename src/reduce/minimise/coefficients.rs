//! Whether a script in a linear logic has its coefficients as all solvers read them.
//!
//! Z3 refuses compound constants such as `(* (/ 2 (- (- 4))) x)` in linear logics, and others read them: so what is left
//! of an instance would be a script that other solvers and other versions have no answer to.

use crate::generate::has_plain_coefficients;
use crate::smtlib::instance::Instance;
use crate::smtlib::{Logic, Problem};

/// Scripts of more bytes are not read for this: there is little left of them in the end.
const LARGEST: usize = 256 << 10;

/// Whether all coefficients of a script are plain; none if its logic is not that of linear arithmetic, or it is not read.
pub(super) fn are_plain(instance: &Instance) -> Option<bool> {
    let mut setup = instance.commands.iter().map(|command| instance.line(command));
    let logic = setup.find_map(|line| line.strip_prefix("(set-logic ")?.trim_end().strip_suffix(')'))?;
    let is_linear = Logic::parse(logic)?.arithmetic.is_some_and(|numbers| !numbers.nonlinear);
    if !is_linear || instance.text.len() > LARGEST {
        return None;
    }
    Problem::read(instance.text.as_str()).ok().map(|problem| has_plain_coefficients(&problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(logic: &str, formula: &str) -> Option<bool> {
        let text = format!("(set-logic {logic})(declare-fun x () Real)(assert {formula})(check-sat)");
        are_plain(&Instance::read(&text).unwrap())
    }

    #[test]
    fn linear_logics_have_numbers_as_coefficients() {
        assert_eq!(plain("QF_LRA", "(< (* (/ 2 (- 4)) x) 1.0)"), Some(true));
        assert_eq!(plain("QF_LRA", "(< (* (/ 2 (- (- 4))) x) 1.0)"), Some(false));
        assert_eq!(plain("QF_LRA", "(let ((c (- (- (- 2.0))))) (< (* c x) 1.0))"), Some(false));
        assert_eq!(plain("QF_LRA", "(< x (- (- (- 2.0))))"), Some(true));
        assert_eq!(plain("QF_NRA", "(< (* (/ 2 (- (- 4))) x) 1.0)"), None);
        assert_eq!(plain("QF_BV", "(= x x)"), None);
    }
}
