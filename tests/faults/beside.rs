//! What a solver says beside its answers: wrong, it turns a test red, is reduced, kept, and shows again; right, it does
//! not.

use std::collections::BTreeSet;
use std::fs;

use smt_storm::Instance;
use smt_storm::smtlib::instance::{Derived, Question};
use smt_storm::smtlib::{NodeId, Tree};
use smt_storm::witness::z3::Session;

use crate::marks;
use crate::project::{CASE, Project};
use crate::replay::storm;

crate::tests!(beside:
    a_wrong_value_is_red,
    a_wrong_assignment_is_red,
    a_wrong_optimum_is_red,
    an_optimum_of_another_check_is_red,
    an_optimum_past_a_bound_is_red,
    a_wrong_core_is_red,
    a_core_of_something_else_is_red,
    wrong_failed_assumptions_are_red,
    a_core_is_a_wrong_unsat_if_the_solver_says_so_of_it_alone,
    a_wrong_core_over_few_values_is_red,
    a_core_that_the_solver_satisfies_alone_is_red,
    an_optimum_of_a_box_that_hangs_on_the_others_is_red,
    a_wrong_model_before_the_last_check_is_red,
    a_wrong_step_is_red,
    what_is_derived_wrongly_is_red,
    a_wrong_elimination_is_red,
    a_wrong_interpolant_is_red,
    what_is_right_beside_an_answer_is_not_red,
);

/// A proof whose steps follow. It proves nothing about a script, which is not judged.
const PROOF: &str = "((SYMM :conclusion (= false (not true)) (EVALUATE :conclusion (= (not true) false) :args ((not true)))))";
/// How a command for an interpolant begins that has a conjecture.
const CONJECTURE: &str = "(get-interpolant interpolant ";
/// The most steps towards an optimum.
const STEPS: u32 = 12;

/// Returns the linked Z3's output for a script. The function through which it reads scripts knows no objectives, so
/// optima are found here, step by step: one after the other, each as far as those before it allow. A contrary solver
/// takes the worst value for the best.
pub fn reply(script: &str, is_contrary: bool) -> String {
    let instance = Instance::read(script).unwrap();
    if instance.is_incremental() && script.contains("(get-objectives)") {
        let alone = (0..instance.checks()).map(|check| instance.one_shot(check));
        return alone.map(|alone| reply(&alone.text, is_contrary)).collect();
    }
    let objectives = objectives(script);
    let others = script.lines().filter(|line| {
        !["(maximize ", "(minimize ", "(assert-soft ", "(get-", "(check-sat", "(set-option :opt."]
            .iter()
            .any(|start| line.starts_with(start))
    });
    let mut problem: String = others.map(|line| format!("{line}\n")).collect();
    let instance = Instance::read(script).unwrap();
    let last = instance.checks() - 1;
    let is_derived = |question| matches!(question, Question::Derived(_));
    if script.contains(CONJECTURE) || instance.asked_after(last).any(|(_, question)| is_derived(question)) {
        return with_derived(&instance);
    }
    if [":produce-unsat-", ":produce-proofs", ":produce-interpolants"].iter().any(|it| script.contains(it)) {
        return with_reasons(script);
    }
    if objectives.is_empty() {
        return answer(script);
    }
    let mut optima = String::new();
    for (is_better, term) in objectives {
        let is_better = match is_better {
            ">" if is_contrary => "<",
            "<" if is_contrary => ">",
            is_better => is_better,
        };
        let (best, is_last) = best(&problem, is_better, &term);
        let optimum = if is_last { best.clone() } else { format!("(interval {best} oo)") };
        optima += &format!("\n ({term} {optimum})");
        // Each objective of a box has its own optimum.
        if !script.contains(":opt.priority box") {
            problem += &format!("(assert (= {term} {best}))\n");
        }
    }
    let model = answer(&format!("{problem}(check-sat)\n(get-model)\n"));
    format!("{model}(objectives{optima}\n)\n")
}

