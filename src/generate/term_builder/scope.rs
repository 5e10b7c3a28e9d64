//! Scopes: the sorts and operators that a new term may use, because the seed's logic promises them to its solvers.
//!
//! The name of a logic determines its theories (<https://smt-lib.org/logics.shtml>). Extensions of some solvers are
//! used if the seed uses them, or if the solver was probed for its operators. Operators outside of a linear logic that
//! most solvers accept even so are used only if the seed uses them. Operators of the seed keep the seed's names: a
//! solver that reads the seed reads these.

use std::collections::{BTreeSet, HashMap};

use foldhash::fast::RandomState;

use super::copy::size;
use super::literals::is_number;
use super::rewrite::{below, has_at_most, within};
use crate::matrix::{Operators, PATTERN, RECURSION};
use crate::smtlib::{Definitions, Logic, Problem, Sort, Term, TermId, Terms, VarId, is_collection_or_tuple};
use crate::theory::meaning::Meaning;
use crate::theory::operators::{Kind, Op, Operator, Theory, op};
use crate::theory::signature::Signature;
use crate::theory::sorting::Sorting;

/// The largest width of bit-vectors that operators may build, in bits, unless the seed has wider ones: products of
/// wider ones take solvers minutes.
const WIDEST: u32 = 64;

/// The largest number of nodes of a seed's term that others are built from: larger ones only make instances long.
const LARGEST_PART: usize = 16;

/// The largest number of terms in a definition that is searched for products.
const LONGEST: usize = 2_000;

/// Logics that Z3 sets up for their own theories alone, without recursive functions.
const WITHOUT_RECURSION: [&str; 6] = ["UFBV", "AUFLIA", "AUFLIRA", "AUFNIRA", "UFNIA", "UFLRA"];

/// The sorts and operators that may be used with a seed.
#[derive(Clone, Debug)]
pub(in crate::generate) struct Scope {
    logic: Logic,
    /// The names of operators in the seed.
    spelling: HashMap<Op, String, RandomState>,
    /// The uninterpreted sorts and datatypes that the seed declares.
    declared: BTreeSet<String>,
    /// The arguments of its functions, by name and position, that are numbers in the seed.
    numbers: BTreeSet<(String, usize)>,
    /// The arguments of its functions that their definitions multiply with something, or divide by.
    factors: BTreeSet<(String, usize)>,
    widest: u32,
    /// The operators that the solver reads.
    operators: Operators,
    /// The sorts of the terms of the problem.
    pub sorting: Sorting,
    /// The small closed terms of the problem with a sort of the logic, from which others are built.
    pub parts: Vec<TermId>,
}

impl Scope {
    /// Creates the scope of a seed. If its logic is unknown or missing, all theories are available.
    pub(in crate::generate) fn collect(
        problem: &Problem,
        signature: &Signature,
        operators: &Operators,
    ) -> Scope {
        let promised = problem.script.logic.as_deref().and_then(Logic::parse);
        let mut logic = promised.or_else(|| Logic::parse("ALL")).unwrap_or_default();
        // The prefix `QF_` counts even if the rest of the name is unknown.
        logic.quantifiers &= !problem.script.logic.as_deref().is_some_and(|name| name.starts_with("QF_"));
        let mut scope = Scope {
            logic,
            spelling: HashMap::default(),
            declared: BTreeSet::new(),
            numbers: BTreeSet::new(),
            factors: BTreeSet::new(),
            widest: WIDEST,
            operators: operators.clone(),
            sorting: Sorting::default(),
            parts: Vec::new(),
        };
        if scope.is_linear() && !scope.is_difference() {
            let definitions = Definitions::collect(&problem.script);
            scope.factors = definitions.map(|all| factors(&all)).unwrap_or_default();
        }
        scope.declared.extend(signature.datatypes().map(|datatype| datatype.name.clone()));
        scope.declared.extend(signature.declared_sorts().map(str::to_owned));
        for function in signature.functions() {
            for sort in function.arguments.iter().chain(&function.result) {
                scope.widest = scope.widest.max(widest(sort));
            }
        }
        scope.extend(&problem.formulas.terms, signature);
        scope
    }

