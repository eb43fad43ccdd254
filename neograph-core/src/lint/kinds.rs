//! The registry of kinds: what lint looks for, how bad it is, and what it means.

use std::fmt;

/// How bad an issue is.
///
/// ```
/// use neograph_core::lint::Severity;
///
/// assert!(Severity::Error > Severity::Warning);
/// assert_eq!(Severity::Warning.to_string(), "warning");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The pipeline runs, and probably not as it was meant.
    Warning,
    /// The pipeline cannot run to its end.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

macro_rules! kinds {
    ($($kind:ident, $name:literal, $severity:ident, $meaning:literal;)*) => {
        /// What is wrong, as a name to look up and to leave out.
        ///
        /// ```
        /// use neograph_core::lint::{LintIssue, LintKind};
        ///
        /// fn but_for_drivers(mut issues: Vec<LintIssue>) -> Vec<LintIssue> {
        ///     issues.retain(|issue| issue.kind != LintKind::ToolRequiresAsyncDriver);
        ///     issues
        /// }
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum LintKind {
            $(#[doc = $meaning] $kind,)*
        }

        impl LintKind {
            /// Every kind, in the order of the registry.
            ///
            /// ```
            /// use neograph_core::lint::LintKind;
            ///
            /// for kind in LintKind::ALL {
            ///     println!("{kind} ({}): {}", kind.severity(), kind.meaning());
            /// }
            /// ```
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// The kind's name.
            ///
            /// ```
            /// use neograph_core::lint::LintKind;
            ///
            /// let kind = LintKind::ToolRequiresAsyncDriver;
            /// assert_eq!(kind.name(), "tool_requires_async_driver");
            /// ```
            pub fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)* }
            }

            /// How bad an issue of the kind is as a rule. An issue says how bad it is itself.
            ///
            /// ```
            /// use neograph_core::lint::{LintKind, Severity};
            ///
            /// assert_eq!(LintKind::ConfigKeyMissing.severity(), Severity::Error);
            /// ```
            pub fn severity(self) -> Severity {
                match self { $(Self::$kind => Severity::$severity,)* }
            }

            /// What an issue of the kind means.
            ///
            /// ```
            /// use neograph_core::lint::LintKind;
            ///
            /// assert!(LintKind::ConfigKeyMissing.meaning().contains("not given"));
            /// ```
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$kind => $meaning,)* }
            }
        }
    };
}

kinds! {
    ResourceHydrationKindUnmatched, "resource_hydration_kind_unmatched", Error,
        "A parameter asks the manifest for a link, and no node before it has a tool that may emit one. A warning when the parameter is an `Option`.";
    ToolRequiresAsyncDriver, "tool_requires_async_driver", Warning,
        "A tool waits for I/O, so that the blocking `run` refuses the graph; use `arun` or `astream`.";
    TemplatePlaceholderUnresolvable, "template_placeholder_unresolvable", Error,
        "A prompt names what its node does not have, or does not parse.";
    TemplateVarRequiresAsyncDriver, "template_var_requires_async_driver", Warning,
        "A prompt names a parameter that is read from a resource, so that the blocking `run` refuses the graph.";
    TemplateInputUnreferenced, "template_input_unreferenced", Warning,
        "A node binds a value that its prompt never names, so that the model does not see it, and that it needs for nothing else.";
    OutputFieldUnconsumed, "output_field_unconsumed", Warning,
        "A model is asked for a field that no prompt after it names, and nothing else reads its output there.";
    ActModeAllIdempotentTools, "act_mode_all_idempotent_tools", Warning,
        "An `act` node has only tools that may be called again: `agent` says what it does.";
    AskHumanInMutatingNode, "ask_human_in_mutating_node", Warning,
        "A tool of an `act` node asks a human: what it does before it asks is done twice, and other calls of the turn may have been made.";
    ConfigKeyUnmatched, "config_key_unmatched", Warning,
        "The configuration has a handle, or the input a value, that no node takes.";
    ConfigKeyMissing, "config_key_missing", Error,
        "A node takes a handle, an input or the fetcher, and it is not given.";
}

impl fmt::Display for LintKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
