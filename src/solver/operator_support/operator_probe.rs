//! The smallest script that shows whether a solver reads an operator: one application to symbols, first over unusual
//! sorts, then over the sorts that every solver of the theory has.

use std::collections::BTreeSet;

use super::logic_needs::Need;
use crate::matrix::{CODATATYPES, PATTERN};
use crate::smtlib::{FINITE_SET, SET, Sort};
use crate::theory::meaning::Meaning;
use crate::theory::operators::{Columns, Operator, ResultSort, Takes, Width, op};
use crate::theory::signature::Signature;
use crate::theory::sorting::application;

/// A script without `set-logic`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OperatorProbe {
    /// Declarations, an assertion and a check-sat. It may be satisfiable or not.
    pub script: String,
    /// The form of the operator, and whether the script uses names of older SMT-LIB, or Z3's name for sets.
    pub form: (usize, bool),
    /// What it needs from a logic.
    pub needs: BTreeSet<Need>,
}

/// Returns all probes of an operator under one of its names, without repetition.
pub(super) fn all(row: &Operator, name: &str) -> Vec<OperatorProbe> {
    all_of(row, name, false)
}

/// Returns scripts that a solver cannot decide without working on the operator: they have two applications of it, whose
/// values and arguments differ.
pub(super) fn exercises(row: &Operator, name: &str) -> Vec<OperatorProbe> {
    all_of(row, name, true)
}

