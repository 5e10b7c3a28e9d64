//! Reasons for `unsat`: scripts that ask for cores, proofs or interpolants, and what a printed core or step claims.

use std::collections::{BTreeMap, BTreeSet};

use super::{Command, Expected, GLOBAL, Instance, Kind, Question, asserted, assumptions};
use crate::smtlib::{Expr, NodeId, Tree};

/// The format of proofs. cvc5 writes their formulas as SMT-LIB does in this one alone, with the conclusion of each step.
const PROOF_FORMAT: [&str; 2] = [":proof-format-mode none", ":proof-print-conclusion true"];

/// Why a reply about `unsat` claims nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoClaim {
    #[error("it is no list of names and assumptions, and no step")]
    Unreadable,
    /// It names something else.
    #[error("{0} is neither an assertion in force nor assumed")]
    Foreign(String),
}

impl Instance {
    /// Returns the script with a `question` for a core, for failed assumptions, for a proof or for an interpolant, after each
    /// check to which `unsat` is the right answer, and after the last one if it is open. For a core, the assertions that
    /// `is_named` picks, in order, have names; for an interpolant, those of the one side. `None` if there is no such check, or
    /// if it has no assertions on both sides.
    pub fn asking_about_unsat(
        &self,
        question: Question,
        mut is_named: impl FnMut() -> bool,
    ) -> Option<Instance> {
        let is_asked = |check: usize, command: &Command| {
            let is_apt = question != Question::FailedAssumptions
                || self.line(command).starts_with("(check-sat-assuming");
            let is_last = check + 1 == self.checks();
            let expected = self.expected(check);
            is_apt && (expected == Expected::Unsat || (expected == Expected::Open && is_last))
        };
        let has_names = matches!(question, Question::Core | Question::Interpolant);
        let assertions = self.of_kind(Kind::Assertion).filter(|_| has_names && is_named());
        let named: BTreeSet<usize> = assertions.map(|(at, _)| at).collect();
        let name = self.unused_name("named");
        let format = if question == Question::Proof { &PROOF_FORMAT[..] } else { &[] };
        let checks = self.check_lines().enumerate().filter(|(check, (_, command))| is_asked(*check, command));
        let (mut asked, mut replaced) = (BTreeMap::new(), BTreeSet::new());
        for (check, (at, _)) in checks {
            let command = match question {
                Question::Core => Some("(get-unsat-core)".to_owned()),
                Question::Proof => Some("(get-proof)".to_owned()),
                Question::Interpolant => self.interpolant_command(check, &named, &name),
                _ => Some("(get-unsat-assumptions)".to_owned()),
            };
            if let Some(command) = command {
                asked.insert(at, command);
                replaced.extend(self.asked_after(check).map(|(at, _)| at));
            }
        }
        if asked.is_empty() {
            return None;
        }
        let mut asking = self.without_commands();
        // Some solvers accept such options only before the logic.
        let options = question.option().into_iter().chain(format.iter().copied());
        options.for_each(|option| asking.set_option(option));
        let commands = self.commands.iter().enumerate();
        for (at, one) in commands.filter(|(at, _)| !replaced.contains(at)) {
            match self.formula(one).filter(|_| named.contains(&at)) {
                Some(formula) => asking.assert(&format!("(! {formula} :named {name}{at})")),
                None => asking.copy(one, self),
            }
            if let Some(command) = asked.get(&at) {
                asking.add(Kind::Ask(question), command);
            }
        }
        Some(asking)
    }

    /// Returns the script with the negation of one assumption of its last check, which is open then; `pick` returns a number
    /// below that of the assumptions. `None` if the check has none.
    pub fn denying_an_assumption(&self, pick: impl FnOnce(usize) -> usize) -> Option<Instance> {
        let last = self.checks().checked_sub(1)?;
        let (place, command) = self.check_lines().last()?;
        let check = self.expr(command).filter(|check| check.head() == Some("check-sat-assuming"))?;
        let literals = check.at(&[1])?.children().len();
        let path = [1, (literals > 0).then(|| pick(literals))?];
        let denied = match (check.at(&path)?.head(), check.at(&path)?.children()) {
            (Some("not"), [_, atom]) => atom.clone(),
            _ => Expr::list(vec![Expr::atom("not"), check.at(&path)?.clone()]),
        };
        let mut denying = self.without_commands();
        for (at, command) in self.commands.iter().enumerate() {
            match at == place {
                true => denying.add(command.kind, &check.with(&path, &denied).to_string()),
                false => denying.copy(command, self),
            }
        }
        denying.leave_open(&[last]);
        Some(denying)
    }

