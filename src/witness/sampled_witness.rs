//! Random values for every sort, and witnesses made of them.
//!
//! Values come from three sources: literals in the seed and their neighbours, values at the edges of a sort, and
//! small random values.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::assignment::{
    Defaults, Origin, Signature, Table, Witness, define_all, elements, parameter_prefix,
};
use super::seed_literals::Literals;
use crate::rng::Rng;
use crate::smtlib::{DeclarationKind, Names, Script, Sort, is_set};
use crate::theory::limits;

/// The maximal number of entries of a sampled function. Formulas seldom apply a function to more arguments, and
/// each entry is an `ite` in every certificate.
const ENTRIES: u32 = 4;
/// The maximal number of elements of a declared sort: enough for a `distinct` of a few terms. Each quantifier
/// over the sort is expanded for every element.
const ELEMENTS: u32 = 4;
/// The maximal nesting of sampled arrays, sequences and datatypes, below which the plainest value is used. The
/// size of a value grows exponentially with it.
const DEPTH: u32 = 3;
/// The maximal number of fields of datatypes in a witness, after which the plainest values are used: a constructor may have
/// hundreds of fields of its own datatype.
const FIELDS: usize = 200_000;

/// Returns a witness of random values. Symbols of sorts without a known value stay declared.
pub(super) fn sample(script: &Script, rng: &mut Rng) -> Witness {
    let (names, definitions) = complete(script, BTreeMap::new(), 0, rng);
    Witness::new(Origin::Sampled, names, definitions)
}

/// Extends a witness of the first declarations of a script by random values of the others. Returns `None` if its
/// definitions are not one for each of these declarations.
pub(super) fn extend(witness: &Witness, script: &Script, count: usize, rng: &mut Rng) -> Option<Witness> {
    let mut definitions = witness.definitions().to_vec();
    if definitions.len() != count {
        return None;
    }
    let mut universes = BTreeMap::new();
    for (declaration, definition) in script.declarations.iter().zip(&definitions) {
        if let DeclarationKind::Sort(sort, _) = &declaration.kind {
            let enumeration = Script::parse(definition.clone()).ok()?;
            let elements = enumeration.datatypes().flat_map(|datatype| datatype.constructors);
            universes.insert(sort.clone(), elements.map(|element| element.name).collect());
        }
    }
    let (names, others) = complete(script, universes, count, rng);
    definitions.extend(others);
    Some(Witness::new(witness.origin, names, definitions))
}

/// Returns definitions of the declarations of a script from `first` on, given the elements of the sorts declared before,
/// and the names of them all.
fn complete(
    script: &Script,
    mut universes: BTreeMap<String, Vec<String>>,
    first: usize,
    rng: &mut Rng,
) -> (Names, Vec<String>) {
    let mut names = Names::collect(script);
    universes.values().flatten().for_each(|element| names.add(element));
    let declarations = &script.declarations[first..];
    for declaration in declarations {
        if let DeclarationKind::Sort(sort, _) = &declaration.kind {
            let count = 1 + rng.below(ELEMENTS);
            universes.insert(sort.clone(), elements(&mut names, sort, count as usize));
        }
    }
    let mut sampler = Sampler::new(script, &universes, rng);
    let table = |signature: &Signature<'_>| sampler.table(signature);
    let definitions = define_all(script, declarations, &parameter_prefix(&names), &universes, table);
    (names, definitions)
}

/// Draws values.
struct Sampler<'a> {
    defaults: Defaults,
    universes: &'a BTreeMap<String, Vec<String>>,
    literals: Literals,
    /// The number of fields of datatypes drawn so far.
    fields: usize,
    rng: &'a mut Rng,
}

impl<'a> Sampler<'a> {
    fn new(script: &Script, universes: &'a BTreeMap<String, Vec<String>>, rng: &'a mut Rng) -> Self {
        let literals = Literals::collect(script.tree.source());
        Sampler { defaults: Defaults::new(script, universes), universes, literals, fields: 0, rng }
    }

