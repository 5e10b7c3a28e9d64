//! Room: a bug on disk, and what becomes of it: named, kept, shown to other solvers, reported.

pub mod ask_others;
pub mod bucket;
pub mod evidence;
pub mod export;
pub mod issue;
pub mod opinion;
pub mod snapshot;
