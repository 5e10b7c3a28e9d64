//! Environment variables that ask for something.

/// Whether a variable is set: neither empty nor 0.
pub(crate) fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0")
}

/// Whether known bugs are to be red too.
pub(crate) fn is_strict() -> bool {
    is_set("STORM_STRICT")
}
