//! The contents of a report as data, without its appearance: sections of paragraphs, tables, lists and small charts.

use super::headline::Mood;

/// A whole report.
#[derive(Clone, Debug)]
pub struct Document {
    /// The outcome in a sentence.
    pub title: String,
    /// The overall assessment.
    pub mood: Mood,
    /// The blocks before the first section.
    pub head: Vec<Block>,
    /// The sections, in order.
    pub sections: Vec<Section>,
}

/// A section with a heading.
#[derive(Clone, Debug)]
pub struct Section {
    /// A unique name, made of letters.
    pub id: &'static str,
    /// The heading.
    pub heading: &'static str,
    /// A sentence about the contents; may be empty.
    pub about: &'static str,
    /// The contents.
    pub blocks: Vec<Block>,
}

/// A part of a section.
#[derive(Clone, Debug)]
pub enum Block {
    /// A paragraph.
    Text(Text),
    /// Numbers shown prominently: name, value, note.
    Numbers(Vec<(&'static str, Text)>),
    /// A table.
    Table(Table),
    /// A list of names.
    Names(Vec<String>),
    /// Terms with a description each.
    Facts(Vec<(String, Text)>),
    /// Preformatted text, with its language.
    Code(&'static str, String),
    /// The meanings of colours: a mark and what it stands for.
    Legend(Vec<(Span, &'static str)>),
    /// A block that is collapsed at first.
    Details {
        /// The target of a [`Span::Link`]; may be empty.
        id: String,
        /// The visible line.
        summary: Text,
        /// The collapsed contents.
        blocks: Vec<Block>,
    },
}

/// The words of a line.
pub(crate) type Text = Vec<Span>;

/// Words of one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Plain words.
    Plain(String),
    /// Code.
    Code(String),
    /// A word in the colour of its kind.
    Tag(&'static str, String),
    /// A small note on a line of its own.
    Note(String),
    /// A link to the details of this name.
    Link(String, String),
}

/// A table. Its first column names the rows.
#[derive(Clone, Debug)]
pub struct Table {
    /// A description of the contents.
    pub label: &'static str,
    /// How to draw it.
    pub look: Look,
    /// The headings.
    pub columns: Vec<Column>,
    /// The rows, each with one cell per column.
    pub rows: Vec<Vec<Cell>>,
}

/// How a table is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// As a plain table.
    Plain,
    /// As a map of small coloured cells; collapsed where there are no colours.
    Map,
}

/// A column: its heading and the kind of its cells.
#[derive(Clone, Debug)]
pub struct Column {
    /// The heading.
    pub head: String,
    /// The kind of its cells.
    pub kind: Kind,
}

/// The kind of a column's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Words.
    Words,
    /// Long texts.
    Prose,
    /// Numbers.
    Number,
    /// Charts of what other columns say in words. The column is left out where nothing can be drawn.
    Chart,
}

/// A cell of a table.
#[derive(Clone, Debug)]
pub enum Cell {
    /// Words.
    Text(Text),
    /// A chart.
    Chart(Chart),
    /// A number with a colour: the kind of the colour, the number, a word, and a sentence with all of it.
    Mark(&'static str, String, &'static str, String),
}

/// A small chart. All charts of a column share a scale.
#[derive(Clone, Debug)]
pub enum Chart {
    /// The shares of a whole, by verdict.
    Shares(Vec<(&'static str, u64)>),
    /// A histogram with time buckets that double, see [`super::lines::fields`].
    Times(Vec<u64>),
    /// From one size to another, in bytes.
    Sizes([usize; 2]),
    /// A point in time since a start, and the whole duration, in seconds.
    Moment([f64; 2]),
}

/// Returns plain words.
pub(crate) fn plain(text: impl Into<String>) -> Text {
    vec![Span::Plain(text.into())]
}

/// Returns a cell of plain words.
pub(crate) fn cell(text: impl Into<String>) -> Cell {
    Cell::Text(plain(text))
}

/// Returns a collapsed block without a name.
pub(crate) fn details(summary: Text, blocks: Vec<Block>) -> Block {
    Block::Details { id: String::new(), summary, blocks }
}

impl Section {
    /// Returns a section, or `None` if it contains nothing but legends and tables without rows.
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
    /// Returns a plain table.
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
