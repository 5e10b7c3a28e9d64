//! Scripts derived from an instance: parts of it, adaptations to another row, and sessions of several scripts.

use std::collections::{BTreeMap, BTreeSet};

use super::{Command, Instance, Kind, Question, RESET};

/// A script adapted to another row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Adapted {
    /// The script.
    pub script: Instance,
    /// The commands that were left out or replaced by plainer ones, in order.
    pub left_out: Vec<String>,
}

/// Whether a line sets an option other than `:global-declarations`, or a simplifier.
fn is_solver_option(line: &str) -> bool {
    let is_option =
        line.starts_with("(set-option ") && !line.starts_with("(set-option :global-declarations ");
    is_option || line.starts_with("(set-simplifier ")
}

impl Instance {
    /// Returns the script with objectives, with queries for a model after each check and for their optima after each at which
    /// one is in force, with this priority. The objectives of a script with a single check and no levels come before it; those
    /// of others before commands that `place` picks, given their number. `None` if no check has an objective.
    pub fn asking_for_optima(
        &self,
        priority: &str,
        objectives: &[String],
        mut place: impl FnMut(usize) -> usize,
    ) -> Option<Instance> {
        let models = self.asking_for_models();
        let is_place = |&at: &usize| !matches!(models.commands[at].kind, Kind::Ask(_));
        let places: Vec<usize> = match (models.is_incremental(), models.check_lines().last()?) {
            (true, (last, _)) => (models.head()..=last).filter(is_place).collect(),
            (false, (check, _)) => vec![check],
        };
        let mut added: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        for objective in objectives {
            let at = if places.len() > 1 { place(places.len()) } else { 0 };
            added.entry(*places.get(at)?).or_default().push(objective);
        }
        let mut asking = models.without_commands();
        asking.set_option(&format!(":opt.priority {priority}"));
        for (at, command) in models.commands.iter().enumerate() {
            for line in added.remove(&at).unwrap_or_default() {
                asking.add(Kind::Objective, line);
            }
            asking.copy(command, &models);
            // Solvers have no optima where they have no objective.
            if command.kind == Kind::Ask(Question::Model)
                && !asking.objectives_in_force(asking.checks().saturating_sub(1)).is_empty()
            {
                asking.add(Kind::Ask(Question::Objectives), "(get-objectives)");
            }
        }
        let is_asked = asking.of_kind(Kind::Ask(Question::Objectives)).next().is_some();
        is_asked.then_some(asking)
    }

    /// Returns the script with further assertions before the objectives of its only check.
    pub(crate) fn asserting(&self, formulas: &[String]) -> Instance {
        let mut longer = self.without_commands();
        let first = self.commands.iter().position(|command| command.kind == Kind::Objective);
        for (at, command) in self.commands.iter().enumerate() {
            for formula in formulas.iter().filter(|_| Some(at) == first) {
                longer.assert(formula);
            }
            longer.copy(command, self);
        }
        longer
    }

    /// Returns the script with only the commands for which `keep` holds, by position. The result stays satisfiable if it
    /// closes no level that it does not open. Commands for interpolants name only assertions that it keeps.
    pub fn with(&self, keep: impl FnMut(usize) -> bool) -> Instance {
        let kept: Vec<bool> = (0..self.commands.len()).map(keep).collect();
        let mut smaller = self.without_commands();
        for (command, _) in self.commands.iter().zip(&kept).filter(|(_, kept)| **kept) {
            let start = smaller.text.len();
            match command.kind {
                Kind::Ask(Question::Interpolant) => smaller.text.push_str(&self.naming_kept(command, &kept)),
                _ => smaller.text.push_str(self.line(command)),
            }
            smaller.commands.push(Command { kind: command.kind, range: start..smaller.text.len() });
        }
        smaller
    }

    /// Returns the script with another text, without the line end, for the command at a position.
    pub(crate) fn with_line(&self, at: usize, line: &str) -> Instance {
        let mut changed = self.without_commands();
        for (place, command) in self.commands.iter().enumerate() {
            match place == at {
                true => changed.add(command.kind, line),
                false => changed.copy(command, self),
            }
        }
        changed
    }

    /// Returns the one-shot script with the assertions in force at a check.
    pub fn at_check(&self, check: usize) -> Instance {
        let kept = self.kept_at(check);
        self.with(|at| kept.contains(&at))
    }

    /// Returns the positions of the commands that [`Instance::at_check`] keeps.
    pub(crate) fn kept_at(&self, check: usize) -> BTreeSet<usize> {
        let last = self.check_lines().nth(check).map(|(at, _)| at);
        let before = &self.commands[..last.unwrap_or(self.commands.len())];
        let first = before.iter().rposition(|command| self.is_reset(command)).map_or(0, |at| at + 1);
        // Not every script declares everything first, and one that declares anew after `(reset-assertions)` has forgotten
        // what it declared before.
        let declarations = self.of_kind_in_force(Kind::Declaration, check);
        let head = self.head_from(first);
        let all_in_head = declarations.iter().all(|at| head.contains(at));
        let head = head.filter(|&at| all_in_head || self.commands[at].kind == Kind::Setup);
        head.chain(declarations).chain(last).chain(self.in_force(check)).collect()
    }

