"""Training, and writing with what was trained.

For inputs, targets t_1, ..., t_n and the logits l_p of a model at each position p:

    loss = mean over p with t_p not padding of -log softmax(l_p)[t_p]

In a text, the target of a position is the next word. So a decoder is given the target
without its last word, and its targets are the same words without the first.
"""

from collections.abc import Iterable, Sequence

import torch
import torch.nn.functional as F
from jaxtyping import Int64
from torch import Tensor, nn

from attention.models.encoder_decoder import Transformer
from attention.models.sampling import generate


def fit(
    model: nn.Module,
    batches: Iterable[Sequence[Tensor]],
    learning_rate: float,
    pad_id: int = -100,
) -> list[float]:
    """Train a model with AdamW, one step for each batch, and return the losses.

    The model is trained in the mode that it is in.

    Args:
        model: A module that returns logits (..., num_tokens, num_words).
        batches: Tensors, the last of which are the targets, ids of shape (...,
            num_tokens). The model is called with those before: ids for a GPT, source
            and target so far for a Transformer.
        learning_rate: That of AdamW, the same in each step.
        pad_id: The target that does not count; by default -100, which is no id.

    Returns:
        The loss of each batch before its step.

    Raises:
        ValueError: If targets have another shape than the logits without their last
            axis, or a loss is not finite, as without a target that counts.
    """
    optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate)
    losses: list[float] = []
    for *inputs, targets in batches:
        logits = model(*inputs)
        if targets.shape != logits.shape[:-1]:  # as many in another order would do
            raise ValueError(
                f"targets must have the shape of the logits without their last axis, "
                f"{tuple(logits.shape[:-1])}. Got {tuple(targets.shape)}."
            )
        loss = F.cross_entropy(
            logits.flatten(0, -2), targets.flatten(), ignore_index=pad_id
        )
        if not loss.isfinite():
            raise ValueError(
                f"loss must be finite. Got {loss.item()} in step {len(losses)}."
            )
        losses.append(loss.item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return losses


def greedy(
    model: Transformer,
    source_ids: Int64[Tensor, "batch num_source_tokens"],
    start: int,
    end: int,
    max_new: int,
) -> Int64[Tensor, "batch num_written"]:
    """Write targets from their sources, each time the word with the largest logit.

    The source is encoded once. The model is run as it is: call `model.eval()` first if
    it has dropout.

    Args:
        model: The model.
        source_ids: What is read.
        start: The id that each target begins with.
        end: The id that ends a target.
        max_new: How many words to write at most, end among them.

    Returns:
        The words after start. A target that ended earlier than the longest one is
        filled up with end.

    Raises:
        ValueError: If max_new is more than context_length and a target has not ended
            after context_length words, or as `generate` does.
    """
    with torch.no_grad():
        memory, mask = model.encode(source_ids)
    starts = source_ids.new_full((len(source_ids), 1), start)
    written = generate(
        lambda ids: model.decode(ids, memory, mask), starts, max_new, end=end
    )
    return written[:, 1:]
