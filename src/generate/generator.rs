//! Phase 3: formulas of the pools become instances (paper, section 3.3).

use std::ops::Range;
use std::sync::Arc;

use crate::generate::additions::fits_larger_logics;
use crate::generate::falsifier::{Falsehoods, Falsifier};
use crate::generate::finite::{Ledger, TruthTables};
use crate::generate::fragment::FormulaSource;
use crate::generate::graph::{NodeId, Scratch};
use crate::generate::layout::{self, Layout, Step};
use crate::generate::pool::{Choice, Formula, Pools};
use crate::generate::provenance::Provenance;
use crate::generate::questions::{self, Judge};
use crate::matrix::{Alternative, Form, Layouts, Mode, OptionGroup, SetLogic};
use crate::rng::{Key, Rng, Stream};
use crate::smtlib::instance::{Drawn, Expected, Instance, Kind, Question};
use crate::smtlib::{DeclarationKind, Script};
use crate::witness::Witness;

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
    pub(super) layouts: Layouts,
    /// The alternatives of each option group.
    alternatives: Vec<Vec<Arc<Drawn>>>,
    /// Logic and declarations, for each variant of `set-logic` that the row names and the seed allows.
    preambles: Vec<(SetLogic, Instance)>,
    a_max: u32,
    /// What is false under the witness in instances of unknown truth.
    falsehoods: Falsehoods,
    /// The falsifier of the current instance, if its truth is not known.
    falsifier: Option<Falsifier>,
    /// What is asked beside the answers of instances, if anything.
    questions: Option<Questions<'a>>,
    /// Boolean constants in the polarity that is true: the literals for `check-sat-assuming`.
    literals: Vec<Literal>,
    /// The truth of all formulas at all points, if their symbols have few values. Then instances need not be
    /// satisfiable.
    pub(super) tables: Option<&'a TruthTables>,
    /// The models of the current instance, with these tables.
    ledger: Option<Ledger<'a>>,
    /// The added recursive functions, if there are some.
    recursion: Option<Recursive>,
    scratch: Scratch,
    /// The provenance of the last instance.
    pub(super) provenance: Provenance,
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

/// Whether a formula is marked in a list by the numbers of nodes.
fn is_marked(marks: &[bool], formula: &Formula) -> bool {
    marks.get(formula.node.index()).is_some_and(|mark| *mark)
}

/// What is asked beside the answers of instances: one of the questions of the form.
#[derive(Debug)]
struct Questions<'a> {
    /// Percentage of instances with one.
    percent: u32,
    /// The witness that judges replies.
    witness: &'a Witness,
    /// Whether a formula converts between theories or may have an open value, by the number of its node.
    is_converting: Vec<bool>,
    /// Whether an assertion of the instance at hand does.
    converts: bool,
}

/// A Boolean constant of the pools, or its negation.
#[derive(Debug)]
struct Literal {
    text: String,
    node: NodeId,
    truth: bool,
}

impl<'a> Generator<'a> {
    /// Creates a generator of instances of `script` with at most `a_max` assertions, in the form for a solver.
    pub fn new(script: &Script, pools: &'a Pools, key: Key, a_max: u32, form: &'a Form) -> Self {
        let logics = set_logics(script, form).into_iter();
        let mut generator = Generator {
            pools,
            key,
            form,
            layouts: form.layouts,
            alternatives: form.options.iter().map(alternatives).collect(),
            preambles: logics.map(|logic| (logic, write_preamble(script, logic))).collect(),
            a_max,
            falsehoods: Falsehoods::default(),
            falsifier: None,
            questions: None,
            literals: Vec::new(),
            recursion: None,
            tables: None,
            ledger: None,
            scratch: Scratch::default(),
            provenance: Provenance::default(),
        };
        if form.check_sat_assuming {
            generator.literals = generator.collect_literals();
        }
        generator
    }

    /// Leaves a command, counted from 0 among the declarations, out of instances that do not call the recursive functions
    /// that it defines. `calls` says for each formula of the initial pool whether it does.
    pub(super) fn define_if_called(&mut self, declaration: usize, calls: impl Iterator<Item = bool>) {
        let callers = self.pools.initial.formulas().iter().zip(calls).filter(|(_, calls)| *calls);
        let is_caller = self.pools.graph.reaching(callers.map(|(formula, _)| formula.node));
        self.recursion = Some(Recursive { declaration, is_caller, is_called: false });
    }

