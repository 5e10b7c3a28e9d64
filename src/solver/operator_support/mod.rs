//! Finding out which operators a solver reads: each operator of the table gets a small script of its own, as far as the
//! row's logics allow.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `operator_probe` | the smallest script with an operator in it |
//! | `open_applications` | applications whose value is open, each with two values to choose |
//! | `logic_needs` | the logic of a row in which to ask about an operator |
//! | `ask` | many scripts in few processes, within time limits |

mod ask;
mod logic_needs;
mod open_applications;
mod operator_probe;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use schemars::JsonSchema;
use serde::Serialize;

use crate::matrix::{SYNTAX, Solver};
use crate::process::RawRun;
use crate::process::workspace::Workspace;
use crate::solver::answer::Answer;
use crate::theory::operators::{self, Operator, Theory};
pub(super) use ask::first_answer;
use ask::{Interviewer, refusal};
use logic_needs::{Need, Reach};
use open_applications::Choices;
use operator_probe::OperatorProbe;

/// The operators that solvers read. Rows with the same commands and logics share the result.
#[derive(Debug, Default)]
pub(crate) struct OperatorSupports(Mutex<BTreeMap<Key, Arc<OnceLock<Reading>>>>);

/// The command lines, of a fresh process and of a session, and the logics.
type Key = (Vec<String>, Option<Vec<String>>, Vec<&'static str>);

impl OperatorSupports {
    /// Finds out which operators a solver reads; `sessions` tells whether the sessions of the row work.
    pub(crate) fn survey(&self, solver: &Solver, sessions: bool, workspace: &Workspace) -> Reading {
        let session =
            solver.session.as_ref().filter(|_| sessions).map(|session| session.command.argv.clone());
        let key = (solver.command.argv.clone(), session, solver.logics.known().collect());
        let cell = Arc::clone(self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default());
        let ask = || ask_all(solver, &mut Interviewer::new(solver, sessions, workspace));
        cell.get_or_init(ask).clone().compare_with_row(solver)
    }
}

/// The result for the operators of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Reading {
    /// The number of operators asked about, which the row's logics allow.
    pub asked: usize,
    /// The names that it reads, applied to symbols: the name in the table, or else an alias.
    pub read: Vec<&'static str>,
    /// The names that it refuses, with the solver's message.
    pub refused: Vec<(&'static str, String)>,
    /// The names without an answer or a refusal, because time ran out or the solver died.
    pub unanswered: Vec<&'static str>,
    /// The number of operators for which no time was left.
    pub untried: usize,
    /// The value of `operators:` that describes this.
    pub words: Vec<String>,
    /// The operators whose values it fixes although SMT-LIB leaves them open; `selector` for those of datatypes.
    pub fixes: Vec<&'static str>,
    /// Whether the row's `fixes:` differs from these.
    pub fixes_differ: bool,
    /// The names that it refuses although the row claims them.
    pub missing: Vec<&'static str>,
    /// The names that it reads although the row excludes them.
    pub left_out: Vec<&'static str>,
}

/// The result of the probes of an operator.
enum ProbeOutcome {
    /// A probe was read.
    Read,
    /// A probe may have been read: the solver did not finish.
    Unanswered,
    /// All probes were refused; with the first message of the solver.
    Refused(String),
    /// The row's logics do not allow the operator.
    Beyond,
    /// No time is left.
    Late,
}

/// Returns scripts that make a solver work on one operator each, for every operator that a row reads in its logics.
pub(crate) fn exercises(solver: &Solver) -> Vec<(&'static Operator, Vec<String>)> {
    let reach = Reach::collect(&solver.logics);
    let scripts = |row: &'static Operator| {
        let name = row.names().find(|name| solver.reads(name))?;
        let in_logic = |probe: OperatorProbe| {
            Some(format!("(set-logic {})\n{}", reach.logic(&probe.needs)?, probe.script))
        };
        let scripts: Vec<String> =
            operator_probe::exercises(row, name).into_iter().filter_map(in_logic).collect();
        (!scripts.is_empty()).then_some((row, scripts))
    };
    operators::usual().filter_map(scripts).collect()
}

