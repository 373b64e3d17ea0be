"""The delta rule in chunks: against its steps, and against transformers' results."""

import hashlib
from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from attention import (
    delta_reference,
    delta_rule,
    delta_rule_in_chunks,
    read_safetensors,
)
from tests.attention.expect import random, refuses, with_slopes
from tests.attention.recurrent.test_delta import KINDS, drawn

Rule = Callable[..., tuple[Tensor, Tensor]]
REFERENCE = "02b231ded67e9fd79b836372fd0bc69ee25f4fe8948c9b8ce685d0507ac5e638"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [1, 16, 37, 64])
@pytest.mark.parametrize(
    ("dtype", "close"), [(torch.float64, 1e-12), (torch.float32, 2e-5)], ids=str
)
def test_chunks_of_any_size_give_what_the_steps_give_and_the_same_gradients(
    kind: str, size: int, dtype: torch.dtype, close: float
):
    given = [x.requires_grad_() for x in drawn(kind, 37, dtype)]
    results = []
    for rule, more in ((delta_rule, ()), (delta_rule_in_chunks, (size,))):
        both = torch.cat([x.flatten() for x in rule(*given, *more)])
        results.append(with_slopes(both, given))
    torch.testing.assert_close(*results, rtol=close, atol=close)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rule", [delta_rule, delta_rule_in_chunks])
def test_a_run_in_two_pieces_with_the_state_between_them_is_the_whole_run(
    rule: Rule, kind: str
):
    *given, start = drawn(kind, 37)
    whole, last = rule(*given, start)
    axes = (-2, -2, -2, -1, -2 if kind == "channel" else -1)
    pieces = [x.split([11, 26], axis) for x, axis in zip(given, axes, strict=True)]
    first, state = rule(*(pair[0] for pair in pieces), start)
    rest, state = rule(*(pair[1] for pair in pieces), state)
    torch.testing.assert_close(torch.cat([first, rest], dim=-2), whole)
    torch.testing.assert_close(state, last)


@pytest.mark.parametrize("kind", ["token", "channel"])
def test_nothing_overflows_where_almost_all_or_all_is_forgotten(kind: str):
    """exp(100) is more than float32 holds, and so is a quotient of products."""
    for decay in (-100.0, -torch.inf):
        given = drawn(kind, 37, torch.float32)
        given[4][..., 3:30] = decay
        if kind == "channel":
            given[4][..., 3:30, :] = decay
        given = [x.requires_grad_() for x in given]
        results = [
            with_slopes(rule(*given)[0], given)
            for rule in (delta_rule, delta_rule_in_chunks)
        ]
        torch.testing.assert_close(*results, rtol=2e-5, atol=2e-5)
        assert all(x.isfinite().all() for x in results[1])


def test_a_token_responds_to_no_later_one():
    given = drawn("token", 5)[:5]

    def contexts(*given: Tensor) -> Tensor:
        return delta_rule_in_chunks(*given, chunk_size=2)[0][0, 0].sum(-1)

    of_values = torch.autograd.functional.jacobian(contexts, tuple(given))[2]
    reach = of_values[:, 0, 0].abs().amax(-1) > 0
    assert torch.equal(reach, torch.ones(5, 5).tril().bool())


def test_chunks_of_no_tokens_are_refused():
    queries, keys, values, *rest = drawn("token")
    refuses(
        lambda: delta_rule_in_chunks(queries, keys, values, *rest, chunk_size=0),
        "chunk_size must be at least 1. Got 0.",
        lambda: delta_rule_in_chunks(queries, keys, values, random(7)),
        "betas must have a number for each token, (2, 3, 7). Got (7,).",
    )


# What transformers computed.


def unit(x: Tensor) -> Tensor:
    return x / (x.square().sum(dim=-1, keepdim=True) + 1e-6).sqrt()


def reference(kind: str) -> dict[str, Tensor]:
    stored = read_safetensors(delta_reference())
    return {k.split(".")[1]: x for k, x in stored.items() if k.startswith(kind)}


def off(rule: Rule, kind: str, **wrong: Tensor) -> float:
    """The largest difference from what is stored."""
    r = reference(kind)
    r |= {"queries": unit(r["queries"]) / 5**0.5, "keys": unit(r["keys"])} | wrong
    contexts, state = rule(*list(r.values())[:6])
    differences = contexts - r["contexts"], state - r["last_state"]
    return max(x.abs().max().item() for x in differences)


both = pytest.mark.parametrize("kind", ["qwen", "kimi"])


def test_the_stored_numbers_are_those_that_transformers_computed():
    assert hashlib.sha256(delta_reference().read_bytes()).hexdigest() == REFERENCE


@both
@pytest.mark.parametrize("rule", [delta_rule, delta_rule_in_chunks])
def test_contexts_and_state_are_those_of_transformers(rule: Rule, kind: str):
    assert off(rule, kind) < 2e-6


def by_hand(order: str) -> Rule:
    """The steps with one thing changed: which state is read, and when it decays."""

    def rule(queries, keys, values, betas, logs, state):
        contexts = []
        decays = logs.exp() if logs.dim() == 3 else logs.exp()[..., None]
        for t in range(keys.shape[-2]):
            query, key, value = (x[:, t, None] for x in (queries, keys, values))
            decay, beta = decays[:, t, :, None], betas[:, t, None, None]
            decayed = state if order == "decay after the write" else decay * state
            known = state if order == "error before the decay" else decayed
            before = decayed
            state = decayed + beta * key.mT @ (value - key @ known)
            if order == "decay after the write":
                state = decay * state
            contexts.append(query @ (before if order == "read before" else state))
        return torch.cat(contexts, dim=-2), state

    return rule


@both
def test_each_wrong_recipe_is_seen(kind: str):
    assert off(by_hand("none of these"), kind) < 2e-6
    r = reference(kind)
    for order in ("decay after the write", "error before the decay", "read before"):
        assert off(by_hand(order), kind) > 0.05, order
    for name, wrong in {
        "keys not normalised": {"keys": r["keys"]},
        "queries not normalised": {"queries": r["queries"] / 5**0.5},
        "queries not scaled": {"queries": unit(r["queries"])},
        "the state forgotten": {"state": torch.zeros_like(r["state"])},
        "heads exchanged": {"betas": r["betas"].flip(0)},
        "no decay": {"log_decays": torch.zeros_like(r["log_decays"])},
        "decays as they are": {"log_decays": r["log_decays"].exp()},
    }.items():
        assert not off(delta_rule, kind, **wrong) < 0.05, name
    if kind == "qwen":
        gates = {"betas": r["log_decays"].exp(), "log_decays": r["betas"].log()}
        assert off(delta_rule, kind, **gates) > 0.05
