//! The witness: a total assignment, written as SMT-LIB definitions and parsed once.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::matrix::Source;
use crate::rng::Rng;
use crate::smtlib::instance::Instance;
use crate::smtlib::{Declaration, DeclarationKind, Names, NodeId, ReadError, Script, Sort, Sorts, symbol};
use crate::theory::domain;
use crate::theory::interpreter::Model;
use crate::theory::recursion;
use crate::theory::signature::Signature as TheorySignature;

words! {
    /// The origin of a witness.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Origin {
        /// A model of the seed's assertions.
        Model = "model of the assertions",
        /// A model of the negation of their conjunction.
        NegationModel = "model of the negated assertions",
        /// A model of a random consistent set of the seed's sub-formulas and their negations.
        SubsetModel = "model of some sub-formulas",
        /// Random values.
        Sampled = "sampled values",
        /// A model that a solver printed.
        Printed = "model printed by the solver",
        /// Definitions that came with an instance.
        Given = "definitions given",
        /// The first model that exhaustion finds.
        Exhaustion = "first model by exhaustion",
    }
}

impl Origin {
    /// Returns the queries of a source that asks for a model, in the order in which they are tried.
    pub(super) fn asked_by(source: Source) -> [Origin; 2] {
        match source {
            Source::Negation => [Origin::NegationModel, Origin::Model],
            _ => [Origin::Model, Origin::NegationModel],
        }
    }
}

/// The maximal number of literals in a random set: enough to lead far away from the seed's own models.
pub(super) const LITERALS: usize = 24;

/// Draws some of the formulas, each with a random polarity. An [`Origin::SubsetModel`] is a model of such
/// literals.
pub(super) fn draw_literals<T>(mut formulas: Vec<T>, rng: &mut Rng) -> Vec<(T, bool)> {
    let mut literals = Vec::new();
    while literals.len() < LITERALS && !formulas.is_empty() {
        let formula = formulas.swap_remove(rng.index(formulas.len()));
        literals.push((formula, rng.percent(50)));
    }
    literals
}

/// The definitions of a script's symbols. Clones share the parsed models.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<String>", into = "Vec<String>")]
pub(super) struct Assignment(Arc<Definitions>);

#[derive(Debug)]
struct Definitions {
    /// An SMT-LIB command for each declaration of the script, in order: a definition, if a value is known.
    lines: Vec<String>,
    /// The parsed models, with numerals as integers and as reals, or the reason why the definitions cannot be
    /// parsed.
    models: [OnceLock<Result<Arc<Model>, String>>; 2],
    /// For each of these models, the first recursive definition that no function is known to satisfy.
    groundless: [OnceLock<Option<String>>; 2],
}

impl Assignment {
    pub(super) fn new(lines: Vec<String>) -> Assignment {
        Assignment(Arc::new(Definitions {
            lines,
            models: Default::default(),
            groundless: Default::default(),
        }))
    }

    /// Returns the parsed model; numerals denote `reals` if that is set.
    ///
    /// # Errors
    /// The definitions cannot be parsed, or are ill-sorted.
    pub(super) fn model(&self, reals: bool) -> Result<&Arc<Model>, &str> {
        let read = || {
            // They are of a script whose names are resolved.
            let text = self.0.lines.join("\n");
            let script = Script::parse_resolved(text).map_err(|error| error.to_string())?;
            well_sorted(&script, reals)
        };
        self.0.models[usize::from(reals)].get_or_init(read).as_ref().map_err(String::as_str)
    }

    /// Returns the first recursive definition of the `model` that no function is known to satisfy.
    pub(super) fn groundless(&self, model: &Model, reals: bool) -> Option<&str> {
        let find = || recursion::groundless(model).first().map(ToString::to_string);
        self.0.groundless[usize::from(reals)].get_or_init(find).as_deref()
    }
}

/// Parses the definitions of a script, and checks their sorts.
fn well_sorted(script: &Script, reals: bool) -> Result<Arc<Model>, String> {
    let model = Model::build(script, reals).map_err(|error| error.to_string())?;
    let ill_sorted = model.ill_sorted().next().map(|definition| symbol::bare(&definition.name).to_owned());
    match ill_sorted {
        Some(name) => Err(format!("the value of `{name}` is not of its sort")),
        None => Ok(Arc::new(model)),
    }
}

impl From<Vec<String>> for Assignment {
    fn from(lines: Vec<String>) -> Assignment {
        Assignment::new(lines)
    }
}

impl From<Assignment> for Vec<String> {
    fn from(assignment: Assignment) -> Vec<String> {
        assignment.0.lines.clone()
    }
}

/// A witness: the script's declarations, each replaced by a definition.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Witness {
    /// Its origin.
    pub origin: Origin,
    /// The names of the script and of the elements of its sorts.
    pub names: Names,
    pub(super) assignment: Assignment,
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

/// The plainest value of every sort of a script. They complete what a model leaves open, like Z3's model completion.
pub(super) struct Defaults {
    /// The declarations of the script, whose declared sorts consist of the elements of a witness.
    pub signature: TheorySignature,
}

impl Defaults {
    pub(super) fn new(script: &Script, universes: &BTreeMap<String, Vec<String>>) -> Defaults {
        let mut signature = TheorySignature::collect(script);
        for (sort, elements) in universes {
            signature.enumerate(sort, elements);
        }
        Defaults { signature }
    }

