//! Documents made here.

use super::*;
use crate::corpus::extract::parsers::archive::made::zipped_texts;
use crate::settings::Reading;

#[test]
fn text_that_its_style_hides_is_left_out_and_counted() {
    let style = |family: &str, name: &str, more: &str, display: &str| {
        let properties = match display {
            "" => String::new(),
            display => format!("<s:text-properties t:display=\"{display}\"/>"),
        };
        format!("<s:style s:family=\"{family}\" s:name=\"{name}\" {more}>{properties}</s:style>")
    };
    let common = [
        style("text", "Hidden", "", "none"),
        style("paragraph", "Hidden", "", "none"),
        style("paragraph", "Plain", "", ""),
    ];
    let own = [
        style("text", "T1", "s:parent-style-name=\"Hidden\"", ""),
        style("text", "T2", "", "true"),
        style("paragraph", "P1", "s:parent-style-name=\"Hidden\"", ""),
    ];
    let body = "<t:p t:style-name=\"Plain\">one <t:span t:style-name=\"T1\">no <t:s/><t:span>no</t:span> \
        <t:span t:style-name=\"T2\">two</t:span> no</t:span> three</t:p>\
        <t:p t:style-name=\"P1\">no <t:span t:style-name=\"T2\">four</t:span></t:p>\
        <t:p t:style-name=\"Hidden\">no</t:p><t:p><t:span t:style-name=\"Other\">five</t:span></t:p>";
    let content = format!(
        "<o><a>{}</a><o:body xmlns:o=\"o\">{body}</o:body></o>",
        own.concat()
    );
    let styles = format!("<o>{}</o>", common.concat());
    let bytes = zipped_texts(&[("styles.xml", &styles), ("content.xml", &content)]);
    let read = read(&bytes, Format::Odt, &Limits::of(&Reading::default())).unwrap();
    let words: Vec<&str> = read.text.split_whitespace().collect();
    assert_eq!(words, ["one", "two", "three", "four", "five"]);
    assert_eq!(read.left_out.hidden, 4);
}

/// A text with this body, and more parts.
fn text(body: &str, parts: &[(&str, &str)]) -> Extracted {
    let content = format!(
        "<o:document-content><o:body><o:text>{body}</o:text></o:body></o:document-content>"
    );
    let mut all = vec![("content.xml", content.as_str())];
    all.extend(parts);
    read(
        &zipped_texts(&all),
        Format::Odt,
        &Limits::of(&Reading::default()),
    )
    .unwrap()
}

fn words(extracted: &Extracted) -> String {
    let words = extracted.text.split_whitespace();
    words.collect::<Vec<&str>>().join(" ")
}

#[test]
fn conditions_hide_text_or_show_it_as_they_were_decided() {
    for (body, shown, hidden) in [
        (
            "<t:section t:display=\"none\"><t:p>no</t:p></t:section>",
            "",
            1,
        ),
        (
            "<t:section t:display=\"condition\" t:condition=\"c\" t:is-hidden=\"true\"><t:p>no</t:p></t:section>",
            "",
            1,
        ),
        (
            "<t:section t:display=\"condition\" t:condition=\"c\" t:is-hidden=\"false\"><t:p>yes</t:p></t:section>",
            "yes",
            0,
        ),
        (
            "<t:section t:display=\"condition\"><t:p>yes</t:p></t:section>",
            "yes",
            0,
        ),
        (
            "<t:p>yes <t:hidden-text t:condition=\"c\" t:string-value=\"no\" t:is-hidden=\"true\">no</t:hidden-text></t:p>",
            "yes",
            1,
        ),
        (
            "<t:p>yes <t:hidden-text t:string-value=\"no\" t:is-hidden=\"true\"/></t:p>",
            "yes",
            0,
        ),
        (
            "<t:p><t:hidden-text t:string-value=\"yes\" t:is-hidden=\"false\">yes</t:hidden-text></t:p>",
            "yes",
            0,
        ),
        (
            "<t:p>yes</t:p><t:p>no<t:note><t:note-body><t:p>no</t:p></t:note-body></t:note>\
             <t:hidden-paragraph t:is-hidden=\"true\"/> no</t:p><t:p>on</t:p>",
            "yes on",
            1,
        ),
        (
            "<t:p>yes<t:hidden-paragraph t:condition=\"c\" t:is-hidden=\"false\"/></t:p>",
            "yes",
            0,
        ),
        (
            "<t:p>yes<t:variable-set t:display=\"none\">3</t:variable-set><t:script>no()</t:script></t:p>",
            "yes",
            1,
        ),
        (
            "<a:table><a:table-row><a:table-cell><t:p>yes</t:p></a:table-cell><a:covered-table-cell><t:p>no</t:p>\
             </a:covered-table-cell></a:table-row></a:table>",
            "yes",
            1,
        ),
    ] {
        let read = text(&format!("<t:p>one</t:p>{body}<t:p>two</t:p>"), &[]);
        let wanted = format!("one {shown} two").replace("  ", " ");
        assert_eq!(
            (words(&read), read.left_out.hidden),
            (wanted, hidden),
            "{body}"
        );
    }
}