/// Returns whether a solver read a script: it answers, and reports no error.
pub(crate) fn is_read(run: &RawRun) -> bool {
    first_answer(run).is_real()
}

/// Asks about every operator, about codatatypes and about patterns.
fn ask_all(solver: &Solver, interviewer: &mut Interviewer<'_>) -> Reading {
    let reach = Reach::collect(&solver.logics);
    let mut reading = Reading::default();
    for row in operators::usual() {
        let outcome = try_probes(interviewer, &reach, operator_probe::all(row, row.name));
        let alias = match outcome {
            ProbeOutcome::Refused(_) => find_alias(row, interviewer, &reach),
            _ => None,
        };
        reading.read.extend(alias);
        // If another name is read, only the first is refused.
        let refused = if alias.is_some() { 1 } else { usize::MAX };
        reading.record(&row.names().take(refused).collect::<Vec<_>>(), outcome);
    }
    for (name, probe) in operator_probe::of_syntax() {
        reading.record(&[name], try_probes(interviewer, &reach, vec![probe]));
    }
    reading.fixes = find_fixed(interviewer, &reach);
    let kept: Vec<&str> = reading.read.iter().chain(&reading.unanswered).copied().collect();
    reading.words = words(&reading.not_read(), &kept);
    reading
}

/// Returns the operators for which the solver contradicts one of the possible values.
fn find_fixed(interviewer: &mut Interviewer<'_>, reach: &Reach) -> Vec<&'static str> {
    let mut fixed: Vec<&'static str> = Vec::new();
    for Choices { operator, scripts, needs } in open_applications::all() {
        let Some(logic) = reach.logic(&needs).filter(|_| !fixed.contains(&operator)) else { continue };
        if scripts.iter().any(|script| interviewer.answer(logic, script) == Some(Answer::Unsat)) {
            fixed.push(operator);
        }
    }
    fixed
}

fn find_alias(row: &Operator, interviewer: &mut Interviewer<'_>, reach: &Reach) -> Option<&'static str> {
    let is_read = |name: &&&str| {
        matches!(try_probes(interviewer, reach, operator_probe::all(row, name)), ProbeOutcome::Read)
    };
    row.aliases.iter().find(is_read).copied()
}

/// The most refused probes of a form: one over unusual sorts, and one over the sorts that every solver of the theory
/// has.
const ATTEMPTS: u32 = 2;

/// Asks about probes until one is read.
fn try_probes(interviewer: &mut Interviewer<'_>, reach: &Reach, probes: Vec<OperatorProbe>) -> ProbeOutcome {
    let mut outcome = ProbeOutcome::Beyond;
    let mut attempts: BTreeMap<(usize, bool), u32> = BTreeMap::new();
    for OperatorProbe { script, form, needs } in probes {
        let Some(logic) = reach.logic(&needs) else { continue };
        let before = attempts.entry(form).or_default();
        if *before == ATTEMPTS {
            continue;
        }
        *before += 1;
        let Some(answer) = interviewer.answer(logic, &script) else { return ProbeOutcome::Late };
        match refusal(&answer) {
            None if answer.is_real() => return ProbeOutcome::Read,
            None => return ProbeOutcome::Unanswered,
            Some(why) if matches!(outcome, ProbeOutcome::Beyond) => {
                outcome = ProbeOutcome::Refused(why.to_owned())
            }
            Some(_) => {}
        }
    }
    outcome
}

impl Reading {
    /// Records what is known of something with these names, the first of which was asked about.
    fn record(&mut self, names: &[&'static str], outcome: ProbeOutcome) {
        self.asked += usize::from(!matches!(outcome, ProbeOutcome::Beyond | ProbeOutcome::Late));
        match outcome {
            ProbeOutcome::Beyond => {}
            ProbeOutcome::Late => self.untried += 1,
            ProbeOutcome::Read => self.read.extend(names.first()),
            ProbeOutcome::Unanswered => self.unanswered.extend(names.first()),
            ProbeOutcome::Refused(why) => {
                self.refused.extend(names.iter().map(|&name| (name, why.clone())));
            }
        }
    }

    /// Compares the result with the claims of the row.
    fn compare_with_row(mut self, solver: &Solver) -> Reading {
        // Where no probe asks about these, what the author of the row says of them stays.
        let is_asked = |name: &str| self.read.contains(&name) || self.not_read().contains(&name);
        let unasked = SYNTAX.iter().filter(|name| !is_asked(name) && !solver.reads(name));
        let unasked: Vec<String> = unasked.map(|name| format!("!{name}")).collect();
        self.words.extend(unasked);
        self.words.sort_unstable();
        self.missing = self.not_read().into_iter().filter(|name| solver.reads(name)).collect();
        self.fixes_differ = open_applications::operators()
            .any(|name| self.fixes.contains(&name) != solver.total_operators.contains(name));
        self.left_out = self.read.iter().copied().filter(|name| !solver.reads(name)).collect();
        self
    }

    /// Returns the wrong claims of the row, and the lines to write instead; none if it is right.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut tell = |what: &str, names: Vec<String>| {
            if !names.is_empty() {
                lines.push(format!("{what}: {}", names.join(" ")));
            }
        };
        let named = |names: &[&str]| -> Vec<String> { names.iter().map(|&name| name.to_owned()).collect() };
        if !(self.missing.is_empty() && self.left_out.is_empty()) {
            tell("does not read", self.words.iter().map(|word| word[1..].to_owned()).collect());
            tell("reads, though its row leaves it out", named(&self.left_out));
            lines.push(match self.words.as_slice() {
                [] => "its row needs no `operators`".to_owned(),
                words => format!("for its row: {}", yaml("operators", words)),
            });
        }
        if self.fixes_differ {
            lines.push(match self.fixes.as_slice() {
                [] => "fixes no value that SMT-LIB leaves open; its row needs no `fixes`".to_owned(),
                names => format!("fixes values that SMT-LIB leaves open: {}", names.join(" ")),
            });
            let names: Vec<String> = named(&self.fixes);
            lines.extend((!names.is_empty()).then(|| format!("for its row: {}", yaml("fixes", &names))));
        }
        let unanswered = format!("gave neither an answer nor an error on: {}", self.unanswered.join(" "));
        lines.extend((!self.unanswered.is_empty()).then_some(unanswered));
        let untried = format!("no time was left to ask about {} operators", self.untried);
        lines.extend((self.untried > 0).then_some(untried));
        lines
    }

    /// Returns the names to keep out of scripts for the solver.
    fn not_read(&self) -> Vec<&'static str> {
        self.refused.iter().map(|(name, _)| *name).collect()
    }
}

