//! What of a script can be used where some of it cannot: an unknown sort, or a term whose sorts do not fit, takes what
//! mentions it along, and nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::smtlib::{
    Declaration, DeclarationKind, NodeId, Position, Problem, ReadError, Script, Sort, Sorts, Term, TermId,
    Terms, symbol,
};
use crate::theory::interpreter::Model;
use crate::theory::polymorphic::{Instantiated, instantiate};
use crate::theory::sorting::{Sorted, Sorting};

/// Why something of a script cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Where it stands.
    pub place: Position,
    /// What is wrong with it.
    pub what: String,
    /// The declaration, or the formula, to be left out.
    command: NodeId,
}

/// Commands that say nothing which would have to be known.
const KNOWN: [&str; 45] = [
    "set-logic",
    "set-option",
    "set-info",
    "push",
    "pop",
    "reset",
    "reset-assertions",
    "exit",
    "echo",
    "assert",
    "check-sat",
    "check-sat-assuming",
    "check-sat-using",
    "get-model",
    "get-value",
    "get-info",
    "get-option",
    "get-assertions",
    "get-assignment",
    "get-proof",
    "get-unsat-core",
    "get-unsat-assumptions",
    "get-objectives",
    "declare-sort",
    "declare-sort-parameter",
    "declare-fun",
    "declare-const",
    "define-sort",
    "declare-datatypes",
    "declare-datatype",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
    "define-const",
    "define",
    "declare-heap",
    "assert-soft",
    "minimize",
    "maximize",
    "simplify",
    "eval",
    "display",
    "apply",
    "get-interpolants",
    "block-model",
];

/// The commands of a script that are not known: what they introduce has no meaning here.
pub(crate) fn unknown(script: &Script) -> Vec<(Position, String)> {
    let tree = &script.tree;
    let commands = tree.roots().iter().filter_map(|&root| {
        let name = tree.symbol(*tree.list(root)?.first()?)?;
        let is_known = KNOWN.contains(&name) || name.starts_with("get-");
        (!is_known).then(|| (tree.position(root), format!("the command `{name}` is not known")))
    });
    commands.collect()
}

/// The declarations and formulas that mention a sort which nobody declares, and the names of these sorts.
fn unknown_sorts(problem: &Problem, defined: &Model) -> (Vec<Fault>, BTreeSet<String>) {
    let Problem { script, formulas } = problem;
    let (tree, sorts, signature) = (&script.tree, Sorts::collect(script), &defined.signature);
    let is_known = |name: &str, bound: &BTreeSet<String>| {
        signature.declares_sort(name)
            || signature.datatype(name).is_some()
            || bound.contains(name)
            || matches!(name, "Set" | "Bag" | "Tuple" | "UnitTuple" | "->")
    };
    let (mut faults, mut unknown) = (Vec::new(), BTreeSet::new());
    for line in &script.declarations {
        let mut bound = BTreeSet::new();
        let mentioned: Vec<NodeId> = match &line.kind {
            DeclarationKind::Function(_, arguments, result) => {
                arguments.iter().copied().chain([*result]).collect()
            }
            DeclarationKind::Definition => {
                // Parameters and result; what the body mentions is found where it is evaluated.
                let items = tree.list(line.node).unwrap_or_default();
                let is_single = items.len() == 5;
                let parameters = items.get(2).filter(|_| is_single).and_then(|&node| tree.list(node));
                let sorts = parameters
                    .unwrap_or_default()
                    .iter()
                    .filter_map(|&pair| tree.list(pair)?.get(1).copied());
                sorts.chain(items.get(3).filter(|_| is_single).copied()).collect()
            }
            DeclarationKind::Datatypes => {
                let datatypes = || line.datatypes(tree).into_iter();
                // Its own sorts are known even where those of a field are not.
                bound.extend(datatypes().flat_map(|it| it.parameters.into_iter().chain([it.name])));
                let constructors = datatypes().flat_map(|it| it.constructors);
                constructors.flat_map(|it| it.fields.into_iter().map(|(_, sort)| sort)).collect()
            }
            DeclarationKind::SortDefinition(_, parameters, body) => {
                bound.extend(parameters.iter().cloned());
                vec![*body]
            }
            DeclarationKind::Sort(..) | DeclarationKind::Heap => Vec::new(),
        };
        let parameters =
            bound.iter().map(|name| (name.clone(), Sort::Named(name.clone(), Vec::new()))).collect();
        let found = mentioned.into_iter().find_map(|node| {
            let Some(sort) = sorts.read_with(tree, node, &parameters) else {
                return Some((node, None));
            };
            let name = named(&sort).into_iter().find(|name| !is_known(name, &bound))?.to_owned();
            Some((node, Some(name)))
        });
        if let Some((node, name)) = found {
            let shown = name.as_deref().map_or_else(|| tree.text(node), symbol::bare);
            let what = format!("the sort `{shown}` is not known");
            faults.push(Fault { place: tree.position(node), what, command: line.node });
            unknown.extend(name);
        }
    }
    // Those of bound variables: each where it stands first, if no declaration says so already.
    let none = BTreeSet::new();
    let bodies = defined.definitions();
    let bound_in_definitions = binders(&bodies.terms).map(|(id, sort)| (bodies.node(id), sort));
    let bound_in_formulas = binders(&formulas.terms).map(|(id, sort)| (formulas.node(id), sort));
    let mut seen = BTreeSet::new();
    for (node, text) in bound_in_definitions.chain(bound_in_formulas) {
        if !seen.insert(text) {
            continue;
        }
        let sort = signature.sort(text);
        let name =
            sort.iter().flat_map(named).find(|name| !is_known(name, &none) && !unknown.contains(*name));
        if let (Some(name), Some(node)) = (name, node) {
            let what = format!("the sort `{}` is not known", symbol::bare(name));
            faults.push(Fault { place: tree.position(node), what, command: node });
            unknown.insert(name.to_owned());
        }
    }
    (faults, unknown)
}

