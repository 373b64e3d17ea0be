"""Our delta rule against transformers' of Qwen3-Next and Kimi Linear.

`make oracle` runs it. transformers takes tensors of (batch, tokens, heads, width),
makes queries and keys unit vectors, divides the queries by the root of their width, and
computes in float32; so the bound is that of float32. Both of its forms are compared
with both of ours, also where a sequence does not fill the last chunk of 64. A state is
given each time.

One small case is the fixture of the everyday tests and of a page. `--write` stores it.
"""

import sys
from importlib import import_module
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from attention import delta_rule, delta_rule_in_chunks
from attention.examples import delta_reference
from attention.loaders import read_safetensors, write_safetensors

MODELS = "transformers.models"
qwen = import_module(f"{MODELS}.qwen3_next.modeling_qwen3_next")
kimi = import_module(f"{MODELS}.kimi_linear.modeling_kimi_linear")
FORMS = {
    "qwen": (qwen.torch_recurrent_gated_delta_rule, qwen.torch_chunk_gated_delta_rule),
    "kimi": (kimi.recurrent_kimi_delta_attention, kimi.chunk_kimi_delta_attention),
}
BOUND = 2e-6
Given = dict[str, Tensor]


def draw(kind: str, num_tokens: int, heads: int = 2) -> Given:
    """What a layer would give, in our order of axes: (heads, tokens, width)."""
    generator = torch.Generator().manual_seed(123)

    def normal(*shape: int) -> Tensor:
        return torch.randn(shape, generator=generator)

    width = (5,) if kind == "kimi" else ()
    return {
        "queries": normal(heads, num_tokens, 5),
        "keys": normal(heads, num_tokens, 5),
        "values": normal(heads, num_tokens, 3),
        "betas": torch.sigmoid(normal(heads, num_tokens)),
        "log_decays": -0.3 * F.softplus(normal(heads, num_tokens, *width)),
        "state": normal(heads, 5, 3),
    }


def theirs(form: Any, given: Given) -> tuple[Tensor, Tensor]:
    """What a function of transformers returns, in our order of axes."""
    q, k, v, beta, g = (given[name].transpose(0, 1)[None] for name in list(given)[:5])
    out, state = form(
        q,
        k,
        v,
        g=g,
        beta=beta,
        initial_state=given["state"][None],
        output_final_state=True,
        use_qk_l2norm_in_kernel=True,
    )
    return out[0].transpose(0, 1), state[0]


def unit(x: Tensor) -> Tensor:
    """Vectors of length one, with the 1e-6 that both models add."""
    return x / (x.square().sum(dim=-1, keepdim=True) + 1e-6).sqrt()


def ours(form: Any, given: Given) -> tuple[Tensor, Tensor]:
    """What a function of ours returns, of unit keys and scaled unit queries."""
    queries, keys, *rest = given.values()
    return form(unit(queries) / queries.shape[-1] ** 0.5, unit(keys), *rest)


def main() -> None:
    torch.set_num_threads(1)
    for kind, forms in FORMS.items():
        for num_tokens in (1, 37, 64, 73, 128, 200):
            given = draw(kind, num_tokens)
            for form in (delta_rule, delta_rule_in_chunks):
                found = ours(form, given)
                for other in forms:
                    expected = theirs(other, given)
                    torch.testing.assert_close(found, expected, rtol=0, atol=BOUND)
            print(f"{kind} {num_tokens:3} tokens")
    stored: Given = {}
    for kind, forms in FORMS.items():
        given = draw(kind, 73)
        contexts, state = theirs(forms[1], given)
        given |= {"contexts": contexts.contiguous(), "last_state": state}
        stored |= {f"{kind}.{name}": tensor for name, tensor in given.items()}
    if "--write" in sys.argv:
        write_safetensors(delta_reference(), stored)
    kept = read_safetensors(delta_reference())
    for name, tensor in stored.items():
        torch.testing.assert_close(kept[name], tensor, rtol=0, atol=BOUND)
    print(f"{delta_reference().name}: the stored numbers are those that are made")


if __name__ == "__main__":
    main()
