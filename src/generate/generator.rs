//! Phase 3: formulas of the pools become instances (paper, section 3.3).

use std::sync::Arc;

use crate::generate::additions::fits_larger_logics;
use crate::generate::graph::Scratch;
use crate::generate::layout::{self, Step};
use crate::generate::pool::Pools;
use crate::generate::provenance::Provenance;
use crate::generate::strategy::Strategy;
use crate::matrix::{Alternative, Form, Layouts, Mode, OptionGroup, SetLogic};
use crate::rng::{Key, Rng, Stream};
use crate::smtlib::instance::{Drawn, Expected, Instance, Kind};
use crate::smtlib::{DeclarationKind, Script};

/// Share of checks under assumptions, in percent: most checks remain plain, so that both kinds alternate.
const ASSUMING: u32 = 33;
/// The largest number of assumptions of a check: all are true, so more of them would not test more.
const ASSUMED: u32 = 3;

/// A generator of the instances of one batch.
#[derive(Debug)]
pub struct Generator<'a> {
    pools: &'a Pools,
    key: Key,
    form: &'a Form,
    /// The layouts of incremental instances. They also decide whether `set-logic` varies.
    layouts: Layouts,
    /// The alternatives of each option group.
    alternatives: Vec<Vec<Arc<Drawn>>>,
    /// Logic and declarations, for each variant of `set-logic` that the row names and the seed allows.
    preambles: Vec<(SetLogic, Instance)>,
    a_max: u32,
    /// Boolean constants in the polarity that is true: the literals for `check-sat-assuming`.
    literals: Vec<String>,
    /// The added recursive functions, if there are some.
    recursion: Option<Recursive>,
    scratch: Scratch,
    /// The provenance of the last instance.
    provenance: Provenance,
}

/// The recursive functions that a batch adds. An instance that does not call them does not define them, because cvc5
/// answers `unknown` to most instances with a recursive definition.
#[derive(Debug)]
struct Recursive {
    /// The command that defines them, counted from 0 among the declarations.
    declaration: usize,
    /// Whether a formula calls one of them, by the number of its node.
    is_caller: Vec<bool>,
    /// Whether an assertion of the instance at hand calls one of them.
    is_called: bool,
}

impl<'a> Generator<'a> {
    /// Creates a generator of instances of `script` with at most `a_max` assertions, in the form for a solver.
    pub fn new(script: &Script, pools: &'a Pools, key: Key, a_max: u32, form: &'a Form) -> Self {
        let mut generator = Generator {
            pools,
            key,
            form,
            layouts: form.layouts,
            alternatives: form.options.iter().map(alternatives).collect(),
            preambles: set_logics(script, form).map(|logic| (logic, preamble(script, logic))).collect(),
            a_max,
            literals: Vec::new(),
            recursion: None,
            scratch: Scratch::default(),
            provenance: Provenance::default(),
        };
        if form.check_sat_assuming {
            generator.literals = generator.true_literals();
        }
        generator
    }

    /// Records the wider logic of the script, if it was widened.
    #[must_use]
    pub(super) fn widened(mut self, logic: Option<&'static str>) -> Self {
        self.provenance.wider = logic;
        self
    }

    /// Records whether the script has sorts of its own.
    #[must_use]
    pub(super) fn with_own_sorts(mut self, has_own_sorts: bool) -> Self {
        self.provenance.has_own_sorts = has_own_sorts;
        self
    }

    /// Names the strategy that made the pools, if there are several.
    #[must_use]
    pub(super) fn made_by(mut self, strategy: Option<Strategy>) -> Self {
        self.provenance.strategy = strategy;
        self
    }

    /// Replaces the layouts of the form, if others are given.
    #[must_use]
    pub(super) fn laid_out(mut self, layouts: Option<Layouts>) -> Self {
        self.layouts = layouts.unwrap_or(self.layouts);
        self
    }

    /// Leaves a command, counted from 0 among the declarations, out of instances that do not call the recursive functions
    /// that it defines. `calls` says for each formula of the initial pool whether it does.
    #[must_use]
    pub(super) fn defining_if_called(
        mut self,
        declaration: usize,
        calls: impl Iterator<Item = bool>,
    ) -> Self {
        let callers = self.pools.initial.formulas().iter().zip(calls).filter(|(_, calls)| *calls);
        let is_caller = self.pools.graph.reaching(callers.map(|(formula, _)| formula.node));
        self.recursion = Some(Recursive { declaration, is_caller, is_called: false });
        self
    }

    /// Generates instance `number`. It does not depend on earlier ones.
    pub fn instance(&mut self, number: u32) -> Instance {
        let mut instance = Instance::default();
        self.write(number, &mut instance);
        instance
    }