    /// Examines the terms that are new in the problem.
    pub(in crate::generate) fn extend(&mut self, terms: &Terms, signature: &Signature) {
        let first = self.sorting.len();
        self.sorting.extend(terms, signature);
        for id in terms.ids_from(first) {
            let Term::App(head, arguments) = terms.get(id) else { continue };
            if !arguments.is_empty() && self.is_part(terms, id) {
                self.parts.push(id);
            }
            if let Some(Meaning::Operator(applied)) = self.sorting.meaning(*head) {
                self.spelling.entry(applied.operator.op).or_insert_with(|| applied.name.to_string());
            } else {
                let numbers = (0..arguments.len()).filter(|&at| is_number(terms, arguments[at]));
                self.numbers.extend(numbers.map(|at| (terms.head_text(*head).to_owned(), at)));
            }
        }
    }

    fn is_part(&self, terms: &Terms, id: TermId) -> bool {
        let Some(sort) = self.sorting.sort(id).known() else { return false };
        terms.is_closed(id)
            && self.has_sort(sort)
            && !self.has_only_symbols(sort)
            && size(terms, id, LARGEST_PART).is_some()
            && self.knows(terms, id)
    }

    /// Whether a small term has no operator that nobody knows, and that no solver may read.
    pub(in crate::generate) fn knows(&self, terms: &Terms, id: TermId) -> bool {
        let is_unknown = |head| matches!(self.sorting.meaning(head), Some(Meaning::Unknown(_)));
        !within(terms, id).any(|id| matches!(terms.get(id), Term::App(head, _) if is_unknown(*head)))
    }

    /// Whether the logic has a sort.
    pub(in crate::generate) fn has_sort(&self, sort: &Sort) -> bool {
        let numbers = self.logic.arithmetic;
        match sort {
            Sort::Bool => true,
            // Strings imply integers, because of `str.len`.
            Sort::Int => numbers.is_some_and(|numbers| numbers.ints) || self.logic.strings,
            Sort::Real => numbers.is_some_and(|numbers| numbers.reals),
            Sort::BitVec(width) => self.logic.bit_vectors && *width <= self.widest,
            Sort::Float(..) | Sort::RoundingMode => self.logic.floats,
            Sort::String | Sort::RegLan => self.logic.strings,
            Sort::Array(index, element) => {
                self.logic.arrays && self.has_sort(index) && self.has_sort(element)
            }
            Sort::Seq(element) => self.logic.strings && self.has_sort(element),
            Sort::FiniteField(_) => self.logic.finite_fields,
            Sort::Named(name, arguments) => {
                let is_of_logic = match name.as_str() {
                    "Bag" => self.logic.bags,
                    _ => self.logic.sets && is_collection_or_tuple(name),
                };
                let is_known = self.declared.contains(name) || is_of_logic;
                is_known && arguments.iter().all(|argument| self.has_sort(argument))
            }
        }
    }

    /// Whether terms of a sort may be built even if no earlier term has that sort. This holds for sorts of bits,
    /// numbers and strings. Others must occur in the seed, because solvers differ in the formats and element sorts that
    /// they support.
    pub(in crate::generate) fn may_arise(&self, sort: &Sort) -> bool {
        let is_plain = matches!(
            sort,
            Sort::Bool
                | Sort::Int
                | Sort::Real
                | Sort::BitVec(_)
                | Sort::String
                | Sort::RegLan
                | Sort::RoundingMode
        );
        is_plain && self.has_sort(sort)
    }

