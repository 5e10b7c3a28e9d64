//! The focus of a batch: the few operators and sorts in its atoms. With all operators at once, the two that a bug needs
//! hardly ever meet. Most wrong answers of today need two operators of one theory, on the smallest sorts.

use std::collections::BTreeSet;

use dashu_base::Gcd;

use super::words::{Use, taken_sorts};
use crate::generate::term_builder::{Scope, TermPool};
use crate::matrix::FocusOperators;
use crate::rng::Rng;
use crate::smtlib::Sort;
use crate::theory::operators::{self, Kind, Operator, ResultSort, Takes};

/// Share of batches with a few random operators, in percent; the others take the next pair.
const FEW: u32 = 50;
/// The smallest number of these few operators, without relations.
const FEWEST: u32 = 2;
/// Share of batches that are led to operators, in percent, if there are any to lead to. Some of what a change breaks
/// shows with other operators only.
const LED: u32 = 75;
/// How many times a relation counts to which a batch is led: there are many others.
const TIMES: usize = 4;
/// Share of such batches with operators of one theory, in percent; the others mix theories.
const ONE_THEORY: u32 = 70;
/// The largest number of turns of a theory in each round of the walk over all theories. A theory has as many turns as
/// operators, but no more than this, so that small theories get a fair share.
const TURNS: usize = 12;
/// Share of batches with one more sort than their operators need, in percent.
const ANOTHER_SORT: u32 = 20;
/// The number of tries to draw argument sorts for an operator that include a sort of the other operators.
const DRAWS: u32 = 24;

/// The focus of a batch.
#[derive(Debug)]
pub(super) struct Focus {
    /// Its operators. All relations are among them, because no atom can be built without one.
    pub operators: Vec<Use>,
    /// Its sorts, as far as the seed has terms of these sorts.
    sorts: BTreeSet<Sort>,
}

impl Focus {
    /// Draws the focus of a batch with position `turn` in the walk over all pairs of operators, or over those of the
    /// operators that it is led to. It includes the `added` sorts, with an operator for each.
    pub(super) fn draw(
        pool: &TermPool,
        scope: &Scope,
        added: &[Sort],
        wanted: &FocusOperators,
        turn: u64,
        rng: &mut Rng,
    ) -> Focus {
        let rows = operators::all().filter(|row| scope.has(row) && !row.takes_function());
        let (relations, others): (Vec<&Operator>, Vec<&Operator>) =
            rows.partition(|row| row.result == ResultSort::Bool);
        // An operator that takes no terms of the seed would leave a batch with relations only.
        let usable = |rows: Vec<&'static Operator>| {
            let parts = rows.into_iter().flat_map(Use::parts);
            parts.filter(|part| is_usable(part, pool, scope)).collect::<Vec<Use>>()
        };
        let predicates = relations.iter().copied().filter(|row| row.kind != Kind::Connective);
        let led_rows = others.iter().copied().chain(predicates).filter(|row| wanted.contains(row));
        let led = usable(led_rows.collect());
        let others = usable(others);
        let is_led = !led.is_empty() && rng.percent(LED);
        let on_added: Vec<Use> =
            added.iter().filter_map(|sort| on(sort, &others, pool, scope, rng)).collect();
        let mut drawn = match rng.percent(FEW) {
            _ if is_led => with_kin(pair(&led, turn), &others, rng),
            true if rng.percent(ONE_THEORY) => few(theory(&others, rng.bits()).0, rng),
            true => few(others, rng),
            false => {
                let pair = pair(&others, turn);
                let chain = chain(&pair, &others, rng);
                pair.into_iter().chain(chain).collect()
            }
        };
        drawn.extend(on_added);
        let mut known = BTreeSet::new();
        drawn.retain(|part| known.insert(part.key()));
        let mut sorts: BTreeSet<Sort> = BTreeSet::new();
        for part in &drawn {
            sorts.extend(shared_sorts(part, &sorts, pool, scope, rng));
        }
        sorts.extend(added.iter().cloned());
        // Atoms need terms that are not literals. Some sorts, such as languages, may have none.
        let has_open = sorts.iter().any(|sort| pool.is_open(sort));
        if !has_open || rng.percent(ANOTHER_SORT) {
            sorts.extend(pool.pick_sort(rng, |sort| pool.is_open(sort)).cloned());
        }
        let led_relations = drawn.iter().filter(|part| is_led && part.row.result == ResultSort::Bool);
        let again: Vec<Use> = led_relations.flat_map(|part| [*part; TIMES - 2]).collect();
        drawn.extend(again);
        drawn.extend(relations.into_iter().map(Use::whole));
        Focus { operators: drawn, sorts }
    }

    /// Whether terms of a sort belong to it.
    pub(super) fn has(&self, sort: &Sort) -> bool {
        matches!(sort, Sort::Bool | Sort::RoundingMode) || self.sorts.contains(sort)
    }
}

