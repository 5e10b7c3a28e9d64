//! Files of SMT-LIB as bytes, within bounds: memory stays bounded whatever somebody gives.

use std::io::{self, Read};

/// All bytes; `None` if there are more than so many.
///
/// # Errors
/// They cannot be read.
pub(crate) fn bounded(source: impl Read, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    source.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_read_than_is_allowed() {
        assert_eq!(bounded(&b"abc"[..], 3).unwrap().as_deref(), Some(&b"abc"[..]));
        assert_eq!(bounded(io::repeat(0), 3).unwrap(), None);
    }
}