    /// Whether an operator may be used. The sorts of its arguments and result are checked elsewhere.
    pub(in crate::generate) fn has(&self, row: &Operator) -> bool {
        if row.op == op::CONST {
            return self.has_open_constant_arrays();
        }
        // `pto` takes only the sorts of the heap that the seed declares.
        if row.kind == Kind::Constant || row.op == op::PTO || !self.is_read(row.op) {
            return false;
        }
        let numbers_only_differ = self.is_difference() && row.theory == Theory::IntsReals;
        if self.spelling.contains_key(&row.op) {
            return !numbers_only_differ;
        }
        let by_theory = match row.theory {
            Theory::Core => true,
            Theory::IntsReals => !numbers_only_differ && self.computes(row),
            Theory::Arrays => self.logic.arrays,
            Theory::BitVectors => self.logic.bit_vectors,
            Theory::FloatingPoint => self.logic.floats,
            Theory::Strings => self.logic.strings,
            Theory::Rare => false,
            Theory::Extension("bags") if !self.logic.bags => false,
            // They are datatypes to cvc5.
            Theory::Extension("tuples") if !self.logic.datatypes => false,
            // The solver was probed, so it reads this operator.
            Theory::Extension(_) if self.operators.are_known() => true,
            Theory::Extension(_) => {
                self.logic.finite_fields && matches!(row.op, op::FF_ADD | op::FF_MUL | op::FF_NEG)
            }
        };
        let is_seldom = row.seldom_read && !self.operators.are_known();
        by_theory && !is_seldom && !(self.is_linear() && row.beyond_linear)
    }

    /// Whether an operator may have a result of this sort: solvers read `fp` of terms in fewer formats than others have.
    pub(in crate::generate) fn may_give(&self, operator: Op, sort: &Sort) -> bool {
        match *sort {
            Sort::Float(exponent, significand) if operator == op::FP => {
                self.operators.read_format((exponent, significand))
            }
            _ => true,
        }
    }

    /// Whether solvers read an operator, under the seed's name for it or, if the seed does not use it, under any. They
    /// read none on a sort of a theory whose name the seed gives to a sort of its own.
    pub(in crate::generate) fn is_read(&self, operator: Op) -> bool {
        let names: &[&str] = match operator.row().theory {
            Theory::Extension("sets") => &["Set", "FiniteSet"],
            Theory::Extension("bags") => &["Bag"],
            Theory::Extension("tuples") => &["Tuple", "UnitTuple"],
            Theory::Extension("relations") => &["Set", "FiniteSet", "Bag", "Tuple", "UnitTuple"],
            _ => &[],
        };
        if names.iter().any(|name| self.declared.contains(*name)) {
            return false;
        }
        let is_read = |name: &str| self.operators.contains(name);
        let any_is_read = || operator.row().names().any(is_read);
        self.spelling.get(&operator).map_or_else(any_is_read, |name| is_read(name))
    }

    /// Returns the name of an operator for the seed's solvers: that in the seed, or else the first that they read.
    pub(in crate::generate) fn spelled(&self, operator: Op) -> &str {
        let row = operator.row();
        let read = || row.names().find(|name| self.operators.contains(name)).unwrap_or(row.name);
        self.spelling.get(&operator).map_or_else(read, String::as_str)
    }

