"""What figures open with was printed, and what they compute is what torch computes."""

import json
import math
import random
from functools import cache
from typing import Any

import pytest
import torch
from lxml import html
from markdown import Markdown

from attention import rotate
from attention.distributed import (
    SHAPES,
    WAYS,
    bytes_kept,
    bytes_sent,
    step_operations,
    timetable,
)
from attention.examples import (
    plane_keys,
    plane_queries,
    plane_tokens,
    plane_values,
    story_vocabulary,
)
from publish.markdown.figure_data import FillFigure
from publish.project import Project
from tests.figures.conftest import ROOT, Answer

DIVISORS = (1.0, math.sqrt(2), 2.0, 4.0)


@cache
def given(page: str) -> dict[str, Any]:
    """What a page gives to its figure."""
    lines = (ROOT / "docs" / f"{page}.md").read_text("utf-8").splitlines()
    line = next(line for line in lines if line.startswith('<div class="drag" '))
    element = html.fragment_fromstring(FillFigure(Markdown()).filled(line) + "</div>")
    return json.loads(element.get("data-head"))


def attended(state: dict[str, Any]) -> tuple[list[float], list[float]]:
    """The weights and the context of a dragged query, as torch computes them."""
    scores = plane_keys @ torch.tensor(state["query"]).float() / state["divisor"]
    if state["causal"]:
        scores[state["asks"] + 1 :] = -torch.inf
    weights = torch.softmax(scores, dim=-1)
    return weights.tolist(), (weights @ plane_values).tolist()


def test_each_query_attends_as_with_torch(answers: Answer) -> None:
    draw = random.Random(3)
    states = [
        {"asks": asks, "query": query, "divisor": divisor, "causal": causal}
        for asks, own in enumerate(plane_queries.tolist())
        for causal in (False, True)
        for divisor in DIVISORS
        for query in (own, [draw.randint(-280, 280) / 100, 0.5], [0.0, 0.0])
    ]
    found = answers(
        ("head", given("self-attention/query-key-value"), state) for state in states
    )
    for state, answer in zip(states, found, strict=True):
        weights, context = attended(state)
        assert answer["weights"] == pytest.approx(weights, abs=1e-5), state
        assert answer["context"] == pytest.approx(context, abs=1e-5), state


@pytest.mark.parametrize(
    ("page", "word", "causal"),
    [("self-attention/query-key-value", "it", False), ("causal/mask", "sold", True)],
)
def test_a_query_opens_with_what_torch_gives(
    answers: Answer, page: str, word: str, causal: bool
) -> None:
    [found] = answers([("opening", given(page))])
    assert found["word"] == word == plane_tokens[found["asks"]]
    weights, context = attended({**found, "causal": causal})
    assert list(map(float, found["weights"])) == pytest.approx(weights, abs=6e-5)
    assert list(map(float, found["context"])) == pytest.approx(context, abs=6e-5)


def test_every_temperature_gives_what_torch_gives(answers: Answer) -> None:
    scores, weights = (
        part["bars"] for part in given("self-attention/softmax")["blocks"][0]
    )
    temperatures = (0.1, 0.5, 1, 1.26, 100)
    found = answers(("temperature", scores, each) for each in temperatures)
    for each, answer in zip(temperatures, found, strict=True):
        expected = torch.softmax(torch.tensor(scores) / each, dim=-1)
        assert answer == pytest.approx(expected.tolist(), abs=1e-6)
    assert found[2] == pytest.approx(weights, abs=1e-6)


def test_every_distance_has_the_score_that_torch_gives(answers: Answer) -> None:
    states = [{"start": n, "distance": d} for n in (0, 1, 40) for d in (0, 2, 12)]
    found = answers(("rotary", given("modern/rotary"), state) for state in states)
    query, key = torch.tensor([[2.0, 0.5]]), torch.tensor([[1.5, -0.5]])
    for state, answer in zip(states, found, strict=True):
        n, m = state["start"], sum(state.values())
        turned = rotate(query, torch.tensor([m])), rotate(key, torch.tensor([n]))
        for name, vector in zip(("query", "key"), turned, strict=True):
            assert answer[name] == pytest.approx(vector[0].tolist(), abs=1e-5)
    opens = found[states.index(found[0]["opens"])]
    assert f"{opens['score']:.3f}" == opens["printed"] == "-2.736"


def test_a_mask_drops_weights_and_scales_the_others(answers: Answer) -> None:
    kept = [True, False, True, True, False, True]
    [found] = answers([("dropout", given("causal/dropout"), kept)])
    before, after = (
        torch.tensor([float(n) for n in found[k]]) for k in ("before", "after")
    )
    assert found["words"] == ["your", "journey", "starts", "with", "one", "step"]
    assert found["rate"] == 0.5
    assert found["dropped"] == pytest.approx(
        (torch.tensor(kept) * before / 0.5).tolist()
    )
    torch.testing.assert_close(after, (after > 0) * before / 0.5, atol=2e-4, rtol=0)
    assert float(found["sum"]) == pytest.approx(float(after.sum()), abs=4e-4)


