"""What a page keeps of pairs, and answers, is what PyTorch keeps and answers."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from attention import PairMemory, draw_pairs, load_trained
from attention.recurrent.delta import delta_rule
from publish.project import Project
from publish.site.live import MADE, write_models
from tests.live.test_engine import ENGINE, NODE

MEMORY = ENGINE.with_name("memory.js")
RULES = ("softmax", "linear", "decay", "delta")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = Project(tmp_path_factory.mktemp("live"))
    write_models(project)
    return project.docs / MADE


def asked(served: Path, memory: Path, calls: list[tuple[Any, ...]]) -> list[Any]:
    """What a memory answers to calls, as run.js names them."""
    done = subprocess.run(
        [*NODE, str(ENGINE), str(served), str(memory)],
        input=json.dumps(calls),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


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


def differ(answer: dict[str, Any], expected: dict[str, Tensor]) -> float:
    """The largest difference of what is kept, or of a logit."""
    found = 0.0
    for name, tensor in expected.items():
        mine = torch.tensor(answer[name], dtype=torch.float64)
        assert mine.shape == tensor.shape
        found = max(found, float((mine - tensor).abs().max()))
    return found


def sequences() -> list[list[int]]:
    """As they were trained; and of other lengths, as a reader may write them."""
    drawn = [
        draw_pairs(1, keys, writes, torch.Generator().manual_seed(keys))[0][0]
        for keys, writes in ((4, 2), (1, 1), (3, 2), (8, 1), (2, 4))
    ]
    return [*(ids.tolist() for ids in drawn), [5], [5, 40, 5, 41, 5, 42, 5]]


@pytest.mark.parametrize("rule", RULES)
def test_states_caches_and_answers_are_those_of_torch(rule: str, served: Path) -> None:
    given = sequences()
    answers = asked(served, MEMORY, [("recall", rule, ids) for ids in given])
    for ids, answer in zip(given, answers, strict=True):
        expected = by_torch(rule, ids)
        assert differ(answer, expected) < 1e-9
        if rule == "softmax":
            assert len(answer["keys"]) == len(answer["values"]) == len(ids)


SPOILED = {
    "a transposed state": ("at[i] * added[j]", "at[j] * added[i]"),
    "a forgotten strength": ("sigmoid(corrects) * (each", "(each"),
    "nothing read before": ("(each - was[j])", "each"),
    "a key of another length": ("const at = unit(key)", "const at = key"),
    "the token's own key": ('"W_key", kept.last', '"W_key", x'),
}


@pytest.mark.parametrize("how", SPOILED)
def test_a_memory_that_is_spoiled_is_noticed(
    how: str, served: Path, tmp_path: Path
) -> None:
    before, after = SPOILED[how]
    text = MEMORY.read_text(encoding="utf-8")
    assert text.count(before) == 1
    (tmp_path / "package.json").write_text('{"type": "module"}')
    shutil.copy(ENGINE, tmp_path)
    spoiled = tmp_path / "memory.js"
    spoiled.write_text(text.replace(before, after), encoding="utf-8")
    ids = sequences()[0]
    expected = by_torch("delta", ids)
    for memory, same in ((MEMORY, True), (spoiled, False)):
        [answer] = asked(served, memory, [("recall", "delta", ids)])
        assert (differ(answer, expected) < 1e-4) == same