    /// Asks one of the questions of the form in this percentage of instances, and in more of those that convert between
    /// theories. `converts` says for each formula of the initial pool whether it does.
    pub(super) fn ask(&mut self, percent: u32, witness: &'a Witness, converts: impl Iterator<Item = bool>) {
        let converting = self.pools.initial.formulas().iter().zip(converts).filter(|(_, converts)| *converts);
        let is_converting = self.pools.graph.reaching(converting.map(|(formula, _)| formula.node));
        self.questions = Some(Questions { percent, witness, is_converting, converts: false });
    }

    /// Sets the percentage of instances of unknown truth. Some of them assert this contradiction of the seed, unless it is
    /// empty. A row that cannot be asked for models gets none. Where theorems call recursive functions or convert between
    /// theories, there are more; so it is known which formulas do.
    pub(super) fn leave_open(&mut self, open: u32, contradiction: &[Formula]) {
        if self.form.prints_models() && open > 0 {
            let callers = self.recursion.as_ref().map_or(&[][..], |recursion| &recursion.is_caller);
            let calls = |formula: &Formula| is_marked(callers, formula);
            let converting = self.questions.as_ref().map_or(&[][..], |questions| &questions.is_converting);
            let converts = |formula: &Formula| is_marked(converting, formula);
            self.falsehoods = Falsehoods::collect(open, self.pools, contradiction, calls, converts);
        }
    }

    /// Whether an instance with one of these numbers would assert a contradiction of the seed, if a short one were known.
    pub(super) fn may_contradict(&self, numbers: Range<u32>) -> bool {
        self.falsehoods.may_contradict(&self.key, numbers)
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
        if let Some(questions) = &mut self.questions {
            questions.converts = false;
        }
        let mut rng = self.key.stream(Stream::Instance(number));
        self.draw_options(number, instance);
        let count = rng.below(self.a_max) + 1;
        self.falsifier = self.falsehoods.draw(&self.key, number, count);
        let count = self.falsifier.as_ref().map_or(count, |falsifier| falsifier.count(count));
        self.provenance.is_open = self.falsifier.is_some();
        self.provenance.contradicts = self.falsifier.as_ref().is_some_and(Falsifier::contradicts);
        self.set_up(number, instance);
        self.ledger = self
            .tables
            .map(|tables| Ledger::begin(tables, count, &mut self.key.stream(Stream::Models(number))));
        match self.form.mode {
            Mode::OneShot => {
                if let Some(falsifier) = &mut self.falsifier {
                    let mut steps = [vec![Step::Assert; count as usize], vec![Step::Check]].concat();
                    falsifier.plan(&mut steps, false);
                }
                (0..count).for_each(|_| self.assert(instance, &mut rng));
                self.add_check(instance, &[]);
            }
            Mode::Incremental => self.write_levels(count, number, instance, &mut rng),
        }
        if let Some(falsifier) = self.falsifier.take() {
            if !falsifier.asks_always() {
                instance.add(Kind::Ask(Question::Model), "(get-model)");
            }
            falsifier.leave_open(instance);
        }
        let uncalled = self.recursion.as_ref().filter(|recursion| !recursion.is_called);
        if let Some(Recursive { declaration, .. }) = uncalled {
            let definition = instance.of_kind(Kind::Declaration).nth(*declaration).map(|(at, _)| at);
            *instance = instance.with(|at| Some(at) != definition);
        }
        if let Some(Questions { percent, witness, converts, .. }) = self.questions {
            let mut rng = self.key.stream(Stream::Questions(number));
            let is_sat = |check| instance.expected(check) == Expected::Sat;
            let judge = match self.tables {
                None => (!self.provenance.is_open).then_some(Judge::Witness),
                // There are no values after `unsat`.
                Some(tables) => {
                    (!tables.are_partial && (0..instance.checks()).all(is_sat)).then_some(Judge::Exhaustion)
                }
            };
            // An instance of unknown truth asks for models already, and another question would take their place.
            let converts = converts && !self.provenance.is_open;
            let share = questions::share(percent, converts);
            if rng.percent(share)
                && let Some(asking) =
                    questions::asking(instance, self.form, witness, judge, converts, &mut rng)
            {
                *instance = asking;
            }
        }
    }