/// Returns the linked Z3's output for a script, with cores of all that is in force, with a proof of something else, or with
/// plain interpolants: the function through which it reads scripts takes their options for ones that come too late.
fn with_reasons(script: &str) -> String {
    let instance = Instance::read(script).unwrap();
    let is_about_unsat = |line: &&str| {
        [
            "(get-unsat-", "(get-proof", "(get-interpolant", "(set-option :produce-interpolants",
            "(set-option :produce-unsat-", "(set-option :produce-proofs", "(set-option :proof-",
        ]
        .iter()
        .any(|start| line.starts_with(start))
    };
    let others = script.lines().filter(|line| !is_about_unsat(line));
    let said = answer(&others.map(|line| format!("{line}\n")).collect::<String>());
    let tree = Tree::parse(said).unwrap();
    let (mut out, mut check) = (String::new(), 0);
    for &root in tree.roots() {
        out += &format!("{}\n", tree.text(root));
        if !matches!(tree.symbol(root), Some("sat" | "unsat" | "unknown")) {
            continue;
        }
        let is_unsat = tree.symbol(root) == Some("unsat");
        for (at, question) in instance.asked_after(check).filter(|_| is_unsat) {
            let reason = match question {
                Question::Proof => PROOF.to_owned(),
                Question::Interpolant => interpolant(&instance, check, at),
                _ => core(&instance, check, question),
            };
            out += &format!("{reason}\n");
        }
        check += 1;
    }
    out
}

/// Returns the linked Z3's output for a script, with what follows most plainly for all that is derived.
fn with_derived(instance: &Instance) -> String {
    let last = instance.checks() - 1;
    let asked: Vec<(usize, Question)> = instance.asked_after(last).collect();
    let is_asked = |at: usize| asked.iter().any(|(asked, _)| *asked == at);
    let is_option = |line: &str| {
        [":produce-learned", ":produce-interpolants", ":produce-abducts"].iter().any(|it| line.contains(it))
    };
    let others = instance.with(|at| !is_asked(at) && !is_option(instance.line(&instance.commands[at])));
    let mut out = answer(&others.text);
    for (at, question) in asked {
        let in_force = instance.in_force(last).into_iter();
        let lines = in_force.map(|at| instance.line(&instance.commands[at]).trim_end());
        let formulas: Vec<&str> =
            lines.filter_map(|line| line.strip_prefix("(assert ")?.strip_suffix(')')).collect();
        let command = instance.line(&instance.commands[at]);
        let asked = Tree::parse(command.to_owned()).unwrap();
        let conjecture = *asked.list(asked.roots()[0]).unwrap().last().unwrap();
        let disjuncts = asked.list(conjecture).into_iter().flatten().map(|&part| asked.text(part));
        let disjuncts: Vec<&str> = disjuncts.collect();
        let disjunct = formulas.iter().find(|formula| disjuncts.contains(formula)).unwrap_or(&"true");
        let entailed = format!("(define-fun interpolant () Bool {disjunct})\n");
        let formulas = formulas.join(" ");
        out += &match question {
            Question::Interpolant => entailed,
            Question::Derived(Derived::Literals) => format!("({formulas})\n"),
            Question::Derived(Derived::Consequences) => "sat\n\n(=> true true)\n".to_owned(),
            Question::Derived(Derived::Abduct) => {
                format!("(define-fun A () Bool {})\n", asked.text(conjecture))
            }
            // Nobody says that it has fewer quantifiers.
            Question::Derived(Derived::Elimination | Derived::Disjunct) => {
                format!("{}\n", asked.text(conjecture))
            }
            _ => panic!("{question:?} derives nothing"),
        };
    }
    out
}

/// Returns all that a core may name.
fn core(instance: &Instance, check: usize, question: Question) -> String {
    if question == Question::FailedAssumptions {
        let asked = instance.commands.iter().filter(|command| command.kind.is_check()).nth(check).unwrap();
        let assumed = instance.line(asked).trim_end().strip_prefix("(check-sat-assuming ");
        return assumed.and_then(|rest| rest.strip_suffix(')')).unwrap().to_owned();
    }
    let lines = instance.in_force(check).into_iter().map(|at| instance.line(&instance.commands[at]));
    let names = lines.filter_map(|line| line.rsplit_once(" :named ")?.1.strip_suffix("))\n"));
    format!("({})", names.collect::<Vec<_>>().join(" "))
}

