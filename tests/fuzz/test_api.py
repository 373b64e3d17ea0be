"""That every public name is fuzzed, and what holds for all of them."""

import ast
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

import attention
from attention import (
    attention_scores,
    context_vectors,
    inputs,
    seeded_projections,
    seeded_scores,
)
from tests.fuzz.attempts import attempt, refused
from tests.fuzz.layers import SELF, layers, widths
from tests.fuzz.tensors import floats


def asked_for(path: Path) -> set[str]:
    """What a file imports from the package, by name."""
    statements = ast.walk(ast.parse(path.read_text("utf-8"), str(path)))
    return {
        alias.name
        for statement in statements
        if isinstance(statement, ast.ImportFrom) and statement.module == "attention"
        for alias in statement.names
    }


def test_every_public_function_and_class_is_fuzzed():
    fuzzed = {
        name for path in Path(__file__).parent.glob("*.py") for name in asked_for(path)
    }
    public = {name for name in attention.__all__ if callable(getattr(attention, name))}
    assert public - fuzzed == set()


SETS = ["v2-789", "v1-123", "v2-123"]


@given(st.text("v12-3789", max_size=6) | st.sampled_from(SETS))
def test_seeded_projections_know_three_sets_and_touch_no_generator(name: str):
    before = torch.get_rng_state()
    answer, scores = attempt(seeded_projections, name), attempt(seeded_scores, name)
    assert torch.equal(torch.get_rng_state(), before)
    wrong = set() if name in SETS else {"name"}
    if not refused(answer, wrong) and not refused(scores, wrong):
        queries, keys, values = answer
        assert queries.shape == keys.shape == values.shape == (6, 2)
        torch.testing.assert_close(scores, queries @ keys.T / 2**0.5)


@given(floats, floats, st.data())
def test_types_that_may_not_meet_are_torchs_to_refuse(
    ours: torch.dtype, theirs: torch.dtype, data: st.DataObject
):
    if ours == theirs:
        return
    layer = data.draw(layers(*SELF, dtype=ours))
    x = torch.ones(2, widths(layer)[0], dtype=theirs)
    square = torch.eye(3)
    for meet in (
        lambda: attention_scores(square.to(ours), square.to(theirs)),
        lambda: context_vectors(square.to(ours), square.to(theirs)),
        lambda: layer(x),
    ):
        with pytest.raises(RuntimeError, match="dtype"):
            meet()


def test_autocast_lets_types_meet():
    layer = attention.MultiHeadAttention(3, 4, 6, 0.0, 2)
    with torch.autocast("cpu", torch.bfloat16):
        assert layer(inputs.to(torch.bfloat16)).dtype == torch.bfloat16
