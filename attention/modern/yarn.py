"""YaRN: rotary positions for longer texts, by pairs and with longer vectors.

Pair i makes n omega_i / (2 pi) turns in the n tokens of the original length. Pairs of
at least beta_fast turns stay as they are, pairs of at most beta_slow turns omega_i /
factor, as in Llama 3.1's rule; between them the mixture is linear, here in i and not in
the turns. Queries and keys are then multiplied by

    m = 0.1 mscale ln(factor) + 1,

so their scores by m² (Peng et al., 2023, YaRN, sections 3.2 and 3.4, and their code).
DeepSeek-V3 multiplies scores by m² instead, those of features that are not rotated,
too: its config.json calls this mscale `mscale_all_dim`.
"""

import math

import torch
from jaxtyping import Float
from torch import Tensor


def yarn_frequencies(
    frequencies: Float[Tensor, " num_pairs"],
    base: float,
    factor: float,
    original_length: float,
    beta_fast: float = 32.0,
    beta_slow: float = 1.0,
    truncate: bool = True,
) -> Float[Tensor, " num_pairs"]:
    """Return frequencies of which the slow ones are divided by a factor.

    Args:
        frequencies: Radians from one token to the next, as `rotary_frequencies`
            returns.
        base: Their base, more than 1.
        factor: What slow pairs are divided by.
        original_length: Tokens of the longest text in the training before scaling.
        beta_fast: Turns from which on a pair is fast.
        beta_slow: Turns up to which a pair is slow.
        truncate: Whether the limits are moved outwards to whole pairs.

    Raises:
        ValueError: If base is not more than 1, or another number is not positive.
    """
    numbers = (factor, original_length, beta_fast, beta_slow)
    if not base > 1 or not min(numbers) > 0:
        raise ValueError(
            "base must be more than 1, and factor, original_length, beta_fast and "
            f"beta_slow positive. Got {base} and {numbers}."
        )
    head_dim = 2 * len(frequencies)

    def pair(turns: float) -> float:
        """Return the number of the pair that makes so many turns, not rounded."""
        radians = turns * 2 * math.pi / original_length
        return -head_dim * math.log(radians) / (2 * math.log(base))

    fast, slow = pair(beta_fast), pair(beta_slow)
    if truncate:
        fast, slow = math.floor(fast), math.ceil(slow)
    fast, slow = max(fast, 0), min(slow, head_dim - 1)
    if fast == slow:
        slow += 0.001  # one step
    pairs = torch.arange(head_dim // 2, dtype=torch.float64, device="cpu")
    scaled = ((pairs - fast) / (slow - fast)).clamp(0.0, 1.0)  # 1 for slow pairs
    return (1 - scaled) * frequencies + scaled * frequencies / factor


def yarn_length(factor: float, mscale: float = 1.0) -> float:
    """Return what queries and keys are multiplied by, 1 if texts are not longer.

    Args:
        factor: How many times longer the texts are.
        mscale: How much of it, 1 in the paper.
    """
    return 0.1 * mscale * math.log(factor) + 1.0 if factor > 1 else 1.0
