//! What instances consist of, by logic: the sorts of their symbols, two-sided bounds, operators in their own arguments,
//! and the shapes of datatypes, recursive definitions and quantified formulas.
//!
//! `cargo bench --bench census -- [--rows z3] [--profile hunt] [--count 1000] [LOGIC]...` generates as many instances of
//! each logic as a hunt on the row would, spread over the seeds of the logic, with sampled witnesses. Without logics, it
//! takes all that the row reads. With `--out DIR`, it also writes the instances to a folder.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a benchmark ends where something is wrong

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use clap::Parser;
use smt_storm::generate::seed::Seed;
use smt_storm::generate::seed_pools::SeedPools;
use smt_storm::matrix::{Bounds, Config, Form, Solver, Source, Weights, cases};
use smt_storm::smtlib::{BinderKind, DeclarationKind, Problem, Term, TermId, Terms};
use smt_storm::witness::Evaluator;

/// Relations that bound a term, with the side on which they bound the first argument: from above or from below.
const BOUNDS: [(&str, Side); 18] = [
    ("<", Side::Above),
    ("<=", Side::Above),
    (">", Side::Below),
    (">=", Side::Below),
    ("bvult", Side::Above),
    ("bvule", Side::Above),
    ("bvugt", Side::Below),
    ("bvuge", Side::Below),
    ("bvslt", Side::Above),
    ("bvsle", Side::Above),
    ("bvsgt", Side::Below),
    ("bvsge", Side::Below),
    ("fp.lt", Side::Above),
    ("fp.leq", Side::Above),
    ("fp.gt", Side::Below),
    ("fp.geq", Side::Below),
    ("str.<", Side::Above),
    ("str.<=", Side::Above),
];

/// Symbols that connect formulas of any theory; that one of them is an argument of itself says nothing.
const CORE: [&str; 8] = ["and", "or", "not", "=>", "xor", "ite", "=", "distinct"];

/// The side on which a relation bounds a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Below,
    Above,
}

impl Side {
    fn opposite(self) -> Side {
        if self == Side::Below { Side::Above } else { Side::Below }
    }
}

#[derive(Debug, Parser)]
struct Arguments {
    /// The row.
    #[arg(long, default_value = "z3")]
    rows: String,
    /// The profile whose bounds apply.
    #[arg(long, default_value = "hunt")]
    profile: String,
    /// The number of instances of each logic.
    #[arg(long, default_value_t = 1000)]
    count: usize,
    /// A folder for the instances, to ask solvers what they think of them.
    #[arg(long)]
    out: Option<std::path::PathBuf>,
    /// Only a few instances.
    #[arg(long)]
    test: bool,
    #[arg(long, hide = true)]
    bench: bool,
    /// Logics.
    logics: Vec<String>,
}

fn main() {
    let arguments = Arguments::parse();
    let count = if arguments.test { 20 } else { arguments.count };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config =
        Config::load(&root.join("solvers.yaml"), Some(&arguments.profile)).expect("the configuration");
    let row = Arc::new(config.row(&arguments.rows).expect("a row").clone());
    let mut seeds: BTreeMap<String, BTreeSet<std::path::PathBuf>> = BTreeMap::new();
    for case in cases(&config).expect("the cases").into_iter().filter(|case| case.solver.name == row.name) {
        seeds.entry(case.name.logic).or_default().insert(case.seed_path);
    }
    if !arguments.logics.is_empty() {
        seeds.retain(|logic, _| arguments.logics.contains(logic));
    }
    println!(
        "{:<12} {:>9} {:>6} {:>8} {:>10} {:>7} {:>10} {:>9} {:>10} {:>12}",
        "logic",
        "instances",
        "sorts",
        "formats",
        "two-sided",
        "nested",
        "operators",
        "datatypes",
        "recursion",
        "quantifiers"
    );
    let mut all = Census::default();
    for (logic, paths) in &seeds {
        let keep = |number: usize, text: &str| {
            if let Some(folder) = &arguments.out {
                std::fs::write(folder.join(format!("{logic}-{number}.smt2")), text).expect("a file");
            }
        };
        let census = count_instances(paths, &config.bounds.for_row(&row), &row, count, keep);
        println!("{logic:<12} {}", census.line());
        all.add(census);
    }
    println!("{:<12} {}", "all", all.line());
}

