"""The table of what is named is what a run gives."""

import pytest

from tests.attention.diagnosis.styles import STYLES, twins
from tests.attention.diagnosis.table import FILE, name, verdict


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_the_published_table_says_what_is_named(style: str) -> None:
    counts, _, folded = FILE.read_text("utf-8").partition('??? note "')
    rows = [
        line.strip(" |").split(" | ") for line in folded.splitlines() if "|" in line
    ]
    column = rows[0].index(style)
    published = {cells[0]: cells[column] for cells in rows[2:] if cells[column] != "–"}
    mine = [twin for twin in twins() if twin.style == style]
    right, *broken = (verdict(twin) for twin in mine)
    assert dict(zip(map(name, mine[1:]), broken, strict=True)) == published
    assert right == "no mistake found"
    of = [broken.count(v) for v in ("named", "a property fails", "missed")]
    assert (
        f"| {style} | {right} | {len(broken)} | {of[0]} | {of[1]} | {of[2]} |" in counts
    )
