//! The law of assignments: `(get-assignment)` gives each labelled formula in force the truth value that it has under the
//! model, which `get-model` prints at the same place.
//!
//! It is the law of values, about the labelled formulas. A solver may leave out labels, and may print the names of other
//! Boolean terms, such as Z3 those of definitions.

use std::collections::BTreeMap;

use super::reply::Reply;
use super::values;
use crate::smtlib::Expr;
use crate::solver::verdict::Opinion;

/// Judges an assignment under the printed model.
pub(super) fn judge(reply: &Reply) -> Opinion {
    let labels: BTreeMap<String, String> = reply.instance.labels(reply.check).into_iter().collect();
    match claimed(&labels, reply) {
        Some(claimed) if claimed.is_empty() && labels.is_empty() => "assignment empty".into(),
        // A reply without labels says nothing.
        Some(claimed) if !claimed.is_empty() => values::judge_values(reply, claimed),
        _ => "assignment unreadable".into(),
    }
}

/// Returns the labelled formulas with their printed truth values; `None` if the reply is not a list of pairs.
fn claimed(labels: &BTreeMap<String, String>, reply: &Reply) -> Option<Vec<(String, String)>> {
    let printed = reply.exprs()?;
    let [Expr::List(pairs)] = printed.as_slice() else { return None };
    let pair = |pair: &Expr| match pair.children() {
        [name, value] => Some((name.text()?.to_owned(), value.text()?.to_owned())),
        _ => None,
    };
    let pairs: Vec<(String, String)> = pairs.iter().map(pair).collect::<Option<_>>()?;
    // Yices prints `???` for what it has not evaluated.
    let known = pairs.into_iter().filter(|(_, value)| matches!(value.as_str(), "true" | "false"));
    Some(known.filter_map(|(name, value)| Some((labels.get(&name)?.clone(), value))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::instance::Instance;
    use crate::witness::Evaluator;

    #[test]
    fn labels_have_the_truth_of_their_formulas() {
        let script = "(declare-fun p () Bool)\n(declare-fun x () Int)\n(declare-fun y () Int)\n(push 1)\n(assert (! p :named old))\n\
            (check-sat)\n(pop 1)\n(assert (or (! (< x 3) :named |a b|) (! (not (! (> (div x y) 1) :named c)) :named d)))\n\
            (assert (let ((z x)) (! (> z 1) :named e)))\n(check-sat)\n";
        let instance = Instance::read(script).unwrap();
        let evaluator = Evaluator::in_process();
        let model = Some(
            "((define-fun p () Bool false) (define-fun x () Int 2) (define-fun y () Int 0) \
            (define-fun |a b| () Bool (< x 3)))",
        );
        for (printed, word) in [
            ("((|a b| true))", "values right"),
            ("((|a b| true) (d ???))", "values right"),
            ("((|a b| true) (other false) (old true) (e false))", "values right"),
            ("((|a b| false) (c true))", "values wrong"),
            ("((c true) (d true))", "values undecided"),
            ("()", "assignment unreadable"),
            ("((|a b| 1))", "assignment unreadable"),
            ("(error \"none\")", "assignment unreadable"),
            ("unsupported", "assignment unreadable"),
            ("", "assignment unreadable"),
        ] {
            let opinion = judge(&Reply { model, ..Reply::new(&instance, 1, printed, &evaluator) });
            assert_eq!((opinion.word, opinion.wrong.is_some()), (word, word == "values wrong"), "{printed}");
        }
    }
}