/// Draws an operator that takes a sort.
fn on(sort: &Sort, parts: &[Use], pool: &TermPool, scope: &Scope, rng: &mut Rng) -> Option<Use> {
    let fits = |part: &&Use| sorts_of(part, pool, scope, rng).contains(sort);
    let fitting: Vec<&Use> = parts.iter().filter(fits).collect();
    rng.pick(&fitting).map(|part| **part)
}

/// Adds two operators of the theory of some operators to them.
fn with_kin(mut some: Vec<Use>, all: &[Use], rng: &mut Rng) -> Vec<Use> {
    let theory = |part: &Use| std::mem::discriminant(&part.row.theory);
    let is_kin = |part: &&Use| some.iter().any(|known| theory(known) == theory(part));
    let kin: Vec<Use> = all.iter().filter(is_kin).copied().collect();
    some.extend(few(kin, rng).into_iter().take(FEWEST as usize));
    some
}

/// Draws a few operators.
fn few(mut parts: Vec<Use>, rng: &mut Rng) -> Vec<Use> {
    let count = (FEWEST + rng.below(5)).min(parts.len() as u32);
    (0..count).map(|_| parts.swap_remove(rng.index(parts.len()))).collect()
}

/// Returns the operators of the theory at a position of the walk over all theories, and the number of its earlier
/// turns.
fn theory(parts: &[Use], turn: u64) -> (Vec<Use>, u64) {
    // All extensions count as one theory.
    let theory = |part: &Use| std::mem::discriminant(&part.row.theory);
    let mut theories: Vec<Vec<Use>> = Vec::new();
    for part in parts {
        match theories.iter_mut().find(|known| theory(&known[0]) == theory(part)) {
            Some(known) => known.push(*part),
            None => theories.push(vec![*part]),
        }
    }
    let turns = |theory: &Vec<Use>| theory.len().min(TURNS) as u64;
    let round: u64 = theories.iter().map(turns).sum();
    let mut at = turn.checked_rem(round).unwrap_or(0);
    for theory in theories {
        let turns = turns(&theory);
        match at.checked_sub(turns) {
            Some(rest) => at = rest,
            None => return (theory, turn / round * turns + at),
        }
    }
    (Vec::new(), 0)
}

/// Returns the pair of operators at a position of the walk. Every pair of a theory has its turn before one of them is
/// repeated: first each operator with itself, then each with the next one in the table, and so on. So a theory of `n`
/// operators shows them all in `n` turns.
fn pair(parts: &[Use], turn: u64) -> Vec<Use> {
    let (parts, turn) = theory(parts, turn);
    let count = parts.len() as u64;
    if count == 0 {
        return Vec::new();
    }
    let turn = turn % (count * (count + 1) / 2);
    let (distance, number) = (turn / count, turn % count);
    // Neighbours in the table have much in common. Steps of about 0.6 of its length separate them.
    let near = count * 618 / 1000 + 1;
    let step = (near..near + count).find(|&step| step.gcd(count) == 1).unwrap_or(1);
    let one = number * (step % count) % count;
    // At half of an even length, each pair would have two turns.
    let one = if 2 * distance == count { number } else { one };
    [one, (one + distance) % count].map(|at| parts[at as usize]).into()
}

/// What an operator converts from and to: sorts of these kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Domain {
    Ints,
    Reals,
    Bits,
    Floats,
    Texts,
}