/// Returns the one side of an interpolant, or the negation of the other side, if it has no other symbols.
fn interpolant(instance: &Instance, check: usize, asked: usize) -> String {
    let named = instance.line(&instance.commands[asked]);
    let words =
        |text: &str| -> BTreeSet<String> { text.split([' ', '(', ')', '\n']).map(str::to_owned).collect() };
    let declared = instance.declarations().map(|line| line.split(' ').nth(1).unwrap().to_owned());
    let (declared, names) = (declared.collect::<BTreeSet<String>>(), words(named));
    let lines = instance.in_force(check).into_iter().map(|at| instance.line(&instance.commands[at]));
    let (mut one, mut other) = ("(and true".to_owned(), "(and true".to_owned());
    for formula in lines.map(|line| line.strip_prefix("(assert ").unwrap().strip_suffix(")\n").unwrap()) {
        match formula.strip_prefix("(! ").and_then(|rest| rest.strip_suffix(')')?.rsplit_once(" :named ")) {
            Some((formula, name)) if names.contains(name) => one += &format!(" {formula}"),
            Some((formula, _)) => other += &format!(" {formula}"),
            None => other += &format!(" {formula}"),
        }
    }
    let symbols = |side: &str| words(side).intersection(&declared).cloned().collect::<BTreeSet<String>>();
    match (symbols(&one), symbols(&other)) {
        (few, all) if few.is_subset(&all) => format!("{one})"),
        (all, few) if few.is_subset(&all) => format!("(not {other}))"),
        _ => "(error \"there is no plain interpolant\")".to_owned(),
    }
}

/// Returns the best value of a term that a few steps reach, and whether there is no better one.
fn best(problem: &str, is_better: &str, term: &str) -> (String, bool) {
    let z3 = Session::new().unwrap();
    z3.run(problem).unwrap();
    let mut best: Option<String> = None;
    for _ in 0..STEPS {
        let beyond = best.iter().map(|best| format!("(assert ({is_better} {term} {best}))\n"));
        let question: String = beyond.chain([format!("(check-sat)\n(get-value ({term}))\n")]).collect();
        let said = z3.run(&question).unwrap();
        let Some(values) = said.strip_prefix("sat\n") else { return (best.unwrap(), true) };
        let tree = Tree::parse(values.to_owned()).unwrap();
        let pair = tree.list(tree.list(tree.roots()[0]).unwrap()[0]).unwrap();
        best = Some(tree.text(pair[1]).to_owned());
    }
    (best.unwrap(), false)
}

/// Returns the terms to optimise, each with the comparison that is true for better values.
fn objectives(script: &str) -> Vec<(&'static str, String)> {
    let mut found: Vec<(&str, String)> = Vec::new();
    for line in script.lines() {
        let tree = Tree::parse(line.to_owned()).unwrap();
        let parts = tree.roots().first().and_then(|&root| tree.list(root)).unwrap_or_default();
        let text = |at: usize| tree.text(parts[at]);
        match parts.first().map(|&head| tree.text(head)) {
            Some("maximize") => found.push((">", text(1).to_owned())),
            Some("minimize") => found.push(("<", text(1).to_owned())),
            Some("assert-soft") => {
                let cost = format!("(ite {} 0 {})", text(1), text(3));
                match found.iter_mut().find(|(_, term)| term.starts_with("(+ 0 ")) {
                    Some((_, term)) => *term = format!("(+ 0 {cost} {term})"),
                    None => found.push(("<", format!("(+ 0 {cost})"))),
                }
            }
            _ => {}
        }
    }
    found
}

fn answer(script: &str) -> String {
    Session::new().and_then(|z3| z3.run(script)).unwrap()
}

