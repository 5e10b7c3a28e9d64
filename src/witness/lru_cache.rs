//! A cache of the most recently used values, such as models and what is derived from them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A map with bounded capacity that evicts the least recently used key.
#[derive(Debug)]
pub(crate) struct LruCache<K, V> {
    most: usize,
    entries: Mutex<VecDeque<Entry<K, V>>>,
}

type Entry<K, V> = (K, Arc<OnceLock<V>>);

impl<K: PartialEq, V> LruCache<K, V> {
    /// Creates an empty cache with a capacity.
    pub(crate) fn new(most: usize) -> LruCache<K, V> {
        LruCache { most, entries: Mutex::default() }
    }

    /// Returns the slot of a key's value, which may be empty. All callers share the slot while it is in the
    /// cache.
    pub(crate) fn place(&self, key: K) -> Arc<OnceLock<V>> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let known = entries.iter().position(|(known, _)| *known == key);
        let place = known.and_then(|at| entries.remove(at)).map(|(_, place)| place).unwrap_or_default();
        entries.push_back((key, Arc::clone(&place)));
        if entries.len() > self.most {
            entries.pop_front();
        }
        place
    }

    /// Returns the value of a key, computed by `find` if it is missing. An error is not cached. Threads do not
    /// wait for each other: two that compute a value at once get the same.
    ///
    /// # Errors
    /// Those of `find`.
    pub(super) fn get<E>(&self, key: K, find: impl FnOnce() -> Result<V, E>) -> Result<V, E>
    where
        V: Clone,
    {
        let place = self.place(key);
        match place.get() {
            Some(known) => Ok(known.clone()),
            None => find().map(|found| place.get_or_init(|| found).clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::witness::Witness;

    const PLACES: usize = 16;

    #[test]
    fn a_model_is_found_once_and_a_failure_is_not_kept() {
        let cache = LruCache::<String, Option<Witness>>::new(PLACES);
        assert_eq!(cache.get("a".to_owned(), || Err::<Option<Witness>, _>("killed")).err(), Some("killed"));
        let mut asked = 0;
        for _ in 0..2 {
            let model = cache.get("a".to_owned(), || {
                asked += 1;
                Ok::<_, ()>(None)
            });
            assert!(model.unwrap().is_none());
        }
        assert_eq!(asked, 1);
        for number in 0..PLACES {
            assert!(cache.get(number.to_string(), || Ok::<_, ()>(None)).unwrap().is_none());
        }
        assert!(cache.get("a".to_owned(), || Err::<Option<Witness>, _>("asked again")).is_err());
    }
}