    /// Returns the operators that order the values of a sort, if they may be used. In difference logics, those on numbers are
    /// among them, although [`Scope::has`] leaves them out.
    pub(in crate::generate) fn orders(&self, sort: &Sort) -> impl Iterator<Item = Op> {
        let orders: &'static [Op] = match sort {
            Sort::Int | Sort::Real => &[op::LT, op::LEQ, op::GT, op::GEQ],
            Sort::BitVec(_) => {
                &[op::BVULT, op::BVULE, op::BVUGT, op::BVUGE, op::BVSLT, op::BVSLE, op::BVSGT, op::BVSGE]
            }
            Sort::Float(..) => &[op::FP_LT, op::FP_LEQ, op::FP_GT, op::FP_GEQ, op::FP_EQ],
            Sort::String => &[op::STR_LT, op::STR_LEQ],
            _ => &[],
        };
        orders.iter().copied().filter(|order| self.is_difference() || self.has(order.row()))
    }

    /// Whether the logic is linear: all factors of a product except for one, and all divisors, are literals.
    pub(in crate::generate) fn is_linear(&self) -> bool {
        self.logic.arithmetic.is_none_or(|numbers| !numbers.nonlinear)
    }

    /// Whether the logic is a difference logic: numbers are symbols, and only differences of two are compared with
    /// literals.
    pub(in crate::generate) fn is_difference(&self) -> bool {
        self.logic.arithmetic.is_some_and(|numbers| numbers.difference)
    }

    /// Whether all terms of a sort are symbols, like the numbers of difference logics.
    pub(in crate::generate) fn has_only_symbols(&self, sort: &Sort) -> bool {
        self.is_difference() && matches!(sort, Sort::Int | Sort::Real)
    }

    /// Whether an argument of a seed's function must be a number: in difference logic because the function compares a
    /// difference with it, or in a linear logic because the function multiplies with it. If several arguments are
    /// factors, the uses in the seed show which of them are numbers.
    pub(in crate::generate) fn takes_number(&self, name: &str, at: usize) -> bool {
        let is_difference = self.is_difference();
        if !is_difference && self.factors.is_empty() {
            return false;
        }
        let place = (name.to_owned(), at);
        if is_difference {
            return self.numbers.contains(&place);
        }
        let of_it = || self.factors.iter().filter(|(other, _)| other == name);
        let is_shown = || of_it().any(|factor| self.numbers.contains(factor));
        self.factors.contains(&place) && (self.numbers.contains(&place) || !is_shown())
    }

    /// Whether the logic has quantifiers.
    pub(in crate::generate) fn has_quantifiers(&self) -> bool {
        self.logic.quantifiers
    }

    /// Whether functions may be arguments.
    pub(in crate::generate) fn is_higher_order(&self) -> bool {
        self.logic.higher_order
    }

    /// Whether quantifiers may have patterns. Bitwuzla before 0.10.0 reads none, so in the logics of bit-vectors and floats,
    /// which are all that it has, a row without a list of operators gets none.
    pub(in crate::generate) fn has_patterns(&self) -> bool {
        let Logic { bit_vectors, floats, datatypes, arithmetic, .. } = self.logic;
        let is_common = !(bit_vectors || floats) || datatypes || arithmetic.is_some();
        self.operators.contains(PATTERN) && (is_common || self.operators.are_known())
    }

    /// Replaces the logic by a wider one, if there is one.
    pub(in crate::generate) fn widened(mut self, logic: Option<&str>) -> Scope {
        self.logic = logic.and_then(Logic::parse).unwrap_or(self.logic);
        self
    }

    /// Whether functions may be defined by recursion: if the solver was probed for it, and the logic is one in which
    /// all solvers with recursion support it. cvc5 wants quantifiers and functions.
    pub(in crate::generate) fn has_recursion(&self) -> bool {
        let Logic { quantifiers, uninterpreted, .. } = self.logic;
        let is_without = |name: &&str| Logic::parse(name).as_ref() == Some(&self.logic);
        let is_plain = quantifiers && uninterpreted && !self.is_difference();
        is_plain && self.operators.list(RECURSION) && !WITHOUT_RECURSION.iter().any(is_without)
    }

    /// Whether the logic has datatypes, so that others than those of the problem may be declared.
    pub(in crate::generate) fn has_datatypes(&self) -> bool {
        self.logic.datatypes
    }

    /// Whether the solver reads something that is no operator but has a name like one, such as `match`.
    pub(in crate::generate) fn reads(&self, name: &str) -> bool {
        self.operators.contains(name)
    }

    /// Whether the row lists what its solver reads, and this name is among it: for what not all solvers read.
    pub(in crate::generate) fn lists(&self, name: &str) -> bool {
        self.operators.list(name)
    }

    /// Whether constant arrays may be used: all solvers of quantified arrays support them, and so do those that read
    /// the seed, if it has one.
    pub(in crate::generate) fn has_constant_arrays(&self) -> bool {
        let has_some =
            self.spelling.contains_key(&op::CONST) || (self.logic.arrays && self.logic.quantifiers);
        has_some && self.operators.contains(op::CONST.name())
    }

    /// Whether the element of a constant array may be any term. cvc5 requires a value in its own notation, so this holds only
    /// for solvers that were probed.
    pub(in crate::generate) fn has_open_constant_arrays(&self) -> bool {
        self.logic.arrays && self.operators.list(op::CONST.name())
    }

    /// Whether the logic has an operator on numbers. The integers of string logics have only those of the theory of
    /// strings.
    fn computes(&self, row: &Operator) -> bool {
        let mixes = matches!(row.op, op::TO_INT | op::TO_REAL | op::IS_INT);
        self.logic.arithmetic.is_some_and(|numbers| !mixes || (numbers.ints && numbers.reals))
    }

    /// Whether numbers may be negative: this needs the operator `-`, because no numeral is negative.
    pub(in crate::generate) fn negates(&self) -> bool {
        self.logic.arithmetic.is_some() || self.spelling.contains_key(&op::MINUS)
    }
}

