//! Talking to a process that may not read: sending and receiving bytes without ever blocking.

use std::io::{self, ErrorKind, PipeReader, PipeWriter, Read, Write};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;

/// The number of bytes to read at a time.
const CHUNK: usize = 1 << 12;

/// Our ends of the standard input and output of a process.
#[derive(Debug)]
pub(crate) struct Pipes {
    /// `None` once the process has closed its input.
    input: Option<PipeWriter>,
    output: PipeReader,
    /// The bytes to write, and the number of them that were written.
    pending: Vec<u8>,
    written: usize,
}

/// What arrived within a time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Received {
    /// Some output.
    Bytes,
    /// No output in time.
    Nothing,
    /// The end of the output.
    End,
}

impl Pipes {
    /// Creates pipes that write to `input` and read from `output`.
    ///
    /// # Errors
    /// The system cannot make them non-blocking.
    pub(crate) fn new(input: PipeWriter, output: PipeReader) -> io::Result<Pipes> {
        ioctl_fionbio(&input, true)?;
        ioctl_fionbio(&output, true)?;
        Ok(Pipes { input: Some(input), output, pending: Vec::new(), written: 0 })
    }

    /// Queues a text after those before. It is written as the process reads it, while waiting for output.
    pub(crate) fn send(&mut self, parts: &[&str]) {
        self.pending.drain(..self.written);
        self.written = 0;
        parts.iter().for_each(|part| self.pending.extend_from_slice(part.as_bytes()));
        // Most scripts fit into the pipe immediately.
        self.write();
    }

    /// Waits for output, at most for `timeout`, and appends it to `out`.
    pub(crate) fn receive(&mut self, out: &mut Vec<u8>, timeout: Duration) -> Received {
        let deadline = Instant::now() + timeout;
        loop {
            // Often there is output already.
            if let Some(received) = self.read(out) {
                return received;
            }
            if !self.wait(deadline.saturating_duration_since(Instant::now())) {
                return Received::Nothing;
            }
            self.write();
        }
    }

    /// Reads without waiting; `None` if there is nothing yet.
    fn read(&mut self, out: &mut Vec<u8>) -> Option<Received> {
        let start = out.len();
        out.resize(start + CHUNK, 0);
        let read = self.output.read(&mut out[start..]);
        out.truncate(start + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(0) => Some(Received::End),
            Ok(_) => Some(Received::Bytes),
            Err(error) if is_passing(&error) => None,
            Err(_) => Some(Received::End),
        }
    }

    /// Waits until output can be read or input can be written. Returns whether that happened in time.
    fn wait(&self, timeout: Duration) -> bool {
        let output = PollFd::new(&self.output, PollFlags::IN);
        let input = self.input.as_ref().filter(|_| self.written < self.pending.len());
        let input = input.map(|input| PollFd::new(input, PollFlags::OUT));
        let Ok(timeout) = Timespec::try_from(timeout) else { return false };
        let ready = match input {
            None => poll(&mut [output], Some(&timeout)),
            Some(input) => poll(&mut [output, input], Some(&timeout)),
        };
        // After an interruption by a signal, the caller tries again.
        ready != Ok(0)
    }

    fn write(&mut self) {
        while let Some(input) = self.input.as_mut().filter(|_| self.written < self.pending.len()) {
            match input.write(&self.pending[self.written..]) {
                Ok(length) => self.written += length,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) if is_passing(&error) => {}
                // The missing answer shows that the process has closed its input.
                Err(_) => self.input = None,
            }
        }
    }
}

fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}
