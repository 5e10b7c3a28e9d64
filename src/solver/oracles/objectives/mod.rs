//! The law of objectives: after `sat`, `(get-objectives)` prints optima that no known model beats, and that the printed
//! model reaches.
//!
//! Objectives are in force until their level closes, as assertions are.
//!
//! The known model is the witness of the instance, which satisfies all its assertions. When it refutes the optima depends on
//! `:opt.priority`: with `lex`, if it is better at the first objective at which it differs; with `box`, if it is better at
//! any; with `pareto`, if it is better at one and worse at none. Where the symbols have few values, exhaustion finds the best
//! model. Then, unless the priority is `pareto`, an optimum is wrong as well if it is better than what that model gives.
//!
//! No optimum is better than a bound of its term that is asserted, or reaches one that is strict.
//!
//! An objective of a box does not depend on the others: each is asked again alone. A model of the one script that beats the
//! optimum of the other proves that wrong; that the optima differ is not enough.
//!
//! An optimum `r - ε` is a bound that no model reaches, `oo` no bound at all, and an interval says that the search ended
//! early. The printed model reaches all of the optima unless the priority is `box`; then it is another known model.
//! Bit-vectors count as unsigned, and the optimum of soft constraints is the weight of those that are false.

mod claim;

use std::cmp::Ordering;

use self::claim::{Claim, Optimum, objectives};
use super::reply::Reply;
use super::values::sorts;
use crate::matrix::Class;
use crate::process::quotation::clipped;
use crate::smtlib::instance::Question;
use crate::smtlib::{Expr, Problem, TermId};
use crate::solver::answer::{self, Answer, QUOTED};
use crate::solver::model_check::{self, Check};
use crate::solver::verdict::Opinion;
use crate::theory::exhaustion::Direction;
use crate::witness::{Claimed, Refutation, Refuted, Truth, exhaustive};

/// Judges optima, also by the printed model, if there is one.
pub(super) fn judge(reply: &Reply) -> Opinion {
    let Some(claims) = Claims::read(reply) else { return "optima unreadable".into() };
    let by_witness = || {
        let witness = reply.instance.witness()?;
        let (which, formula) = claims.beaten_by(witness)?;
        Some(claims.wrong(which, "although the witness is better", Refuted::Beaten, formula, witness))
    };
    let by_exhaustion = || claims.refuted_by_exhaustion();
    let by_bound = || {
        let (which, bound) = claims.past_a_bound()?;
        let how = format!("although this is asserted: {}", clipped(&bound, QUOTED));
        let formula = claims.claims[which].is_reached().unwrap_or_else(|| format!("(not {bound})"));
        Some(claims.wrong(which, &how, Refuted::Excluded, Some(formula), ""))
    };
    let by_model = || claims.contradicted_by(reply.model?, "although the printed model is better");
    let wrong = by_witness().or_else(by_bound).or_else(by_exhaustion).or_else(by_model);
    let wrong = wrong.or_else(|| claims.contradicted_alone());
    wrong.unwrap_or("optima plausible".into())
}

/// How several objectives are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Priority {
    Lexicographic,
    Box,
    Pareto,
}

/// The objectives in force with what a solver printed for them.
struct Claims<'a> {
    reply: &'a Reply<'a>,
    priority: Priority,
    claims: Vec<Claim>,
}

