//! The evidence that a script is satisfiable: its certificate, which any correct solver answers with `sat`; and
//! the script with its witness in trailing comments, as one file that any solver reads.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::process::quotation::on_one_line;
use crate::smtlib::instance::{Expected, Instance, numbered};
use crate::smtlib::{Declaration, DeclarationKind, Logic, Names, NodeId, Problem, ReadError, Script, Tree};
use crate::witness::assignment::{Assignment, Origin, Witness};
use crate::witness::evaluation::EvalResults;
use crate::witness::refutation::{Refutation, Refuted};

impl Witness {
    /// Returns the certificate of `instance`: its assertions, of all levels together, with `definitions` instead
    /// of declarations. Any correct solver answers it with `sat`.
    pub fn certificate(&self, instance: &Instance, definitions: &str) -> String {
        certificate(&self.names, instance, definitions)
    }
}

/// Returns the text of [`Witness::certificate`] from the script and its `names` alone.
pub(crate) fn certificate(names: &Names, instance: &Instance, definitions: &str) -> String {
    let assertions = without_patterns(instance.assertions().collect());
    let lines = format!("{}{}{assertions}", heap_first(definitions), choices(definitions, &assertions));
    // The seed's logic may not allow all values of a witness.
    let logic = if needs_higher_order(instance, &lines) { "HO_ALL" } else { "ALL" };
    format!("(set-logic {logic})\n{}(check-sat)\n", names.without_logic(&lines))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "()".contains(c)).filter(|word| !word.is_empty())
}

/// Whether a certificate is higher-order: functions are values or partially applied. cvc5 accepts that only in
/// higher-order logics.
fn needs_higher_order(instance: &Instance, lines: &str) -> bool {
    let is_higher = |logic: &str| Logic::parse(logic).is_some_and(|logic| logic.higher_order);
    instance.logic().is_some_and(is_higher) || words(lines).any(|word| word == "->")
}

/// Moves the definitions of functions after all others: cvc5 rejects `declare-heap` after the definition of a
/// symbol.
fn heap_first(definitions: &str) -> Cow<'_, str> {
    let is_heap = |line: &Declaration| matches!(line.kind, DeclarationKind::Heap);
    let read =
        definitions.contains("declare-heap").then(|| Script::parse(definitions.to_owned()).ok()).flatten();
    let Some(script) = read.filter(|script| script.declarations.iter().any(is_heap)) else {
        return Cow::Borrowed(definitions);
    };
    let is_value = |line: &&Declaration| matches!(line.kind, DeclarationKind::Definition);
    let (values, first): (Vec<_>, Vec<_>) = script.declarations.iter().partition(is_value);
    let lines = first.into_iter().chain(values);
    Cow::Owned(lines.map(|line| format!("{}\n", script.tree.text(line.node))).collect())
}

/// Removes the patterns of quantifiers, which have no meaning: under definitions instead of declarations, a pattern may
/// become a variable, and Z3 refuses that.
fn without_patterns(assertions: String) -> String {
    if !assertions.contains(":pattern") {
        return assertions;
    }
    let Ok(tree) = Tree::parse(assertions.clone()) else { return assertions };
    let nodes = tree.roots().iter().flat_map(|&root| tree.nodes_in(root));
    let lists: Vec<(NodeId, &[NodeId])> = nodes.filter_map(|id| Some((id, tree.list(id)?))).collect();
    // Inner lists come first.
    let mut edits: BTreeMap<NodeId, Arc<str>> = BTreeMap::new();
    for (id, children) in lists.into_iter().rev() {
        let [mark, body, attributes @ ..] = children else { continue };
        if tree.symbol(*mark) != Some("!") {
            continue;
        }
        let (mut kept, mut is_pattern) = (String::new(), false);
        for &attribute in attributes {
            let keyword = tree.atom_text(attribute).filter(|text| text.starts_with(':'));
            is_pattern = keyword.map_or(is_pattern, |keyword| keyword == ":pattern");
            if !is_pattern {
                kept.extend([" ", &tree.edited_text(attribute, &edits)]);
            }
        }
        let body = tree.edited_text(*body, &edits);
        edits.insert(id, if kept.is_empty() { body } else { format!("(! {body}{kept})") }.into());
    }
    tree.roots().iter().map(|&root| format!("{}\n", tree.edited_text(root, &edits))).collect()
}

