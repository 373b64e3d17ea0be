"""What the pages' engine computes under Node is what PyTorch computes."""

from base64 import b64encode
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from attention import GPT, Transformer, keep_top_k, keep_top_p, record_weights
from attention.examples import (
    encode_phrases,
    held_out_phrases,
    hindi_vocabulary,
    load_trained,
    said_twice,
    story_ids,
    training_phrases,
)
from attention.gallery import BROKEN_LINES, BrokenLine
from attention.loaders.safetensors_file import read_safetensors, write_safetensors
from tests.figures.conftest import Answer

LAYERS = {
    "English": "encoder.0.attention",
    "Hindi": "decoder.0.attention",
    "cross": "decoder.0.cross_attention",
}
BOTH = [f"{LAYERS['Hindi']}:{head}" for head in (1, 3)]
WIDTHS = {"translator": 8, "induction": 16, "story": 16}  # of a head


def without(name: str, cut: Iterable[str]) -> nn.Module:
    """The model in which the context vectors of some heads count for nothing."""
    model = load_trained(name)
    for layer, head in (place.split(":") for place in cut):
        first = WIDTHS[name] * int(head)
        weight = model.get_submodule(layer).get_parameter("out_proj.weight")
        weight.data[:, first : first + WIDTHS[name]] = 0
    return model


