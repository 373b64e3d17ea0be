"""The delta rule in chunks: against its steps, and against transformers' results."""

from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from attention import delta_rule, delta_rule_in_chunks
from attention.examples import delta_reference
from attention.loaders import read_safetensors
from tests.attention.expect import with_slopes
from tests.attention.recurrent.test_delta import KINDS, drawn

Rule = Callable[..., tuple[Tensor, Tensor]]


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


# What transformers computed.


def unit(x: Tensor) -> Tensor:
    return x / (x.square().sum(dim=-1, keepdim=True) + 1e-6).sqrt()


def reference(kind: str) -> dict[str, Tensor]:
    stored = read_safetensors(delta_reference())
    return {k.split(".")[1]: x for k, x in stored.items() if k.startswith(kind)}


@pytest.mark.parametrize("kind", ["qwen", "kimi"])
@pytest.mark.parametrize("rule", [delta_rule, delta_rule_in_chunks])
def test_contexts_and_state_are_those_of_transformers(rule: Rule, kind: str):
    r = reference(kind)
    r |= {"queries": unit(r["queries"]) / 5**0.5, "keys": unit(r["keys"])}
    *given, contexts, state = r.values()
    torch.testing.assert_close(rule(*given), (contexts, state), rtol=0, atol=2e-6)