/// Returns the output of a solver for a script with each claim of one kind replaced by a wrong one.
pub fn falsified(script: &str, said: &str, about: &str) -> String {
    let tree = Tree::parse(said.to_owned()).unwrap();
    let line = |&root: &NodeId| match (about, tree.list(root)) {
        ("unsat", None) if tree.symbol(root) == Some("sat") => "unsat\n".to_owned(),
        ("values", Some(pairs)) if pairs.iter().all(|&pair| is_pair(&tree, pair)) => {
            let pairs: Vec<String> = pairs.iter().map(|&pair| wrong_value(&tree, pair)).collect();
            format!("({})\n", pairs.join(" "))
        }
        ("optima", Some(optima)) if is_optima(&tree, optima) => {
            let pairs: Vec<String> = optima[1..].iter().map(|&pair| next_optimum(&tree, pair)).collect();
            format!("(objectives {})\n", pairs.join(" "))
        }
        ("other checks", Some(optima)) if is_optima(&tree, optima) => {
            let lists = tree.roots().iter().filter_map(|&root| tree.list(root));
            let first =
                lists.filter(|other| is_optima(&tree, other)).find(|other| other.len() == optima.len());
            first.filter(|first| *first != optima).map_or(format!("{}\n", tree.text(root)), |first| {
                let pairs: Vec<String> = first[1..].iter().map(|&pair| known_optimum(&tree, pair)).collect();
                format!("(objectives {})\n", pairs.join(" "))
            })
        }
        ("bounds", Some([name, ..])) if tree.text(*name) == "objectives" => {
            let infinite = objectives(script).into_iter().map(|(is_better, term)| match is_better {
                ">" => format!("({term} oo)"),
                _ => format!("({term} (* (- 1) oo))"),
            });
            format!("(objectives {})\n", infinite.collect::<Vec<_>>().join(" "))
        }
        ("cores" | "unsat", Some(names)) if names.iter().all(|&name| tree.symbol(name).is_some()) => {
            "()\n".to_owned()
        }
        // The first name alone, where there are several.
        ("halves of cores", Some(names)) if names.iter().all(|&name| tree.symbol(name).is_some()) => {
            format!("({})\n", names.first().map_or("", |&name| tree.text(name)))
        }
        // A smaller one of several optima.
        ("boxes", Some(optima)) if is_optima(&tree, optima) && optima.len() > 2 => {
            let pairs: Vec<String> = optima[1..].iter().map(|&pair| last_optimum(&tree, pair)).collect();
            format!("(objectives {})\n", pairs.join(" "))
        }
        // No value but 0, unless it is the last model.
        ("earlier models", Some(definitions)) if is_earlier_model(&tree, root) => {
            let zero = |&definition: &NodeId| tree.text(definition).replace(char::is_numeric, "0");
            format!("({})\n", definitions.iter().map(zero).collect::<String>())
        }
        ("assumptions", Some(literals)) if literals.iter().all(|&literal| is_literal(&tree, literal)) => {
            "()\n".to_owned()
        }
        ("names", Some(names)) if names.iter().all(|&name| tree.symbol(name).is_some()) => {
            "(alpha)\n".to_owned()
        }
        ("interpolants", Some(parts)) if ["and", "not"].contains(&tree.text(parts[0])) => {
            format!("(not {})\n", tree.text(root))
        }
        ("proofs", Some([_])) if tree.text(root) == PROOF => {
            format!("{}\n", PROOF.replace("(= (not true) false)", "(= (not true) true)"))
        }
        ("derived", Some(parts)) => match parts.first().map(|&head| tree.text(head)) {
            Some("define-fun") => format!("(define-fun I () Bool (not {}))\n", tree.text(parts[4])),
            Some("=>") => "(=> true false)\n".to_owned(),
            Some("exists" | "forall") => format!("(not {})\n", tree.text(root)),
            _ => "(false)\n".to_owned(),
        },
        _ => format!("{}\n", tree.text(root)),
    };
    tree.roots().iter().map(line).collect()
}

fn is_optima(tree: &Tree, parts: &[NodeId]) -> bool {
    parts.first().is_some_and(|&name| tree.text(name) == "objectives")
}

fn is_literal(tree: &Tree, node: NodeId) -> bool {
    tree.list(node).is_none_or(|parts| tree.text(parts[0]) == "not")
}

fn is_pair(tree: &Tree, node: NodeId) -> bool {
    tree.list(node).is_some_and(|parts| parts.len() == 2)
}

fn wrong_value(tree: &Tree, pair: NodeId) -> String {
    let parts = tree.list(pair).unwrap();
    let value = match tree.text(parts[1]) {
        "true" => "false",
        "false" => "true",
        "0" => "1",
        _ => "0",
    };
    format!("({} {value})", tree.text(parts[0]))
}

/// Returns an objective with the best known value as its optimum.
fn known_optimum(tree: &Tree, pair: NodeId) -> String {
    let parts = tree.list(pair).unwrap();
    let known = match tree.list(parts[1]) {
        Some(&[mark, best, _]) if tree.text(mark) == "interval" => best,
        _ => parts[1],
    };
    format!("({} {})", tree.text(parts[0]), tree.text(known))
}