    /// Returns the function that is constantly the default value.
    pub(super) fn table(&self, signature: &Signature<'_>) -> Option<Table> {
        Some(Table { entries: Vec::new(), otherwise: self.value(&signature.result)? })
    }

    /// Returns zero, false, the empty collection, or the first element of a sort, if it has such a value.
    pub(super) fn value(&self, sort: &Sort) -> Option<String> {
        match sort {
            // Only witnesses need one.
            Sort::RegLan => Some("(str.to_re \"\")".to_owned()),
            _ => Some(domain::plainest(sort, &self.signature)?.to_string()),
        }
    }
}

impl Witness {
    /// Creates a witness from definitions in the order of the script's declarations.
    pub(super) fn new(origin: Origin, names: Names, definitions: Vec<String>) -> Witness {
        Witness { origin, names, assignment: Assignment::new(definitions) }
    }

    /// Reads a witness of `script` from definitions, one for each of its declarations.
    pub(crate) fn read(script: &Script, definitions: &str) -> Result<Witness, ReadError> {
        Ok(Witness::given(script, &Script::parse(definitions.to_owned())?))
    }

    /// Creates a witness of `script` from parsed definitions, one for each of its declarations.
    pub fn given(script: &Script, definitions: &Script) -> Witness {
        let mut names = Names::collect(script);
        // The elements of sorts that the script declares.
        let elements = definitions.datatypes().flat_map(|datatype| datatype.constructors);
        elements.for_each(|element| names.add(&element.name));
        let text = |line: &Declaration| definitions.tree.canonical_text(line.node);
        let assignment = Assignment::new(definitions.declarations.iter().map(text).collect());
        let reals = script.has_reals_only();
        let _ = assignment.0.models[usize::from(reals)].set(well_sorted(definitions, reals));
        Witness { origin: Origin::Given, names, assignment }
    }

    /// Returns an SMT-LIB command for each declaration of the script, in order: a definition, if a value is
    /// known.
    pub fn definitions(&self) -> &[String] {
        &self.assignment.0.lines
    }

    /// Returns the length of the definitions, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.definitions().iter().map(String::len).sum()
    }

    /// Returns the model that the definitions give to an instance or seed.
    ///
    /// # Errors
    /// The definitions cannot be parsed.
    pub(crate) fn model(&self, script: &Script) -> Result<&Arc<Model>, &str> {
        self.assignment.model(script.has_reals_only())
    }

    /// Returns the definitions that `reduced` needs, one command per line: those of the declarations that it kept
    /// from `instance`.
    pub fn definitions_for(&self, instance: &Instance, reduced: &Instance) -> String {
        let mut kept = reduced.declarations().peekable();
        let mut text = String::new();
        // Both list declarations in the same order, but `reduced` has gaps.
        for (definition, declaration) in self.definitions().iter().zip(instance.declarations()) {
            if kept.next_if_eq(&declaration).is_some() {
                text.push_str(definition);
                text.push('\n');
            }
        }
        text
    }

    /// Returns the definitions as one text, one command per line.
    pub fn text(&self) -> String {
        self.definitions().iter().map(|line| format!("{line}\n")).collect()
    }
}

/// Returns a definition for each of these declarations of a script. `universes` names the elements of each declared
/// sort, and `table` returns the value of each declared function. A function without a known value stays declared, and
/// nothing that depends on it is used. The names of parameters, which tables may use, start with `parameter`.
pub(super) fn define_all(
    script: &Script,
    declarations: &[Declaration],
    parameter: &str,
    universes: &BTreeMap<String, Vec<String>>,
    mut table: impl FnMut(&Signature<'_>) -> Option<Table>,
) -> Vec<String> {
    let sorts = Sorts::collect(script);
    let write = |declaration: &Declaration| match &declaration.kind {
        DeclarationKind::Sort(name, arity) => enumeration(name, *arity, &universes[name]),
        DeclarationKind::Function(name, arguments, result) => {
            let mut signature = signature(script, &sorts, name, arguments, *result);
            (signature.arguments, signature.result) = Sort::uncurried(signature.arguments, signature.result);
            match table(&signature) {
                Some(table) => define(&signature, &table, parameter),
                None => script.tree.canonical_text(declaration.node),
            }
        }
        _ => script.tree.canonical_text(declaration.node),
    };
    declarations.iter().map(write).collect()
}

/// Returns the signature of a declared function. A sort that cannot be parsed keeps its text, so that Z3 reports
/// the error.
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

/// Returns names for the elements of a declared sort, and adds them to `names`.
pub(super) fn elements(names: &mut Names, sort: &str, count: usize) -> Vec<String> {
    (0..count).map(|number| element(names, sort, number)).collect()
}

/// Returns a name for one element of a declared sort, and adds it to `names`.
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

/// Returns the definition of a declared sort: a witness makes it a finite enumeration.
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

/// Returns a prefix for parameter names, of which the script declares no name with a number below 256.
pub(super) fn parameter_prefix(names: &Names) -> String {
    let mut prefix = String::from("x!");
    let is_numbered = |name: &str, prefix: &str| {
        name.strip_prefix(prefix)
            .is_some_and(|rest| rest.parse().is_ok_and(|number: u8| rest == number.to_string()))
    };
    while names.declared().any(|name| is_numbered(name, &prefix)) {
        prefix.push('!');
    }
    prefix
}
