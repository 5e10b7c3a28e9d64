//! Sorts as terms, with `define-sort` expanded.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::script::{DeclarationKind, Script};
use super::sexpr::{NodeId, Tree};

/// A sort of SMT-LIB 2.7 or of a common extension.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// `Bool`
    Bool,
    /// `Int`
    Int,
    /// `Real`
    Real,
    /// `(_ BitVec width)`
    BitVec(u32),
    /// `(_ FloatingPoint exponent significand)`, widths in bits, including the hidden bit.
    Float(u32, u32),
    /// `RoundingMode`
    RoundingMode,
    /// `String`
    String,
    /// `RegLan`, or `(RegEx String)` in older files.
    RegLan,
    /// `(Array index element)`
    Array(Box<Sort>, Box<Sort>),
    /// `(Seq element)`
    Seq(Box<Sort>),
    /// `(_ FiniteField order)`, an extension of cvc5 and recent versions of Z3; the order is in decimal.
    FiniteField(String),
    /// A sort that the script declares, or that this list lacks, and its arguments.
    Named(String, Vec<Sort>),
}

/// The name of the sorts of finite sets in cvc5.
pub(crate) const SET: &str = "Set";
/// Their name in Z3, for which `Set` has arrays of Booleans. Both mean the same, but only one is in a script.
pub(crate) const FINITE_SET: &str = "FiniteSet";

/// Whether sorts of this name have finite sets, if the script does not declare it.
pub(crate) fn is_set(name: &str) -> bool {
    matches!(name, SET | FINITE_SET)
}

/// Whether a sort has bags, if the script does not declare its name.
pub(crate) fn is_bag(sort: &Sort) -> bool {
    matches!(sort, Sort::Named(name, _) if name == "Bag")
}

/// Whether sorts of this name have finite sets or bags, if the script does not declare it.
pub(crate) fn is_collection(name: &str) -> bool {
    is_set(name) || name == "Bag"
}

/// Whether sorts of this name have finite sets, bags or tuples, if the script does not declare it.
pub(crate) fn is_collection_or_tuple(name: &str) -> bool {
    is_collection(name) || matches!(name, "Tuple" | "UnitTuple")
}

/// The maximal number of sorts in a sort. Abbreviations of abbreviations may double it each time.
const LARGEST: usize = 1 << 10;

/// The sort definitions of a script.
#[derive(Clone, Debug, Default)]
pub struct Sorts {
    /// The parameters and body of each `define-sort`.
    definitions: BTreeMap<String, (Vec<String>, Sort)>,
    /// The sorts that the script declares, even if a theory has sorts of these names.
    declared: BTreeSet<String>,
    /// Whether the script has sets under the name that Z3 has for them.
    has_finite_sets: bool,
}

impl Sorts {
    /// Collects the sort definitions of `script`.
    pub fn collect(script: &Script) -> Sorts {
        let mut sorts = Sorts::default();
        let declared = script.declarations.iter().filter_map(|declaration| match &declaration.kind {
            DeclarationKind::Sort(name, _) => Some(name.clone()),
            _ => None,
        });
        sorts.declared = declared.chain(script.datatypes().map(|datatype| datatype.name)).collect();
        // Atoms are looked at only if one of them may be it.
        let names_it = |&root: &NodeId| script.tree.mentions(root, FINITE_SET);
        sorts.has_finite_sets = script.tree.source().contains(FINITE_SET)
            && !sorts.declared.contains(FINITE_SET)
            && script.tree.roots().iter().any(names_it);
        for declaration in &script.declarations {
            if let DeclarationKind::SortDefinition(name, parameters, body) = &declaration.kind {
                let stand_for_themselves =
                    |name: &String| (name.clone(), Sort::Named(name.clone(), Vec::new()));
                let bound = parameters.iter().map(stand_for_themselves).collect();
                if let Some(body) = sorts.read_with(&script.tree, *body, &bound) {
                    sorts.definitions.insert(name.clone(), (parameters.clone(), body));
                }
            }
        }
        sorts
    }