    fn table(&mut self, signature: &Signature<'_>) -> Option<Table> {
        let mut entries = Vec::new();
        if !signature.arguments.is_empty() {
            for _ in 0..self.rng.below(ENTRIES + 1) {
                let arguments = signature.arguments.iter().map(|sort| self.value(sort, 0));
                // Function arguments have no values, so the function is constant.
                let Some(arguments) = arguments.collect::<Option<Vec<_>>>() else { break };
                entries.push((arguments, self.value(&signature.result, 0)?));
            }
        }
        Some(Table { entries, otherwise: self.value(&signature.result, 0)? })
    }

    fn value(&mut self, sort: &Sort, depth: u32) -> Option<String> {
        Some(match sort {
            Sort::Bool => if self.rng.percent(50) { "true" } else { "false" }.to_owned(),
            Sort::Int => self.literals.integer(self.rng),
            Sort::Real => self.literals.real(self.rng),
            // Values that are too large to write are left open.
            Sort::BitVec(width) if *width > limits::WIDTH => return None,
            Sort::Float(exponent, significand) if exponent.saturating_add(*significand) > limits::WIDTH => {
                return None;
            }
            Sort::BitVec(width) => format!("#b{}", self.literals.bits(*width, self.rng)),
            Sort::Float(exponent, significand) => self.float(*exponent, *significand),
            Sort::RoundingMode => self.rng.pick(&["RNE", "RNA", "RTP", "RTN", "RTZ"]).copied()?.to_owned(),
            Sort::String => self.literals.string(self.rng),
            Sort::RegLan => format!("(str.to_re {})", self.literals.string(self.rng)),
            Sort::Array(index, element) => self.array(sort, index, element, depth)?,
            Sort::Seq(element) => {
                let count = if depth < DEPTH { self.rng.below(3) } else { 0 };
                let mut text = format!("(as seq.empty {sort})");
                for _ in 0..count {
                    text = format!("(seq.++ {text} (seq.unit {}))", self.value(element, depth + 1)?);
                }
                text
            }
            // Larger residues are possible, but not needed.
            Sort::FiniteField(order) => {
                let order = order.parse().unwrap_or(u32::MAX);
                let number =
                    if self.rng.percent(50) { self.rng.below(order.min(8)) } else { self.rng.below(order) };
                format!("(as ff{number} {sort})")
            }
            Sort::Named(name, arguments)
                if (is_set(name) || matches!(name.as_str(), "Bag" | "Tuple"))
                    && self.defaults.signature.datatype(name).is_none() =>
            {
                self.collection(sort, name, arguments, depth)?
            }
            Sort::Named(name, arguments) => match self.universes.get(name) {
                Some(elements) if arguments.is_empty() => self.rng.pick(elements)?.clone(),
                Some(elements) => format!("(as {} {sort})", self.rng.pick(elements)?),
                None => self.constructed(name, arguments, sort, depth)?,
            },
        })
    }

    fn array(&mut self, sort: &Sort, index: &Sort, element: &Sort, depth: u32) -> Option<String> {
        let elsewhere = match element {
            Sort::Real => self.literals.decimal(self.rng),
            // Some solvers require the default of a nested array to be constant.
            Sort::Array(..) => self.value(element, DEPTH)?,
            _ => self.value(element, depth + 1)?,
        };
        let mut text = format!("((as const {sort}) {elsewhere})");
        let stores = if depth < DEPTH { self.rng.below(4) } else { 0 };
        for _ in 0..stores {
            let (at, value) = (self.value(index, depth + 1)?, self.value(element, depth + 1)?);
            text = format!("(store {text} {at} {value})");
        }
        Some(text)
    }