/// Returns the domains of an operator that converts from some into another one, or one floating-point format into
/// another.
fn conversion(part: &Use) -> Option<(Vec<Domain>, Domain)> {
    let to = match part.row.result {
        ResultSort::Int => Domain::Ints,
        ResultSort::Real => Domain::Reals,
        ResultSort::Bits(_) => Domain::Bits,
        ResultSort::Text => Domain::Texts,
        ResultSort::FormatOfIndices => Domain::Floats,
        _ => return None,
    };
    let domain = |taken: &Takes| match taken {
        Takes::Int => Some(Domain::Ints),
        Takes::Real => Some(Domain::Reals),
        Takes::Bits | Takes::Bit => Some(Domain::Bits),
        Takes::Float => Some(Domain::Floats),
        Takes::Text => Some(Domain::Texts),
        // Of the operators on either kind of numbers, conversions have the other kind as result.
        Takes::Number => Some(if to == Domain::Reals { Domain::Ints } else { Domain::Reals }),
        _ => None,
    };
    let from: Vec<Domain> = part.forms.iter().flat_map(|form| form.iter()).filter_map(domain).collect();
    let stays = from.contains(&to) && part.row.result != ResultSort::FormatOfIndices;
    (!from.is_empty() && !stays).then_some((from, to))
}

/// Returns conversions that continue a conversion among some operators to a chain of three.
fn chain(some: &[Use], all: &[Use], rng: &mut Rng) -> Vec<Use> {
    let converting: Vec<Domain> = some.iter().filter_map(|part| Some(conversion(part)?.1)).collect();
    let Some(&(mut reached)) = rng.pick(&converting) else { return Vec::new() };
    let mut found = Vec::new();
    for _ in 0..2 {
        let continues = |part: &&Use| conversion(part).is_some_and(|(from, _)| from.contains(&reached));
        let fitting: Vec<&Use> = all.iter().filter(continues).collect();
        let Some(&&next) = rng.pick(&fitting) else { break };
        reached = conversion(&next).map_or(reached, |(_, to)| to);
        found.push(next);
    }
    found
}

/// Whether the seed has terms for all arguments of an operator, for some choice of sorts.
fn is_usable(part: &Use, pool: &TermPool, scope: &Scope) -> bool {
    fn finds(part: &Use, form: &[Takes], before: &mut Vec<Sort>, pool: &TermPool, scope: &Scope) -> bool {
        let Some((&taken, rest)) = form.split_first().filter(|(taken, _)| **taken != Takes::More) else {
            return true;
        };
        let sorts: Vec<Sort> =
            taken_sorts(part.row, taken, before, pool, scope).into_iter().cloned().collect();
        sorts.into_iter().any(|sort| {
            before.push(sort);
            let found = finds(part, rest, before, pool, scope);
            before.pop();
            found
        })
    }
    part.forms.iter().any(|form| finds(part, form, &mut Vec::new(), pool, scope))
}

/// Draws sorts of the seed's terms for the arguments of an operator. Of a few draws, it takes the first that includes a
/// known sort, so that the results of a batch's operators meet.
fn shared_sorts(
    part: &Use,
    known: &BTreeSet<Sort>,
    pool: &TermPool,
    scope: &Scope,
    rng: &mut Rng,
) -> Vec<Sort> {
    let mut some = Vec::new();
    for _ in 0..DRAWS {
        let sorts = sorts_of(part, pool, scope, rng);
        if !sorts.is_empty() && (known.is_empty() || sorts.iter().any(|sort| known.contains(sort))) {
            return sorts;
        }
        if some.is_empty() {
            some = sorts;
        }
    }
    some
}

