//! What an error message of a solver is about, and the key of `solvers.yaml` that fixes it.
//!
//! Error messages have no standard form. These are those of Z3, cvc5, Yices, Bitwuzla and Boolector, which other
//! solvers partly share.

/// The subject of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Complaint {
    /// An unknown logic, or a logic that the formula exceeds; with its name if the error gives it.
    Logic(Option<String>),
    /// An unknown operator.
    Operator(String),
    /// An unknown sort.
    Sort(String),
    /// An unknown command.
    Command(String),
    /// An unknown option.
    Option(String),
    /// Levels, or several check-sats.
    Levels,
    /// Any other subject.
    Other,
}

/// The texts before a name in an error, the most specific first.
const OPERATORS: [&str; 10] = [
    "unknown builtin function ", "unknown function/constant ", "unknown constant ", "undefined term: ",
    "undefined identifier: ", "Unknown indexed function ", "invalid indexed term ",
    "invalid parametric term '_ ", "undefined symbol ", "Unknown function ",
];
const SORTS: [&str; 4] = ["unknown sort ", "undefined sort: ", "invalid sort ", "undefined sort "];
const LOGICS: [&str; 6] = [
    "unknown logic: ", "unknown logic ", "unsupported logic ", "expected logic at ",
    "is not allowed in logic ", "at end of logic string: ",
];
const OPTIONS: [&str; 7] = [
    "unknown parameter ", "unsupported option: ", "unrecognized option: ", "invalid option: ",
    "invalid option ", "no such option: ", "invalid command line option: ",
];

impl Complaint {
    /// Reads an error message.
    pub(crate) fn read(error: &str) -> Complaint {
        let after = |signs: &[&str]| signs.iter().find_map(|sign| name(error.split_once(sign)?.1));
        // cvc5 puts the name first.
        let declared = |kind: &str| name(error.split_once(kind)?.0.rsplit_once("ymbol ")?.1);
        if let Some(logic) = after(&LOGICS) {
            return Complaint::Logic(Some(logic));
        }
        if ["in a linear logic", "logic does not support", "no logic set"]
            .iter()
            .any(|sign| error.contains(sign))
        {
            return Complaint::Logic(None);
        }
        if let Some(sort) = after(&SORTS).or_else(|| declared(" not declared as a type")) {
            return Complaint::Sort(sort);
        }
        if let Some(operator) = after(&OPERATORS).or_else(|| declared(" not declared as a variable")) {
            return Complaint::Operator(operator);
        }
        if let Some(option) = after(&OPTIONS) {
            return Complaint::Option(option);
        }
        if ["incremental mode", "solving incrementally"].iter().any(|sign| error.contains(sign)) {
            return Complaint::Levels;
        }
        let command = error.strip_suffix(" is not a command").and_then(|text| text.rsplit(' ').next());
        if let Some(command) = command.and_then(name).or_else(|| after(&["command, got "])) {
            return Complaint::Command(command);
        }
        Complaint::Other
    }

    /// Returns the subject and the remedy, as a clause to follow the error.
    pub(crate) fn remedy(&self, row: &str) -> String {
        match self {
            Complaint::Logic(Some(logic)) => format!(
                "it does not support {logic}: remove that from `logics` of `{row}` in solvers.yaml, or declare \
                 another logic with `set_logic`"
            ),
            Complaint::Logic(None) => {
                format!("it concerns the logic: correct `logics` or `set_logic` of `{row}` in solvers.yaml")
            }
            Complaint::Operator(name) => {
                format!(
                    "it does not read `{name}`: write \"!{name}\" in `operators` of `{row}` in solvers.yaml"
                )
            }
            // Z3 4.16.0 lacks floating-point numbers in a logic that it does not know.
            Complaint::Sort(name) => format!(
                "it does not know the sort `{name}`, at least in this logic: remove logics with it from \
                 `logics` of `{row}` in solvers.yaml, or declare another logic with `set_logic`"
            ),
            Complaint::Command(name) => format!(
                "it does not know the command `{name}`: correct `check_sat` or `commands` of `{row}` in solvers.yaml"
            ),
            Complaint::Option(name) => {
                format!(
                    "it does not know the option `{name}`: correct `argv` or `options` of `{row}` in solvers.yaml"
                )
            }
            Complaint::Levels => format!(
                "it does not run in incremental mode: add the argument that enables it to `argv` of `{row}` in \
                 solvers.yaml, or remove `mode: incremental`"
            ),
            Complaint::Other => {
                format!(
                    "`storm doctor {row}` says what it reads; correct `argv`, `logics` or `operators` in solvers.yaml"
                )
            }
        }
    }
}

