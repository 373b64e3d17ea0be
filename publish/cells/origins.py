"""Beside each small tensor's memory a second one: what made each of its elements.

The second memory holds numbers of calculations and is addressed as the first, so that
a view shares both. What is known of a calculation is a `Step`; `trace`, which
sees the operations, says which ones are made.

The words of the running example travel along: the rows of ``inputs`` belong to its
words, so a score of two rows belongs to two of them.
"""

import bisect
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch

LARGEST = 4096  # elements of a tensor that is watched
EXAMPLES = "attention.examples."

Pair = tuple[torch.Tensor, torch.Tensor]


@dataclass
class Operand:
    """Values that an operation read, and where they came from."""

    values: torch.Tensor
    ids: torch.Tensor


@dataclass
class Step:
    """One operation, and what it read."""

    first: int  # the number of its first element
    kind: str | None  # product, softmax, a sign, fill; None where nothing is known
    operands: tuple[Operand, ...]
    role: str | None
    value: float = 0.0  # of a fill


class Origins:
    """What the elements of a block's tensors are made of, and what it calls them."""

    def __init__(self) -> None:
        self.names: dict[tuple[int, ...], str] = {}
        self.vocabulary: list[str | None] = [None]
        self.steps: list[Step] = []
        self._firsts: list[int] = []
        self._next = 0
        # By an element's number, the words it belongs to: who asks, and who is read.
        self._belongs = torch.zeros(2, 1 << 16, dtype=torch.int32)
        self._memory: dict[int, tuple[Any, torch.Tensor]] = {}

    def step(self, number: int) -> Step:
        """The operation that made the element of that number."""
        return self.steps[bisect.bisect_right(self._firsts, number) - 1]

    def words(self, ids: torch.Tensor) -> Pair:
        """The words that elements belong to: who asks, and who is read."""
        return self._belongs[0][ids], self._belongs[1][ids]

    def call(self, ids: torch.Tensor, name: str) -> None:
        """A matrix's name, for its numbers row by row, and for those of its columns."""
        for numbers, called in ((ids, name), (ids.T, f"{name}.T")):
            self.names.setdefault(tuple(numbers.reshape(-1).tolist()), called)

    def name(self, ids: torch.Tensor) -> str | None:
        """What the block calls a matrix, if it has a name for it."""
        return self.names.get(tuple(ids.reshape(-1).tolist()))

    def add(
        self,
        made: torch.Tensor,
        kind: str | None,
        operands: tuple[Operand, ...],
        words: Pair,
        inputs: list[Operand],
    ) -> torch.Tensor:
        first, self._next = self._next, self._next + made.numel()
        if self._next > self._belongs.shape[1]:
            self._belongs = torch.cat([self._belongs, self._belongs * 0], dim=1)
        for belongs, own in zip(self._belongs, words, strict=True):
            belongs[first : self._next] = own.reshape(-1)
        role = self._role(kind, words, inputs)
        self.steps.append(Step(first, kind, operands, role))
        self._firsts.append(first)
        return torch.arange(first, self._next).reshape(made.shape)

    def _role(self, kind: str | None, words: Pair, inputs: list[Operand]) -> str | None:
        """Whether these are scores, weights or contexts, by how they came about."""
        roles = [self.step(int(one.ids.reshape(-1)[0])).role for one in inputs]
        if kind == "softmax":
            return "weight"
        if kind == "product":
            if roles[-2] == "weight":
                return "context"
            both = bool(words[0].all()) and bool(words[1].all())
            return "score" if both else None
        return next((role for role in roles if role), None)

    def ids(self, tensor: torch.Tensor) -> torch.Tensor | None:
        """The numbers beside a tensor's elements, to be read or written; None if none.

        They are addressed as the elements are, so that a view has its tensor's.
        """
        plain = type(tensor) in (torch.Tensor, torch.nn.Parameter)
        if not plain or tensor.layout != torch.strided or tensor.device.type != "cpu":
            return None
        storage = tensor.untyped_storage()
        size = storage.nbytes() // tensor.element_size()
        if not 0 < size <= LARGEST or tensor.numel() == 0:
            return None
        key = storage._cdata
        if key not in self._memory:
            self._memory[key] = (storage, self._new(tensor, size))
        memory = self._memory[key][1]
        if memory.numel() != size:
            return None  # bits that are read as another type
        layout = (tensor.size(), tensor.stride(), tensor.storage_offset())
        return torch.as_strided(memory, *layout)

    def _new(self, tensor: torch.Tensor, size: int) -> torch.Tensor:
        """Numbers for memory that is met for the first time."""
        whole = torch.as_strided(tensor.detach(), (size,), (1,), 0)
        rows, columns = torch.zeros(2, size, dtype=torch.int32)
        for known, name, belongs in self._known():
            if whole.dtype == known.dtype and torch.equal(whole, known.reshape(-1)):
                places = [self._word(word) for word in belongs]
                rows = torch.tensor(places, dtype=torch.int32)
                rows = rows.repeat_interleave(known.shape[-1])
                numbers = torch.arange(self._next, self._next + size)
                self.call(numbers.reshape(known.shape), name)
        return self.add(whole, None, (), (rows, columns), [])

    def _known(self) -> Iterator[tuple[torch.Tensor, str, tuple[str, ...]]]:
        """The matrices of the examples in which each row belongs to a word.

        Their module holds one tuple with as many words as they have rows.
        """
        for path, module in list(sys.modules.items()):
            if not path.startswith(EXAMPLES):
                continue
            here = {n: v for n, v in vars(module).items() if not n.startswith("_")}
            texts = [v for v in here.values() if _are_words(v)]
            for name, value in here.items():
                if isinstance(value, torch.Tensor) and value.dim() == 2:
                    fits = [words for words in texts if len(words) == len(value)]
                    if len(fits) == 1:
                        yield value, name, fits[0]

    def _word(self, word: str) -> int:
        if word not in self.vocabulary:
            self.vocabulary.append(word)
        return self.vocabulary.index(word)

    def operand(self, value: Any, keep: bool = False) -> Operand | None:
        ids = self.ids(value) if isinstance(value, torch.Tensor) else None
        if ids is None:
            return None
        return Operand(value.detach().clone() if keep else value, ids.clone())

    def operands(self, values: list[Any], keep: bool = False) -> list[Operand] | None:
        """The same of several; None if one of them has no numbers."""
        found = [self.operand(value, keep) for value in values]
        known = [one for one in found if one]
        return known if len(known) == len(found) else None

    def together(self, made: torch.Tensor, inputs: list[Operand]) -> Pair:
        """The words of an operation that goes element by element."""
        nothing = torch.zeros(made.shape, dtype=torch.int32)
        found = nothing, nothing
        for one in inputs:
            if one.ids.dim() <= made.dim():
                own = [words.expand(made.shape) for words in self.words(one.ids)]
                across = one.ids.shape != made.shape and not bool(own[1].any())
                if across and bool((found[0] * own[0] * (found[0] - own[0])).any()):
                    found = found[0], own[0]  # each with each: asks, and is read
                else:
                    found = _either(found[0], own[0]), _either(found[1], own[1])
        return found[0].clamp(min=0), found[1].clamp(min=0)

    def of_product(self, made: torch.Tensor, left: Operand, right: Operand) -> Pair:
        """A product has the word of its left row, and of its right column."""
        a, b = left.ids, right.ids
        if b.dim() == 1:
            a, b = a[..., None, :], b[:, None]
        ours, theirs = self.words(a), self.words(b.mT)
        rows, columns = _common(*ours), _common(*theirs)
        columns = columns[..., None, :].expand(*rows.shape, b.shape[-1])
        if not bool(columns.any()):  # then that of the left row again, if it has two
            columns = _common(ours[1], ours[1] * 0)[..., None].expand(columns.shape)
        rows = rows[..., None].expand(columns.shape)
        return rows.reshape(made.shape), columns.reshape(made.shape)


def _are_words(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(one, str) for one in value)


def _either(one: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """The word of either; -1, which lasts, where they are at odds."""
    odd = (one != 0) & (other != 0) & (one != other)
    return torch.where(odd, -1, torch.where(one != 0, one, other))


def _common(rows: torch.Tensor, columns: torch.Tensor) -> torch.Tensor:
    """The word that all elements along the last axis share; 0 if there is none."""
    for words in (rows, columns):
        same = (words == words[..., :1]).all(dim=-1)
        shared = torch.where(same, words[..., 0], 0)
        if bool(shared.any()):
            return shared
    return torch.zeros(rows.shape[:-1], dtype=torch.int32)