/// Returns the words of an `operators:` key that exclude the names `out` but none of those `kept`: a pattern such as
/// `!seq.*` if no kept name has that prefix, else the name. They are sorted.
fn words(out: &[&'static str], kept: &[&'static str]) -> Vec<String> {
    let mut groups: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for name in out {
        groups.entry(group_of(name)).or_default().push(name);
    }
    let mut words: Vec<String> = Vec::new();
    for (group, names) in groups {
        let is_alone = !group.is_empty() && !kept.iter().any(|name| group_of(name) == group);
        match names.as_slice() {
            [_, _, ..] if is_alone => words.push(pattern(group)),
            names => words.extend(names.iter().map(|name| format!("!{name}"))),
        }
    }
    words.sort_unstable();
    words
}

/// Returns the prefix of a name up to the first dot; empty without a dot.
fn group_of(name: &str) -> &str {
    name.find('.').map_or("", |point| &name[..=point])
}

fn pattern(group: &str) -> String {
    // `re.*` is an operator itself.
    if group == "re." { "!re.?*".to_owned() } else { format!("!{group}*") }
}

/// Returns the line of a row, as YAML.
fn yaml(key: &str, words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
    format!("{key}: [{}]", words.join(", "))
}

/// The needs of an operator's applications, one set for each way to use it.
type Needs = Vec<BTreeSet<Need>>;

static NEEDS: LazyLock<Vec<(&Operator, Needs)>> = LazyLock::new(|| {
    operators::all()
        .map(|operator| {
            let probes = operator_probe::all(operator, operator.name);
            let mut needs = Needs::new();
            for OperatorProbe { needs: new, .. } in probes {
                if !needs.contains(&new) {
                    needs.push(new);
                }
            }
            (operator, needs)
        })
        .collect()
});

