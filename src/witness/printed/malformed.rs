//! Malformed values: a solver that prints one for a symbol is certainly wrong.
//!
//! A value is reported here only if it has no meaning in SMT-LIB or in an extension of a known solver. A value in
//! a form that is merely unsupported makes the model unreadable, which is not the solver's fault.

use dashu_base::BitTest;
use dashu_int::UBig;

use super::dialect::{WITHIN, clip};
use super::expand::Expander;
use super::printed_model::Function;
use crate::smtlib::lex::TokenKind;
use crate::smtlib::{NodeId, Sort};
use crate::theory::operators::Operator;

/// The kind of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Literal {
    Bool,
    Numeral,
    Decimal,
    Bits(usize),
    String,
    /// The widths of sign, exponent and fraction.
    Float(usize, usize, usize),
}

impl Expander<'_> {
    /// Returns why a term of the model cannot be a value of this sort; `None` if it may be one.
    pub(super) fn misfit(&self, node: NodeId, sort: Option<&Sort>) -> Option<String> {
        let tree = self.tree();
        let text = || clip(tree.text(node));
        if let Some(token) = tree.atom(node).filter(|token| token.kind == TokenKind::Number)
            && is_broken(token.text(tree.source()))
        {
            return Some(format!("`{}` is no literal of SMT-LIB", text()));
        }
        let sort = sort?;
        if self.is_no_number(node, sort) {
            return Some(format!("`{}` is no literal of SMT-LIB", text()));
        }
        if let Some(literal) = self.literal_kind(node) {
            return (!self.may_be(literal, sort)).then(|| match (literal, sort) {
                (Literal::Bits(bits), Sort::BitVec(width)) => {
                    format!("`{}` has {bits} bits, not {width}", text())
                }
                _ => format!("`{}` is no value of sort {sort}", text()),
            });
        }
        let head = tree.symbol(node).or_else(|| tree.head(node))?;
        if self.is_other_datatype(head, sort) {
            return Some(format!("`{}` is no value of sort {sort}", text()));
        }
        if let (Some(&[binder, variables, _]), Sort::Array(index, _)) = (tree.list(node), sort)
            && tree.symbol(binder) == Some("lambda")
            && let Some(&[variable]) = tree.list(variables)
        {
            let told = tree.list(variable).and_then(|pair| self.sort(*pair.get(1)?));
            let told = told.filter(|told| are_unlike(index, told))?;
            return Some(format!("`{}` takes indices of sort {told}, not {index}", text()));
        }
        let name = match tree.list(node) {
            None => head,
            Some(&[mark, name, ..]) if tree.symbol(mark) == Some("_") && !matches!(sort, Sort::String) => {
                tree.symbol(name)?
            }
            Some(_) => return None,
        };
        (self.has_known_names(sort) && self.is_nothing(name))
            .then(|| format!("`{}` is declared nowhere", text()))
    }

    /// Returns why a definition cannot belong to a symbol with these argument and result sorts; `None` if it may.
    pub(super) fn misfit_of_sorts(
        &self,
        function: &Function,
        arguments: &[Sort],
        result: &Sort,
    ) -> Option<String> {
        for ((name, told), sort) in function.parameters.iter().zip(arguments) {
            if let Some(told) = self.sort(*told).filter(|told| are_unlike(sort, told)) {
                return Some(format!("its parameter `{name}` has sort {told}, not {sort}"));
            }
        }
        let is_whole = function.parameters.len() == arguments.len();
        let told = self.sort(function.sort).filter(|told| is_whole && are_unlike(result, told))?;
        Some(format!("it has sort {told}, not {result}"))
    }

    /// Whether a text begins like a number or bit-vector literal, but is not one of this sort.
    fn is_no_number(&self, node: NodeId, sort: &Sort) -> bool {
        let tree = self.tree();
        if let (Some(&[mark, value, _]), Sort::BitVec(width)) = (tree.list(node), sort) {
            let digits = tree.symbol(value).and_then(|value| value.strip_prefix("bv"));
            let Some(digits) = digits.filter(|_| tree.symbol(mark) == Some("_")) else { return false };
            let value = digits.parse::<UBig>().ok().filter(|_| is_numeral(digits));
            return value.is_none_or(|value| value.bit_len() > *width as usize);
        }
        let Some(token) = tree.atom(node).filter(|token| token.kind == TokenKind::Number) else {
            return false;
        };
        let text = token.text(tree.source());
        // Yices prints `0b101` and fractions, Z3 marks rounded numbers by `?`, and other solvers may print
        // exponents.
        let is_dialect =
            text.contains(['/', '?', 'e', 'E']) || text.starts_with("0b") || text.starts_with('#');
        number(text).is_none() && !is_dialect && self.has_known_names(sort)
    }

    fn literal_kind(&self, node: NodeId) -> Option<Literal> {
        let tree = self.tree();
        if let Some(token) = tree.atom(node) {
            let text = token.text(tree.source());
            return match token.kind {
                TokenKind::String => Some(Literal::String),
                TokenKind::Number => number(text),
                _ => matches!(text, "true" | "false").then_some(Literal::Bool),
            };
        }
        let items = tree.list(node)?;
        let head = tree.head(node)?;
        let bits = |node: NodeId| match number(tree.text(node)) {
            Some(Literal::Bits(bits)) => Some(bits),
            _ => None,
        };
        match (head, &items[1..]) {
            ("-", &[of]) => {
                number(tree.text(of)).filter(|of| matches!(of, Literal::Numeral | Literal::Decimal))
            }
            ("_", &[value, width]) if tree.text(value).strip_prefix("bv").is_some_and(is_numeral) => {
                tree.text(width).parse().ok().map(Literal::Bits)
            }
            ("fp", &[sign, exponent, significand]) => {
                Some(Literal::Float(bits(sign)?, bits(exponent)?, bits(significand)?))
            }
            _ => None,
        }
    }

    /// Whether a literal may denote a value of a sort in the notation of any known solver.
    fn may_be(&self, literal: Literal, sort: &Sort) -> bool {
        match (sort, literal) {
            // Boolector prints Booleans as bits.
            (Sort::Bool, Literal::Bool | Literal::Bits(1) | Literal::Numeral) => true,
            (Sort::BitVec(1), Literal::Bool) => true,
            (Sort::BitVec(width), Literal::Bits(bits)) => bits == *width as usize,
            (Sort::Int, Literal::Numeral) | (Sort::Real, Literal::Numeral | Literal::Decimal) => true,
            // As bits, and as Z3 prints them with `pp.fp_real_literals`.
            (Sort::Float(exponent, significand), Literal::Bits(bits)) => {
                bits == (*exponent + *significand) as usize
            }
            (Sort::Float(..), Literal::Numeral | Literal::Decimal) => true,
            (Sort::Float(exponent, significand), Literal::Float(sign, of, rest)) => {
                (sign, of, rest + 1) == (1, *exponent as usize, *significand as usize)
            }
            // A sort of bits in place of this one is no mistake either.
            (Sort::String, Literal::String) | (Sort::RoundingMode, Literal::Bits(_)) => true,
            (Sort::Bool | Sort::BitVec(_) | Sort::Int | Sort::Real | Sort::Float(..), _) => false,
            (Sort::String | Sort::RoundingMode | Sort::Array(..), _) => false,
            (Sort::Named(name, _), _) => self.signature.datatype(name).is_none(),
            (Sort::RegLan | Sort::Seq(_) | Sort::FiniteField(_), _) => true,
        }
    }

    /// Whether a head is a constructor of another datatype than the sort.
    fn is_other_datatype(&self, head: &str, sort: &Sort) -> bool {
        if self.signature.constructor(head).is_none() || self.bound(head).is_some() {
            return false;
        }
        match sort {
            Sort::Named(name, _) => {
                self.signature.datatype(name).is_some() && self.signature.constructor_of(name, head).is_none()
            }
            Sort::Bool | Sort::BitVec(_) | Sort::Int | Sort::Real | Sort::Float(..) | Sort::String => true,
            _ => false,
        }
    }

    /// Whether every name that a value of this sort may contain is declared by the script or a theory. Elements of declared
    /// sorts may have any name.
    fn has_known_names(&self, sort: &Sort) -> bool {
        match sort {
            Sort::Named(name, _) => self.signature.datatype(name).is_some(),
            Sort::RoundingMode => true,
            Sort::Bool | Sort::BitVec(_) | Sort::Int | Sort::Real | Sort::Float(..) | Sort::String => true,
            _ => false,
        }
    }

    /// Whether a name is unknown to the script, the model and all theories, and does not look generated by a
    /// solver.
    fn is_nothing(&self, name: &str) -> bool {
        // `pi` and `euler` are numbers that Z3 prints.
        let is_made_up = matches!(name, "pi" | "euler")
            || name.contains(['@', '!', '.'])
            || name.starts_with(['-', '+'])
            || name.starts_with(WITHIN);
        let is_known = matches!(name, "true" | "false")
            || self.bound(name).is_some()
            || self.printed.functions.contains_key(name)
            || self.printed.unknown.contains(name)
            || self.elements.declares(name)
            || Operator::find(name).is_some();
        !is_made_up && !is_known
    }
}

