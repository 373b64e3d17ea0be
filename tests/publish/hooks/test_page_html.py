"""What is done to pages that the theme wrote: the policy, names, what scrolls."""

import pytest
from lxml import html

from publish.hooks import page_html, policy
from publish.page_model import PageError
from publish.project import Project

PAGE = """<!doctype html><html><head><meta charset="utf-8"><title>A</title>
<script type="application/json">{{"no": "code"}}</script>
<script src="../assets/one.js" defer></script></head><body>{}</body></html>"""


def finished(project: Project, body: str) -> html.HtmlElement:
    text = page_html.finished(project, "part/page.md", PAGE.format(body))
    return html.document_fromstring(text)


def test_the_policy_comes_first_and_knows_the_themes_scripts_alone(
    project: Project,
) -> None:
    text = page_html.finished(project, "part/page.md", PAGE.format(""))
    assert text.count("<html") == text.count("<head>") == 1
    charset, meta = html.document_fromstring(text).iter("meta")
    assert charset.get("charset") == "utf-8"
    rules = dict(rule.split(" ", 1) for rule in meta.get("content").split("; "))
    allowed = [f"'sha256-{known}'" for known in policy.SCRIPTS]
    assert rules["script-src"].split() == ["'self'", *allowed]
    assert rules["default-src"] == rules["style-src"] == "'self'"
    assert rules["object-src"] == rules["base-uri"].replace("self", "none") == "'none'"


@pytest.mark.parametrize(
    "typed",
    [
        "<script>kept.push(key)</script>",
        '<script type="module">kept.push(key)</script>',
        "<svg onload='kept.push(key)'></svg>",
        '<a href=" Java&#10;Script:kept.push(key)">A</a>',
        '<form action="javascript:kept.push(key)"></form>',
    ],
)
def test_code_that_is_not_the_themes_is_refused_wherever_it_stands(typed: str) -> None:
    root = html.document_fromstring(PAGE.format(typed))
    with pytest.raises(
        PageError, match=r"part/page\.md: (a script|code in a)[^$]*kept"
    ):
        policy.allow_own_alone(root, "part/page.md")


def test_no_line_ends_between_a_minus_and_its_number(project: Project) -> None:
    body = "<code>-inf</code><code>d-in</code><code>-1 and 2</code><pre>-</pre>"
    held = finished(project, body).find_class("held")
    assert [code.text for code in held] == ["-inf"]


def test_a_box_says_of_what_kind_it_is(project: Project) -> None:
    title = '<p class="admonition-title"><code>a</code> is "b"</p>'
    root = finished(project, f'<div class="admonition warning">\n{title}</div>')
    (box,) = root.find_class("admonition")
    assert (box.get("role"), box.get("aria-label")) == ("note", 'Warning: a is "b"')


def test_what_is_around_a_table_stays_around_it(project: Project) -> None:
    row = "<tr><td>1</td></tr>"
    body = f"<div>Before<table>{row}</table>after<table class=made>{row}</table></div>"
    root = finished(project, body)
    (table,) = root.find_class("data")
    scrolls = table.getparent().getparent()
    assert scrolls.get("class") == "md-typeset__scrollwrap"
    assert (scrolls.getparent().text, scrolls.tail) == ("Before", "after")


def test_a_module_leads_to_its_source(project: Project) -> None:
    name = "attention.causal.mask"
    found = next((project.root / "attention" / "causal").glob("[a-z]*.py"))
    name = f"attention.causal.{found.stem}"
    root = finished(project, f'<h2 id="{name}" class="doc doc-heading">A</h2><p>B</p>')
    (link,) = root.find("body/p").iter("a")
    assert link.get("href").endswith(f"/blob/main/attention/causal/{found.name}")


def test_code_keeps_its_lines_and_the_rest_its_words(project: Project) -> None:
    code = "<pre><code>a\n\n    b &lt; 1\n</code></pre>"
    root = finished(project, f"<div>\n\n    <b>A</b> and\n    <i>b</i></div>{code}")
    assert root.find(".//code").text == "a\n\n    b < 1\n"
    assert root.find(".//div").text_content().split() == ["A", "and", "b"]
