import copy
import re

import pytest

from publish.execute.block import Result
from publish.execute.plots import differences, largest
from publish.execute.processes import run
from publish.project import Project

DRAW = """
import matplotlib.pyplot as plt
import torch
from attention.plotting import heatmap
figure, axes = plt.subplots()
axes.plot([0.0, 1.0], [0.25, 0.5], label="a line")
axes.bar([0, 1], [0.25, 0.75])
axes.scatter([0, 1], [0.5, 0.125])
axes.pcolormesh(torch.tensor([[0.25, 0.5], [0.75, 1.0]]))
axes.text(0.5, 0.5, "words")
axes.set_title("at 0.5", loc="right")
figure.suptitle("0.5 of them")
axes.legend()
plt.show()
"""


@pytest.fixture(scope="module")
def drawn(project: Project) -> Result:
    return run(DRAW, "draw.py", project.root, draw=True)


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


def test_the_largest_deviation_is_the_share_of_what_is_allowed(drawn: Result) -> None:
    data = drawn.figures[0].data
    moved = copy.deepcopy(data)
    moved["axes"][0]["lines"][0]["y"][1] *= 1 + 5e-5
    assert differences(data, moved) == []
    assert largest(data, moved) == pytest.approx(0.5, rel=1e-2)
    nan, inf = float("nan"), float("inf")
    assert largest([nan, inf, 1], [nan, inf, 1]) == 0


def test_a_channel_of_a_colour_may_round_to_the_next_step() -> None:
    assert differences(["#33bbee4d"], ["#33bbee4c"]) == []
    for other in ("#33bbee4b", "#33bdee4d", "#33bbee"):
        assert differences(["#33bbee4d"], [other])


def test_a_figure_has_the_same_bytes_on_a_second_run_and_follows_the_scheme(
    project: Project, drawn: Result
) -> None:
    svg = drawn.figures[0].svg
    again = run(DRAW, "draw.py", project.root, draw=True)
    assert svg == again.figures[0].svg
    assert "@media(prefers-color-scheme:dark)" in svg
    assert "currentColor" in svg
    for other in ("#000000", "#010203", "<image"):
        assert other not in svg
