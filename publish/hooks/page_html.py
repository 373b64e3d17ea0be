"""MkDocs hooks: what is done to each page once the theme has written it.

Formulas are typeset, tables can be scrolled, boxes get a role and a name, the
navigation says where one is, modules lead to their sources, and no line ends after a
minus. Each page gets the policy of `publish.hooks.policy`.
"""

import re
from pathlib import Path

from lxml import html
from lxml.html import Element, HtmlElement
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.pages import Page

from publish.hooks.policy import allow_own_alone
from publish.markdown.mathematics import typeset_all
from publish.page_model import PageError
from publish.project import Project

NEGATIVE = re.compile(r"-[\w.]+")
# What templates leave between elements.
GAPS = "//text()[string-length() > 1][not(normalize-space())][not(ancestor::pre)]"
HERE = "//a[@href='./' and contains(@class, 'md-nav__link--active')]"


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    project = Project(Path(config.docs_dir).parent, config)
    return finished(project, page.file.src_uri, output)


def on_post_template(
    output_content: str, template_name: str, config: MkDocsConfig
) -> str:
    if not template_name.endswith(".html"):
        return output_content
    project = Project(Path(config.docs_dir).parent, config)
    return finished(project, template_name, output_content)


def finished(project: Project, name: str, text: str) -> str:
    """The page as readers get it."""
    root = html.document_fromstring(text)
    try:
        allow_own_alone(root, name)
        typeset_all(root, name)
    except PageError as error:
        raise PluginError(str(error)) from None
    close_gaps(root)
    scroll_tables(root)
    name_boxes(root)
    for link in root.xpath(HERE):
        link.set("aria-current", "page")
    for code in root.xpath("//code[not(@* or *)]"):
        if NEGATIVE.fullmatch(code.text or ""):
            code.set("class", "held")
    link_modules(project, root)
    return html.tostring(root, doctype="<!doctype html>", encoding="unicode")


def close_gaps(root: HtmlElement) -> None:
    """Shortens the indentation of templates, a thirtieth of what is sent."""
    for gap in root.xpath(GAPS):
        if gap.is_tail:
            gap.getparent().tail = "\n"
        else:
            gap.getparent().text = "\n"


def scroll_tables(root: HtmlElement) -> None:
    """Wraps tables as the theme's script would, with a layout after each."""
    for table in root.xpath("//table[not(@*)]"):
        scrolls = Element("div", {"class": "md-typeset__scrollwrap"})
        wrapped = Element("div", {"class": "md-typeset__table"})
        scrolls.tail, table.tail = table.tail, None
        table.getparent().replace(table, scrolls)
        scrolls.append(wrapped)
        wrapped.append(table)
        table.set("class", "data")


def name_boxes(root: HtmlElement) -> None:
    """Says of a box of what kind it is, which is else a colour and an icon."""
    for title in root.find_class("admonition-title"):
        box = title.getparent()
        if box.tag == "div":
            words = title.text_content()
            kind = box.get("class").split()[1].capitalize()
            box.set("role", "note")
            box.set("aria-label", words if words == kind else f"{kind}: {words}")


def link_modules(project: Project, root: HtmlElement) -> None:
    """Below the heading of a module of the package, puts a link to its source."""
    for heading in root.xpath("//h2[contains(@class, 'doc')][starts-with(@id, 'att')]"):
        name = heading.get("id")
        path = f"{name.replace('.', '/')}.py"
        if (project.root / path).exists():
            line, link = Element("p"), Element("a", {"aria-label": f"Source of {name}"})
            link.set("href", f"{project.config.repo_url}/blob/main/{path}")
            link.text = "Source"
            line.append(link)
            heading.addnext(line)
