use neograph::prelude::*;
use super::domain::{
    ActivityDigest, ActivityHistory, Brief, DealSummary, EmailHistory, EmailPage,
    GateAck, ReviewRequest,
};
/// The e-mails of a deal between two dates (`YYYY-MM-DD`, both included).
#[allow(non_camel_case_types)]
pub struct read_emails {}
const _: () = {
    use ::neograph::__private as __neograph;
    #[automatically_derived]
    impl __neograph::ResourceReader for read_emails {
        type Output = <Result<EmailPage> as __neograph::NodeResult>::Ok;
    }
    #[automatically_derived]
    impl __neograph::ToolType for read_emails {
        fn tool() -> __neograph::Arc<dyn __neograph::Tool> {
            __neograph::ReaderTool::<
                <Result<EmailPage> as __neograph::NodeResult>::Ok,
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
        use ::neograph::__private as __neograph;
        #[automatically_derived]
        impl __neograph::NodeType for research {
            type Output = <Result<DealSummary> as __neograph::NodeResult>::Ok;
            const NAME: &'static str = "research";
        }
        #[automatically_derived]
        impl __neograph::PipelineNode for research {
            type Runs = __neograph::Unconditionally;
            const FACTS: __neograph::NodeFacts = __neograph::NodeFacts {
                name: "research",
                edges: &[],
                is_conditional: false,
                asks: __neograph::Asks::Never,
                otherwise: &[],
                emits_links: true,
            };
            fn spec() -> __neograph::NodeSpec {
                __neograph::NodeSpec::__with_model::<
                    research,
                    <Result<DealSummary> as __neograph::NodeResult>::Ok,
                >(
                        __neograph::Mode::Agent,
                        "research",
                        __neograph::PromptSource::Named("research/scan"),
                    )
                    .__param(
                        __neograph::Param::__input::<String>("deal_id")
                            .__rendered::<String>(),
                    )
                    .__param(
                        __neograph::Param::__resource::<
                            ActivityHistory,
                        >(
                                "dossier",
                                __neograph::Locator::Uri(
                                    "mcp://crm/deals/{deal_id}/activity",
                                ),
                            )
                            .__rendered::<ActivityHistory>(),
                    )
                    .__tool(__neograph::ToolRef::Named("crm::get_deal"))
                    .__tool(
                        __neograph::ToolRef::Declared(
                            <read_emails as __neograph::ToolType>::tool,
                        ),
                    )
            }
        }
        #[automatically_derived]
        impl<__List: __neograph::Listing> __neograph::Linked<__List> for research {
            type Node = Self;
            const PARAM_0: () = __neograph::check_input::<__List>("deal_id");
        }
        #[automatically_derived]
        impl<__Edges: __neograph::Upstreams> __neograph::Wired<__Edges> for research {}
        #[automatically_derived]
        impl<__Edges: __neograph::Upstreams> __neograph::Questioned<__Edges>
        for research {}
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
        use ::neograph::__private as __neograph;
        #[automatically_derived]
        impl __neograph::NodeType for gate {
            type Output = <Result<GateAck> as __neograph::NodeResult>::Ok;
            const NAME: &'static str = "gate";
        }
        #[automatically_derived]
        impl __neograph::PipelineNode for gate {
            type Runs = __neograph::Unconditionally;
            const FACTS: __neograph::NodeFacts = __neograph::NodeFacts {
                name: "gate",
                edges: &["research"],
                is_conditional: false,
                asks: __neograph::Asks::Once,
                otherwise: &[],
                emits_links: false,
            };
            fn spec() -> __neograph::NodeSpec {
                __neograph::NodeSpec::__scripted::<
                    gate,
                    _,
                    _,
                    _,
                >(|mut __args: __neograph::Args| async move {
                        let __param_research = __args.shared::<DealSummary>(0)?;
                        __neograph::Ok::<
                            _,
                            __neograph::BoxError,
                        >(
                            <Result<
                                GateAck,
                            > as __neograph::NodeResult>::into_result(
                                gate(&__param_research).await,
                            ),
                        )
                    })
                    .__param(
                        __neograph::Param::__edge::<
                            DealSummary,
                            <Result<DealSummary> as __neograph::NodeResult>::Ok,
                        >("research"),
                    )
                    .__interrupt_by::<
                        <Result<GateAck> as __neograph::NodeResult>::Ok,
                        _,
                        _,
                    >(
                        needs_review,
                        {
                            use __neograph::{
                                TakesAny as _, TakesLent as _, TakesWhole as _,
                            };
                            (&&&__neograph::takes::<
                                <Result<GateAck> as __neograph::NodeResult>::Ok,
                                _,
                            >(&needs_review))
                                .by()
                        },
                    )
            }
        }
        #[automatically_derived]
        impl<__List: __neograph::Listing> __neograph::Linked<__List> for gate {
            type Node = Self;
            const PARAM_0: () = {
                __neograph::check_edge::<__List>("gate", "research", 0);
                __neograph::check_always::<
                    __List,
                >("research", "`Option<&DealSummary>`", false)
            };
        }
        #[automatically_derived]
        impl<__Edges: __neograph::Upstreams> __neograph::Wired<__Edges> for gate
        where
            __Edges::E0: __neograph::Carries<
                DealSummary,
                <__Edges::E0 as __neograph::Upstream>::Output,
            >,
        {}
        #[automatically_derived]
        impl<__Edges: __neograph::Upstreams> __neograph::Questioned<__Edges> for gate {}
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
        use ::neograph::__private as __neograph;
        #[automatically_derived]
        impl __neograph::NodeType for parse_activity {
            type Output = <Result<ActivityDigest> as __neograph::NodeResult>::Ok;
            const NAME: &'static str = "parse_activity";
        }
        #[automatically_derived]
        impl __neograph::PipelineNode for parse_activity {
            type Runs = __neograph::Unconditionally;
            const FACTS: __neograph::NodeFacts = __neograph::NodeFacts {
                name: "parse_activity",
                edges: &["gate"],
                is_conditional: false,
                asks: __neograph::Asks::Never,
                otherwise: &[],
                emits_links: false,
            };
            fn spec() -> __neograph::NodeSpec {
                __neograph::NodeSpec::__scripted::<
                    parse_activity,
                    _,
                    _,
                    _,
                >(|mut __args: __neograph::Args| async move {
                        let __param_gate = __args.shared::<GateAck>(0)?;
                        let __param_deal_id = __args.take::<String>(1)?;
                        let __param_activity = __args.take::<ActivityHistory>(2)?;
                        __neograph::Ok::<
                            _,
                            __neograph::BoxError,
                        >(
                            <Result<
                                ActivityDigest,
                            > as __neograph::NodeResult>::into_result(
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
                        __neograph::Param::__edge::<
                            GateAck,
                            <Result<GateAck> as __neograph::NodeResult>::Ok,
                        >("gate"),
                    )
                    .__param(
                        __neograph::Param::__input::<String>("deal_id")
                            .__rendered::<String>(),
                    )
                    .__param(
                        __neograph::Param::__resource::<
                            ActivityHistory,
                        >(
                            "activity",
                            __neograph::Locator::Uri(
                                "mcp://crm/deals/{deal_id}/activity",
                            ),
                        ),
                    )
            }
        }
        #[automatically_derived]
        impl<__List: __neograph::Listing> __neograph::Linked<__List> for parse_activity {
            type Node = Self;
            const PARAM_0: () = {
                __neograph::check_edge::<__List>("parse_activity", "gate", 0);
                __neograph::check_always::<__List>("gate", "`Option<&GateAck>`", false)
            };
            const PARAM_1: () = __neograph::check_input::<__List>("deal_id");
        }
        #[automatically_derived]
        impl<__Edges: __neograph::Upstreams> __neograph::Wired<__Edges>
        for parse_activity
        where
            __Edges::E0: __neograph::Carries<
                GateAck,
                <__Edges::E0 as __neograph::Upstream>::Output,
            >,
        {}
        #[automatically_derived]
        impl<__Edges: __neograph::Upstreams> __neograph::Questioned<__Edges>
        for parse_activity {}
    };
    /// Hydrates by kind, from the manifest, and heals the link if it died meanwhile.
    #[allow(non_camel_case_types)]
    pub struct consume {}
    const _: () = {
        use ::neograph::__private as __neograph;
        #[automatically_derived]
        impl __neograph::NodeType for consume {
            type Output = <Result<Brief> as __neograph::NodeResult>::Ok;
            const NAME: &'static str = "consume";
        }
        #[automatically_derived]
        impl __neograph::PipelineNode for consume {
            type Runs = __neograph::Unconditionally;
            const FACTS: __neograph::NodeFacts = __neograph::NodeFacts {
                name: "consume",
                edges: &["parse_activity"],
                is_conditional: false,
                asks: __neograph::Asks::Never,
                otherwise: &[],
                emits_links: false,
            };
            fn spec() -> __neograph::NodeSpec {
                __neograph::NodeSpec::__with_model::<
                    consume,
                    <Result<Brief> as __neograph::NodeResult>::Ok,
                >(
                        __neograph::Mode::Think,
                        "consume",
                        __neograph::PromptSource::Named("consume/brief"),
                    )
                    .__param(
                        __neograph::Param::__edge::<
                            ActivityDigest,
                            <Result<ActivityDigest> as __neograph::NodeResult>::Ok,
                        >("parse_activity")
                            .__rendered::<ActivityDigest>(),
                    )
                    .__param(
                        __neograph::Param::__resource::<
                            EmailHistory,
                        >("history", __neograph::Locator::Ref("email-history"))
                            .__max_bytes(200000)
                            .__rendered::<EmailHistory>(),
                    )
            }
        }
        #[automatically_derived]
        impl<__List: __neograph::Listing> __neograph::Linked<__List> for consume {
            type Node = Self;
            const PARAM_0: () = {
                __neograph::check_edge::<__List>("consume", "parse_activity", 0);
                __neograph::check_always::<
                    __List,
                >("parse_activity", "`Option<&ActivityDigest>`", false)
            };
            const PARAM_1: () = __neograph::check_link::<
                __List,
            >("consume", "history", "email-history");
        }
        #[automatically_derived]
        impl<__Edges: __neograph::Upstreams> __neograph::Wired<__Edges> for consume
        where
            __Edges::E0: __neograph::Carries<
                ActivityDigest,
                <__Edges::E0 as __neograph::Upstream>::Output,
            >,
        {}
        #[automatically_derived]
        impl<__Edges: __neograph::Upstreams> __neograph::Questioned<__Edges>
        for consume {}
    };
    ///The pipeline `deal-research`, to be bound with `Graph::builder`.
    #[must_use]
    pub fn pipeline() -> ::neograph::__private::Pipeline {
        use ::neograph::__private as __neograph;
        __neograph::Pipeline::__unchecked(
            "deal-research",
            <__neograph::Vec<
                _,
            > as __neograph::From<
                _,
            >>::from([
                <research as __neograph::PipelineNode>::spec(),
                <gate as __neograph::PipelineNode>::spec(),
                <parse_activity as __neograph::PipelineNode>::spec(),
                <consume as __neograph::PipelineNode>::spec(),
            ]),
        )
    }
    ///The pipeline `deal-research` as a type, for `#[node(pipeline = …)]`.
    #[allow(non_camel_case_types)]
    pub struct pipeline {}
    const _: () = {
        use ::neograph::__private as __neograph;
        #[automatically_derived]
        impl __neograph::SubPipeline for pipeline {
            const OUTPUT: &'static str = "consume";
            const INPUTS: __neograph::Option<&'static [__neograph::SubInput]> = __neograph::Some(
                &[
                    __neograph::SubInput {
                        name: "deal_id",
                        required: true,
                    },
                ],
            );
            const EMITS_LINKS: bool = false || true;
            const READS_OUTER_LINKS: bool = false;
            fn pipeline() -> __neograph::Pipeline {
                pipeline()
            }
        }
        #[automatically_derived]
        impl<__Output> __neograph::GivesOutput<__Output> for pipeline
        where
            consume: __neograph::NodeType<Output = __Output>,
        {}
        #[automatically_derived]
        impl __neograph::TakesInput<0usize, String> for pipeline {}
        #[automatically_derived]
        impl<__Given> __neograph::ReadsInput<0usize, __Given> for pipeline {}
        #[automatically_derived]
        impl<__Input> __neograph::TakesInput<{ __neograph::NOWHERE }, __Input>
        for pipeline {}
        #[automatically_derived]
        impl<__Given> __neograph::ReadsInput<{ __neograph::NOWHERE }, __Given>
        for pipeline {}
    };
    const _: () = {
        #[allow(unused_imports)]
        use node as _;
    };
}
