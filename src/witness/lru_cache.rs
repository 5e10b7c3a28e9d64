//! A cache of the most recently used values, such as models and what is derived from them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A map with bounded capacity that evicts the least recently used key.
#[derive(Debug)]
pub(crate) struct LruCache<K, V> {
    most: usize,
    /// How much of the capacity a value takes, beside 1 for its key.
    weight: fn(&V) -> usize,
    entries: Mutex<VecDeque<Entry<K, V>>>,
}

type Entry<K, V> = (K, Arc<OnceLock<V>>);

impl<K: PartialEq, V> LruCache<K, V> {
    /// Creates an empty cache with a capacity.
    pub(crate) fn new(most: usize) -> LruCache<K, V> {
        LruCache::weighing(most, |_| 0)
    }

    /// Creates an empty cache with a capacity for keys and the weights of their values together.
    pub(crate) fn weighing(most: usize, weight: fn(&V) -> usize) -> LruCache<K, V> {
        LruCache { most, weight, entries: Mutex::default() }
    }

    /// Returns the slot of a key's value, which may be empty. All callers share the slot while it is in the
    /// cache.
    pub(crate) fn place(&self, key: K) -> Arc<OnceLock<V>> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let known = entries.iter().position(|(known, _)| *known == key);
        let place = known.and_then(|at| entries.remove(at)).map(|(_, place)| place).unwrap_or_default();
        entries.push_back((key, Arc::clone(&place)));
        let weight = |(_, place): &Entry<K, V>| 1 + place.get().map_or(0, self.weight);
        let mut all: usize = entries.iter().map(weight).sum();
        while all > self.most
            && entries.len() > 1
            && let Some(oldest) = entries.pop_front()
        {
            // Another thread may have filled the place since.
            all = all.saturating_sub(weight(&oldest));
        }
        place
    }

    /// Removes a slot, if it is still in the cache.
    pub(crate) fn forget(&self, place: &Arc<OnceLock<V>>) {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.retain(|(_, other)| !Arc::ptr_eq(place, other));
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

    #[test]
    fn heavy_values_leave_room_for_fewer() {
        let cache = LruCache::<u32, usize>::weighing(10, |value| *value);
        let has = |key: u32| cache.get(key, || Err(())).is_ok();
        for (key, value) in [(1, 3), (2, 3), (3, 0)] {
            assert_eq!(cache.get(key, || Ok::<_, ()>(value)), Ok(value));
        }
        assert!(has(1) && has(2) && has(3));
        assert_eq!(cache.get(4, || Ok::<_, ()>(100)), Ok(100), "one is kept, whatever its weight");
        assert!(has(4) && !has(1) && !has(2));
    }
}
