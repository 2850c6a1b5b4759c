//! Tests with documents built here.

use super::super::package::made::zipped;
use super::*;
use crate::settings::Reading;

/// A document with this body.
fn document(body: &str) -> Extracted {
    let style = "<s:style><s:text-properties t:display=\"none\"/></s:style>";
    let content = format!(
        "<o:document-content><o:automatic-styles>{style}</o:automatic-styles><o:body>{body}</o:body></o:document-content>"
    );
    let bytes = zipped(&[("content.xml", &content)]);
    read(&bytes, &Limits::new(&Reading::default())).unwrap()
}

#[test]
fn paragraphs_rows_and_text_boxes_are_lines_and_notes_come_after() {
    let cell = |text: &str| format!("<a:table-cell><t:p>{text}</t:p></a:table-cell>");
    let note = "<t:note><t:note-citation>1</t:note-citation><t:note-body>\n<t:p>noted</t:p>\n</t:note-body></t:note>";
    let body = [
        format!(
            "<a:table-row>{}{}<a:covered-table-cell/></a:table-row>",
            cell("a"),
            cell("b")
        ),
        format!("<t:h>one{note} two<t:s t:c=\"2\"/>three<t:tab/>four<t:line-break/>five</t:h>\n"),
        "<t:p>before<d:frame><d:text-box><t:p>boxed</t:p></d:text-box></d:frame>after</t:p>"
            .to_owned(),
    ];
    let text = "a\tb\none two  three\tfour\nfive\nbefore\nboxed\nafter\nnoted\n";
    assert_eq!(document(&body.concat()).text, text);
}

#[test]
fn slides_are_separated_by_form_feeds() {
    let page =
        |text: &str| format!("<d:page><t:p>{text}</t:p><p:notes><t:p>no</t:p></p:notes></d:page>");
    let body = [page("one"), page("two")].concat();
    assert_eq!(document(&body).text, "one\n\u{c}two\n");
}

#[test]
fn conditions_hide_or_show_text_as_saved() {
    for (body, shown, hidden) in [
        (
            "<t:section t:display=\"condition\" t:is-hidden=\"true\"><t:p>no</t:p></t:section>",
            "",
            1,
        ),
        (
            "<t:section t:display=\"condition\"><t:p>yes</t:p></t:section>",
            "yes",
            0,
        ),
        (
            "<t:p>yes <t:hidden-text t:string-value=\"no\" t:is-hidden=\"true\">no</t:hidden-text></t:p>",
            "yes",
            1,
        ),
        (
            "<t:p>yes<t:variable-set t:display=\"none\">3</t:variable-set><t:script>no()</t:script></t:p>",
            "yes",
            1,
        ),
    ] {
        let read = document(&format!("<t:p>one</t:p>{body}<t:p>two</t:p>"));
        let words: Vec<&str> = read.text.split_whitespace().collect();
        let expected = format!("one {shown} two").replace("  ", " ");
        assert_eq!(words.join(" "), expected, "{body}");
        assert_eq!(read.unextracted.hidden, hidden, "{body}");
    }
}

#[test]
fn unread_parts_are_counted() {
    let body = "<t:tracked-changes><t:changed-region><t:deletion><o:change-info><t:p>no</t:p></o:change-info>\
        <t:p>no</t:p></t:deletion></t:changed-region></t:tracked-changes>\
        <t:p>one<o:annotation><t:p>no</t:p></o:annotation> <d:object><m:math><m:mi>no</m:mi></m:math></d:object>two</t:p>\
        <t:bibliography><t:bibliography-source><t:p>no</t:p></t:bibliography-source>\
        <t:index-body><t:p>entry</t:p></t:index-body></t:bibliography>";
    let read = document(body);
    let unextracted = UnextractedParts {
        comments: 1,
        deletions: 1,
        objects: 1,
        ..UnextractedParts::default()
    };
    assert_eq!(read.text, "one two\nentry\n");
    assert_eq!(read.unextracted, unextracted);
}
