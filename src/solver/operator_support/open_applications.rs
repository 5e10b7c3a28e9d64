//! Applications whose value SMT-LIB leaves open, each with two possible values: a solver that contradicts one of them
//! fixes the value.

use std::collections::BTreeSet;

use super::logic_needs::Need;
use crate::matrix::SELECTOR;
use crate::smtlib::{Sort, Sorts};
use crate::theory::operators::Operator;

/// An application of an operator for which its value is open.
struct Open {
    /// The operator, by its name in SMT-LIB 2.7, or [`SELECTOR`].
    operator: &'static str,
    /// The head of the term.
    head: &'static str,
    /// The arguments, each with its sort and value.
    arguments: &'static [(&'static str, &'static str)],
    /// The sort of the result.
    sort: &'static str,
    /// Two possible values.
    values: [&'static str; 2],
}

const INT: &str = "Int";
const REAL: &str = "Real";
const FLOAT: &str = "(_ FloatingPoint 8 24)";
const BYTE: &str = "(_ BitVec 8)";
const INTS: [&str; 2] = ["0", "7"];
const REALS: [&str; 2] = ["0.0", "7.0"];
const BYTES: [&str; 2] = ["#x00", "#x07"];
const ZEROS: [&str; 2] = ["(_ +zero 8 24)", "(_ -zero 8 24)"];
const NAN: (&str, &str) = (FLOAT, "(_ NaN 8 24)");
const MINUS: (&str, &str) = (FLOAT, "((_ to_fp 8 24) #xc0000000)");
/// A datatype for selectors.
const LIST: &str = "(declare-datatypes ((L 0)) (((none) (link (first Int) (rest L)))))\n";

static ALL: [Open; 25] = [
    application("div", "div", &[(INT, "1"), (INT, "0")], INT, INTS),
    application("div", "div", &[(INT, "(- 1)"), (INT, "0")], INT, INTS),
    application("mod", "mod", &[(INT, "1"), (INT, "0")], INT, INTS),
    application("rem", "rem", &[(INT, "1"), (INT, "0")], INT, INTS),
    application("/", "/", &[(REAL, "1.0"), (REAL, "0.0")], REAL, REALS),
    application("/", "/", &[(REAL, "0.0"), (REAL, "0.0")], REAL, REALS),
    application("^", "^", &[(INT, "0"), (INT, "0")], INT, INTS),
    application("^", "^", &[(INT, "2"), (INT, "(- 1)")], INT, INTS),
    application("fp.min", "fp.min", &[(FLOAT, ZEROS[0]), (FLOAT, ZEROS[1])], FLOAT, ZEROS),
    application("fp.max", "fp.max", &[(FLOAT, ZEROS[0]), (FLOAT, ZEROS[1])], FLOAT, ZEROS),
    application("fp.to_ubv", "(_ fp.to_ubv 8)", &[("RoundingMode", "RTZ"), MINUS], BYTE, BYTES),
    application("fp.to_ubv", "(_ fp.to_ubv 8)", &[("RoundingMode", "RTZ"), NAN], BYTE, BYTES),
    application("fp.to_sbv", "(_ fp.to_sbv 8)", &[("RoundingMode", "RTZ"), NAN], BYTE, BYTES),
    application("fp.to_real", "fp.to_real", &[NAN], REAL, REALS),
    application("fp.to_ieee_bv", "fp.to_ieee_bv", &[NAN], "(_ BitVec 32)", ["#x00000000", "#x7fc00001"]),
    application("csc", "csc", &[(REAL, "0.0")], REAL, REALS),
    application("cot", "cot", &[(REAL, "0.0")], REAL, REALS),
    application("arcsin", "arcsin", &[(REAL, "2.0")], REAL, REALS),
    application("arccos", "arccos", &[(REAL, "2.0")], REAL, REALS),
    application("sqrt", "sqrt", &[(REAL, "(- 1.0)")], REAL, REALS),
    application("set.choose", "set.choose", &[("(Set Int)", "(as set.empty (Set Int))")], INT, INTS),
    application("bag.choose", "bag.choose", &[("(Bag Int)", "(as bag.empty (Bag Int))")], INT, INTS),
    application("seq.nth", "seq.nth", &[("(Seq Int)", "(seq.unit 1)"), (INT, "5")], INT, INTS),
    application(
        "seq.last_indexof",
        "seq.last_indexof",
        &[("(Seq Int)", "(seq.unit 1)"), ("(Seq Int)", "(as seq.empty (Seq Int))")],
        INT,
        INTS,
    ),
    application(
        "str.indexof_re",
        "str.indexof_re",
        &[("String", "\"a\""), ("RegLan", "re.allchar"), (INT, "5")],
        INT,
        INTS,
    ),
];
static SELECTED: Open = application(SELECTOR, "first", &[("L", "none")], INT, INTS);

const fn application(
    operator: &'static str,
    head: &'static str,
    arguments: &'static [(&'static str, &'static str)],
    sort: &'static str,
    values: [&'static str; 2],
) -> Open {
    Open { operator, head, arguments, sort, values }
}

/// Scripts that each choose a value for an open application.
#[derive(Debug)]
pub(super) struct Choices {
    /// The operator, by its name in SMT-LIB 2.7, or [`SELECTOR`].
    pub operator: &'static str,
    /// The scripts without `set-logic`. Each is satisfiable, except for a solver that fixes the value.
    pub scripts: Vec<String>,
    /// What they need from a logic.
    pub needs: BTreeSet<Need>,
}

/// Returns the scripts for all open applications.
pub(super) fn all() -> Vec<Choices> {
    ALL.iter().chain([&SELECTED]).map(Open::choices).collect()
}

/// Returns the operators with open applications.
pub(super) fn operators() -> impl Iterator<Item = &'static str> {
    ALL.iter().chain([&SELECTED]).map(|open| open.operator)
}

impl Open {
    /// Returns scripts with the arguments as values, as in certificates, and as symbols that have these values, as in
    /// instances.
    fn choices(&self) -> Choices {
        let scripts = [true, false]
            .into_iter()
            .flat_map(|named| self.values.iter().map(move |value| self.script(named, value)));
        let sorts = Sorts::default();
        let mut needs = BTreeSet::new();
        for sort in self.arguments.iter().map(|(sort, _)| *sort).chain([self.sort]) {
            match sorts.of_text(sort) {
                Some(Sort::Named(name, _)) if name == "L" => {
                    needs.insert(Need::Datatypes);
                }
                Some(sort) => Need::add_sort(&sort, &mut needs),
                None => {}
            }
        }
        if let Some(row) = Operator::find(self.operator) {
            Need::add_operator(row, &mut needs);
        }
        Choices { operator: self.operator, scripts: scripts.collect(), needs }
    }