    /// Returns the one-shot script for a check. If the script asks for more, so does the result.
    pub fn one_shot(&self, check: usize) -> Instance {
        let mut kept = self.kept_at(check);
        if self.asked_after(check).any(|(_, question)| question == Question::Objectives) {
            kept.extend(self.objectives_in_force(check));
        }
        let mut alone = self.with(|at| kept.contains(&at));
        let model = || self.of_kind(Kind::Ask(Question::Model)).next().map(|(at, _)| at);
        let asked: Vec<usize> = self.asked_after(check).map(|(at, _)| at).collect();
        let asked = if asked.is_empty() { model().into_iter().collect() } else { asked };
        for command in asked.into_iter().map(|at| &self.commands[at]) {
            alone.copy(command, self);
        }
        alone
    }

    /// Whether it asks for any model.
    pub fn asks_for_models(&self) -> bool {
        self.of_kind(Kind::Ask(Question::Model)).next().is_some()
    }

    /// Whether it asks for more than answers.
    pub(crate) fn asks(&self) -> bool {
        self.commands.iter().any(|command| matches!(command.kind, Kind::Ask(_)))
    }

    /// Returns the script without its questions about models.
    pub(crate) fn without_model_questions(&self) -> Instance {
        self.with(|at| !matches!(self.commands[at].kind, Kind::Ask(question) if question.is_about_model()))
    }

    /// Returns the questions between a check, counted from 0, and the next command of another kind, each with its
    /// position.
    pub fn asked_after(&self, check: usize) -> impl Iterator<Item = (usize, Question)> {
        let after = self.check_lines().nth(check).map_or(self.commands.len(), |(at, _)| at + 1);
        let commands = self.commands.iter().enumerate().skip(after);
        commands.map_while(|(at, command)| match command.kind {
            Kind::Ask(question) => Some((at, question)),
            _ => None,
        })
    }

    /// Returns the script with a query for the model after each check. A script that already has one is
    /// unchanged.
    pub fn asking_for_models(&self) -> Instance {
        if self.asks_for_models() {
            return self.clone();
        }
        let model = Question::Model;
        self.asking(model, |command, _| command.kind.is_check().then(|| (model, "(get-model)".to_owned())))
    }

    /// Returns the script with the option that a question needs, and with questions after some commands, given their
    /// positions.
    fn asking<Q: IntoIterator<Item = (Question, String)>>(
        &self,
        question: Question,
        questions: impl Fn(&Command, usize) -> Q,
    ) -> Instance {
        let mut asking = self.without_commands();
        // Some solvers accept such options only before the logic.
        question.option().into_iter().for_each(|option| asking.set_option(option));
        for (at, command) in self.commands.iter().enumerate() {
            asking.copy(command, self);
            for (question, line) in questions(command, at) {
                asking.add(Kind::Ask(question), &line);
            }
        }
        asking
    }

    /// Returns the script with a query for the reason of `unknown` after a check, counted from 0.
    pub(crate) fn asking_for_reason(&self, check: usize) -> Instance {
        let after = self.check_lines().nth(check).map(|(at, _)| at);
        let reason = || (Question::Other, "(get-info :reason-unknown)".to_owned());
        self.asking(Question::Other, |_, at| (Some(at) == after).then(reason))
    }

    /// Returns the script with queries for the model and for the values of terms after each check.
    pub fn asking_for_values(&self, terms: &[String]) -> Instance {
        let values = || (Question::Values, format!("(get-value ({}))", terms.join(" ")));
        let is_model = |command: &Command| command.kind == Kind::Ask(Question::Model);
        self.asking_for_models().asking(Question::Other, |command, _| is_model(command).then(values))
    }

    /// Returns the script with the option that a question needs, and with these commands after its last check, which ask it,
    /// instead of other questions there.
    pub(crate) fn asking_at_end(&self, question: Question, commands: &[String]) -> Instance {
        let last = self.last_check();
        let replaced: Vec<usize> = self.asked_after(last).map(|(at, _)| at).collect();
        let rest = self.with(|at| !replaced.contains(&at));
        let asked = rest.check_lines().last().map(|(at, _)| at);
        let commands = commands.iter().map(|line| (question, line.clone()));
        rest.asking(question, |_, at| commands.clone().filter(move |_| Some(at) == asked))
    }

