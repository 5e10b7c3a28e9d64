//! Symbols: `|abc|` and `abc` are the same one (SMT-LIB 2.7, section 3.1).

/// The shortest spelling of a symbol: without bars where it can do without. Text that is
/// not a symbol comes back as it is.
pub(crate) fn canonical(text: &str) -> &str {
    let inner = text.strip_prefix('|').and_then(|rest| rest.strip_suffix('|'));
    match inner {
        Some(inner) if is_simple(inner) => inner,
        _ => text,
    }
}

/// `name` with bars where it needs them. Bars and backslashes inside cannot be written at
/// all in SMT-LIB, so they become underscores.
pub(crate) fn quoted(name: &str) -> String {
    if is_simple(name) {
        return name.to_owned();
    }
    format!("|{}|", name.replace(['|', '\\'], "_"))
}

/// The name inside the bars, if there are any.
pub(crate) fn bare(symbol: &str) -> &str {
    symbol.strip_prefix('|').and_then(|rest| rest.strip_suffix('|')).unwrap_or(symbol)
}

/// Whether `name` can stand without bars: allowed characters, no digit first, not reserved.
fn is_simple(name: &str) -> bool {
    const RESERVED: [&str; 12] =
        ["!", "_", "as", "exists", "forall", "lambda", "let", "match", "par", "STRING", "NUMERAL", "DECIMAL"];
    let allowed = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let first_is_digit = name.starts_with(|c: char| c.is_ascii_digit());
    !name.is_empty() && !first_is_digit && name.chars().all(allowed) && !RESERVED.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_go_only_where_they_are_not_needed() {
        assert_eq!(canonical("|abc|"), "abc");
        assert_eq!(canonical("|a b|"), "|a b|");
        assert_eq!(canonical("|let|"), "|let|");
        assert_eq!(canonical("||"), "||");
        assert_eq!(canonical("|1a|"), "|1a|");
        assert_eq!(quoted("a b"), "|a b|");
        assert_eq!(bare("|a b|"), "a b");
    }
}
