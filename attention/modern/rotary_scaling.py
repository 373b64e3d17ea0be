"""Rotary frequencies for texts longer than those that a model was trained on.

Pair i turns by omega_i radians from one token to the next, so by n omega_i / (2 pi)
turns in n tokens. For texts that are `factor` times longer, three rules make pairs turn
more slowly:

    interpolation   all pairs: omega_i / factor, or positions / factor
                    (Chen et al., 2023, section 2.3)
    NTK-aware       a larger base: the fastest pair as before, the slowest omega_i /
                    factor (Peng et al., 2023, YaRN, section 3.1)
    Llama 3.1       pairs of many turns as before, pairs of few turns omega_i / factor,
                    between them a mixture (meta-llama/llama-models, apply_scaling)

The first two need no function here: pass positions / factor to `rotate`, or the base
times factor^(d / (d - 2)).
"""

import math

from jaxtyping import Float
from torch import Tensor


def llama3_frequencies(
    frequencies: Float[Tensor, " num_pairs"],
    factor: float = 8.0,
    low_freq_factor: float = 1.0,
    high_freq_factor: float = 4.0,
    original_length: int = 8192,
) -> Float[Tensor, " num_pairs"]:
    """Return frequencies scaled by the rule of Llama 3.1; its numbers are the defaults.

    The factors are named as in its published configuration, where original_length is
    called original_max_position_embeddings.

    Args:
        frequencies: Radians from one token to the next, as `rotary_frequencies`
            returns.
        factor: What slow pairs are divided by.
        low_freq_factor: Pairs of at most so many turns in a text of original_length are
            slow.
        high_freq_factor: Pairs of at least so many turns stay as they are.
        original_length: Tokens of the longest text in the training before scaling.

    Raises:
        ValueError: If factor or original_length is not positive, or high_freq_factor is
            not greater than low_freq_factor.
    """
    for name, number in {"factor": factor, "original_length": original_length}.items():
        if not number > 0:
            raise ValueError(f"{name} must be positive. Got {number}.")
    if not high_freq_factor > low_freq_factor:
        raise ValueError(
            f"high_freq_factor must be greater than low_freq_factor={low_freq_factor}. "
            f"Got {high_freq_factor}."
        )
    turns = original_length * frequencies / (2 * math.pi)
    kept = (turns - low_freq_factor) / (high_freq_factor - low_freq_factor)
    kept = kept.clamp(0.0, 1.0)  # 1 for fast pairs, 0 for slow ones
    return kept * frequencies + (1 - kept) * frequencies / factor
