import copy
import re

import pytest

from publish.project import Project
from publish.run.apart import run
from publish.run.block import Result
from publish.run.figures import differences, largest

DRAW = """
import matplotlib.pyplot as plt
import torch
from attention import heatmap
figure, axes = plt.subplots()
axes.plot([0.0, 1.0], [0.25, 0.5], label="a line")
axes.bar([0, 1], [0.25, 0.75])
axes.scatter([0, 1], [0.5, 0.125])
axes.pcolormesh(torch.tensor([[0.25, 0.5], [0.75, 1.0]]))
axes.text(0.5, 0.5, "words")
axes.legend()
plt.show()
"""


@pytest.fixture(scope="module")
def drawn(project: Project) -> Result:
    return run(DRAW, "draw.py", project.root, draw=True)


def test_texts_around_the_axes_belong_to_the_figure(project: Project) -> None:
    code = DRAW.replace(
        "plt.show()",
        'figure.suptitle("journey")\naxes.set_title("0.5", loc="right")\nplt.show()',
    )
    shown = run(code, "draw.py", project.root).figures[0].data
    assert shown["texts"] == ["journey"]
    other = run(code.replace('"0.5"', '"0.6"'), "draw.py", project.root)
    (difference,) = differences(shown, other.figures[0].data)
    assert "'0.6', stored '0.5'" in difference


@pytest.mark.parametrize(
    "number", list(re.finditer(r"\d\.\d+", DRAW)), ids=lambda m: f"{m[0]}at{m.start()}"
)
def test_whatever_is_drawn_elsewhere_is_described_elsewhere(
    number: re.Match[str], drawn: Result, project: Project
) -> None:
    moved = float(number[0]) * 1.01 + 0.01
    code = f"{DRAW[: number.start()]}{moved}{DRAW[number.end() :]}"
    other = run(code, "draw.py", project.root)
    assert differences(drawn.figures[0].data, other.figures[0].data)


def test_data_that_moved_by_rounding_is_the_same(drawn: Result) -> None:
    moved = copy.deepcopy(drawn.figures[0].data)
    moved["axes"][0]["lines"][0]["y"][1] *= 1 + 5e-5
    assert differences(drawn.figures[0].data, moved) == []


def test_the_largest_deviation_is_the_share_of_what_is_allowed(drawn: Result) -> None:
    data = drawn.figures[0].data
    moved = copy.deepcopy(data)
    moved["axes"][0]["lines"][0]["y"][1] *= 1 + 5e-5
    assert largest(data, data) == 0
    assert largest(data, moved) == pytest.approx(0.5, rel=1e-2)
    nan, inf = float("nan"), float("inf")
    assert largest([nan, inf, 1], [nan, inf, 1]) == 0


def test_a_figure_has_the_same_bytes_on_a_second_run(
    project: Project, drawn: Result
) -> None:
    second = run(DRAW, "draw.py", project.root, draw=True)
    assert drawn.figures[0].svg == second.figures[0].svg


def test_a_figure_takes_its_foreground_from_the_scheme(drawn: Result) -> None:
    svg = drawn.figures[0].svg
    assert "@media(prefers-color-scheme:dark)" in svg
    assert "currentColor" in svg
    assert "#000000" not in svg
    assert "#010203" not in svg
    assert "<image" not in svg
