//! The seeds of a run: each file is read once for all its cases, batches, rows and workers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::generate::seed::{Seed, SeedError};

/// Bytes of the files that are held at once. The terms of a file take some twenty times as much; the cases of one seed follow
/// each other, and a campaign comes back to seeds of a few kilobytes.
const MOST_BYTES: usize = 8 << 20;
/// What a file counts as at least: the smallest one takes as much.
const LEAST_BYTES: usize = 4 << 10;

/// The seeds that were read last.
///
/// A file that changes while it is held counts as it was read: all rows, batches and workers of a run are about the same
/// bytes, and what a run keeps names their digest. One that left the cache and is read again is another seed if it has
/// another digest, for the random numbers hang on it.
#[derive(Debug)]
pub struct SeedCache {
    held: Mutex<Held>,
    most_bytes: usize,
}

/// A seed once it is read, or why it cannot be used.
type Place = Arc<OnceLock<Result<Arc<Seed>, SeedError>>>;

#[derive(Debug, Default)]
struct Held {
    /// Each with the time at which it was last asked for.
    seeds: BTreeMap<PathBuf, (Place, u64)>,
    now: u64,
}

impl Default for SeedCache {
    fn default() -> SeedCache {
        SeedCache { held: Mutex::default(), most_bytes: MOST_BYTES }
    }
}

impl SeedCache {
    /// The seed of a file, which is read if it is not here. Threads that ask for the same one at the same time wait for the
    /// first of them.
    ///
    /// # Errors
    /// A file that cannot be read, or holds no SMT-LIB.
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

    /// Lets go of the seeds that were not asked for longest, but for the last one, until the others are few enough.
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
    use crate::generate::batch::Recipe;
    use crate::generate::seed_pools::SeedPools;
    use crate::matrix::{Batches, Bounds, Operators, Source, Weights};
    use crate::smtlib::reads;
    use crate::witness::Evaluator;

    /// A seed that one row does not read as it is written, and that a batch adds to.
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
        // Longer than all else that is read.
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
                plain += usize::from(batch.recipe == Recipe::Plain);
                let pools = SeedPools::build_batch(&seed, batch, &evaluator).unwrap();
                let is_respelled = !pools.problem.source().contains("str.in.re");
                assert_eq!(is_respelled, operators.are_known());
                assert_eq!(pools.problem.source().contains("define-fun at"), !is_respelled);
                respelled += usize::from(is_respelled);
                added += usize::from(pools.problem.script.declarations.len() > 4);
                // What is held is all that is asked for.
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
