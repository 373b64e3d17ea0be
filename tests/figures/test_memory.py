"""What a page keeps of pairs, and answers, is what PyTorch keeps and answers."""

import pytest
import torch
from torch import Tensor

from attention.examples import draw_pairs, load_trained
from attention.examples.pair_memory import PairMemory
from attention.recurrent.delta import delta_rule
from tests.figures.conftest import Answer
from tests.figures.test_engine import furthest


@torch.no_grad()
def by_torch(rule: str, ids: list[int]) -> dict[str, Tensor]:
    """The logits, and what is kept: computed step by step, from the formulas."""
    model = load_trained("rewritten").double().get_submodule(rule)
    assert isinstance(model, PairMemory)
    sequence = torch.tensor(ids)
    x = model.tok_emb(sequence)
    before = torch.cat([torch.zeros_like(x[:1]), x[:-1]])
    found = {"logits": model(sequence), "last": x[-1]}
    keys, values = model.W_key(before), model.W_value(x)
    if rule == "softmax":
        return {**found, "keys": keys, "values": values}
    keys = keys / keys.norm(dim=-1, keepdim=True).clamp_min(1e-12)
    decays, betas = model.W_gates(x).sigmoid().unbind(dim=-1)
    state = torch.zeros(16, 16, dtype=torch.float64)
    if rule == "delta":
        return {**found, "state": delta_rule(keys, keys, values, betas)[1]}
    for key, value, decay in zip(keys, values, decays, strict=True):
        state = (decay if rule == "decay" else 1) * state + key[:, None] * value
    return {**found, "state": state}


def sequences() -> list[list[int]]:
    """As they were trained; and of other lengths, as a reader may write them."""
    drawn = [
        draw_pairs(1, keys, writes, torch.Generator().manual_seed(keys))[0][0]
        for keys, writes in ((4, 2), (1, 1), (3, 2), (8, 1), (2, 4))
    ]
    return [*(ids.tolist() for ids in drawn), [5], [5, 40, 5, 41, 5, 42, 5]]


@pytest.mark.parametrize("rule", ["softmax", "linear", "decay", "delta"])
def test_states_caches_and_answers_are_those_of_torch(
    rule: str, answers: Answer
) -> None:
    given = sequences()
    found = answers(("recall", rule, ids) for ids in given)
    for ids, answer in zip(given, found, strict=True):
        for name, expected in by_torch(rule, ids).items():
            assert furthest(answer[name], expected) < 1e-9, name
        if rule == "softmax":
            assert len(answer["keys"]) == len(answer["values"]) == len(ids)
