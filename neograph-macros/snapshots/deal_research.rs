use neograph::prelude::*;
use super::domain::{
    ActivityDigest, ActivityHistory, Brief, DealSummary, EmailHistory, EmailPage,
    GateAck, ReviewRequest,
};
/// The e-mails of a deal between two dates (`YYYY-MM-DD`, both included).
#[allow(non_camel_case_types)]
pub struct read_emails {}
const _: () = {
    #[automatically_derived]
    impl ::neograph::__private::ResourceReader for read_emails {
        type Output = <Result<EmailPage> as ::neograph::__private::NodeResult>::Ok;
        fn tool() -> ::neograph::__private::Arc<dyn ::neograph::__private::Tool> {
            ::neograph::__private::ReaderTool::<
                <Result<EmailPage> as ::neograph::__private::NodeResult>::Ok,
            >::__new("read_emails", "mcp://crm/deals/{deal_id}/emails/{start}/{end}")
                .__description(
                    "The e-mails of a deal between two dates (`YYYY-MM-DD`, both included).",
                )
                .__argument::<String>("deal_id", false)
                .__argument::<String>("start", false)
                .__argument::<String>("end", false)
                .__into_tool()
        }
    }
};
/// Open points are for a human to see; without any the run goes on by itself.
fn needs_review(ack: &GateAck) -> Option<ReviewRequest> {
    let GateAck { reviewed_deal, headline, open_points } = ack;
    let message = format!(
        "Approve the research on {reviewed_deal}? {headline} ({open_points} points are open)"
    );
    (*open_points > 0).then_some(ReviewRequest { message })
}
#[allow(clippy::wildcard_imports)]
pub mod deal_research {
    use super::*;
    /// An agent: its tools' links go into the manifest.
    #[allow(non_camel_case_types)]
    pub struct research {}
    const _: () = {
        #[automatically_derived]
        impl ::neograph::__private::Node for research {
            type Output = <Result<DealSummary> as ::neograph::__private::NodeResult>::Ok;
            const NAME: &'static str = "research";
        }
        #[automatically_derived]
        impl ::neograph::__private::PipelineNode for research {
            const FACTS: ::neograph::__private::NodeFacts = ::neograph::__private::NodeFacts {
                name: "research",
                edges: &[],
                emits_links: true,
            };
            fn spec() -> ::neograph::__private::NodeSpec {
                ::neograph::__private::NodeSpec::__with_model::<
                    research,
                >(
                        ::neograph::__private::Mode::Agent,
                        "research",
                        ::neograph::__private::PromptSource::Named("research/scan"),
                    )
                    .__param(
                        ::neograph::__private::Param::__input::<String>("deal_id")
                            .__rendered::<String>(),
                    )
                    .__param(
                        ::neograph::__private::Param::__resource::<
                            ActivityHistory,
                        >(
                                "dossier",
                                ::neograph::__private::Locator::Uri(
                                    "mcp://crm/deals/{deal_id}/activity",
                                ),
                            )
                            .__rendered::<ActivityHistory>(),
                    )
                    .__tool(::neograph::__private::ToolRef::Named("crm::get_deal"))
                    .__tool(
                        ::neograph::__private::ToolRef::Declared(
                            <read_emails as ::neograph::__private::ResourceReader>::tool,
                        ),
                    )
            }
        }
        #[automatically_derived]
        impl<
            __List: ::neograph::__private::Listing,
        > ::neograph::__private::Linked<__List> for research {
            type Node = Self;
            const PARAM_0: () = ::neograph::__private::check_input::<__List>("deal_id");
        }
        #[automatically_derived]
        impl<
            __Edges: ::neograph::__private::Upstreams,
        > ::neograph::__private::Wired<__Edges> for research {}
    };
    #[allow(clippy::unused_async)]
    /// Pauses for a human.
    pub async fn gate(research: &DealSummary) -> Result<GateAck> {
        Ok(GateAck {
            reviewed_deal: research.deal_id.clone(),
            headline: research.headline.clone(),
            open_points: research.open_points.len(),
        })
    }
    ///The node `gate` as a type.
    #[allow(non_camel_case_types)]
    pub struct gate {}
    const _: () = {
        #[automatically_derived]
        impl ::neograph::__private::Node for gate {
            type Output = <Result<GateAck> as ::neograph::__private::NodeResult>::Ok;
            const NAME: &'static str = "gate";
        }
        #[automatically_derived]
        impl ::neograph::__private::PipelineNode for gate {
            const FACTS: ::neograph::__private::NodeFacts = ::neograph::__private::NodeFacts {
                name: "gate",
                edges: &["research"],
                emits_links: false,
            };
            fn spec() -> ::neograph::__private::NodeSpec {
                ::neograph::__private::NodeSpec::__scripted::<
                    gate,
                    _,
                    _,
                    _,
                >(|mut __args: ::neograph::__private::Args| async move {
                        let __param_research = __args.shared::<DealSummary>(0usize)?;
                        ::neograph::__private::Ok::<
                            _,
                            ::neograph::__private::BoxError,
                        >(
                            <Result<
                                GateAck,
                            > as ::neograph::__private::NodeResult>::into_result(
                                gate(&__param_research).await,
                            ),
                        )
                    })
                    .__param(
                        ::neograph::__private::Param::__edge::<
                            DealSummary,
                            <research as ::neograph::__private::Node>::Output,
                        >("research"),
                    )
                    .__interrupt_by::<gate, _>(needs_review)
            }
        }
        #[automatically_derived]
        impl<
            __List: ::neograph::__private::Listing,
        > ::neograph::__private::Linked<__List> for gate {
            type Node = Self;
            const PARAM_0: () = ::neograph::__private::check_edge::<
                __List,
            >("gate", "research", 0usize);
        }
        #[automatically_derived]
        impl<
            __Edges: ::neograph::__private::Upstreams,
        > ::neograph::__private::Wired<__Edges> for gate
        where
            __Edges::E0: ::neograph::__private::Carries<
                DealSummary,
                <__Edges::E0 as ::neograph::__private::Upstream>::Output,
            >,
        {}
    };
    #[allow(clippy::unused_async)]
    /// Hydrates by URI.
    pub async fn parse_activity(
        gate: &GateAck,
        deal_id: String,
        activity: ActivityHistory,
    ) -> Result<ActivityDigest> {
        if gate.reviewed_deal != deal_id {
            return Err(Error::node(format!("the review was of {}", gate.reviewed_deal)));
        }
        Ok(ActivityDigest::of(&activity))
    }
    ///The node `parse_activity` as a type.
    #[allow(non_camel_case_types)]
    pub struct parse_activity {}
    const _: () = {
        #[automatically_derived]
        impl ::neograph::__private::Node for parse_activity {
            type Output = <Result<
                ActivityDigest,
            > as ::neograph::__private::NodeResult>::Ok;
            const NAME: &'static str = "parse_activity";
        }
        #[automatically_derived]
        impl ::neograph::__private::PipelineNode for parse_activity {
            const FACTS: ::neograph::__private::NodeFacts = ::neograph::__private::NodeFacts {
                name: "parse_activity",
                edges: &["gate"],
                emits_links: false,
            };
            fn spec() -> ::neograph::__private::NodeSpec {
                ::neograph::__private::NodeSpec::__scripted::<
                    parse_activity,
                    _,
                    _,
                    _,
                >(|mut __args: ::neograph::__private::Args| async move {
                        let __param_gate = __args.shared::<GateAck>(0usize)?;
                        let __param_deal_id = __args.take::<String>(1usize)?;
                        let __param_activity = __args.take::<ActivityHistory>(2usize)?;
                        ::neograph::__private::Ok::<
                            _,
                            ::neograph::__private::BoxError,
                        >(
                            <Result<
                                ActivityDigest,
                            > as ::neograph::__private::NodeResult>::into_result(
                                parse_activity(
                                        &__param_gate,
                                        __param_deal_id,
                                        __param_activity,
                                    )
                                    .await,
                            ),
                        )
                    })
                    .__param(
                        ::neograph::__private::Param::__edge::<
                            GateAck,
                            <gate as ::neograph::__private::Node>::Output,
                        >("gate"),
                    )
                    .__param(
                        ::neograph::__private::Param::__input::<String>("deal_id")
                            .__rendered::<String>(),
                    )
                    .__param(
                        ::neograph::__private::Param::__resource::<
                            ActivityHistory,
                        >(
                            "activity",
                            ::neograph::__private::Locator::Uri(
                                "mcp://crm/deals/{deal_id}/activity",
                            ),
                        ),
                    )
            }
        }
        #[automatically_derived]
        impl<
            __List: ::neograph::__private::Listing,
        > ::neograph::__private::Linked<__List> for parse_activity {
            type Node = Self;
            const PARAM_0: () = ::neograph::__private::check_edge::<
                __List,
            >("parse_activity", "gate", 0usize);
            const PARAM_1: () = ::neograph::__private::check_input::<__List>("deal_id");
        }
        #[automatically_derived]
        impl<
            __Edges: ::neograph::__private::Upstreams,
        > ::neograph::__private::Wired<__Edges> for parse_activity
        where
            __Edges::E0: ::neograph::__private::Carries<
                GateAck,
                <__Edges::E0 as ::neograph::__private::Upstream>::Output,
            >,
        {}
    };
    /// Hydrates by kind, from the manifest, and heals the link if it died meanwhile.
    #[allow(non_camel_case_types)]
    pub struct consume {}
    const _: () = {
        #[automatically_derived]
        impl ::neograph::__private::Node for consume {
            type Output = <Result<Brief> as ::neograph::__private::NodeResult>::Ok;
            const NAME: &'static str = "consume";
        }
        #[automatically_derived]
        impl ::neograph::__private::PipelineNode for consume {
            const FACTS: ::neograph::__private::NodeFacts = ::neograph::__private::NodeFacts {
                name: "consume",
                edges: &["parse_activity"],
                emits_links: false,
            };
            fn spec() -> ::neograph::__private::NodeSpec {
                ::neograph::__private::NodeSpec::__with_model::<
                    consume,
                >(
                        ::neograph::__private::Mode::Think,
                        "consume",
                        ::neograph::__private::PromptSource::Named("consume/brief"),
                    )
                    .__param(
                        ::neograph::__private::Param::__edge::<
                            ActivityDigest,
                            <parse_activity as ::neograph::__private::Node>::Output,
                        >("parse_activity")
                            .__rendered::<ActivityDigest>(),
                    )
                    .__param(
                        ::neograph::__private::Param::__resource::<
                            EmailHistory,
                        >(
                                "history",
                                ::neograph::__private::Locator::Ref("email-history"),
                            )
                            .__max_bytes(200000u64)
                            .__rendered::<EmailHistory>(),
                    )
            }
        }
        #[automatically_derived]
        impl<
            __List: ::neograph::__private::Listing,
        > ::neograph::__private::Linked<__List> for consume {
            type Node = Self;
            const PARAM_0: () = ::neograph::__private::check_edge::<
                __List,
            >("consume", "parse_activity", 0usize);
            const PARAM_1: () = ::neograph::__private::check_link::<
                __List,
            >("consume", "history", "email-history");
        }
        #[automatically_derived]
        impl<
            __Edges: ::neograph::__private::Upstreams,
        > ::neograph::__private::Wired<__Edges> for consume
        where
            __Edges::E0: ::neograph::__private::Carries<
                ActivityDigest,
                <__Edges::E0 as ::neograph::__private::Upstream>::Output,
            >,
        {}
    };
    ///The pipeline `deal-research`, to be bound with `Graph::builder`.
    #[must_use]
    pub fn pipeline() -> ::neograph::__private::Pipeline {
        ::neograph::__private::Pipeline::__unchecked(
            "deal-research",
            ::neograph::__private::Vec::from([
                <research as ::neograph::__private::PipelineNode>::spec(),
                <gate as ::neograph::__private::PipelineNode>::spec(),
                <parse_activity as ::neograph::__private::PipelineNode>::spec(),
                <consume as ::neograph::__private::PipelineNode>::spec(),
            ]),
        )
    }
    const _: () = {
        #[allow(unused_imports)]
        use node as _;
    };
}