    /// Whether it needs a solver's incremental mode.
    pub fn is_incremental(&self) -> bool {
        let levels = |kind| matches!(kind, Kind::Push(_) | Kind::Pop(_) | Kind::Reset);
        self.checks() > 1 || self.commands.iter().any(|command| levels(command.kind))
    }

    /// Adapts the script to another row. Removes questions beside the answer, which prove nothing there. Of the options,
    /// `:global-declarations` and those for which `keeps_option` holds stay, because later commands depend on them; `check`
    /// converts the checks.
    pub fn adapted(&self, keeps_option: impl Fn(&str) -> bool, check: impl Fn(&str) -> String) -> Adapted {
        let mut adapted = Adapted::default();
        for command in &self.commands {
            let line = self.line(command).trim_end();
            let kept = match command.kind {
                Kind::Objective | Kind::Ask(_) => None,
                Kind::Setup if is_solver_option(line) && !keeps_option(line) => None,
                Kind::Check(_) => Some(check(line)),
                _ => Some(line.to_owned()),
            };
            // A removed tactic is reported, too.
            if kept.as_deref() != Some(line) && (kept.is_none() || line.starts_with("(check-sat-using")) {
                adapted.left_out.push(line.to_owned());
            }
            if let Some(kept) = kept {
                adapted.script.add(command.kind, &kept);
            }
        }
        adapted
    }

    /// Joins the scripts of a session, with `(reset)` between them.
    pub fn joined(scripts: &[Instance]) -> Instance {
        let mut all = Instance::default();
        for (at, script) in scripts.iter().enumerate() {
            if at > 0 {
                all.add(Kind::Setup, RESET);
            }
            script.commands.iter().for_each(|command| all.copy(command, script));
        }
        all
    }