/// Returns the parameters of functions, by name and position, that occur in a divisor or in a product with other
/// factors that are not numbers, directly or in a call of another function.
fn factors(definitions: &Definitions) -> BTreeSet<(String, usize)> {
    let terms = &definitions.terms;
    let mut found: BTreeSet<(String, usize)> = BTreeSet::new();
    for function in &definitions.functions {
        if !has_at_most(terms, function.body, LONGEST) {
            continue;
        }
        for id in below(terms, function.body) {
            let Some((head, arguments)) = terms.as_app(id) else { continue };
            let open: Vec<TermId> =
                arguments.iter().copied().filter(|&argument| !is_number(terms, argument)).collect();
            let multiplied = match Op::of_head(head) {
                Some(op::TIMES) if open.len() > 1 => open,
                Some(op::INT_DIV | op::MOD | op::REAL_DIV | op::REM) => {
                    arguments.iter().skip(1).copied().collect()
                }
                _ => {
                    let is_factor =
                        |at: &usize| found.iter().any(|(name, place)| name == head && place == at);
                    (0..arguments.len()).filter(is_factor).map(|at| arguments[at]).collect()
                }
            };
            for part in multiplied.into_iter().flat_map(|argument| within(terms, argument)) {
                let is_it =
                    |parameter: &VarId| matches!(terms.get(part), Term::Var(other) if other == parameter);
                let at = function.parameters.iter().position(is_it);
                found.extend(at.map(|at| (function.name.clone(), at)));
            }
        }
    }
    found
}

