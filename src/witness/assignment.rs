//! The witness itself: one total assignment, written down as SMT-LIB definitions.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::smtlib::instance::Instance;
use crate::smtlib::{
    Declaration, DeclarationKind, Logic, Names, NodeId, Problem, Script, Sort, Sorts, symbol,
};
use crate::witness::evaluation::Evaluated;

/// Where a witness comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// A model of the seed's assertions.
    Model,
    /// A model of the negation of their conjunction.
    NegationModel,
    /// A model of a random consistent set of the seed's sub-formulas and their negations.
    SubsetModel,
    /// Random values.
    Sampled,
    /// A model that a solver printed.
    Printed,
    /// Definitions that came with an instance.
    Given,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Model => "model of the assertions",
            Origin::NegationModel => "model of the negated assertions",
            Origin::SubsetModel => "model of some sub-formulas",
            Origin::Sampled => "sampled values",
            Origin::Printed => "model printed by the solver",
            Origin::Given => "definitions given",
        })
    }
}

/// A witness: the script's declarations, each replaced by a definition.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Witness {
    /// Where it comes from.
    pub origin: Origin,
    /// One SMT-LIB command for each declaration of the script, in order: a definition, where a value is known.
    pub definitions: Vec<String>,
    /// The script's names and those of the elements of its sorts.
    pub names: Names,
    /// The elements of each declared sort.
    pub universes: BTreeMap<String, Vec<String>>,
}

/// The value of a declared function: entries, and the value for all other arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub entries: Vec<(Vec<String>, String)>,
    pub otherwise: String,
}

/// The signature of a declared function.
pub(super) struct Signature<'a> {
    pub name: &'a str,
    pub arguments: Vec<Sort>,
    pub result: Sort,
}

impl Witness {
    /// Writes a witness down. `universes` names the elements of each declared sort;
    /// `table` gives the value of each declared function. One without a known value stays declared: nothing that hangs
    /// on it is used.
    pub(super) fn write(
        script: &Script,
        origin: Origin,
        names: Names,
        universes: BTreeMap<String, Vec<String>>,
        table: impl FnMut(&Signature<'_>) -> Option<Table>,
    ) -> Witness {
        let parameter = parameter_prefix(&names);
        Witness::write_with(&parameter, script, origin, names, universes, table)
    }

    /// The same, with parameters whose names start with `parameter`, which tables may use.
    pub(super) fn write_with(
        parameter: &str,
        script: &Script,
        origin: Origin,
        names: Names,
        universes: BTreeMap<String, Vec<String>>,
        mut table: impl FnMut(&Signature<'_>) -> Option<Table>,
    ) -> Witness {
        let sorts = Sorts::collect(script);
        let write = |declaration: &Declaration| match &declaration.kind {
            DeclarationKind::Sort(name, arity) => enumeration(name, *arity, &universes[name]),
            DeclarationKind::Function(name, arguments, result) => {
                let mut signature = signature(script, &sorts, name, arguments, *result);
                (signature.arguments, signature.result) =
                    Sort::uncurried(signature.arguments, signature.result);
                match table(&signature) {
                    Some(table) => define(&signature, &table, parameter),
                    None => script.tree.canonical_text(declaration.node),
                }
            }
            _ => script.tree.canonical_text(declaration.node),
        };
        let definitions = script.declarations.iter().map(write).collect();
        Witness { origin, definitions, names, universes }
    }

    /// A witness of `script` made of definitions that are there, one for each of its
    /// declarations; `definitions` read as a script.
    pub(crate) fn from_definitions(script: &Script, lines: Vec<String>, definitions: &Script) -> Witness {
        let mut names = Names::collect(script);
        // The elements of sorts that the script only declares.
        let elements = definitions.datatypes().flat_map(|datatype| datatype.constructors);
        elements.for_each(|element| names.add(&element.name));
        Witness { origin: Origin::Given, definitions: lines, names, universes: BTreeMap::new() }
    }

    /// The definitions that `reduced` needs, a command a line: those of the declarations it
    /// kept from `instance`.
    pub fn definitions_for(&self, instance: &Instance, reduced: &Instance) -> String {
        let mut kept = reduced.declarations().peekable();
        let mut text = String::new();
        // Both list declarations in the same order, one of them with gaps.
        for (definition, declaration) in self.definitions.iter().zip(instance.declarations()) {
            if kept.next_if_eq(&declaration).is_some() {
                text.push_str(definition);
                text.push('\n');
            }
        }
        text
    }

    /// The certificate of `instance`: its assertions, of all levels together, with
    /// `definitions` instead of declarations, which any correct solver answers `sat`.
    pub fn certificate(&self, instance: &Instance, definitions: &str) -> String {
        certificate(&self.names, instance, definitions)
    }

    /// The definitions as one text, a command a line.
    pub fn text(&self) -> String {
        self.definitions.iter().map(|line| format!("{line}\n")).collect()
    }
}

/// The text of [`Witness::certificate`], for whoever has only the script and its `names`.
pub(crate) fn certificate(names: &Names, instance: &Instance, definitions: &str) -> String {
    let assertions: String = instance.assertions().collect();
    let lines = format!("{}{}{assertions}", heap_first(definitions), choices(definitions, &assertions));
    // The seed's logic may forbid what witnesses are written with.
    let logic = if needs_higher_order(instance, &lines) { "HO_ALL" } else { "ALL" };
    format!("(set-logic {logic})\n{}(check-sat)\n", names.without_logic(&lines))
}

/// Whether there are functions in a certificate that are values, or applied in steps: cvc5 reads them only in logics
/// that say so.
fn needs_higher_order(instance: &Instance, lines: &str) -> bool {
    let is_higher = |logic: &str| Logic::parse(logic).is_some_and(|logic| logic.higher_order);
    let says_so = Script::parse(instance.text.clone())
        .is_ok_and(|script| script.logic.as_deref().is_some_and(is_higher));
    says_so || lines.split(|c: char| c.is_whitespace() || "()".contains(c)).any(|word| word == "->")
}

/// The definitions with those of functions after all others: cvc5 takes no `declare-heap` once it has the value of a symbol.
fn heap_first(definitions: &str) -> Cow<'_, str> {
    let is_heap = |line: &Declaration| matches!(line.kind, DeclarationKind::Heap);
    match Script::parse(definitions.to_owned()) {
        Ok(script) if script.declarations.iter().any(is_heap) => {
            let is_value = |line: &&Declaration| matches!(line.kind, DeclarationKind::Definition);
            let (values, first): (Vec<_>, Vec<_>) = script.declarations.iter().partition(is_value);
            let lines = first.into_iter().chain(values);
            Cow::Owned(lines.map(|line| format!("{}\n", script.tree.text(line.node))).collect())
        }
        _ => Cow::Borrowed(definitions),
    }
}

/// What is chosen where SMT-LIB leaves a value open, as far as assertions hang on it: an assertion for each choice.
fn choices(definitions: &str, assertions: &str) -> String {
    let chosen = Problem::read(assertions)
        .ok()
        .and_then(|problem| Some(Evaluated::new(&problem, &[definitions.to_owned()]).ok()?.choices()));
    chosen.unwrap_or_default().into_iter().map(|equation| format!("(assert {equation})\n")).collect()
}

/// A sort this reader cannot take apart keeps its text: Z3 says what is wrong with it.
pub(super) fn signature<'a>(
    script: &Script,
    sorts: &Sorts,
    name: &'a str,
    arguments: &[NodeId],
    result: NodeId,
) -> Signature<'a> {
    let tree = &script.tree;
    let read =
        |&node| sorts.read(tree, node).unwrap_or_else(|| Sort::Named(tree.canonical_text(node), Vec::new()));
    Signature { name, arguments: arguments.iter().map(read).collect(), result: read(&result) }
}