    /// Splits a joined session into its scripts.
    pub fn scripts(&self) -> Vec<Instance> {
        let mut scripts = vec![Instance::default()];
        for command in &self.commands {
            let text = self.line(command).trim_end();
            match scripts.last_mut() {
                Some(script) if text != RESET => script.add(command.kind, text),
                _ => scripts.push(Instance::default()),
            }
        }
        scripts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::instance::Derived;

    fn read(text: &str) -> Instance {
        Instance::read(text).unwrap()
    }

    #[test]
    fn models_are_asked_for_after_each_check() {
        let script = Instance::read("(set-logic ALL)(check-sat)(push 1)(assert a)(check-sat)").unwrap();
        let asking = script.asking_for_models();
        let expected = "(set-option :produce-models true)\n(set-logic ALL)\n(check-sat)\n(get-model)\n(push 1)\n\
            (assert a)\n(check-sat)\n(get-model)\n";
        assert_eq!(asking.text, expected);
        assert_eq!(asking.asking_for_models(), asking);
    }

    #[test]
    fn what_is_derived_is_asked_for_after_the_last_check() {
        let script = "(set-option :produce-models true)\n(set-logic QF_UF)\n(declare-fun p () Bool)\n(assert p)\n\
            (check-sat)\n(get-model)\n(push 1)\n(check-sat)\n(get-model)\n(pop 1)\n";
        let script = Instance::read(script).unwrap();
        for derived in Derived::ALL {
            let commands = ["a", "b"].map(|of| format!("({} {of})", derived.word()));
            let asking = script.asking_at_end(Question::Derived(derived), &commands);
            let end =
                format!("(get-model)\n(push 1)\n(check-sat)\n{}\n{}\n(pop 1)\n", commands[0], commands[1]);
            assert!(asking.text.ends_with(&end), "{}", asking.text);
            assert_eq!(asking, Instance::read(&asking.text).unwrap());
            assert!(asking.sets_needed_options());
        }
    }

    #[test]
    fn nothing_stays_after_a_reset() {
        let script = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n(reset)\n\
            (set-logic QF_LRA)\n(declare-const x Real)\n(assert (< x 0.0))\n(check-sat)\n";
        let (one, other) = script.split_once("(reset)\n").unwrap();
        let both = Instance::read(script).unwrap();
        assert_eq!((both.in_force(0), both.in_force(1)), (vec![2], vec![7]));
        assert_eq!((both.at_check(0).text.as_str(), both.at_check(1).text.as_str()), (one, other));
    }

    #[test]
    fn global_declarations_stay_when_their_level_closes() {
        let script = |resets: &str| {
            let global = "(set-option :global-declarations true)\n(push 1)\n(declare-const q Bool)\n(assert q)\n\
                (check-sat)\n(pop 1)\n";
            let text = format!("{global}{resets}(assert (not q))\n(check-sat)\n");
            Instance::read(&text).unwrap().at_check(1).text
        };
        let expected =
            "(set-option :global-declarations true)\n(declare-const q Bool)\n(assert (not q))\n(check-sat)\n";
        assert_eq!(script(""), expected);
        assert_eq!(script("(reset-assertions)\n"), expected);
        assert_eq!(script("(reset)\n"), "(assert (not q))\n(check-sat)\n");
    }

    #[test]
    fn commands_can_be_dropped() {
        let one = read("(set-logic X)(assert a)(assert b)(check-sat)");
        let smaller = one.with(|at| at != 1);
        assert_eq!(smaller.text, "(set-logic X)\n(assert b)\n(check-sat)\n");
        assert_eq!(smaller.assertions().collect::<Vec<_>>(), ["(assert b)\n"]);
        assert_eq!(smaller.commands.iter().map(|line| smaller.line(line)).collect::<String>(), smaller.text);
    }

    #[test]
    fn another_row_gets_its_own_words_and_what_means_the_same_to_all() {
        let script = Instance::read(
            "(set-option :global-declarations true)(set-option :x 1)(set-option :y 2)(set-logic X)\
             (declare-fun p () Bool)(reset-assertions)(assert p)(check-sat-using t)(get-model)\
             (check-sat-assuming (p))",
        )
        .unwrap();
        let check = |line: &str| match line.starts_with("(check-sat-assuming") {
            true => line.to_owned(),
            false => "(check-sat)".to_owned(),
        };
        let Adapted { script: other, left_out } = script.adapted(|line| line.contains(":y"), check);
        assert_eq!(
            other.text,
            "(set-option :global-declarations true)\n(set-option :y 2)\n(set-logic X)\n(declare-fun p () Bool)\n\
             (reset-assertions)\n(assert p)\n(check-sat)\n(check-sat-assuming (p))\n"
        );
        assert_eq!(left_out, ["(set-option :x 1)", "(check-sat-using t)", "(get-model)"]);
        assert!(other.sets_needed_options());
        assert_eq!(Instance::read(&other.text).unwrap(), other);
    }

    #[test]
    fn objectives_are_in_force_until_their_level_closes() {
        let script =
            "(set-logic QF_LIA)(declare-fun x () Int)(push 1)(assert (< x 3))(check-sat)(pop 1)(check-sat)";
        let objectives = ["(maximize x)", "(minimize x)"].map(str::to_owned);
        let asking = |places: [usize; 2]| {
            let mut places = places.into_iter();
            let place = |of| {
                assert_eq!(of, 5);
                places.next().unwrap()
            };
            read(script).asking_for_optima("box", &objectives, place)
        };
        let expected = "(set-option :opt.priority box)\n(set-option :produce-models true)\n(set-logic QF_LIA)\n\
            (declare-fun x () Int)\n(minimize x)\n(push 1)\n(assert (< x 3))\n(maximize x)\n(check-sat)\n(get-model)\n\
            (get-objectives)\n(pop 1)\n(check-sat)\n(get-model)\n(get-objectives)\n";
        let both = asking([2, 0]).unwrap();
        assert_eq!((both.text.as_str(), both.commands.clone()), (expected, read(expected).commands));
        let in_force =
            |check| both.objectives_in_force(check).into_iter().map(|at| both.line(&both.commands[at]));
        assert_eq!(in_force(0).collect::<Vec<_>>(), ["(minimize x)\n", "(maximize x)\n"]);
        assert_eq!(in_force(1).collect::<Vec<_>>(), ["(minimize x)\n"]);
        // Solvers have no optima where they have no objective.
        let inner = asking([1, 2]).unwrap();
        assert!(
            inner.text.ends_with("(get-objectives)\n(pop 1)\n(check-sat)\n(get-model)\n"),
            "{}",
            inner.text
        );
        let alone = both.one_shot(1);
        let expected = "(minimize x)\n(check-sat)\n(get-model)\n(get-objectives)\n";
        assert!(alone.text.ends_with(&format!("(declare-fun x () Int)\n{expected}")), "{}", alone.text);
        assert_eq!(read(script).asking_for_optima("lex", &[], |_| 0), None);
    }

    #[test]
    fn a_check_stands_alone_with_its_model() {
        let script = read("(assert a)(push 1)(assert b)(check-sat)(get-model)(pop 1)(check-sat)(get-model)");
        assert_eq!(script.one_shot(0).text, "(assert a)\n(assert b)\n(check-sat)\n(get-model)\n");
        assert_eq!(script.one_shot(1).text, "(assert a)\n(check-sat)\n(get-model)\n");
    }

    #[test]
    fn scripts_are_joined_and_taken_apart() {
        let one = Instance::read("(set-logic X)(assert true)(check-sat)").unwrap();
        let two = Instance::read("(push 1)(assert false)(pop 1)(reset-assertions)(check-sat)").unwrap();
        let all = [one, two.clone(), two];
        let whole = Instance::joined(&all);
        assert_eq!(whole.text.matches("(reset)\n").count(), 2);
        assert_eq!(Instance::read(&whole.text).unwrap(), whole);
        assert_eq!(whole.scripts(), all);
    }
}
