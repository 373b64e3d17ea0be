"""What docs/frontier/multi-token.md says in general."""

import contextlib
import io
from pathlib import Path
from typing import Any

import pytest
import torch
import torch.nn.functional as F

from attention import (
    GPT,
    Llama,
    MultiToken,
    acceptance,
    multi_token_loss,
    rms_norm,
)
from tests.attention.expect import assert_close, numbered, random

WORDS, LENGTH, D = 13, 11, 6
IDS = torch.randint(WORDS, (LENGTH,), generator=torch.Generator().manual_seed(0))


@pytest.fixture(params=["gpt", "llama"])
def both(request: pytest.FixtureRequest) -> MultiToken:
    if request.param == "gpt":
        return numbered(MultiToken(GPT(WORDS, LENGTH, D, 2, 3)))
    return numbered(MultiToken(Llama(WORDS, LENGTH, D, 2, 3, 1, 7)))


def given(both: MultiToken) -> tuple[torch.Tensor, torch.Tensor]:
    """The states after the decoder's last block, and what the new block is given."""
    seen: list[torch.Tensor] = []

    def keep(module: torch.nn.Module, read: object, made: torch.Tensor) -> None:
        seen.append(made)

    for block in (both.model.blocks[-1], both.combine):
        block.register_forward_hook(keep)
    both(IDS)
    return seen[0], seen[1]


def test_the_formula_of_the_pair(both: MultiToken):
    (h, pairs), table = given(both), both.model.tok_emb.weight
    for i in range(LENGTH - 1):
        state = rms_norm(h[i], both.norm_state.scale, 1e-5)
        token = rms_norm(table[IDS[i + 1]], both.norm_token.scale, 1e-5)
        assert_close(pairs[i], both.combine.weight @ torch.cat([state, token]))


def test_one_pair_at_a_time_query_and_key_weights_do_not_matter(both: MultiToken):
    layer, pairs = both.block.attention, random(LENGTH, 1, D)
    matrices = [layer.W_query.weight, layer.W_key.weight]
    for x, matter in ((pairs, False), (pairs.transpose(0, 1), True)):
        out = (both.block(x) * random(*x.shape, seed=5)).sum()
        slopes = torch.autograd.grad(out, matrices)
        assert all((slope.abs().max() > 1e-9) == matter for slope in slopes)


def test_the_formula_of_the_loss_and_what_its_second_term_trains(both: MultiToken):
    n, weight = LENGTH, 0.7
    logits, later = both(IDS)
    p, q = logits.softmax(-1), later.softmax(-1)
    first = sum(p[i, IDS[i + 1]].log() for i in range(n - 1)) / (n - 1)
    second = sum(q[i, IDS[i + 2]].log() for i in range(n - 2)) / (n - 2)
    assert_close(multi_token_loss(logits, later, IDS, weight), -first - weight * second)
    model = both.model
    shared = [model.tok_emb.weight, model.out_head.weight]
    assert isinstance(second, torch.Tensor)
    slopes = torch.autograd.grad(second, [*model.blocks.parameters(), *shared])
    assert all(slope.abs().max() > 0 for slope in slopes)


def test_the_formula_of_acceptance_and_the_law_of_what_is_written():
    p, q = random(500, 7).softmax(-1), random(500, 7, seed=1).softmax(-1)
    accepted = (q * (p / q).clamp(max=1)).sum(-1)
    assert_close(acceptance(p, q), accepted)
    rest = F.normalize((p - q).clamp(min=0), p=1, dim=-1)
    written = q * (p / q).clamp(max=1) + (1 - accepted)[:, None] * rest
    assert_close(written, p)


def test_either_order_with_its_columns_is_the_same():
    state, token, weight = random(2, D), random(2, D, seed=1), random(D, 2 * D, seed=2)
    exchanged = weight.roll(D, dims=1)
    assert_close(
        torch.cat([token, state], -1) @ exchanged.T,
        torch.cat([state, token], -1) @ weight.T,
    )


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(10))
def test_drafts_are_kept_where_favourites_differ_whatever_the_seed(seed: int):
    file = Path(__file__).parents[3] / "snippets/frontier/multi-token/trained.py"
    code = file.read_text(encoding="utf-8").replace("seed(123)", f"seed({seed})")
    found: dict[str, Any] = {}
    threads = torch.get_num_threads()
    with contextlib.redirect_stdout(io.StringIO()):
        exec(code, found)
    torch.set_num_threads(threads)
    three = found["ids"][:, 1:] >= 5
    kept = acceptance(found["p"], found["q"])
    assert kept[~three].mean() > 0.9
    assert kept[three].mean() > 0.87  # as the block says
    assert found["same"][~three].mean() > 0.95
    assert found["same"][three].mean() < 0.87