    /// Returns the provenance of the last instance.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// Like [`Generator::instance`], but reuses the memory of an earlier instance.
    pub fn write(&mut self, number: u32, instance: &mut Instance) {
        self.provenance.assertions.clear();
        if let Some(recursion) = &mut self.recursion {
            recursion.is_called = false;
        }
        let mut rng = self.key.stream(Stream::Instance(number));
        self.draw_options(number, instance);
        self.set_up(number, instance);
        let count = rng.below(self.a_max) + 1;
        match self.form.mode {
            Mode::OneShot => {
                (0..count).for_each(|_| self.assert(instance, &mut rng));
                self.check(instance, None);
            }
            Mode::Incremental => self.write_levels(count, number, instance, &mut rng),
        }
        let uncalled = self.recursion.as_ref().filter(|recursion| !recursion.is_called);
        if let Some(Recursive { declaration, .. }) = uncalled {
            let definition = instance.of_kind(Kind::Declaration).nth(*declaration).map(|(at, _)| at);
            *instance = instance.with(|at| Some(at) != definition);
        }
    }

    /// Draws one alternative of each option group.
    fn draw_options(&self, number: u32, instance: &mut Instance) {
        instance.drawn.clear();
        for (at, (group, alternatives)) in self.form.options.iter().zip(&self.alternatives).enumerate() {
            let mut rng = self.key.stream(Stream::options(at, group.per_instance.then_some(number)));
            instance.drawn.push(Arc::clone(&alternatives[rng.index(alternatives.len())]));
        }
    }

    /// Writes the head of an instance: options, logic and declarations.
    fn set_up(&mut self, number: u32, instance: &mut Instance) {
        let at = self.logic(number);
        let (logic, preamble) = &self.preambles[at];
        self.provenance.set_logic = Some(*logic).filter(|_| self.form.set_logic.len() > 1);
        instance.text.clear();
        instance.commands.clear();
        let drawn = std::mem::take(&mut instance.drawn);
        let lines = drawn.iter().flat_map(|one| &one.set_options).map(String::as_str);
        let models = self.form.models.then_some(":produce-models true");
        // Without this option, `reset-assertions` removes declarations in some solvers and not in others.
        let resets = self.form.mode == Mode::Incremental && self.form.reset_assertions;
        let global = resets.then_some(":global-declarations true");
        for option in models.into_iter().chain(global).chain(lines) {
            instance.add(Kind::Setup, |text| text.extend(["(set-option ", option, ")"]));
        }
        instance.drawn = drawn;
        if instance.text.is_empty() {
            instance.text.clone_from(&preamble.text);
            instance.commands.clone_from(&preamble.commands);
        } else {
            for line in &preamble.commands {
                instance.add(line.kind, |text| text.push_str(preamble.line(line).trim_end()));
            }
        }
    }

    /// Returns the index of the preamble of an instance, which decides its `set-logic`.
    fn logic(&self, number: u32) -> usize {
        match self.layouts {
            Layouts::Levels => 0,
            Layouts::All => self.key.stream(Stream::Logic(number)).index(self.preambles.len()),
        }
    }

    /// Writes levels, checks and assertions as [`layout`] draws them.
    fn write_levels(&mut self, count: u32, number: u32, instance: &mut Instance, rng: &mut Rng) {
        let mut levels = self.key.stream(Stream::Levels(number));
        let resets = self.form.reset_assertions;
        let assumes = !self.literals.is_empty();
        let (layout, steps) = layout::draw(self.layouts, count, resets, assumes, &mut levels);
        self.provenance.layout = layout;
        for step in steps {
            let kind = match step {
                Step::Command(kind) => kind,
                Step::Assuming => {
                    let literals = self.assumptions(&mut levels);
                    self.check(instance, literals.as_deref());
                    continue;
                }
                Step::Again(number) => {
                    repeat(instance, number);
                    let again = self.provenance.assertions.get(number as usize).copied();
                    self.provenance.assertions.extend(again);
                    continue;
                }
            };
            match kind {
                Kind::Assertion => self.assert(instance, rng),
                Kind::Push(count) => instance.add(kind, |text| text.push_str(&format!("(push {count})"))),
                Kind::Pop(count) => instance.add(kind, |text| text.push_str(&format!("(pop {count})"))),
                Kind::Check(_) => {
                    // Without literals, no random number is drawn.
                    let assumes = !self.literals.is_empty() && levels.percent(ASSUMING);
                    let literals = if assumes { self.assumptions(&mut levels) } else { None };
                    self.check(instance, literals.as_deref());
                }
                Kind::Reset => instance.add(kind, |text| text.push_str("(reset-assertions)")),
                Kind::Setup | Kind::Declaration | Kind::Model => {}
            }
        }
    }