/// Returns the probes of what is no operator: the commands that declare codatatypes, and patterns.
pub(super) fn of_syntax() -> [(&'static str, OperatorProbe); 2] {
    let codatatypes = "(declare-codatatypes ((L 0)) (((none) (link (first Bool) (rest L)))))\n(declare-fun a () L)\n\
        (assert ((_ is link) a))\n(check-sat)\n";
    let patterns = "(declare-fun f (Bool) Bool)\n\
        (assert (forall ((x Bool)) (! (=> (f x) (f (not x))) :pattern ((f x)))))\n(check-sat)\n";
    let probe = |script: &str, needs| OperatorProbe { script: script.to_owned(), form: (0, false), needs };
    [
        (CODATATYPES, probe(codatatypes, BTreeSet::from([Need::Datatypes]))),
        (PATTERN, probe(patterns, BTreeSet::from([Need::Quantifiers, Need::Functions]))),
    ]
}

fn all_of(row: &Operator, name: &str, for_work: bool) -> Vec<OperatorProbe> {
    let mut found: Vec<OperatorProbe> = Vec::new();
    for over in &PROBE_SORTS {
        for at in 0..row.takes.len() {
            let probe = probe(row, name, (at, for_work), over);
            found.extend(probe.filter(|new| !found.iter().any(|known| known.script == new.script)));
        }
    }
    found
}

fn probe(
    row: &Operator,
    name: &str,
    (at, for_work): (usize, bool),
    over: &ProbeSorts,
) -> Option<OperatorProbe> {
    let form = *row.takes.get(at)?;
    // `(and)` is not a term.
    if form.is_empty() && row.takes.len() > 1 {
        return None;
    }
    let sorts = arguments(row, form, over)?;
    let head = head(row, name, &sorts, over)?;
    let references: Vec<&Sort> = sorts.iter().collect();
    let meaning = Meaning::resolve(&head, &Signature::default()).with_set_name(over.set_name);
    let result = application(&meaning, &head, &references).known()?.clone();
    let mut script = String::new();
    // To the items of its own sets, and of bags, cvc5 applies functions, where Z3 applies arrays.
    let is_of_cvc5 = matches!(sorts.last(), Some(Sort::Named(name, _)) if name != FINITE_SET);
    let has_function = op::ITERATIONS.contains(&row.op) && is_of_cvc5;
    let mut declare = |name: &str, is_function: bool, sort: &Sort| {
        let (arguments, sort) = match (sort, sort.as_array()) {
            (Sort::RegLan, _) => (String::new(), &Sort::String),
            (_, Some((indices, made))) if is_function => {
                (indices.iter().map(Sort::to_string).collect::<Vec<_>>().join(" "), made)
            }
            _ => (String::new(), sort),
        };
        script += &format!("(declare-fun {name} ({arguments}) {sort})\n");
    };
    let mut apply = |prefix: &str| {
        let mut words = Vec::with_capacity(sorts.len());
        for (at, sort) in sorts.iter().enumerate() {
            let symbol = format!("{prefix}{at}");
            declare(&symbol, has_function && at == 0, sort);
            words.push(match sort {
                Sort::RegLan => format!("({} {symbol})", over.languages.1),
                _ => symbol,
            });
        }
        if words.is_empty() { head.clone() } else { format!("({head} {})", words.join(" ")) }
    };
    let (term, other) = (apply("a"), (for_work && !sorts.is_empty()).then(|| apply("b")));
    declare("it", false, &result);
    let equation = |term: &str| match result {
        Sort::RegLan => format!("({} it {term})", over.languages.0),
        _ => format!("(= it {term})"),
    };
    script += &format!("(assert {})\n", equation(&term));
    if let Some(other) = &other {
        script += &format!("(assert (not {}))\n", equation(other));
        // What occurs once may be anything, and a solver does not look further.
        let differ = (0..sorts.len()).map(|at| format!("(assert (not (= a{at} b{at})))\n"));
        script.extend(differ);
    }
    script += "(check-sat)\n";
    let mut needs = BTreeSet::new();
    sorts.iter().chain([&result]).for_each(|sort| Need::add_sort(sort, &mut needs));
    Need::add_operator(row, &mut needs);
    needs.extend(has_function.then_some(Need::HigherOrder));
    let has_languages = sorts.iter().chain([&result]).any(|sort| *sort == Sort::RegLan);
    let is_renamed = (has_languages && over.is_old()) || script.contains(FINITE_SET);
    let form = (at, is_renamed);
    Some(OperatorProbe { script, form, needs })
}

/// Returns argument sorts that fit together: a bit-vector has as many bits as the floating-point format that it is
/// converted to.
fn arguments(row: &Operator, form: &[Takes], over: &ProbeSorts) -> Option<Vec<Sort>> {
    let (exponent, significand) = over.float;
    let parts = || vec![Sort::BitVec(1), Sort::BitVec(exponent), Sort::BitVec(significand - 1)];
    match (row.result, form) {
        (ResultSort::FormatOfIndices, [Takes::Bits]) => Some(vec![Sort::BitVec(exponent + significand)]),
        (ResultSort::FormatOfIndices | ResultSort::FormatOfParts, [Takes::Bit, ..]) => Some(parts()),
        (ResultSort::OfColumns(Columns::Diagonal), _) => {
            let column = Sort::Named("Tuple".to_owned(), vec![(over.plain)()]);
            Some(vec![Sort::Named(over.set_name.to_owned(), vec![column])])
        }
        _ => over.arguments(form),
    }
}

/// Returns the name with its indices, or with the sort that qualifies it.
fn head(row: &Operator, name: &str, sorts: &[Sort], over: &ProbeSorts) -> Option<String> {
    if row.result == ResultSort::Qualifier {
        return Some(format!("(as {name} {})", over.qualifier(row.name)?));
    }
    let format = format!("{} {}", over.float.0, over.float.1);
    let width = over.bits.to_string();
    let is_join = matches!(row.op, op::REL_TABLE_JOIN | op::TABLE_JOIN);
    let indices = match (row.op, row.result) {
        (op::ROTATE_LEFT | op::ROTATE_RIGHT, _) => "1",
        (op::DIVISIBLE, _) => "3",
        (op::RE_POWER, _) => "2",
        (op::RE_LOOP, _) if sorts.len() == 1 => "1 2",
        (op::CHAR, _) => "#x61",
        (op::BIT2BOOL | op::REL_GROUP | op::TABLE_GROUP, _) => "0",
        (_, ResultSort::Bits(Width::Index)) => &width,
        (_, ResultSort::Bits(Width::PlusIndex)) => "1",
        (_, ResultSort::Bits(Width::TimesIndex)) => "2",
        (_, ResultSort::Bits(Width::Slice)) => "1 0",
        (_, ResultSort::FormatOfIndices) => &format,
        (_, ResultSort::Column | ResultSort::OfColumns(Columns::Indexed | Columns::Updated)) => "0",
        (_, ResultSort::OfColumns(Columns::All)) if is_join => "0 0",
        _ => return Some(name.to_owned()),
    };
    Some(format!("(_ {name} {indices})"))
}

/// The sorts of one round of probes, and the names of regular-language operators.
#[derive(Debug)]
struct ProbeSorts {
    /// Width of bit-vectors, in bits.
    bits: u32,
    /// Floating-point format: exponent and significand, in bits.
    float: (u32, u32),
    /// The sort of arguments that may have any sort.
    plain: fn() -> Sort,
    /// The sort of arguments that may be `Int` or `Real`.
    number: Sort,
    /// The names of `str.in_re` and `str.to_re`.
    languages: (&'static str, &'static str),
    /// The name of the sorts of sets.
    set_name: &'static str,
}

const LANGUAGES: (&str, &str) = ("str.in_re", "str.to_re");

const UNUSUAL: ProbeSorts = ProbeSorts {
    bits: 3,
    float: (3, 5),
    plain: || Sort::Int,
    number: Sort::Int,
    languages: LANGUAGES,
    set_name: SET,
};

const COMMON: ProbeSorts = ProbeSorts { bits: 8, float: (8, 24), ..UNUSUAL };

/// In the order in which they are tried: what is read in one round needs no other.
static PROBE_SORTS: [ProbeSorts; 6] = [
    UNUSUAL,
    ProbeSorts { plain: || Sort::BitVec(8), number: Sort::Real, ..COMMON },
    ProbeSorts { plain: || Sort::Bool, ..COMMON },
    ProbeSorts { plain: || Sort::Real, number: Sort::Real, ..COMMON },
    // As before SMT-LIB 2.6 had strings.
    ProbeSorts { plain: || Sort::String, languages: ("str.in.re", "str.to.re"), ..COMMON },
    // As in Z3.
    ProbeSorts { set_name: FINITE_SET, ..UNUSUAL },
];

impl ProbeSorts {
    /// Returns whether it uses names from before SMT-LIB had strings.
    fn is_old(&self) -> bool {
        self.languages != LANGUAGES
    }

    /// Returns the argument sorts for a form of an operator, two for a form with any number of arguments; `None` if
    /// these sorts do not fit the form.
    fn arguments(&self, form: &[Takes]) -> Option<Vec<Sort>> {
        let (fixed, more) = Takes::split(form);
        if fixed == [Takes::Inserted] {
            return Some(vec![(self.plain)(), self.set()]);
        }
        let count = if more { fixed.len().max(2) } else { fixed.len() };
        let taken: Vec<Takes> = (0..count).filter_map(|at| fixed.get(at).or(fixed.last()).copied()).collect();
        let mut sorts: Vec<Option<Sort>> = taken.iter().map(|taken| self.independent(*taken)).collect();
        for (at, taken) in taken.iter().enumerate() {
            let of = |sorts: &[Option<Sort>], at: usize| sorts.get(at).cloned().flatten();
            let sort = match taken {
                Takes::Same(before) => of(&sorts, *before),
                Takes::IndexOf(holder) => match of(&sorts, *holder)? {
                    Sort::Array(index, _) => Some(*index),
                    _ => None,
                },
                Takes::ElementOf(holder) => match of(&sorts, *holder)? {
                    Sort::Array(_, element) | Sort::Seq(element) => Some(*element),
                    Sort::Named(_, held) => held.into_iter().next(),
                    _ => None,
                },
                Takes::IndicesOf(holder) => match of(&sorts, *holder)? {
                    Sort::Array(index, _) => Some(Sort::Seq(index)),
                    _ => None,
                },
                Takes::IndexSetOf(holder) => match of(&sorts, *holder)? {
                    Sort::Array(index, _) => Some(self.set_of(*index)),
                    _ => None,
                },
                Takes::Mapper | Takes::Folder | Takes::RightFolder | Takes::Test => {
                    let between: Vec<Sort> =
                        sorts[at + 1..].split_last()?.1.iter().cloned().collect::<Option<_>>()?;
                    let made = match taken {
                        Takes::Test => Sort::Bool,
                        Takes::Folder | Takes::RightFolder => between.last()?.clone(),
                        _ => (self.plain)(),
                    };
                    let mut indices = between;
                    let item = if *taken == Takes::RightFolder { 0 } else { indices.len() };
                    indices.insert(item, (self.plain)());
                    Some(Sort::array_over(indices, made))
                }
                _ => continue,
            };
            sorts[at] = sort;
        }
        sorts.into_iter().collect()
    }

    /// Returns a sort for an argument that does not depend on the others.
    fn independent(&self, taken: Takes) -> Option<Sort> {
        match taken {
            Takes::Any => Some((self.plain)()),
            Takes::Bool => Some(Sort::Bool),
            Takes::Int => Some(Sort::Int),
            Takes::Real => Some(Sort::Real),
            Takes::Number => Some(self.number.clone()),
            Takes::Bits => Some(Sort::BitVec(self.bits)),
            Takes::Bit => Some(Sort::BitVec(1)),
            Takes::Float => Some(Sort::Float(self.float.0, self.float.1)),
            Takes::Rounding => Some(Sort::RoundingMode),
            Takes::Text => Some(Sort::String),
            Takes::Language => Some(Sort::RegLan),
            Takes::Sequence => Some(Sort::Seq(Box::new((self.plain)()))),
            Takes::Array => Some(self.array()),
            Takes::Predicate => Some(Sort::Array(Box::new((self.plain)()), Box::new(Sort::Bool))),
            Takes::FieldElement => Some(Sort::FiniteField("5".to_owned())),
            Takes::Set => Some(self.set()),
            Takes::Bag => Some(bag_of((self.plain)())),
            Takes::Relation => Some(self.set_of(self.pair())),
            Takes::Table => Some(bag_of(self.pair())),
            Takes::Tuple => Some(self.pair()),
            Takes::Same(_)
            | Takes::IndexOf(_)
            | Takes::ElementOf(_)
            | Takes::IndicesOf(_)
            | Takes::IndexSetOf(_)
            | Takes::Mapper
            | Takes::Folder
            | Takes::RightFolder
            | Takes::Test
            | Takes::More
            | Takes::Inserted => None,
        }
    }

    /// Returns the sort with which `as` qualifies an operator.
    fn qualifier(&self, name: &str) -> Option<Sort> {
        match name.split_once('.').map_or(name, |(theory, _)| theory) {
            "const" => Some(self.array()),
            "seq" => Some(Sort::Seq(Box::new((self.plain)()))),
            "set" | "emptyset" | "univset" => Some(self.set()),
            "bag" | "emptybag" => Some(bag_of((self.plain)())),
            _ => None,
        }
    }

    fn array(&self) -> Sort {
        Sort::Array(Box::new((self.plain)()), Box::new((self.plain)()))
    }

    fn set(&self) -> Sort {
        self.set_of((self.plain)())
    }

    fn set_of(&self, element: Sort) -> Sort {
        Sort::Named(self.set_name.to_owned(), vec![element])
    }

    fn pair(&self) -> Sort {
        Sort::Named("Tuple".to_owned(), vec![(self.plain)(), (self.plain)()])
    }
}

fn bag_of(element: Sort) -> Sort {
    Sort::Named("Bag".to_owned(), vec![element])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::Problem;
    use crate::theory::operators;

    #[test]
    fn every_operator_has_probes_under_each_name() {
        for row in operators::usual() {
            for name in row.names() {
                let probes = all(row, name);
                assert!(!probes.is_empty(), "{name}");
                for OperatorProbe { script, .. } in probes {
                    let problem =
                        Problem::read(script.clone()).unwrap_or_else(|error| panic!("{error:?}: {script}"));
                    assert_eq!(problem.formulas.assertions.len(), 1, "{script}");
                    assert!(script.contains(name), "{script}");
                }
            }
        }
    }

    #[test]
    fn probes_are_small_and_start_with_unusual_sorts() {
        let first = |name: &str| all(Operator::find(name).unwrap(), name).swap_remove(0).script;
        assert_eq!(
            first("bvudiv"),
            "(declare-fun a0 () (_ BitVec 3))\n(declare-fun a1 () (_ BitVec 3))\n(declare-fun it () (_ BitVec 3))\n\
             (assert (= it (bvudiv a0 a1)))\n(check-sat)\n"
        );
        assert!(first("fp.rem").contains("(_ FloatingPoint 3 5)"));
        assert!(first("re.*").ends_with("(assert (str.in_re it (re.* (str.to_re a0))))\n(check-sat)\n"));
        assert!(first("set.member").contains("(set.member a0 a1)"));
        assert!(first("const").contains("((as const (Array Int Int)) a0)"));
        let fold = "(declare-fun a0 (Int Int) Int)\n(declare-fun a1 () Int)\n(declare-fun a2 () (Set Int))\n";
        assert!(first("set.fold").starts_with(fold));
        assert!(
            first("bag.filter").starts_with("(declare-fun a0 (Int) Bool)\n(declare-fun a1 () (Bag Int))\n")
        );
    }
}
