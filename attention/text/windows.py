"""Sliding windows: a long text as many short ones, each with what comes next.

Window number w of length n over the ids t_0, t_1, … begins at s = w * stride:

    inputs   t_s      …  t_{s+n-1}
    targets  t_{s+1}  …  t_{s+n}

The targets are the inputs one position later: for each token, the one that follows it.
Only complete windows count. Ids at the end that do not fill one are left out.
"""

from jaxtyping import Integer
from torch import Tensor
from torch.utils.data import Dataset

from attention.checks import check_shape, check_sizes


class SlidingWindows(Dataset[tuple[Tensor, Tensor]]):
    """All windows of a text, by number: `windows[w]` is (inputs, targets).

    torch's DataLoader stacks several of them, in order or shuffled, to (batch, length).

    Args:
        ids: The text.
        length: The number of tokens in a window.
        stride: How many positions further on each window begins.

    Raises:
        ValueError: If length or stride is less than 1, or the text is shorter than a
            window and the target of its last token.
    """

    def __init__(
        self, ids: Integer[Tensor, " num_tokens"], length: int, stride: int
    ) -> None:
        check_shape("ids", ids, "num_tokens")
        check_sizes(length=length, stride=stride)
        if len(ids) < length + 1:
            raise ValueError(
                f"ids must hold a window and one more token, length + 1 = "
                f"{length + 1}. Got {len(ids)}."
            )
        self.windows = ids.unfold(0, length + 1, stride)  # of slices, not of copies

    def __len__(self) -> int:
        """Return how many windows fit, each with a target for its last token."""
        return len(self.windows)

    def __getitem__(
        self, index: int
    ) -> tuple[Integer[Tensor, " length"], Integer[Tensor, " length"]]:
        """Return the inputs and targets of one window, counted from zero."""
        window = self.windows[index]
        return window[:-1], window[1:]
