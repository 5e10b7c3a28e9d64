//! Functions that a batch defines by recursion.
//!
//! What shrinks with each call is an integer that counts down, a bit-vector, a string, a sequence or a datatype, whose
//! function may have a case for each constructor by `ite` or by `match`. Two functions of one sort call each other, and
//! datatypes that contain each other have one function each. Integers count down from a bound, so evaluation always ends
//! soon.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `shapes` | arguments that shrink, with the cases of a function over them |
//! | `steps` | the terms around calls |
//! | `one_argument` | functions of which one argument shrinks, with laws |
//! | `two_arguments` | functions of which two arguments shrink, in turn or in lexicographic order |

mod one_argument;
mod shapes;
mod steps;
mod two_arguments;

use super::definitions::{DefinitionMaker, Fresh};
use crate::rng::Rng;
use crate::smtlib::Sort;
use crate::theory::signature::Signature;
use shapes::FunctionMaker;

pub(in crate::generate) use one_argument::{Law, Recursion};
pub(in crate::generate) use shapes::MOST_CALLS;

/// Share of batches with recursive functions, in percent: cvc5 answers `unknown` to most instances that define one, even
/// if they do not call it.
const SHARE: u32 = 50;
/// Share of groups that are a function of which two arguments shrink, in percent.
const TWO_ARGUMENTS: u32 = 30;

/// Draws recursive functions over sorts of the problem, with the lines that declare them. Returns `None` if the solver
/// does not support recursion.
pub(super) fn draw_recursion(
    maker: &DefinitionMaker<'_>,
    fresh: &mut Fresh,
    rng: &mut Rng,
) -> Option<(Vec<Recursion>, Vec<String>)> {
    if !maker.scope.has_recursion() || !rng.percent(SHARE) || names_have_braces(maker.signature) {
        return None;
    }
    let sorts: Vec<Sort> = maker.recursive_sorts().into_iter().collect();
    let (scope, signature) = (maker.scope, maker.signature);
    let mut functions = FunctionMaker::new(scope, signature, sorts, (fresh, rng));
    let two = functions.rng.percent(TWO_ARGUMENTS);
    let group = if two { functions.two_arguments() } else { functions.one_argument() }?;
    let mut lines = functions.lines;
    lines.push(group.definition);
    Some((group.functions, lines))
}

/// Whether a name that bodies may mention has braces, which stand for places in the texts of bodies.
fn names_have_braces(signature: &Signature) -> bool {
    let has_braces = |name: &str| name.contains('{');
    let mut constructors = signature.datatypes().flat_map(|datatype| &datatype.constructors);
    signature.functions().any(|function| has_braces(&function.name))
        || constructors.any(|constructor| {
            has_braces(&constructor.name)
                || constructor.fields.iter().any(|(selector, _)| has_braces(selector))
        })
}
