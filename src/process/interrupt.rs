//! Interruption: on SIGINT, SIGTERM or SIGHUP every solver process still running is killed
//! with its group before this program ends.
//!
//! Solvers lead their own process groups, so a Ctrl-C in the terminal does not reach them on its own.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, Once, OnceLock, PoisonError, RwLock};
use std::thread::ThreadId;

use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

#[derive(Default)]
struct Live {
    groups: BTreeSet<i32>,
    folders: BTreeSet<PathBuf>,
}

static LIVE: Mutex<Live> = Mutex::new(Live { groups: BTreeSet::new(), folders: BTreeSet::new() });
static HANDLER: Once = Once::new();
/// What is done last, before the program ends.
static LAST: Mutex<Option<Last>> = Mutex::new(None);
/// The thread that ends the program: it waits for nobody.
static ENDS: OnceLock<ThreadId> = OnceLock::new();

/// Something to do before the program ends early; its argument says whether a signal ends it.
type Last = Box<dyn Fn(bool) + Send>;
/// Held for writing once the program is about to end.
static ENDING: RwLock<()> = RwLock::new(());

/// Does work that no interruption may fall into: what it starts or writes is registered when
/// the program ends, or not there at all. The work must not call this again.
pub(crate) fn uninterrupted<R>(work: impl FnOnce() -> R) -> R {
    let ends = ENDS.get().is_some_and(|thread| *thread == std::thread::current().id());
    let _guard = (!ends).then(|| ENDING.read().unwrap_or_else(PoisonError::into_inner));
    work()
}

/// Remembers a running process group.
pub(crate) fn register(group: Pid) {
    live(|live| live.groups.insert(group.as_raw_nonzero().get()));
}

/// Forgets a process group that has ended.
pub(crate) fn unregister(group: Pid) {
    live(|live| live.groups.remove(&group.as_raw_nonzero().get()));
}

/// Remembers a folder to remove on interruption.
pub(crate) fn register_folder(folder: PathBuf) {
    live(|live| live.folders.insert(folder));
}

/// What to do when the program is interrupted, or ends because its reader is gone (`false`), once its processes are
/// gone. Nothing else is started or written then; a lock that is held around [`uninterrupted`] elsewhere would never be
/// given back.
pub(crate) fn at_last(last: impl Fn(bool) + Send + 'static) {
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(last));
}

/// Starts watching for signals, once. The program ends with code 128 + signal, as a shell
/// would show a program the signal ended.
pub(crate) fn watch() {
    HANDLER.call_once(|| {
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return };
        // If the system gives no thread, a run cannot be interrupted, but it continues.
        let _ = std::thread::Builder::new().spawn(move || {
            if let Some(signal) = signals.forever().next() {
                leave(128 + signal, true);
            }
        });
    });
}

/// Ends the program with this code at once: its processes are killed, what is to be done last is done, its temporary files
/// are removed.
pub(crate) fn end(code: i32) -> ! {
    leave(code, false)
}

fn leave(code: i32, by_signal: bool) -> ! {
    // Never given back: nothing is started or written any more.
    let _guard = ENDING.write().unwrap_or_else(PoisonError::into_inner);
    let _ = ENDS.set(std::thread::current().id());
    live(|live| {
        for pid in live.groups.iter().filter_map(|&group| Pid::from_raw(group)) {
            let _ = kill_process_group(pid, Signal::KILL);
        }
    });
    if let Some(last) = LAST.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
        last(by_signal);
    }
    live(|live| {
        for folder in &live.folders {
            let _ = std::fs::remove_dir_all(folder);
        }
        std::process::exit(code)
    })
}

fn live<R>(work: impl FnOnce(&mut Live) -> R) -> R {
    // A panic elsewhere leaves the set as it was; it is still right.
    work(&mut LIVE.lock().unwrap_or_else(PoisonError::into_inner))
}
