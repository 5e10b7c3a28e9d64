//! What is false under the witness in instances of unknown truth: formulas drawn at random, a theorem that is denied, or
//! assertions of the seed that contradict each other.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::generate::fragment::FormulaSource;
use crate::generate::layout::Step;
use crate::generate::pool::{Choice, Formula, Pools};
use crate::rng::{Key, Rng, Stream};
use crate::smtlib::instance::Instance;

/// The largest expected number of assertions of an instance of unknown truth that are false under the witness: with more
/// of them, hardly any instance is satisfiable.
const FALSE: u32 = 3;
/// Share of instances of unknown truth that deny a theorem, if there are some, in percent. Everything else in such an
/// instance is true under the witness, so a solver answers `sat` only if it is wrong about the theorem.
const DENYING: u32 = 40;
/// The same where theorems call recursive functions that the batch defines, or convert between theories: solvers are often
/// wrong about these.
const DENYING_MORE: u32 = 70;
/// How many times as many instances of a batch are of unknown truth if theorems call recursive functions, and if they convert
/// between theories. Fewer batches have such functions.
const CALLING: u32 = 3;
const CONVERTING: u32 = 2;
/// Share of denials of several theorems at once, in percent, and their largest number: a right solver refutes each, and one
/// that is wrong about one of them answers `sat`.
const SEVERAL: u32 = 50;
const MOST: u32 = 6;
/// Share of denied theorems that convert between theories, if there are some, in percent.
const CONVERSIONS: u32 = 50;
/// Share of instances of unknown truth that assert a contradiction of the seed, if it has one, in percent. Everything else
/// in such an instance is true under the witness, too.
const CONTRADICTING: u32 = 40;
/// The largest number of assertions of a contradiction for which a shorter instance becomes longer. Seeds from verification
/// need most of their assertions: of the unsatisfiable ones of this repository, half need more than 8, and none more than 13.
const LENGTHENING: usize = 16;
/// Share of contradictions that begin with what is false under the witness, in percent. After the others, a level may close
/// before the contradiction, so that the rest is satisfiable.
const FALSE_FIRST: u32 = 20;
/// Share of contradictions for which a level closes at the end, in percent, where levels close at random.
const CLOSING: u32 = 50;
/// Share of instances of unknown truth that ask for a model after each check, and not only after the last one, in percent.
const MODELS: u32 = 50;

/// What instances of a batch may assert although it is false under the witness.
#[derive(Debug, Default)]
pub(super) struct Falsehoods {
    /// Percentage of instances of unknown truth.
    pub(super) percent: u32,
    /// The theorems of the initial pool, or those that call a recursive function if some do.
    theorems: Vec<Formula>,
    /// Those of them that convert between theories.
    conversions: Vec<Formula>,
    /// Percentage of these instances that deny a theorem.
    denying: u32,
    /// The assertions of the seed that contradict each other, if some are known.
    contradiction: Vec<Formula>,
}

/// Makes some assertions of an instance false under the witness.
#[derive(Debug)]
pub(super) struct Falsifier {
    rng: Rng,
    kind: Kind,
    /// The number of assertions so far.
    asserted: usize,
    /// Whether each check is followed by a question for the model.
    asks_always: bool,
    /// The positions of the false assertions among the commands.
    made: Vec<usize>,
}

/// What a falsifier asserts.
#[derive(Debug)]
enum Kind {
    /// The negation of any formula that is drawn, with this probability in percent.
    Any(u32),
    /// That one of these theorems does not hold, after so many assertions.
    Theorems(Vec<Formula>, usize),
    /// A contradiction of the seed: what its assertions are, and after how many others each comes.
    Contradiction(Vec<Formula>, Vec<usize>),
}