    /// Returns what a reply to a `question` after a check, counted from 0, claims to be unsatisfiable: a script with that
    /// check alone, of the assertions in force that the core names or that have no name, under all assumptions; or of all
    /// assertions in force under the failed assumptions. Of a proof, an interpolant, and what is derived, one step is judged,
    /// written as a list of its rule, its conclusion and its premises: it claims that its premises contradict the negated
    /// conclusion.
    ///
    /// # Errors
    /// It claims nothing that can be judged, or names something that is not in force.
    pub(crate) fn claimed(
        &self,
        check: usize,
        question: Question,
        printed: &str,
    ) -> Result<Instance, NoClaim> {
        let problem = self.problem().map_err(|_| NoClaim::Unreadable)?;
        let tree = &problem.script.tree;
        let reply = Tree::parse(printed.to_owned()).map_err(|_| NoClaim::Unreadable)?;
        let &[root] = reply.roots() else { return Err(NoClaim::Unreadable) };
        let entries = reply.list(root).ok_or(NoClaim::Unreadable)?;
        if entries.first().is_some_and(|&first| reply.symbol(first) == Some("error")) {
            return Err(NoClaim::Unreadable);
        }
        if matches!(question, Question::Proof | Question::Interpolant | Question::Derived(_)) {
            return self.denying(&reply, entries).ok_or(NoClaim::Unreadable);
        }
        // Resolving leaves out declarations without a meaning.
        if tree.roots().len() != self.commands.len() {
            return Err(NoClaim::Unreadable);
        }
        let resolved = problem.script.with_names_at(check, printed).into_owned();
        let resolved = Tree::parse(resolved).map_err(|_| NoClaim::Unreadable)?;
        let meanings = resolved.roots().first().and_then(|&root| resolved.list(root));
        let meanings = meanings.ok_or(NoClaim::Unreadable)?;
        let in_force = self.in_force(check);
        let name = |at: usize| asserted(tree, *tree.roots().get(at)?)?.1;
        let names: BTreeMap<&str, usize> = self
            .of_kind(Kind::Assertion)
            .filter_map(|(at, _)| Some((name(at)?, self.standing_for(at, &in_force, tree)?)))
            .collect();
        let (place, command) = self.check_lines().nth(check).ok_or(NoClaim::Unreadable)?;
        let assumed = tree.roots().get(place).map_or(&[][..], |&root| assumptions(tree, root));
        let (mut core, mut failed) = (BTreeSet::new(), Vec::new());
        for (&entry, &meaning) in entries.iter().zip(meanings) {
            let named = resolved.symbol(meaning).and_then(|name| names.get(name));
            let is_it = |literal: &&NodeId| tree.atoms_in(**literal).eq(resolved.atoms_in(meaning));
            match (named.filter(|_| question == Question::Core), assumed.iter().find(is_it)) {
                (Some(&at), _) => drop(core.insert(at)),
                (None, Some(&literal)) => failed.push(tree.as_written(literal)),
                _ => {
                    let symbol = resolved.symbol(meaning).filter(|name| is_below(tree, name));
                    let foreign = NoClaim::Foreign(reply.text(entry).to_owned());
                    return Err(symbol.map_or(foreign, |_| NoClaim::Unreadable));
                }
            }
        }
        let is_claimed = |at: usize| {
            in_force.contains(&at)
                && (question == Question::FailedAssumptions || core.contains(&at) || name(at).is_none())
        };
        let mut claimed = self.with(|at| match self.commands[at].kind {
            Kind::Setup | Kind::Declaration => true,
            _ => is_claimed(at),
        });
        let check = match question {
            Question::FailedAssumptions => format!("(check-sat-assuming ({}))", failed.join(" ")),
            _ => self.line(command).trim_end().to_owned(),
        };
        claimed.add(Kind::Check(Expected::Unsat), &check);
        Ok(claimed)
    }

    /// Returns a script with one check of the premises and the negated conclusion of a step, all declarations given.
    fn denying(&self, reply: &Tree, step: &[NodeId]) -> Option<Instance> {
        let [_, conclusion, premises @ ..] = step else { return None };
        let mut denying = self.declared();
        premises.iter().for_each(|&premise| denying.assert(reply.text(premise)));
        denying.assert(&format!("(not {})", reply.text(*conclusion)));
        denying.add(Kind::Check(Expected::Unsat), "(check-sat)");
        Some(denying)
    }

    /// Returns the script without anything but options, the logic and declarations.
    pub(crate) fn declared(&self) -> Instance {
        self.with(|at| matches!(self.commands[at].kind, Kind::Setup | Kind::Declaration))
    }

    /// Returns the assertion in force for which the name of an assertion stands: itself or, where names are global, one of
    /// the same formula.
    fn standing_for(&self, at: usize, in_force: &[usize], tree: &Tree) -> Option<usize> {
        if in_force.contains(&at) {
            return Some(at);
        }
        let formula =
            |at: usize| asserted(tree, *tree.roots().get(at)?).map(|(formula, _)| tree.text(formula));
        let same = in_force.iter().copied().find(|&other| formula(other) == formula(at));
        same.filter(|_| self.sets(GLOBAL))
    }
}

