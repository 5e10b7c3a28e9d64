//! The head of an instance: its logic and declarations.

use crate::matrix::{Form, SetLogic};
use crate::smtlib::instance::{Instance, Kind};
use crate::smtlib::{DeclarationKind, Names, Script, is_reserved_in_all};
use crate::theory::operators::Operator;

/// Whether a script has no name that means something in larger logics.
pub(super) fn fits_larger_logics(script: &Script) -> bool {
    let is_free = |name: &str| Operator::find(name).is_none() && !is_reserved_in_all(name);
    Names::collect(script).declared().all(is_free)
}

/// What may stand for the logic of a seed, of what the row names: the seed's own alone where it gives a name to something
/// else than larger logics do. There is at least one.
pub(super) fn set_logics(script: &Script, form: &Form) -> impl Iterator<Item = SetLogic> {
    let is_free = fits_larger_logics(script);
    let named = form.set_logic.iter().copied().filter(|logic| is_free || *logic == SetLogic::Seed);
    let named: Vec<SetLogic> = named.collect();
    if named.is_empty() { vec![SetLogic::Seed] } else { named }.into_iter()
}

/// Logic and declarations of the seed, in its own words but for what stands for its logic.
pub(super) fn preamble(script: &Script, set_logic: SetLogic) -> Instance {
    let tree = &script.tree;
    let mut preamble = Instance::default();
    if let Some(logic) = set_logic.named(script.logic.as_deref()) {
        preamble.add(Kind::Setup, |text| text.extend(["(set-logic ", logic, ")"]));
    }
    for declaration in &script.declarations {
        let line = match &declaration.kind {
            // Old solvers (Boolector 1.5) know no `declare-const`.
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