/// Returns how many operators of a theory a row reads, as far as one of its logics has them.
pub(crate) fn operators_of(theory: Theory, row: &Solver) -> usize {
    let reach = Reach::collect(&row.logics);
    let has = |needs: &Needs| {
        // An operator without a probe is in no named logic.
        needs.is_empty() || needs.iter().any(|needs| reach.logic(needs).is_some())
    };
    let of_theory = NEEDS.iter().filter(|(operator, _)| operator.theory == theory);
    of_theory.filter(|(operator, needs)| row.reads_any_name_of(operator) && has(needs)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::Config;

    /// Surveys a solver that is a shell script, which gets the probe as `$1`, in these logics; `more` is YAML.
    fn support_of(shell: &str, more: &str) -> Reading {
        let folder = tempfile::tempdir().unwrap();
        let argv = serde_json::to_string(&["/bin/sh", "-c", shell, "sh", "{file}"]).unwrap();
        let workspace = Workspace::open(folder.path()).unwrap();
        OperatorSupports::default().survey(
            &Config::example_row(&format!("argv: {argv}, {more}")),
            false,
            &workspace,
        )
    }

    #[test]
    fn refused_operators_are_reported_with_the_keys_that_exclude_them() {
        let shell = "grep -q '(mod a\\|ubv_to_int\\|(abs\\|^(set-logic [^Q]' \"$1\" && echo '(error \"no\")'; echo sat";
        let found = support_of(shell, "logics: [QF_NIA]");
        assert_eq!(found.refused, ["mod", "abs"].map(|name| (name, "(error \"no\")".to_owned())));
        assert_eq!(found.words, ["!abs", "!mod"]);
        assert_eq!(found.asked, found.read.len() + 2);
        assert!(found.read.contains(&"div") && !found.read.contains(&"bvadd") && !found.read.contains(&"/"));
        assert_eq!(found.lines(), ["does not read: abs mod", r#"for its row: operators: ["!abs", "!mod"]"#]);
    }

    #[test]
    fn a_row_with_the_right_claims_gets_no_complaint() {
        let shell = "grep -q '(abs' \"$1\" && echo '(error \"no\")'; echo sat";
        let found = support_of(shell, "logics: [QF_LIA], operators: ['!abs']");
        assert!(found.lines().is_empty(), "{found:?}");
        let found = support_of("echo unknown", "logics: [QF_LIA], operators: ['!abs']");
        assert_eq!(
            found.lines(),
            ["reads, though its row leaves it out: abs", "its row needs no `operators`"]
        );
    }

    #[test]
    fn what_no_probe_asks_about_stays_as_the_row_has_it() {
        let shell = "grep -q '(abs' \"$1\" && echo '(error \"no\")'; echo sat";
        let found = support_of(shell, "logics: [QF_LIA], operators: ['!match', '!odd-arrays']");
        let line = r#"for its row: operators: ["!abs", "!match", "!odd-arrays"]"#;
        assert_eq!(found.lines(), ["does not read: abs match odd-arrays", line]);
    }

    #[test]
    fn codatatypes_are_asked_about_where_a_logic_has_datatypes() {
        let shell = "grep -q declare-codatatypes \"$1\" && echo '(error \"no\")'; echo sat";
        let found = support_of(shell, "logics: [QF_DT]");
        let line = r#"for its row: operators: ["!declare-codatatypes"]"#;
        assert_eq!(found.lines(), ["does not read: declare-codatatypes", line]);
        for (shell, more) in [
            (shell, "logics: [QF_DT], operators: ['!declare-codatatypes']"),
            (shell, "logics: [QF_LIA]"),
            ("echo sat", "logics: [QF_DT]"),
        ] {
            assert!(support_of(shell, more).lines().is_empty(), "{more}");
        }
    }

    #[test]
    fn patterns_are_asked_about_where_a_logic_has_quantifiers_over_functions() {
        let shell = "grep -q :pattern \"$1\" && echo '(error \"no\")'; echo sat";
        let found = support_of(shell, "logics: [UFBV]");
        assert_eq!(found.lines(), ["does not read: pattern", r#"for its row: operators: ["!pattern"]"#]);
        for logics in ["BV", "QF_UFBV"] {
            assert!(support_of(shell, &format!("logics: [{logics}]")).lines().is_empty(), "{logics}");
        }
    }

    #[test]
    fn a_contradicted_choice_marks_the_operator_as_fixed() {
        let shell = "grep -q '(= (div .*) 7)\\|(= (mod a0 a1) 0)' \"$1\" && echo unsat || echo sat";
        let found = support_of(shell, "logics: [QF_NIA]");
        assert_eq!(found.fixes, ["div", "mod"]);
        let line = r#"for its row: fixes: ["div", "mod"]"#;
        assert_eq!(found.lines(), ["fixes values that SMT-LIB leaves open: div mod", line]);
        assert!(support_of(shell, "logics: [QF_NIA], fixes: [mod, div]").lines().is_empty());
        let found = support_of("echo sat", "logics: [QF_NIA], fixes: [div]");
        assert_eq!(found.lines(), ["fixes no value that SMT-LIB leaves open; its row needs no `fixes`"]);
    }

    #[test]
    fn aliases_are_tried() {
        let shell = "grep -q '(_ int_to_bv\\|ubv_to\\|(bv2nat' \"$1\" && echo '(error \"no\")'; echo sat";
        let found = support_of(shell, "logics: [QF_BVLIA]");
        assert!(["bv2int", "nat2bv"].iter().all(|name| found.read.contains(name)), "{found:?}");
        assert_eq!(found.not_read(), ["ubv_to_int", "int_to_bv"]);
        assert_eq!(found.words, ["!int_to_bv", "!ubv_to_int"]);
    }

    #[test]
    fn a_crash_is_not_a_refusal() {
        let found = support_of("grep -q '(abs' \"$1\" && kill -SEGV $$; echo sat", "logics: [QF_LIA]");
        assert_eq!(found.unanswered, ["abs"]);
        assert_eq!(found.lines(), ["gave neither an answer nor an error on: abs"]);
    }

    #[test]
    fn a_theory_is_one_word() {
        let out = ["str.++", "str.len", "re.*", "re.opt", "fp.rem", "rem", "bag", "bag.card", "bag.count"];
        let words = words(&out, &["fp.add", "bvadd"]);
        assert_eq!(words, ["!bag", "!bag.*", "!fp.rem", "!re.?*", "!rem", "!str.*"]);
        assert_eq!(yaml("operators", &words[..2]), r#"operators: ["!bag", "!bag.*"]"#);
    }

    #[test]
    fn names_that_are_read_are_never_excluded() {
        assert_eq!(words(&["str.in_re", "str.to_re"], &["str.in.re"]), ["!str.in_re", "!str.to_re"]);
        assert_eq!(words(&["seq.rev"], &[]), ["!seq.rev"]);
        assert!(words(&[], &["x"]).is_empty());
    }

    fn count(theory: Theory, keys: &str) -> usize {
        operators_of(theory, &Config::example_row(&format!("argv: [it, '{{file}}'], {keys}")))
    }

    #[test]
    fn conversions_are_read_where_a_logic_has_both_sorts() {
        let bits = |keys| count(Theory::BitVectors, keys);
        let all = bits("logics: all");
        assert_eq!(all, operators::all().filter(|operator| operator.theory == Theory::BitVectors).count());
        // `ubv_to_int`, `sbv_to_int` and `int_to_bv`.
        assert_eq!(bits("logics: [QF_BV, QF_ABV]"), all - 3);
        assert_eq!(bits("logics: [QF_BV, QF_LIA]"), all - 3);
        assert_eq!(bits("logics: [QF_BVLIA]"), all);
        assert_eq!(bits("logics: [QF_BV], operators: ['!bvnand', '!bvnor']"), all - 5);
        assert_eq!(bits("logics: [QF_LIA]"), 0);
    }

    #[test]
    fn unnamed_theories_need_the_logic_all() {
        let bags = |keys| count(Theory::Extension("bags"), keys);
        assert!(bags("logics: all") > 10);
        assert_eq!(bags("logics: [QF_LIA, QF_UFLIAFS]"), 0);
        assert_eq!(bags("logics: all, operators: ['!bag', '!bag.*', '!emptybag']"), 0);
    }
}
