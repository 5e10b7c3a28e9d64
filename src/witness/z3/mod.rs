//! Z3 in this process: it reads terms, finds a model, evaluates, and runs scripts.
//!
//! Everything here works in the context of the current thread (the `z3` crate keeps one
//! per thread). [`fresh`] gives a computation a thread, and so a context, of its own:
//! so the answers of Z3 do not depend on earlier questions.

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

/// Stack of the threads that [`fresh`] starts, in bytes: Z3's recursion follows the nesting
/// of a seed. Only what is used of it is ever backed by memory.
const STACK: usize = 256 << 20;

/// Runs `work` on a thread of its own, with a new Z3 context and a large stack.
///
/// # Errors
/// The message of a panic inside `work`, or of the failure to start a thread.
pub fn fresh<R: Send>(work: impl FnOnce() -> R + Send) -> Result<R, String> {
    // Remarks on patterns and the like, which Z3 would print on standard error.
    z3::set_global_param("warning", "false");
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("storm-z3".into()).stack_size(STACK);
        let handle = thread.spawn_scoped(scope, work).map_err(|error| error.to_string())?;
        handle.join().map_err(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("panic").to_owned()
        })
    })
}

/// Whether this program is linked with libz3.
pub const IS_LINKED: bool = true;

/// Version of the libz3 this program runs with, such as `4.8.12.0`.
pub fn version() -> String {
    z3::full_version().trim_start_matches("Z3 ").to_owned()
}

/// Z3 as a solver of scripts: commands in, printed answers out.
#[derive(Debug)]
pub struct Session(raw::ScriptContext);

impl Session {
    /// A session in a context of its own.
    ///
    /// # Errors
    /// Z3 gives no context.
    pub fn new() -> Result<Session, String> {
        raw::ScriptContext::new().map(Session).ok_or_else(|| "out of memory".to_owned())
    }

    /// Runs commands after those before and returns what Z3 prints for them.
    ///
    /// # Errors
    /// The commands cannot be handed to Z3 at all.
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
