//! Limits of a process, which hold before its program starts.
//!
//! A program that reads its limits at the start, as Java's virtual machine does to reserve memory, is misled by limits
//! that come a moment later. So they are set between `fork` and `exec`, for which the standard library has only an
//! unsafe function. It is sound here because the child calls nothing but `setrlimit`, in rustix a bare system call,
//! which neither allocates nor takes a lock.

#![allow(unsafe_code)]

use std::process::Command;

use rustix::process::Pid;

/// The largest size of a file that a process writes, including its output, in bytes.
#[cfg(target_os = "linux")]
const LARGEST_FILE: u64 = 256 << 20;

/// The limits of a process.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Processor time in seconds.
    pub cpu: Option<u64>,
    /// Address space in bytes.
    pub memory: Option<u64>,
}

impl Limits {
    /// Makes a command start with these limits, and without core dumps or endless files.
    #[cfg(target_os = "linux")]
    pub(super) fn apply(self, command: &mut Command) {
        use std::os::unix::process::CommandExt;

        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

        let wanted = [
            (Resource::Core, Some(0), Some(0)),
            (Resource::Fsize, Some(LARGEST_FILE), Some(LARGEST_FILE)),
            // The soft limit sends a signal that names the reason; the hard limit kills.
            (Resource::Cpu, self.cpu, self.cpu.map(|most| most.saturating_add(1))),
            (Resource::As, self.memory, self.memory),
        ];
        // An existing lower limit cannot be raised.
        let limits = wanted.map(|(resource, current, maximum)| {
            let own = getrlimit(resource).maximum;
            let within = |most: Option<u64>| most.map(|most| own.map_or(most, |own| own.min(most)));
            (resource, Rlimit { current: within(current), maximum: within(maximum) })
        });
        let limit = move || {
            for (resource, limit) in limits {
                if limit.current.is_some() {
                    setrlimit(resource, limit)?;
                }
            }
            Ok(())
        };
        // SAFETY: see above, the closure only makes system calls.
        unsafe { command.pre_exec(limit) };
    }

    /// Does nothing: these limits exist on Linux only.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn apply(self, _command: &mut Command) {}
}

/// Limits the processor time of this process, or of one that inherited its limits, in seconds. A signal ends it at the
/// limit. Does nothing except on Linux.
pub(crate) fn allow_cpu(process: Option<Pid>, seconds: u64) {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, getrlimit, prlimit};

        let mut limit = getrlimit(Resource::Cpu);
        // An existing lower limit stays.
        limit.current = Some(limit.maximum.map_or(seconds, |most| most.min(seconds)));
        let _ = prlimit(process, Resource::Cpu, limit);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (process, seconds);
}
