"""The parts of the course, as the navigation has them."""

from publish.project import parts

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
