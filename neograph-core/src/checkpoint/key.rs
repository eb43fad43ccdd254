//! Whose value an entry is: a node, one item of its fan-out, one iteration of its loop.

use std::{fmt, str::FromStr, sync::Arc};

/// The address of a unit of work: a path from the pipeline's node through sub-pipelines.
///
/// Written as `research`, `score[3]` (item 3), `refine#2` (iteration 2), and
/// `verify[3]/check` (a node of a sub-pipeline).
///
/// ```
/// use neograph_core::checkpoint::Key;
///
/// let key: Key = "verify[3]/check#2".parse()?;
/// assert_eq!(key.to_string(), "verify[3]/check#2");
/// assert_eq!(key.segments()[0].item, Some(3));
/// # Ok::<_, neograph_core::checkpoint::ParseKeyError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(Arc<[Segment]>);

/// One step of a [`Key`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Segment {
    /// The node.
    pub node: Arc<str>,
    /// The item of its fan-out.
    pub item: Option<u32>,
    /// The iteration of its loop.
    pub iteration: Option<u32>,
}

/// A text that is no [`Key`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no key; a key looks like `node`, `node[item]`, `node#iteration` or `outer/inner`"
)]
pub struct ParseKeyError(String);

impl Key {
    /// The key of a node that runs once.
    pub fn node(name: &str) -> Self {
        Self(Arc::new([Segment { node: name.into(), item: None, iteration: None }]))
    }

    /// The key of these steps, from the outermost node inwards.
    pub fn new(segments: impl IntoIterator<Item = Segment>) -> Self {
        Self(segments.into_iter().collect())
    }

    /// The key of the thread itself, for the input.
    pub fn thread() -> Self {
        Self(Arc::new([]))
    }

    /// The steps from the outermost node inwards; none for the thread itself.
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, Segment { node, item, iteration }) in self.0.iter().enumerate() {
            if depth > 0 {
                f.write_str("/")?;
            }
            f.write_str(node)?;
            if let Some(item) = item {
                write!(f, "[{item}]")?;
            }
            if let Some(iteration) = iteration {
                write!(f, "#{iteration}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Key {
    type Err = ParseKeyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.is_empty() {
            return Ok(Self::thread());
        }
        let segments: Option<Vec<Segment>> = text.split('/').map(segment).collect();
        segments.map(|segments| Self(segments.into())).ok_or_else(|| ParseKeyError(text.to_owned()))
    }
}

fn segment(text: &str) -> Option<Segment> {
    let (text, iteration) = match text.split_once('#') {
        Some((rest, iteration)) => (rest, Some(number(iteration)?)),
        None => (text, None),
    };
    let (node, item) = match text.split_once('[') {
        Some((node, item)) => (node, Some(number(item.strip_suffix(']')?)?)),
        None => (text, None),
    };
    (!node.is_empty()).then(|| Segment { node: node.into(), item, iteration })
}

/// A number as [`Key`] writes it, so that no two texts are one key.
fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number: &u32| number.to_string() == text)
}