    /// Draws one alternative of each option group.
    fn draw_options(&self, number: u32, instance: &mut Instance) {
        instance.drawn.clear();
        for (at, (group, alternatives)) in (0..).zip(self.form.options.iter().zip(&self.alternatives)) {
            let mut rng = self.key.stream(Stream::Options(at, group.per_instance.then_some(number)));
            instance.drawn.push(Arc::clone(&alternatives[rng.index(alternatives.len())]));
        }
    }

    /// Writes the head of an instance: options, logic and declarations.
    fn set_up(&mut self, number: u32, instance: &mut Instance) {
        let at = match self.layouts {
            Layouts::Levels => 0,
            Layouts::All => self.key.stream(Stream::Logic(number)).index(self.preambles.len()),
        };
        let (logic, preamble) = &self.preambles[at];
        self.provenance.set_logic = Some(*logic).filter(|_| self.form.set_logic.len() > 1);
        instance.clear();
        let drawn = std::mem::take(&mut instance.drawn);
        let models = (self.form.models || self.falsifier.is_some()).then_some(":produce-models true");
        // Without this option, `reset-assertions` removes declarations in some solvers and not in others.
        let resets = self.form.mode == Mode::Incremental && self.form.reset_assertions;
        let global = resets.then_some(":global-declarations true");
        models.into_iter().chain(global).for_each(|option| instance.set_option(option));
        drawn.iter().flat_map(|one| &one.commands).for_each(|command| instance.add(Kind::Setup, command));
        instance.drawn = drawn;
        if instance.text.is_empty() {
            instance.text.clone_from(&preamble.text);
            instance.commands.clone_from(&preamble.commands);
        } else {
            preamble.commands.iter().for_each(|command| instance.copy(command, preamble));
        }
    }

    /// Writes levels, checks and assertions as [`layout`] draws them.
    fn write_levels(&mut self, count: u32, number: u32, instance: &mut Instance, rng: &mut Rng) {
        let mut levels = self.key.stream(Stream::Levels(number));
        let resets = self.form.reset_assertions;
        let assumes = !self.literals.is_empty();
        let (layout, mut steps) = layout::draw(self.layouts, count, resets, assumes, &mut levels);
        let closes = layout == Layout::Levels;
        self.falsifier.iter_mut().for_each(|falsifier| falsifier.plan(&mut steps, closes));
        self.provenance.layout = layout;
        for step in steps {
            match step {
                Step::Assert => self.assert(instance, rng),
                Step::Again(number) => {
                    repeat(instance, number);
                    self.ledger.iter_mut().for_each(|ledger| ledger.repeat(number as usize));
                    let again = self.provenance.assertions.get(number as usize).copied();
                    self.provenance.assertions.extend(again);
                }
                Step::Push(count) => {
                    self.ledger.iter_mut().for_each(|ledger| ledger.push(count));
                    instance.add(Kind::Push(count), &format!("(push {count})"));
                }
                Step::Pop(count) => {
                    self.ledger.iter_mut().for_each(|ledger| ledger.pop(count));
                    instance.add(Kind::Pop(count), &format!("(pop {count})"));
                    // A check right after a contradiction has gone shows whether the solver forgot it.
                    if self.ledger.as_ref().is_some_and(Ledger::is_back) {
                        self.add_check(instance, &[]);
                    }
                }
                Step::Check => {
                    // Without literals, no random number is drawn.
                    let assumes = !self.literals.is_empty() && levels.percent(ASSUMING);
                    let literals = if assumes { self.draw_assumptions(&mut levels) } else { Vec::new() };
                    self.add_check(instance, &literals);
                }
                Step::CheckAssuming => {
                    let literals = self.draw_assumptions(&mut levels);
                    self.add_check(instance, &literals);
                }
                Step::Reset => {
                    self.ledger.iter_mut().for_each(Ledger::reset);
                    instance.add(Kind::Reset, "(reset-assertions)");
                }
            }
        }
    }

    /// Draws some of the literals for a check, by their numbers.
    fn draw_assumptions(&self, rng: &mut Rng) -> Vec<usize> {
        let count = 1 + rng.below(ASSUMED);
        (0..count).map(|_| rng.index(self.literals.len())).collect()
    }

