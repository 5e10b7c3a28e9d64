//! Proofs as cvc5 prints them with `proof-format-mode=none` and `proof-print-conclusion`: an expression under `let`s of
//! steps `(RULE :conclusion FORMULA STEP… :args (…))`. Names stand for formulas and for steps alike.
//!
//! Formulas are SMT-LIB, but cvc5 writes variables by their names alone: a name that stands for two things makes a proof
//! ambiguous, and then nothing in it is judged.

use std::collections::{BTreeSet, HashMap};

use crate::smtlib::{NodeId, Tree};

/// The most steps that are judged; longer proofs are not.
const STEPS: usize = 5_000;
/// The rules that stand for all rewritings of their kind: their first argument says which.
const FAMILIES: [&str; 2] = ["DSL_REWRITE", "THEORY_REWRITE"];

/// A proof.
#[derive(Debug)]
pub(super) struct Proof {
    /// The steps; the last is the conclusion of the whole.
    pub steps: Vec<Step>,
    /// The conjunction of the conclusions of all steps, in order, as SMT-LIB.
    pub conclusions: String,
    /// The names that the proof binds.
    pub bound: BTreeSet<String>,
}

/// A step of a proof.
#[derive(Debug)]
pub(super) struct Step {
    /// The rule; of a rewriting, which one.
    pub rule: String,
    /// The positions of the steps whose conclusions it follows from.
    pub premises: Vec<usize>,
}

impl Proof {
    /// Reads a proof. `None` if it is none, is ambiguous or is too long.
    pub(super) fn read(printed: &str) -> Option<Proof> {
        let tree = Tree::parse(printed.to_owned()).ok()?;
        let &[root] = tree.roots() else { return None };
        // Before 1.3, no list surrounds the proof.
        let mut body = match tree.list(root)? {
            &[proof] => proof,
            _ => root,
        };
        let bound = bound_names(&tree)?;
        let (mut names, mut bindings) = (HashMap::new(), Vec::new());
        while let Some(&[head, pairs, inner]) = tree.list(body)
            && tree.symbol(head) == Some("let")
        {
            for &pair in tree.list(pairs)? {
                let &[name, value] = tree.list(pair)? else { return None };
                names.insert(tree.symbol(name)?, bindings.len());
                bindings.push((tree.symbol(name)?, value));
            }
            body = inner;
        }
        let meaning = |node: NodeId| {
            let bound = tree.symbol(node).and_then(|name| names.get(name));
            bound.map_or(node, |&at| bindings[at].1)
        };
        let (mut places, mut read, mut waiting) = (HashMap::new(), Vec::new(), vec![body]);
        while let Some(node) = waiting.pop() {
            if places.contains_key(&node) {
                continue;
            }
            let parts = tree.list(node)?;
            let (&[head, mark, conclusion], rest) = parts.split_first_chunk()?;
            if tree.text(mark) != ":conclusion" || read.len() == STEPS {
                return None;
            }
            let count = rest.iter().position(|&part| tree.text(part) == ":args").unwrap_or(rest.len());
            let premises: Vec<NodeId> = rest[..count].iter().map(|&premise| meaning(premise)).collect();
            let told = rest.get(count + 1).and_then(|&told| tree.list(meaning(told))?.first().copied());
            let rule = tree.symbol(head)?;
            let which = told.and_then(|told| tree.symbol(told)).filter(|_| FAMILIES.contains(&rule));
            waiting.extend(&premises);
            places.insert(node, read.len());
            read.push((which.unwrap_or(rule).to_owned(), conclusion, premises));
        }
        let formulas: Vec<NodeId> = read.iter().map(|(_, conclusion, _)| *conclusion).collect();
        let conclusions = conjunction(&tree, &formulas, &names, &bindings);
        let steps = read.into_iter().map(|(rule, _, premises)| {
            let premises = premises.iter().map(|premise| places[premise]).collect();
            Step { rule, premises }
        });
        Some(Proof { steps: steps.collect(), conclusions, bound })
    }
}

/// Returns the conjunction of some formulas under those `bindings` that they need, of which `names` has the positions. Those
/// of steps and of arguments are left out, because they are not SMT-LIB.
fn conjunction(
    tree: &Tree,
    formulas: &[NodeId],
    names: &HashMap<&str, usize>,
    bindings: &[(&str, NodeId)],
) -> String {
    let mut is_needed = vec![false; bindings.len()];
    let mut waiting = formulas.to_vec();
    while let Some(formula) = waiting.pop() {
        for at in tree.atoms_in(formula).filter_map(|atom| names.get(atom).copied()) {
            if !std::mem::replace(&mut is_needed[at], true) {
                waiting.push(bindings[at].1);
            }
        }
    }
    let needed = bindings.iter().zip(is_needed).filter(|(_, is_needed)| *is_needed);
    let (mut text, mut ends) = (String::new(), String::from(")"));
    for ((name, value), _) in needed {
        text.extend(["(let ((", *name, " ", tree.text(*value), ")) "]);
        ends.push(')');
    }
    text.push_str("(and");
    formulas.iter().for_each(|&formula| text.extend([" ", tree.text(formula)]));
    text + &ends
}