/// Returns an assertion for each value chosen where SMT-LIB leaves it open, as far as assertions depend on it.
fn choices(definitions: &str, assertions: &str) -> String {
    let assignment = Assignment::new(vec![definitions.to_owned()]);
    let results = Problem::read(assertions)
        .ok()
        .and_then(|all| EvalResults::evaluate(&all, &assignment, Origin::Given).ok());
    let chosen = results.map_or_else(Vec::new, |results| results.choices());
    chosen.into_iter().map(|equation| format!("(assert {equation})\n")).collect()
}

/// The beginning of the comment that precedes a witness.
const MARK: &str = "; Expected: sat.";
/// The beginning of the comment that precedes a witness of some checks.
const MARK_OF_CHECKS: &str = "; Expected: sat at check-sat ";

/// The beginning of the comment that precedes a model.
const MARK_OF_MODEL: &str = "; Printed model, under which this is false: ";
/// The comment after a script without a witness.
const MARK_OPEN: &str = "; Expected: any answer; sat needs a model that satisfies the script.";

/// Returns a text followed by definitions, as comments.
fn with_comments(mut text: String, definitions: &str) -> String {
    definitions.lines().for_each(|line| text.extend(["; ", line, "\n"]));
    text
}

/// Returns a script followed by a model that the solver printed for it, as comments. `assertion` is false under it.
pub(crate) fn attach_model(script: &str, assertion: &str, definitions: &str) -> String {
    with_comments(format!("{script}{MARK_OF_MODEL}{}\n", on_one_line(assertion)), definitions)
}

/// Returns the certificate of what was printed beside an answer and is wrong, other than a model: the script of
/// [`Refutation::claimed`] with the values instead of declarations, if there are some. Every correct solver gives it the
/// answer [`Refuted::certified`].
pub(crate) fn certificate_of_claim(instance: &Instance, claim: &Refutation) -> Option<String> {
    let claimed = claim.claimed(instance)?;
    let names = Names::collect(&instance.problem().ok()?.script);
    let declared = (claim.refuted == Refuted::Excluded).then(|| claimed.declarations().collect::<String>());
    let definitions = declared.as_deref().unwrap_or(&claim.definitions);
    Some(certificate(&names, &claimed.assertions_at(&[0]).ok()?, definitions))
}

/// Returns a script followed by what the solver printed for it, other than a model, and the values that refute it, as comments.
pub(crate) fn attach_claim(script: &str, claim: &Refutation) -> String {
    let Some((before, after)) = claim.refuted.marks() else { return script.to_owned() };
    with_comments(format!("{script}{before}{}{after}{}\n", claim.check + 1, claim.of), &claim.definitions)
}

/// The beginning of the comment on a check that is unsatisfiable.
const MARK_UNSAT: &str = "; Expected: unsat at check-sat ";

/// Returns a script followed by the comment that a check, counted from 0, is unsatisfiable, because none of this many points
/// satisfies it.
pub(crate) fn attach_unsat(script: &str, check: usize, points: usize) -> String {
    format!(
        "{script}{MARK_UNSAT}{}. None of all values of its symbols satisfies it ({points} points).\n",
        check + 1
    )
}

/// Returns a script followed by the comment that no witness of it is known.
pub fn attach_none(script: &str) -> String {
    format!("{script}{MARK_OPEN}\n")
}

/// Returns a script followed by the definitions that satisfy it, as comments.
pub fn attach(script: &str, witness: &Witness, definitions: &str) -> String {
    with_comments(format!("{script}{MARK} Satisfied by this witness ({}):\n", witness.origin), definitions)
}

/// Returns a script followed by the definitions for each block of checks, counted from 0, and by the list of open
/// checks.
pub fn attach_each<'a>(
    script: &str,
    origin: Origin,
    blocks: impl Iterator<Item = (Vec<usize>, &'a str)>,
    open: &[usize],
) -> String {
    let mut text = script.to_owned();
    for (checks, definitions) in blocks {
        text += &format!("{MARK_OF_CHECKS}{}. Satisfied by this witness ({origin}):\n", numbered(&checks));
        text = with_comments(text, definitions);
    }
    if !open.is_empty() {
        text.push_str(&format!(
            "; Not judged: check-sat {}, of which no witness is known.\n",
            numbered(open)
        ));
    }
    text
}

