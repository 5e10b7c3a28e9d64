//! A program in a terminal of its own: what it shows, and keys that are pressed.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use nix::pty::{Winsize, openpty};

use crate::process::eventually;

/// Lines and columns.
const SIZE: (u16, u16) = (30, 100);
/// Lines that have gone out at the top and are kept.
const KEPT: usize = 1000;
/// How long something may take to be shown.
const PATIENCE: Duration = Duration::from_secs(30);

pub struct Terminal {
    keys: File,
    program: Child,
    screen: Arc<Mutex<vt100::Parser>>,
    reader: JoinHandle<()>,
}

impl Terminal {
    /// Starts a program in one, as a shell does: keys such as Ctrl-C are signals for it.
    pub fn start(command: &Command) -> Terminal {
        let (ws_row, ws_col) = SIZE;
        let ends = openpty(&Winsize { ws_row, ws_col, ws_xpixel: 0, ws_ypixel: 0 }, None).unwrap();
        let (mut output, keys) = (File::from(ends.master.try_clone().unwrap()), File::from(ends.master));
        let end = || Stdio::from(ends.slave.try_clone().unwrap());
        let mut session = Command::new("setsid");
        session.args(["--ctty", "--wait"]).arg(command.get_program()).args(command.get_args());
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => session.env(name, value),
                None => session.env_remove(name),
            };
        }
        session.env("TERM", "xterm").stdin(end()).stdout(end()).stderr(end());
        let program = session.spawn().unwrap();
        // What is still open here would keep the terminal open when the program has ended.
        drop((session, ends.slave));
        let screen = Arc::new(Mutex::new(vt100::Parser::new(ws_row, ws_col, KEPT)));
        let shown = Arc::clone(&screen);
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                shown.lock().unwrap().process(&bytes[..count]);
            }
        });
        Terminal { keys, program, screen, reader }
    }

    /// What is to be seen now.
    pub fn screen(&self) -> String {
        let parser = self.screen.lock().unwrap_or_else(PoisonError::into_inner);
        trimmed(&parser.screen().rows(0, SIZE.1).collect::<Vec<_>>().join("\n"))
    }

    /// Waits until all of these are to be seen at once; what is.
    pub fn until(&self, texts: &[&str]) -> String {
        let shows = || texts.iter().all(|text| self.screen().contains(text));
        assert!(eventually(PATIENCE, shows), "{texts:?} not in:\n{}", self.screen());
        self.screen()
    }

    /// Presses keys.
    pub fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits for the end of the program: its exit code, and all that is to be seen then, scrolled lines included.
    pub fn end(mut self) -> (Option<i32>, String) {
        let ended = eventually(PATIENCE, || self.program.try_wait().unwrap().is_some());
        assert!(ended, "it goes on:\n{}", self.screen());
        let code = self.program.wait().unwrap().code();
        self.reader.join().unwrap();
        let mut parser = self.screen.lock().unwrap();
        let mut lines: Vec<String> = Vec::new();
        parser.screen_mut().set_scrollback(usize::MAX);
        let mut above = parser.screen().scrollback();
        while above > 0 {
            parser.screen_mut().set_scrollback(above);
            lines.extend(parser.screen().rows(0, SIZE.1).take(above.min(SIZE.0.into())));
            above = above.saturating_sub(SIZE.0.into());
        }
        parser.screen_mut().set_scrollback(0);
        lines.extend(parser.screen().rows(0, SIZE.1));
        (code, trimmed(&lines.join("\n")))
    }
}

/// Lines without the blanks at their ends, each with an end.
fn trimmed(text: &str) -> String {
    text.trim_end().lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
