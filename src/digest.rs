//! SHA-256 digests, shown as lower-case hexadecimal.

use std::fmt;

use sha2::{Digest as _, Sha256};

/// A SHA-256 digest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Computes the digest of some bytes.
    pub fn of(bytes: impl AsRef<[u8]>) -> Digest {
        Digest(Sha256::digest(bytes.as_ref()).into())
    }

    /// Returns the first eight hexadecimal digits.
    pub fn short(&self) -> String {
        self.to_string()[..8].to_owned()
    }

    /// Returns a small number that depends on the digest: its first two bytes.
    pub fn number(&self) -> u16 {
        let [one, two, ..] = self.0;
        u16::from_le_bytes([one, two])
    }

    /// Returns the 32 bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// A digest over a sequence of digests.
#[derive(Clone, Debug, Default)]
pub struct Chain(Sha256);

impl Chain {
    /// Adds the 32 bytes of a digest.
    pub fn add(&mut self, digest: &Digest) {
        self.0.update(digest.bytes());
    }

    /// Returns the digest of the sequence so far.
    pub fn digest(&self) -> Digest {
        Digest(self.0.clone().finalize().into())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_of_nothing_is_the_known_one() {
        let digest = Digest::of(b"");
        assert_eq!(digest.to_string(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(digest.short(), "e3b0c442");
    }

    #[test]
    fn a_chain_is_the_digest_of_all_bytes() {
        let (one, two) = (Digest::of(b"one"), Digest::of(b"two"));
        let mut chain = Chain::default();
        assert_eq!(chain.digest(), Digest::of(b""));
        chain.add(&one);
        chain.add(&two);
        assert_eq!(chain.digest(), Digest::of([*one.bytes(), *two.bytes()].concat()));
    }
}
