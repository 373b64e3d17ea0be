"""A checkpoint folder like GPT-2's, but tiny, and with random numbers.

It was written by transformers, which also computed the logits in logits.safetensors, in
float64, of the ids that lie beside them (`make oracle`). Two blocks of four heads, 24
features, 61 words, 16 positions; each parameter, those of norms and the biases too,
was drawn from N(0, 0.2²).
"""

from pathlib import Path


def tiny_gpt2() -> Path:
    """Return the folder, with config.json, model.safetensors and logits.safetensors."""
    return Path(__file__).parent / "tiny_gpt2"