/// A witness in the comments after a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attached {
    /// The checks that it satisfies, counted from 0; `None` for all.
    pub checks: Option<Vec<usize>>,
    /// The definitions, one per line.
    pub definitions: String,
}

impl Attached {
    fn new(line: &str) -> Option<Attached> {
        let of_some = || {
            let (checks, _) = line.strip_prefix(MARK_OF_CHECKS)?.split_once('.')?;
            let number = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
            checks.split(", ").map(number).collect::<Option<Vec<_>>>()
        };
        let checks = if line.starts_with(MARK) { None } else { Some(of_some()?) };
        Some(Attached { checks, definitions: String::new() })
    }

    /// Whether it is a witness of a check, counted from 0.
    pub(crate) fn is_of(&self, check: usize) -> bool {
        self.checks.as_ref().is_none_or(|checks| checks.contains(&check))
    }
}

/// A script, and what the comments after it say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Detached<'a> {
    /// The script.
    pub script: &'a str,
    /// The witnesses.
    pub witnesses: Vec<Attached>,
    /// Definitions under which the script is false, if the solver printed such a model.
    pub model: Option<String>,
    /// What else the solver printed beside its answer, and what refutes it.
    pub claim: Option<Refutation>,
    /// Whether no witness is known, so that any answer may be right.
    pub is_open: bool,
    /// The checks that are unsatisfiable, counted from 0.
    pub unsat: Vec<usize>,
}

/// What a block of definitions in the comments after a script belongs to.
enum Block {
    Witness(Attached),
    Model,
    Claim(Refutation),
}

/// Separates a script from the witnesses in the comments after it.
pub(crate) fn detach(text: &str) -> Result<Detached<'_>, ReadError> {
    let tree = Tree::parse(text.to_owned())?;
    // The end of the last command: a line of a string literal may look like a comment.
    let end = tree.roots().last().map_or(0, |&last| tree.span(last).1 as usize);
    let (script, comments) = text.split_at(end);
    let mut blocks: Vec<(Block, Vec<&str>)> = Vec::new();
    let (mut is_open, mut unsat) = (false, Vec::new());
    for line in comments.lines() {
        if line.starts_with(MARK_OF_MODEL) {
            blocks.push((Block::Model, Vec::new()));
        } else if let Some(claim) = Refutation::read(line) {
            blocks.push((Block::Claim(claim), Vec::new()));
        } else if let Some(attached) = Attached::new(line) {
            blocks.push((Block::Witness(attached), Vec::new()));
        } else if line == MARK_OPEN {
            is_open = true;
        } else if let Some((check, _)) = line.strip_prefix(MARK_UNSAT).and_then(|rest| rest.split_once('.')) {
            unsat.extend(check.parse::<usize>().ok().and_then(|check| check.checked_sub(1)));
        } else if let Some((_, lines)) = blocks.last_mut() {
            lines.push(line.strip_prefix("; ").unwrap_or_default());
        }
    }
    let mut detached = Detached { script, witnesses: Vec::new(), model: None, claim: None, is_open, unsat };
    for (block, mut lines) in blocks {
        // A definition ends with a parenthesis; other remarks may follow the last one.
        while lines.pop_if(|last| !last.ends_with(')')).is_some() {}
        let definitions = lines.into_iter().map(|line| format!("{line}\n")).collect();
        match block {
            Block::Witness(attached) => detached.witnesses.push(Attached { definitions, ..attached }),
            Block::Model => detached.model = Some(definitions),
            Block::Claim(claim) => detached.claim = Some(Refutation { definitions, ..claim }),
        }
    }
    Ok(detached)
}

