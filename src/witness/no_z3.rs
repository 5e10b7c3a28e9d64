//! The replacement for Z3 in a program that is built without it (`--no-default-features`): it finds no models,
//! decides nothing, and is not a solver.

/// Whether this program is linked with libz3.
pub const IS_LINKED: bool = false;

/// Returns a placeholder for the version.
pub fn version() -> String {
    "none".to_owned()
}

/// Runs `work` in the current thread.
///
/// # Errors
/// None.
pub fn fresh<R: Send>(work: impl FnOnce() -> R + Send) -> Result<R, String> {
    Ok(work())
}

/// A session with the built-in solver. Without Z3 there is none, so the type has no values.
#[derive(Debug)]
pub struct Session(std::convert::Infallible);

impl Session {
    /// Fails, since there is no Z3.
    ///
    /// # Errors
    /// Always.
    pub fn new() -> Result<Session, String> {
        Err("this program is built without Z3".to_owned())
    }

    /// Cannot be called, because there is no session.
    ///
    /// # Errors
    /// None.
    pub fn run(&self, _commands: &str) -> Result<String, String> {
        match self.0 {}
    }
}

pub(super) mod requests {
    //! Requests to Z3, all without an answer.

    use crate::matrix::Source;
    use crate::rng::Key;
    use crate::smtlib::Problem;
    use crate::witness::assignment::Witness;
    use crate::witness::second_opinion::Opinion;

    pub(in crate::witness) fn witness(_: &Problem, _: Source, _: u32, _: &Key) -> Option<Witness> {
        None
    }

    pub(in crate::witness) fn decide(_: &Witness, formulas: &[String]) -> Vec<Option<bool>> {
        vec![None; formulas.len()]
    }

    pub(in crate::witness) fn satisfying(_: &Problem, _: u32) -> Option<Witness> {
        None
    }

    pub(in crate::witness) fn refutes(_: &Problem, _: u32) -> bool {
        false
    }

    pub(in crate::witness) fn contradiction(_: &Problem) -> Option<Vec<usize>> {
        None
    }

    pub(in crate::witness) fn opinions(
        _: &Problem,
        _: &Witness,
        _: &[Option<String>],
    ) -> Result<Vec<Option<Opinion>>, String> {
        Err("this program is built without Z3".to_owned())
    }
}
