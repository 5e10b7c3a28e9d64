//! What a second opinion on the values of files came to, in words.

use std::fmt::Write;

use smt_storm::generate::inspect::{Inspection, Review};
use smt_storm::process::quotation::beginning;
use smt_storm::witness::{Difference, SecondOpinion};

/// Longest text of a value or term that is shown; `--json` has all of it.
const SHOWN: usize = 400;

/// Each difference with its file, then each file without an opinion, then the sum.
pub(super) fn told(found: &[Inspection]) -> String {
    let mut text = String::new();
    let (mut given, mut silent, mut refused) = (Vec::new(), String::new(), 0);
    for Inspection { path, second_opinion, .. } in found {
        match second_opinion {
            Some(Review::Given(opinion)) => {
                let file = path.display().to_string();
                opinion.differences.iter().for_each(|difference| tell(&mut text, &file, difference));
                given.push(opinion);
            }
            Some(Review::NotGiven(why)) => {
                let _ = writeln!(silent, "{}: {why}", path.display());
                refused += 1;
            }
            None => {}
        }
    }
    let sum = |count: fn(&SecondOpinion) -> usize| given.iter().map(|opinion| count(opinion)).sum::<usize>();
    let differing = sum(|opinion| opinion.differing);
    let shown = sum(|opinion| opinion.differences.len());
    let more =
        if differing > shown { format!(" ({shown} shown, one for each operator)") } else { String::new() };
    let (answered, asked) = (sum(|opinion| opinion.answered), sum(|opinion| opinion.asked));
    let (files, all) = (given.len(), given.len() + refused);
    text + &silent
        + &format!(
            "second opinion on {files} of {all} files: of {asked} ground terms, Z3 knows {answered}, and differs for \
             {differing}{more}\n"
        )
}

fn tell(text: &mut String, file: &str, difference: &Difference) {
    let Difference { place, term, definitions, sort, ours, z3 } = difference;
    let place = place.map_or(String::new(), |place| format!(":{place}"));
    let _ = writeln!(text, "{file}{place}: {}", cut(term));
    definitions.iter().for_each(|line| {
        let _ = writeln!(text, "  with    {}", cut(line));
    });
    let _ = writeln!(text, "  sort    {sort}\n  ours    {}\n  Z3      {}", cut(ours), cut(z3));
}

/// The text, or its beginning and how long it is.
fn cut(text: &str) -> String {
    let clipped = |beginning| format!("{beginning} … ({} bytes)", text.len());
    beginning(text, SHOWN).map_or_else(|| text.to_owned(), clipped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_told_with_its_place_and_both_values() {
        let difference = Difference {
            place: None,
            term: "(f 6)".to_owned(),
            definitions: vec!["(define-fun f ((y Int)) Int 9)".to_owned()],
            sort: "Int".to_owned(),
            ours: "1".repeat(SHOWN + 1),
            z3: "9".to_owned(),
        };
        let mut text = String::new();
        tell(&mut text, "x.smt2", &difference);
        let ours = "1".repeat(SHOWN);
        let expected = format!(
            "x.smt2: (f 6)\n  with    (define-fun f ((y Int)) Int 9)\n  sort    Int\n  ours    {ours} … (401 bytes)\n  \
             Z3      9\n"
        );
        assert_eq!(text, expected);
    }
}
