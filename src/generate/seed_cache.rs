//! A cache of seeds: each file is read once for all its cases, batches, rows and workers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::generate::seed::{Seed, SeedError};

/// The largest total size of the cached files, in bytes. The terms of a file take about twenty times as much. That is
/// enough, because the cases of one seed follow each other, and a campaign returns to seeds of a few kilobytes.
const MOST_BYTES: usize = 8 << 20;
/// The minimum size that a file counts as, because even the smallest one takes as much memory.
const LEAST_BYTES: usize = 4 << 10;

/// The most recently used seeds.
///
/// A change to a cached file has no effect: all rows, batches and workers of a run use the same bytes, and the
/// artifacts of a run name their digest. A file that is evicted, changes and is read again is a different seed, because
/// the random numbers depend on its digest.
#[derive(Debug)]
pub struct SeedCache {
    held: Mutex<Held>,
    most_bytes: usize,
}

/// The place of a seed, filled when the seed is read or turns out to be unusable.
type Place = Arc<OnceLock<Result<Arc<Seed>, SeedError>>>;

#[derive(Debug, Default)]
struct Held {
    /// The seeds by path, each with the time of its last use.
    seeds: BTreeMap<PathBuf, (Place, u64)>,
    now: u64,
}

impl Default for SeedCache {
    fn default() -> SeedCache {
        SeedCache { held: Mutex::default(), most_bytes: MOST_BYTES }
    }
}

impl SeedCache {
    /// Returns the seed of a file, and reads it if it is not cached. Threads that request the same file at the same
    /// time wait for the first of them.
    ///
    /// # Errors
    /// The file cannot be read, or is not SMT-LIB.
    pub fn load(&self, path: &Path) -> Result<Arc<Seed>, SeedError> {
        let place = self.place(path);
        let seed = place.get_or_init(|| Seed::load(path)).clone();
        self.forget();
        seed
    }

    fn place(&self, path: &Path) -> Place {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.now += 1;
        let now = held.now;
        let (place, last) = held.seeds.entry(path.to_owned()).or_default();
        *last = now;
        Arc::clone(place)
    }

    /// Evicts the least recently used seeds until the rest is small enough, but keeps at least one.
    fn forget(&self) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = |place: &Place| match place.get() {
            Some(Ok(seed)) => seed.bytes.max(LEAST_BYTES),
            Some(Err(_)) | None => LEAST_BYTES,
        };
        let mut all: usize = held.seeds.values().map(|(place, _)| bytes(place)).sum();
        while all > self.most_bytes && held.seeds.len() > 1 {
            let oldest = held.seeds.iter().min_by_key(|(_, (_, last))| *last).map(|(path, _)| path.clone());
            let Some((place, _)) = oldest.and_then(|path| held.seeds.remove(&path)) else { break };
            all -= bytes(&place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::seed_pools::SeedPools;
    use crate::generate::strategy::Strategy;
    use crate::matrix::{Batches, Bounds, Operators, Source, Weights};
    use crate::smtlib::reads;
    use crate::witness::Evaluator;

    /// A seed that one row cannot read as written, and to which a batch adds declarations.
    const SEED: &str = "(set-logic ALL)(declare-fun s () String)(declare-fun x () Int)\n\
        (define-fun-rec down ((n Int)) Int (ite (< 0 n) (+ 2 (down (- n 1))) 0))\n\
        (define-fun-rec up ((n Int)) Int (+ 2 (up n)))\n\
        (define-fun at ((a (Array Int Int)) (n Int)) Int (select a n))\n\
        (assert (or (str.in.re s (re.* (str.to.re \"a\"))) (< (str.len s) (+ x 3)) (= (down 2) x)))\n\
        (assert (< (up x) 1))(assert (strange x))(check-sat)\n";

    #[test]
    fn a_seed_is_read_once_for_all_batches_and_rows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.smt2");
        // This text is longer than all others.
        let text = format!("; {}\n{SEED}", "long ".repeat(5000));
        std::fs::write(&path, &text).unwrap();
        let seeds = SeedCache::default();
        let (weights, evaluator) = (Weights::only(Source::Sampled), Evaluator::alone());
        let batches = Batches { size: std::num::NonZeroU32::new(5), wider: 50, ..Batches::default() };
        let (mut respelled, mut added, mut plain) = (0, 0, 0);
        let before = reads::count(20_000);
        for operators in
            [Operators::all(), Operators::without(&["str.in.re", "str.to.re", "define-fun-array"])]
        {
            for number in 0..8 {
                let bounds = Bounds {
                    operators: operators.clone(),
                    synthesis: 5,
                    mutation: 5,
                    wrappers: 5,
                    batches,
                    ..Bounds::default()
                };
                let seed = seeds.load(&path).unwrap();
                let batch = seed.batch(number, 1, &bounds, &weights);
                plain += usize::from(batch.strategy == Strategy::Plain);
                let pools = SeedPools::build_batch(&seed, batch, &evaluator).unwrap();
                let is_respelled = !pools.problem.source().contains("str.in.re");
                assert_eq!(is_respelled, operators.are_known());
                assert_eq!(pools.problem.source().contains("define-fun at"), !is_respelled);
                respelled += usize::from(is_respelled);
                added += usize::from(pools.problem.script.declarations.len() > 4);
                // From here on, only the cache has the seed.
                let _ = std::fs::remove_file(&path);
            }
        }
        assert!(respelled == 8 && added > 2, "{respelled} {added} {plain}");
        assert_eq!(reads::count(20_000) - before, 1);
        assert_eq!(SeedCache::default().load(&path).unwrap_err().kind(), "cannot be read");
    }

    #[test]
    fn what_was_not_asked_for_longest_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let write = |name: &str, number: u32| {
            std::fs::write(path(name), format!("(declare-fun x () Int)(assert (= x {number}))")).unwrap();
        };
        for name in ["a", "b", "c"] {
            write(name, 1);
        }
        let seeds = SeedCache { most_bytes: 2 * LEAST_BYTES, ..SeedCache::default() };
        let load = |name: &str| seeds.load(&path(name)).unwrap();
        let [a, b] = ["a", "b"].map(load);
        for name in ["a", "b", "c"] {
            write(name, 2);
        }
        assert!(Arc::ptr_eq(&a, &load("a")), "it counts as it was read");
        load("c");
        assert!(Arc::ptr_eq(&a, &load("a")));
        let again = load("b");
        assert!(!Arc::ptr_eq(&b, &again) && again.digest != b.digest);
    }
}
