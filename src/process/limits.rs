//! Limits of a process, set before its program starts.
//!
//! A program that measures its limits when it starts, as Java's machine does to reserve memory, is
//! misled by limits that come a moment later. So they are set between `fork` and `exec`, for which the
//! standard library has an unsafe function only. What makes it sound: the child calls nothing but
//! `setrlimit`, by rustix a bare system call, which neither allocates nor takes a lock.

#![allow(unsafe_code)]

use std::process::Command;

/// Size any file of a process may reach, its output included, in bytes.
#[cfg(target_os = "linux")]
const LARGEST_FILE: u64 = 256 << 20;

/// What a process may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Processor time in seconds.
    pub cpu: Option<u64>,
    /// Address space in bytes.
    pub memory: Option<u64>,
}

impl Limits {
    /// Lets a command start within these limits, and without core dumps or endless files.
    #[cfg(target_os = "linux")]
    pub(super) fn hold(self, command: &mut Command) {
        use std::os::unix::process::CommandExt;

        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

        let wanted = [
            (Resource::Core, Some(0)),
            (Resource::Fsize, Some(LARGEST_FILE)),
            (Resource::Cpu, self.cpu),
            (Resource::As, self.memory),
        ];
        // A limit that is lower already may not be raised.
        let limits = wanted.map(|(resource, most)| {
            let most = most.map(|most| getrlimit(resource).maximum.map_or(most, |own| own.min(most)));
            (resource, most)
        });
        let limit = move || {
            for (resource, most) in limits {
                if most.is_some() {
                    setrlimit(resource, Rlimit { current: most, maximum: most })?;
                }
            }
            Ok(())
        };
        // SAFETY: see above, the closure only makes system calls.
        unsafe { command.pre_exec(limit) };
    }

    /// There are no such limits elsewhere.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn hold(self, _command: &mut Command) {}
}
