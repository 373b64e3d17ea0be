"""What machines are given says what readers are shown."""

import copy
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
import yaml
from lxml import html
from nbconvert.filters.markdown_mistune import markdown2html_mistune

from publish.export import llms
from publish.export.index import shown as shown_as
from publish.page_model import Module
from publish.project import Project
from tests.site.built import Site
from tests.site.words import words

ROOT = Path(__file__).parents[2]
PAGES = Project(ROOT).pages
FENCE = re.compile(r"^(`{3,})(\w*)\n([\s\S]*?)\n\1$", re.MULTILINE)
FORMULA = re.compile(r"\$\$[^$]+\$\$|\$[^$]+\$")
LINK = re.compile(r"\]\((\S+?)\)")
# What the file says beyond the page, where its boxes and outputs have only a look.
ADDED = "Output: Error: Predict, then check Warning:"

each_page = pytest.mark.parametrize("page", PAGES)


def markdown(site: Site, page: str) -> tuple[dict[str, str], str]:
    """The file that lies beside a page: what it says of itself, and its text."""
    made = (site.folder / llms.file(site.project, page)).read_text("utf-8")
    _, head, text = made.split("---\n", 2)
    return yaml.safe_load(head), text


def entries(site: Site) -> list[dict[str, Any]]:
    return json.loads((site.folder / "snippets.json").read_text("utf-8"))["snippets"]


def local(site: Site, address: str) -> str:
    home = site.project.config.site_url or ""
    assert address.startswith(home), address
    return address.removeprefix(home)


@each_page
def test_a_pages_markdown_has_every_block_once_with_its_outputs(
    site: Site, page: str
) -> None:
    _, text = markdown(site, page)
    found = [(m[2], m[3]) for m in FENCE.finditer(text) if m[2] != "console"]
    wanted: list[tuple[str, str]] = []
    here = site.project.page(page)
    modules = [(item, []) for item in here.walk() if isinstance(item, Module)]
    for block, outputs in [*here.with_outputs(), *modules]:
        shown = [("python", block), *(("text", output) for output in outputs)]
        wanted += [(kind, shown_as(site.project.included(s.path))) for kind, s in shown]
    assert found == wanted
    assert "--8<--" not in text


@each_page
def test_a_pages_markdown_says_every_word_of_the_page(site: Site, page: str) -> None:
    _, text = markdown(site, page)
    made = html.fragment_fromstring(
        FORMULA.sub("", markdown2html_mistune(FENCE.sub("", text))), create_parent="div"
    )
    for link in made.find_class("anchor-link"):
        link.drop_tree()
    article = copy.deepcopy(site.article(page))
    for module in article.xpath("./div[contains(@class, 'doc-module')]"):
        module.drop_tree()  # in its stead there is its source, docstrings and all
    for heading in made.xpath("./h2[starts-with(., 'attention.')]"):
        heading.drop_tree()
    said, here = words(article), words(made)
    assert said - here == Counter()
    if "<!-- records: " not in site.project.page(page).text:  # no words of ours
        assert (here - said).keys() <= set(ADDED.split())
    formulas = FORMULA.findall(re.sub(r"(`+).+?\1", "", FENCE.sub("", text)))
    assert len(formulas) == len(site.article(page).find_class("katex"))


@each_page
def test_a_page_names_its_markdown_which_names_the_page_and_all_else_by_whole_addresses(
    site: Site, page: str
) -> None:
    (link,) = site.tree(page).xpath("//link[@type='text/markdown']")
    place = urljoin(f"/{site.project.url(page)}", link.get("href"))
    assert place == f"/{llms.file(site.project, page)}"
    head, text = markdown(site, page)
    assert local(site, head["url"]) == site.project.url(page)
    assert head["title"]
    assert text.lstrip().startswith("# ")
    prose = re.sub(r"(`+).+?\1", "", FENCE.sub("", text))
    targets = LINK.findall(prose) + re.findall(r'href="([^"]+)', prose)
    assert [t for t in targets if not re.match(r"https?://|mailto:", t)] == []
    for target in targets:
        if target.startswith(site.project.config.site_url or ""):
            place, _, anchor = local(site, target).partition("#")
            file = place + "index.html" if place.endswith("/") or not place else place
            assert (site.folder / file).is_file(), target
            if anchor and file.endswith(".svg"):  # a view of a drawing
                assert f'<view id="{anchor}"' in (site.folder / file).read_text("utf-8")
            else:
                assert not anchor or anchor in site.anchors[file], target


def test_llms_txt_lists_every_page_and_llms_full_txt_is_all_of_them(site: Site) -> None:
    text = (site.folder / llms.LIST).read_text("utf-8")
    title, summary, *_ = text.split("\n\n")
    assert title == f"# {site.project.config.site_name}"
    assert summary == f"> {site.project.config.site_description}"
    targets = [local(site, target) for target in LINK.findall(text)]
    assert all((site.folder / target).is_file() for target in targets)
    pages = [llms.file(site.project, page) for page in PAGES]
    assert targets[: len(pages)] == pages
    assert targets[len(pages) :] == [llms.WHOLE, "snippets.json"]
    texts = [(site.folder / page).read_text("utf-8") for page in pages]
    assert (site.folder / llms.WHOLE).read_text("utf-8") == "\n".join(texts)


def test_snippets_json_has_every_block_with_the_members_that_are_documented(
    site: Site,
) -> None:
    types = {
        "string": str,
        "string or null": str | None,
        "list of strings": list,
        "number": int | float,
    }
    rows = site.article("machines.md").xpath(".//table//tr[td]")
    documented = {row[0].text_content(): types[row[1].text_content()] for row in rows}
    for entry in entries(site):
        assert entry.keys() == documented.keys(), entry["id"]
        for member, value in entry.items():
            assert isinstance(value, documented[member]), (entry["id"], member)
        snippet = site.project.snippet(entry["id"])
        files = [snippet.path, snippet.stored(".out"), snippet.stored(".err")]
        stored = [shown_as(f.read_text("utf-8")) if f.exists() else "" for f in files]
        assert stored == [entry["code"], entry["stdout"], entry["raises"] or ""]
    assert {entry["id"] for entry in entries(site)} == {
        snippet.id for snippet in site.project.snippets
    }