def heads_of(name: str) -> list[str]:
    layers = [p for p, m in load_trained(name).named_modules() if hasattr(m, "attend")]
    heads = range(32 // WIDTHS[name])
    return [f"{layer}:{head}" for layer in layers for head in heads]


def ids_of(pairs: Iterable[tuple[str, str]]) -> list[tuple[list[int], list[int]]]:
    """English with its begin and end, and Hindi without: as the pages have them."""
    source, target = encode_phrases(pairs)
    return [
        ([number for number in s if number], [number for number in t if number > 2])
        for s, t in zip(source.tolist(), target.tolist(), strict=True)
    ]


@torch.no_grad()
def by_torch(
    model: nn.Module, given: list[list[int]], hidden: Iterable[int] = ()
) -> tuple[Tensor, dict[str, Tensor]]:
    """The logits, and the weights of each attention layer."""
    ids = [torch.tensor([row]) for row in given]
    with record_weights(model) as weights:
        if isinstance(model, Transformer):
            memory, mask = model.encode(ids[0])
            assert mask is not None
            mask[..., list(hidden)] = False
            logits = model.decode(ids[1], memory, mask)
        else:
            logits = model(*ids)
    return logits[0], {
        path.removesuffix(".attend"): w[0] for path, w in weights.items()
    }


def differ(answer: dict[str, Any], logits: Tensor, maps: dict[str, Tensor]) -> float:
    """The largest difference of a logit or a weight."""
    assert answer["maps"].keys() == maps.keys()
    pairs = [(answer["logits"], logits)]
    pairs += [(answer["maps"][path], weights) for path, weights in maps.items()]
    return max(furthest(*each) for each in pairs)


def furthest(numbers: list[Any], expected: Tensor) -> float:
    tensor = torch.tensor(numbers, dtype=torch.float64)
    assert tensor.shape == expected.shape
    return float((tensor - expected).abs().max())


def test_a_word_is_sampled_as_torch_does(answers: Answer) -> None:
    draw = torch.Generator().manual_seed(0)
    rows = torch.randn(60, 9, generator=draw, dtype=torch.float64).mul(3)
    settings = [
        {"temperature": temperature, "k": k, "p": p}
        for temperature in (0.25, 1.0, 4.0)
        for k in (None, 1, 2, 5)
        for p in (0.05, 0.5, 0.8, 0.95, 1.0)
    ]
    found = answers(
        ("sampled", row.tolist(), how) for row, how in zip(rows, settings, strict=True)
    )
    for row, how, shares in zip(rows, settings, found, strict=True):
        logits = keep_top_k(row / how["temperature"], how["k"] or len(row))
        expected = torch.softmax(keep_top_p(logits, how["p"]), dim=-1)
        torch.testing.assert_close(torch.tensor(shares, dtype=torch.float64), expected)


def inputs(name: str) -> list[list[list[int]]]:
    if name == "translator":
        pairs = ids_of(held_out_phrases[::23] + training_phrases[::150])
        return [[source, [1, *target]] for source, target in pairs]
    if name == "story":
        return [[story_ids[at : at + 24].tolist()] for at in range(0, 400, 80)] + [
            [[7]]
        ]
    generator = torch.Generator().manual_seed(1)
    return [[said_twice(1, n, generator)[0].tolist()] for n in range(1, 13)]


def test_every_number_of_16_bits_is_read(tmp_path: Path, answers: Answer) -> None:
    numbers = torch.arange(-(2**15), 2**15, dtype=torch.int16).view(torch.float16)
    numbers = numbers[numbers.isfinite()].view(2, -1)
    path = tmp_path / "numbers.safetensors"
    write_safetensors(path, {"first": torch.ones(3).half(), "all": numbers})
    [read] = answers([("safetensors", b64encode(path.read_bytes()).decode())])
    assert read["first"] == {"shape": [3], "data": [1, 1, 1]}
    assert read["all"]["shape"] == list(numbers.shape)
    assert read["all"]["data"] == numbers.flatten().tolist()
    assert read_safetensors(path)["all"].equal(numbers)


@pytest.mark.parametrize("name", WIDTHS)
def test_logits_and_maps_are_those_of_torch(name: str, answers: Answer) -> None:
    """Whole, without each head, without all of them, with words hidden."""
    given = inputs(name)
    heads = heads_of(name)
    ways: list[dict[str, Any]] = [{"cut": [head]} for head in heads]
    ways += [{}, {"cut": heads}]
    if name == "translator":
        ways += [{"hidden": [4]}, {"hidden": [2, 3], "cut": BOTH}]
    found = answers((name, *each, how) for how in ways for each in given)
    for how in ways:
        mine, found = found[: len(given)], found[len(given) :]
        model = without(name, how.get("cut", []))
        for dtype, tolerance in ((torch.float32, 1e-4), (torch.float64, 1e-9)):
            model.to(dtype)
            for each, answer in zip(given, mine, strict=True):
                expected = by_torch(model, each, how.get("hidden", []))
                assert differ(answer, *expected) < tolerance, (how, each)
    assert found == []


@pytest.mark.parametrize("mistake", BROKEN_LINES, ids=lambda line: line.key)
def test_a_broken_line_gives_the_logits_of_torch(
    mistake: BrokenLine, answers: Answer
) -> None:
    model = load_trained("story").double()
    assert isinstance(model, GPT)
    texts = [story_ids[at : at + n] for at, n in ((0, 1), (7, 2), (100, 12), (300, 23))]
    calls = (("story", ids.tolist(), {"wrong": mistake.key}) for ids in texts)
    for ids, found in zip(texts, answers(calls), strict=True):
        with torch.no_grad():
            expected = mistake.logits(model, ids)
        assert furthest(found["logits"], expected) < 1e-9


def test_words_that_are_given_are_written(answers: Answer) -> None:
    """And what follows is what torch makes of them; there is an end to it."""
    source, _ = ids_of([("the girl does not read the book", "लड़की किताब नहीं पढ़ती")])[0]
    boy, reads = hindi_vocabulary["लड़का"], hindi_vocabulary["पढ़ता"]
    given, short, endless = answers(
        [
            ("translate", source, {"given": {"1": boy}}),
            ("translate", source, {"longest": 2}),
            ("translate", source, {"end": -1}),
        ]
    )
    assert given["written"][0] == boy
    assert given["written"][3:] == [reads, hindi_vocabulary["<eos>"]]
    target = [hindi_vocabulary["<bos>"], *given["written"][:-1]]
    expected = by_torch(load_trained("translator").double(), [source, target])
    assert differ(given, *expected) < 1e-9
    assert len(short["written"]) == len(short["logits"]) == 2
    assert len(endless["written"]) == 8
