"""What a page says of itself to those who do not read it, and what it may load."""

import re

from publish.guards.site import Site


def test_every_page_allows_its_own_origin_alone(site: Site) -> None:
    for path, tree in site.trees.items():
        head = next(tree.iter("head"))
        first = [element.get("http-equiv") for element in head.iter("meta")][:2]
        assert first == [None, "Content-Security-Policy"], path


def test_no_page_holds_what_the_policy_forbids(site: Site) -> None:
    found = []
    for path, tree in site.trees.items():
        found += [f"{path}: a style element" for _ in tree.iter("style")]
        for element in tree.iter():
            found += [
                f"{path}: {name}={value!r}"
                for name, value in element.attrib.items()
                if re.match(r"on[a-z]+$", name) or value.startswith("javascript:")
            ]
    assert found == []


def test_nothing_is_kept_but_colours_and_progress(site: Site) -> None:
    """No script of ours writes a cookie, or keeps anything under another name."""
    assets = site.project.docs / "assets"
    progress = (assets / "progress.js").read_text(encoding="utf-8")
    for script in assets.rglob("*.js"):
        text = script.read_text(encoding="utf-8").replace(progress, "")
        keeps = r"\bcookie|sendBeacon|indexedDB|localStorage|sessionStorage|\bcaches\b"
        assert not re.search(keeps, text), script.name
