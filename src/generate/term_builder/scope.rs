//! What a seed's logic promises its solvers: the sorts and operators that a synthesised term may have.
//!
//! A logic's name says which theories there are (<https://smt-lib.org/logics.shtml>). What solvers have beyond the
//! standard, and what a linear logic leaves out although most solvers read it, is used where the seed itself uses it, by
//! the name by which the seed calls it: whoever reads the seed reads that.

use std::collections::{BTreeSet, HashMap};

use foldhash::fast::RandomState;

use super::copy::size;
use super::literals::is_number;
use super::rewrite::{below, has_at_most, within};
use crate::matrix::{Operators, RECURSION};
use crate::smtlib::{Definitions, Logic, Problem, Sort, Term, TermId, Terms, VarId};
use crate::theory::meaning::Meaning;
use crate::theory::operators::{Kind, Operator, Theory};
use crate::theory::signature::Signature;
use crate::theory::sorting::Sorting;

/// The widest bit-vectors that operators may make, in bits, where the seed has no wider ones: products of wider ones
/// take solvers minutes.
const WIDEST: u32 = 64;

/// Nodes of a term of the seed that is built with, at most: larger ones only make instances long.
const LARGEST_PART: usize = 16;

/// Terms of a definition in which products are looked for, at most.
const LONGEST: usize = 2_000;

/// What may be used beside a seed.
#[derive(Clone, Debug)]
pub(in crate::generate) struct Scope {
    logic: Logic,
    /// By the name in the table: the name by which the seed calls an operator.
    spelling: HashMap<&'static str, String, RandomState>,
    /// Sorts without constructors and datatypes that the seed declares.
    declared: BTreeSet<String>,
    /// Arguments of its functions, by name and position, for which the seed has numbers.
    numbers: BTreeSet<(String, usize)>,
    /// Arguments that the definitions of its functions multiply with something, or divide by.
    factors: BTreeSet<(String, usize)>,
    widest: u32,
    /// What the solver reads.
    operators: Operators,
    /// The sorts of the terms of the problem.
    pub sorting: Sorting,
    /// Those of them that are small and closed, and of a sort that the logic has: what building starts from.
    pub parts: Vec<TermId>,
    /// How many terms were looked at.
    seen: usize,
}

impl Scope {
    /// That of a seed. Without the name of a logic, or with one that is not known, all theories are promised.
    pub(in crate::generate) fn of(problem: &Problem, signature: &Signature, operators: &Operators) -> Scope {
        let promised = problem.script.logic.as_deref().and_then(Logic::parse);
        let mut logic = promised.or_else(|| Logic::parse("ALL")).unwrap_or_default();
        // That much is told by a name of which the rest is not known.
        logic.quantifiers &= !problem.script.logic.as_deref().is_some_and(|name| name.starts_with("QF_"));
        let mut scope = Scope {
            logic,
            spelling: HashMap::default(),
            declared: BTreeSet::new(),
            numbers: BTreeSet::new(),
            factors: Definitions::collect(&problem.script).map(|all| factors(&all)).unwrap_or_default(),
            widest: WIDEST,
            operators: operators.clone(),
            sorting: Sorting::default(),
            parts: Vec::new(),
            seen: 0,
        };
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

    /// Takes in the terms that came to the problem since.
    pub(in crate::generate) fn extend(&mut self, terms: &Terms, signature: &Signature) {
        self.sorting.extend(terms, signature);
        for id in terms.ids().skip(self.seen) {
            let Term::App(head, arguments) = terms.get(id) else { continue };
            if !arguments.is_empty() && self.is_part(terms, id) {
                self.parts.push(id);
            }
            if let Some(Meaning::Operator(applied)) = self.sorting.meaning(*head) {
                self.spelling.entry(applied.operator.name).or_insert_with(|| applied.name.to_string());
            } else {
                let numbers = (0..arguments.len()).filter(|&at| is_number(terms, arguments[at]));
                self.numbers.extend(numbers.map(|at| (terms.head_text(*head).to_owned(), at)));
            }
        }
        self.seen = terms.len();
    }

    fn is_part(&self, terms: &Terms, id: TermId) -> bool {
        let Some(sort) = self.sorting.sort(id).known() else { return false };
        let is_number = matches!(sort, Sort::Int | Sort::Real);
        terms.is_closed(id)
            && self.has_sort(sort)
            && !(is_number && self.is_difference())
            && size(terms, id, LARGEST_PART).is_some()
    }

    /// Whether the logic has a sort.
    pub(in crate::generate) fn has_sort(&self, sort: &Sort) -> bool {
        let numbers = self.logic.arithmetic;
        match sort {
            Sort::Bool => true,
            // `str.len` brings the integers along.
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
                let is_known = self.declared.contains(name)
                    || (self.logic.sets && matches!(name.as_str(), "Set" | "Bag" | "Tuple" | "UnitTuple"));
                is_known && arguments.iter().all(|argument| self.has_sort(argument))
            }
        }
    }

    /// Whether a sort may come up that no term had before: those of bits and numbers may. Others stay those of the seed,
    /// as solvers have their own lists of formats, and of what may hold what.
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

