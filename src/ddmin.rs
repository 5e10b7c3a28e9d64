//! Delta debugging (Zeller, Hildebrandt: "Simplifying and Isolating Failure-Inducing Input",
//! 2002), by complements: ever smaller blocks are left out.

/// Leaves out blocks of `items`, from `size` at a time down to single ones, and those to a
/// fixpoint, while `fails` holds for what is left; the fewest items for which it did.
///
/// # Errors
/// The first error of `fails`.
pub(crate) fn ddmin<T: Copy, E>(
    items: &[T],
    mut size: usize,
    mut fails: impl FnMut(&[T]) -> Result<bool, E>,
) -> Result<Vec<T>, E> {
    let mut kept = items.to_vec();
    while size > 0 {
        let mut dropped = false;
        let mut start = 0;
        while start < kept.len() {
            let end = (start + size).min(kept.len());
            let fewer = [&kept[..start], &kept[end..]].concat();
            if fails(&fewer)? {
                (kept, dropped) = (fewer, true);
            } else {
                start = end;
            }
        }
        size = if size > 1 { size / 2 } else { usize::from(dropped) };
    }
    Ok(kept)
}