/// Returns an objective with the next larger number as its optimum.
fn next_optimum(tree: &Tree, pair: NodeId) -> String {
    other_optimum(tree, pair, |number| number + 1)
}

/// Returns an objective with the next smaller number as its optimum.
fn last_optimum(tree: &Tree, pair: NodeId) -> String {
    other_optimum(tree, pair, |number| number.saturating_sub(1))
}

fn other_optimum(tree: &Tree, pair: NodeId, other: impl Fn(u64) -> u64) -> String {
    let parts = tree.list(pair).unwrap();
    let optimum = tree.text(parts[1]);
    let other = optimum.parse::<u64>().map_or(optimum.to_owned(), |number| other(number).to_string());
    format!("({} {other})", tree.text(parts[0]))
}

/// Whether a list is a model, and another one follows.
fn is_earlier_model(tree: &Tree, list: NodeId) -> bool {
    let is_model = |&root: &NodeId| {
        let definitions = tree.list(root).unwrap_or_default();
        definitions.first().is_some_and(|&first| tree.text(first).starts_with("(define-fun "))
    };
    let mut after = tree.roots().iter().skip_while(|&&root| root != list);
    after.next().is_some_and(is_model) && after.any(is_model)
}

/// A project whose solver lies about one kind of claims, and whose instances all ask.
fn lying(about: &str, asks: &str) -> Project {
    let profile = match asks {
        "models, cores" | "models, proofs" | "models, interpolants" => {
            "    NM: 10\n    open: 100\n    questions: 100\n"
        }
        _ => "    NM: 10\n    questions: 100\n",
    };
    lying_row(about, &format!("asks: [{asks}]"), profile)
}

/// A project whose solver lies about the optima of incremental instances.
fn lying_incrementally(about: &str) -> Project {
    let profile = "    NM: 4\n    questions: 100\n    minimise_time: 10s\n";
    lying_row(about, "asks: [objectives]\n    mode: incremental", profile)
}

fn lying_row(about: &str, keys: &str, profile: &str) -> Project {
    let project = Project::playing(&[]);
    project.write_rows(&project.row("player", &["liar", about], keys));
    project.reconfigure("    NM: 10\n", profile);
    project
}

/// Runs the case, and checks that it is red, reduced, kept and shown again.
#[track_caller]
fn is_found(about: &str, asks: &str, class: &str, told: &str, command: &str) -> Project {
    let project = lying(about, asks);
    let ran = project.run(&[]);
    let text = ran.only_red(CASE);
    assert!(text.starts_with(&format!("{class}\n")), "{text}");
    assert!(ran.line("answered").starts_with(told), "{text}");
    let script = project.reduced();
    assert!(marks::assertions(&script).len() <= 1 && script.contains(command), "{script}");
    // The script has in comments what judges the solver.
    let file = project.kept("reduced.smt2").display().to_string();
    let again = storm(&project, &["replay", &file, "--solver", "player"]);
    assert!(again.stdout.contains(&format!("verdict  {class}")), "{}", again.stdout);
    let pending = fs::read_to_string(project.pending()).unwrap();
    assert!(pending.contains(&format!("; Instead: {class}.\n")), "{pending}");
    // Once it is accepted, it shows again, until the solver is right.
    project.accept();
    project.run(&["regression"]).expect(0, [0, 0, 1]);
    let fixed = project.row("player", &["liar", "nothing"], &format!("asks: [{asks}]"));
    project.write_rows(&fixed);
    let regression = project.run(&["regression"]);
    assert!(regression.stdout.contains("fixed"), "{}", regression.stdout);
    project
}

fn a_wrong_value_is_red() {
    let project = is_found("values", "values", "invalid value", "sat, with the value ", "(get-value (");
    is_proved(&project, "value", "values", "values");
}

fn a_wrong_assignment_is_red() {
    is_found("values", "assignments", "invalid value", "sat, with the value ", "(get-assignment)");
}

fn a_wrong_optimum_is_red() {
    let project = is_found("optima", "objectives", "wrong optimum", "sat, with the ", "(get-objectives)");
    is_proved(&project, "optimum", "optima", "objectives");
}

