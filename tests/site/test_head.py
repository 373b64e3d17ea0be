"""What a page says of itself to those who do not read it, and what it may load."""

import re

import yaml
from PIL import Image

from publish.hooks.policy import POLICY
from tests.site.built import Site


def test_every_page_says_its_title_and_names_the_card_of_the_site(site: Site) -> None:
    base = site.project.config.site_url or ""
    titles = set()
    for page in site.project.pages:
        assert {"title", "description"} <= site.project.page(page).about.keys(), page
        found = {
            meta.get("property") or meta.get("name"): meta.get("content")
            for meta in site.tree(page).iter("meta")
        }
        assert found["description"] == found["og:description"], page
        assert found["og:url"] == base + site.project.url(page)
        assert found["og:image"] == f"{base}assets/card.png"
        assert found["twitter:card"] == "summary_large_image"
        titles.add(found["og:title"])
    assert len(titles) == len(site.project.pages)
    with Image.open(site.folder / "assets" / "card.png") as card:
        assert card.size == (1200, 630)


def test_a_wrong_sentence_or_number_can_be_reported_from_every_page(
    site: Site,
) -> None:
    forms = site.project.root / ".github" / "ISSUE_TEMPLATE"
    fields = yaml.safe_load((forms / "wrong-sentence.yml").read_text("utf-8"))["body"]
    assert {"page", "sentence"} <= {field.get("id") for field in fields}
    for page in site.project.pages:
        (line,) = site.article(page).find_class("ends")
        links = {link.text: link.get("href") for link in line.iter("a")}
        assert page == "contribute.md" or links["Contribute"].endswith("contribute/")
        address = links["A sentence is wrong"]
        name = site.project.url(page)
        assert address.endswith(f"?template=wrong-sentence.yml&page={name}"), page
        blocks = site.article(page).find_class("snippet")
        assert ("My number differs" in links) == bool(blocks), page


def test_every_page_has_the_policy_first_and_no_styles_that_it_refuses(
    site: Site,
) -> None:
    for path, tree in site.trees.items():
        _, meta, *_ = tree.find("head").iter("meta")
        assert meta.get("http-equiv") == "Content-Security-Policy", path
        assert meta.get("content") == POLICY, path
        assert not list(tree.iter("style")), path


def test_nothing_is_kept_but_colours_keys_and_progress(site: Site) -> None:
    """No script of ours writes a cookie, or keeps anything under another name."""
    assets = site.project.docs / "assets"
    for script in assets.rglob("*.js"):
        text = script.read_text(encoding="utf-8")
        if script.name in ("progress.js", "keys.js"):
            text = text.replace("localStorage", "")
        keeps = r"\bcookie|sendBeacon|indexedDB|localStorage|sessionStorage|\bcaches\b"
        assert not re.search(keeps, text), script.name