impl Detached<'_> {
    /// Gives the script the definitions that judge what a solver says beside its answers: the witness of all checks, or values
    /// that refute a core or a step.
    pub(crate) fn certify(&self, instance: Instance) -> Instance {
        match (self.witnesses.as_slice(), &self.claim) {
            ([one], _) if one.checks.is_none() => instance.with_witness(&one.definitions),
            ([], Some(claim)) if claim.refuted.is_about_unsat() => instance.with_witness(&claim.definitions),
            _ => instance,
        }
    }

    /// Returns the script with these definitions.
    fn read(&self) -> Result<Instance, ReadError> {
        Ok(self.certify(Instance::read(self.script)?))
    }

    /// Returns the script with these definitions, and with what the comments say about the right answers.
    pub(crate) fn instance(&self) -> Result<Instance, ReadError> {
        let mut instance = self.read()?;
        for check in 0..instance.checks() {
            instance.expect(self.expected(check), &[check]);
        }
        Ok(instance)
    }

    /// Returns what the comments say about the right answer to a check of the script, counted from 0.
    pub(crate) fn expected(&self, check: usize) -> Expected {
        if self.unsat.contains(&check) {
            return Expected::Unsat;
        }
        if self.witnesses.iter().any(|one| one.is_of(check)) { Expected::Sat } else { Expected::Open }
    }
}

/// Returns what the comments of a script say about the right answers to its checks, or `None` if they say nothing.
pub fn certified_answers(text: &str, checks: usize) -> Option<Vec<Expected>> {
    let detached = detach(text).ok()?;
    let says_something = detached.is_open || !detached.witnesses.is_empty() || !detached.unsat.is_empty();
    says_something.then(|| (0..checks).map(|check| detached.expected(check)).collect())
}

