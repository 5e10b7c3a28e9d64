//! The words a solver knows: asked by one small script each.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `operator_probe` | the smallest script with an operator in it |
//! | `open` | applications whose value is open, with two values to choose |
//! | `reach` | in which logic of a row it can be asked |
//! | `count` | how many operators of a theory the row's scripts may have |
//! | `ask` | many scripts in few processes, each with a bounded time |
//! | `survey` | which operators are read, under which names, of what; which open values are fixed |
//! | `line` | what `solvers.yaml` says of them |

mod ask;
mod count;
pub(crate) mod line;
mod open;
mod operator_probe;
mod reach;
mod survey;

pub(crate) use count::operators_of;
pub(crate) use survey::Reading;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::matrix::Solver;
use crate::process::workspace::Workspace;

/// What is known of the words of solvers: rows that run the same commands in the same logics share it.
#[derive(Debug, Default)]
pub(crate) struct Dialects(Mutex<BTreeMap<Key, Arc<OnceLock<Reading>>>>);

/// The command lines, of a process for each script and of a session, and the logics.
type Key = (Vec<String>, Option<Vec<String>>, Vec<&'static str>);

impl Dialects {
    /// Which operators a solver reads; `sessions` says whether those of the row work.
    pub(crate) fn survey(&self, solver: &Solver, sessions: bool, workspace: &Workspace) -> Reading {
        let session = solver.session.as_ref().filter(|_| sessions).map(|session| session.argv.clone());
        let key = (solver.argv.clone(), session, solver.logics.known().collect());
        let cell = Arc::clone(self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default());
        let ask = || survey::reading(solver, &mut ask::Asked::new(solver, sessions, workspace));
        cell.get_or_init(ask).clone().held_against(solver)
    }
}