/// Checks that an accepted snapshot holds what was printed, that other solvers confirm that it is wrong, and that reports say
/// why.
#[track_caller]
fn is_proved(project: &Project, noun: &str, about: &str, asks: &str) {
    let certificate = fs::read_to_string(project.kept(&format!("{noun}.smt2"))).unwrap();
    assert!(certificate.contains("(assert ") && certificate.ends_with("(check-sat)\n"), "{certificate}");
    let snapshot = fs::read_dir(project.path("snapshots")).unwrap().next().unwrap().unwrap().path();
    let contents = fs::read_to_string(&snapshot).unwrap();
    assert!(contents.contains(&format!("\n; Printed {noun} at check-sat 1, which ")), "{contents}");
    assert!(contents.contains("\n; Expected: sat"), "{contents}");
    project.write_rows(&project.row("player", &["liar", about], &format!("asks: [{asks}]")));
    let snapshot = snapshot.display().to_string();
    let again = storm(project, &["replay", &snapshot]);
    assert!(again.code == Some(1) && again.stdout.contains(&format!(" {noun}")), "{again:#?}");
    // The player is right about the certificate.
    let verified = storm(project, &["verify", &snapshot, "--with", "player"]);
    assert_eq!(verified.code, Some(0), "{verified:#?}");
    let issue = storm(project, &["issue", &snapshot]).stdout;
    assert!(issue.contains(&format!("## Why the {noun} is wrong\n\nThe solver printed the ")), "{issue}");
    assert!(issue.contains(&certificate) && !issue.contains("```smt2\n\n"), "{issue}");
}

/// The first optima of the script, for each check.
fn an_optimum_of_another_check_is_red() {
    let project = lying_incrementally("other checks");
    project.finds("wrong optimum");
    let script = project.reduced();
    assert!(script.matches("(get-objectives)").count() > 1, "{script}");
}

fn an_optimum_past_a_bound_is_red() {
    let project = is_found("bounds", "objectives", "wrong optimum", "sat, with the ", "(get-objectives)");
    let script = project.reduced();
    assert_eq!(marks::assertions(&script).len(), 1, "{script}");
}

fn a_wrong_core_is_red() {
    let project =
        is_found("cores", "models, cores", "invalid core", "unsat, with the core (), ", "(get-unsat-core)");
    let certificate = fs::read_to_string(project.kept("core.smt2")).unwrap();
    assert!(
        certificate.starts_with("(set-logic ALL)\n") && certificate.ends_with("(check-sat)\n"),
        "{certificate}"
    );
    let snapshot = fs::read_dir(project.path("snapshots")).unwrap().next().unwrap().unwrap().path();
    let snapshot = snapshot.display().to_string();
    let contents = fs::read_to_string(&snapshot).unwrap();
    assert!(
        contents.contains("; Printed core at check-sat 1, which these values satisfy: ()\n"),
        "{contents}"
    );
    project.write_rows(&project.row("player", &["liar", "cores"], "asks: [models, cores]"));
    let again = storm(&project, &["replay", &snapshot]);
    assert!(again.code == Some(1) && again.stdout.contains("verdict  invalid core"), "{again:#?}");
    let minimized = storm(&project, &["minimize", &snapshot, "--solver", "player"]);
    assert!(minimized.stdout.contains("witness    none: the failure needs none"), "{minimized:#?}");
    // The player is right about the certificate.
    assert_eq!(storm(&project, &["verify", &snapshot, "--with", "player"]).code, Some(0));
    let issue = storm(&project, &["issue", &snapshot]);
    assert!(issue.stdout.contains("prints a core that is satisfiable"), "{issue:#?}");
    assert!(issue.stdout.contains("## Why the core is wrong\n"), "{issue:#?}");
    let out = project.path("out").display().to_string();
    let exported = storm(&project, &["export", &snapshot, "--for", "plain", "--out", &out]);
    assert_eq!(exported.code, Some(0), "{exported:#?}");
}

fn a_core_of_something_else_is_red() {
    let told = "unsat, with the core (alpha), of which alpha is neither an assertion in force nor assumed";
    is_found("names", "models, cores", "invalid core", told, "(get-unsat-core)");
}