    /// Returns the name that the script has for the sorts of sets, or that it would have.
    pub(crate) fn set_name(&self) -> &'static str {
        if self.has_finite_sets { FINITE_SET } else { SET }
    }

    /// Reads the sort at `node`; returns `None` if it is malformed, or absurdly large.
    pub fn read(&self, tree: &Tree, node: NodeId) -> Option<Sort> {
        self.read_in(tree, node, &BTreeMap::new(), 64)
    }

    /// Parses a sort; returns `None` if it is malformed.
    pub fn of_text(&self, text: &str) -> Option<Sort> {
        let tree = Tree::parse(text.to_owned()).ok()?;
        let [root] = tree.roots() else { return None };
        self.read(&tree, *root)
    }

    /// Reads a sort like [`Sorts::read`], with values for parameters.
    pub fn read_with(&self, tree: &Tree, node: NodeId, parameters: &BTreeMap<String, Sort>) -> Option<Sort> {
        self.read_in(tree, node, parameters, 64)
    }

    fn read_in(&self, tree: &Tree, node: NodeId, bound: &BTreeMap<String, Sort>, fuel: u32) -> Option<Sort> {
        let fuel = fuel.checked_sub(1)?;
        let (name, arguments) = match tree.list(node) {
            None => (tree.symbol(node)?, &[][..]),
            Some([head, rest @ ..]) => (tree.symbol(*head)?, rest),
            Some([]) => return None,
        };
        if let Some(sort) = bound.get(name) {
            return Some(sort.clone());
        }
        if name == "_" {
            return indexed(tree, arguments);
        }
        let (mut read, mut size) = (Vec::new(), 1);
        for &argument in arguments {
            let argument = self.read_in(tree, argument, bound, fuel)?;
            size += argument.size();
            if size > LARGEST {
                return None;
            }
            read.push(argument);
        }
        let arguments = read;
        if let Some((parameters, body)) = self.definitions.get(name) {
            let parameters = parameters.iter().cloned().zip(arguments).collect();
            return (body.size_with(&parameters) <= LARGEST).then(|| body.with(&parameters));
        }
        let sort = match (name, arguments.as_slice()) {
            // A logic without a theory leaves the names of its sorts free.
            _ if self.declared.contains(name) => Sort::Named(name.to_owned(), arguments),
            ("Bool", []) => Sort::Bool,
            ("Int", []) => Sort::Int,
            ("Real", []) => Sort::Real,
            ("RoundingMode", []) => Sort::RoundingMode,
            ("Float16", []) => Sort::Float(5, 11),
            ("Float32", []) => Sort::Float(8, 24),
            ("Float64", []) => Sort::Float(11, 53),
            ("Float128", []) => Sort::Float(15, 113),
            ("String", []) => Sort::String,
            ("RegLan", []) | ("RegEx", [Sort::String]) => Sort::RegLan,
            ("Seq", [element]) => Sort::Seq(Box::new(element.clone())),
            ("Array", [index, element]) => Sort::Array(Box::new(index.clone()), Box::new(element.clone())),
            ("Relation", _) => of_tuples(SET, arguments),
            ("Table", _) => of_tuples("Bag", arguments),
            _ => Sort::Named(name.to_owned(), arguments),
        };
        Some(sort)
    }
}

impl Sort {
    /// Returns the names of all sorts in it that are not built in.
    pub(crate) fn names(&self) -> Vec<&str> {
        match self {
            Sort::Named(name, arguments) => {
                std::iter::once(name.as_str()).chain(arguments.iter().flat_map(Sort::names)).collect()
            }
            Sort::Array(index, element) => [index.names(), element.names()].concat(),
            Sort::Seq(element) => element.names(),
            _ => Vec::new(),
        }
    }

    /// Returns the arguments and the result of a function when it is fully applied: a result `(-> A B)` means one
    /// more argument (SMT-LIB 2.7).
    pub fn uncurried(mut arguments: Vec<Sort>, mut result: Sort) -> (Vec<Sort>, Sort) {
        while let Sort::Named(name, parts) = &mut result
            && name == "->"
            && parts.len() > 1
            && let Some(last) = parts.pop()
        {
            arguments.append(parts);
            result = last;
        }
        (arguments, result)
    }

    /// Returns the sort of arrays over these indices, at least one. Z3 has arrays with several, which are what it takes for
    /// functions.
    pub(crate) fn array_over(mut indices: Vec<Sort>, element: Sort) -> Sort {
        match (indices.pop(), indices.is_empty()) {
            (Some(index), true) => Sort::Array(Box::new(index), Box::new(element)),
            (last, _) => {
                indices.extend(last.into_iter().chain([element]));
                Sort::Named("Array".to_owned(), indices)
            }
        }
    }

    /// Returns the indices of an array sort, and the sort of its elements.
    pub(crate) fn as_array(&self) -> Option<(&[Sort], &Sort)> {
        match self {
            Sort::Array(index, element) => Some((std::slice::from_ref(index), element)),
            Sort::Named(name, parts) if name == "Array" => {
                parts.split_last().map(|(element, indices)| (indices, element))
            }
            _ => None,
        }
    }

    /// Whether it is larger than any that is read. Fields of parametric datatypes may have ever larger sorts.
    pub(crate) fn is_too_large(&self) -> bool {
        self.size() > LARGEST
    }

