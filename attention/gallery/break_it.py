"""Mistakes in one line: a piece of `gpt_logits`, and another piece in its place."""

import inspect
from collections.abc import Callable
from typing import NamedTuple

from jaxtyping import Float, Int64
from torch import Tensor

from attention.diagnosis.catalogue import CATALOGUE
from attention.gallery.one_screen import gpt_logits
from attention.models.gpt import GPT


class BrokenLine(NamedTuple):
    """A mistake in one line of `gpt_logits`.

    Attributes:
        name: What the mistake is called.
        right: A piece of the function that occurs in it once.
        wrong: What stands in its place.
        key: The row of the diagnosis's catalogue that explains it, or, if it has none,
            a name of its own.
        about: The file and the anchor of a section that explains it; by default, that
            of the catalogue.
    """

    name: str
    right: str
    wrong: str
    key: str = ""
    about: str = ""

    @property
    def page(self) -> str:
        """The file and the anchor of the section that explains it."""
        return self.about or CATALOGUE[self.key].page

    @property
    def lines(self) -> tuple[str, str]:
        """The whole line, as it is right, and as it is wrong.

        Raises:
            ValueError: If the piece does not occur in the function exactly once.
        """
        every = _source_with(self.right).splitlines()
        [line] = [line.strip() for line in every if self.right in line]
        return line, line.replace(self.right, self.wrong)

    def logits(
        self, model: GPT, ids: Int64[Tensor, " num_tokens"]
    ) -> Float[Tensor, "num_tokens vocab_size"]:
        """Return what `gpt_logits` returns if its line is wrong.

        Args:
            model: Where the parameters are taken from.
            ids: One text.

        Raises:
            ValueError: If the piece does not occur in the function exactly once.
        """
        names = dict(inspect.unwrap(gpt_logits).__globals__)
        exec(_source_with(self.right).replace(self.right, self.wrong), names)
        broken: Callable[[GPT, Tensor], Tensor] = names["gpt_logits"]
        return broken(model, ids)


def _source_with(piece: str) -> str:
    """Return the source of `gpt_logits`, in which a piece must occur once."""
    source = inspect.getsource(gpt_logits)
    if (found := source.count(piece)) != 1:
        raise ValueError(
            f"right must occur in gpt_logits once. Got {piece!r}, which occurs "
            f"{found} times."
        )
    return source


MASKED = ".masked_fill(later, -torch.inf)"
BROKEN_LINES: tuple[BrokenLine, ...] = (
    BrokenLine("No positions", " + model.positions.pos_emb.weight[:n]", "", "order"),
    BrokenLine(
        "Positions from 1",
        "[:n]",
        "[1 : n + 1]",
        "positions=1",
        "order/learned.md#the-table-as-a-layer",
    ),
    BrokenLine(
        "Q and K exchanged",
        "layer.W_query(y), layer.W_key(y)",
        "layer.W_key(y), layer.W_query(y)",
        "order=kqv",
    ),
    BrokenLine(
        "Split without transpose",
        "view(n, heads, -1).transpose(0, 1)",
        "view(heads, n, -1)",
        "split=view",
    ),
    BrokenLine("No scale", " / q.shape[-1] ** 0.5", "", "scale=one"),
    BrokenLine("No causal mask", MASKED, "", "future"),
    BrokenLine(
        "Mask after softmax",
        f"{MASKED}.softmax(dim=-1)",
        ".softmax(dim=-1).masked_fill(later, 0)",
        "mask=weights",
    ),
    BrokenLine(
        "Softmax over queries",
        "softmax(dim=-1)",
        "softmax(dim=-2)",
        "softmax=queries",
    ),
    BrokenLine(
        "Merged without transpose",
        "(weights @ v).transpose(0, 1)",
        "(weights @ v)",
        "merge=view",
    ),
    BrokenLine(
        "No output projection", "layer.out_proj(contexts)", "contexts", "out=none"
    ),
    BrokenLine(
        "No residual",
        "x + layer.out_proj",
        "layer.out_proj",
        "residual",
        "models/block.md#a-dropped-residual",
    ),
    BrokenLine(
        "No last norm",
        "model.final_norm(x)",
        "x",
        "norm=last",
        "models/residual-and-norm.md#the-last-norm",
    ),
)
"""Twelve mistakes, in the order of their lines."""
