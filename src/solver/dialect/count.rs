//! How many operators of a theory the scripts of a row may have.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::operator_probe::{self, Of, OperatorProbe};
use super::reach::{Need, Reach};
use crate::matrix::Solver;
use crate::theory::operators::{self, Operator, Theory};

/// What the applications of an operator need of a logic, each of them something else.
type Needs = Vec<BTreeSet<Need>>;

static NEEDS: LazyLock<Vec<(&Operator, Needs)>> = LazyLock::new(|| {
    operators::all()
        .map(|operator| {
            let probes = operator_probe::all(operator, operator.name, Of::Symbols);
            let mut needs = Needs::new();
            for OperatorProbe { needs: new, .. } in probes {
                if !needs.contains(&new) {
                    needs.push(new);
                }
            }
            (operator, needs)
        })
        .collect()
});

/// How many operators of a theory a row reads that one of its logics has.
pub(crate) fn operators_of(theory: Theory, row: &Solver) -> usize {
    let reach = Reach::of(&row.logics);
    let has = |needs: &Needs| {
        // What is asked about nowhere is in no named logic.
        needs.is_empty() || needs.iter().any(|needs| reach.logic(needs).is_some())
    };
    let of_theory = NEEDS.iter().filter(|(operator, _)| operator.theory == theory);
    of_theory.filter(|(operator, needs)| row.reads_any_name_of(operator) && has(needs)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::Config;

    fn count(theory: Theory, keys: &str) -> usize {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("solvers.yaml");
        let text = format!(
            "version: 1\nsolvers: {{it: {{argv: [it, '{{file}}'], {keys}}}}}\nseeds: [{{glob: a/*}}]\n"
        );
        std::fs::write(&path, text).unwrap();
        operators_of(theory, &Config::load(&path, None).unwrap().solvers[0])
    }

    #[test]
    fn conversions_are_read_where_a_logic_has_both_sorts() {
        let bits = |keys| count(Theory::BitVectors, keys);
        let all = bits("logics: all");
        assert_eq!(all, operators::all().filter(|operator| operator.theory == Theory::BitVectors).count());
        // `ubv_to_int`, `sbv_to_int` and `int_to_bv`.
        assert_eq!(bits("logics: [QF_BV, QF_ABV]"), all - 3);
        assert_eq!(bits("logics: [QF_BV, QF_LIA]"), all - 3);
        assert_eq!(bits("logics: [QF_BVLIA]"), all);
        assert_eq!(bits("logics: [QF_BV], operators: ['!bvnand', '!bvnor']"), all - 5);
        assert_eq!(bits("logics: [QF_LIA]"), 0);
    }

    #[test]
    fn what_no_logic_promises_is_read_where_all_is() {
        let bags = |keys| count(Theory::Extension("bags"), keys);
        assert!(bags("logics: all") > 10);
        assert_eq!(bags("logics: [QF_LIA, QF_UFLIAFS]"), 0);
        assert_eq!(bags("logics: all, operators: ['!bag', '!bag.*', '!emptybag']"), 0);
    }
}