    /// Draws literals for a check, if there are any.
    fn assumptions(&self, rng: &mut Rng) -> Option<String> {
        if self.literals.is_empty() {
            return None;
        }
        let count = 1 + rng.below(ASSUMED);
        let literals: Vec<&str> =
            (0..count).filter_map(|_| rng.pick(&self.literals)).map(String::as_str).collect();
        Some(literals.join(" "))
    }

    fn assert(&mut self, instance: &mut Instance, rng: &mut Rng) {
        let formula = self.pools.random(rng);
        self.provenance.assertions.push(formula.sources);
        if let Some(recursion) = &mut self.recursion {
            recursion.is_called |= recursion.is_caller.get(formula.node.index()).is_some_and(|calls| *calls);
        }
        let (graph, scratch) = (&self.pools.graph, &mut self.scratch);
        instance.add(Kind::Assertion, |text| {
            text.push_str("(assert ");
            graph.print(formula.node, !formula.truth, text, scratch);
            text.push(')');
        });
    }

    fn check(&self, instance: &mut Instance, literals: Option<&str>) {
        match literals {
            Some(literals) => {
                instance.add(Kind::Check(Expected::Sat), |text| {
                    text.extend(["(check-sat-assuming (", literals, "))"])
                });
            }
            None => instance.add(Kind::Check(Expected::Sat), |text| text.push_str(&self.form.check_sat)),
        }
        if self.form.models {
            instance.add(Kind::Model, |text| text.push_str("(get-model)"));
        }
    }

    fn true_literals(&mut self) -> Vec<String> {
        let mut literals = Vec::new();
        for formula in self.pools.initial.formulas() {
            let mut text = String::new();
            self.pools.graph.print(formula.node, false, &mut text, &mut self.scratch);
            if !text.starts_with('(') {
                literals.push(if formula.truth { text } else { format!("(not {text})") });
            }
        }
        literals
    }
}

/// Repeats an assertion, by its number.
fn repeat(instance: &mut Instance, number: u32) {
    let assertions = instance.commands.iter().filter(|command| command.kind == Kind::Assertion);
    let line =
        assertions.clone().nth(number as usize).map(|command| instance.line(command).trim_end().to_owned());
    if let Some(line) = line {
        instance.add(Kind::Assertion, |text| text.push_str(&line));
    }
}

/// Returns the alternatives of an option group.
fn alternatives(group: &OptionGroup) -> Vec<Arc<Drawn>> {
    let drawn = |one: &Alternative| Drawn {
        group: group.name.clone(),
        tier: group.tier.word(),
        args: one.args.clone(),
        written: one.written.clone(),
        set_options: one.set_options.clone(),
    };
    group.alternatives.iter().map(|one| Arc::new(drawn(one))).collect()
}

/// Returns the variants of `set-logic` for a seed, at least one, among those that the row names. It is the seed's own
/// logic alone if the seed declares a name that has a meaning in larger logics.
fn set_logics(script: &Script, form: &Form) -> impl Iterator<Item = SetLogic> {
    let named =
        form.set_logic.iter().copied().filter(|logic| *logic == SetLogic::Seed || fits_larger_logics(script));
    let named: Vec<SetLogic> = named.collect();
    if named.is_empty() { vec![SetLogic::Seed] } else { named }.into_iter()
}