impl<'a> Claims<'a> {
    /// Reads the reply to `get-objectives`; `None` if it has not one optimum for each objective in force.
    fn read(reply: &'a Reply<'a>) -> Option<Claims<'a>> {
        let head = reply.instance.declared();
        // The last one counts.
        let priority = match head.text.rsplit_once(":opt.priority ").map(|(_, rest)| rest) {
            Some(rest) if rest.starts_with("box") => Priority::Box,
            Some(rest) if rest.starts_with("pareto") => Priority::Pareto,
            _ => Priority::Lexicographic,
        };
        let objectives = objectives(reply.instance, reply.check)?;
        let printed = reply.exprs()?;
        let [Expr::List(printed)] = printed.as_slice() else { return None };
        let [name, pairs @ ..] = &**printed else { return None };
        if name.text() != Some("objectives") || pairs.len() != objectives.len() {
            return None;
        }
        let sorts = sorts(&head.text, objectives.iter().map(|(_, term)| term.as_str()))?;
        let claims = objectives.into_iter().zip(pairs).zip(sorts).map(|(((direction, term), pair), sort)| {
            let [_, printed] = pair.children() else { return None };
            let optimum = Optimum::read(printed, &sort);
            Some(Claim { direction, term, sort, printed: printed.to_string(), optimum })
        });
        Some(Claims { reply, priority, claims: claims.collect::<Option<_>>()? })
    }

    fn describe(&self, which: usize) -> String {
        let Claim { term, printed, .. } = &self.claims[which];
        let [term, printed] = [term, printed].map(|text| clipped(text, QUOTED));
        format!("{} {printed} of {term}", self.noun(which))
    }

    /// Returns the opinion that an optimum is wrong. If these definitions, or what is in force, refute it, a formula says what
    /// they decide about.
    fn wrong(
        &self,
        which: usize,
        why: &str,
        refuted: Refuted,
        formula: Option<String>,
        definitions: &str,
    ) -> Opinion {
        let how = format!("{}, {why}", self.describe(which));
        let Claim { term, printed, .. } = &self.claims[which];
        let refutation = formula.and_then(|formula| {
            let (noun, term, value) = (self.noun(which).to_owned(), term.clone(), printed.clone());
            let claimed = Claimed { noun, term, value, formula };
            Refutation::of_claimed(refuted, &claimed, definitions.to_owned())
        });
        Opinion { word: "optima wrong", wrong: Some((Class::WrongOptimum, how)), refutation }
    }

    fn noun(&self, which: usize) -> &'static str {
        if self.claims[which].direction == Direction::Maximise { "maximum" } else { "minimum" }
    }

    /// Returns how the values of the objectives under definitions compare with the printed optima: greater ones are better;
    /// `None` where that is open.
    fn compared(&self, witness: &str) -> Option<Vec<Option<Ordering>>> {
        // For each objective whether the value is better, and whether it is worse.
        let sides =
            |claim: &Claim| [claim.better(), claim.better().reverse()].map(|side| claim.is_past(side));
        let formulas: Vec<Option<String>> = self.claims.iter().flat_map(sides).collect();
        let asserted = formulas.iter().map(|formula| formula.as_deref().unwrap_or("true"));
        let problem = Problem::asserting(witness, asserted).ok()?;
        if problem.formulas.assertions.len() != formulas.len() {
            return None;
        }
        let valuation = self.reply.evaluator.valuation_under(&problem, witness)?;
        let truth = |(at, &id): (usize, &TermId)| match valuation.truth(id) {
            Some(Truth::Is(truth)) if formulas[at].is_some() => Some(truth),
            _ => None,
        };
        let truths: Vec<Option<bool>> = problem.formulas.assertions.iter().enumerate().map(truth).collect();
        let compared = truths.chunks(2).map(|pair| match pair {
            [Some(true), _] => Some(Ordering::Greater),
            [_, Some(true)] => Some(Ordering::Less),
            [Some(false), Some(false)] => Some(Ordering::Equal),
            _ => None,
        });
        Some(compared.collect())
    }

    /// Returns a formula that is true where these objectives compare with their optima like this.
    fn formula(&self, compared: impl IntoIterator<Item = (usize, Ordering)>) -> Option<String> {
        let side = |(at, order): (usize, Ordering)| {
            let claim: &Claim = &self.claims[at];
            match order {
                Ordering::Greater => claim.is_past(claim.better()),
                Ordering::Less => claim.is_past(claim.better().reverse()),
                Ordering::Equal => claim.is_reached(),
            }
        };
        let sides: Vec<String> = compared.into_iter().map(side).collect::<Option<_>>()?;
        Some(match sides.as_slice() {
            [one] => one.clone(),
            all => format!("(and {})", all.join(" ")),
        })
    }

    /// Returns the opinion on an optimum that is not the one of the best model, if exhaustion finds it.
    fn refuted_by_exhaustion(&self) -> Option<Opinion> {
        let objectives: Vec<(&str, Direction)> =
            self.claims.iter().map(|claim| (claim.term.as_str(), claim.direction)).collect();
        let Reply { instance, check, .. } = *self.reply;
        let compared = |objectives: &[_]| {
            let best = exhaustive::best(instance, check, objectives)?;
            Some((self.compared(&best)?, best))
        };
        let differs = |order: &Ordering| *order != Ordering::Equal;
        // The objectives before one, which are reached, count with it.
        let (first, which, order, best) = match self.priority {
            Priority::Lexicographic => {
                let (compared, best) = compared(&objectives)?;
                let first = compared.iter().position(|order| *order != Some(Ordering::Equal))?;
                (0, first, compared[first]?, best)
            }
            Priority::Box => (0..objectives.len()).find_map(|at| {
                let (compared, best) = compared(&objectives[at..=at])?;
                compared.get(at).copied().flatten().filter(differs).map(|order| (at, at, order, best))
            })?,
            // There are several best models.
            Priority::Pareto => return None,
        };
        let before = (first..which).map(|at| (at, Ordering::Equal));
        let why = "which is not the best of all values";
        Some(match order {
            Ordering::Greater => {
                let formula = self.formula(before.chain([(which, order)]));
                self.wrong(which, why, Refuted::Beaten, formula, &best)
            }
            _ => {
                let formula = self.formula(before.chain([(which, Ordering::Equal)]));
                self.wrong(which, why, Refuted::Excluded, formula, "")
            }
        })
    }

    /// Returns an objective for which a witness, as definitions, proves an optimum wrong, and a formula that is true under the
    /// witness and says so.
    fn beaten_by(&self, witness: &str) -> Option<(usize, Option<String>)> {
        let compared = self.compared(witness)?;
        let is_better = |order: &Option<Ordering>| *order == Some(Ordering::Greater);
        let (which, counts) = match self.priority {
            Priority::Box => compared.iter().position(is_better).map(|at| (at, at..at + 1))?,
            Priority::Lexicographic => {
                let first = compared.iter().position(|order| *order != Some(Ordering::Equal))?;
                Some((first, 0..first + 1)).filter(|_| is_better(&compared[first]))?
            }
            Priority::Pareto => {
                let is_no_worse = compared.iter().all(|order| order.is_some_and(Ordering::is_ge));
                let which = compared.iter().position(is_better).filter(|_| is_no_worse)?;
                (which, 0..compared.len())
            }
        };
        let known = counts.filter_map(|at| Some((at, compared[at]?)));
        Some((which, self.formula(known)))
    }

    /// Returns an objective whose printed optimum is better than an asserted bound allows, with the bound.
    fn past_a_bound(&self) -> Option<(usize, String)> {
        let Reply { instance, check, evaluator, .. } = *self.reply;
        let asserted = instance
            .in_force(check)
            .into_iter()
            .filter_map(|at| instance.expr(&instance.commands[at])?.children().get(1).cloned());
        let is_true = |formula: String| {
            let problem = Problem::asserting("", [formula]).ok()?;
            let valuation = evaluator.valuation_under(&problem, "")?;
            Some(valuation.is(*problem.formulas.assertions.first()?, true))
        };
        asserted.into_iter().find_map(|formula| {
            let is_past = |claim: &Claim| claim.passes(&formula).and_then(is_true) == Some(true);
            Some((self.claims.iter().position(is_past)?, formula.to_string()))
        })
    }

    /// Returns how a printed model contradicts the optima. It has to reach all of them, or, where each has a model of
    /// its own, must beat none; `why` says that it does.
    fn contradicted_by(&self, model: &str, why: &str) -> Option<Opinion> {
        let Reply { instance, check, evaluator, .. } = *self.reply;
        let is_box = self.priority == Priority::Box;
        let beaten = |claim: &Claim| claim.is_past(claim.better());
        let formulas: Vec<String> = match is_box {
            true => {
                let unbeaten = |claim| format!("(not {})", beaten(claim).unwrap_or("false".into()));
                self.claims.iter().map(unbeaten).collect()
            }
            false => self.claims.iter().map(Claim::is_reached).collect::<Option<_>>()?,
        };
        let problem = self.reply.asserting(&formulas)?;
        let Ok(Check::Violated { assertion: which, definitions }) =
            model_check::check(&problem, model, evaluator)
        else {
            return None;
        };
        if !is_box {
            let (why, formula) = ("which the printed model does not reach", formulas.get(which).cloned());
            return Some(self.wrong(which, why, Refuted::Missed, formula, &definitions));
        }
        // A model beats an optimum only if it is one of the assertions.
        let is_model = model_check::judge(&instance.at_check(check), model, evaluator).is_satisfied();
        let formula = beaten(self.claims.get(which)?);
        is_model.then(|| self.wrong(which, why, Refuted::Beaten, formula, &definitions))
    }

    /// Asks for each objective of a box without the others and without the priority, so that the model reaches the optimum.
    /// Returns how a model contradicts an optimum of the other script.
    fn contradicted_alone(&self) -> Option<Opinion> {
        if self.priority != Priority::Box || self.claims.len() < 2 {
            return None;
        }
        let Reply { instance, check, model, .. } = *self.reply;
        let all = instance.objectives_in_force(check);
        let line = |at: usize| instance.line(&instance.commands[at]);
        let is_soft = |at: usize| line(at).starts_with("(assert-soft");
        let is_left_out = |at: usize| all.contains(&at) || line(at).starts_with("(set-option :opt.priority");
        all.iter().filter(|&&at| !is_soft(at)).find_map(|&kept| {
            let alone = instance.with(|at| at == kept || !is_left_out(at)).one_shot(check);
            let (Answer::Sat, said) = (self.reply.again)(&alone)? else { return None };
            let asked: Vec<Question> = alone.asked_after(0).map(|(_, question)| question).collect();
            let replies = answer::replies(&said, asked.len())?;
            let find = |wanted| asked.iter().position(|asked| *asked == wanted).map(|at| replies[at]);
            let found = find(Question::Model)?;
            let better =
                || self.contradicted_by(found, "although a model without the other objectives is better");
            let worse = || {
                let printed = find(Question::Objectives)?;
                let reply = Reply { instance: &alone, check: 0, printed, model: None, ..*self.reply };
                let why = "asked without the other objectives, although a model with them is better";
                Claims { priority: Priority::Box, ..Claims::read(&reply)? }.contradicted_by(model?, why)
            };
            better().or_else(worse)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::instance::Instance;
    use crate::witness::Evaluator;

    const DECLARED: &str =
        "(declare-fun x () Int)\n(declare-fun r () Real)\n(declare-fun b () (_ BitVec 24))\n";
    const WITNESS: &str =
        "(define-fun x () Int 3)\n(define-fun r () Real 0.5)\n(define-fun b () (_ BitVec 24) #x00000c)\n";
    const MODEL: &str =
        "((define-fun x () Int 5) (define-fun r () Real 1.0) (define-fun b () (_ BitVec 24) #x000007))";

    fn judged(priority: &str, objectives: &str, optima: &[&str]) -> Opinion {
        let script = format!(
            "(set-option :opt.priority {priority})\n{DECLARED}(assert true)\n{objectives}(check-sat)\n(get-objectives)\n"
        );
        let instance = Instance::read(&script).unwrap().with_witness(WITNESS);
        let pairs: String = optima.iter().map(|optimum| format!("(t {optimum})")).collect();
        let printed = format!("(objectives {pairs})");
        judge(&Reply { model: Some(MODEL), ..Reply::new(&instance, 0, &printed, &Evaluator::in_process()) })
    }

    #[track_caller]
    fn is(wrong: bool, priority: &str, objectives: &str, optima: &[&str]) {
        let word = judged(priority, objectives, optima).word;
        assert_eq!(word, if wrong { "optima wrong" } else { "optima plausible" }, "{objectives} {optima:?}");
    }

    #[test]
    fn an_optimum_is_no_worse_than_the_witness() {
        for (objective, optimum, wrong) in [
            ("(maximize x)", "2", true),
            ("(maximize x)", "5", false),
            ("(maximize x)", "oo", false),
            ("(maximize x)", "(* (- 1) oo)", true),
            ("(minimize x)", "4", true),
            ("(minimize x)", "(* (- 1) oo)", false),
            ("(minimize (- x))", "(- 2)", true),
            ("(minimize (- x))", "(- 5)", false),
            ("(maximize r)", "(/ 1.0 3.0)", true),
            ("(maximize r)", "(+ (/ 1.0 2.0) (* (- 1.0) epsilon))", true),
            ("(maximize r)", "(+ 0.6 (* (- 1.0) epsilon))", false),
            ("(minimize r)", "(+ (/ 1.0 2.0) epsilon)", true),
            ("(minimize r)", "epsilon", false),
            ("(maximize r)", "(interval 0.0 0.1)", false),
            ("(maximize b)", "11", true),
            ("(minimize b)", "7", false),
            ("(minimize b)", "13", true),
            ("(assert-soft (= x 3) :weight 2 :id g)(assert-soft (= x 4) :weight 0.5 :id g)", "1", true),
        ] {
            is(wrong, "lex", objective, &[optimum]);
        }
    }

    #[test]
    fn the_model_reaches_the_optimum() {
        is(true, "lex", "(maximize x)", &["6"]);
        is(false, "box", "(maximize x)", &["6"]);
        is(true, "box", "(maximize x)(maximize r)", &["6", "0.75"]);
        is(false, "lex", "(maximize x)(maximize r)", &["6", "oo"]);
        is(true, "pareto", "(maximize x)(maximize r)", &["5", "2.0"]);
        is(false, "lex", "(maximize x)(maximize r)", &["5", "1.0"]);
    }

    /// A bound is as good as a proof, whatever the priority.
    #[test]
    fn an_optimum_is_within_the_bounds_of_its_term() {
        for (bound, objective, optimum, wrong) in [
            ("(<= x 5)", "(maximize x)", "oo", true),
            ("(<= x 5)", "(maximize x)", "6", true),
            ("(<= x 5)", "(maximize x)", "5", false),
            ("(<= x 5)", "(maximize (+ x 0))", "oo", false),
            ("(<= x 5)", "(minimize x)", "(* (- 1) oo)", false),
            ("(< x 5)", "(maximize x)", "5", true),
            ("(>= x (- 2))", "(minimize x)", "(- 3)", true),
            ("(> r (- 0.5))", "(minimize r)", "(- (/ 1.0 2.0))", true),
            ("(> r (- 0.5))", "(minimize r)", "(+ (- (/ 1.0 2.0)) epsilon)", false),
            ("(>= r (- 0.5))", "(minimize r)", "(+ (- (/ 1.0 2.0)) (* (- 1.0) epsilon))", true),
            ("(<= r 0.75)", "(maximize r)", "(+ 0.75 epsilon)", true),
            ("(<= r 0.75)", "(maximize r)", "(interval 0.75 1.0)", false),
            ("(bvule b #x000010)", "(maximize b)", "17", true),
            ("(bvuge b #x000008)", "(minimize b)", "7", true),
            ("(bvsle b #x000010)", "(maximize b)", "17", false),
            ("(or (<= x 5) (> r 0.0))", "(maximize x)", "oo", false),
        ] {
            for priority in ["lex", "box", "pareto"] {
                let script = format!(
                    "(set-option :opt.priority {priority})\n{DECLARED}(assert {bound})\n{objective}(check-sat)\n(get-objectives)\n"
                );
                let instance = Instance::read(&script).unwrap().with_witness(WITNESS);
                let printed = format!("(objectives (t {optimum}))");
                let opinion = judge(&Reply::new(&instance, 0, &printed, &Evaluator::in_process()));
                let told = opinion.wrong.map(|(_, how)| how.contains(&format!("this is asserted: {bound}")));
                assert_eq!(told, wrong.then_some(true), "{bound} {objective} {optimum}");
            }
        }
    }

    #[test]
    fn several_objectives_are_compared_by_priority() {
        let both = "(maximize x)(maximize r)";
        is(true, "box", both, &["7", "0.25"]);
        is(true, "lex", both, &["3", "0.25"]);
        let last = judged("lex", both, &["oo", "0.25"]);
        assert_eq!(last.wrong, None);
        is(true, "pareto", both, &["3", "0.25"]);
        is(false, "pareto", both, &["oo", "0.25"]);
    }

    /// Where the symbols have few values, an optimum is wrong even if nothing is known but the assertions.
    #[test]
    fn exhaustion_knows_the_optimum() {
        let word = |priority: &str, objectives: &str, optima: &[&str]| {
            let script = format!(
                "(set-option :opt.priority {priority})\n(declare-fun b () (_ BitVec 4))\n(declare-fun c () (_ BitVec 4))\n\
                 (declare-fun u () (_ BitVec 40))\n(assert (bvult b c))\n(assert (bvult (bvadd b c) #x9))\n\
                 {objectives}(check-sat)\n(get-objectives)\n"
            );
            let pairs: String = optima.iter().map(|optimum| format!("(t {optimum})")).collect();
            let instance = Instance::read(&script).unwrap();
            let printed = format!("(objectives {pairs})");
            judge(&Reply::new(&instance, 0, &printed, &Evaluator::in_process())).word
        };
        let is_wrong = |priority: &str, objectives: &str, optima: &[&str]| {
            word(priority, objectives, optima) == "optima wrong"
        };
        let both = "(maximize b)(minimize (bvadd b c))";
        for (priority, objectives, right) in [
            ("lex", "(maximize b)", vec!["11"]),
            ("lex", "(minimize (bv2nat c))", vec!["1"]),
            ("lex", both, vec!["11", "7"]),
            ("box", both, vec!["11", "0"]),
            (
                "lex",
                "(assert-soft (= b #xe) :weight 3 :id g)(assert-soft (= c #xd) :weight 2 :id g)",
                vec!["3"],
            ),
        ] {
            assert!(!is_wrong(priority, objectives, &right), "{objectives} {right:?}");
            // Better and worse ones are wrong.
            for at in 0..right.len() {
                for step in [-1, 1] {
                    let mut other: Vec<String> = right.iter().map(|&optimum| optimum.to_owned()).collect();
                    let next = right[at].parse::<i32>().unwrap() + step;
                    other[at] = if next < 0 { "15".to_owned() } else { next.to_string() };
                    let other: Vec<&str> = other.iter().map(String::as_str).collect();
                    assert!(is_wrong(priority, objectives, &other), "{objectives} {other:?}");
                }
            }
        }
        assert!(!is_wrong("pareto", both, &["3", "4"]));
        assert!(!is_wrong("lex", "(maximize (bvadd u u))", &["3"]), "too many values");
        assert!(!is_wrong("lex", both, &["(interval 0 9)", "2"]));
    }

    /// What a closed level asks for, and what it asserts, says nothing about later checks.
    #[test]
    fn objectives_of_closed_levels_are_not_in_force() {
        let script = format!(
            "{DECLARED}(declare-fun c () (_ BitVec 4))\n(minimize x)\n(push 1)\n(assert (< x 5))\n(maximize x)\n(check-sat)\n\
             (get-objectives)\n(pop 1)\n(check-sat)\n(get-objectives)\n"
        );
        let instance = Instance::read(&script).unwrap().with_witness(WITNESS);
        let word = |check: usize, printed: &str| {
            let printed = format!("(objectives {printed})");
            judge(&Reply::new(&instance, check, &printed, &Evaluator::in_process())).word
        };
        assert_eq!(word(0, "(x 3) (x 4)"), "optima plausible");
        assert_eq!(word(0, "(x 3) (x 2)"), "optima wrong");
        assert_eq!(word(0, "(x 3)"), "optima unreadable");
        assert_eq!(word(1, "(x 2)"), "optima plausible");
        assert_eq!(word(1, "(x 4)"), "optima wrong");
        assert_eq!(word(1, "(x 2) (x 4)"), "optima unreadable");
    }

    #[test]
    fn exhaustion_knows_the_optimum_of_each_check() {
        let script = "(declare-fun b () (_ BitVec 4))(maximize b)(push 1)(assert (bvult b #x5))(check-sat)(get-objectives)(pop 1)\
            (check-sat-assuming ((bvult b #x9)))(get-objectives)";
        let instance = Instance::read(script).unwrap();
        for (check, right) in [(0, 4), (1, 8)] {
            for optimum in [4, 8, 15] {
                let printed = format!("(objectives (b {optimum}))");
                let opinion = judge(&Reply::new(&instance, check, &printed, &Evaluator::in_process()));
                assert_eq!(opinion.wrong.is_some(), optimum != right, "{check} {optimum}");
            }
        }
    }

    /// Each wrong optimum comes with what any solver can check.
    #[test]
    fn a_wrong_optimum_is_refuted() {
        let both = "(maximize x)(maximize r)";
        for (priority, objectives, optima, refuted, of) in [
            ("lex", "(maximize x)", &["2"][..], Refuted::Beaten, "(maximum x 2 (> x 2))"),
            (
                "lex",
                both,
                &["3", "(- 1.5)"],
                Refuted::Beaten,
                "(maximum r (- 1.5) (and (= x 3) (> r (- 1.5))))",
            ),
            ("box", both, &["7", "0.25"], Refuted::Beaten, "(maximum r 0.25 (> r 0.25))"),
            ("box", both, &["4", "oo"], Refuted::Beaten, "(maximum x 4 (> x 4))"),
            ("pareto", both, &["3", "0.25"], Refuted::Beaten, "(maximum r 0.25 (and (= x 3) (> r 0.25)))"),
            ("lex", "(maximize x)", &["6"], Refuted::Missed, "(maximum x 6 (= x 6))"),
        ] {
            let refutation = judged(priority, objectives, optima).refutation.unwrap();
            assert_eq!((refutation.refuted, refutation.of.as_str()), (refuted, of));
            let by_witness = refutation.definitions == WITNESS;
            assert_eq!(by_witness, refuted == Refuted::Beaten && optima != ["4", "oo"], "{refutation:?}");
        }
        let few = |optimum: &str, asserted: &str| {
            let script = format!(
                "(declare-fun b () (_ BitVec 4))(assert {asserted})(maximize b)(check-sat)(get-objectives)"
            );
            let instance = Instance::read(&script).unwrap();
            let printed = format!("(objectives (b {optimum}))");
            let opinion = judge(&Reply::new(&instance, 0, &printed, &Evaluator::in_process()));
            let Refutation { refuted, of, definitions, .. } = opinion.refutation.unwrap();
            (refuted, of, definitions)
        };
        let (refuted, of, definitions) = few("4", "(bvult (bvadd b #x1) #x9)");
        assert_eq!((refuted, of.as_str()), (Refuted::Beaten, "(maximum b 4 (bvugt b (_ bv4 4)))"));
        assert_eq!(definitions, "(define-fun b () (_ BitVec 4) #b1111)\n");
        let (refuted, of, _) = few("9", "(bvult (bvsub b #x1) #x5)");
        assert_eq!((refuted, of.as_str()), (Refuted::Excluded, "(maximum b 9 (= b (_ bv9 4)))"));
        let (refuted, of, _) = few("9", "(bvult b #x5)");
        assert_eq!((refuted, of.as_str()), (Refuted::Excluded, "(maximum b 9 (= b (_ bv9 4)))"));
    }

    /// Judges the optima of a box of two objectives, given the optimum and the model of the first one alone.
    fn judged_alone(optima: [&str; 2], alone: &str, found: u32) -> Opinion {
        let script = "(declare-fun x () Int)\n(assert (< (* x x) 50))\n";
        let end = "(check-sat)\n(get-model)\n(get-objectives)\n";
        let instance =
            format!("(set-option :opt.priority box)\n{script}(maximize x)\n(minimize (* 2 x))\n{end}");
        let instance = Instance::read(&instance).unwrap().with_witness("(define-fun x () Int 0)\n");
        let printed = format!("(objectives (x {}) (y {}))", optima[0], optima[1]);
        let again = |asked: &Instance| {
            let is_first = asked.text == format!("{script}(maximize x)\n{end}");
            assert!(is_first || asked.text == format!("{script}(minimize (* 2 x))\n{end}"), "{}", asked.text);
            let said = format!("((define-fun x () Int {found}))\n(objectives (x {alone}))\n");
            is_first.then_some((Answer::Sat, said))
        };
        let model = Some("((define-fun x () Int 5))");
        let evaluator = Evaluator::in_process();
        let reply = Reply::new(&instance, 0, &printed, &evaluator);
        judge(&Reply { model, again: &again, ..reply })
    }

    #[test]
    fn an_objective_of_a_box_does_not_hang_on_the_others() {
        let word = |optima, alone: &str, found| judged_alone(optima, alone, found).word;
        for right in [("7", 7), ("8", 8), ("oo", 5), ("6", 6)] {
            // No model is better: 8 is none.
            assert_eq!(word(["7", "(- 14)"], right.0, right.1), "optima plausible", "{right:?}");
        }
        let wrong = judged_alone(["6", "(- 14)"], "7", 7);
        let (class, how) = wrong.wrong.unwrap();
        let told = "maximum 6 of x, although a model without the other objectives is better";
        assert_eq!((class, how.as_str()), (Class::WrongOptimum, told));
        let Refutation { refuted, of, definitions, .. } = wrong.refutation.unwrap();
        assert_eq!((refuted, of.as_str()), (Refuted::Beaten, "(maximum x 6 (> x 6))"));
        assert_eq!(definitions, "(define-fun x () Int 7)\n");
        let wrong = judged_alone(["7", "(- 14)"], "4", 4);
        let told = "maximum 4 of x, asked without the other objectives, although a model with them is better";
        assert_eq!(wrong.wrong.unwrap().1, told);
        let Refutation { refuted, of, definitions, .. } = wrong.refutation.unwrap();
        assert_eq!((refuted, of.as_str()), (Refuted::Beaten, "(maximum x 4 (> x 4))"));
        assert_eq!(definitions, "(define-fun x () Int 5)\n");
    }

    #[test]
    fn what_is_not_read_is_not_wrong() {
        for printed in ["(objectives)", "(objectives (x 1) (y 2))", "", "(error \"x\")", "((x 1))"] {
            let instance = Instance::read(&format!("{DECLARED}(maximize x)(check-sat)")).unwrap();
            let instance = instance.with_witness(WITNESS);
            let opinion = judge(&Reply::new(&instance, 0, printed, &Evaluator::in_process()));
            assert_eq!(opinion, "optima unreadable".into());
        }
    }
}