impl Falsehoods {
    /// Collects what may be false in this percentage of instances, with a contradiction of the seed, which may be empty.
    /// `calls` says whether a formula calls a recursive function that the batch defines, and `converts` whether it converts
    /// between theories.
    pub(super) fn collect(
        percent: u32,
        pools: &Pools,
        contradiction: &[Formula],
        calls: impl Fn(&Formula) -> bool,
        converts: impl Fn(&Formula) -> bool,
    ) -> Falsehoods {
        let all = pools.initial.formulas().iter();
        let mut theorems: Vec<Formula> =
            all.filter(|one| one.sources == FormulaSource::Theorem.into()).copied().collect();
        let has_calls = theorems.iter().any(&calls);
        theorems.retain(|theorem| !has_calls || calls(theorem));
        let conversions: Vec<Formula> = theorems.iter().copied().filter(converts).collect();
        let (times, denying) = match (has_calls, conversions.is_empty()) {
            (true, _) => (CALLING, DENYING_MORE),
            (false, false) => (CONVERTING, DENYING_MORE),
            (false, true) => (1, DENYING),
        };
        let percent = (times * percent).min(100);
        Falsehoods { percent, theorems, conversions, denying, contradiction: contradiction.to_vec() }
    }

    /// Whether an instance with one of these numbers would assert a contradiction of the seed, if there is a short one.
    pub(super) fn may_contradict(&self, key: &Key, mut numbers: Range<u32>) -> bool {
        numbers.any(|number| {
            draw_contradiction(key, number).is_some()
                && key.stream(Stream::Open(number)).percent(self.percent)
        })
    }

    /// Returns the falsifier of an instance with this many assertions, if its truth is to be unknown.
    pub(super) fn draw(&self, key: &Key, number: u32, count: u32) -> Option<Falsifier> {
        if self.percent == 0 {
            return None;
        }
        let mut rng = key.stream(Stream::Open(number));
        let is_open = rng.percent(self.percent);
        // A polarity that is not chosen is the false one half of the time.
        let percent = (100 * (rng.below(FALSE) + 1)).div_ceil(count).min(50);
        let denies = is_open && !self.theorems.is_empty() && rng.percent(self.denying);
        let converts = denies && !self.conversions.is_empty() && rng.percent(CONVERSIONS);
        let theorems = if converts { &self.conversions } else { &self.theorems };
        let wanted = match denies {
            false => 0,
            true if rng.percent(SEVERAL) => 2 + rng.below(MOST - 1),
            true => 1,
        };
        let mut denied: Vec<Formula> = (0..wanted).filter_map(|_| rng.pick(theorems).copied()).collect();
        denied.sort_by_key(|theorem| theorem.node.index());
        denied.dedup_by_key(|theorem| theorem.node.index());
        let mut kind = match denied.is_empty() {
            true => Kind::Any(percent),
            false => Kind::Theorems(denied, rng.below(count) as usize),
        };
        let asks_always = is_open && key.stream(Stream::OpenModels(number)).percent(MODELS);
        // All else is drawn as without a contradiction, so that other instances stay the same.
        if (1..=LENGTHENING.max(count as usize)).contains(&self.contradiction.len())
            && let Some(own) = draw_contradiction(key, number)
        {
            (rng, kind) = (own, Kind::Contradiction(self.contradiction.clone(), Vec::new()));
        }
        is_open.then(|| Falsifier { rng, kind, asserted: 0, asks_always, made: Vec::new() })
    }
}

/// Decides whether an instance of unknown truth asserts a contradiction, and returns the random numbers for it if so.
fn draw_contradiction(key: &Key, number: u32) -> Option<Rng> {
    let mut rng = key.stream(Stream::Contradictions(number));
    rng.percent(CONTRADICTING).then_some(rng)
}

impl Falsifier {
    /// Whether each check is followed by a question for the model.
    pub(super) fn asks_always(&self) -> bool {
        self.asks_always
    }

    /// Whether it asserts a contradiction of the seed.
    pub(super) fn contradicts(&self) -> bool {
        matches!(self.kind, Kind::Contradiction(..))
    }

    /// Returns the number of assertions that an instance needs, which would have this many.
    pub(super) fn count(&self, count: u32) -> u32 {
        match &self.kind {
            Kind::Contradiction(literals, _) => count.max(u32::try_from(literals.len()).unwrap_or(u32::MAX)),
            Kind::Any(_) | Kind::Theorems(..) => count,
        }
    }

