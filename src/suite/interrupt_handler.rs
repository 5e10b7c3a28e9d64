//! Saving failures that are being reduced when the program is interrupted.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use crate::bugs::snapshot::{self, Snapshot};
use crate::suite::storm_commands::StormCommands;

/// The failures being reduced, by the name of the case and the number of the instance.
#[derive(Debug)]
pub(crate) struct InterruptHandler {
    /// The folder of the snapshots.
    folder: PathBuf,
    commands: StormCommands,
    findings: Mutex<BTreeMap<(String, u32), Snapshot>>,
}

impl InterruptHandler {
    /// Creates the handler of a run with this folder of snapshots.
    pub(super) fn new(folder: PathBuf, commands: StormCommands) -> InterruptHandler {
        InterruptHandler { folder, commands, findings: Mutex::default() }
    }

    /// Remembers the smallest script so far.
    pub(super) fn note(&self, best: Snapshot) {
        self.findings(|findings| findings.insert((best.info.case.clone(), best.info.instance), best));
    }

    /// Forgets the failure of an instance, because it is on disk.
    pub(super) fn forget(&self, case: String, instance: u32) {
        self.findings(|findings| findings.remove(&(case, instance)));
    }

    /// Writes the pending snapshots and describes them. The text is empty if nothing was being reduced.
    pub(super) fn write(&self) -> String {
        let mut text = String::new();
        for snapshot in self.findings(std::mem::take).values() {
            let info = &snapshot.info;
            let _ = writeln!(
                text,
                "found before the interruption, not minimal: {}, {}, instance {}",
                info.class, info.case, info.instance
            );
            let pending = snapshot::pending_path(&self.folder, &info.name());
            let _ = match snapshot.register(&self.folder) {
                Ok(_) => writeln!(
                    text,
                    "  snapshot     {}, to be reviewed\n  accept with  {}",
                    self.commands.shown(&pending),
                    self.commands.accept(&info.name())
                ),
                Err(error) => writeln!(text, "  snapshot     {error}"),
            };
        }
        text
    }

    fn findings<T>(&self, work: impl FnOnce(&mut BTreeMap<(String, u32), Snapshot>) -> T) -> T {
        work(&mut self.findings.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
