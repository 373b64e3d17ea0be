"""The page says what the records hold, and no record was changed by hand."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import page
from benchmarks.draw import draw
from publish.markdown.verified import MARKER
from publish.records import sealed
from tests.browser.conftest import ROOT

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
ROUNDS = [0.5, 0.25, 0.75, 1.0, 0.125, 2.0]
times = st.lists(st.floats(0.1, 10), min_size=6, max_size=20)


def layer(form: str, seconds: list[float], bytes_: int, **about: Any) -> page.Entry:
    entry = {"table": "layers", "form": form, "seconds": seconds, "bytes": bytes_}
    return {"dtype": "float32", "batch": 2, "pass": "forward", **about, **entry}


def record(device: str = "cpu") -> page.Entry:
    """A record of one layer, two lengths and two texts, with numbers to be read."""
    half = [second / 2 for second in ROUNDS]
    entries = [
        layer("SDPA", ROUNDS, 2_000_000),
        layer("FusedMultiHeadAttention", half, 2_500_000),
        layer("nn.MultiheadAttention(need_weights=False)", ROUNDS, 123_400_000),
    ]
    for table, forms in (
        ("lengths", ("SDPA", "tiled_attention")),
        ("decoding", ("without a cache", "with a cache")),
        ("states", ("a cache", "a state")),
    ):
        for tokens in (128, 4096):
            for number, form in enumerate(forms):
                seconds = [
                    second * (tokens // 128 if number == 0 else 1.5)
                    for second in ROUNDS
                ]
                entry = {"table": table, "tokens": tokens, "form": form}
                entries.append({**entry, "seconds": seconds, "bytes": 1000 * tokens})
    sizes = {"tokens": 1024, "features": 768, "heads": 12, "blocks": 12, "words": 50257}
    machine = {key: f"some {key}" for key in page.MACHINE}
    about = {"device": device, "seconds": 61, "code": "0", "sizes": sizes}
    return {**machine, **about, "entries": entries}


def checkout(root: Path, *records: page.Entry) -> Path:
    folder = root / page.FOLDER
    folder.mkdir(parents=True)
    for one in records:
        text = sealed.dumps(one)
        (folder / f"{one['device']}.json").write_text(text, encoding="utf-8")
        for name in page.ALT:
            svg = '<svg width="3pt" height="6pt"></svg>'
            (folder / f"{one['device']}-{name}.svg").write_text(svg, encoding="utf-8")
    for name in ("attention", "benchmarks"):
        (root / name).symlink_to(ROOT / name)
    return root


def test_the_tables_hold_what_was_measured(tmp_path: Path) -> None:
    made = page.tables(checkout(tmp_path, record()))
    html = {name: part() for name, part in made.items()}
    assert "<td>some hardware</td>" in html["machines"]
    assert "<td>61 s</td><td>6</td><td>yes</td>" in html["machines"]
    assert "float32, batch 2, 1,024 tokens, 768 features, 12 heads:" in html["layers"]
    assert "<td>SDPA</td><td>625</td><td>1.00</td><td>2</td>" in html["layers"]
    fused = "<td>FusedMultiHeadAttention</td><td>312</td><td>0.50</td><td>2.5</td>"
    assert fused in html["layers"]
    assert "<td>4,096</td><td>20,000</td><td>4.1</td><td>938</td>" in html["lengths"]
    assert "<td>4,096</td><td>0.05</td><td>1.07</td>" in html["decoding"]
    assert html["lengths"].count('width="4" height="8"') == 2
    assert html["decoding"].count("<img") == 1


def test_a_goal_is_reached_below_its_limit_and_confirmed_with_its_whole_interval(
    tmp_path: Path,
) -> None:
    one = record()
    one["entries"][1]["seconds"] = [1.2 * ROUNDS[0], *ROUNDS[1:]]
    html = page.tables(checkout(tmp_path, one))["goals"]()
    rows = [row.split("</td><td>") for row in html.split("<tr><td>")[1:]]
    assert [row[1] for row in rows] == ["1", "1.05", "1", "2", "1.25"]
    wide = "1.00 (1.00–1.20), batch 2, forward"
    assert [row[2] for row in rows] == [
        *[wide] * 2, "1.25, batch 2, forward", "32.00, 4,096 tokens",
        "1.00, 4,096 tokens",
    ]  # fmt: skip
    assert [row[3][0] + row[4][0] for row in rows] == ["10", "10", "00", "00", "11"]


def test_two_devices_are_shown_one_after_the_other(tmp_path: Path) -> None:
    batch = [layer(form, ROUNDS, 1, batch=8) for form in ("SDPA", "MultiHeadAttention")]
    gpu = record("cuda")
    gpu["entries"][:3] = batch
    made = page.tables(checkout(tmp_path, gpu, record()))
    html = made["layers"]()
    assert html.index("<h3>CPU</h3>") < html.index("<h3>GPU</h3>")
    assert html.index("<h3>GPU</h3>") < html.index("<td>1.15</td>"), "of another GPU"


def test_without_records_nothing_is_said(tmp_path: Path) -> None:
    assert [part() for part in list(page.tables(tmp_path).values())[1:]] == [""] * 5


@pytest.mark.parametrize(
    ("old", "new"), [('"device": "cpu"', '"device": "gpu"'), ("0.125", "0.126")]
)
def test_a_record_that_was_edited_is_refused(
    tmp_path: Path, old: str, new: str
) -> None:
    path = checkout(tmp_path, record()) / page.FOLDER / "cpu.json"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=r"evidence/bench/cpu.json is not as its run"):
        page.tables(tmp_path)


def test_the_page_shows_all_parts_of_the_records_that_are_here() -> None:
    text = (ROOT / "docs" / "reference" / "benchmark.md").read_text("utf-8")
    found = [MARKER.match(line) for line in text.splitlines()]
    shown = [match["name"] for match in found if match]
    made = page.tables(ROOT)
    assert sorted(shown) == sorted(made)
    assert all(made[name]() for name in shown)


def test_the_figures_are_those_of_the_records(tmp_path: Path) -> None:
    for one in page.read(ROOT):
        draw(tmp_path, one)
    stored, drawn = (
        {path.name: path.read_text("utf-8") for path in folder.glob("*.svg")}
        for folder in (ROOT / page.FOLDER, tmp_path)
    )
    assert drawn.keys() == stored.keys()
    for name, svg in drawn.items():
        (text, numbers), (stored_text, stored_numbers) = apart(svg), apart(stored[name])
        assert text == stored_text, name
        # A logarithm's last bit is the processor's, and may move a point by 0.000001.
        assert numbers == pytest.approx(stored_numbers, rel=0, abs=1e-5), name


def apart(svg: str) -> tuple[str, list[float]]:
    """A drawing without its numbers, and its numbers."""
    return NUMBER.sub("#", svg), list(map(float, NUMBER.findall(svg)))


def test_a_change_of_what_is_timed_is_said(tmp_path: Path) -> None:
    for name in ("attention", "benchmarks"):
        shutil.copytree(ROOT / name, tmp_path / name)
    before = page.code(tmp_path)
    module = tmp_path / "attention" / "modern" / "fused.py"
    text = module.read_text(encoding="utf-8")
    module.write_text(f"# A comment.\n{text}", encoding="utf-8")
    assert page.code(tmp_path) == before
    other = text.replace("attend=None", "attend=print")
    module.write_text(other, encoding="utf-8")
    assert page.code(tmp_path) != before


# --- intervals -------------------------------------------------------------------


@given(times, st.floats(0.1, 10))
def test_a_constant_ratio_is_found_however_the_machine_changes(
    seconds: list[float], factor: float
) -> None:
    other = {"seconds": seconds}
    one = {"seconds": [factor * second for second in seconds]}
    assert page.ratio(one, other) == pytest.approx((factor,) * 3)


@pytest.mark.parametrize(
    ("rounds", "left_out"), [(6, 0), (8, 0), (9, 1), (11, 1), (12, 2), (15, 3), (20, 5)]
)
def test_an_interval_goes_to_the_known_places(rounds: int, left_out: int) -> None:
    """The places are those of tables of confidence intervals for a median."""
    one = {"seconds": [float(n) for n in range(rounds)]}
    other = {"seconds": [1.0] * rounds}
    found = page.ratio(one, other)
    assert found == ((rounds - 1) / 2, left_out, rounds - 1 - left_out)


def test_too_few_rounds_have_no_interval() -> None:
    with pytest.raises(ValueError, match=r"an interval needs six rounds\. Got 5"):
        page.ratio({"seconds": [1.0] * 5}, {"seconds": [1.0] * 5})
