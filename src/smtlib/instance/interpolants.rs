//! Interpolants: the two sides that a script asks about. Bitwuzla takes them from the assertions: `(get-interpolant (a …))`
//! names those of the one side. cvc5 has all assertions on the one side, and on the other one the negation of a conjecture,
//! which they entail: `(get-interpolant I f)`.

use std::collections::BTreeSet;

use super::{Command, Instance, Kind, Question, asserted, assumptions};
use crate::smtlib::{Expr, NodeId, Tree};

impl Instance {
    /// Returns the command for an interpolant after a check, counted from 0: of the assertions in force, those that are `named`,
    /// by position, have names with this prefix. `None` if they have to be on the same side.
    pub(super) fn interpolant_command(
        &self,
        check: usize,
        named: &BTreeSet<usize>,
        prefix: &str,
    ) -> Option<String> {
        let (one, other): (Vec<usize>, Vec<usize>) =
            self.in_force(check).into_iter().partition(|at| named.contains(at));
        let names: Vec<String> = one.iter().map(|at| format!("{prefix}{at}")).collect();
        let has_sides = !one.is_empty() && !other.is_empty();
        has_sides.then(|| format!("(get-interpolant ({}))", names.join(" ")))
    }

    /// Returns the script with a question after its last check for an interpolant of its assertions and a conjecture: that one
    /// of some formulas or of the assertions is true. `pick` returns a number below its argument. `None` if there is no
    /// formula, no assertion in force, or an assumption, which not every solver keeps.
    pub(crate) fn conjecturing(
        &self,
        mut formulas: Vec<String>,
        mut pick: impl FnMut(usize) -> usize,
    ) -> Option<Instance> {
        let (_, check) = self.check_lines().last()?;
        let in_force = self.in_force(self.checks().checked_sub(1)?);
        if formulas.is_empty() || in_force.is_empty() || !self.line(check).starts_with("(check-sat)") {
            return None;
        }
        let entailed = self.formula(&self.commands[*in_force.get(pick(in_force.len()))?])?;
        formulas.insert(pick(formulas.len() + 1), entailed.to_owned());
        let name = self.unused_name("interpolant");
        let command = format!("(get-interpolant {name} (or {}))", formulas.join(" "));
        Some(self.asking_at_end(Question::Interpolant, &[command]))
    }

    /// Whether a command for an interpolant has a conjecture, so that it needs no `unsat`.
    pub(crate) fn has_conjecture(&self, command: &Command) -> bool {
        self.expr(command).is_some_and(|asked| matches!(asked.children(), [_, Expr::Atom(_), _]))
    }

    /// Returns the two sides of an interpolant after a check, counted from 0: the formulas in force that a command names,
    /// and the others, with all assumptions; or all formulas in force, and its conjecture negated. `None` if it names something
    /// else, or has a conjecture that does not plainly follow.
    pub(crate) fn sides(&self, check: usize, asked: &Expr) -> Option<[Vec<String>; 2]> {
        let problem = self.problem().ok()?;
        let tree = &problem.script.tree;
        // Resolving leaves out declarations without a meaning.
        if tree.roots().len() != self.commands.len() {
            return None;
        }
        let in_force = self.in_force(check).into_iter();
        let in_force =
            in_force.map(|at| asserted(tree, *tree.roots().get(at)?)).collect::<Option<Vec<_>>>()?;
        let text = |id: NodeId| tree.text(id).to_owned();
        match asked.children() {
            [_, Expr::List(named)] => {
                let mut names: BTreeSet<&str> = named.iter().filter_map(Expr::text).collect();
                let mut sides = [Vec::new(), Vec::new()];
                for (formula, name) in in_force {
                    let is_named = name.is_some_and(|name| names.remove(name));
                    sides[usize::from(!is_named)].push(text(formula));
                }
                let (place, _) = self.check_lines().nth(check)?;
                let assumed = assumptions(tree, *tree.roots().get(place)?);
                sides[1].extend(assumed.iter().map(|&literal| text(literal)));
                names.is_empty().then_some(sides)
            }
            [_, Expr::Atom(_), conjecture] if conjecture.head() == Some("or") => {
                let is_disjunct = |formula: Expr| conjecture.children().contains(&formula);
                let mut formulas = in_force.iter().map(|(formula, _)| *formula);
                let is_entailed = formulas.any(|id| Expr::from_tree(tree, id).is_some_and(is_disjunct));
                let one = in_force.iter().map(|(formula, _)| text(*formula)).collect();
                is_entailed.then(|| [one, vec![format!("(not {conjecture})")]])
            }
            _ => None,
        }
    }