    /// Chooses the turns of a contradiction among the assertions, so that all of it is in force at a check. If no check has
    /// enough assertions, the last one gets more. Another check follows where levels close and take a part of the
    /// contradiction away: it shows whether the solver forgot it.
    /// Where levels `close` at random, one may also close at the end that holds all that is false under the witness.
    pub(super) fn plan(&mut self, steps: &mut Vec<Step>, close: bool) {
        let Kind::Contradiction(literals, turns) = &mut self.kind else { return };
        let is_check = |step: &Step| matches!(step, Step::Check | Step::CheckAssuming);
        let mut after = in_force(steps);
        let at_checks = |steps: &[Step], after: &[Vec<usize>]| -> Vec<Vec<usize>> {
            let checks = steps.iter().zip(after).filter(|(step, _)| is_check(step)).map(|(_, turns)| turns);
            checks.filter(|turns| turns.len() >= literals.len()).cloned().collect()
        };
        let mut enough = at_checks(steps, &after);
        if let ([], Some(last)) = (enough.as_slice(), after.last()) {
            let missing = literals.len().saturating_sub(last.len());
            let end = steps.len() - 1;
            steps.splice(end..end, std::iter::repeat_n(Step::Assert, missing));
            after = in_force(steps);
            enough = at_checks(steps, &after);
        }
        let mut free = self.rng.pick(&enough).cloned().unwrap_or_default();
        let mut left = std::mem::take(literals);
        while !left.is_empty() && !free.is_empty() {
            literals.push(left.swap_remove(self.rng.index(left.len())));
            turns.push(free.swap_remove(self.rng.index(free.len())));
        }
        turns.sort_unstable();
        let is_false_first = self.rng.percent(FALSE_FIRST);
        literals.sort_by_key(|literal| literal.truth == is_false_first);
        let has_all = |in_force: &[usize]| turns.iter().all(|turn| in_force.contains(turn));
        if close && self.rng.percent(CLOSING) {
            let falsehood = literals.iter().position(|literal| !literal.truth).and_then(|at| turns.get(at));
            let mut asserts = (0..steps.len()).filter(|&at| steps[at] == Step::Assert);
            let at = falsehood.and_then(|turn| asserts.nth(*turn));
            let mut closing = steps.clone();
            at.into_iter().for_each(|at| closing.insert(at, Step::Push(1)));
            closing.extend([Step::Pop(1), Step::Check]);
            let closed = in_force(&closing);
            if let [.., before, left, _] = closed.as_slice()
                && has_all(before)
                && !has_all(left)
            {
                (*steps, after) = (closing, closed);
            }
        }
        let is_left = |at: &usize| {
            let closes = *at > 0 && matches!(steps[*at], Step::Pop(_));
            closes
                && has_all(&after[*at - 1])
                && !has_all(&after[*at])
                && !steps.get(at + 1).is_some_and(is_check)
        };
        let left: Vec<usize> = (0..steps.len()).filter(is_left).collect();
        left.into_iter().rev().for_each(|at| steps.insert(at + 1, Step::Check));
    }

    /// Returns what the command at this position asserts in place of a formula.
    pub(super) fn replace(&mut self, at: usize, formula: Formula) -> Option<Choice> {
        let asserted = self.asserted;
        self.asserted += 1;
        let denied = |formula: Formula| Choice::Formula(formula, formula.truth);
        let replaced = match &self.kind {
            Kind::Any(percent) => self.rng.percent(*percent).then(|| denied(formula)),
            Kind::Theorems(theorems, turn) => (asserted == *turn).then(|| match theorems.as_slice() {
                [theorem] => denied(*theorem),
                theorems => Choice::Denial(theorems.to_vec()),
            }),
            Kind::Contradiction(literals, turns) => {
                let number = turns.iter().position(|turn| *turn == asserted);
                number.map(|number| Choice::Formula(literals[number], false))
            }
        };
        let is_false = |choice: &Choice| match choice {
            Choice::Formula(formula, negated) => formula.truth == *negated,
            Choice::Denial(_) | Choice::Exclusion(_) => true,
        };
        self.made.extend(replaced.as_ref().filter(|choice| is_false(choice)).map(|_| at));
        replaced
    }

    /// Marks the checks at which a false assertion is in force as open.
    pub(super) fn leave_open(&self, instance: &mut Instance) {
        // An assertion may be repeated, so it counts by its text.
        let made = self.made.iter().map(|&at| instance.line(&instance.commands[at]));
        let made: BTreeSet<&str> = made.collect();
        let is_false = |at: usize| made.contains(instance.line(&instance.commands[at]));
        let is_open = |check: &usize| instance.in_force(*check).into_iter().any(is_false);
        let open: Vec<usize> = (0..instance.checks()).filter(is_open).collect();
        instance.leave_open(&open);
    }
}