/// Counts what instances of a logic consist of.
fn count_instances(
    paths: &BTreeSet<std::path::PathBuf>,
    bounds: &Bounds,
    row: &Solver,
    count: usize,
    keep: impl Fn(usize, &str),
) -> Census {
    let (weights, evaluator, form) = (Weights::only(Source::Sampled), Evaluator::alone(), Form::default());
    let form = Form { layouts: row.form.layouts, ..form };
    let mut census = Census::default();
    let mut seeds: Vec<Arc<Seed>> = paths.iter().filter_map(|path| Seed::load(path).ok()).collect();
    let size = bounds.batches.size.map_or(5, std::num::NonZero::get);
    for batch in 0.. {
        // Seeds without a pool are left out from then on.
        seeds.retain(|seed| {
            if census.instances >= count {
                return true;
            }
            let pools = SeedPools::build_batch(seed, seed.batch(batch, 1, bounds, &weights), &evaluator);
            let Ok(pools) = pools else { return batch > 0 };
            let mut generator = pools.generator(&form);
            for number in batch * size..(batch + 1) * size {
                let instance = generator.instance(number);
                keep(census.instances, &instance.text);
                census.examine(&instance.text);
            }
            true
        });
        if census.instances >= count || seeds.is_empty() {
            break;
        }
    }
    census
}

/// What instances consist of.
#[derive(Debug, Default)]
struct Census {
    instances: usize,
    /// The sorts of symbols and bound variables.
    sorts: BTreeSet<String>,
    /// Instances in which a literal bounds some symbol, or its length, from below and another from above.
    two_sided: usize,
    /// Instances in which an operator is an argument of itself.
    nested: usize,
    /// Those operators.
    nested_operators: BTreeSet<String>,
    /// The declarations of datatypes, with their names replaced by numbers.
    datatypes: BTreeSet<String>,
    /// The recursive definitions, likewise.
    recursion: BTreeSet<String>,
    /// The prefixes of quantified formulas, with what is above them.
    quantifiers: BTreeSet<String>,
}

impl Census {
    fn line(&self) -> String {
        let share = |part: usize| format!("{:.1} %", 100.0 * part as f64 / self.instances.max(1) as f64);
        let formats = self.sorts.iter().filter(|sort| sort.starts_with("(_ FloatingPoint")).count();
        format!(
            "{:>9} {:>6} {formats:>8} {:>10} {:>7} {:>10} {:>9} {:>10} {:>12}",
            self.instances,
            self.sorts.len(),
            share(self.two_sided),
            share(self.nested),
            self.nested_operators.len(),
            self.datatypes.len(),
            self.recursion.len(),
            self.quantifiers.len()
        )
    }

    fn add(&mut self, other: Census) {
        self.instances += other.instances;
        self.two_sided += other.two_sided;
        self.nested += other.nested;
        self.sorts.extend(other.sorts);
        self.nested_operators.extend(other.nested_operators);
        self.datatypes.extend(other.datatypes);
        self.recursion.extend(other.recursion);
        self.quantifiers.extend(other.quantifiers);
    }

    /// Counts one instance.
    fn examine(&mut self, text: &str) {
        let problem = Problem::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let (tree, terms) = (&problem.script.tree, &problem.formulas.terms);
        self.instances += 1;
        let mut symbols = BTreeSet::new();
        for declaration in &problem.script.declarations {
            match &declaration.kind {
                DeclarationKind::Function(name, arguments, result) => {
                    let sorts = arguments.iter().chain([result]).map(|&sort| tree.canonical_text(sort));
                    self.sorts.extend(sorts);
                    symbols.insert(name.as_str());
                }
                DeclarationKind::Datatypes => {
                    self.datatypes.insert(number_names(&tree.canonical_text(declaration.node)));
                }
                DeclarationKind::Definition => {
                    let text = tree.canonical_text(declaration.node);
                    if text.starts_with("(define-fun-rec") || text.starts_with("(define-funs-rec") {
                        self.recursion.insert(number_names(&text));
                    }
                }
                _ => {}
            }
        }
        self.two_sided += usize::from(has_two_sided_bounds(terms, &problem.formulas.assertions, &symbols));
        let mut is_nested = false;
        for id in terms.ids() {
            if let Some((head, arguments)) = terms.as_app(id) {
                let name = operator(head);
                let is_above = |argument: &&TermId| {
                    terms.as_app(**argument).is_some_and(|(head, _)| operator(head) == name)
                };
                if !CORE.contains(&name)
                    && !symbols.contains(name)
                    && arguments.iter().find(is_above).is_some()
                {
                    is_nested = true;
                    self.nested_operators.insert(name.to_owned());
                }
            }
        }
        self.nested += usize::from(is_nested);
        self.note_quantifiers(terms, &problem.formulas.assertions);
    }