/// Of all assumptions, none is said to have failed, although the assertions alone have a model.
fn wrong_failed_assumptions_are_red() {
    let row = "asks: [assumptions]\n    mode: incremental\n    commands: [check-sat-assuming]";
    let profile = "    NM: 40\n    questions: 100\n    minimise_time: 10s\n";
    for (about, code) in [("assumptions", 101), ("nothing", 0)] {
        let project = lying_row(about, row, profile);
        let seed = "(set-logic QF_UF)\n(declare-fun p () Bool)\n(declare-fun q () Bool)\n(assert p)\n(assert (= p q))\n";
        project.write("seeds/QF_UF/literals.smt2", seed);
        let ran = project.run(&["literals"]);
        assert_eq!(ran.code, Some(code), "{ran:#?}");
        if code != 0 {
            let text = ran.only_red("player::QF_UF::literals::1");
            assert!(text.starts_with("invalid core\n"), "{text}");
            let told = "unsat, with the failed assumptions (), which these values satisfy";
            assert!(ran.line("answered").contains(told), "{text}");
            let pending = fs::read_to_string(project.pending()).unwrap();
            let printed = "; Printed core at check-sat 1, which these values satisfy: ()\n";
            assert!(pending.contains(printed) && pending.contains("(get-unsat-assumptions)\n"), "{pending}");
        }
    }
}

/// Few values need no witness.
fn a_core_is_a_wrong_unsat_if_the_solver_says_so_of_it_alone() {
    let project = lying("unsat", "models, cores");
    project.finds("wrong unsat");
    let script = project.reduced();
    assert!(marks::assertions(&script).len() <= 1 && !script.contains("get-unsat-core"), "{script}");
    assert!(fs::exists(project.kept("witness.smt2")).unwrap());
}

fn a_wrong_core_over_few_values_is_red() {
    for (about, code) in [("cores", 101), ("nothing", 0)] {
        let project = lying(about, "cores");
        let finite = "    finite: 100\n    synthesis: 12\n    batch: 2\n    NM: 40\n";
        project.reconfigure("    NM: 10\n", finite);
        let ran = project.run(&[]);
        assert_eq!(ran.code, Some(code), "{ran:#?}");
        if code != 0 {
            assert!(ran.red()[CASE].starts_with("invalid core\n"), "{ran:#?}");
            let script = project.reduced();
            assert!(script.contains("(get-unsat-core)") && marks::assertions(&script).len() <= 1, "{script}");
            assert!(fs::exists(project.kept("core.smt2")).unwrap());
        }
    }
}

/// Writes a script that nothing known satisfies, and returns what replaying it says.
fn replayed(project: &Project, script: &str) -> String {
    project.write("script.smt2", script);
    let file = project.path("script.smt2").display().to_string();
    let ran = storm(project, &["replay", &file, "--solver", "player"]);
    assert_eq!(ran.code, Some(1), "{ran:#?}");
    ran.stdout
}

fn a_core_that_the_solver_satisfies_alone_is_red() {
    let project = lying("halves of cores", "models, cores");
    let script = "(set-option :produce-unsat-cores true)\n(set-logic QF_LIA)\n(declare-fun x () Int)\n\
        (assert (! (> x 3) :named a))\n(assert (! (< x 3) :named b))\n(check-sat)\n(get-unsat-core)\n";
    let said = replayed(&project, script);
    assert!(said.contains("unsat, with the core (a), which these values satisfy\n"), "{said}");
    // Without models, the answers contradict each other all the same.
    project.write_rows(&project.row("player", &["liar", "halves of cores"], "asks: [cores]"));
    let said = replayed(&project, script);
    assert!(said.contains("unsat, with the core (a), of which alone the solver says sat\n"), "{said}");
    let project = lying("halves of cores", "models, cores");
    project.finds("invalid core");
    let script = project.reduced();
    assert!(marks::assertions(&script).len() == 2 && script.contains("(get-unsat-core)"), "{script}");
    assert!(fs::exists(project.kept("core.smt2")).unwrap());
    project.accept();
    project.run(&["regression"]).expect(0, [0, 0, 1]);
    let snapshot = project.accepted().display().to_string();
    assert_eq!(storm(&project, &["verify", &snapshot, "--with", "player"]).code, Some(0));
    let issue = storm(&project, &["issue", &snapshot]);
    assert!(issue.stdout.contains("## Why the core is wrong\n"), "{issue:#?}");
}

