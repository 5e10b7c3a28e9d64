//! Parts of a matrix for several machines: each case is in one of them, whatever other cases there are.

use std::str::FromStr;

use thiserror::Error;

use crate::digest::Digest;

/// The environment variable that names the shard of a run, `2/4`.
const VARIABLE: &str = "STORM_SHARD";

/// One of so many parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which one, from 1.
    pub number: u32,
    /// How many there are; at least 1.
    pub of: u32,
}

/// A text that is no shard.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{VARIABLE}: `{0}` is no shard; write `2/4` for the second of four")]
pub struct ShardError(String);

impl Shard {
    /// Whether the case of this name is in this part.
    pub fn contains(&self, name: &str) -> bool {
        Shard::of_case(name, self.of) == *self
    }

    /// The part of the case of this name among `of`, which is at least 1.
    pub fn of_case(name: &str, of: u32) -> Shard {
        let digest = Digest::of(name);
        // The remainder of the first 64 bits, byte by byte; it is smaller than `of`, and so fits.
        let bytes = digest.bytes().iter().take(8);
        let remainder = bytes.fold(0, |rest: u64, &byte| ((rest << 8) | u64::from(byte)) % u64::from(of));
        Shard { number: remainder as u32 + 1, of }
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let (number, of) = text.trim().split_once('/').ok_or_else(|| ShardError(text.to_owned()))?;
        match (number.parse(), of.parse()) {
            (Ok(number), Ok(of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
            _ => Err(ShardError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_is_read() {
        assert_eq!("2/4".parse(), Ok(Shard { number: 2, of: 4 }));
        for bad in ["", "2", "0/4", "5/4", "1/0", "a/b", "1/2/3", "-1/2"] {
            assert!(bad.parse::<Shard>().unwrap_err().to_string().contains("write `2/4`"), "{bad}");
        }
    }
}
