"""Sliding windows: a long text as many short ones, each with what comes next.

Window number w of length n over the ids t_0, t_1, … begins at s = w * stride:

    inputs   t_s      …  t_{s+n-1}
    targets  t_{s+1}  …  t_{s+n}

The targets are the inputs one place later: for each token, the one that follows it.
A window is complete or it is not there; ids that fill none at the end are left out.
"""

import torch
from torch.utils.data import DataLoader, Dataset


class SlidingWindows(Dataset[tuple[torch.Tensor, torch.Tensor]]):
    """All windows of a text, by number: `windows[w]` is (inputs, targets).

    ids:    (num_tokens,), integers
    length: tokens in a window
    stride: places from where one window begins to where the next one does

    inputs and targets have shape (length,). Raises ValueError if ids is not a vector
    of integers, length or stride is below 1, or the text is shorter than a window
    and the target of its last token.
    """

    def __init__(self, ids: torch.Tensor, length: int, stride: int) -> None:
        others = ids.is_floating_point() or ids.is_complex() or ids.dtype == torch.bool
        if ids.dim() != 1 or others:
            raise ValueError(
                f"ids must be integers of shape (num_tokens,). "
                f"Got {ids.dtype} of shape {tuple(ids.shape)}."
            )
        _require_at_least(1, length=length, stride=stride)
        if len(ids) < length + 1:
            raise ValueError(
                f"ids must hold a window and one more token, length + 1 = "
                f"{length + 1}. Got {len(ids)}."
            )
        self.ids = ids
        self.length = length
        self.stride = stride

    def __len__(self) -> int:
        """How many windows fit, each with a target for its last token."""
        return (len(self.ids) - self.length - 1) // self.stride + 1

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Window number `index`, from zero; IndexError if there is none."""
        if not 0 <= index < len(self):
            raise IndexError(
                f"index must be a window, 0 to {len(self) - 1}. Got {index}."
            )
        start = index * self.stride
        end = start + self.length
        return self.ids[start:end], self.ids[start + 1 : end + 1]


def window_loader(
    ids: torch.Tensor,
    *,
    batch_size: int,
    length: int,
    stride: int,
    shuffle: bool = False,
    drop_last: bool = True,
    generator: torch.Generator | None = None,
) -> DataLoader[tuple[torch.Tensor, torch.Tensor]]:
    """Batches of windows: (inputs, targets), each of shape (batch, length).

    ids, length, stride: as for SlidingWindows
    batch_size: windows in a batch
    shuffle:    take the windows in a new random order each time through
    drop_last:  leave out the windows at the end that fill no batch
    generator:  where that order comes from; by default torch's own

    Raises ValueError as SlidingWindows does, if batch_size is below 1, and if
    drop_last would leave no batch at all.
    """
    windows = SlidingWindows(ids, length, stride)
    _require_at_least(1, batch_size=batch_size)
    if drop_last and len(windows) < batch_size:
        raise ValueError(
            f"batch_size must be at most the number of windows, {len(windows)}, "
            f"where drop_last leaves out what fills no batch. Got {batch_size}."
        )
    return DataLoader(
        windows,
        batch_size=batch_size,
        shuffle=shuffle,
        drop_last=drop_last,
        generator=generator,
    )


def _require_at_least(least: int, **given: int) -> None:
    for name, number in given.items():
        if number < least:
            raise ValueError(f"{name} must be at least {least}. Got {number}.")
