//! Literals nearer to zero, everywhere at once, in the script and in the witness, or at one place.

use std::collections::BTreeSet;

use super::{Proposals, each_exchanged};
use crate::reduce::minimise::draft::Draft;
use crate::smtlib::Expr;
use crate::theory::literals::{characters, decimal_digits};

/// Every literal exchanged for a smaller one, wherever it stands, or where it stands once.
pub(super) fn moves(draft: &Draft) -> Proposals<'_> {
    let mut literals = BTreeSet::new();
    for line in &draft.lines {
        line.expr.for_each_atom(&mut |atom| {
            literals.insert(Expr::atom(atom));
        });
    }
    let exchanges = literals.into_iter().flat_map(|literal| {
        let others = smaller(&literal);
        others.into_iter().map(move |other| (literal.clone(), other))
    });
    let everywhere =
        exchanges.map(|(literal, other)| draft.replaced(|part| exchanged(part, &literal, &other)));
    Box::new(everywhere.chain(each_exchanged(draft, smaller)))
}

/// Another literal in place of one; in place of a string also inside of longer ones.
fn exchanged(part: &Expr, literal: &Expr, other: &Expr) -> Option<Expr> {
    if part == literal {
        return Some(other.clone());
    }
    let [part, literal, other] = [part, literal, other].map(|expr| characters(expr.text()?));
    let (part, literal, other) = (part?, literal.filter(|characters| !characters.is_empty())?, other?);
    part.contains(literal).then(|| Expr::atom(&format!("\"{}\"", part.replace(literal, other))))
}

/// Smaller literals of the same sort; none for what is no literal.
pub(super) fn smaller(literal: &Expr) -> Vec<Expr> {
    if let [Expr::Atom(mark), Expr::Atom(value), Expr::Atom(width)] = literal.children()
        && **mark == *"_"
        && let Some(value) = decimal_digits(value).and_then(|digits| digits.parse::<u64>().ok())
    {
        let with = |value: u64| Expr::list(["_", &format!("bv{value}"), width].map(Expr::atom).to_vec());
        return nearer(value).into_iter().map(with).collect();
    }
    let texts = match literal.text().unwrap_or_default() {
        text if text.starts_with("#b") || text.starts_with("#x") => bits(text),
        text if text.starts_with('"') => strings(text),
        text if text.starts_with(|c: char| c.is_ascii_digit()) => numbers(text),
        _ => Vec::new(),
    };
    texts.iter().map(|text| Expr::atom(text)).collect()
}

/// Numbers below a number, the smallest first. The steps are large enough for there to be few of
/// them, one after the other, whatever the number is.
fn nearer(number: u64) -> Vec<u64> {
    let mut found = vec![0, 1, 2, number / 10, number / 2, number - number.div_ceil(8)];
    found.retain(|other| *other < number);
    found.sort_unstable();
    found.dedup();
    found
}

fn numbers(text: &str) -> Vec<String> {
    match text.split_once('.') {
        None => match text.parse() {
            Ok(number) => nearer(number).iter().map(u64::to_string).collect(),
            // Too long a number may lose its digits.
            Err(_) => vec!["0".to_owned(), "1".to_owned(), text[..text.len() / 2].to_owned()],
        },
        Some((whole, fraction)) => {
            let plain = fraction.bytes().any(|byte| byte != b'0') || fraction.len() > 1;
            let wholes = numbers(whole).into_iter().chain(plain.then(|| whole.to_owned()));
            wholes.map(|whole| format!("{whole}.0")).collect()
        }
    }
}

/// All zeros, all but the last, and without the highest digit that is not zero.
fn bits(text: &str) -> Vec<String> {
    let (mark, digits) = text.split_at(2);
    let mut found =
        vec!["0".repeat(digits.len()), format!("{}1", "0".repeat(digits.len().saturating_sub(1)))];
    if let Some(highest) = digits.find(|c| c != '0') {
        found.push(format!("{}{}", "0".repeat(highest + 1), &digits[highest + 1..]));
    }
    found.retain(|other| other != digits && !digits.is_empty());
    found.iter().map(|digits| format!("{mark}{digits}")).collect()
}

/// The empty string, halves, and all but the first or last character.
fn strings(text: &str) -> Vec<String> {
    let inner = characters(text).unwrap_or_default();
    let places: Vec<usize> = inner.char_indices().map(|(at, _)| at).chain([inner.len()]).collect();
    let count = places.len() - 1;
    let half = places[count / 2];
    let mut found = vec!["", &inner[..half], &inner[half..]];
    if count > 1 {
        found.extend([&inner[places[1]..], &inner[..places[count - 1]]]);
    }
    found.retain(|part| part.len() < inner.len());
    found.sort_by_key(|part| part.len());
    found.dedup();
    // A quote inside is written twice: half of it is no literal.
    let found = found.iter().map(|part| format!("\"{part}\""));
    found.filter(|text| matches!(Expr::read(text).as_deref(), Some([Expr::Atom(_)]))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduce::minimise::moves::tests::proposals;

    fn texts(literal: &str) -> String {
        let literal = Expr::read(literal).unwrap().remove(0);
        smaller(&literal).iter().map(Expr::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn literals_go_to_zero() {
        assert_eq!(texts("120"), "0 1 2 12 60 105");
        assert_eq!(texts("0"), "");
        assert_eq!(texts("3.50"), "0.0 1.0 2.0 3.0");
        assert_eq!(texts("1.0"), "0.0");
        assert_eq!(texts("#x0a2"), "#x000 #x001 #x002");
        assert_eq!(texts("(_ bv5 32)"), "(_ bv0 32) (_ bv1 32) (_ bv2 32) (_ bv4 32)");
        assert_eq!(texts("\"abc\""), "\"\" \"a\" \"bc\" \"ab\"");
        assert_eq!(texts("\"a\"\"\""), "\"\" \"a\" \"\"\"\"");
        assert_eq!(texts("x") + &texts("(- 5)"), "");
    }

    #[test]
    fn a_string_changes_in_longer_ones() {
        let script = "(declare-fun s () String) ; (define-fun s () String \"xaby\")\n(assert (= s \"ab\"))";
        let found = proposals(moves, script);
        assert!(
            found.iter().any(|text| text.contains("(= s \"b\")") && text.contains("\"xby\"")),
            "{found:#?}"
        );
    }

    #[test]
    fn a_literal_changes_in_script_and_witness() {
        let found = proposals(moves, "(declare-fun x () Int) ; (define-fun x () Int 7)\n(assert (= x 7))");
        assert!(
            found.contains(&"(declare-fun x () Int)\n(assert (= x 0))\n(define-fun x () Int 0)\n".to_owned())
        );
    }
}
