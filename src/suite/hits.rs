//! How often this program met each bug: its cases share the counts.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Counts by the name of the snapshot.
#[derive(Debug, Default)]
pub struct Hits(Mutex<BTreeMap<String, u32>>);

impl Hits {
    /// Counts one more; returns which one it is, from 1.
    pub fn count(&self, name: &str) -> u32 {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(name.to_owned()).or_default();
        *count += 1;
        *count
    }
}