/// Quantified terms, and the sorts of their variables.
fn binders(terms: &Terms) -> impl Iterator<Item = (TermId, &str)> {
    terms.ids().flat_map(move |id| {
        let variables = match terms.get(id) {
            Term::Binder(binder) => &binder.variables[..],
            _ => &[],
        };
        variables.iter().map(move |&variable| (id, terms.variable_of(variable).sort.as_str()))
    })
}

/// The names in a sort that stand for nothing by themselves.
pub(super) fn named(sort: &Sort) -> Vec<&str> {
    match sort {
        Sort::Named(name, arguments) => {
            std::iter::once(name.as_str()).chain(arguments.iter().flat_map(named)).collect()
        }
        Sort::Array(index, element) => [named(index), named(element)].concat(),
        Sort::Seq(element) => named(element),
        _ => Vec::new(),
    }
}

/// The definitions, assertions and assumptions whose sorts do not fit.
///
/// # Errors
/// A definition of no known shape.
pub(crate) fn ill_sorted(problem: &Problem) -> Result<Vec<Fault>, ReadError> {
    Ok(ill_sorted_under(problem, &Model::build(&problem.script, false)?))
}

fn ill_sorted_under(problem: &Problem, defined: &Model) -> Vec<Fault> {
    let Problem { script, formulas } = problem;
    let (tree, terms) = (&script.tree, &formulas.terms);
    let mut faults = Vec::new();
    for definition in defined.ill_sorted() {
        let is_of = |command: &&Declaration| tree.contains(command.node, definition.node);
        let Some(command) = script.declarations.iter().find(is_of) else { continue };
        let what = format!("in the definition of `{}`", symbol::bare(&definition.name));
        faults.push(Fault { place: tree.position(definition.node), what, command: command.node });
    }
    let sorting = Sorting::infer(terms, &defined.signature);
    // The first mistake in each term; children come before parents.
    let mut first: Vec<Option<TermId>> = vec![None; terms.len()];
    for id in terms.ids() {
        let mut found = matches!(sorting.sort(id), Sorted::Mistake(_)).then_some(id);
        terms.for_each_child(id, |child| found = [found, first[child.index()]].into_iter().flatten().min());
        first[id.index()] = found;
    }
    let asserted = script.assertions.iter().zip(&formulas.assertions);
    let assumed = script.assumptions.iter().zip(&formulas.assumptions);
    for (&node, &root) in asserted.chain(assumed) {
        let no_formula = sorting.sort(root).known().is_some_and(|sort| *sort != Sort::Bool);
        let Some(id) = first[root.index()].or(no_formula.then_some(root)) else { continue };
        let what = match sorting.sort(id) {
            Sorted::Is(sort) => format!("what is asserted is of sort {sort}"),
            Sorted::Mistake(mistake) => mistake.to_string(),
            Sorted::Unknown => continue,
        };
        let place = formulas.place(id, tree).unwrap_or_else(|| tree.position(node));
        faults.push(Fault { place, what, command: node });
    }
    faults
}