/// Returns the width of the widest bit-vectors in a sort.
fn widest(sort: &Sort) -> u32 {
    match sort {
        Sort::BitVec(width) => *width,
        Sort::Array(index, element) => widest(index).max(widest(element)),
        Sort::Seq(element) => widest(element),
        Sort::Named(_, arguments) => arguments.iter().map(widest).max().unwrap_or(0),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope(script: &str) -> Scope {
        read_by(script, &Operators::all())
    }

    fn read_by(script: &str, operators: &Operators) -> Scope {
        let problem = Problem::read(script).unwrap();
        Scope::collect(&problem, &Signature::collect(&problem.script), operators)
    }

    fn has(script: &str, operator: &str) -> bool {
        scope(script).has(Operator::find(operator).unwrap())
    }

    #[test]
    fn a_logic_has_the_operators_of_its_theories() {
        for (logic, operator, expected) in [
            ("QF_LIA", "+", true),
            ("QF_LIA", "mod", false),
            ("QF_NIA", "mod", true),
            ("QF_IDL", "+", false),
            ("QF_IDL", "=", true),
            ("QF_BV", "bvadd", true),
            ("QF_BV", "select", false),
            ("QF_BV", "bvnego", false),
            ("QF_BV", "+", false),
            ("QF_S", "str.++", true),
            ("QF_S", "+", false),
            ("QF_SLIA", "+", true),
            ("QF_LRA", "is_int", false),
            ("QF_LIRA", "is_int", true),
            ("QF_AX", "const", false), // not for solvers that were not probed
            ("QF_S", "str.rev", false),
            ("QF_FP", "fp.add", true),
            ("QF_FF", "ff.mul", true),
            ("ALL", "store", true),
        ] {
            assert_eq!(has(&format!("(set-logic {logic})"), operator), expected, "{logic} {operator}");
        }
    }

    #[test]
    fn what_the_seed_uses_is_used_by_its_name() {
        let seed = "(set-logic QF_S)(declare-fun s () String)(assert (str.in.re (str.rev s) (str.to.re s)))";
        assert!(has(seed, "str.rev"));
        assert_eq!(scope(seed).spelled(op::STR_IN_RE), "str.in.re");
        assert!(has("(set-logic QF_LIA)(declare-fun x () Int)(assert (= (mod x 2) 0))", "mod"));
    }

    #[test]
    fn what_the_solver_reads_by_another_name_is_used_by_that() {
        let rotation = Operator::find("ext_rotate_left").unwrap().op;
        let scope = |unread: &[&str]| read_by("(set-logic QF_BV)", &Operators::without(unread));
        let renamed = scope(&["ext_rotate_left"]);
        assert_eq!((renamed.spelled(rotation), renamed.has(rotation.row())), ("bvrol", true));
        assert!(!scope(&["ext_rotate_left", "bvrol"]).has(rotation.row()));
    }

    #[test]
    fn floats_are_built_from_bits_in_the_formats_that_the_solver_reads() {
        for (unread, expected) in
            [("tight-float-formats", [false, true, true]), ("odd-float-formats", [false, false, true])]
        {
            let scope = read_by("(set-logic QF_BVFP)", &Operators::without(&[unread]));
            let may_give =
                |operator, format: (u32, u32)| scope.may_give(operator, &Sort::Float(format.0, format.1));
            let given = [(2, 2), (2, 3), (5, 11)].map(|format| may_give(op::FP, format));
            assert_eq!((given, may_give(op::FP_ADD, (2, 2))), (expected, true), "{unread}");
        }
    }

    #[test]
    fn bags_and_tuples_are_not_of_every_logic_with_sets() {
        let has = |logic: &str| {
            let scope = read_by(&format!("(set-logic {logic})"), &Operators::without(&["none"]));
            let bag = Sort::Named("Bag".to_owned(), vec![Sort::Bool]);
            let operators =
                ["set.union", "tuple", "bag"].map(|name| scope.has(Operator::find(name).unwrap()));
            (operators, scope.has_sort(&bag))
        };
        assert_eq!(has("QF_UFLIAFS"), ([true, false, false], false));
        assert_eq!(has("QF_UFDTLIAFS"), ([true, true, false], false));
        assert_eq!(has("HO_ALL"), ([true, true, true], true));
    }

    #[test]
    fn a_theory_whose_sort_the_seed_declares_itself_is_not_used() {
        let has = |script: &str| {
            let scope = read_by(script, &Operators::without(&["none"]));
            ["set.union", "set.empty", "bag.union_max", "tuple"].map(|name| {
                let row = Operator::find(name).unwrap();
                scope.has(row) || (row.kind == Kind::Constant && scope.is_read(row.op))
            })
        };
        assert_eq!(has("(set-logic HO_ALL)"), [true; 4]);
        assert_eq!(has("(set-logic HO_ALL)(declare-sort Set 1)"), [false, false, true, true]);
        let bags = "(set-logic HO_ALL)(declare-datatypes ((Bag 1)) ((par (E) ((none) (more (hd E))))))";
        assert_eq!(has(bags), [true, true, false, true]);
        assert_eq!(has("(set-logic HO_ALL)(declare-sort Tuple 2)"), [true, true, true, false]);
    }

    #[test]
    fn sorts_are_those_of_the_logic() {
        let scope = scope("(set-logic QF_ABV)(declare-fun w () (_ BitVec 100))");
        let array = |element| Sort::Array(Box::new(Sort::BitVec(3)), Box::new(element));
        assert!(scope.has_sort(&array(Sort::BitVec(100))) && !scope.has_sort(&array(Sort::Int)));
        assert!(!scope.has_sort(&Sort::BitVec(101)) && scope.may_arise(&Sort::BitVec(99)));
        assert!(!scope.may_arise(&array(Sort::Bool)));
    }
}
