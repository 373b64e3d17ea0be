"""What the config of a checkpoint says of rotary positions.

These entries are read, of `rope_parameters` or in older files `rope_scaling`:

    rope_theta                         the base; in older files beside rope_scaling
    rope_type, or type                 default, linear, llama3 or yarn
    factor                             of all but the first
    original_max_position_embeddings   of llama3 and yarn
    low_freq_factor, high_freq_factor  of llama3
    beta_fast, beta_slow, truncate     of yarn, as are the next entries
    attention_factor                   what rotated vectors are multiplied by; or
    mscale, mscale_all_dim             from which that is computed
    partial_rotary_factor              the share of a head's features that are turned
"""

import functools
from typing import Any

from attention.loaders.config_file import Config
from attention.modern.rotary import rotary_frequencies
from attention.modern.rotary_positions import RotaryPositions
from attention.modern.rotary_scaling import llama3_frequencies
from attention.modern.yarn import yarn_frequencies, yarn_length

PARTIAL = "partial_rotary_factor"


def rotary_of(
    config: Config, context_length: int, head_dim: int, *, partial: bool = False
) -> RotaryPositions:
    """Return what turns queries and keys in a checkpoint.

    Args:
        config: Its config.
        context_length: The number of tokens of the longest text.
        head_dim: Features of a query that are rotated; with partial, features of a
            query of which partial_rotary_factor are.
        partial: Whether this factor may be less than 1.

    Raises:
        ValueError: If the config asks for another rule, or lacks a number of its rule.
    """
    rule = _rule(config, partial)
    base, kind = rule.number("rope_theta", 10000.0), rule.entries["rope_type"]
    share = rule.number(PARTIAL, 1.0) if partial else 1.0
    width, head_dim = head_dim, int(head_dim * share)
    make = functools.partial(RotaryPositions, context_length, head_dim, width=width)
    if kind == "default":
        return make(base)
    frequencies, factor = rotary_frequencies(head_dim, base), rule.number("factor")
    if kind == "linear":
        return make(frequencies=frequencies / factor)
    length = rule.number("original_max_position_embeddings")
    if kind == "llama3":
        slow, fast = rule.number("low_freq_factor"), rule.number("high_freq_factor")
        scaled = llama3_frequencies(frequencies, factor, slow, fast, int(length))
        return make(frequencies=scaled)
    fast, slow = rule.number("beta_fast", 32.0), rule.number("beta_slow", 1.0)
    whole = rule.entries.get("truncate", True)
    scaled = yarn_frequencies(frequencies, base, factor, length, fast, slow, whole)
    usual, (own, all_dim) = yarn_length(factor), _mscales(rule)
    if own and all_dim:
        usual = yarn_length(factor, own) / yarn_length(factor, all_dim)
    turned = rule.number("attention_factor", usual)
    return make(frequencies=scaled, length=turned)


def score_factor_of(config: Config) -> float:
    """Return what DeepSeek multiplies all scores by.

    Args:
        config: Its config.

    Raises:
        ValueError: As `rotary_of` does.
    """
    rule = _rule(config, partial=False)
    _, all_dim = _mscales(rule)
    if rule.entries["rope_type"] != "yarn" or all_dim is None:
        return 1.0
    return yarn_length(rule.number("factor"), all_dim) ** 2


def _rule(config: Config, partial: bool) -> Config:
    """Return the entries of a config with those of its rule, and its rope_type."""
    rules: Any = config.entries.get("rope_parameters")
    rules = rules or config.entries.get("rope_scaling") or {}
    known = isinstance(rules, dict) and (partial or rules.get(PARTIAL, 1) == 1)
    kind = rules.get("rope_type", rules.get("type", "default")) if known else None
    if kind not in ("default", "linear", "llama3", "yarn"):
        must = "" if partial else ", with all features rotated"
        raise ValueError(
            f"{config.path}: rope_type must be 'default', 'linear', 'llama3' or 'yarn'"
            f"{must}. Got {rules!r}."
        )
    return Config(config.path, {**config.entries, **rules, "rope_type": kind})


def _mscales(rule: Config) -> list[float | None]:
    """Return mscale and mscale_all_dim, None for one that is missing or 0."""
    return [
        rule.number(name) if rule.entries.get(name) else None
        for name in ("mscale", "mscale_all_dim")
    ]
