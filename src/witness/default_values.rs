//! Default values: the plainest value of every sort. They complete what a model leaves open, like Z3's model
//! completion.

use std::collections::BTreeMap;

use super::assignment::{Signature, Table};
use crate::smtlib::{Datatype, NodeId, Script, Sort, Sorts};
use crate::theory::limits;

/// The maximal nesting of a default datatype value. A datatype with any value has one nested no deeper than the
/// number of datatypes in the script, so only chains of more than a dozen datatypes get no value.
pub(super) const DEPTH: u32 = 12;

/// Default values for the sorts of a script.
pub(super) struct Defaults<'a> {
    script: &'a Script,
    sorts: Sorts,
    datatypes: BTreeMap<String, Datatype>,
    universes: &'a BTreeMap<String, Vec<String>>,
}

impl<'a> Defaults<'a> {
    pub(super) fn new(script: &'a Script, universes: &'a BTreeMap<String, Vec<String>>) -> Self {
        let datatypes = script.datatypes().map(|datatype| (datatype.name.clone(), datatype)).collect();
        Defaults { script, sorts: Sorts::collect(script), datatypes, universes }
    }

    /// Returns the function that is constantly the default value.
    pub(super) fn table(&self, signature: &Signature<'_>) -> Option<Table> {
        Some(Table { entries: Vec::new(), otherwise: self.value(&signature.result, DEPTH)? })
    }

    /// Returns zero, false, the empty collection, or the first element of a sort. `fuel` bounds the nesting.
    pub(super) fn value(&self, sort: &Sort, fuel: u32) -> Option<String> {
        Some(match sort {
            Sort::Bool => "false".to_owned(),
            Sort::Int => "0".to_owned(),
            Sort::Real => "0.0".to_owned(),
            Sort::BitVec(width) if *width > limits::WIDTH => return None,
            Sort::BitVec(width) => format!("#b{}", "0".repeat(*width as usize)),
            Sort::Float(exponent, significand) => format!("(_ +zero {exponent} {significand})"),
            Sort::RoundingMode => "RNE".to_owned(),
            Sort::String => "\"\"".to_owned(),
            Sort::RegLan => "(str.to_re \"\")".to_owned(),
            Sort::Array(_, element) => format!("((as const {sort}) {})", self.value(element, fuel)?),
            Sort::Seq(_) => format!("(as seq.empty {sort})"),
            Sort::FiniteField(_) => format!("(as ff0 {sort})"),
            Sort::Named(name, arguments) if name == "Tuple" && self.is_of_theory(name) => {
                let parts =
                    arguments.iter().map(|part| self.value(part, fuel)).collect::<Option<Vec<_>>>()?;
                format!("(tuple {})", parts.join(" "))
            }
            Sort::Named(name, _) if name == "Set" && self.is_of_theory(name) => {
                format!("(as set.empty {sort})")
            }
            Sort::Named(name, _) if name == "Bag" && self.is_of_theory(name) => {
                format!("(as bag.empty {sort})")
            }
            Sort::Named(name, arguments) => match self.universes.get(name) {
                Some(elements) if arguments.is_empty() => elements.first()?.clone(),
                Some(elements) => format!("(as {} {sort})", elements.first()?),
                None => self.constructed(name, arguments, sort, fuel.checked_sub(1)?)?,
            },
        })
    }

    /// Applies the constructor with the fewest fields whose fields have values within the fuel.
    fn constructed(&self, name: &str, arguments: &[Sort], sort: &Sort, fuel: u32) -> Option<String> {
        let datatype = self.datatypes.get(name)?;
        let mut constructors: Vec<_> = datatype.constructors.iter().collect();
        constructors.sort_by_key(|constructor| constructor.fields.len());
        constructors.into_iter().find_map(|constructor| {
            let fields = constructor
                .fields
                .iter()
                .map(|(_, field)| self.value(&self.field(datatype, arguments, *field)?, fuel));
            Some(datatype.apply(&constructor.name, sort, &fields.collect::<Option<Vec<_>>>()?))
        })
    }

    /// Whether the script does not declare a theory's sort name itself.
    pub(super) fn is_of_theory(&self, name: &str) -> bool {
        !self.universes.contains_key(name) && !self.datatypes.contains_key(name)
    }

    /// Returns a declared datatype.
    pub(super) fn datatype(&self, name: &str) -> Option<&Datatype> {
        self.datatypes.get(name)
    }

    /// Returns the sort of a field of a datatype applied to `arguments`.
    pub(super) fn field(&self, datatype: &Datatype, arguments: &[Sort], field: NodeId) -> Option<Sort> {
        let bound = datatype.parameters.iter().cloned().zip(arguments.iter().cloned()).collect();
        self.sorts.read_with(&self.script.tree, field, &bound)
    }
}
