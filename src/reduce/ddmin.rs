//! Delta debugging (Zeller, Hildebrandt: "Simplifying and Isolating Failure-Inducing Input",
//! 2002), by complements: ever smaller blocks are left out.

/// Leaves out blocks of `items`, from `size` at a time down to single ones, and those to a
/// fixpoint, while `fails` holds for what is left; the fewest items for which it did.
///
/// # Errors
/// The first error of `fails`.
pub(crate) fn ddmin<T: Copy, E>(
    items: &[T],
    size: usize,
    mut fails: impl FnMut(&[T]) -> Result<bool, E>,
) -> Result<Vec<T>, E> {
    ddmin_by_first(items, size, |candidates| {
        for (at, candidate) in candidates.enumerate() {
            if fails(&candidate)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    })
}

/// The same with `first`, which tells the position of the first of some candidates, in order,
/// that fails: it may try several at once.
///
/// # Errors
/// The first error of `first`.
pub(crate) fn ddmin_by_first<T: Copy, E>(
    items: &[T],
    mut size: usize,
    mut first: impl FnMut(&mut dyn Iterator<Item = Vec<T>>) -> Result<Option<usize>, E>,
) -> Result<Vec<T>, E> {
    let mut kept = items.to_vec();
    while size > 0 {
        let mut dropped = false;
        let mut start = 0;
        loop {
            let blocks = (start..kept.len()).step_by(size);
            let without = |from: usize| [&kept[..from], &kept[(from + size).min(kept.len())..]].concat();
            let Some(at) = first(&mut blocks.map(without))? else { break };
            start += at * size;
            kept.drain(start..(start + size).min(kept.len()));
            dropped = true;
        }
        size = if size > 1 { size / 2 } else { usize::from(dropped) };
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    use proptest::prelude::*;

    proptest! {
        /// What is needed is left, and nothing else, whether one or several are tried at a time.
        #[test]
        fn only_what_is_needed_is_left(count in 0_usize..40, needed in prop::collection::btree_set(0_usize..40, 0..6)) {
            let items: Vec<usize> = (0..count).collect();
            let needed: Vec<usize> = needed.into_iter().filter(|one| *one < count).collect();
            let fails = |kept: &[usize]| needed.iter().all(|one| kept.contains(one));
            let Ok(kept) = ddmin(&items, count.div_ceil(2), |kept| Ok::<_, Infallible>(fails(kept)));
            prop_assert_eq!(&kept, &needed);
            let Ok(by_first) = ddmin_by_first(&items, count.div_ceil(2), |candidates| Ok::<_, Infallible>(candidates.enumerate().find(|(_, kept)| fails(kept)).map(|(at, _)| at)));
            prop_assert_eq!(&by_first, &needed);
        }
    }
}