    /// Draws a set, bag or tuple.
    fn collection(&mut self, sort: &Sort, name: &str, arguments: &[Sort], depth: u32) -> Option<String> {
        if name == "Tuple" {
            let parts =
                arguments.iter().map(|part| self.value(part, depth + 1)).collect::<Option<Vec<_>>>()?;
            return Some(format!("(tuple {})", parts.join(" ")));
        }
        let (empty, union) =
            if is_set(name) { ("set.empty", "set.union") } else { ("bag.empty", "bag.union_disjoint") };
        let mut text = format!("(as {empty} {sort})");
        let count = if depth < DEPTH { self.rng.below(4) } else { 0 };
        for _ in 0..count {
            let item = self.value(arguments.first()?, depth + 1)?;
            let one = match name {
                name if is_set(name) => format!("(set.singleton {item})"),
                _ => format!("(bag {item} {})", 1 + self.rng.below(3)),
            };
            text = format!("({union} {text} {one})");
        }
        Some(text)
    }

    /// Draws a value of a datatype, or returns the plainest one beyond [`DEPTH`] or [`FIELDS`].
    fn constructed(&mut self, name: &str, arguments: &[Sort], sort: &Sort, depth: u32) -> Option<String> {
        if depth >= DEPTH || self.fields >= FIELDS {
            return self.defaults.value(sort);
        }
        let datatype = Arc::clone(self.defaults.signature.datatype(name)?);
        let all: Vec<usize> = (0..datatype.constructors.len()).collect();
        let at = *self.rng.pick(&all)?;
        let name = &datatype.constructors[at].name;
        // The fields may not determine the parameters of the sort.
        let head = if arguments.is_empty() { name.to_string() } else { format!("(as {name} {sort})") };
        let fields = datatype.fields(at, arguments);
        self.fields += fields.len();
        let fields: Vec<String> =
            fields.iter().map(|field| self.value(field, depth + 1)).collect::<Option<_>>()?;
        Some(if fields.is_empty() { head } else { format!("({head} {})", fields.join(" ")) })
    }

