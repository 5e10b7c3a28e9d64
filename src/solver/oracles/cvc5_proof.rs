//! Proofs as cvc5 prints them with `proof-format-mode=none` and `proof-print-conclusion`: an expression under `let`s of
//! steps `(RULE :conclusion FORMULA STEP… :args (…))`. Names stand for formulas and for steps alike.
//!
//! Formulas are SMT-LIB, but cvc5 writes variables by their names alone. What may mean two things gets a name without a
//! meaning, so that nothing is known about it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::bit_blasting;
use crate::smtlib::{Names, NodeId, Tree};

/// The most steps that are judged; longer proofs are not.
const STEPS: usize = 5_000;
/// The rules that stand for all rewritings of their kind: their first argument says which.
const FAMILIES: [&str; 2] = ["DSL_REWRITE", "THEORY_REWRITE"];

/// The rule that says what a symbol stands for that the solver made up, and how such symbols are called if a term is all
/// that they stand for.
const INTRODUCED: &str = "SKOLEM_INTRO";
const PURIFIED: &str = "@purify_";

/// What no script may declare, and no proof means.
const UNCLEAR: &str = "@unclear";

/// A proof.
#[derive(Debug)]
pub(super) struct Proof {
    /// The steps; the last is the conclusion of the whole.
    pub steps: Vec<Step>,
    /// The conjunction of the conclusions of all steps, in order, as SMT-LIB.
    pub conclusions: String,
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
    /// Reads a proof about a script that declares these names. `None` if it is none or is too long.
    pub(super) fn read(printed: Tree, declared: &Names) -> Option<Proof> {
        let tree = bit_blasting::spelled_out(printed)?;
        let &[root] = tree.roots() else { return None };
        // Before 1.3, no list surrounds the proof.
        let mut body = match tree.list(root)? {
            &[proof] => proof,
            _ => root,
        };
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
        let introduced = read.iter().filter(|(rule, ..)| rule == INTRODUCED);
        let introduced: Vec<NodeId> = introduced.map(|(_, conclusion, _)| meaning(*conclusion)).collect();
        for (name, term) in introduced.into_iter().filter_map(|conclusion| purified(&tree, conclusion)) {
            let at = *names.entry(name).or_insert(bindings.len());
            if at == bindings.len() {
                bindings.push((name, term));
            } else if tree.text(bindings[at].1) != tree.text(term) {
                return None;
            }
        }
        let unclear = unclear(&tree, declared);
        let conclusions = conjunction(&tree, &formulas, &names, &bindings, &unclear);
        let steps = read.into_iter().map(|(rule, _, premises)| {
            let premises = premises.iter().map(|premise| places[premise]).collect();
            Step { rule, premises }
        });
        Some(Proof { steps: steps.collect(), conclusions })
    }
}

/// Returns the symbol that the solver made up, and the term that it stands for, if a conclusion says that.
fn purified(tree: &Tree, conclusion: NodeId) -> Option<(&str, NodeId)> {
    let &[equals, name, term] = tree.list(conclusion)? else { return None };
    let name = tree.symbol(name).filter(|name| name.starts_with(PURIFIED))?;
    (tree.symbol(equals) == Some("=")).then_some((name, term))
}

/// Returns the conjunction of some formulas under those `bindings` that they need, of which `names` has the positions, with
/// `edits`. Those of steps and of arguments are left out, because they are not SMT-LIB.
fn conjunction(
    tree: &Tree,
    formulas: &[NodeId],
    names: &HashMap<&str, usize>,
    bindings: &[(&str, NodeId)],
    edits: &BTreeMap<NodeId, Arc<str>>,
) -> String {
    /// A binding to be written after those that its value needs.
    enum Next {
        Need(usize),
        Write(usize),
    }
    let needed = |node: NodeId| tree.atoms_in(node).filter_map(|atom| names.get(atom).copied());
    let is_purified = |at: usize| bindings[at].0.starts_with(PURIFIED);
    let mut is_known = vec![false; bindings.len()];
    let mut waiting: Vec<Next> =
        formulas.iter().flat_map(|&formula| needed(formula)).map(Next::Need).collect();
    let (mut text, mut ends) = (String::new(), String::from(")"));
    while let Some(next) = waiting.pop() {
        match next {
            Next::Need(at) if std::mem::replace(&mut is_known[at], true) => {}
            Next::Need(at) => {
                waiting.push(Next::Write(at));
                // A later name of a `let` has another meaning there: a value may bind it anew.
                let is_bound = |&other: &usize| other < at || is_purified(other) || is_purified(at);
                waiting.extend(needed(bindings[at].1).filter(is_bound).map(Next::Need));
            }
            Next::Write(at) => {
                let (name, value) = bindings[at];
                text.extend(["(let ((", name, " ", &tree.edited_text(value, edits), ")) "]);
                ends.push(')');
            }
        }
    }
    text.push_str("(and");
    formulas.iter().for_each(|&formula| text.extend([" ", &tree.edited_text(formula, edits)]));
    text + &ends
}