/// Returns the name that a text starts with, without quotes.
fn name(text: &str) -> Option<String> {
    let text = text.trim_start_matches(['\'', '`', '"', ' ']);
    let end = text.find([' ', '\'', '`', '"', ')', ',', ';', '\n']).unwrap_or(text.len());
    let name = text[..end].trim_end_matches(['.', ':']);
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The literal messages of z3 5.4.0 and 4.8.7, cvc5 1.4.2, yices 2.6.5, bitwuzla 0.9.1 and boolector 3.2.4.
    #[test]
    fn the_subject_of_an_error_is_recognised() {
        let (logic, operator, sort) = (
            |name: &str| Complaint::Logic(Some(name.to_owned())),
            |name: &str| Complaint::Operator(name.to_owned()),
            |name: &str| Complaint::Sort(name.to_owned()),
        );
        let option = |name: &str| Complaint::Option(name.to_owned());
        let command = |name: &str| Complaint::Command(name.to_owned());
        for (error, expected) in [
            (
                "LogicInfo::setLogicString(): junk (\"\"FOO\"\") at end of logic string: QF_FOO",
                logic("QF_FOO"),
            ),
            ("unknown logic: QF_FOO", logic("QF_FOO")),
            ("a.smt2:1:12: unsupported logic 'QF_LIA'", logic("QF_LIA")),
            ("a.smt2:1:12: expected logic at 'QF_S'", logic("QF_S")),
            ("non-linear arithmetic is not allowed in logic QF_LIA", logic("QF_LIA")),
            ("line 1 column 61: logic does not support nonlinear arithmetic", Complaint::Logic(None)),
            ("A non-linear term was asserted to arithmetic in a linear logic.", Complaint::Logic(None)),
            ("line 1 column 55: unknown constant frob (Int)", operator("frob")),
            ("line 1 column 55: unknown function/constant frob", operator("frob")),
            (
                "line 1 column 74: invalid use of indexed identifier, unknown builtin function rotfoo",
                operator("rotfoo"),
            ),
            ("Symbol 'frob' not declared as a variable", operator("frob")),
            ("Unknown indexed function `rotfoo'", operator("rotfoo")),
            ("at line 1, column 49: undefined term: str.<", operator("str.<")),
            ("at line 1, column 63: undefined identifier: rotfoo", operator("rotfoo")),
            ("a.smt2:1:85: invalid indexed term 'rotfoo'", operator("rotfoo")),
            ("a.smt2:1:57: undefined symbol 'bvuaddo'", operator("bvuaddo")),
            ("a.smt2:1:63: invalid parametric term '_ rotfoo'", operator("rotfoo")),
            ("line 1 column 36: Invalid constant declaration: unknown sort 'Foo'", sort("Foo")),
            ("Symbol 'Float32' not declared as a type", sort("Float32")),
            ("at line 1, column 36: undefined sort: Foo", sort("Foo")),
            ("a.smt2:1:35: invalid sort 'Float32'", sort("Float32")),
            ("line 1 column 19: unknown parameter 'frob' Legal parameters are: auto_config", option("frob")),
            ("a.smt2:1:13: unsupported option: 'frob'", option("frob")),
            ("unrecognized option: frob.", option("frob")),
            ("exit code 1: yices-smt2: invalid option: --frob", option("--frob")),
            ("exit code 1: Error: invalid command line option: --frob", option("--frob")),
            ("invalid option '--frob'", option("--frob")),
            ("no such option: --frob", option("--frob")),
            ("cannot push when not solving incrementally (use --incremental)", Complaint::Levels),
            ("push is not allowed in non-incremental mode", Complaint::Levels),
            (
                "at line 1, column 72: syntax error: check-sat-using is not a command",
                command("check-sat-using"),
            ),
            ("Expected SMT-LIBv2 command, got `check-sat-using` (SYMBOL).", command("check-sat-using")),
            ("line 1 column 56: Sorts Int and String are incompatible", Complaint::Other),
            ("unknown constant ", Complaint::Other),
        ] {
            assert_eq!(Complaint::read(error), expected, "{error}");
        }
    }

    #[test]
    fn a_remedy_names_the_key() {
        for (error, key) in [
            ("unknown logic: X", "`logics` of `a/b`"),
            ("undefined term: x", "`operators` of `a/b`"),
            ("undefined sort: X", "`logics` of `a/b`"),
            ("line 2 column 40: unknown sort 'FloatingPoint'", "`set_logic`"),
            ("no such option: -x", "`argv` or `options` of `a/b`"),
            ("x is not a command", "`check_sat` or `commands` of `a/b`"),
            ("push is not allowed in non-incremental mode", "`argv` of `a/b`"),
            ("what", "`storm doctor a/b`"),
        ] {
            let remedy = Complaint::read(error).remedy("a/b");
            assert!(remedy.contains(key) && remedy.contains("solvers.yaml"), "{remedy}");
        }
    }
}
