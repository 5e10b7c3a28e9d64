//! The model that Z3 takes by itself, kept: it is the same for every RNG seed and batch, and takes a process to find.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use crate::digest::Digest;
use crate::witness::Witness;

/// Scripts whose models are kept: those that a machine's threads work on. A seed does not come back once its cases are over.
const PLACES: usize = 16;

/// Models of the scripts that were asked for last; none of those that have none.
#[derive(Debug, Default)]
pub(super) struct Kept(Mutex<VecDeque<(Digest, Option<Witness>)>>);

impl Kept {
    /// The model of a script, which `find` finds if it is not here. What could not be found out is asked for again.
    pub(super) fn get<E>(
        &self,
        script: &str,
        find: impl FnOnce() -> Result<Option<Witness>, E>,
    ) -> Result<Option<Witness>, E> {
        let digest = Digest::of(script);
        let known = self.lock().iter().find(|(known, _)| *known == digest).map(|(_, model)| model.clone());
        if let Some(model) = known {
            return Ok(model);
        }
        // Nobody waits for it: what two threads find at once is the same.
        let model = find()?;
        let mut entries = self.lock();
        entries.push_back((digest, model.clone()));
        if entries.len() > PLACES {
            entries.pop_front();
        }
        Ok(model)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, VecDeque<(Digest, Option<Witness>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_found_once_and_a_failure_is_not_kept() {
        let kept = Kept::default();
        assert_eq!(kept.get("a", || Err::<Option<Witness>, _>("killed")).err(), Some("killed"));
        let mut asked = 0;
        for _ in 0..2 {
            let model = kept.get("a", || {
                asked += 1;
                Ok::<_, ()>(None)
            });
            assert!(model.unwrap().is_none());
        }
        assert_eq!(asked, 1);
        for number in 0..PLACES {
            assert!(kept.get(&number.to_string(), || Ok::<_, ()>(None)).unwrap().is_none());
        }
        assert!(kept.get("a", || Err::<Option<Witness>, _>("asked again")).is_err());
    }
}
