//! Prompts: minijinja templates, strict about undefined names.

mod reading;
mod templates;

use std::{collections::BTreeMap, fs, path::Path};

pub(crate) use reading::Reading;
pub(crate) use templates::Templates;

use crate::{Error, error::CompileError};

/// The endings of template files; a prompt's name goes without.
const ENDINGS: [&str; 4] = ["j2", "jinja", "md", "txt"];

/// Prompt templates by name.
///
/// A template is [minijinja](https://docs.rs/minijinja): its variables are the parameters of
/// the node that uses it, and what is no text is written as JSON.
///
/// ```
/// use neograph_core::prompt::Prompts;
///
/// let prompts = Prompts::new().add("brief", "Write a brief on {{ deal_id }}: {{ history }}");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prompts {
    templates: BTreeMap<String, String>,
}

impl Prompts {
    /// No prompts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a prompt.
    #[must_use]
    pub fn add(mut self, name: impl Into<String>, template: impl Into<String>) -> Self {
        self.templates.insert(name.into(), template.into());
        self
    }

    /// The prompts of a directory and the directories in it: the file
    /// `research/scan.j2` is the prompt `research/scan`. Files end in `.j2`, `.jinja`,
    /// `.md` or `.txt`; others are passed over.
    ///
    /// # Errors
    ///
    /// [`CompileError::Prompts`] when the directory or a file in it cannot be read, and when
    /// two files make one name.
    pub fn dir(path: impl AsRef<Path>) -> Result<Self, Error> {
        let mut prompts = Self::new();
        prompts.read_dir(path.as_ref(), "")?;
        Ok(prompts)
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.templates.get(name).map(String::as_str)
    }

    pub(crate) fn extend(&mut self, others: Self) {
        self.templates.extend(others.templates);
    }

    fn read_dir(&mut self, dir: &Path, prefix: &str) -> Result<(), CompileError> {
        let failed = |path: &Path, reason: &dyn ToString| CompileError::Prompts {
            path: path.display().to_string(),
            reason: reason.to_string(),
        };
        for entry in fs::read_dir(dir).map_err(|error| failed(dir, &error))? {
            let path = entry.map_err(|error| failed(dir, &error))?.path();
            let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()) else {
                return Err(failed(&path, &"the name is no UTF-8"));
            };
            let name = format!("{prefix}{stem}");
            if path.is_dir() {
                self.read_dir(&path, &format!("{name}/"))?;
                continue;
            }
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            if !ENDINGS.contains(&ending) {
                continue;
            }
            let text = fs::read_to_string(&path).map_err(|error| failed(&path, &error))?;
            if self.templates.insert(name.clone(), text).is_some() {
                return Err(failed(&path, &format!("another file is the prompt `{name}` too")));
            }
        }
        Ok(())
    }
}
