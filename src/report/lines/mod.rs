//! Results: the JSON Lines that every run writes, and how to read them.
//!
//! [`record`] has the types of the lines, whose JSON schema is `docs/results.schema.json`; [`journal`] writes them
//! while the run goes on, [`read_lines`] reads them. What cases came to is made into lines where they are run.

pub mod fields;
pub(crate) mod journal;
pub(crate) mod read_lines;
pub mod record;

/// The JSON schema of one line.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(record::Record).into()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_schema_that_is_checked_in_is_that_of_the_types() {
        let kept: serde_json::Value =
            serde_json::from_str(include_str!("../../../docs/results.schema.json")).unwrap();
        let remedy =
            "`cargo run --release --bin storm -- report --schema > docs/results.schema.json` writes it anew";
        assert_eq!(kept, super::schema(), "{remedy}");
    }
}