    /// Returns a command for an interpolant, including the line end, without the names of assertions that are not `kept`, by
    /// position.
    pub(super) fn naming_kept(&self, command: &Command, kept: &[bool]) -> String {
        let line = self.line(command);
        let Some(asked) = self.expr(command) else { return line.to_owned() };
        let [_, Expr::List(names)] = asked.children() else { return line.to_owned() };
        let dropped = self.of_kind(Kind::Assertion).filter(|(at, _)| !kept[*at]);
        let dropped = dropped.filter_map(|(_, assertion)| {
            let tree = Tree::parse(self.line(assertion).to_owned()).ok()?;
            Some(asserted(&tree, *tree.roots().first()?)?.1?.to_owned())
        });
        let dropped: BTreeSet<String> = dropped.collect();
        let is_kept = |name: &&Expr| name.text().is_none_or(|name| !dropped.contains(name));
        let kept = names.iter().filter(is_kept).cloned().collect();
        format!("{}\n", asked.with(&[1], &Expr::list(kept)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::instance::{Expected, Question};

    const SCRIPT: &str = "(set-logic QF_UF)\n(declare-fun p () Bool)\n(declare-fun q () Bool)\n(assert p)\n(push 1)\n\
        (assert (not p))\n(check-sat)\n(pop 1)\n(assert (= p q))\n(check-sat-assuming (q (not p)))\n";

    fn asking(names: [bool; 3]) -> Option<Instance> {
        let mut instance = Instance::read(SCRIPT).unwrap();
        instance.expect(Expected::Unsat, &[0, 1]);
        let mut names = names.into_iter();
        instance.asking_about_unsat(Question::Interpolant, || names.next().unwrap())
    }

    fn asked(instance: &Instance, check: usize) -> Option<&str> {
        let (at, question) = instance.asked_after(check).next()?;
        assert_eq!(question, Question::Interpolant);
        Some(instance.line(&instance.commands[at]))
    }

    #[test]
    fn a_command_names_what_is_in_force() {
        let asking = asking([true, false, true]).unwrap();
        assert!(asking.text.starts_with("(set-option :produce-interpolants true)\n(set-logic QF_UF)\n"));
        assert!(asking.sets_needed_options());
        assert_eq!(asked(&asking, 0), Some("(get-interpolant (named3))\n"));
        // Both assertions have names here, so that there is no other side but the assumptions.
        assert_eq!(asked(&asking, 1), None);
        let mut read = Instance::read(&asking.text).unwrap();
        read.expect(Expected::Unsat, &[0, 1]);
        assert_eq!(read, asking);
        assert_eq!(super::tests::asking([false; 3]), None);
    }

    fn sides_of(asking: &Instance, check: usize, command: &str) -> Option<[Vec<String>; 2]> {
        asking.sides(check, Expr::read(command)?.first()?)
    }

    #[test]
    fn the_other_side_has_all_assumptions() {
        let asking = asking([true, true, false]).unwrap();
        assert_eq!(asked(&asking, 0), None);
        assert_eq!(asked(&asking, 1), Some("(get-interpolant (named3))\n"));
        let sides = [vec!["p"], vec!["(= p q)", "q", "(not p)"]];
        let sides = sides.map(|side| side.into_iter().map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(sides_of(&asking, 1, "(get-interpolant (named3))"), Some(sides));
        for foreign in ["(get-interpolant (named5))", "(get-interpolant I p)", "(get-interpolant (named3"] {
            assert_eq!(sides_of(&asking, 1, foreign), None, "{foreign}");
        }
    }

    #[test]
    fn a_conjecture_follows_from_an_assertion_in_force() {
        let script = "(set-logic QF_UF)\n(declare-fun p () Bool)\n(declare-fun q () Bool)\n(assert p)\n(push 1)\n\
            (assert (not p))\n(check-sat)\n(pop 1)\n(assert (= p q))\n(check-sat)\n";
        let instance = Instance::read(script).unwrap();
        let mut seen = BTreeSet::new();
        for number in 0..4 {
            let mut picks = [number % 2, number / 2].into_iter();
            let pick = |of| {
                assert_eq!(of, 2);
                picks.next().unwrap()
            };
            let asking = instance.conjecturing(vec!["(and p q)".to_owned()], pick).unwrap();
            assert!(asking.text.starts_with("(set-option :produce-interpolants true)\n"));
            assert_eq!(asking, Instance::read(&asking.text).unwrap());
            let command = asked(&asking, 1).unwrap();
            let [one, other] = sides_of(&asking, 1, command).unwrap();
            let conjecture = command.trim_end().strip_prefix("(get-interpolant interpolant ").unwrap();
            assert_eq!(
                (one, other),
                (vec!["p".to_owned(), "(= p q)".to_owned()], vec![format!("(not {conjecture}")])
            );
            seen.insert(conjecture.to_owned());
            // It does not follow any more, or not plainly.
            assert_eq!(sides_of(&asking, 0, "(get-interpolant I (or q (= p q)))"), None);
            assert_eq!(sides_of(&asking, 1, "(get-interpolant I (and p (= p q)))"), None);
            assert!(
                asking.of_kind(Kind::Ask(Question::Interpolant)).all(|(_, line)| asking.has_conjecture(line))
            );
        }
        let expected =
            ["(or (= p q) (and p q)))", "(or (and p q) (= p q)))", "(or (and p q) p))", "(or p (and p q)))"];
        assert_eq!(seen.iter().map(String::as_str).collect::<Vec<_>>(), expected);
        assert_eq!(instance.conjecturing(Vec::new(), |_| 0), None);
        assert_eq!(Instance::read(SCRIPT).unwrap().conjecturing(vec!["q".to_owned()], |_| 0), None);
    }

    #[test]
    fn names_go_with_their_assertions() {
        let asking = asking([true, false, false]).unwrap();
        let script = "(assert (! p :named a))\n(assert (! (= p q) :named |b|))\n(assert q)\n(check-sat)\n\
            (get-interpolant (a b))\n";
        let script = Instance::read(script).unwrap();
        let last = |instance: &Instance| instance.text.lines().last().unwrap().to_owned();
        assert_eq!(last(&script.with(|at| at != 1)), "(get-interpolant (a))");
        assert_eq!(last(&script.with(|at| at > 1)), "(get-interpolant ())");
        assert_eq!(script.with(|at| at != 2).text, script.text.replace("(assert q)\n", ""));
        let other = Instance::read("(assert p)\n(check-sat)\n(get-interpolant I p)\n").unwrap();
        assert_eq!(last(&other.with(|at| at > 0)), "(get-interpolant I p)");
        assert_eq!(asked(&asking.one_shot(0), 0), Some("(get-interpolant (named3))\n"));
    }
}
