//! Laws as text → terms: letters are holes for terms, and braces are holes for numbers and literals.

use crate::generate::term_builder::{MutationContext, TypedTerm};
use crate::rng::Rng;
use crate::smtlib::{Expr, Sort};
use crate::theory::operators::{Operator, op};

/// Instantiates a law for `term`. Returns `None` if the logic lacks the operators, or if there is no term for a hole.
pub(super) fn fill(
    law: &str,
    context: &mut MutationContext<'_>,
    term: &TypedTerm,
    rng: &mut Rng,
) -> Option<TypedTerm> {
    let text = numbered(law, &term.sort, rng)?;
    let expr = Expr::read(&text)?.into_iter().next()?;
    let mut holes = vec![("t".to_owned(), term.clone())];
    of_expr(&expr, context, &mut holes, rng)
}

fn of_expr(
    expr: &Expr,
    context: &mut MutationContext<'_>,
    holes: &mut Vec<(String, TypedTerm)>,
    rng: &mut Rng,
) -> Option<TypedTerm> {
    let (head, arguments) = match expr.children() {
        [] => {
            let name = expr.text()?;
            return match name {
                "t" | "u" | "c" | "a" | "i" | "j" => hole(name, context, holes, rng),
                literal => context.builder.apply_head(literal, &[]),
            };
        }
        [mark, ..] if mark.text() == Some("_") => return context.builder.apply_head(&expr.to_string(), &[]),
        [head, arguments @ ..] => (head, arguments),
    };
    let (name, indices) = match head.children() {
        [_, name, indices @ ..] => (name.text()?, indices),
        _ => (head.text()?, &[][..]),
    };
    let scope = context.builder.scope;
    let row = Operator::find(name)?;
    let differs = scope.is_difference() && matches!(row.op, op::LT | op::LEQ | op::GT | op::GEQ);
    if !scope.has(row) && !differs {
        return None;
    }
    let name = scope.spelled(row.op);
    let indices: Vec<String> = indices.iter().map(Expr::to_string).collect();
    let head = if indices.is_empty() { name.to_owned() } else { format!("(_ {name} {})", indices.join(" ")) };
    let arguments: Option<Vec<TypedTerm>> =
        arguments.iter().map(|argument| of_expr(argument, context, holes, rng)).collect();
    context.builder.apply_head(&head, &arguments?.iter().collect::<Vec<_>>())
}

/// Returns the term for a hole, the same for each of its uses.
fn hole(
    name: &str,
    context: &MutationContext<'_>,
    holes: &mut Vec<(String, TypedTerm)>,
    rng: &mut Rng,
) -> Option<TypedTerm> {
    if let Some((_, known)) = holes.iter().find(|(known, _)| known == name) {
        return Some(known.clone());
    }
    let filled = |name: &str| holes.iter().find(|(known, _)| known == name).map(|(_, typed)| &typed.sort);
    let index = |sort: Option<&Sort>| match sort {
        Some(Sort::Array(index, _)) => Some(index.as_ref().clone()),
        _ => None,
    };
    let sort = match name {
        "u" => filled("t")?.clone(),
        "c" => Sort::Bool,
        "i" => index(filled("t"))?,
        "j" => index(filled("a"))?,
        _ => {
            let held = filled("t")?;
            let holds = |sort: &&Sort| matches!(sort, Sort::Array(_, element) if **element == *held);
            let arrays: Vec<&Sort> = context.pool.sorts().filter(holds).collect();
            (*rng.pick(&arrays)?).clone()
        }
    };
    // Often a symbol, so that `c` is seldom `true` or `false`.
    let open = context.pool.symbol(&sort, rng).filter(|_| rng.percent(40));
    let typed = open.or_else(|| context.pool.any(&sort, rng))?.0.clone();
    holes.push((name.to_owned(), typed.clone()));
    Some(typed)
}

/// Fills in the numbers and literals in braces. Returns `None` if the sort has no such literal.
fn numbered(law: &str, sort: &Sort, rng: &mut Rng) -> Option<String> {
    if !law.contains('{') {
        return Some(law.to_owned());
    }
    let factor = 2 + rng.below(4);
    let mut pairs: Vec<(&str, String)> =
        vec![("{factor}", factor.to_string()), ("{less}", (factor - 1).to_string())];
    match sort {
        Sort::BitVec(width) => {
            let width = *width;
            let cut = 1 + rng.below(width - 1);
            let bits = |last: &str| format!("#b{}{last}", "0".repeat(width as usize - 1));
            pairs.extend([
                ("{zero}", bits("0")),
                ("{one}", bits("1")),
                ("{turn}", (1 + rng.below(width)).to_string()),
                ("{top}", (width - 1).to_string()),
                ("{cut}", cut.to_string()),
                ("{below}", (cut - 1).to_string()),
            ]);
        }
        Sort::Float(exponent, significand) => {
            let zero = |sign: &str| format!("(_ {sign}zero {exponent} {significand})");
            let (ones, zeros) = ("1".repeat(*exponent as usize - 1), "0".repeat(*significand as usize - 1));
            pairs.extend([
                ("{plus_zero}", zero("+")),
                ("{minus_zero}", zero("-")),
                ("{fp_one}", format!("(fp #b0 #b0{ones} #b{zeros})")),
                ("{exponent}", exponent.to_string()),
                ("{significand}", significand.to_string()),
            ]);
        }
        _ => {}
    }
    let text = pairs.iter().fold(law.to_owned(), |text, (name, value)| text.replace(name, value));
    (!text.contains('{')).then_some(text)
}