/// Returns a replacement for what may mean two things: an atom that is a declared name or, where no binder of it is around,
/// a variable; a binder of a variable that has the name of one around it; and a `match`, whose patterns bind names, too.
fn unclear(tree: &Tree, declared: &Names) -> BTreeMap<NodeId, Arc<str>> {
    /// A node to look at, or the end of a binder of these names.
    enum Next<'a> {
        Node(NodeId),
        End(BTreeSet<&'a str>),
    }
    let shared = bound_names(tree, declared);
    let (mut edits, mut around) = (BTreeMap::new(), BTreeSet::<&str>::new());
    let mut waiting: Vec<Next> = tree.roots().iter().map(|&root| Next::Node(root)).collect();
    while let Some(next) = waiting.pop() {
        let node = match next {
            Next::Node(node) => node,
            Next::End(names) => {
                names.iter().for_each(|name| _ = around.remove(name));
                continue;
            }
        };
        let Some(parts) = tree.list(node) else {
            if tree.symbol(node).is_some_and(|name| shared.contains(name) && !around.contains(name)) {
                edits.insert(node, Arc::from(UNCLEAR));
            }
            continue;
        };
        let head = parts.first().and_then(|&head| tree.symbol(head));
        let bound = variables(tree, parts).filter(|_| head != Some("let")).unwrap_or_default();
        let names: BTreeSet<&str> = bound.iter().copied().collect();
        let is_repeated = names.len() < bound.len() || names.iter().any(|&name| around.contains(name));
        if head == Some("match") || is_repeated {
            edits.insert(node, Arc::from(UNCLEAR));
            continue;
        }
        around.extend(&names);
        waiting.push(Next::End(names));
        waiting.extend(parts.iter().map(|&part| Next::Node(part)));
    }
    edits
}

/// Returns those declared names that a text binds as well.
fn bound_names<'a>(tree: &'a Tree, declared: &Names) -> BTreeSet<&'a str> {
    let mut names = BTreeSet::new();
    let mut waiting = tree.roots().to_vec();
    while let Some(parts) = waiting.pop().map(|node| tree.list(node).unwrap_or_default()) {
        if parts.first().is_some_and(|&head| tree.symbol(head) == Some("match")) {
            names.extend(parts.iter().flat_map(|&part| tree.atoms_in(part)));
        }
        names.extend(variables(tree, parts).unwrap_or_default());
        waiting.extend(parts);
    }
    names.retain(|name| declared.contains(name));
    names
}

/// Returns the names that a `let` or a binder with these parts binds.
fn variables<'a>(tree: &'a Tree, parts: &[NodeId]) -> Option<Vec<&'a str>> {
    let &[head, list, ..] = parts else { return None };
    tree.symbol(head).and_then(|_| pairs(tree, list))
}

