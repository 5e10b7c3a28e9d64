//! A table of definitions, and a law.

mod law;
mod table;