    fn float(&mut self, exponent: u32, significand: u32) -> String {
        let special = |name: &str| format!("(_ {name} {exponent} {significand})");
        match self.rng.below(12) {
            0 => special("NaN"),
            1 => special("+oo"),
            2 => special("-oo"),
            3 => special("+zero"),
            4 => special("-zero"),
            kind => {
                let (e, s) = (exponent as usize, significand as usize - 1);
                let sign = self.rng.below(2);
                let (exponent, significand) = match kind {
                    // A power of two near one.
                    5..=7 => (format!("{}{}", self.rng.below(2), "1".repeat(e - 1)), "0".repeat(s)),
                    // Subnormal.
                    8 => ("0".repeat(e), format!("{}1", "0".repeat(s - 1))),
                    _ => {
                        // An exponent of only ones would be an infinity or NaN.
                        let mut bits = self.literals.bits(exponent, self.rng);
                        if !bits.contains('0') {
                            bits.replace_range(..1, "0");
                        }
                        (bits, self.literals.bits(significand - 1, self.rng))
                    }
                };
                format!("(fp #b{sign} #b{exponent} #b{significand})")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Key, Stream};

    /// Z3 reads the sampled values of every sort, for many draws.
    #[test]
    #[cfg(feature = "z3")]
    fn sampled_values_are_well_sorted() {
        let source = "(declare-sort U 0)(declare-sort P 2)(define-sort W () (_ BitVec 5))\
            (declare-datatypes ((L 1)) ((par (E) ((nil) (cons (hd E) (tl (L E)))))))\
            (declare-datatypes ((T 0) (K 0)) (((leaf) (node (kids K))) ((none) (more (first T) (rest K)))))\
            (declare-fun b () Bool)(declare-fun i () Int)(declare-fun r () Real)(declare-fun w () W)\
            (declare-fun f () (_ FloatingPoint 5 11))(declare-fun m () RoundingMode)(declare-fun s () String)\
            (declare-fun q () (Seq Int))(declare-fun a () (Array Int (Array W U)))(declare-fun u () U)\
            (declare-fun p () (P Int U))(declare-fun l () (L Int))(declare-fun t () T)(declare-fun h (U Int) U)";
        let script = Script::parse(source.to_owned()).unwrap();
        for seed in 0..40 {
            let mut rng = Key::new(&crate::digest::Digest::of(source), seed).stream(Stream::Witness);
            let witness = sample(&script, &mut rng);
            let text = witness.names.to_z3(&witness.text());
            let parsed = crate::witness::z3::parse(&text);
            assert!(parsed.is_ok(), "{:?}\n{text}", parsed.unwrap_err());
        }
    }

    fn definitions(source: &str) -> Vec<String> {
        let script = Script::parse(source.to_owned()).unwrap();
        let mut rng = Key::new(&crate::digest::Digest::of(""), 0).stream(Stream::Witness);
        sample(&script, &mut rng).definitions().to_vec()
    }

    #[test]
    fn a_declared_sort_may_have_the_name_of_a_theory() {
        let found = definitions("(declare-sort Set 0)(declare-fun member (Int Set) Bool)");
        assert!(found[1].starts_with("(define-fun member ((x!0 Int) (x!1 Set)) Bool"), "{found:?}");
    }

    #[test]
    fn a_function_of_functions_is_the_same_for_all_of_them() {
        let found = definitions(
            "(declare-fun f () (-> Int Bool))(declare-const g (-> (-> Int Int) (-> Int Int)))(declare-heap (Int Int))",
        );
        assert!(found[0].starts_with("(define-fun f ((x!0 Int)) Bool"), "{found:?}");
        assert!(found[1].starts_with("(define-fun g ((x!0 (-> Int Int)) (x!1 Int)) Int "), "{found:?}");
        assert!(!found[1].contains("ite"), "{found:?}");
        assert_eq!(found[2], "(declare-heap (Int Int))");
    }

    #[test]
    fn a_witness_is_extended_by_values_of_later_symbols() {
        let first = "(declare-sort U 0)(declare-fun u () U)(declare-fun x () Int)";
        let read = |text: &str| Script::parse(text.to_owned()).unwrap();
        let rng = |number| Key::new(&crate::digest::Digest::of(""), number).stream(Stream::Witness);
        let known =
            "(declare-datatypes ((U 0)) (((U!0) (U!1))))(define-fun u () U U!1)(define-fun x () Int 7)";
        let known = Witness::given(&read(first), &read(known));
        let later = "(declare-fun v () U)(declare-fun y () Int)(define-fun z () Int (+ x y))";
        let script = read(&format!("{first}{later}"));
        let mut values = std::collections::BTreeSet::new();
        for number in 0..20 {
            let witness = extend(&known, &script, 3, &mut rng(number)).unwrap();
            assert_eq!(witness.definitions()[..3], *known.definitions());
            assert_eq!(witness.definitions()[5], "(define-fun z () Int (+ x y))");
            assert!(witness.model(&script).is_ok(), "{}", witness.text());
            values.insert(witness.definitions()[3].clone());
        }
        let of_u = ["(define-fun v () U U!0)", "(define-fun v () U U!1)"];
        assert_eq!(Vec::from_iter(values), of_u, "the elements of the known witness");
        assert!(extend(&known, &script, 2, &mut rng(0)).is_none());
    }

    #[test]
    fn a_symbol_of_a_sort_without_values_stays_declared() {
        let found = definitions("(declare-fun f () Strange)(declare-fun x () Int)");
        assert_eq!(found[0], "(declare-fun f () Strange)");
        assert!(found[1].starts_with("(define-fun x () Int "));
        // No format of floats has a width of one.
        for widths in ["5 1", "1 5"] {
            let source: String =
                (0..50).map(|at| format!("(declare-fun f{at} () (_ FloatingPoint {widths}))")).collect();
            assert!(definitions(&source).iter().all(|line| line.starts_with("(declare-fun f")));
        }
    }

    #[test]
    fn values_of_wide_datatypes_are_bounded() {
        let fields: String = (0..1000).map(|at| format!("(f{at} T)")).collect();
        let symbols: String = (0..4).map(|at| format!("(declare-fun t{at} () T)")).collect();
        let found = definitions(&format!("(declare-datatypes ((T 0)) (((leaf) (node {fields})))){symbols}"));
        assert!(found.concat().len() < 10_000_000);
    }
}
