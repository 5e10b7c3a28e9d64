//! Moves: steps from a draft to smaller ones. A move need not be valid: the caller rejects a candidate that is
//! not smaller, is not true under its definitions, or on which the solver does not fail.

mod command_moves;
mod function_moves;
mod proposals;
mod symbol_moves;
mod term_moves;
mod value_moves;

pub(super) use command_moves::simpler_definitions;
use command_moves::{fewer_commands, merged_assertions};
use function_moves::fewer_functions;
pub(super) use proposals::Move;
use symbol_moves::{fewer_sorts, shorter_names};
use term_moves::{fewer_variables, new_constants, smaller_terms, smaller_terms_in_same_words};
use value_moves::{concatenations, narrower_widths, smaller_literals, zeros_before};

/// The choice between two lists of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    /// Terms may also be rephrased, which may enable other moves.
    Others,
    /// Terms are not rephrased, which may keep other moves possible.
    Same,
}

/// Returns the moves that remove commands, terms, functions and variables. Moves on values come later: a literal
/// that is too small may block all of these.
pub(super) fn coarse(words: Words) -> Vec<Move> {
    let terms = match words {
        Words::Others => smaller_terms,
        Words::Same => smaller_terms_in_same_words,
    };
    vec![fewer_commands, terms, fewer_functions, fewer_variables]
}

/// Returns the moves on scripts, coarse to fine.
pub(super) fn fine(words: Words) -> Vec<Move> {
    let further: [Move; 7] = [
        new_constants, smaller_literals, fewer_sorts, narrower_widths, concatenations, shorter_names,
        merged_assertions,
    ];
    coarse(words).into_iter().chain(further).collect()
}

/// Returns all moves on scripts, including those that block others.
pub(super) fn all() -> Vec<Move> {
    fine(Words::Others).into_iter().chain([zeros_before as Move]).collect()
}