/// Returns the names of a list of `(NAME …)` pairs.
fn pairs(tree: &Tree, list: NodeId) -> Option<Vec<&str>> {
    let pairs = tree.list(list).filter(|pairs| !pairs.is_empty())?;
    let name = |&pair: &NodeId| match tree.list(pair) {
        Some(&[name, _]) => tree.symbol(name),
        _ => None,
    };
    pairs.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::smtlib::Script;

    fn read(printed: &str, declared: &Names) -> Option<Proof> {
        Proof::read(Tree::parse(printed.to_owned()).unwrap(), declared)
    }

    #[test]
    fn steps_are_read_with_their_rules_and_premises() {
        let printed = "(\n(let ((_let_1 (= a b))) (let ((_let_2 (_let_1))) (let ((_let_3 (ASSUME :conclusion _let_1 :args _let_2))) \
            (let ((_let_4 (arith-elim-lt a \"b\"))) (TRANS :conclusion false _let_3 (DSL_REWRITE :conclusion (not _let_1) _let_3 \
            :args _let_4))))))\n)";
        let read = |printed: &str| read(printed, &Names::default());
        let proof = read(printed).unwrap();
        let steps: Vec<(&str, &[usize])> =
            proof.steps.iter().map(|step| (step.rule.as_str(), &step.premises[..])).collect();
        let expected: [(&str, &[usize]); 3] = [("TRANS", &[2, 1]), ("arith-elim-lt", &[2]), ("ASSUME", &[])];
        assert_eq!(steps, expected);
        assert_eq!(proof.conclusions, "(let ((_let_1 (= a b))) (and false (not _let_1) _let_1))");
        let bare = printed.strip_prefix('(').and_then(|proof| proof.strip_suffix(')')).unwrap();
        assert_eq!(read(bare).unwrap().conclusions, proof.conclusions);
    }

    #[test]
    fn a_symbol_of_the_solver_stands_for_its_term() {
        let proof = |introduced: &str| {
            let printed = format!(
                "(let ((_let_1 (< @purify_1 2))) (let ((_let_2 (+ x 1))) (let ((_let_3 (= @purify_1 _let_2))) \
                 (R :conclusion _let_1 (SKOLEM_INTRO :conclusion _let_3 :args (@purify_1)) {introduced}))))"
            );
            read(&printed, &Names::default()).map(|proof| proof.conclusions)
        };
        let expected = "(let ((_let_2 (+ x 1))) (let ((@purify_1 _let_2)) (let ((_let_3 (= @purify_1 _let_2))) \
            (let ((_let_1 (< @purify_1 2))) (and _let_1 _let_3)))))";
        assert_eq!(proof("").unwrap(), expected);
        // Not what it does not say, and not what it says twice.
        let others = "(SKOLEM_INTRO :conclusion (= @array_deq_diff_1 3) :args ())";
        assert!(!proof(others).unwrap().contains("((@array_deq_diff_1"));
        assert_eq!(proof("(SKOLEM_INTRO :conclusion (= @purify_1 3) :args ())"), None);
        assert!(proof("(SKOLEM_INTRO :conclusion (= @purify_2 (+ @purify_2 3)) :args ())").is_some());
    }

    #[test]
    fn other_replies_are_no_proofs() {
        for printed in [
            "(error \"no proof\")", "", "()", "((step @p1 :rule refl :args (0)))", "((A :conclusion))",
            "(a b)",
        ] {
            assert!(read(printed, &Names::default()).is_none(), "{printed}");
        }
    }

    #[test]
    fn any_proof_is_read_in_time() {
        let started = Instant::now();
        let pairs: String = (0..60_000).map(|at| format!("(a{at} b)")).collect();
        let (binders, ends): (String, String) =
            (0..20_000).map(|at| (format!("(forall ((v{at} Int)) "), ')')).unzip();
        for formula in [format!("(f ({pairs}))"), format!("{binders}true{ends}")] {
            let proof = read(&format!("((R :conclusion {formula} :args ()))"), &Names::default());
            assert!(proof.is_some_and(|proof| proof.conclusions.len() > formula.len()));
        }
        assert!(started.elapsed() < Duration::from_secs(10), "took {:?}", started.elapsed());
    }

    #[test]
    fn what_may_mean_two_things_means_nothing() {
        let script = "(declare-fun x () Int)(declare-fun c () Int)(declare-fun p (Int) Bool)";
        let declared = Names::collect(&Script::parse(script.to_owned()).unwrap());
        for (formula, expected) in [
            ("(and (p x) (forall ((y Int)) (p y)))", None),
            ("(bvnot ((_ extract 3 0) ((_ sign_extend 1) x)))", None),
            ("(and (p x) (forall ((x Int)) (p x)))", Some("(and (p @unclear) (forall ((x Int)) (p x)))")),
            (
                "(forall ((y Int)) (or (p y) (exists ((y Int)) (p y))))",
                Some("(forall ((y Int)) (or (p y) @unclear))"),
            ),
            ("(forall ((y Int) (y Int)) (p y))", Some("@unclear")),
            ("(p (+ c (match l (((cons c t) c) (nil 0)))))", Some("(p (+ @unclear @unclear))")),
        ] {
            let proof = read(&format!("((R :conclusion {formula} :args ()))"), &declared).unwrap();
            assert_eq!(proof.conclusions, format!("(and {})", expected.unwrap_or(formula)));
        }
    }
}
