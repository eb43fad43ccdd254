//! `output_field_unconsumed`: `Deal` has an `id` and an `owner`.

use neograph_core::{
    __private::{NodeSpec, Param},
    lint::LintKind,
};

use super::support::*;

const KIND: LintKind = LintKind::OutputFieldUnconsumed;

fn deal() -> NodeSpec {
    think("deal", "go", vec![])
}

fn reader(name: &'static str, prompt: &'static str) -> NodeSpec {
    think(name, prompt, vec![edge("deal")])
}

fn owner() -> [Found; 1] {
    [warning(KIND, "deal", "owner")]
}

#[test]
fn a_field_that_no_prompt_after_it_names_is_a_warning() {
    assert_eq!(found(vec![deal(), reader("brief", "{{ deal.id }}")]), owner());
    let if_there = reader("brief", "{% if deal.id %}{{ deal.id | upper }}{% endif %}");
    assert_eq!(found(vec![deal(), if_there]), owner());
}

#[test]
fn prompts_read_together() {
    let readers = |other| vec![deal(), reader("brief", "{{ deal.id }}"), reader("more", other)];
    assert_eq!(found(readers("{{ deal.owner }}")), []);
    assert_eq!(found(readers("{{ deal.id }}")), owner());
}

#[test]
fn a_prompt_that_may_write_the_whole_value_reads_every_field() {
    for prompt in [
        "{{ deal }}",
        "{{ deal | tojson }}",
        "{{ deal['id'] }}",
        "{% for key in deal %}{{ key }}{% endfor %}",
        "{% set d = deal %}{{ d.id }}",
        "{% set deal = deal %}{{ deal.id }}",
        "{{ deal.id }}{% include 'rest' %}",
    ] {
        assert_eq!(found(vec![deal(), reader("brief", prompt)]), [], "{prompt}");
    }
}

#[test]
fn a_loop_over_one_field_does_not_read_the_others() {
    let prompt = "{% for c in deal.id %}{{ c.owner }}{% endfor %}";
    assert_eq!(found(vec![deal(), reader("brief", prompt)]), owner());
}

#[test]
fn what_the_caller_reads_is_read() {
    assert_eq!(found(vec![deal()]), []);
    let for_the_order = think("brief", "go", vec![Param::__upstream::<Deal>("deal")]);
    assert_eq!(found(vec![deal(), for_the_order]), []);
}

#[test]
fn a_body_a_condition_a_fan_out_and_a_sub_pipeline_may_read_every_field() {
    let with = |other: NodeSpec| found(vec![deal(), reader("brief", "{{ deal.id }}"), other]);
    assert_eq!(with(scripted("more", vec![edge("deal")])), []);
    assert_eq!(with(inside("more", vec![silent("last")]).__param(edge("deal"))), []);
    let asked = think("more", "go", vec![]).__when("big", vec![edge("deal")], |_| Ok(true));
    assert_eq!(with(asked), []);
    let asked = reader("more", "{{ deal.id }}").__when("big", vec![edge("deal")], |_| Ok(true));
    assert_eq!(with(asked), []);
    let each =
        think("more", "go", vec![])
            .__each::<Deal, Vec<Deal>, Vec<Deal>>("deal", "deal", |deals| deals);
    assert_eq!(with(each), []);
    let either = Param::__first_of::<Deal>("either", &["deal", "other"]).__rendered::<Deal>();
    assert_eq!(with(think("more", "{{ either.id }}", vec![either])), []);
}

#[test]
fn a_model_whose_output_something_else_looks_at_is_not_judged() {
    let read = |deal: NodeSpec| found(vec![deal, reader("brief", "{{ deal.id }}")]);
    let pauses = deal().__interrupt_when::<Deal, _, _>(|deal: &Deal| deal.owner.clone());
    assert_eq!(read(pauses), []);
    assert_eq!(read(deal().__repeat_while(3, |deal: &Deal| deal.owner.is_none())), []);
    assert_eq!(read(deal().__ensemble(3, |mut deals: Vec<Deal>| deals.remove(0))), []);
}

#[test]
fn a_reader_whose_prompt_is_not_known_may_read_every_field() {
    let brief = think_by_name("brief", "prompts/brief", vec![edge("deal")]);
    assert_eq!(found(vec![deal(), brief]), []);
}

#[test]
fn a_scripted_nodes_fields_cost_no_tokens() {
    assert_eq!(found(vec![scripted("deal", vec![]), reader("brief", "{{ deal.id }}")]), []);
}