fn an_optimum_of_a_box_that_hangs_on_the_others_is_red() {
    let project = lying("boxes", "models, objectives");
    let script = "(set-option :opt.priority box)\n(set-option :produce-models true)\n(set-logic QF_LIA)\n(declare-fun x () Int)\n\
        (assert (< (* 2 x) 15))\n(assert (> (* 2 x) (- 15)))\n(maximize (- 7 x))\n(minimize x)\n(check-sat)\n(get-model)\n(get-objectives)\n";
    let told =
        "sat, with the maximum 13 of (- 7 x), although a model without the other objectives is better\n";
    let said = replayed(&project, script);
    assert!(said.contains(told), "{said}");
    let project = is_found("boxes", "objectives", "wrong optimum", "sat, with the ", "(get-objectives)");
    let script = project.reduced();
    assert!(script.matches("imize ").count() + script.matches("(assert-soft").count() > 1, "{script}");
    is_proved(&project, "optimum", "boxes", "objectives");
}

fn a_wrong_model_before_the_last_check_is_red() {
    let profile = "    NM: 10\n    open: 100\n";
    let row = "asks: [models]\n    mode: incremental";
    let project = lying_row("earlier models", row, profile);
    project.finds("invalid model");
    let script = project.reduced();
    assert!(script.matches("(check-sat)\n(get-model)\n").count() > 1, "{script}");
    lying_row("nothing", row, profile).run(&[]).expect(0, [1, 0, 0]);
}

fn a_wrong_step_is_red() {
    let told = "an answer, with the step (EVALUATE (= (not true) true)), which these values refute";
    let project = is_found("proofs", "models, proofs", "wrong step", told, "(get-proof)");
    let certificate = fs::read_to_string(project.kept("step.smt2")).unwrap();
    assert!(certificate.contains("(assert (not (= (not true) true)))\n"), "{certificate}");
    let snapshot = fs::read_dir(project.path("snapshots")).unwrap().next().unwrap().unwrap().path();
    let contents = fs::read_to_string(&snapshot).unwrap();
    let printed =
        "; Printed step at check-sat 1, which these values refute: (EVALUATE (= (not true) true))\n";
    assert!(contents.contains(printed), "{contents}");
    project.write_rows(&project.row("player", &["liar", "proofs"], "asks: [models, proofs]"));
    let snapshot = snapshot.display().to_string();
    let again = storm(&project, &["replay", &snapshot]);
    assert!(again.code == Some(1) && again.stdout.contains("verdict  wrong step"), "{again:#?}");
    let issue = storm(&project, &["issue", &snapshot]);
    assert!(issue.stdout.contains("## Why the step is wrong\n"), "{issue:#?}");
}

fn what_is_derived_wrongly_is_red() {
    let asks = "literals, consequences, abducts, conjectures";
    let project = is_found("derived", asks, "wrong step", "an answer, with the step (", "(check-sat)\n(");
    let certificate = fs::read_to_string(project.kept("step.smt2")).unwrap();
    assert!(certificate.contains("(assert (not "), "{certificate}");
}

fn a_wrong_elimination_is_red() {
    for (about, code) in [("derived", 101), ("nothing", 0)] {
        let project = lying(about, "eliminations");
        let seed = fs::read_to_string(project.path("seeds/QF_LIA/small.smt2")).unwrap();
        fs::remove_dir_all(project.path("seeds/QF_LIA")).unwrap();
        project.write("seeds/LIA/small.smt2", seed.replace("QF_LIA", "LIA"));
        let ran = project.run(&[]);
        assert_eq!(ran.code, Some(code), "{ran:#?}");
        if code != 0 {
            let text = ran.only_red("player::LIA::small::1");
            assert!(text.starts_with("wrong step\n"), "{text}");
            assert!(ran.line("answered").contains("step (get-qe"), "{text}");
        }
    }
}

fn a_wrong_interpolant_is_red() {
    let told = "an answer, with the step (get-interpolant ";
    let project = is_found("interpolants", "models, interpolants", "wrong step", told, "(get-interpolant (");
    let certificate = fs::read_to_string(project.kept("step.smt2")).unwrap();
    assert!(certificate.contains("(assert (not "), "{certificate}");
}

fn what_is_right_beside_an_answer_is_not_red() {
    let derived = "literals, consequences, abducts, conjectures";
    for asks in [
        "values", "assignments", "objectives", "models, cores", "models, proofs", "models, interpolants",
        derived,
    ] {
        lying("nothing", asks).run(&[]).expect(0, [1, 0, 0]);
    }
    lying_incrementally("nothing").run(&[]).expect(0, [1, 0, 0]);
}