/// Whether two sorts are certainly different, unless solvers print one for the other.
fn are_unlike(sort: &Sort, told: &Sort) -> bool {
    let is_plain = |sort: &Sort| {
        matches!(
            sort,
            Sort::Bool | Sort::Int | Sort::Real | Sort::BitVec(_) | Sort::Float(..) | Sort::RoundingMode
        )
    };
    match (sort, told) {
        (Sort::Bool, Sort::BitVec(1)) | (Sort::BitVec(1), Sort::Bool) => false,
        (Sort::Int | Sort::Real, Sort::Int | Sort::Real) => false,
        (Sort::Float(..), Sort::BitVec(_)) | (Sort::RoundingMode, Sort::BitVec(_)) => false,
        (Sort::Array(index, element), Sort::Array(told_index, told_element)) => {
            are_unlike(index, told_index) || are_unlike(element, told_element)
        }
        (sort, told) => is_plain(sort) && is_plain(told) && sort != told,
    }
}

fn is_numeral(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text begins like a bit-vector literal, but is not one.
fn is_broken(text: &str) -> bool {
    let digits = |is_digit: fn(&u8) -> bool| {
        move |digits: &str| digits.is_empty() || !digits.as_bytes().iter().all(is_digit)
    };
    let hexadecimal = digits(u8::is_ascii_hexdigit);
    let binary = digits(|byte| matches!(byte, b'0' | b'1'));
    text.strip_prefix("#x").is_some_and(hexadecimal) || text.strip_prefix("#b").is_some_and(binary)
}

fn number(text: &str) -> Option<Literal> {
    if is_broken(text) {
        return None;
    }
    if let Some(digits) = text.strip_prefix("#x") {
        return Some(Literal::Bits(4 * digits.len()));
    }
    if let Some(digits) = text.strip_prefix("#b") {
        return Some(Literal::Bits(digits.len()));
    }
    match text.split_once('.') {
        Some((whole, rest)) => (is_numeral(whole) && is_numeral(rest)).then_some(Literal::Decimal),
        None => is_numeral(text).then_some(Literal::Numeral),
    }
}

#[cfg(test)]
mod tests {
    use crate::smtlib::Script;
    use crate::smtlib::examples::check;
    use crate::witness::PrintedError;
    use crate::witness::printed::{Completion, Printed};

    #[test]
    fn what_is_certainly_no_value_is_malformed() {
        check(include_str!("values.smt2"), |example| {
            let script = Script::parse(example.declared.clone()).unwrap();
            let printed = Printed::read(&script, &format!("((define-fun {}))", example.term)).unwrap();
            match printed.witness(&script, Completion::default()) {
                Err(PrintedError::Malformed { symbol, what }) => {
                    assert!(example.term.starts_with(&format!("{symbol} ")), "{symbol}");
                    what
                }
                _ => "may be well-formed".to_owned(),
            }
        });
    }
}
