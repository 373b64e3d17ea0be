"""What the config of a checkpoint says of rotary positions.

These entries are read, of `rope_parameters` or in older files `rope_scaling`:

    rope_theta                         the base; in older files beside rope_scaling
    rope_type, or type                 default, llama3 or yarn
    factor                             of llama3 and yarn, as are the next entries
    original_max_position_embeddings
    low_freq_factor, high_freq_factor  of llama3
    beta_fast, beta_slow, truncate     of yarn, as are the next entries
    attention_factor                   what rotated vectors are multiplied by; or
    mscale, mscale_all_dim             from which that is computed
"""

from typing import NamedTuple

from torch import Tensor

from attention.loaders.config_file import Config
from attention.modern.rotary import rotary_frequencies
from attention.modern.rotary_scaling import llama3_frequencies
from attention.modern.yarn import yarn_frequencies, yarn_length


class RotaryConfig(NamedTuple):
    """How a checkpoint rotates.

    Attributes:
        base: The base of the frequencies.
        frequencies: Other frequencies, or None.
        length: What rotated queries and keys are multiplied by.
        score_factor: What DeepSeek multiplies all scores by.
    """

    base: float
    frequencies: Tensor | None = None
    length: float = 1.0
    score_factor: float = 1.0


def rotary_of(config: Config, head_dim: int) -> RotaryConfig:
    """Return how a checkpoint rotates.

    Args:
        config: Its config.
        head_dim: Features of a query that are rotated.

    Raises:
        ValueError: If it asks for another rule, or lacks a number of its rule.
    """
    path, entries = config
    rules = entries.get("rope_parameters") or entries.get("rope_scaling") or {}
    known = isinstance(rules, dict) and rules.get("partial_rotary_factor", 1) == 1
    kind = rules.get("rope_type", rules.get("type", "default")) if known else None
    if kind not in ("default", "llama3", "yarn"):
        raise ValueError(
            f"{path}: rope_type must be 'default', 'llama3' or 'yarn', with all "
            f"features rotated. Got {rules!r}."
        )
    rule = Config(path, {**entries, **rules})
    base = rule.number("rope_theta", 10000.0)
    if kind == "default":
        return RotaryConfig(base)
    frequencies = rotary_frequencies(head_dim, base)
    factor = rule.number("factor")
    length = rule.number("original_max_position_embeddings")
    if kind == "llama3":
        slow, fast = rule.number("low_freq_factor"), rule.number("high_freq_factor")
        return RotaryConfig(
            base, llama3_frequencies(frequencies, factor, slow, fast, int(length))
        )
    fast, slow = rule.number("beta_fast", 32.0), rule.number("beta_slow", 1.0)
    truncate = rules.get("truncate", True)
    scaled = yarn_frequencies(frequencies, base, factor, length, fast, slow, truncate)
    own, all_dim = (
        rule.number(name) if rules.get(name) else None
        for name in ("mscale", "mscale_all_dim")
    )
    usual = yarn_length(factor)
    if own and all_dim:
        usual = yarn_length(factor, own) / yarn_length(factor, all_dim)
    return RotaryConfig(
        base,
        scaled,
        rule.number("attention_factor", usual),
        yarn_length(factor, all_dim) ** 2 if all_dim else 1.0,
    )
