//! Interruption: on SIGINT, SIGTERM or SIGHUP, every running solver process is killed with its group before this
//! program ends.
//!
//! Solvers lead their own process groups, so a Ctrl-C in the terminal does not reach them.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, Once, OnceLock, PoisonError, RwLock};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, kill_process_group, test_kill_process_group, waitpid};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// How long the program waits for the processes that it has killed. They hardly take as long, unless nobody collects
/// orphans on this machine.
const KILLED: Duration = Duration::from_millis(300);

#[derive(Default)]
struct Live {
    groups: BTreeSet<i32>,
    folders: BTreeSet<PathBuf>,
}

static LIVE: Mutex<Live> = Mutex::new(Live { groups: BTreeSet::new(), folders: BTreeSet::new() });
static HANDLER: Once = Once::new();
/// The last action before the program ends.
static LAST: Mutex<Option<Last>> = Mutex::new(None);
/// The thread that ends the program, which must not wait for itself.
static ENDS: OnceLock<ThreadId> = OnceLock::new();

/// An action before the program ends early. Its argument tells whether a signal ends it.
type Last = Box<dyn Fn(bool) + Send>;
/// Locked for writing once the program is about to end.
static ENDING: RwLock<()> = RwLock::new(());

/// Runs work that no interruption may divide: whatever it starts or writes is either registered when the program ends,
/// or does not exist. The work must not call this function again.
pub(crate) fn uninterrupted<R>(work: impl FnOnce() -> R) -> R {
    let ends = ENDS.get().is_some_and(|thread| *thread == std::thread::current().id());
    let _guard = (!ends).then(|| ENDING.read().unwrap_or_else(PoisonError::into_inner));
    work()
}

/// Registers a running process group.
pub(crate) fn register(group: Pid) {
    live(|live| live.groups.insert(group.as_raw_nonzero().get()));
}

/// Removes a process group that has ended.
pub(crate) fn unregister(group: Pid) {
    live(|live| live.groups.remove(&group.as_raw_nonzero().get()));
}

/// Registers a folder to remove on interruption.
pub(crate) fn register_folder(folder: PathBuf) {
    live(|live| live.folders.insert(folder));
}

/// Sets the last action for when the program is interrupted (`true`), or ends because its reader is gone (`false`). It
/// runs when all processes are dead and nothing else can start or write. It must not wait for a lock that another
/// thread holds around [`uninterrupted`]: such a lock is never released.
pub(crate) fn at_last(last: impl Fn(bool) + Send + 'static) {
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(last));
}

/// Starts watching for signals, once. The program then ends with code 128 + signal, as a shell shows a program that the
/// signal ended.
pub(crate) fn watch() {
    HANDLER.call_once(|| {
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return };
        // Without a thread, a run cannot be interrupted cleanly, but it continues.
        let _ = std::thread::Builder::new().spawn(move || {
            if let Some(signal) = signals.forever().next() {
                leave(128 + signal, true);
            }
        });
    });
}

/// Ends the program with this code immediately: kills its processes, runs the last action, and removes its temporary
/// files.
pub(crate) fn end(code: i32) -> ! {
    leave(code, false)
}

fn leave(code: i32, by_signal: bool) -> ! {
    // Never released, so that nothing starts or writes any more.
    let _guard = ENDING.write().unwrap_or_else(PoisonError::into_inner);
    let _ = ENDS.set(std::thread::current().id());
    live(|live| kill(&live.groups));
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

/// Kills process groups, and waits until they are gone: until then they may write, also where the caller of this program
/// removes its files next.
fn kill(groups: &BTreeSet<i32>) {
    let groups: Vec<Pid> = groups.iter().filter_map(|&group| Pid::from_raw(group)).collect();
    for &group in &groups {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let deadline = Instant::now() + KILLED;
    for group in groups {
        // The first process of a group is our child; if no thread has waited for it, it stays in the group.
        while test_kill_process_group(group).is_ok() && Instant::now() < deadline {
            let _ = waitpid(Some(group), WaitOptions::NOHANG);
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

fn live<R>(work: impl FnOnce(&mut Live) -> R) -> R {
    // A panic elsewhere leaves the sets unchanged, so they are still right.
    work(&mut LIVE.lock().unwrap_or_else(PoisonError::into_inner))
}