/// Returns the names that `let`s and binders of a text bind. `None` if one may stand for two things there: a binder binds
/// the name of one around it, or the patterns of a `match` bind names.
pub(super) fn bound_names(tree: &Tree) -> Option<BTreeSet<String>> {
    /// A node to look at, or the end of a binder of this many names.
    enum Next {
        Node(NodeId),
        End(usize),
    }
    let (mut names, mut around) = (BTreeSet::new(), Vec::new());
    let mut waiting: Vec<Next> = tree.roots().iter().map(|&root| Next::Node(root)).collect();
    while let Some(next) = waiting.pop() {
        let node = match next {
            Next::Node(node) => node,
            Next::End(count) => {
                around.truncate(around.len() - count);
                continue;
            }
        };
        let Some(parts) = tree.list(node) else { continue };
        let head = parts.first().and_then(|&head| tree.symbol(head));
        if head == Some("match") {
            return None;
        }
        if let (Some(head), Some(bound)) = (head, parts.get(1).and_then(|&list| pairs(tree, list))) {
            names.extend(bound.iter().map(|&name| name.to_owned()));
            if head != "let" {
                let count = bound.len();
                for name in bound {
                    if around.contains(&name) {
                        return None;
                    }
                    around.push(name);
                }
                waiting.push(Next::End(count));
            }
        }
        waiting.extend(parts.iter().map(|&part| Next::Node(part)));
    }
    Some(names)
}

/// Returns the names of a list of `(NAME …)` pairs.
fn pairs<'a>(tree: &'a Tree, list: NodeId) -> Option<Vec<&'a str>> {
    let pairs = tree.list(list).filter(|pairs| !pairs.is_empty())?;
    let name = |&pair: &NodeId| match tree.list(pair) {
        Some(&[name, _]) => tree.symbol(name),
        _ => None,
    };
    pairs.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_read_with_their_rules_and_premises() {
        let printed = "(\n(let ((_let_1 (= a b))) (let ((_let_2 (_let_1))) (let ((_let_3 (ASSUME :conclusion _let_1 :args _let_2))) \
            (let ((_let_4 (arith-elim-lt a \"b\"))) (TRANS :conclusion false _let_3 (DSL_REWRITE :conclusion (not _let_1) _let_3 \
            :args _let_4))))))\n)";
        let proof = Proof::read(printed).unwrap();
        let steps: Vec<(&str, &[usize])> =
            proof.steps.iter().map(|step| (step.rule.as_str(), &step.premises[..])).collect();
        let expected: [(&str, &[usize]); 3] = [("TRANS", &[2, 1]), ("arith-elim-lt", &[2]), ("ASSUME", &[])];
        assert_eq!(steps, expected);
        assert_eq!(proof.conclusions, "(let ((_let_1 (= a b))) (and false (not _let_1) _let_1))");
        let bare = printed.strip_prefix('(').and_then(|proof| proof.strip_suffix(')')).unwrap();
        assert_eq!(Proof::read(bare).unwrap().conclusions, proof.conclusions);
    }

    #[test]
    fn other_replies_are_no_proofs() {
        for printed in [
            "(error \"no proof\")",
            "",
            "()",
            "((step @p1 :rule refl :args (0)))",
            "((A :conclusion))",
            "(a b)",
        ] {
            assert!(Proof::read(printed).is_none(), "{printed}");
        }
    }

    #[test]
    fn a_name_that_stands_for_two_things_makes_a_text_ambiguous() {
        let names = |text: &str| bound_names(&Tree::parse(text.to_owned()).unwrap());
        let set = |names: &[&str]| Some(names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>());
        assert_eq!(names("(and (forall ((x Int)) (p x)) (exists ((x Int)) (p x)))"), set(&["x"]));
        assert_eq!(names("(forall ((x Int)) (let ((y x)) (lambda ((z Int)) y)))"), set(&["x", "y", "z"]));
        assert_eq!(names("(bvnot ((_ extract 3 0) ((_ sign_extend 1) b)))"), set(&[]));
        for ambiguous in [
            "(forall ((x Int)) (or (p x) (exists ((x Int)) (p x))))",
            "(forall ((x Int) (x Int)) (p x))",
            "(match l (((cons x y) x) (nil 0)))",
        ] {
            assert_eq!(names(ambiguous), None, "{ambiguous}");
        }
    }
}