/// Whether a name is that of a term below an assertion, and of no assertion.
fn is_below(tree: &Tree, name: &str) -> bool {
    let is_label = |&root: &NodeId| {
        let mut atoms = tree.atoms_in(root);
        std::iter::from_fn(|| atoms.find(|atom| *atom == ":named").and_then(|_| atoms.next()))
            .any(|label| label == name)
    };
    tree.roots().iter().any(is_label)
        && tree.roots().iter().all(|&root| asserted(tree, root).and_then(|(_, own)| own) != Some(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "(set-logic QF_UF)\n(declare-fun p () Bool)\n(declare-fun q () Bool)\n(assert p)\n(push 1)\n\
        (assert (or p q))\n(check-sat)\n(pop 1)\n(assert (= p q))\n(check-sat-assuming (q (not p)))\n(get-model)\n";

    fn asking(question: Question, names: &[bool]) -> Option<Instance> {
        let mut instance = Instance::read(SCRIPT).unwrap();
        instance.leave_open(&[1]);
        let mut names = names.iter().copied();
        let asking = instance.asking_about_unsat(question, || names.next().unwrap())?;
        let mut read = Instance::read(&asking.text).unwrap();
        read.leave_open(&[1]);
        assert_eq!(read, asking);
        Some(asking)
    }

    #[test]
    fn assertions_have_names_where_a_core_is_asked_for() {
        let expected = "(set-option :produce-unsat-cores true)\n(set-logic QF_UF)\n(declare-fun p () Bool)\n\
            (declare-fun q () Bool)\n(assert (! p :named named3))\n(push 1)\n(assert (or p q))\n(check-sat)\n(pop 1)\n\
            (assert (! (= p q) :named named8))\n(check-sat-assuming (q (not p)))\n(get-unsat-core)\n";
        assert_eq!(asking(Question::Core, &[true, false, true]).unwrap().text, expected);
        let assumptions = asking(Question::FailedAssumptions, &[]).unwrap();
        assert!(assumptions.text.starts_with("(set-option :produce-unsat-assumptions true)\n"));
        assert!(
            assumptions
                .text
                .ends_with("(= p q))\n(check-sat-assuming (q (not p)))\n(get-unsat-assumptions)\n")
        );
        let satisfiable = Instance::read(SCRIPT).unwrap();
        assert_eq!(satisfiable.asking_about_unsat(Question::Core, || true), None);
        let mut plain = Instance::read("(assert true)(check-sat)").unwrap();
        plain.leave_open(&[0]);
        assert_eq!(plain.asking_about_unsat(Question::FailedAssumptions, || true), None);
    }

    fn claimed(question: Question, names: &[bool], printed: &str) -> Result<String, NoClaim> {
        let claimed = asking(question, names).unwrap().claimed(1, question, printed)?;
        let (_, rest) = claimed.text.split_once("(declare-fun q () Bool)\n").unwrap();
        Ok(rest.replace('\n', ""))
    }

    #[test]
    fn a_core_claims_what_it_names_with_all_that_has_no_name() {
        let (p, equal) = ("(assert (! p :named named3))", "(assert (! (= p q) :named named8))");
        let check = "(check-sat-assuming (q (not p)))";
        let of = |names: &[bool], printed: &str| claimed(Question::Core, names, printed);
        assert_eq!(of(&[true; 3], "(named8)"), Ok(format!("{equal}{check}")));
        assert_eq!(of(&[true; 3], "(|named8|\n named3 (not p))\n"), Ok(format!("{p}{equal}{check}")));
        assert_eq!(of(&[false, true, true], "()"), Ok(format!("(assert p){check}")));
        for (printed, foreign) in [("(named5)", "named5"), ("(p)", "p"), ("(named8 named)", "named")] {
            assert_eq!(of(&[true; 3], printed), Err(NoClaim::Foreign(foreign.to_owned())));
        }
        for printed in ["(error \"no core\")", "named8", "(named8", "", "() ()"] {
            assert_eq!(of(&[true; 3], printed), Err(NoClaim::Unreadable), "{printed}");
        }
    }

    /// cvc5 prints the first name of a formula, also after its level has closed.
    #[test]
    fn global_names_stand_for_their_formula() {
        let claimed = |global: &str| {
            let script = "(declare-fun p () Bool)\n(push 1)\n(assert (! p :named a))\n(assert (! (not p) :named d))\n(pop 1)\n\
                (assert (! p :named b))\n(check-sat)\n";
            let script = Instance::read(&format!("{global}{script}")).unwrap();
            ["(a)", "(d)"].map(|printed| script.claimed(0, Question::Core, printed).is_ok())
        };
        assert_eq!(claimed("(set-option :global-declarations true)\n"), [true, false]);
        assert_eq!(claimed(""), [false, false]);
    }

    /// A script may use a name again, and a solver prints it as it is written.
    #[test]
    fn a_name_stands_for_its_meaning_at_the_check() {
        let script = "(declare-const p Bool)(assert (not p))(push 1)(assert (! p :named a))(check-sat)(pop 1)(push 1)\
            (assert (! (and p p) :named a))(check-sat)(pop 1)";
        let script = Instance::read(script).unwrap();
        let core =
            |check, printed| script.claimed(check, Question::Core, printed).map(|claimed| claimed.text);
        let expected = |named: &str| {
            format!("(declare-const p Bool)\n(assert (not p))\n(assert (! {named} :named a))\n(check-sat)\n")
        };
        assert_eq!(core(0, "(a)"), Ok(expected("p")));
        assert_eq!(core(1, "(a)"), Ok(expected("(and p p)")));
        assert_eq!(core(1, "(b)"), Err(NoClaim::Foreign("b".to_owned())));
        let script = "(push 1)(declare-const p Int)(assert (= p 1))(pop 1)(declare-const p Bool)(declare-const q Bool)\
            (check-sat-assuming ((not p) q p))";
        let script = Instance::read(script).unwrap();
        let failed =
            |printed| script.claimed(0, Question::FailedAssumptions, printed).map(|claimed| claimed.text);
        assert!(failed("((not p) p)").unwrap().ends_with("(check-sat-assuming ((not p) p))\n"));
        assert!(failed("(p (not p))").unwrap().ends_with("(check-sat-assuming (p (not p)))\n"));
    }

    /// A declaration without a meaning is left out when names are resolved, so that commands move.
    #[test]
    fn an_overloaded_script_claims_nothing() {
        let script = "(declare-const p Bool)(declare-const p Int)(declare-const q Bool)(assert (! q :named a))\
            (assert (! (not q) :named b))(check-sat)";
        let script = Instance::read(script).unwrap();
        assert_eq!(script.claimed(0, Question::Core, "(a b)"), Err(NoClaim::Unreadable));
        assert_eq!(script.sides(0, &Expr::read("(get-interpolant (a))").unwrap()[0]), None);
    }

    #[test]
    fn failed_assumptions_claim_all_assertions() {
        let of = |printed: &str| claimed(Question::FailedAssumptions, &[], printed);
        assert_eq!(
            of("((not p))"),
            Ok("(assert p)(assert (= p q))(check-sat-assuming ((not p)))".to_owned())
        );
        assert_eq!(of("(p)"), Err(NoClaim::Foreign("p".to_owned())));
    }

    #[test]
    fn an_assumption_is_denied_at_the_last_check() {
        let script = Instance::read(SCRIPT).unwrap();
        for (at, assumed) in [(0, "((not q) (not p))"), (1, "(q p)")] {
            let denying = script.denying_an_assumption(|of| at % of).unwrap();
            assert_eq!(denying.text, SCRIPT.replace("(q (not p))", assumed));
            assert_eq!([denying.expected(0), denying.expected(1)], [Expected::Sat, Expected::Open]);
        }
        let plain = Instance::read("(assert true)(check-sat)").unwrap();
        assert_eq!(plain.denying_an_assumption(|_| 0), None);
    }

    #[test]
    fn a_step_claims_that_its_premises_contradict_its_negation() {
        let script = asking(Question::Proof, &[]).unwrap();
        assert!(
            script
                .text
                .starts_with("(set-option :produce-proofs true)\n(set-option :proof-format-mode none)\n")
        );
        assert!(
            script.text.ends_with("(check-sat-assuming (q (not p)))\n(get-proof)\n")
                && script.sets_needed_options()
        );
        let claimed = |printed| script.claimed(1, Question::Proof, printed);
        let step = claimed("(TRANS (= p q) p (not q))").unwrap().text;
        let expected =
            "(declare-fun q () Bool)\n(assert p)\n(assert (not q))\n(assert (not (= p q)))\n(check-sat)\n";
        assert!(step.ends_with(expected), "{step}");
        for unreadable in ["(TRANS)", "p", "(error \"no\")"] {
            assert_eq!(claimed(unreadable), Err(NoClaim::Unreadable), "{unreadable}");
        }
    }

    #[test]
    fn names_below_assertions_say_nothing() {
        let mut script =
            Instance::read("(assert (or (! true :named t) false))(assert (! true :named u))(check-sat)")
                .unwrap();
        script.expect(Expected::Unsat, &[0]);
        let claimed = |printed| script.claimed(0, Question::Core, printed);
        assert_eq!(claimed("(t)"), Err(NoClaim::Unreadable));
        assert!(claimed("(u)").unwrap().text.contains("(! true :named u)"));
    }
}