    fn script(&self, named: bool, value: &str) -> String {
        let mut script = if self.operator == SELECTOR { LIST.to_owned() } else { String::new() };
        let mut words = Vec::new();
        for (at, (sort, value)) in self.arguments.iter().enumerate() {
            // Scripts do not declare symbols for regular languages.
            if named && *sort != "RegLan" {
                script += &format!("(declare-fun a{at} () {sort})\n(assert (= a{at} {value}))\n");
                words.push(format!("a{at}"));
            } else {
                words.push((*value).to_owned());
            }
        }
        let term = format!("({} {})", self.head, words.join(" "));
        script += &format!("(assert (= {term} {value}))\n(check-sat)\n");
        script
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::Problem;
    use crate::theory::interpreter::{Interpreter, Model};
    use crate::theory::operators;
    use crate::theory::sorting::Sorting;

    #[test]
    fn every_open_operator_has_choices() {
        let choices: Vec<&str> = all().iter().map(|choices| choices.operator).collect();
        for row in operators::all().filter(|row| row.open) {
            assert!(choices.contains(&row.name), "{}", row.name);
        }
        assert!(
            choices.iter().all(|name| *name == SELECTOR || Operator::find(name).is_some_and(|row| row.open))
        );
    }

    #[test]
    fn every_application_is_open() {
        for Choices { scripts, .. } in all() {
            assert_eq!(scripts.len(), 4);
            for script in &scripts[2..] {
                let problem = Problem::read(script.clone()).unwrap();
                let model = Model::build(&problem.script, false).unwrap();
                let terms = &problem.formulas.terms;
                let sorting = Sorting::infer(terms, &model.signature);
                let worth =
                    Interpreter::new(&model, terms, &sorting).evaluate(problem.formulas.assertions[0]);
                assert!(worth.value.is_ok() && worth.is_chosen, "{worth:?}: {script}");
            }
        }
    }
}