/// Names for the elements of a declared sort; they are added to `names`.
pub(super) fn elements(names: &mut Names, sort: &str, count: usize) -> Vec<String> {
    (0..count).map(|number| element(names, sort, number)).collect()
}

/// A name for one element of a declared sort; it is added to `names`.
pub(super) fn element(names: &mut Names, sort: &str, number: usize) -> String {
    let mut mark = String::from("!");
    let name = loop {
        let name = symbol::quoted(&format!("{}{mark}{number}", symbol::bare(sort)));
        if !names.contains(&name) {
            break name;
        }
        mark.push('!');
    };
    names.add(&name);
    name
}

/// A declared sort under a witness is finite: it becomes an enumeration.
fn enumeration(name: &str, arity: u32, elements: &[String]) -> String {
    let constructors: Vec<String> = elements.iter().map(|element| format!("({element})")).collect();
    let constructors = constructors.join(" ");
    if arity == 0 {
        return format!("(declare-datatypes (({name} 0)) (({constructors})))");
    }
    let parameters: Vec<String> = (0..arity).map(|number| format!("P!!{number}")).collect();
    format!("(declare-datatypes (({name} {arity})) ((par ({}) ({constructors}))))", parameters.join(" "))
}

pub(super) fn define(signature: &Signature<'_>, table: &Table, parameter: &str) -> String {
    use std::fmt::Write;
    let mut text = format!("(define-fun {} (", signature.name);
    for (at, sort) in signature.arguments.iter().enumerate() {
        let blank = if at == 0 { "" } else { " " };
        let _ = write!(text, "{blank}({parameter}{at} {sort})");
    }
    let _ = write!(text, ") {} ", signature.result);
    let entries =
        table.entries.iter().filter(|(_, value)| *value != table.otherwise || table.entries.len() > 1);
    let entries: Vec<_> = if signature.arguments.is_empty() { Vec::new() } else { entries.collect() };
    for (arguments, value) in &entries {
        let equal: Vec<String> = arguments
            .iter()
            .enumerate()
            .map(|(at, argument)| format!("(= {parameter}{at} {argument})"))
            .collect();
        let condition = if equal.len() == 1 { equal.concat() } else { format!("(and {})", equal.join(" ")) };
        let _ = write!(text, "(ite {condition} {value} ");
    }
    text.push_str(&table.otherwise);
    text.push_str(&")".repeat(entries.len() + 1));
    text
}

/// A prefix for parameter names that no symbol of the script starts with.
fn parameter_prefix(names: &Names) -> String {
    let mut prefix = String::from("x!");
    while (0..256).any(|number| names.contains(&format!("{prefix}{number}"))) {
        prefix.push('!');
    }
    prefix
}

#[cfg(test)]
mod tests {
    use super::*;

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