    fn assert(&mut self, instance: &mut Instance, rng: &mut Rng) {
        let choice = self.choose(instance.commands.len(), rng);
        if let Some(recursion) = &mut self.recursion {
            recursion.is_called |= choice.formulas().iter().any(|one| is_marked(&recursion.is_caller, one));
        }
        if let Some(questions) = &mut self.questions {
            questions.converts |=
                choice.formulas().iter().any(|one| is_marked(&questions.is_converting, one));
        }
        let (graph, scratch) = (&self.pools.graph, &mut self.scratch);
        self.provenance.assertions.push(match &choice {
            Choice::Formula(formula, _) => formula.sources,
            Choice::Denial(_) => FormulaSource::Theorem.into(),
            Choice::Exclusion(_) => FormulaSource::Synthesised.into(),
        });
        instance.add_with(Kind::Assertion, |text| {
            text.push_str("(assert ");
            match choice {
                Choice::Formula(formula, negated) => graph.print(formula.node, negated, text, scratch),
                Choice::Denial(formulas) => {
                    text.push_str("(or");
                    for formula in formulas {
                        text.push(' ');
                        graph.print(formula.node, formula.truth, text, scratch);
                    }
                    text.push(')');
                }
                Choice::Exclusion(formula) => text.push_str(&formula),
            }
            text.push(')');
        });
    }

    /// Chooses what the command at a position asserts.
    fn choose(&mut self, at: usize, rng: &mut Rng) -> Choice {
        if let Some(ledger) = &mut self.ledger {
            return ledger.choose(self.pools, rng);
        }
        let formula = self.pools.random(rng);
        let replaced = self.falsifier.as_mut().and_then(|falsifier| falsifier.replace(at, formula));
        replaced.unwrap_or(Choice::Formula(formula, !formula.truth))
    }

    /// Adds a check under the assumption of some literals, by their numbers.
    fn add_check(&self, instance: &mut Instance, literals: &[usize]) {
        let literals: Vec<&Literal> = literals.iter().map(|&at| &self.literals[at]).collect();
        let expected = self.ledger.as_ref().map_or(Expected::Sat, |ledger| {
            let assumed: Vec<(NodeId, bool)> = literals.iter().map(|one| (one.node, one.truth)).collect();
            ledger.expected(&assumed)
        });
        let assumed: Vec<&str> = literals.iter().map(|one| one.text.as_str()).collect();
        match assumed.as_slice() {
            [] => instance.add(Kind::Check(expected), &self.form.check_sat),
            all => instance.add_with(Kind::Check(expected), |text| {
                text.extend(["(check-sat-assuming (", &all.join(" "), "))"]);
            }),
        }
        // There is no model after `unsat`, and some solvers end with an error then.
        let asks = match &self.falsifier {
            Some(falsifier) => falsifier.asks_always(),
            None => self.form.models && expected == Expected::Sat,
        };
        if asks {
            instance.add(Kind::Ask(Question::Model), "(get-model)");
        }
    }

    fn collect_literals(&mut self) -> Vec<Literal> {
        let mut literals = Vec::new();
        for formula in self.pools.initial.formulas() {
            let mut text = String::new();
            self.pools.graph.print(formula.node, false, &mut text, &mut self.scratch);
            if !text.starts_with('(') {
                let (node, truth) = (formula.node, formula.truth);
                let text = if truth { text } else { format!("(not {text})") };
                literals.push(Literal { text, node, truth });
            }
        }
        literals
    }
}

/// Repeats an assertion, by its number.
fn repeat(instance: &mut Instance, number: u32) {
    let line = instance.assertions().nth(number as usize).map(|line| line.trim_end().to_owned());
    if let Some(line) = line {
        instance.add(Kind::Assertion, &line);
    }
}

fn alternatives(group: &OptionGroup) -> Vec<Arc<Drawn>> {
    let drawn = |one: &Alternative| Drawn {
        group: group.name.clone(),
        tier: group.tier.word(),
        args: one.args.clone(),
        written: one.written.clone(),
        commands: one.commands.clone(),
    };
    group.alternatives.iter().map(|one| Arc::new(drawn(one))).collect()
}

