//! How large a nested value is: comparing, printing and dropping follow the nesting on the call stack, and visit what is
//! shared once for each place in which it is.

use super::Value;

/// How deep values may be nested.
pub(crate) const DEEPEST: u32 = 500;
/// How many values may be in one, itself included, what is shared counted as often as it is there.
const MOST: u32 = 1 << 17;

/// Depth and size of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Extent {
    depth: u32,
    size: u32,
}

impl Extent {
    /// Of a value that holds no others.
    pub(super) const ONE: Extent = Extent { depth: 0, size: 1 };

    /// Of a value that holds these.
    pub(super) fn around<'a>(parts: impl Iterator<Item = &'a Value>) -> Extent {
        parts.map(Value::extent).fold(Extent::ONE, |all, part| Extent {
            depth: all.depth.max(part.depth + 1),
            size: all.size.saturating_add(part.size),
        })
    }

    /// Whether it is beyond the bounds.
    pub(crate) fn is_too_large(self) -> bool {
        self.depth > DEEPEST || self.size > MOST
    }

    /// How many values are in it, itself included.
    pub(crate) fn size(self) -> u32 {
        self.size
    }
}
