"""Writing with a cache: the model runs on no token twice.

`generate` runs the model on the whole text for each new word. Here it runs on what is
new, first on the text that is given, then on one word at a time.
"""

from collections.abc import Callable, Sequence
from typing import Any

from jaxtyping import Int64
from torch import Tensor

from attention.models.decoder import Decoder
from attention.models.sampling import evaluating, generate


def generate_with_cache(
    model: Decoder,
    ids: Int64[Tensor, "batch num_tokens"],
    num_new: int,
    choose: Callable[[Tensor], Tensor] | None = None,
    end: int | None = None,
) -> Int64[Tensor, "batch longer"]:
    """Write on as `Decoder.generate` does, running the model on no token twice.

    Args:
        model: The model; it runs in evaluation mode.
        ids: The beginnings, all of one length.
        num_new: How many words to append at most.
        choose: From logits (batch, vocab_size) to ids (batch,); by default the largest
            logit's.
        end: The id that ends a text.

    Returns:
        The ids that `Decoder.generate` returns. Logits may differ by rounding, so
        another word may be chosen where two are equally probable up to that.

    Raises:
        ValueError: As `Decoder.generate` does.
    """
    model.check_room(ids, num_new)
    caches: Sequence[Any] | None = None

    def next_logits(ids: Tensor) -> Tensor:
        nonlocal caches
        cached = 0 if caches is None else caches[0].num_tokens
        logits, caches = model.forward_with_cache(ids[:, cached:], caches)
        return logits

    with evaluating(model):
        return generate(next_logits, ids, num_new, choose, end)
