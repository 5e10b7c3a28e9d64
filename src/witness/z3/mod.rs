//! The linked Z3: it parses terms, finds models, evaluates, and runs scripts.
//!
//! Everything here works in the context of the current thread, since the `z3` crate keeps one per thread.
//! [`fresh`] runs a computation in a new thread with a new context, so that Z3's answers do not depend on earlier
//! queries.

mod declared;
mod evaluate;
mod formula;
#[cfg(test)]
mod linear_formulas;
mod model;
mod raw;
pub(super) mod requests;

pub use evaluate::truths;
#[cfg(test)]
pub(super) use formula::parse;

use crate::process::quotation::panic_message;

/// The stack size of the threads that [`fresh`] starts, in bytes: Z3's recursion follows the nesting of a seed.
/// Only the part in use is backed by memory.
const STACK: usize = 256 << 20;

/// Runs `work` on a new thread with a new Z3 context and a large stack.
///
/// # Errors
/// The message of a panic inside `work`, or of the failure to start a thread.
pub fn fresh<R: Send>(work: impl FnOnce() -> R + Send) -> Result<R, String> {
    // Suppresses warnings, about patterns for example, that Z3 prints on standard error.
    z3::set_global_param("warning", "false");
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("storm-z3".into()).stack_size(STACK);
        let handle = thread.spawn_scoped(scope, work).map_err(|error| error.to_string())?;
        handle.join().map_err(|panic| panic_message(&*panic).unwrap_or("panic").to_owned())
    })
}

/// Whether this program is linked with libz3.
pub const IS_LINKED: bool = true;

/// Returns the version of the linked libz3, such as `4.8.12.0`.
pub fn version() -> String {
    z3::full_version().trim_start_matches("Z3 ").to_owned()
}

/// A session with Z3 as a solver: commands in, printed answers out.
#[derive(Debug)]
pub struct Session(raw::ScriptContext);

impl Session {
    /// Creates a session in a new context.
    ///
    /// # Errors
    /// Z3 cannot create a context.
    pub fn new() -> Result<Session, String> {
        raw::ScriptContext::new().map(Session).ok_or_else(|| "out of memory".to_owned())
    }

    /// Runs commands in the state of earlier ones, and returns what Z3 prints.
    ///
    /// # Errors
    /// The commands cannot be passed to Z3.
    pub fn run(&self, commands: &str) -> Result<String, String> {
        self.0.run(commands)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_remembers_what_came_before() {
        let session = Session::new().unwrap();
        assert_eq!(session.run("(declare-fun x () Int)(assert (> x 1))(check-sat)").unwrap(), "sat\n");
        assert_eq!(session.run("(push)(assert (< x 1))(check-sat)(pop)(check-sat)").unwrap(), "unsat\nsat\n");
    }

    #[test]
    fn an_error_in_a_script_does_not_end_the_process() {
        let printed = Session::new().unwrap().run("(assert (foo))(check-sat)").unwrap();
        assert!(printed.contains("error"), "{printed}");
    }

    #[test]
    fn a_panic_on_a_fresh_thread_becomes_an_error() {
        assert_eq!(fresh(|| panic!("no way")).unwrap_err(), "no way");
        assert_eq!(fresh(|| 7), Ok(7));
    }
}