/// Returns the variants of `set-logic` for a seed, at least one, among those that the row names. It is the seed's own
/// logic alone if the seed declares a name that has a meaning in larger logics.
fn set_logics(script: &Script, form: &Form) -> Vec<SetLogic> {
    let named =
        form.set_logic.iter().copied().filter(|logic| *logic == SetLogic::Seed || fits_larger_logics(script));
    let named: Vec<SetLogic> = named.collect();
    if named.is_empty() { vec![SetLogic::Seed] } else { named }
}

/// Returns the logic and the declarations of the seed, with `set-logic` in the given variant.
fn write_preamble(script: &Script, set_logic: SetLogic) -> Instance {
    let tree = &script.tree;
    let mut preamble = Instance::default();
    if let Some(logic) = set_logic.named(script.logic.as_deref()) {
        preamble.add_with(Kind::Setup, |text| text.extend(["(set-logic ", logic, ")"]));
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
        preamble.add(Kind::Declaration, &line);
    }
    preamble
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::generate::fragment::FormulaSource;
    use crate::generate::pool::Draw;
    use crate::matrix::{Asked, Source, Tier};
    use crate::smtlib::Problem;

    const SEED: &str = "(set-logic QF_LIA)(declare-fun x () Int)(declare-fun p () Bool)\
                        (assert (or p (< x 5) (= x 7)))";

    fn with_generator<R>(form: &Form, work: impl FnOnce(&mut Generator<'_>) -> R) -> R {
        let problem = Problem::read(SEED).unwrap();
        let key = Key::new(&Digest::of(SEED), 1);
        let (_, pools) = Pools::of(&problem, &key, Source::Sampled, (50, 8), Draw::default());
        work(&mut Generator::new(&problem.script, &pools, key, 16, form))
    }

    fn instances(form: &Form, numbers: &[u32]) -> Vec<Instance> {
        with_generator(form, |generator| numbers.iter().map(|&number| generator.instance(number)).collect())
    }

    fn incremental() -> Form {
        Form { mode: Mode::Incremental, reset_assertions: true, check_sat_assuming: true, ..Form::default() }
    }

    /// Only assertions that are false under the witness make a check open, and the rest of the instance stays as it was.
    #[test]
    fn what_is_false_under_the_witness_makes_checks_open() {
        for mode in [Form::default(), incremental()] {
            let form = Form { asks: vec![Asked::Models], ..mode };
            let plain = instances(&form, &(0..200).collect::<Vec<_>>());
            let of_share = |open: u32, numbers: &[u32]| {
                with_generator(&form, |generator| {
                    generator.falsehoods.percent = open;
                    numbers.iter().map(|&number| generator.instance(number)).collect::<Vec<_>>()
                })
            };
            let open = of_share(100, &(0..200).collect::<Vec<_>>());
            let (mut open_checks, mut known_checks, mut asking_always) = (0, 0, 0);
            for (plain, open) in plain.iter().zip(&open) {
                assert!(open.text.starts_with("(set-option :produce-models true)\n"));
                assert!(open.text.ends_with("(get-model)\n") && open.sets_needed_options());
                let models = open.of_kind(Kind::Ask(Question::Model)).count();
                assert!(models == 1 || models == open.checks(), "{}", open.text);
                asking_always += usize::from(models > 1);
                let is_true = |at: usize| {
                    let line = open.line(&open.commands[at]);
                    plain.assertions().any(|other| other == line)
                };
                for check in 0..open.checks() {
                    let holds = open.in_force(check).into_iter().all(is_true);
                    assert_eq!(holds, open.is_judged(check), "{}", open.text);
                    *if holds { &mut known_checks } else { &mut open_checks } += 1;
                }
            }
            assert!(open_checks > 50 && known_checks > 20, "{open_checks} {known_checks}");
            assert!(form.mode == Mode::OneShot || (50..120).contains(&asking_always), "{asking_always}");
            // Where the share is less, other instances keep their bytes.
            let some = of_share(30, &(0..200).collect::<Vec<_>>());
            let alike = some.iter().filter(|one| plain.contains(one)).count();
            assert!((110..170).contains(&alike), "{alike}");
            assert!(
                some.iter().zip(&open).zip(&plain).all(|((one, open), plain)| one == open || one == plain)
            );
        }
    }

    /// Where values are converted, five times as many instances ask a question, mostly for the model. All others stay as
    /// they are.
    #[test]
    fn instances_with_conversions_mostly_ask_for_models() {
        let form = Form { asks: vec![Asked::Models, Asked::Values], ..Form::default() };
        let problem = Problem::read(SEED).unwrap();
        let key = Key::new(&Digest::of(SEED), 1);
        let (initial, pools) = Pools::of(&problem, &key, Source::Sampled, (50, 8), Draw::default());
        let made = |converts: bool| -> Vec<Instance> {
            let mut generator = Generator::new(&problem.script, &pools, key.clone(), 3, &form);
            // Only the formula `(= x 7)`.
            let texts = initial.fragments.iter().map(|one| problem.formulas.terms.as_app(one.term));
            let is_equation = |app: Option<(&str, _)>| app.is_some_and(|(head, _)| head == "=");
            generator.ask(10, &initial.witness, texts.map(|app| converts && is_equation(app)));
            (0..600).map(|number| generator.instance(number)).collect()
        };
        let (plain, converting) = (made(false), made(true));
        assert_eq!(converting, made(true));
        let (mut models, mut values, mut others) = (0, 0, 0);
        for (plain, converting) in plain.iter().zip(&converting) {
            if converting.assertions().any(|line| line.contains("(= x 7)")) {
                let asks = |question: &str| converting.text.contains(question);
                values += usize::from(asks("(get-value"));
                models += usize::from(asks("(get-model") && !asks("(get-value"));
                assert!(!asks("(get-model") || converting.sets_needed_options());
            } else {
                assert_eq!(plain, converting);
                others += 1;
            }
        }
        assert!(models > values && values > 20 && others > 30, "{models} {values} {others}");
    }

    /// Only its model shows whether `sat` is right.
    #[test]
    fn instances_of_unknown_truth_with_conversions_ask_for_models() {
        let form = Form { asks: vec![Asked::Models, Asked::Consequences], ..Form::default() };
        let problem = Problem::read(SEED).unwrap();
        let key = Key::new(&Digest::of(SEED), 1);
        let (initial, pools) = Pools::of(&problem, &key, Source::Sampled, (50, 8), Draw::default());
        let mut generator = Generator::new(&problem.script, &pools, key.clone(), 3, &form);
        generator.ask(10, &initial.witness, initial.fragments.iter().map(|_| true));
        generator.leave_open(100, &[]);
        let asks = |number: &u32| generator.instance(*number).text.contains("(get-model)");
        let count = (0..200).filter(asks).count();
        assert!((170..196).contains(&count), "{count}");
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
            set_logics(&Script::parse(script).unwrap(), &form).len()
        };
        assert_eq!(["x", "fp", "bvadd", "Set"].map(logics), [3, 1, 1, 1]);
    }

    #[test]
    fn functions_stay_values_in_the_largest_logic() {
        let logic = |logic: &str| {
            let script = Script::parse(format!("(set-logic {logic})(declare-fun x () Int)")).unwrap();
            write_preamble(&script, SetLogic::All).text.lines().next().map(str::to_owned)
        };
        assert_eq!(logic("HO_UFLIA").as_deref(), Some("(set-logic HO_ALL)"));
        assert_eq!(logic("UFLIA").as_deref(), Some("(set-logic ALL)"));
    }

    #[test]
    fn one_alternative_of_each_group_is_drawn_for_an_instance_or_the_case() {
        let alternative =
            |text: &str| Alternative { commands: vec![text.to_owned()], ..Alternative::default() };
        let group = |name: &str, per_instance| OptionGroup {
            name: name.to_owned(),
            tier: Tier::Common,
            per_instance,
            alternatives: ["1", "2", "3"]
                .map(|value| alternative(&format!("(set-option :{name} {value})")))
                .into(),
        };
        let form = Form { options: vec![group("a", true), group("b", false)], ..Form::default() };
        let made = instances(&form, &(0..40).collect::<Vec<_>>());
        let option = |one: &Instance, at: usize| one.drawn[at].commands[0].clone();
        let drawn =
            |at: usize| made.iter().map(|one| option(one, at)).collect::<std::collections::BTreeSet<_>>();
        assert_eq!((drawn(0).len(), drawn(1).len()), (3, 1));
        let first = &made[0];
        let expected = format!("{}\n{}\n(set-logic QF_LIA)\n", option(first, 0), option(first, 1));
        assert!(first.text.starts_with(&expected), "{}", first.text);
    }
}
