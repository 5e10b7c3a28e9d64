//! What stands in `${{ }}`: the part of GitHub's expressions that our workflows use. Anything else is an error of the test.

use serde_json::{Value, json};

/// What expressions can see, by the name of the context: `github`, `inputs`, `matrix` and so on.
pub type Contexts = serde_json::Map<String, Value>;

/// A text with each `${{ }}` in it replaced.
pub fn filled(text: &str, contexts: &Contexts) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${{") {
        let (inner, after) = after.split_once("}}").unwrap_or_else(|| panic!("no end of ${{{{ in {text:?}"));
        out += before;
        out += &shown(&value(inner, contexts));
        rest = after;
    }
    out + rest
}

/// The value of a text that may be one expression as a whole, which then keeps its type.
pub fn whole(text: &str, contexts: &Contexts) -> Value {
    let inner = text.trim().strip_prefix("${{").and_then(|text| text.strip_suffix("}}"));
    match inner.filter(|inner| !inner.contains("${{")) {
        Some(inner) => value(inner, contexts),
        None => Value::String(filled(text, contexts)),
    }
}

/// Whether a condition holds; `${{ }}` around it may be left out.
pub fn holds(condition: &str, contexts: &Contexts) -> bool {
    let inner = condition.trim().strip_prefix("${{").and_then(|text| text.strip_suffix("}}"));
    is_true(&value(inner.unwrap_or(condition), contexts))
}

fn value(text: &str, contexts: &Contexts) -> Value {
    let mut reader = Reader { rest: text.trim(), contexts };
    let value = reader.any();
    assert!(reader.rest.is_empty(), "not understood: {:?} in {text:?}", reader.rest);
    value
}

fn is_true(value: &Value) -> bool {
    !matches!(value, Value::Null | Value::Bool(false)) && *value != json!("") && *value != json!(0)
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

struct Reader<'a> {
    rest: &'a str,
    contexts: &'a Contexts,
}

impl Reader<'_> {
    fn takes(&mut self, word: &str) -> bool {
        let after = self.rest.strip_prefix(word);
        self.rest = after.unwrap_or(self.rest).trim_start();
        after.is_some()
    }

    fn any(&mut self) -> Value {
        let mut left = self.all();
        while self.takes("||") {
            let right = self.all();
            left = if is_true(&left) { left } else { right };
        }
        left
    }

    fn all(&mut self) -> Value {
        let mut left = self.equal();
        while self.takes("&&") {
            let right = self.equal();
            left = if is_true(&left) { right } else { left };
        }
        left
    }

    fn equal(&mut self) -> Value {
        let left = self.one();
        if self.takes("==") {
            return json!(shown(&left) == shown(&self.one()));
        }
        if self.takes("!=") {
            return json!(shown(&left) != shown(&self.one()));
        }
        left
    }

    fn one(&mut self) -> Value {
        if self.takes("!") {
            return json!(!is_true(&self.one()));
        }
        if self.takes("(") {
            let inner = self.any();
            assert!(self.takes(")"), "no `)` before {:?}", self.rest);
            return inner;
        }
        if let Some(after) = self.rest.strip_prefix('\'') {
            let (text, after) = after.split_once('\'').expect("no end of a text");
            self.rest = after.trim_start();
            return json!(text);
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        assert!(end > 0, "not understood: {:?}", self.rest);
        let word = &self.rest[..end];
        self.rest = self.rest[end..].trim_start();
        if let Ok(number) = word.parse::<u64>() {
            return json!(number);
        }
        let mut value = match word {
            "true" | "false" => json!(word == "true"),
            _ if self.takes("(") => self.call(word),
            // A context that there is not is a mistake; a field of one that there is not is empty.
            _ => self.contexts.get(word).unwrap_or_else(|| panic!("no context `{word}`")).clone(),
        };
        while self.takes(".") {
            let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
            value = value.get(&self.rest[..end]).cloned().unwrap_or(Value::Null);
            self.rest = self.rest[end..].trim_start();
        }
        value
    }

    fn call(&mut self, function: &str) -> Value {
        let mut arguments = Vec::new();
        while !self.takes(")") {
            arguments.push(self.any());
            self.takes(",");
        }
        match (function, &arguments[..]) {
            // The runner says which of these is so.
            ("always", []) => json!(true),
            ("cancelled", []) => json!(false),
            ("failure" | "success", []) => self.contexts[function].clone(),
            ("fromJSON", [text]) => serde_json::from_str(&shown(text)).expect("fromJSON takes JSON"),
            ("toJSON", [value]) => json!(value.to_string()),
            ("hashFiles", [_, ..]) => json!("00c0ffee"),
            _ => panic!("no function `{function}` of {} arguments", arguments.len()),
        }
    }
}