def test_every_published_model_has_the_cache_that_was_printed(answers: Answer) -> None:
    [models] = answers([("models", given("modern/which"))])
    assert [model["name"] for model in models][::4] == ["GPT-2", "DeepSeek-V3"]
    assert all(model["printed"] == model["computed"] for model in models)


def test_every_timetable_is_that_of_the_package_and_two_were_printed(
    answers: Answer,
) -> None:
    states = [
        {"ranks": ranks, "number": number, "schedule": schedule}
        for ranks in (1, 2, 3, 8)
        for number in (1, 2, 7, 16)
        for schedule in ("GPipe", "1F1B")
    ]
    found = answers(("timetable", state) for state in states)
    for state, answer in zip(states, found, strict=True):
        expected = [[[*each] for each in passes] for passes in timetable(**state)]
        assert answer == expected, state
    [lines] = answers([("schedules", given("distributed/pipeline"))])
    assert len(lines) == 2
    assert all(line["printed"] == line["computed"] for line in lines)


def test_every_way_to_divide_a_step_keeps_and_sends_what_the_package_says(
    answers: Answer,
) -> None:
    states = [
        {"model": model, "ranks": 2**power, "tokens": tokens, "speed": 3, "peak": 7}
        for model in SHAPES
        for power in range(11)
        for tokens in (1, 96, 1024, 8192, 1_000_000)
    ]
    [found] = answers([("volumes", given("distributed/which"), states)])
    refused = 0
    for state, answer in zip(states, found, strict=True):
        shape, ranks, tokens = SHAPES[state["model"]], state["ranks"], state["tokens"]
        computing = step_operations(shape, tokens) / 7e12
        assert answer["computing"] == pytest.approx(computing, rel=1e-12)
        for way, of_page in zip(WAYS, answer["ways"], strict=True):
            assert of_page["way"] == way
            try:
                keeps = bytes_kept(shape, way, ranks, tokens)
            except ValueError:
                assert of_page["refused"], (state, way)
                refused += 1
                continue
            assert not of_page["refused"], (state, way)
            sends = bytes_sent(shape, way, ranks, tokens)
            assert of_page["parts"] == pytest.approx(keeps, rel=1e-12)
            assert of_page["sends"] == pytest.approx(sends, rel=1e-12)
            assert of_page["takes"] == pytest.approx(sends / 3e9, rel=1e-12)
    assert 100 < refused < len(states) * len(WAYS) / 2


def test_the_ways_to_divide_a_step_open_with_what_was_printed(answers: Answer) -> None:
    [found] = answers([("printed", given("distributed/which"))])
    computing, *ways = found["computed"]
    assert computing == found["printed"][0]
    plain = [[text.replace(",", "") for text in way] for way in ways]
    assert plain == [[way[0], way[1], way[3], way[5]] for way in found["printed"][1:-1]]
    assert len(ways) == len(WAYS) - 1


def test_each_broken_line_moves_logits_as_was_printed(answers: Answer) -> None:
    data = given("gallery/break-it")
    [found] = answers([("broken", data, story_vocabulary)])
    stored = ROOT / "snippets/gallery/break-it/one-line.out"
    lines = stored.read_text("utf-8").splitlines()
    assert len(lines) == len(found) == 12
    for line, positions in zip(map(json.loads, lines), found, strict=True):
        moved = [float(f"{each['moved']:.2f}") for each in positions]
        assert moved == line["moved"], line["title"]
        said = [each["right"]["id"] != each["wrong"]["id"] for each in positions]
        assert sum(said) == line["changed"]


def test_a_number_is_read_as_the_nearest_code_that_torch_has(answers: Answer) -> None:
    numbers = [0.33, 0.06, *(2 ** (-place / 7) for place in range(120))]
    types = (torch.float8_e4m3fn, 448), (torch.float8_e5m2, 57344)
    found = answers(("codes", x) for x in numbers)
    for x, (_, *codes) in zip(numbers, found, strict=True):
        read = [torch.tensor(x * m).to(dtype).item() / m for dtype, m in types]
        assert codes == pytest.approx(read, rel=1e-6), x


@pytest.mark.parametrize(
    "page",
    ["self-attention/scaling", "multi-head/side-by-side", "multi-head/cross-attention"],
)
def test_each_row_is_as_the_block_drew_it(
    answers: Answer, project: Project, page: str
) -> None:
    data = given(page)
    [found] = answers([("rows", data)])
    name = f"{data['from'][0]['page']}{data['from'][0]['block']}"
    file = project.snippet(name).stored(".json")
    for axes, part in zip(
        json.loads(file.read_text("utf-8"))["axes"], found["parts"], strict=True
    ):
        assert part["weights"] == axes["collections"][0]["values"]
        texts = [text for row in part["texts"] for text in row]
        assert texts == [text["text"] for text in axes["texts"]][: len(texts)]
        assert (found["rows"], found["columns"]) == (axes["yticks"], axes["xticks"])