    /// Notes the prefix of each quantified formula, and the operator above it unless that is a connective.
    fn note_quantifiers(&mut self, terms: &Terms, roots: &[TermId]) {
        let mut seen = BTreeSet::new();
        let mut open: Vec<(TermId, String)> = roots.iter().map(|&root| (root, String::new())).collect();
        while let Some((id, above)) = open.pop() {
            if !seen.insert((id, above.clone())) {
                continue;
            }
            let next = match terms.get(id) {
                Term::Binder(binder) => {
                    let word = match binder.kind {
                        BinderKind::Forall => "forall",
                        BinderKind::Exists => "exists",
                        BinderKind::Lambda => "lambda",
                    };
                    let sorts: Vec<&str> = binder
                        .variables
                        .iter()
                        .map(|&variable| terms.variable_of(variable).sort.as_str())
                        .collect();
                    self.sorts.extend(sorts.iter().map(|sort| (*sort).to_owned()));
                    let pattern = if binder.patterns.is_empty() { "" } else { " pattern" };
                    let prefix = format!("{above} {word} {}{pattern}", sorts.join(" "));
                    self.quantifiers.insert(prefix.clone());
                    prefix
                }
                Term::App(head, arguments) if !arguments.is_empty() => {
                    let name = operator(terms.head_text(*head));
                    let is_connective = ["and", "or", "not", "=>", "xor"].contains(&name);
                    let is_below = above.contains("forall") || above.contains("exists");
                    if is_connective || is_below { above } else { name.to_owned() }
                }
                _ => above,
            };
            terms.for_each_child(id, |child| open.push((child, next.clone())));
        }
    }
}

/// Returns the name of an operator without its indices.
fn operator(head: &str) -> &str {
    head.strip_prefix("(_ ").map_or(head, |rest| rest.split(' ').next().unwrap_or(rest))
}

/// Replaces the names that the generator made up by one name.
fn number_names(text: &str) -> String {
    let mut out = String::new();
    let mut names: Vec<&str> = Vec::new();
    for word in text.split_inclusive([' ', '(', ')']) {
        let name = word.trim_end_matches([' ', '(', ')']);
        let is_fresh = name.starts_with('w') && name[1..].chars().all(|c| c.is_ascii_digit() || c == '_');
        if !is_fresh || name.len() < 2 {
            out.push_str(word);
            continue;
        }
        let number = names.iter().position(|known| *known == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        out.push_str(&format!("${number}{}", &word[name.len()..]));
    }
    out
}

/// Whether the conjuncts of the assertions bound some symbol, or its length, on both sides by literals.
fn has_two_sided_bounds(terms: &Terms, roots: &[TermId], symbols: &BTreeSet<&str>) -> bool {
    let mut bounded: BTreeSet<(TermId, Side)> = BTreeSet::new();
    let mut open: Vec<(TermId, bool)> = roots.iter().map(|&root| (root, true)).collect();
    while let Some((id, is_true)) = open.pop() {
        let Some((head, arguments)) = terms.as_app(id) else { continue };
        match (head, arguments) {
            ("not", &[inside]) => open.push((inside, !is_true)),
            ("and", arguments) if is_true => open.extend(arguments.iter().map(|&argument| (argument, true))),
            ("or", arguments) if !is_true => open.extend(arguments.iter().map(|&argument| (argument, false))),
            (name, &[one, other]) => {
                let Some((_, side)) = BOUNDS.iter().find(|(bound, _)| *bound == name) else { continue };
                let side = if is_true { *side } else { side.opposite() };
                for (term, other, side) in [(one, other, side), (other, one, side.opposite())] {
                    if is_bounded(terms, term, symbols) && is_constant(terms, other, symbols) {
                        bounded.insert((term, side));
                    }
                }
            }
            _ => {}
        }
    }
    bounded.iter().any(|&(term, side)| side == Side::Below && bounded.contains(&(term, Side::Above)))
}

/// Whether a term is a symbol or the length of one.
fn is_bounded(terms: &Terms, id: TermId, symbols: &BTreeSet<&str>) -> bool {
    match terms.as_app(id) {
        Some((name, [])) => symbols.contains(name),
        Some(("str.len" | "seq.len", [inside])) => is_bounded(terms, *inside, symbols),
        _ => false,
    }
}

/// Whether a term has no symbols.
fn is_constant(terms: &Terms, id: TermId, symbols: &BTreeSet<&str>) -> bool {
    terms.as_app(id).is_some_and(|(name, arguments)| {
        !symbols.contains(name) && arguments.iter().all(|&argument| is_constant(terms, argument, symbols))
    })
}