#[test]
fn charts_and_formulas_are_text_and_other_objects_are_counted() {
    let frame =
        |name: &str| format!("<d:frame><d:object x:href=\"./{name}\"/><d:image/></d:frame>");
    let body = format!(
        "<t:p>one {} two</t:p><t:p>x = {}</t:p><t:p>{}{}<d:object-ole/></t:p>",
        frame("Object%201"),
        frame("Object 2"),
        frame("Object 3"),
        frame("Object 4"),
    );
    let chart = "<o:body><o:chart><c:chart><c:title><t:p>Harvest</t:p></c:title></c:chart></o:chart></o:body>";
    let parts = [
        ("Object 1/content.xml", chart),
        ("Object 2/content.xml", "<m:math><m:mi>a</m:mi></m:math>"),
        (
            "Object 3/content.xml",
            "<o:body><o:text><t:p>no</t:p></o:text></o:body>",
        ),
    ];
    let read = text(&body, &parts);
    assert_eq!(read.text, "one \nHarvest\ntwo\nx = a\n");
    assert_eq!((read.left_out.objects, read.left_out.missing), (2, 1));
    let read = text(&frame("Object 4"), &[("Object 4", "\u{1}")]);
    assert_eq!((read.left_out.objects, read.left_out.missing), (1, 0));
    let inline = "<t:p>x = <d:frame><d:object><m:math><m:semantics><m:mi>a</m:mi><m:annotation>a</m:annotation>\
        </m:semantics></m:math></d:object></d:frame></t:p>";
    let read = text(inline, &[]);
    assert_eq!((&*read.text, read.left_out.comments), ("x = a\n", 0));
}

#[test]
fn hidden_slides_and_layers_are_counted() {
    let style = "<s:style s:name=\"dp2\" s:family=\"drawing-page\"><s:drawing-page-properties p:visibility=\"hidden\"/></s:style>";
    let page =
        |style: &str, inner: &str| format!("<d:page d:style-name=\"{style}\">{inner}</d:page>");
    let shape = |layer: &str, text: &str| {
        format!("<d:custom-shape d:layer=\"{layer}\"><t:p>{text}</t:p></d:custom-shape>")
    };
    let content = format!(
        "<o:document-content><o:automatic-styles>{style}</o:automatic-styles><o:body><o:presentation>{}{}{}\
         </o:presentation></o:body></o:document-content>",
        page(
            "dp1",
            &[shape("layout", "one"), shape("drafts", "no")].concat()
        ),
        page("dp2", &shape("layout", "no")),
        page("dp1", &shape("layout", "three")),
    );
    let layers = "<o:document-styles><d:layer-set><d:layer d:name=\"layout\"/><d:layer d:name=\"drafts\" d:display=\"none\"/>\
        </d:layer-set></o:document-styles>";
    let bytes = zipped_texts(&[("content.xml", &content), ("styles.xml", layers)]);
    let read = read(&bytes, Format::Odp, &Limits::of(&Reading::default())).unwrap();
    assert_eq!(read.text, "one\n\u{c}\u{c}three\n");
    assert_eq!((read.left_out.hidden, read.left_out.slides), (1, 1));
}

#[test]
fn the_form_of_an_index_is_no_text_wherever_it_stands() {
    let index = "<t:bibliography><t:bibliography-source><t:index-title-template>no</t:index-title-template>\
        <t:bibliography-entry-template><t:index-entry-span>no</t:index-entry-span></t:bibliography-entry-template>\
        </t:bibliography-source><t:index-body><t:p>entry</t:p></t:index-body></t:bibliography>";
    for around in [
        index.to_owned(),
        format!("<t:p><d:frame><d:text-box>{index}</d:text-box></d:frame></t:p>"),
        format!("<t:p><t:note><t:note-body>{index}</t:note-body></t:note></t:p>"),
    ] {
        assert_eq!(words(&text(&around, &[])), "entry", "{around}");
    }
}
