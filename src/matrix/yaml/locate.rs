//! Finding where a place was written: the YAML reader gives the position of nothing but of an error, so the file
//! is deserialised once more by a seed that follows the place and fails there.

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IgnoredAny, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::place::{Part, Step};
use super::read::KeySeed;

/// Follows `steps` and fails at their end, or at a scalar on the way; succeeds when they lead nowhere.
#[derive(Clone, Copy)]
pub(super) struct Locate<'a> {
    pub steps: &'a [Step],
    pub part: Part,
}

impl<'de> DeserializeSeed<'de> for Locate<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.steps.is_empty() {
            deserializer.deserialize_any(Here)
        } else {
            deserializer.deserialize_any(self)
        }
    }
}

/// Fails whatever it visits, as every method that a visitor leaves out does.
struct Here;

impl Visitor<'_> for Here {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("another place")
    }
}

impl<'de> Visitor<'de> for Locate<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map or a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let mut index = 0;
        loop {
            let more = match self.steps {
                [Step::Index(wanted), steps @ ..] if *wanted == index => {
                    seq.next_element_seed(Locate { steps, ..self })?
                }
                _ => seq.next_element::<IgnoredAny>()?.map(|_| ()),
            };
            if more.is_none() {
                return Ok(());
            }
            index += 1;
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut target = match self.steps {
            [Step::Key { name, nth }, steps @ ..] => Some((name.as_str(), *nth, steps)),
            _ => None,
        };
        loop {
            let fail_at = match target {
                Some((name, 0, [])) if self.part == Part::Key => Some(name),
                _ => None,
            };
            let Some(key) = map.next_key_seed(KeySeed { fail_at })? else {
                return Ok(());
            };
            match target {
                Some((name, 0, steps)) if name == key => {
                    map.next_value_seed(Locate { steps, ..self })?;
                    target = None;
                    continue;
                }
                Some((name, ref mut nth, _)) if name == key => *nth -= 1,
                _ => {}
            }
            map.next_value::<IgnoredAny>()?;
        }
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<(), A::Error> {
        let (_, content) = data.variant::<IgnoredAny>()?;
        content.newtype_variant_seed(self)
    }
}