/// Returns the logic and the declarations of the seed, with `set-logic` in the given variant.
fn preamble(script: &Script, set_logic: SetLogic) -> Instance {
    let tree = &script.tree;
    let mut preamble = Instance::default();
    if let Some(logic) = set_logic.named(script.logic.as_deref()) {
        preamble.add(Kind::Setup, |text| text.extend(["(set-logic ", logic, ")"]));
    }
    for declaration in &script.declarations {
        let line = match &declaration.kind {
            // Old solvers (Boolector 1.5) do not support `declare-const`.
            DeclarationKind::Function(name, arguments, result) => {
                let arguments: Vec<String> =
                    arguments.iter().map(|&sort| tree.canonical_text(sort)).collect();
                format!("(declare-fun {name} ({}) {})", arguments.join(" "), tree.canonical_text(*result))
            }
            _ => tree.canonical_text(declaration.node),
        };
        preamble.add(Kind::Declaration, |text| text.push_str(&line));
    }
    preamble
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::generate::fragment::{FormulaSource, InitialPool};
    use crate::generate::pool::Draw;
    use crate::matrix::{Bounds, Source, Tier, Weights};
    use crate::smtlib::Problem;
    use crate::witness::Evaluator;

    const SEED: &str = "(set-logic QF_LIA)(declare-fun x () Int)(declare-fun p () Bool)\
                        (assert (or p (< x 5) (= x 7)))";

    fn with_generator<R>(form: &Form, work: impl FnOnce(&mut Generator<'_>) -> R) -> R {
        let problem = Problem::read(SEED).unwrap();
        let key = Key::new(&Digest::of(SEED), 1);
        let weights = Weights::only(Source::Sampled);
        let evaluation = Evaluator::in_process().search(&problem, &key, &weights).unwrap();
        let initial = InitialPool::collect(&problem, evaluation, &Bounds::default()).unwrap();
        let pools = Pools::build(
            &problem.formulas.terms,
            &initial,
            50,
            8,
            Draw::default(),
            &mut key.stream(Stream::Pool),
        );
        work(&mut Generator::new(&problem.script, &pools, key, 16, form))
    }

    fn instances(form: &Form, numbers: &[u32]) -> Vec<Instance> {
        with_generator(form, |generator| numbers.iter().map(|&number| generator.instance(number)).collect())
    }

    fn incremental() -> Form {
        Form { mode: Mode::Incremental, reset_assertions: true, check_sat_assuming: true, ..Form::default() }
    }

    #[test]
    fn incremental_instances_are_the_same_every_time_and_in_any_order() {
        let form = incremental();
        let forwards = instances(&form, &[0, 1, 2, 3]);
        let mut backwards = instances(&form, &[3, 2, 1, 0]);
        backwards.reverse();
        assert_eq!(forwards, backwards);
        let text: String =
            instances(&form, &(0..50).collect::<Vec<_>>()).into_iter().map(|one| one.text).collect();
        for part in
            ["(push 1)", "(push 2)", "(pop 1)", "(check-sat)", "(check-sat-assuming (", "(reset-assertions)"]
        {
            assert!(text.contains(part), "{part}");
        }
        assert!(text.starts_with("(set-option :global-declarations true)\n(set-logic QF_LIA)\n"));
    }

    #[test]
    fn the_provenance_has_every_assertion_and_the_layout() {
        let form = Form { layouts: Layouts::All, ..incremental() };
        let mut layouts = std::collections::BTreeSet::new();
        with_generator(&form, |generator| {
            for number in 0..60 {
                let instance = generator.instance(number);
                let provenance = generator.provenance();
                assert_eq!(provenance.assertions.len(), instance.assertions().count(), "{}", instance.text);
                let words: Vec<&str> = provenance.all_sources().iter().map(FormulaSource::word).collect();
                assert_eq!(words, ["fragments"]);
                let is_alone = !instance.text.contains("(push") && instance.checks() == 1;
                assert!(provenance.layout != layout::Layout::OneShot || is_alone, "{}", instance.text);
                layouts.insert(provenance.layout.word());
            }
        });
        assert_eq!(layouts.len(), layout::Layout::ALL.len());
    }

    #[test]
    fn a_seed_with_a_name_of_another_theory_keeps_its_logic() {
        let form = Form { set_logic: vec![SetLogic::Seed, SetLogic::All, SetLogic::None], ..Form::default() };
        let logics = |declared: &str| {
            let script = format!("(set-logic QF_LIA)(declare-fun {declared} () Int)");
            set_logics(&Script::parse(script).unwrap(), &form).count()
        };
        assert_eq!(["x", "fp", "bvadd", "Set"].map(logics), [3, 1, 1, 1]);
    }

    #[test]
    fn one_alternative_of_each_group_is_drawn_for_an_instance_or_the_case() {
        let alternative =
            |text: &str| Alternative { set_options: vec![text.to_owned()], ..Alternative::default() };
        let group = |name: &str, per_instance| OptionGroup {
            name: name.to_owned(),
            tier: Tier::Common,
            per_instance,
            alternatives: ["1", "2", "3"].map(|value| alternative(&format!(":{name} {value}"))).into(),
        };
        let form = Form { options: vec![group("a", true), group("b", false)], ..Form::default() };
        let made = instances(&form, &(0..40).collect::<Vec<_>>());
        let option = |one: &Instance, at: usize| one.drawn[at].set_options[0].clone();
        let drawn =
            |at: usize| made.iter().map(|one| option(one, at)).collect::<std::collections::BTreeSet<_>>();
        assert_eq!((drawn(0).len(), drawn(1).len()), (3, 1));
        let first = &made[0];
        let expected = format!(
            "(set-option {})\n(set-option {})\n(set-logic QF_LIA)\n",
            option(first, 0),
            option(first, 1)
        );
        assert!(first.text.starts_with(&expected), "{}", first.text);
    }
}
