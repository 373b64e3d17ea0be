"""Messages in docs/mistakes/index.md are worded as they are raised."""

import re
from collections.abc import Callable, Iterator

import torch
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.experimental import context_parallel
from torch.nn import functional as F

import attention
from attention import distributed
from attention.distributed import (
    as_rank,
    on_ranks,
    positions_of_ranks,
    ulysses_attention,
)
from attention.distributed.data import main as in_parts
from attention.examples import fit, position_table
from attention.text import encode_words
from tests.facts.says import project

ROWS = re.compile(r"^\| (.+) \| \[.+\]\(.+\) \|$", re.MULTILINE)
ONES = torch.ones(6, 6)


def exchange_one_group() -> None:
    one = torch.ones(1, 6, 4)
    ulysses_attention(one.repeat(2, 1, 1), one, one, lambda q, k, v: q + k + v)


def attend_in_context_parallel() -> None:
    x, mesh = torch.rand(1, 2, 6, 4), init_device_mesh("cpu", (1,))
    with context_parallel(mesh, buffers=[x], buffer_seq_dims=[2]):
        F.scaled_dot_product_attention(x, x, x, is_causal=True)


# By its first words, what raises a message on a CPU, beside what the blocks raise.
RAISED: dict[str, Callable[[], object]] = {
    "expected m1 and m2 to have the same dtype, but got: long": lambda: nn.Linear(
        6, 2, bias=False
    )(ONES.long()),
    "expected m1 and m2 to have the same dtype, but got: double": lambda: nn.Linear(
        6, 2, bias=False
    )(ONES.double()),
    "expected m1 and m2 to have the same dtype, but got: float": lambda: nn.Linear(
        6, 2, bias=False
    ).half()(ONES),
    "expected scalar type Float": lambda: ONES[None] @ ONES.double()[None],
    "Expected query, key": lambda: F.scaled_dot_product_attention(
        ONES, ONES.double(), ONES
    ),
    "value cannot": lambda: ONES.half().masked_fill(ONES.bool(), -1e9),
    "Expected tensor for argument": lambda: nn.Embedding(6, 2)(ONES),
    "masked_fill_ only": lambda: ONES.masked_fill(ONES, 0),
    "Target": lambda: F.cross_entropy(ONES, torch.tensor([6] * 6)),
    "invalid index": lambda: ONES.sum()[0],
    "The expanded size": lambda: torch.zeros(6, 3).expand(6, 2),
    "The shape of the 2D": lambda: nn.MultiheadAttention(6, 2)(
        ONES, ONES, ONES, attn_mask=torch.ones(5, 5, dtype=torch.bool)
    ),
    "Unexpected key": lambda: nn.Linear(6, 6).load_state_dict({"mask": ONES}),
    "element 0": lambda: ONES.sum().backward(),
    "Tensor on device": lambda: ONES.to("meta") + ONES,
    "you tried": lambda: torch.empty(2**50),
    "x must have shape": lambda: attention.SelfAttentionV2(3, 2)(ONES),
    "x must have at most": lambda: attention.CausalAttention(6, 2, 5, 0.0)(ONES),
    "ids must": lambda: GPT(torch.ones(1, 9, dtype=torch.long)),
    "optimizer": lambda: torch.optim.SGD([], lr=0.1),
    "ids and new": lambda: GPT.generate(torch.ones(1, 5, dtype=torch.long), 9),
    "num_tokens must be divisible": lambda: positions_of_ranks(5, 2),
    "the ranks must divide 8": lambda: on_ranks(3, in_parts),
    "the ranks must": lambda: on_ranks(2, exchange_one_group),
    "does not have": lambda: on_ranks(1, attend_in_context_parallel),
    "num_tokens": lambda: attention.add_positions(torch.ones(17, 3), position_table),
    "d_out must": lambda: attention.MultiHeadAttention(3, 3, 6, 0.0, num_heads=2),
    "num_heads must": lambda: attention.split_heads(torch.ones(6, 5), 2),
    "mask must be": lambda: attention.masked_attention_weights(ONES, ONES),
    "mask must have": lambda: attention.masked_attention_weights(
        ONES, torch.ones(5, 5, dtype=torch.bool)
    ),
    "keys must": lambda: attention.scaled_dot_product_attention(
        ONES, ONES[:, :2], ONES
    ),
    "num_keys": lambda: attention.causal_mask(6, 4),
    "dropout must": lambda: attention.CausalAttention(3, 2, 6, 1.5),
    "text must": lambda: encode_words("step", {"your": 3}),
    "the pool must": lambda: distributed.BlockPool(1, 4).check_free(2),
    "draft must": lambda: distributed.speculate(
        GPT, attention.GPT(14, 8, 4, 2, 1), torch.tensor([[1]]), 4
    ),
    "q must give": lambda: distributed.draft_outcomes(
        torch.eye(2), torch.eye(2)[:1], torch.tensor([1])
    ),
    "the process must": lambda: as_rank(print),
    "loss must": lambda: fit(
        GPT, [(torch.tensor([[1]]), torch.tensor([[1]]))] * 9, learning_rate=1e30
    ),
    "model must": lambda: attention.record_weights(
        attention.Attention(4, 4, 6, 0.0, 2, attend=None)
    ).__enter__(),
}
GPT = attention.GPT(13, 8, 4, 2, 1)
# Of GPUs: cited on docs/mistakes/mac-or-gpu.md, or here, beside the words of a CPU.
CITED = ("CUDA", "MPS", "cuda", "device-side", "on the same device")
CITED += ("expected mat1 and mat2 to", "masked_fill only supports", "recognized: mps")


def messages() -> Iterator[str]:
    text = project.page("mistakes/index.md").text
    text = text.partition("## An error is raised")[2].partition("## The loss")[0]
    for row in ROWS.findall(text):
        yield from re.findall(r"`([^`]+)`", row)


def raised(message: str) -> str:
    """What is raised by what begins like a message; empty if nothing is known."""
    for start, raises in RAISED.items():
        if message.startswith(start):
            try:
                raises()
            except Exception as error:  # the message is compared, whatever its type
                return str(error)
    return ""


def test_messages_are_worded_as_they_are_raised() -> None:
    shown = "".join(
        path.read_text(encoding="utf-8")
        for folder in ("mistakes", "distributed")
        for path in (project.root / "snippets" / folder).rglob("*.[oe]*")
    )
    cited, wrong = project.page("mistakes/mac-or-gpu.md").text, []
    for message in messages():
        said = raised(message) or shown
        if any(words in message for words in CITED):
            said += cited
        wrong += [message for part in message.split("…") if part.strip() not in said]
    assert not wrong
