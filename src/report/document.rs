//! What a report says, without how it looks: sections of paragraphs, tables, lists and small charts as data.

use super::headline::Mood;

/// A whole report.
#[derive(Clone, Debug)]
pub struct Document {
    /// The outcome in a sentence.
    pub title: String,
    /// How it is to be taken.
    pub mood: Mood,
    /// What comes before the first section.
    pub head: Vec<Block>,
    /// The sections, in order.
    pub sections: Vec<Section>,
}

/// A part with a heading.
#[derive(Clone, Debug)]
pub struct Section {
    /// A name that no other section has, of letters.
    pub id: &'static str,
    /// The heading.
    pub heading: &'static str,
    /// What it shows, in a sentence; may be empty.
    pub about: &'static str,
    /// What is in it.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Clone, Debug)]
pub enum Block {
    /// A paragraph.
    Text(Text),
    /// Numbers to be seen at once: name, value, note.
    Numbers(Vec<(&'static str, Text)>),
    /// A table.
    Table(Table),
    /// A list of names.
    Names(Vec<String>),
    /// Terms and what is said of each.
    Facts(Vec<(String, Text)>),
    /// A text as it is, in a language.
    Code(&'static str, String),
    /// What colours mean: a mark and what it stands for.
    Legend(Vec<(Span, &'static str)>),
    /// Something that is opened to be seen.
    Details {
        /// What it is called by a [`Span::Link`]; may be empty.
        id: String,
        /// What is seen of it.
        summary: Text,
        /// What is in it.
        blocks: Vec<Block>,
    },
}

/// Words on a line.
pub(crate) type Text = Vec<Span>;

/// Words that look alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// As it is.
    Plain(String),
    /// As code.
    Code(String),
    /// A word that has the colour of its kind.
    Tag(&'static str, String),
    /// Small, on a line of its own.
    Note(String),
    /// To the details of this name.
    Link(String, String),
}

/// A table. Its first column names the rows.
#[derive(Clone, Debug)]
pub struct Table {
    /// What it shows.
    pub label: &'static str,
    /// How it is drawn.
    pub look: Look,
    /// The headings.
    pub columns: Vec<Column>,
    /// The rows, each with a cell a column.
    pub rows: Vec<Vec<Cell>>,
}

/// How a table is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// As a table.
    Plain,
    /// As a map of small coloured cells; where there are no colours, it is opened to be seen.
    Map,
}

/// The heading of a column and what is in it.
#[derive(Clone, Debug)]
pub struct Column {
    /// The heading.
    pub head: String,
    /// What is in it.
    pub kind: Kind,
}

/// What a column has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Words.
    Words,
    /// Words, and many of them.
    Prose,
    /// Numbers.
    Number,
    /// Charts of what other columns say in words: it is left out where nothing can be drawn.
    Chart,
}

/// What is in a table.
#[derive(Clone, Debug)]
pub enum Cell {
    /// Words.
    Text(Text),
    /// A chart.
    Chart(Chart),
    /// A number with a colour: the kind of the colour, the number, a word, and all of it in a sentence.
    Mark(&'static str, String, &'static str, String),
}

/// A small chart. Its scale is that of its column.
#[derive(Clone, Debug)]
pub enum Chart {
    /// Shares of a whole, by verdict.
    Shares(Vec<(&'static str, u64)>),
    /// A histogram of doubling buckets of time, see [`super::lines::fields`].
    Times(Vec<u64>),
    /// From one size to another, in bytes.
    Sizes([usize; 2]),
    /// A time since the start of something, and how long it took in all, in seconds.
    Moment([f64; 2]),
}

/// Plain words.
pub(crate) fn plain(text: impl Into<String>) -> Text {
    vec![Span::Plain(text.into())]
}

/// A cell of plain words.
pub(crate) fn cell(text: impl Into<String>) -> Cell {
    Cell::Text(plain(text))
}

/// Something that is opened to be seen, without a name.
pub(crate) fn details(summary: Text, blocks: Vec<Block>) -> Block {
    Block::Details { id: String::new(), summary, blocks }
}

impl Section {
    /// A section, if there is more in it than legends and tables without rows.
    pub(crate) fn build(
        id: &'static str,
        heading: &'static str,
        about: &'static str,
        blocks: impl IntoIterator<Item = Block>,
    ) -> Option<Section> {
        let has_rows = |block: &Block| !matches!(block, Block::Table(table) if table.rows.is_empty());
        let blocks: Vec<Block> = blocks.into_iter().filter(has_rows).collect();
        let is_there = blocks.iter().any(|block| !matches!(block, Block::Legend(_)));
        is_there.then_some(Section { id, heading, about, blocks })
    }
}

impl Block {
    /// A plain table.
    pub(crate) fn table<const N: usize>(
        label: &'static str,
        columns: [(&str, Kind); N],
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Block {
        let columns = columns.map(|(head, kind)| Column { head: head.to_owned(), kind });
        let rows = rows.into_iter().collect();
        Block::Table(Table { label, look: Look::Plain, columns: columns.into(), rows })
    }
}
