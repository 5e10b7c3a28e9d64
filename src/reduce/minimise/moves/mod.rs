//! Steps from a draft to smaller ones. A move proposes freely: what is no smaller, not true under
//! its definitions or not refused by the solver is sorted out by whoever asks for it.

mod binders;
mod commands;
mod concats;
mod constants;
mod definitions;
mod functions;
mod literals;
mod names;
mod sorts;
mod terms;
mod widths;
mod words;

use super::draft::Draft;
use crate::smtlib::Expr;
use crate::theory::literals::bit_vector;

/// Drafts that may be smaller, the boldest first.
pub(super) type Proposals<'a> = Box<dyn Iterator<Item = Draft> + 'a>;

/// What one kind of change makes of a draft.
pub(super) type Move = for<'a> fn(&'a Draft) -> Proposals<'a>;

/// Which of two lists of moves is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    /// Terms are also said in other words, which may make way for other moves.
    Others,
    /// Terms stay as they are written, which may keep the way open for other moves.
    Same,
}

/// Moves that leave fewer commands, terms, functions and variables. What depends on values comes
/// later: a literal that is too small may stand in the way of all of these.
pub(super) fn coarse(words: Words) -> Vec<Move> {
    let terms = match words {
        Words::Others => terms::moves,
        Words::Same => terms::in_same_words,
    };
    vec![commands::moves, terms, functions::moves, binders::moves]
}

/// Moves on scripts, coarse to fine.
pub(super) fn fine(words: Words) -> Vec<Move> {
    let further: [Move; 7] = [
        constants::moves,
        literals::moves,
        sorts::moves,
        widths::moves,
        concats::moves,
        names::moves,
        commands::merged,
    ];
    coarse(words).into_iter().chain(further).collect()
}

/// All moves on scripts: also those that stand in the way of others.
pub(super) fn all() -> Vec<Move> {
    fine(Words::Others).into_iter().chain([concats::of_zeros as Move]).collect()
}

pub(super) use definitions::moves as simpler_definitions;

/// Each term of a draft, outer ones first, exchanged for each of those that `others` knows for it.
fn each_exchanged<'a>(draft: &'a Draft, others: impl Fn(&Expr) -> Vec<Expr> + 'a) -> Proposals<'a> {
    Box::new(draft.terms().flat_map(move |(at, path)| {
        let command = &draft.lines[at].expr;
        let others = command.at(&path).map(&others).unwrap_or_default();
        others.into_iter().map(move |other| draft.with(at, command.with(&path, &other)))
    }))
}

/// Small terms that may stand for others: literals of the sorts in sight, and the constants that
/// are declared.
fn leaves(draft: &Draft) -> Vec<Expr> {
    let mut found = vec![Expr::atom("true"), Expr::atom("false")];
    let text = draft.instance().text;
    // A script may have terms of a sort that it does not name.
    let in_sight = [true, text.contains("Real"), text.contains("String") || text.contains('"')];
    let literals = [["0", "1"], ["0.0", "1.0"], ["\"\"", "\"a\""]];
    for (_, literals) in in_sight.into_iter().zip(literals).filter(|(in_sight, _)| *in_sight) {
        found.extend(literals.map(Expr::atom));
    }
    found
        .extend(widths::of(draft).into_iter().flat_map(|width| [0, 1].map(|value| bit_vector(value, width))));
    let constants = draft.functions().filter(|function| function.arguments.is_empty());
    found.extend(constants.map(|constant| Expr::atom(constant.name)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduce::minimise::draft::tests::draft;

    /// What a move proposes for a draft, as scripts and definitions.
    pub(super) fn proposals(moves: Move, text: &str) -> Vec<String> {
        let draft = draft(text);
        moves(&draft).map(|draft| draft.instance().text + &draft.definitions()).collect()
    }

    /// What a move makes of a term that is asserted, as terms.
    pub(super) fn terms(moves: Move, term: &str) -> Vec<String> {
        let term_of =
            |text: &String| text.trim().trim_start_matches("(assert ").strip_suffix(')').unwrap().to_owned();
        proposals(moves, &format!("(assert {term})")).iter().map(term_of).collect()
    }

    #[test]
    fn leaves_are_of_the_sorts_in_sight() {
        let text =
            |script: &str| leaves(&draft(script)).iter().map(Expr::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(
            text("(declare-fun x () (_ BitVec 2)) ; (define-fun x () (_ BitVec 2) #b00)"),
            "true false 0 1 #b00 #b01 x"
        );
        assert!(text("(assert (= #x0000 #x0000))").contains("#x0001"));
        assert!(text("(assert (= (str.len \"abc\") 3))").contains("\"\""));
    }
}