/// Draws sorts of the seed's terms for the arguments of an operator. The result is empty if the draw fails.
fn sorts_of(part: &Use, pool: &TermPool, scope: &Scope, rng: &mut Rng) -> Vec<Sort> {
    let Some(form) = rng.pick(part.forms) else { return Vec::new() };
    let mut sorts: Vec<Sort> = Vec::new();
    for &taken in form.iter().filter(|&&taken| taken != Takes::More) {
        let fitting = taken_sorts(part.row, taken, &sorts, pool, scope);
        match rng.pick(&fitting).map(|&sort| sort.clone()) {
            Some(sort) => sorts.push(sort),
            None => return Vec::new(),
        }
    }
    sorts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(parts: &[Use]) -> String {
        parts.iter().map(|part| part.row.name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_pair_has_its_turn_before_one_comes_again() {
        let parts: Vec<Use> = ["bvadd", "bvshl", "bvmul", "str.++", "str.at"]
            .map(|name| Use::whole(Operator::find(name).unwrap()))
            .into();
        // Three turns of bit-vectors, which have six pairs, then two of strings, which have three.
        let name = |turn| names(&pair(&parts, turn));
        let round: Vec<String> = (0..10).map(name).collect();
        let of = |start: &str| {
            let sorted = |pair: &String| pair.split(' ').map(str::to_owned).collect::<BTreeSet<String>>();
            round.iter().filter(|pair| pair.starts_with(start)).map(sorted).collect::<BTreeSet<_>>()
        };
        assert_eq!((of("bv").len(), of("str.").len()), (6, 3), "{round:?}");
        let itself = ["bvadd bvadd", "bvmul bvmul", "bvshl bvshl"];
        assert!(round[..3].iter().all(|pair| itself.contains(&pair.as_str())), "{round:?}");
        assert!(!round.iter().any(|pair| pair.contains("bv") && pair.contains("str.")));
        assert_eq!(name(1), name(11));
        assert!(pair(&[], 3).is_empty());
    }

    #[test]
    fn every_pair_of_any_number_of_operators_has_one_turn() {
        let of_theory = |row: &&Operator| row.theory == crate::theory::operators::Theory::BitVectors;
        let rows: Vec<Use> = operators::all().filter(of_theory).map(Use::whole).collect();
        for count in 1..rows.len() {
            // The turns of one theory alone are all turns.
            let pairs = count * (count + 1) / 2;
            let turn = |turn| {
                let both: BTreeSet<&str> =
                    pair(&rows[..count], turn as u64).iter().map(|part| part.row.name).collect();
                both
            };
            assert_eq!((0..pairs).map(turn).collect::<BTreeSet<_>>().len(), pairs, "{count}");
            let first: BTreeSet<&str> = (0..count).flat_map(turn).collect();
            assert_eq!(first.len(), count, "every operator has one of the first turns");
        }
    }

    #[test]
    fn conversions_continue_each_other() {
        let parts: Vec<Use> =
            ["to_fp", "fp.to_ubv", "fp.to_real", "fp.add", "bvadd", "str.len", "ubv_to_int"]
                .iter()
                .flat_map(|name| Use::parts(Operator::find(name).unwrap()))
                .collect();
        let ends = |name: &str| {
            let part = parts.iter().find(|part| part.row.name == name).unwrap();
            conversion(part)
        };
        assert_eq!(ends("fp.to_ubv"), Some((vec![Domain::Floats], Domain::Bits)));
        assert_eq!(ends("str.len"), Some((vec![Domain::Texts], Domain::Ints)));
        assert_eq!([ends("fp.add"), ends("bvadd")], [None, None]);
        let mut rng = crate::rng::Key::new(&crate::digest::Digest::of("chain"), 1)
            .stream(crate::rng::Stream::Formulas(3));
        for _ in 0..50 {
            let start = parts.iter().find(|part| part.row.name == "fp.to_ubv").unwrap();
            let found = chain(&[*start], &parts, &mut rng);
            let (from, _) = conversion(&found[0]).unwrap();
            assert!(from.contains(&Domain::Bits), "{}", names(&found));
        }
        let sum = Use::whole(Operator::find("bvadd").unwrap());
        assert!(chain(&[sum], &parts, &mut rng).is_empty());
    }

    #[test]
    fn conversions_of_different_things_have_turns_of_their_own() {
        let forms = |name: &str| Use::parts(Operator::find(name).unwrap()).map(|part| part.forms.len());
        assert_eq!(forms("to_fp").collect::<Vec<_>>(), [1, 1, 1, 1]);
        assert_eq!(forms("bvadd").count(), 1);
    }
}
