"""The classes to copy are the package's, up to rounding."""

import runpy
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

import attention
from attention import distributed
from tests.facts.draw import draw
from tests.facts.says import says

FOLDER = Path("snippets/recap/just-the-code")


def copied(name: str, **sizes: Any) -> Any:
    """The layer that a file of the page makes; importing it prints nothing."""
    module = runpy.run_path(str(FOLDER / f"{name}.py"), run_name=name)
    return module[name.title().replace("-", "")](**sizes)


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("causal-attention", {"context_length": 9}),
        ("multi-head-attention", {"context_length": 9, "num_heads": 2}),
        ("cross-attention", {"num_heads": 2}),
    ],
)
def test_the_same_seed_gives_the_same_layer(
    name: str, sizes: dict[str, int], capsys: pytest.CaptureFixture[str]
):
    says(
        "recap/just-the-code",
        "With the same weights and inputs, causal, multi-head and cross-attention return what the package's classes return, up to rounding.",
    )
    theirs = getattr(attention, name.title().replace("-", ""))
    given: list[Any] = [draw(0, 2, 3, 5, 8).float()]
    masked = {}
    if name == "cross-attention":
        given.append(draw(1, 2, 3, 7, 8).float())
        lengths = torch.tensor([[7, 4, 1], [5, 0, 2]])  # of one, nothing is left
        masked["mask"] = (torch.arange(7) < lengths[..., None]).unsqueeze(-2)
    results = []
    for make in (partial(copied, name), theirs):
        torch.manual_seed(3)
        layer = make(d_in=8, d_out=6, dropout=0.4, qkv_bias=True, **sizes)
        results.append(layer(*given, **masked))  # in training: the same are dropped
    torch.testing.assert_close(*results)
    assert capsys.readouterr().out == ""


@torch.no_grad()
def test_the_decoder_layer_is_the_packages_block_with_and_without_a_cache():
    says(
        "recap/just-the-code",
        "The decoder layer returns what a block built from the package's parts returns.",
    )
    sizes = {"num_heads": 6, "num_kv_groups": 2, "d_hidden": 40, "context_length": 9}
    ours = copied("decoder-layer", d_model=24, **sizes)
    rotary = attention.RotaryPositions(9, 4)
    grouped = attention.Attention(24, 24, 9, 0.0, 6, num_kv_groups=2, rotary=rotary)
    grouped.out_proj.bias.zero_()
    state = ours.state_dict()
    kept = {name: state.get(name, one) for name, one in grouped.state_dict().items()}
    grouped.load_state_dict(kept)
    network = attention.SwiGLU(24, 40)
    for name in ("gate", "up", "down"):
        getattr(network, f"W_{name}").weight.copy_(state[f"{name}.weight"])
    norm = partial(nn.RMSNorm, eps=1e-6)
    block = attention.TransformerBlock(24, grouped, network, norm=norm)
    x = draw(0, 2, 9, 24).float()
    whole, cache = ours(x)
    torch.testing.assert_close(whole, block(x))
    pieces, cache = [], None
    for new in x.split([4, 1, 3, 1], dim=1):
        piece, cache = ours(new, cache)
        pieces.append(piece)
    torch.testing.assert_close(torch.cat(pieces, dim=1), whole)
    with pytest.raises(AssertionError, match="past context_length"):
        ours(x[:, :1], cache)


@torch.no_grad()
def test_the_mixture_is_the_packages_with_and_without_a_shared_expert():
    says(
        "recap/just-the-code",
        "The mixture of experts returns what the package's returns.",
    )
    for width in (0, 5):
        sizes = {"d_model": 7, "d_hidden": 11, "num_experts": 5, "top_k": 3}
        ours = copied("mixture-of-experts", d_shared=width, **sizes)
        theirs = attention.MixtureOfExperts(
            attention.Router(7, 5, 3),
            (attention.SwiGLU(7, 11) for _ in range(5)),
            attention.SwiGLU(7, 5) if width else None,
        )
        for own, parameter in zip(ours.parameters(), theirs.parameters(), strict=True):
            parameter.copy_(own)
        x = draw(0, 2, 13, 7).float()
        torch.testing.assert_close(ours(x), theirs(x))


@pytest.mark.parametrize("num_tokens", [1, 37, 64, 130])
def test_the_gated_delta_rule_is_the_packages_in_both_forms_with_its_gradients(
    num_tokens: int,
):
    says(
        "recap/just-the-code",
        "So does the gated delta rule, step by step and in chunks, and ring attention.",
    )
    file = str(FOLDER / "gated-delta-rule.py")
    module = runpy.run_path(file, run_name="gated-delta-rule")
    q, k, v = (draw(seed, 2, 3, num_tokens, 5) for seed in range(3))
    beta, logs = draw(3, 2, 3, num_tokens).sigmoid(), -draw(4, 2, 3, num_tokens).exp()
    given = [q, nn.functional.normalize(k, dim=-1), v, beta, logs, draw(5, 2, 3, 5, 5)]
    given = [x.requires_grad_() for x in given]
    results = []
    for rule in (
        attention.delta_rule,
        module["gated_delta_rule"],
        module["gated_delta_rule_in_chunks"],
        partial(module["gated_delta_rule_in_chunks"], chunk_size=16),
    ):
        contexts, state = rule(*given)
        slopes = torch.autograd.grad(contexts.sum() + state.square().sum(), given)
        results.append([contexts, state, *slopes, *rule(*given[:5])])
    for found in results[1:]:
        torch.testing.assert_close(found, results[0])


def test_the_paged_cache_has_the_same_rows_in_the_same_blocks():
    says(
        "recap/just-the-code",
        "The paged cache holds the same keys and values in the same blocks.",
    )
    module = runpy.run_path(str(FOLDER / "paged-cache.py"), run_name="paged_cache")
    theirs = distributed.BlockPool(12, 4)
    ours = module["BlockPool"](12, 4, num_heads=2, head_dim=3)
    pairs = [(module["PagedCache"](ours), distributed.PagedCache(theirs))]
    for step, num_new in enumerate((6, 1, 3, 5)):  # each writes; the last is forked
        for at, (copied, package) in enumerate(pairs):
            total = package.num_tokens + num_new
            earlier = package.read()
            rows = draw(7 * step + at, 2, 1, 2, num_new, 3).float()
            if earlier:
                rows = torch.cat([torch.stack(earlier[0][:2]), rows], dim=-2)
            copied.append(*rows[:, 0, :, -num_new:])
            package.write([attention.KVCache(*rows, total)])
        if step < 2:
            pairs.append((pairs[-1][0].fork(), pairs[-1][1].fork()))
    for copied, package in pairs:
        assert copied.table == package.table
        for found, expected in zip(
            copied.read(), (package.read() or [])[0][:2], strict=True
        ):
            assert torch.equal(found, expected[0])
    assert ours.users == theirs.users
    assert theirs.copies > 0
    pairs[0][0].release()
    pairs[0][1].release()
    assert ours.users == theirs.users
