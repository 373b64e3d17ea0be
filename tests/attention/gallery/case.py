"""What a checkpoint is made of, and what may be wrong with a model that reads it."""

from collections.abc import Callable
from typing import Any, NamedTuple

from attention import Decoder

SIZES: dict[str, Any] = {
    "vocab_size": 31,
    "hidden_size": 24,
    "intermediate_size": 28,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 160,
    "bos_token_id": 0,
    "eos_token_id": 0,
    "pad_token_id": 0,
}
ROPE = {"rope_theta": 10000.0, "rope_type": "default"}


class Case(NamedTuple):
    """A model of transformers.

    Attributes:
        model_type: What transformers calls it.
        entries: Of its config, what `SIZES` lacks or has otherwise.
        wrong: Changes to our model, each a recipe that somebody could believe.
    """

    model_type: str
    entries: dict[str, Any]
    wrong: dict[str, Callable[[Decoder], object]]