/// Returns the assertions in force after each step, by their numbers.
fn in_force(steps: &[Step]) -> Vec<Vec<usize>> {
    let (mut levels, mut made) = (vec![Vec::new()], 0);
    let after = |step: &Step| {
        match *step {
            Step::Push(count) => {
                let last: Vec<usize> = levels.last().cloned().unwrap_or_default();
                levels.extend(std::iter::repeat_n(last, count as usize));
            }
            Step::Pop(count) => levels.truncate(levels.len().saturating_sub(count as usize).max(1)),
            Step::Reset => levels = vec![Vec::new()],
            Step::Assert => {
                levels.iter_mut().last().into_iter().for_each(|level| level.push(made));
                made += 1;
            }
            Step::Again(number) => {
                levels.iter_mut().last().into_iter().for_each(|level| level.push(number as usize));
            }
            Step::Check | Step::CheckAssuming => {}
        }
        levels.last().cloned().unwrap_or_default()
    };
    steps.iter().map(after).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::seed::Seed;
    use crate::generate::seed_pools::SeedPools;
    use crate::matrix::{Asked, Batches, Bounds, Form, Layouts, Mode, Operators, Source, Weights};
    use crate::smtlib::instance::Kind as Command;
    use crate::witness::Evaluator;

    /// The last two of four assertions contradict the first.
    const SEED: &str = "(set-info :status unsat)(set-logic QF_LIA)(declare-fun x () Int)(declare-fun y () Int)\n\
        (assert (> x (+ y 1)))\n(assert (or (< x 9) (= y 3)))\n(assert (< x 7))\n(assert (> y 6))\n(check-sat)";
    const CONTRADICTION: [&str; 3] = ["(assert (> x (+ y 1)))", "(assert (< x 7))", "(assert (> y 6))"];

    fn pools(seed: &str, bounds: &Bounds, open: u32) -> SeedPools {
        let bounds = Bounds { batches: Batches { open, ..bounds.batches }, ..bounds.clone() };
        let seed = Seed::from_bytes("x.smt2".as_ref(), seed.as_bytes()).unwrap();
        let batch = seed.batch(0, 1, &bounds, &Weights::only(Source::Sampled));
        SeedPools::build_batch(&seed, batch, &Evaluator::in_process()).unwrap()
    }

    fn forms() -> [Form; 3] {
        let one_shot = Form { asks: vec![Asked::Models], ..Form::default() };
        let levels = Form { mode: Mode::Incremental, reset_assertions: true, ..one_shot.clone() };
        let all = Form { layouts: Layouts::All, check_sat_assuming: true, ..levels.clone() };
        [one_shot, levels, all]
    }

    #[test]
    #[cfg_attr(not(feature = "z3"), ignore = "needs Z3")]
    fn contradictions_of_the_seed_are_asserted_and_left() {
        let bounds = Bounds { a_max: 10, ..Bounds::default() };
        let [plain, some, none] = [0, 30, 0].map(|open| pools(SEED, &bounds, open));
        let open = pools(SEED, &bounds, 100);
        assert_eq!((open.contradiction.len(), none.contradiction.len()), (3, 0));
        for (number, form) in forms().iter().enumerate() {
            let (mut generator, mut again) = (open.generator(form), open.generator(form));
            let (mut made, mut whole, mut back) = (0, 0, 0);
            for number in 0..200 {
                let instance = generator.instance(number);
                assert_eq!(instance, again.instance(number));
                if !generator.provenance().contradicts {
                    continue;
                }
                made += 1;
                let assertions: Vec<&str> = instance.assertions().map(str::trim_end).collect();
                assert!(CONTRADICTION.iter().all(|line| assertions.contains(line)), "{}", instance.text);
                let has_all = |check: &usize| {
                    let in_force = instance.in_force(*check).into_iter();
                    let lines: Vec<&str> =
                        in_force.map(|at| instance.line(&instance.commands[at]).trim_end()).collect();
                    CONTRADICTION.iter().all(|line| lines.contains(line))
                };
                let (with, without): (Vec<usize>, Vec<usize>) = (0..instance.checks()).partition(has_all);
                assert!(with.iter().all(|check| !instance.is_judged(*check)), "{}", instance.text);
                whole += usize::from(!with.is_empty());
                // What the witness satisfies is judged again.
                let is_back =
                    |check: &usize| instance.is_judged(*check) && with.iter().any(|all| all < check);
                back += usize::from(without.iter().any(is_back));
                let models = instance.of_kind(Command::Ask(crate::smtlib::instance::Question::Model)).count();
                assert!(models >= 1 && instance.sets_needed_options(), "{}", instance.text);
            }
            assert!((50..110).contains(&made), "{made}");
            assert_eq!(whole, made);
            assert!(back >= [0, 20, 6][number], "{back} of {made}");
        }
        // Where the share is less, other instances stay the same.
        for form in &forms() {
            let (mut plain, mut some, mut open) =
                (plain.generator(form), some.generator(form), open.generator(form));
            for number in 0..100 {
                let one = some.instance(number);
                assert!(one == plain.instance(number) || one == open.instance(number));
            }
        }
    }

    #[test]
    #[cfg_attr(not(feature = "z3"), ignore = "needs Z3")]
    fn what_is_no_contradiction_of_the_batch_is_not_asserted() {
        let length = |seed: &str, bounds: &Bounds| pools(seed, bounds, 100).contradiction.len();
        let plain = Bounds::default();
        assert_eq!(length(&SEED.replace("unsat", "sat"), &plain), 0);
        assert_eq!(length(&SEED.replace("status unsat", "status unknown"), &plain), 0);
        // The status is wrong.
        assert_eq!(length(&SEED.replace("(> y 6)", "(> y 3)"), &plain), 0);
        // One that the row does not read is left out, others are not needed.
        let lists = "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-fun l () L)";
        let hidden = "(define-fun f ((k Int)) Int (match l ((nil k) ((cons h t) k))))\n";
        let whole = SEED.replace("QF_LIA)", &format!("ALL){lists}{hidden}"));
        let unread = Bounds { operators: Operators::without(&["match"]), ..Bounds::default() };
        assert_eq!(length(&whole.replace("(< x 9)", "(< (f x) 9)"), &unread), 3);
        let needed = whole.replace("(< x 7)", "(< (f x) 7)");
        assert_eq!((length(&needed, &plain), length(&needed, &unread)), (3, 0));
        // One of them is too deep for the pool.
        assert_eq!(length(&SEED.replace("(< x 7)", "(not (>= x 7))"), &Bounds { d_max: 0, ..plain }), 0);
    }

    #[test]
    fn long_contradictions_lengthen_no_instance() {
        let bounds = Bounds { a_max: 2, ..Bounds::default() };
        let pools = pools(SEED, &bounds, 100);
        let formula = pools.pools.initial.formulas()[0];
        for (length, expected) in [(3, true), (LENGTHENING, true), (LENGTHENING + 1, false)] {
            let falsehoods =
                Falsehoods { percent: 100, contradiction: vec![formula; length], ..Falsehoods::default() };
            let drawn: Vec<Falsifier> =
                (0..50).filter_map(|number| falsehoods.draw(&pools.batch.key, number, 2)).collect();
            assert_eq!(drawn.iter().any(Falsifier::contradicts), expected);
            let counts = drawn.iter().filter(|one| one.contradicts()).map(|one| one.count(2));
            assert!(counts.into_iter().all(|count| count as usize == length));
        }
    }

    #[test]
    fn instances_that_contradict_are_known_beforehand() {
        let pools = pools(SEED, &Bounds::default(), 100);
        let contradiction = vec![pools.pools.initial.formulas()[0]; 3];
        let mut contradicting = 0;
        for batch in 0..200 {
            let (key, numbers) = (pools.batch.key.batch(batch), 5 * batch..5 * batch + 5);
            for percent in [10, 10 * CONVERTING, 10 * CALLING] {
                let mut falsehoods = Falsehoods { percent, ..Falsehoods::default() };
                let may = falsehoods.may_contradict(&key, numbers.clone());
                falsehoods.contradiction = contradiction.clone();
                let mut drawn = numbers.clone().filter_map(|number| falsehoods.draw(&key, number, 5));
                assert_eq!(may, drawn.any(|one| one.contradicts()), "{batch}");
                contradicting += usize::from(may);
            }
        }
        assert!((120..300).contains(&contradicting), "{contradicting}");
    }
}
