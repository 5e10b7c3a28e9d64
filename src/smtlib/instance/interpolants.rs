//! Interpolants: the two sides that a script asks about.

use std::collections::BTreeSet;

use super::{Command, Instance, Kind, asserted, assumptions};
use crate::smtlib::{Expr, Tree};

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

    /// Returns the two sides of an interpolant after a check, counted from 0: the formulas in force that its `command` names,
    /// and the others, with all assumptions. `None` if it names something else.
    pub(crate) fn sides(&self, check: usize, command: &str) -> Option<[Vec<String>; 2]> {
        let problem = self.problem().ok()?;
        let tree = &problem.script.tree;
        let asked = Expr::read(command)?.pop()?;
        let [_, Expr::List(named)] = asked.children() else { return None };
        let mut names: BTreeSet<&str> = named.iter().filter_map(Expr::text).collect();
        let (place, _) = self.check_lines().nth(check)?;
        let mut sides = [Vec::new(), Vec::new()];
        for at in self.in_force(check) {
            let (formula, name) = asserted(tree, *tree.roots().get(at)?)?;
            let is_named = name.is_some_and(|name| names.remove(name));
            sides[usize::from(!is_named)].push(tree.text(formula).to_owned());
        }
        let assumed = assumptions(tree, *tree.roots().get(place)?);
        sides[1].extend(assumed.iter().map(|&literal| tree.text(literal).to_owned()));
        names.is_empty().then_some(sides)
    }

    /// Returns a command for an interpolant, including the line end, without the names of assertions that are not `kept`, by
    /// position.
    pub(super) fn naming_kept(&self, command: &Command, kept: &[bool]) -> String {
        let line = self.line(command);
        let Some(asked) = Expr::read(line).and_then(|mut commands| commands.pop()) else {
            return line.to_owned();
        };
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

    #[test]
    fn the_other_side_has_all_assumptions() {
        let asking = asking([true, true, false]).unwrap();
        assert_eq!(asked(&asking, 0), None);
        let command = "(get-interpolant (named3))";
        assert_eq!(asked(&asking, 1), Some("(get-interpolant (named3))\n"));
        let sides = [vec!["p"], vec!["(= p q)", "q", "(not p)"]];
        let sides = sides.map(|side| side.into_iter().map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(asking.sides(1, command), Some(sides));
        for foreign in ["(get-interpolant (named5))", "(get-interpolant I p)", "(get-interpolant (named3"] {
            assert_eq!(asking.sides(1, foreign), None, "{foreign}");
        }
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
