//! Room: failing instance → the smallest one that still fails, and what the failure hangs on.

mod commands;
mod ddmin;
pub mod input;
pub mod minimise;
pub mod narrow;
pub mod reproduce;
pub mod session_bug;
