//! What is left of findings that are being made smaller when the program is interrupted.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use crate::bugs::snapshot::{self, Snapshot};
use crate::suite::storm_commands::StormCommands;

/// The findings under way, by the name of their case and the number of their instance.
#[derive(Debug)]
pub(crate) struct InterruptHandler {
    /// The folder of snapshots, and one for files on the way.
    folder: PathBuf,
    temporary: PathBuf,
    commands: StormCommands,
    findings: Mutex<BTreeMap<(String, u32), Snapshot>>,
}

impl InterruptHandler {
    /// Of a run with this folder of snapshots; `temporary` is for files on the way.
    pub(super) fn new(folder: PathBuf, temporary: PathBuf, commands: StormCommands) -> InterruptHandler {
        InterruptHandler { folder, temporary, commands, findings: Mutex::default() }
    }

    /// Remembers the best that there is so far.
    pub(super) fn note(&self, best: Snapshot) {
        self.findings(|findings| findings.insert((best.info.case.clone(), best.info.instance), best));
    }

    /// Forgets the finding of an instance of a case, which is kept in another way now.
    pub(super) fn forget(&self, case: String, instance: u32) {
        self.findings(|findings| findings.remove(&(case, instance)));
    }

    /// Writes the pending snapshots; what was found, in words. Empty if there is nothing under way.
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
            let _ = match snapshot.register(&self.folder, &self.temporary) {
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