    /// Whether an operator may be used; what it takes and makes is asked for besides.
    pub(in crate::generate) fn has(&self, row: &Operator) -> bool {
        if row.kind == Kind::Constant || row.takes.is_empty() {
            return false;
        }
        // cvc5 wants what a constant array holds to be a value as it writes it, and compares few of them.
        if row.name == "const" {
            return false;
        }
        // The sorts that it takes are those of the heap that the seed declares.
        if row.name == "pto" {
            return false;
        }
        if !self.is_read(row) {
            return false;
        }
        let numbers_only_differ = self.is_difference() && row.theory == Theory::IntsReals;
        if self.spelling.contains_key(row.name) {
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
            // Where it takes terms of the seed, and somebody has looked whether the solver reads it.
            Theory::Extension(_) if self.operators.are_known() => true,
            Theory::Extension(_) => {
                self.logic.finite_fields && matches!(row.name, "ff.add" | "ff.mul" | "ff.neg")
            }
        };
        let is_seldom = row.seldom_read && !self.operators.are_known();
        by_theory && !is_seldom && !(self.is_linear() && row.beyond_linear)
    }

    /// Whether solvers read an operator, by the name that the seed has for it or by any.
    pub(in crate::generate) fn is_read(&self, row: &Operator) -> bool {
        let is_read = |name: &str| self.operators.contains(name);
        self.spelling.get(row.name).map_or_else(|| row.names().any(is_read), |name| is_read(name))
    }

    /// The name of an operator that the seed's solvers read: that of the seed, or the first that the solver reads.
    pub(in crate::generate) fn spelled(&self, row: &Operator) -> &str {
        let read = || row.names().find(|name| self.operators.contains(name)).unwrap_or(row.name);
        self.spelling.get(row.name).map_or_else(read, String::as_str)
    }

    /// Whether a product or quotient has a literal in all places but one.
    pub(in crate::generate) fn is_linear(&self) -> bool {
        self.logic.arithmetic.is_none_or(|numbers| !numbers.nonlinear)
    }

    /// Whether numbers are symbols, and only differences of two are compared with literals.
    pub(in crate::generate) fn is_difference(&self) -> bool {
        self.logic.arithmetic.is_some_and(|numbers| numbers.difference)
    }

    /// Whether a function of the seed wants a number as an argument: one that its definition compares a difference with,
    /// or multiplies in a linear logic. Which factor that is the seed shows by what it has there.
    pub(in crate::generate) fn takes_number(&self, name: &str, at: usize) -> bool {
        let is_difference = self.is_difference();
        if !is_difference && (self.factors.is_empty() || !self.is_linear()) {
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

    /// The same in a wider logic, if there is one.
    pub(in crate::generate) fn widened(mut self, logic: Option<&str>) -> Scope {
        self.logic = logic.and_then(Logic::parse).unwrap_or(self.logic);
        self
    }

    /// Whether functions may be defined by recursion: where somebody has looked whether the solver reads that, in logics
    /// in which all that do have it. Z3 takes other ways for some of those with arrays, and for nonlinear ones.
    pub(in crate::generate) fn has_recursion(&self) -> bool {
        let Logic { quantifiers, uninterpreted, arithmetic, arrays, strings, floats, .. } = self.logic;
        let counts = arithmetic.is_some_and(|numbers| numbers.ints && !numbers.difference);
        let is_plain = !arrays && arithmetic.is_some_and(|numbers| !numbers.nonlinear);
        let has_all = strings && floats;
        let is_read = self.operators.are_known() && self.operators.contains(RECURSION);
        quantifiers && uninterpreted && counts && (is_plain || has_all) && is_read
    }

    /// Whether arrays may be constant: all solvers of quantified arrays read that, and those that read the seed if it has
    /// one.
    pub(in crate::generate) fn has_constant_arrays(&self) -> bool {
        let has_some = self.spelling.contains_key("const") || (self.logic.arrays && self.logic.quantifiers);
        has_some && self.operators.contains("const")
    }

    /// Whether the logic has an operator on numbers. The integers that strings bring along have none but those of strings.
    fn computes(&self, row: &Operator) -> bool {
        let mixes = matches!(row.name, "to_int" | "to_real" | "is_int");
        self.logic.arithmetic.is_some_and(|numbers| !mixes || (numbers.ints && numbers.reals))
    }

    /// Whether a number may be negative: no literal is, without an operator.
    pub(in crate::generate) fn negates(&self) -> bool {
        self.logic.arithmetic.is_some() || self.spelling.contains_key("-")
    }
}

/// The parameters of functions, by name and position, that stand in a product with others that are no numbers, or in
/// a divisor, themselves or by way of another function.
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
            let multiplied = match head {
                "*" if open.len() > 1 => open,
                "div" | "mod" | "/" | "rem" => arguments.iter().skip(1).copied().collect(),
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

/// The width of the widest bit-vectors in a sort.
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
        Scope::of(&problem, &Signature::collect(&problem.script), operators)
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
            ("QF_AX", "const", false),
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
        assert_eq!(scope(seed).spelled(Operator::find("str.in_re").unwrap()), "str.in.re");
        assert!(has("(set-logic QF_LIA)(declare-fun x () Int)(assert (= (mod x 2) 0))", "mod"));
    }

    #[test]
    fn what_the_solver_reads_by_another_name_is_used_by_that() {
        let rotation = Operator::find("ext_rotate_left").unwrap();
        let scope = |unread: &[&str]| read_by("(set-logic QF_BV)", &Operators::without(unread));
        let renamed = scope(&["ext_rotate_left"]);
        assert_eq!((renamed.spelled(rotation), renamed.has(rotation)), ("bvrol", true));
        assert!(!scope(&["ext_rotate_left", "bvrol"]).has(rotation));
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
