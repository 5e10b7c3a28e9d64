//! Room: what SMT-LIB's symbols mean.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `operators` | the one table of operators, a file a theory: kind, sorts, relatives |
//! | `literals` | how values are written |
//! | `underspecified` | whether a term hangs on what SMT-LIB leaves open |

pub(crate) mod literals;
pub(crate) mod operators;
pub(crate) mod underspecified;