    /// Returns the number of sorts in it, which is at least one.
    fn size(&self) -> usize {
        self.size_with(&BTreeMap::new())
    }

    /// Returns the number of sorts in it once parameters are replaced by sorts.
    fn size_with(&self, parameters: &BTreeMap<String, Sort>) -> usize {
        match self {
            Sort::Named(name, arguments) => match parameters.get(name).filter(|_| arguments.is_empty()) {
                Some(sort) => sort.size(),
                None => 1 + arguments.iter().map(|sort| sort.size_with(parameters)).sum::<usize>(),
            },
            Sort::Array(index, element) => 1 + index.size_with(parameters) + element.size_with(parameters),
            Sort::Seq(element) => 1 + element.size_with(parameters),
            _ => 1,
        }
    }

    /// Replaces parameters by sorts.
    pub fn with(&self, parameters: &BTreeMap<String, Sort>) -> Sort {
        let boxed = |sort: &Sort| Box::new(sort.with(parameters));
        match self {
            Sort::Named(name, arguments) => match parameters.get(name).filter(|_| arguments.is_empty()) {
                Some(sort) => sort.clone(),
                None => {
                    Sort::Named(name.clone(), arguments.iter().map(|sort| sort.with(parameters)).collect())
                }
            },
            Sort::Array(index, element) => Sort::Array(boxed(index), boxed(element)),
            Sort::Seq(element) => Sort::Seq(boxed(element)),
            _ => self.clone(),
        }
    }
}

/// Returns the sort of tuples with these columns.
pub(crate) fn tuple_sort(columns: Vec<Sort>) -> Sort {
    let name = if columns.is_empty() { "UnitTuple" } else { "Tuple" };
    Sort::Named(name.to_owned(), columns)
}

/// Returns the sort that cvc5's relation and table sorts abbreviate.
fn of_tuples(container: &str, columns: Vec<Sort>) -> Sort {
    Sort::Named(container.to_owned(), vec![tuple_sort(columns)])
}

