"""Addresses that moved lead to the new ones, and the list is kept as it was written."""

from pathlib import Path

import pytest
from lxml import html

from publish.hooks import addresses
from publish.project import Project
from tests.site.built import Site
from tests.site.moved import lost, unlisted

LIST = """\
/
    #start
old.txt -> new.txt
part/old/ -> part/page/
    #first
    #split -> elsewhere/#third
part/page/
    #first
    #gone -> elsewhere/#third
    #second -> #first
"""
PAGE = '<html><body><article><h1 id="{}">A</h1><a class="headerlink" href="#{}"></a>\
</article></body></html>'


@pytest.fixture
def site(tmp_path: Path, project: Project) -> Site:
    """A site of three pages, and a list that knows more."""
    own = Project(tmp_path, project.config)
    (tmp_path / addresses.FILE).parent.mkdir(parents=True)
    (tmp_path / addresses.FILE).write_text(addresses.HEAD + LIST)
    folder = tmp_path / "site"
    for page, name in (("", "start"), ("part/page", "first"), ("elsewhere", "third")):
        (folder / page).mkdir(parents=True, exist_ok=True)
        (folder / page / "index.html").write_text(PAGE.format(name, name))
    (folder / "new.txt").write_text("words")
    return Site(own, folder)


def test_what_moved_leads_to_its_new_address(site: Site) -> None:
    path = site.project.root / addresses.FILE
    path.write_text(path.read_text() + "part/older/ -> part/old/\n")
    addresses.redirect(site.project, site.folder)
    assert lost(site) == [], "after two moves, too"

    left = html.parse(site.folder / "part/old/index.html")
    (refresh,) = left.xpath("//meta[@http-equiv='refresh']/@content")
    assert refresh == "0; url=../page/"
    assert left.xpath("//a/@href")[0] == "../page/"
    assert left.xpath("//script/@src") == ["../../assets/moved.js"]
    split = left.getroot().get_element_by_id("split")
    assert split.xpath("a/@href") == ["../../elsewhere/#third"]

    page = html.parse(site.folder / "part/page/index.html").getroot()
    second = page.get_element_by_id("second")
    assert second.getnext().get("id") == "first", "the old name stands at the new one"
    (link,) = page.get_element_by_id("gone").iter("a")
    assert link.get("href") == "../../elsewhere/#third"
    assert (site.folder / "old.txt").read_text() == "words"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("    #start", "    #begin", "#begin was published and leads nowhere now: say"),
        ("#first\n    #split", "#fifth\n    #split", "part/page/ has no #fifth"),
        ("    #second ->", "    #first ->", "stands there all the same"),
        ("\npart/page/\n", "\npart/page/ -> /\n", "part/page/ has moved, and stands"),
    ],
)
def test_an_address_that_is_lost_is_noticed(
    site: Site, old: str, new: str, says: str
) -> None:
    path = site.project.root / addresses.FILE
    text = path.read_text()
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new, 1))
    addresses.redirect(site.project, site.folder)
    assert any(says in line for line in lost(site)), lost(site)


def test_what_is_new_is_noticed_and_added_in_its_place(site: Site) -> None:
    named = "`make addresses` lists it in publish/hooks/addresses.txt"
    new = ["elsewhere/", "elsewhere/#third", "new.txt"]
    assert unlisted(site) == [f"{address} is new: {named}" for address in new]
    assert addresses.add(site.project, site.folder) == new
    assert unlisted(site) == []
    there = "elsewhere/\n    #third\nnew.txt\nold.txt -> new.txt\n"
    written = (site.project.root / addresses.FILE).read_text()
    assert written == addresses.HEAD + LIST.replace("old.txt -> new.txt\n", there)
