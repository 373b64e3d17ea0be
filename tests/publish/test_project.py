"""The parts of the course, as the navigation has them."""

import re

from publish.project import Project, parts

NAV = [
    {"Learn": [{"Start": "index.md"}, {"1 · One": [{"A": "one/a.md"}]}]},
    {"Playground": "playground.md"},
    {"Reference": [{"All": "all.md"}, {"About": [{"Us": "us.md"}]}]},
]


def test_a_tab_comes_with_its_own_pages_and_then_with_its_parts() -> None:
    assert list(parts(NAV)) == [
        ("Learn", ["index.md"]),
        ("1 · One", ["one/a.md"]),
        ("Playground", ["playground.md"]),
        ("Reference", ["all.md"]),
        ("About", ["us.md"]),
    ]


def test_parts_have_every_page_once_in_reading_order(project: Project) -> None:
    named = re.findall(r"[\w/-]+\.md", str(project.config.nav))
    assert project.pages == named