fn indexed(tree: &Tree, items: &[NodeId]) -> Option<Sort> {
    let number = |id: NodeId, least: u32| tree.text(id).parse::<u32>().ok().filter(|&n| n >= least);
    match items {
        [name, width] if tree.symbol(*name) == Some("BitVec") => Some(Sort::BitVec(number(*width, 1)?)),
        [name, exponent, significand] if tree.symbol(*name) == Some("FloatingPoint") => {
            // With a width of one, there would be no numbers, or no bit to tell NaN from infinity.
            Some(Sort::Float(number(*exponent, 2)?, number(*significand, 2)?))
        }
        [name, order] if tree.symbol(*name) == Some("FiniteField") => {
            let order = tree.text(*order);
            let is_numeral = order.bytes().all(|byte| byte.is_ascii_digit()) && !order.starts_with('0');
            // No field has fewer than two elements.
            (is_numeral && order != "1").then(|| Sort::FiniteField(order.to_owned()))
        }
        _ => None,
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::Int => f.write_str("Int"),
            Sort::Real => f.write_str("Real"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Sort::Float(exponent, significand) => write!(f, "(_ FloatingPoint {exponent} {significand})"),
            Sort::RoundingMode => f.write_str("RoundingMode"),
            Sort::String => f.write_str("String"),
            Sort::RegLan => f.write_str("RegLan"),
            Sort::Array(index, element) => write!(f, "(Array {index} {element})"),
            Sort::Seq(element) => write!(f, "(Seq {element})"),
            Sort::FiniteField(order) => write!(f, "(_ FiniteField {order})"),
            Sort::Named(name, arguments) if arguments.is_empty() => f.write_str(name),
            Sort::Named(name, arguments) => {
                write!(f, "({name}")?;
                arguments.iter().try_for_each(|argument| write!(f, " {argument}"))?;
                f.write_str(")")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result_sort(source: &str) -> Option<Sort> {
        let script = Script::parse(source.to_owned()).unwrap();
        let sorts = Sorts::collect(&script);
        script.declarations.iter().find_map(|declaration| match &declaration.kind {
            DeclarationKind::Function(_, _, result) => sorts.read(&script.tree, *result),
            _ => None,
        })
    }

    #[test]
    fn abbreviations_are_expanded() {
        let source = "(define-sort Word () (_ BitVec 32))(define-sort Map (K) (Array K Word))\
                      (declare-sort U 0)(declare-fun m () (Map U))";
        assert_eq!(result_sort(source).unwrap().to_string(), "(Array U (_ BitVec 32))");
    }

    #[test]
    fn a_floating_point_format_has_at_least_two_bits_in_either_part() {
        let sort = |parts: &str| result_sort(&format!("(declare-fun x () (_ FloatingPoint {parts}))"));
        assert_eq!(sort("2 2"), Some(Sort::Float(2, 2)));
        assert_eq!(["5 1", "1 5", "0 5", "5 0"].map(sort), [const { None }; 4]);
    }

    #[test]
    fn an_abbreviation_of_itself_ends() {
        let sort = result_sort("(define-sort A () A)(declare-fun x () A)");
        assert_eq!(sort, Some(Sort::Named("A".to_owned(), Vec::new())));
    }

    #[test]
    fn a_sort_beyond_all_use_is_not_read() {
        let twice = (1..=40).map(|at| format!("(define-sort S{at} () (Array S{} S{}))", at - 1, at - 1));
        let twice = twice.collect::<String>() + "(declare-fun x () S40)(declare-fun y () S3)";
        let sorts = Sorts::collect(&Script::parse(format!("(declare-sort S0 0){twice}")).unwrap());
        let of = |text: &str| sorts.of_text(text);
        // Its definition is left out, so that nothing is known about the name.
        assert_eq!(of("S40"), Some(Sort::Named("S40".to_owned(), Vec::new())));
        assert_eq!(of("S2").unwrap().to_string(), "(Array (Array S0 S0) (Array S0 S0))");
        let nested = |depth| format!("{}Int{}", "(P ".repeat(depth), ")".repeat(depth));
        let pairs = |depth| {
            result_sort(&format!("(define-sort P (X) (Array X X))(declare-fun x () {})", nested(depth)))
        };
        assert!(pairs(8).is_some());
        assert_eq!((pairs(10), pairs(40)), (None, None));
        let chain = (1..=5_000).map(|at| format!("(define-sort S{at} () (Array Int S{}))", at - 1));
        assert!(result_sort(&(chain.collect::<String>() + "(declare-fun x () S5000)")).is_some());
        let wide = format!("(define-sort A () {})", nested(9))
            + &format!("(declare-fun x () (F{}))", " A".repeat(2000));
        assert_eq!(result_sort(&format!("(define-sort P (X) (Array X X)){wide}")), None);
    }

    #[test]
    fn sorts_without_values_are_not_read() {
        for text in [
            "(_ FiniteField 0)", "(_ FiniteField 1)", "(_ FiniteField 07)", "(_ FiniteField x)",
            "(_ FloatingPoint 1 5)", "(_ FloatingPoint 3 1)", "(_ BitVec 0)",
        ] {
            assert_eq!(Sorts::default().of_text(text), None, "{text}");
        }
        for text in ["(_ FiniteField 2)", "(_ FloatingPoint 2 2)", "(_ BitVec 1)"] {
            assert_eq!(Sorts::default().of_text(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn relations_are_sets_of_tuples_unless_they_are_declared() {
        let printed = |source: &str| result_sort(source).unwrap().to_string();
        assert_eq!(printed("(declare-fun x () (Relation Int Bool))"), "(Set (Tuple Int Bool))");
        assert_eq!(printed("(declare-fun x () Table)"), "(Bag UnitTuple)");
        assert_eq!(
            result_sort("(declare-sort String 0)(declare-fun x () String)"),
            Some(Sort::Named("String".to_owned(), Vec::new()))
        );
        assert_eq!(printed("(declare-sort Relation 1)(declare-fun x () (Relation Int))"), "(Relation Int)");
        let datatype = "(declare-datatype Table ((empty)))(declare-fun x () Table)";
        assert_eq!(printed(datatype), "Table");
    }

    #[test]
    fn a_script_has_one_name_for_sets() {
        let name = |source: &str| Sorts::collect(&Script::parse(source.to_owned()).unwrap()).set_name();
        assert_eq!(name("(declare-fun x () (Array Int (FiniteSet Int)))"), "FiniteSet");
        assert_eq!(name("(assert (= (as set.empty (FiniteSet Int)) (set.singleton 1)))"), "FiniteSet");
        assert_eq!(name("(declare-fun x () (Set Int)) ; not a FiniteSet"), "Set");
        assert_eq!(name("(declare-sort FiniteSet 1)(declare-fun x () (FiniteSet Int))"), "Set");
    }

    #[test]
    fn what_is_printed_is_read_again() {
        for text in [
            "Bool", "(_ FloatingPoint 8 24)", "(_ FiniteField 17)", "(Array Int (Seq Real))", "(Pair Int U)",
            "RegLan",
        ] {
            assert_eq!(result_sort(&format!("(declare-fun x () {text})")).unwrap().to_string(), text);
        }
    }
}
