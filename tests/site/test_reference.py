"""The API reference: every public name once, and none besides."""

import re
from collections import Counter
from importlib import import_module

from tests.imports import SURFACES, public_names
from tests.site.built import Site

PUBLIC = {name: surface for surface in SURFACES for name in public_names(surface)}


def pages(site: Site) -> list[str]:
    return [page for page in site.project.pages if page.startswith("reference/")]


def names(site: Site) -> Counter[str]:
    """What the reference describes, by its path in the package."""
    found: Counter[str] = Counter()
    for page in pages(site):
        headings = site.article(page).find_class("doc-heading")
        found.update(heading.get("id") or "" for heading in headings)
    return found


def test_every_public_name_is_described_once_where_it_is_defined(site: Site) -> None:
    found = names(site)
    assert [name for name, count in found.items() if count > 1] == []
    described = Counter(name.rpartition(".")[2] for name in found)
    missing = [name for name in PUBLIC if name not in described]
    assert missing == []
    for name, surface in PUBLIC.items():
        home = getattr(getattr(import_module(surface), name), "__module__", None)
        if home and home.startswith("attention."):
            assert f"{home}.{name}" in found, name
    for path in (site.project.root / "attention").rglob("*.py"):
        name = ".".join(path.relative_to(site.project.root).with_suffix("").parts)
        defines = any(home.startswith(f"{name}.") for home in found)
        assert not defines or name in found, f"{name} has no heading"


def test_nothing_private_is_described(site: Site) -> None:
    for name in names(site):
        parts = name.split(".")
        assert not any(re.match(r"_(?!_\w+__$)", part) for part in parts), name
        module = site.project.root / f"{name.replace('.', '/')}.py"
        assert {*parts} & {*PUBLIC} or module.exists(), f"{name} is not exported"


def test_no_word_of_a_docstring_is_lost_as_markup(site: Site) -> None:
    text = site.article("reference/text.md").text_content()
    assert "between the ids of <bos> and <eos>" in text


def test_each_module_leads_to_its_source(site: Site) -> None:
    repo = f"{site.project.config.repo_url}/blob/main/"
    for page in pages(site):
        article = site.article(page)
        links = [a.get("href") for a in article.iter("a") if a.text == "Source"]
        assert len(links) == len(article.find_class("doc-module"))
        for link in links:
            file = link.removeprefix(repo).partition("#")[0]
            assert (site.project.root / file).is_file(), link


def test_the_overview_names_them_all(site: Site) -> None:
    tree = site.article("reference/index.md")
    links = {link.text: link.get("href") for link in tree.iter("a")}
    wrong = [n for n in PUBLIC if not links.get(n, "").endswith(f".{n}")]
    assert wrong == []