/// A problem with copies in the place of polymorphic functions and without what cannot be used, and why; none if all can be
/// used as it is, or nothing.
pub(crate) fn usable(problem: &Problem) -> Option<(Problem, Vec<(Position, String)>)> {
    let Some(Instantiated { problem: monomorphic, mut faults, lost }) = instantiate(problem) else {
        return without(problem, BTreeSet::new());
    };
    let Some((rest, further)) = without(&monomorphic, lost) else {
        return faults.is_empty().then_some((monomorphic, faults));
    };
    faults.extend(further);
    faults.sort_by_key(|(place, _)| (place.line, place.column));
    Some((rest, faults))
}

/// A problem without what cannot be used and what mentions names that stand for nothing; none if that is all of it.
fn without(problem: &Problem, mut gone: BTreeSet<String>) -> Option<(Problem, Vec<(Position, String)>)> {
    let script = &problem.script;
    let tree = &script.tree;
    let defined = Model::build(script, false).ok()?;
    let (faults, unknown) = unknown_sorts(problem, &defined);
    let mut ill_sorted = ill_sorted_under(problem, &defined);
    gone.extend(unknown);
    if faults.is_empty() && ill_sorted.is_empty() && gone.is_empty() {
        return None;
    }
    let mut edits: BTreeMap<NodeId, Arc<str>> = BTreeMap::new();
    let faulty: BTreeSet<NodeId> = faults.iter().chain(&ill_sorted).map(|fault| fault.command).collect();
    let mut consequences: BTreeSet<NodeId> = faults.iter().map(|fault| fault.command).collect();
    // Lines stay what they are.
    let nothing = |node| -> Arc<str> { "\n".repeat(tree.text(node).matches('\n').count()).into() };
    // What goes with something else has no fault of its own.
    let mut is_unusable = |node: NodeId, gone: &BTreeSet<String>| {
        let follows = !gone.is_empty() && tree.atoms_in(node).any(|atom| gone.contains(atom));
        if follows {
            consequences.insert(node);
        }
        follows || faulty.contains(&node)
    };
    let declarations: BTreeMap<NodeId, &Declaration> =
        script.declarations.iter().map(|line| (line.node, line)).collect();
    let assertions: BTreeSet<NodeId> = script.assertions.iter().copied().collect();
    for &root in tree.roots() {
        let asserted =
            tree.list(root).and_then(|items| items.get(1)).filter(|node| assertions.contains(node));
        match (declarations.get(&root), asserted) {
            (Some(line), _) if is_unusable(root, &gone) => gone.extend(line.names(tree)),
            (_, Some(&formula)) if is_unusable(formula, &gone) => {
                let atoms: Vec<&str> = tree.atoms_in(formula).collect();
                let labels =
                    atoms.windows(2).filter(|pair| pair[0] == ":named").map(|pair| pair[1].to_owned());
                gone.extend(labels);
            }
            _ => continue,
        }
        edits.insert(root, nothing(root));
    }
    let literals = script.assumptions.iter().filter(|&&literal| is_unusable(literal, &gone));
    edits.extend(literals.map(|&literal| (literal, nothing(literal))));
    let rest = problem.edited(&edits).ok()?;
    ill_sorted.retain(|fault| !consequences.contains(&fault.command));
    let said = faults.into_iter().map(|fault| (fault.place, fault.what));
    let does_not_fit = |fault: Fault| (fault.place, format!("the sorts do not fit ({})", fault.what));
    let said = said.chain(ill_sorted.into_iter().map(does_not_fit)).collect();
    (!rest.asserts_nothing() || problem.asserts_nothing()).then_some((rest, said))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of a script, and why the rest is not.
    fn left(text: &str) -> (Vec<String>, Vec<String>) {
        let problem = Problem::read(text).unwrap();
        let (rest, faults) = usable(&problem).unwrap_or((problem, Vec::new()));
        let nodes = rest.script.declarations.iter().map(|line| line.node);
        let nodes = nodes
            .chain(rest.script.assertions.iter().copied())
            .chain(rest.script.assumptions.iter().copied());
        let texts = nodes.map(|node| rest.script.tree.canonical_text(node)).collect();
        (texts, faults.iter().map(|(place, what)| format!("{place}: {what}")).collect())
    }

    #[test]
    fn what_cannot_be_used_takes_along_what_mentions_it_and_nothing_else() {
        for (script, kept, why) in [
            (
                "(declare-const x Odd)\n(declare-const i Int)\n(assert (= x x))\n(assert (< i 4))",
                &["(declare-const i Int)", "(< i 4)"][..],
                &["1:18: the sort `Odd` is not known"][..],
            ),
            (
                "(declare-datatype T ((c (f Odd))))\n(define-fun g ((t T)) Bool ((_ is c) t))\n(declare-const p Bool)\n\
                 (assert (forall ((t T)) (g t)))\n(assert (! (exists ((t T)) (g t)) :named q))\n(assert (or q p))\n(assert p)",
                &["(declare-const p Bool)", "p"],
                &["1:28: the sort `Odd` is not known"],
            ),
            (
                "(define-fun f () Int true)\n(define-fun g () Int f)\n(define-fun h () Int 1)\n(assert (= g 1))\n(assert (= h 1))",
                &["(define-fun h () Int 1)", "(= h 1)"],
                &["1:13: the sorts do not fit (in the definition of `f`)"],
            ),
            (
                "(declare-const p Bool)\n(assert (and p (< 1 p)))\n(assert 5)\n(assert p)\n(check-sat-assuming ((not 2) p))",
                &["(declare-const p Bool)", "p", "p"],
                &[
                    "2:16: the sorts do not fit (`<` does not take Int, Bool)",
                    "3:9: the sorts do not fit (what is asserted is of sort Int)",
                    "5:22: the sorts do not fit (`not` does not take Int)",
                ],
            ),
            (
                "(declare-const x (Odd Int 3))\n(declare-const i Int)\n(assert (or (= x x) (< i 2)))\n(assert (< i 4))",
                &["(declare-const i Int)", "(< i 4)"],
                &["1:18: the sort `(Odd Int 3)` is not known"],
            ),
            (
                "(declare-fun f ((-> Int Int)) (Set Int))\n(assert true)",
                &["(declare-fun f ((-> Int Int)) (Set Int))", "true"],
                &[],
            ),
        ] {
            let (found, faults) = left(script);
            assert_eq!(found, kept, "{script}");
            assert_eq!(faults, why, "{script}");
        }
        // Where nothing would be left, all is.
        assert_eq!(left("(assert (+ 1 true))").1, [""; 0]);
    }

    #[test]
    fn the_first_cause_is_named_and_no_consequence() {
        let script = "(define-fun f ((a E)) Bool (not a))\n(define-fun g () Int (f 1))\n(assert (and (f 2) g))\n\
            (assert (forall ((o Odd)) (= o 1)))\n(assert (exists ((o Odd)) (+ 1 true)))\n(assert true)";
        let expected = ["1:19: the sort `E` is not known", "4:9: the sort `Odd` is not known"];
        assert_eq!(left(script), (vec!["true".to_owned()], expected.map(str::to_owned).to_vec()));
        // So it is with functions whose sorts are not told, and with sort parameters that stand for all sorts.
        let script = "(declare-sort-parameter A)\n(declare-const c A)\n(define-fun f ((a A)) Bool (= a (as c A)))\n\
            (define-fun p () Bool (f c))\n(assert (and p (f 2)))\n(assert p)\n(assert (forall ((x A)) (f x)))\n(assert (+ p))";
        let expected = [
            "4:26: its arguments do not tell the sorts of `c`: write `(as c …)`",
            "7:9: the sort `A` is not known",
            "7:26: `f` is used at the sort parameter `A`",
        ];
        let (kept, faults) = left(&format!("{script}(assert true)"));
        assert_eq!(faults, expected);
        let copies = ["(declare-fun c_Int () Int)", "(define-fun f_Int ((a Int)) Bool (= a c_Int))", "true"];
        assert_eq!(kept, copies);
    }

    #[test]
    fn places_stay_and_unknown_commands_are_named() {
        let problem = Problem::read(
            "(declare-oracle A)\n(declare-pool p\n Int) (declare-const x A)\n(assert (= x x)) (assert true)",
        )
        .unwrap();
        let unknown = unknown(&problem.script);
        let said: Vec<String> = unknown.iter().map(|(place, what)| format!("{place}: {what}")).collect();
        let expected = [
            "1:1: the command `declare-oracle` is not known",
            "2:1: the command `declare-pool` is not known",
        ];
        assert_eq!(said, expected);
        let (rest, _) = usable(&problem).unwrap();
        assert_eq!(rest.script.tree.position(rest.script.assertions[0]), Position { line: 4, column: 26 });
        assert_eq!(rest.source().matches('\n').count(), 3);
    }
}
