//! Removal of commands from a problem, together with everything that mentions the names they introduce.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::script::Declaration;
use super::sexpr::NodeId;
use super::{Problem, ReadError};

/// The result of a removal.
#[derive(Debug)]
pub(crate) struct Remainder {
    /// The remaining problem; positions are unchanged.
    pub problem: Problem,
    /// The removed declarations, in order.
    pub declarations: Vec<Removed>,
    /// The removed assertions and assumptions.
    pub formulas: Vec<Removed>,
}

/// A removed declaration or formula.
#[derive(Debug)]
pub(crate) struct Removed {
    /// The command of a declaration, or the term of a formula.
    pub node: NodeId,
    /// The name of something removed earlier that it mentions.
    pub mentions: Option<String>,
}

impl Problem {
    /// Removes the `unwanted` declarations, by their commands, and formulas, by their terms, together with
    /// everything that mentions a name they introduce or one in `gone`. Returns `None` if there is nothing to
    /// remove.
    pub(crate) fn without(
        &self,
        unwanted: &BTreeSet<NodeId>,
        mut gone: BTreeSet<String>,
    ) -> Result<Option<Remainder>, ReadError> {
        let script = &self.script;
        let tree = &script.tree;
        let (mut declarations, mut formulas) = (Vec::new(), Vec::new());
        let mut edits: BTreeMap<NodeId, Arc<str>> = BTreeMap::new();
        // Line numbers stay the same.
        let nothing = |node| -> Arc<str> { "\n".repeat(tree.text(node).matches('\n').count()).into() };
        let removed = |node: NodeId, gone: &BTreeSet<String>| {
            let mentions = tree.atoms_in(node).find(|atom| gone.contains(*atom)).map(str::to_owned);
            (mentions.is_some() || unwanted.contains(&node)).then_some(Removed { node, mentions })
        };
        let declared: BTreeMap<NodeId, &Declaration> =
            script.declarations.iter().map(|line| (line.node, line)).collect();
        let asserted: BTreeSet<NodeId> = script.assertions.iter().copied().collect();
        for &root in tree.roots() {
            let items = tree.list(root).unwrap_or_default();
            let formula = items.get(1).copied().filter(|node| asserted.contains(node));
            let is_check = tree.head(root) == Some("check-sat-assuming");
            if let Some(line) = declared.get(&root) {
                let Some(it) = removed(root, &gone) else { continue };
                gone.extend(line.names(tree));
                declarations.push(it);
            } else if let Some(formula) = formula {
                let Some(it) = removed(formula, &gone) else { continue };
                formulas.push(it);
            } else if is_check || !tree.atoms_in(root).any(|atom| gone.contains(atom)) {
                continue;
            }
            // Its `:named` terms have no meaning any more.
            let atoms: Vec<&str> = tree.atoms_in(root).collect();
            gone.extend(atoms.windows(2).filter(|pair| pair[0] == ":named").map(|pair| pair[1].to_owned()));
            edits.insert(root, nothing(root));
        }
        for it in script.assumptions.iter().filter_map(|&literal| removed(literal, &gone)) {
            edits.insert(it.node, nothing(it.node));
            formulas.push(it);
        }
        if edits.is_empty() {
            return Ok(None);
        }
        Ok(Some(Remainder { problem: self.edited(&edits)?, declarations, formulas }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_mentions_a_name_that_is_gone_goes_too() {
        let text = "(declare-fun p () Bool)(declare-fun q () Bool)\n(define-fun f () Bool\n p)(assert (! (or f q) :named n))\n\
            (assert (! q :named m))(minimize (ite n 1 2))(check-sat-assuming (n q m))(assert m)";
        let problem = Problem::read(text).unwrap();
        let tree = &problem.script.tree;
        assert!(problem.without(&BTreeSet::new(), ["o".to_owned()].into()).unwrap().is_none());
        let p = [problem.script.declarations[0].node].into();
        let left = problem.without(&p, BTreeSet::new()).unwrap().unwrap();
        let expected =
            "(declare-fun q () Bool)\n\n\n(assert (! q :named m))(check-sat-assuming ( q m))(assert m)";
        assert_eq!(left.problem.source(), expected);
        let told = |all: &[Removed]| -> Vec<(String, Option<String>)> {
            all.iter().map(|it| (tree.canonical_text(it.node), it.mentions.clone())).collect()
        };
        let mentions = |text: &str, name: &str| (text.to_owned(), Some(name.to_owned()));
        let first = ("(declare-fun p () Bool)".to_owned(), None);
        assert_eq!(told(&left.declarations), [first, mentions("(define-fun f () Bool p)", "p")]);
        assert_eq!(told(&left.formulas), [mentions("(! (or f q) :named n)", "f"), mentions("n", "n")]);
        let place = |problem: &Problem| problem.script.tree.position(problem.script.assertions[1]);
        assert_eq!(place(&left.problem).to_string(), "4:82");
        let q = [problem.script.assumptions[1]].into();
        let left = problem.without(&q, ["m".to_owned()].into()).unwrap().unwrap();
        assert_eq!(left.problem.formulas.assertions.len(), 1);
        assert_eq!(left.problem.source().matches("(check-sat-assuming (n  ))").count(), 1);
    }
}
