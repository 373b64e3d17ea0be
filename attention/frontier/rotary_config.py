"""What the config of a checkpoint says of rotary positions."""

from pathlib import Path
from typing import Any

from torch import Tensor

from attention.modern.rotary import rotary_frequencies
from attention.modern.rotary_scaling import llama3_frequencies


def rotary_of(
    folder: Path, config: dict[str, Any], head_dim: int
) -> tuple[float, Tensor | None]:
    """Return the base of rotary positions, and scaled frequencies if a config has them.

    Args:
        folder: The folder of the config, for errors.
        config: Its entries: `rope_parameters`, or in older ones `rope_theta` and
            `rope_scaling`.
        head_dim: Features of a query.

    Raises:
        ValueError: If it asks for a rule other than Llama 3's.
    """
    rules = config.get("rope_parameters") or config.get("rope_scaling") or {}
    base = float(rules.get("rope_theta", config.get("rope_theta", 10000.0)))
    kind = rules.get("rope_type", rules.get("type", "default"))
    if kind not in ("default", "llama3") or rules.get("partial_rotary_factor", 1) != 1:
        raise ValueError(
            f"{folder / 'config.json'}: rope_type must be 'default' or 'llama3', with "
            f"all features rotated. Got {rules!r}."
        )
    if kind == "default":
        return base, None
    return base, llama3_frequencies(
        rotary_frequencies(head_dim, base),
        rules["factor"],
        rules["low_freq_factor"],
        rules["high_freq_factor"],
        rules["original_max_position_embeddings"],
    )
