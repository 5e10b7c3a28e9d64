//! Processes that should be gone, and waiting for it.

use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, test_kill_process};

/// Waits until something holds; returns whether it came to hold in time.
pub fn eventually(limit: Duration, mut holds: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + limit;
    loop {
        if holds() {
            return true;
        }
        if Instant::now() >= deadline {
            return false;
        }
        sleep(Duration::from_millis(10));
    }
}

/// Does something with processes that have one processor together; on Linux only, elsewhere they have all.
pub fn on_one_processor<T: Send + 'static>(action: fn() -> T) -> T {
    // The thread's own, which what it starts inherits.
    let thread = std::thread::spawn(move || {
        #[cfg(target_os = "linux")]
        {
            use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
            let this = nix::unistd::Pid::from_raw(0);
            let all = sched_getaffinity(this).unwrap();
            let mut one = CpuSet::new();
            let first = (0..CpuSet::count()).find(|&at| all.is_set(at).unwrap()).unwrap();
            one.set(first).unwrap();
            sched_setaffinity(this, &one).unwrap();
        }
        action()
    });
    thread.join().unwrap()
}

/// Waits until none of the processes runs any more.
pub fn all_gone(processes: &[u32]) -> bool {
    eventually(Duration::from_secs(5), || processes.iter().all(|&process| gone(process)))
}

/// Waits until no process has this text in its command line.
pub fn none_mentions(text: &str) -> bool {
    eventually(Duration::from_secs(5), || mentioning(text).is_empty())
}

/// The processes that have this text in their command lines; none where there is no `/proc`.
pub fn mentioning(text: &str) -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let mentions = |process: &u32| {
        let line = std::fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(text)
    };
    processes.filter(mentions).collect()
}

/// Whether a process has ended. Nobody may have waited for it yet.
pub fn gone(process: u32) -> bool {
    if Path::new("/proc/self/stat").exists() {
        let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        return state.is_empty() || state.contains(") Z ") || state.contains(") X ");
    }
    let pid = Pid::from_raw(i32::try_from(process).unwrap()).unwrap();
    test_kill_process(pid).is_err()
}