/// Reads a script, with the values in its comments if they judge what a solver says beside its answers.
///
/// # Errors
/// The text is not a list of commands.
pub fn read_certified(text: &str) -> Result<Instance, ReadError> {
    detach(text)?.read()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_has_no_patterns() {
        let text = "(assert (! (forall ((x Int)) (! (exists ((y Int)) (! (= (f y) x) :pattern ((f y)))) :pattern ((f x) (g x)) :qid q)) :named n))\n";
        let plain = "(assert (! (forall ((x Int)) (! (exists ((y Int)) (= (f y) x)) :qid q)) :named n))\n";
        assert_eq!(without_patterns(text.to_owned()), plain);
        assert_eq!(without_patterns(plain.to_owned()), plain);
    }

    #[test]
    fn what_is_attached_can_be_detached() {
        let script = "(declare-fun s () String)\n(assert (= s \"\n; Expected: sat.\n; no\"))\n(check-sat)";
        let definitions = "(define-fun s () String \"\n; Expected: sat.\n; no\")\n";
        let declared = Script::parse(script.to_owned()).unwrap();
        let witness = Witness::given(&declared, &Script::parse(definitions.to_owned()).unwrap());
        let text = attach(&format!("{script}\n"), &witness, definitions);
        assert!(text.starts_with(&format!("{script}\n; Expected: sat. Satisfied by this witness (")));
        let attached = |checks, definitions: &str| Attached { checks, definitions: definitions.to_owned() };
        let detached = |witnesses| Detached {
            script,
            witnesses,
            model: None,
            claim: None,
            is_open: false,
            unsat: vec![],
        };
        assert_eq!(detach(&text).unwrap(), detached(vec![attached(None, definitions)]));
        assert_eq!(detach(script).unwrap(), detached(vec![]));
        assert_eq!(
            (certified_answers(script, 2), certified_answers(&text, 2)),
            (None, Some(vec![Expected::Sat; 2]))
        );
        let other = "(define-fun s () String \"\")\n";
        let blocks = [(vec![0, 2], definitions), (vec![1], other)];
        let text = attach_each(&format!("{script}\n"), witness.origin, blocks.into_iter(), &[3]);
        assert!(text.contains("\n; Expected: sat at check-sat 1, 3. Satisfied by"), "{text}");
        assert!(text.ends_with("; Not judged: check-sat 4, of which no witness is known.\n"), "{text}");
        let blocks = vec![attached(Some(vec![0, 2]), definitions), attached(Some(vec![1]), other)];
        assert_eq!(detach(&text).unwrap(), detached(blocks));
        let [sat, open] = [Expected::Sat, Expected::Open];
        assert_eq!(certified_answers(&text, 4), Some(vec![sat, sat, sat, open]));
    }

    #[test]
    fn a_model_stands_before_what_is_expected() {
        let script = "(declare-fun x () Int)\n(assert (> x\n 2))\n(check-sat)";
        let definitions = "(define-fun x () Int 0)\n";
        let with_model = attach_model(&format!("{script}\n"), "(assert (> x\n 2))", definitions);
        assert!(
            with_model
                .contains("\n; Printed model, under which this is false: (assert (> x 2))\n; (define-fun")
        );
        let model = Some(definitions.to_owned());
        let open = attach_none(&with_model);
        let detached = Detached {
            script,
            witnesses: vec![],
            model: model.clone(),
            claim: None,
            is_open: true,
            unsat: vec![],
        };
        assert_eq!(
            (detach(&open).unwrap(), certified_answers(&open, 2)),
            (detached, Some(vec![Expected::Open; 2]))
        );
        let declared = Script::parse(script.to_owned()).unwrap();
        let other = "(define-fun x () Int 3)\n";
        let witness = Witness::given(&declared, &Script::parse(other.to_owned()).unwrap());
        let text = attach(&with_model, &witness, other);
        let witnesses = vec![Attached { checks: None, definitions: other.to_owned() }];
        assert_eq!(
            detach(&text).unwrap(),
            Detached { script, witnesses, model, claim: None, is_open: false, unsat: vec![] }
        );
    }

    #[test]
    fn a_wrong_core_is_read_again_with_its_certificate() {
        let script = "(declare-fun x () Int)\n(assert (! (> x 2) :named a))\n(assert (! (< x 2) :named b))\n(assert (< x 9))\n\
            (check-sat)\n(get-unsat-core)";
        let definitions = "(define-fun x () Int 3)\n".to_owned();
        let core = Refutation { check: 0, refuted: Refuted::Core, of: "(a)".to_owned(), definitions };
        let text = attach_none(&attach_claim(&format!("{script}\n"), &core));
        assert!(
            text.contains("\n; Printed core at check-sat 1, which these values satisfy: (a)\n; (define-fun"),
            "{text}"
        );
        let read = read_certified(&text).unwrap();
        assert_eq!(read.witness(), Some("(define-fun x () Int 3)\n"));
        let detached = detach(&text).unwrap();
        assert_eq!((detached.claim.as_ref(), detached.is_open), (Some(&core), true));
        let expected = "(set-logic ALL)\n(define-fun x () Int 3)\n(assert (! (> x 2) :named a))\n(assert (< x 9))\n(check-sat)\n";
        assert_eq!(certificate_of_claim(&read, &core).as_deref(), Some(expected));
    }

    #[test]
    fn a_wrong_step_is_read_again_with_its_certificate() {
        let script = "(declare-fun x () Int)\n(assert (> x 2))\n(check-sat)\n(get-proof)";
        let definitions = "(define-fun x () Int 3)\n".to_owned();
        let step = Refutation {
            check: 0,
            refuted: Refuted::Step,
            of: "(R (> x 4) (> x 2))".to_owned(),
            definitions,
        };
        let text = attach_none(&attach_claim(&format!("{script}\n"), &step));
        assert_eq!(detach(&text).unwrap().claim.as_ref(), Some(&step));
        let expected = "(set-logic ALL)\n(define-fun x () Int 3)\n(assert (> x 2))\n(assert (not (> x 4)))\n(check-sat)\n";
        let certificate = certificate_of_claim(&read_certified(&text).unwrap(), &step);
        assert_eq!(certificate.as_deref(), Some(expected));
    }

    /// Returns the certificate of a refutation, once that is attached and read again.
    fn certified(script: &str, refuted: Refuted, of: &str, definitions: &str) -> String {
        let [of, definitions] = [of, definitions].map(str::to_owned);
        let claim = Refutation { check: 0, refuted, of, definitions };
        let text = attach_none(&attach_claim(&format!("{script}\n"), &claim));
        assert_eq!(detach(&text).unwrap().claim.as_ref(), Some(&claim), "{text}");
        // Nothing but reasons for `unsat` is judged by the values that refute it.
        assert_eq!(read_certified(&text).unwrap().witness(), None);
        certificate_of_claim(&Instance::read(script).unwrap(), &claim).unwrap()
    }

    #[test]
    fn wrong_optima_and_values_are_read_again_with_their_certificates() {
        let script = "(set-option :opt.priority box)\n(set-logic QF_LIA)\n(declare-fun x () Int)\n(assert (< x 9))\n(maximize x)\n\
            (check-sat)\n(get-model)\n(get-objectives)\n(get-value (x))";
        let values = "(define-fun x () Int 5)\n";
        let all = format!("(set-logic ALL)\n{values}");
        for (refuted, of, expected) in [
            (Refuted::Beaten, "(maximum x 4 (> x 4))", format!("{all}(assert (< x 9))\n(assert (> x 4))\n")),
            (Refuted::Missed, "(maximum x 6 (= x 6))", format!("{all}(assert (= x 6))\n")),
            (Refuted::Value, "(value x 6 (= x 6))", format!("{all}(assert (= x 6))\n")),
        ] {
            assert_eq!(certified(script, refuted, of, values), format!("{expected}(check-sat)\n"));
        }
        let expected =
            "(set-logic ALL)\n(declare-fun x () Int)\n(assert (< x 9))\n(assert (= x 9))\n(check-sat)\n";
        assert_eq!(certified(script, Refuted::Excluded, "(maximum x 9 (= x 9))", ""), expected);
    }

    #[test]
    fn what_exhaustion_says_is_read_again() {
        let text = attach_unsat("(assert false)\n(check-sat)\n(check-sat)\n", 1, 8);
        assert!(text.ends_with(
            "\n; Expected: unsat at check-sat 2. None of all values of its symbols satisfies it (8 points).\n"
        ));
        assert_eq!(certified_answers(&text, 2), Some(vec![Expected::Open, Expected::Unsat]));
    }

    #[test]
    fn a_certificate_says_what_was_chosen() {
        let script = "(declare-fun x () Int)\n(assert (= (div x 0) (mod 7 (- x x))))\n(check-sat)\n";
        let instance = Instance::read(script).unwrap();
        let names = Names::collect(&Script::parse(script.to_owned()).unwrap());
        let definitions = "(define-fun x () Int 3)\n";
        let text = certificate(&names, &instance, definitions);
        let chosen = "(assert (= (div 3 0) 0))\n(assert (= (mod 7 0) 0))\n";
        assert!(text.contains(&format!("{definitions}{chosen}(assert (= (div x 0) ")), "{text}");
        let plain =
            certificate(&names, &Instance::read("(assert (= (div 3 1) 3))\n(check-sat)\n").unwrap(), "");
        assert_eq!(plain, "(set-logic ALL)\n(assert (= (div 3 1) 3))\n(check-sat)\n");
    }

    #[test]
    fn a_certificate_with_functions_as_values_has_a_logic_for_them() {
        let logic_of = |script: &str, definitions: &str| {
            let text = certificate(&Names::default(), &Instance::read(script).unwrap(), definitions);
            text.lines().next().unwrap_or_default().to_owned()
        };
        let plain = "(assert (= (f 3) 4))\n(check-sat)\n";
        assert_eq!(logic_of(plain, "(define-fun f ((x Int)) Int 4)\n"), "(set-logic ALL)");
        let higher = "(set-logic HO_ALL)";
        assert_eq!(logic_of(plain, "(define-fun k ((g (-> Int Int))) Int 3)\n"), higher);
        assert_eq!(logic_of(&format!("(set-logic HO_UFLIA)\n{plain}"), ""), higher);
        assert_eq!(logic_of("(assert (forall ((g (-> Int Bool))) (g 1)))\n(check-sat)\n", ""), higher);
    }

    #[test]
    fn a_certificate_declares_its_heap_before_values() {
        let datatypes = "(declare-datatypes ((Loc 0)) (((Loc!0))))\n";
        let (value, heap) = ("(define-fun |a\nb| () Loc Loc!0)\n", "(declare-heap (Loc Loc))\n");
        let instance = Instance::read("(assert sep.emp)\n(check-sat)\n").unwrap();
        let text = certificate(&Names::default(), &instance, &[datatypes, value, heap].concat());
        let expected = [datatypes, heap, value].concat();
        assert_eq!(text, format!("(set-logic ALL)\n{expected}(assert sep.emp)\n(check-sat)\n"));
    }
}
