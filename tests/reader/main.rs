//! The reader: what is printed is read as the same terms again, and no input makes it panic.
//!
//! `STORM_FUZZ_SECONDS=3600 cargo test --release --test reader arbitrary` looks for panics for
//! an hour; without the variable, for two seconds.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test ends where something is wrong

mod arbitrary;
mod evaluation;
mod round_trip;
mod scopes;

use libtest_mimic::Arguments;

fn main() {
    let tests = [round_trip::tests(), arbitrary::tests(), evaluation::tests(), scopes::tests()];
    let tests = tests.into_iter().flatten().collect();
    libtest_mimic::run(&Arguments::from_args(), tests).exit();
}
