//! URI templates (RFC 6570): which variables one has, and where they stand in it.
//!
//! Programs use it through `neograph::uri`. It is a crate of its own because the macros need
//! it while they compile a program, and the runtime while one runs.
//!
//! ```
//! use neograph_uri::Template;
//!
//! let template = Template::parse("crm://deals/{deal_id}/mails{?from,to}")?;
//! let names: Vec<&str> = template.variables.iter().map(|v| v.name.as_str()).collect();
//! assert_eq!(names, ["deal_id", "from", "to"]);
//! assert!(template.variables[1].in_query);
//! # Ok::<_, neograph_uri::TemplateFault>(())
//! ```

mod template;

pub use template::{Template, TemplateFault, Variable};
