"""Checkpoint folders like those of published models, but tiny, and with random numbers.

They were written by transformers, which also computed the logits in logits.safetensors
of the ids that lie beside them (`make oracle`). Each parameter, those of norms and the
biases too, was drawn from N(0, 0.2²). All have 61 words.

    tiny_gpt2      two blocks of four heads, 24 features, 16 positions
    tiny_llama     two blocks of six heads in two groups, 24 features, 160 positions,
                   with frequencies scaled as in Llama 3.1
    tiny_deepseek  three blocks of three heads, 24 features, 160 positions; the last two
                   have eight experts in four groups
"""

from pathlib import Path


def tiny_gpt2() -> Path:
    """Return the folder, with config.json, model.safetensors and logits.safetensors."""
    return Path(__file__).parent / "tiny_gpt2"


def tiny_llama() -> Path:
    """Return the folder, with config.json, model.safetensors and logits.safetensors."""
    return Path(__file__).parent / "tiny_llama"


def tiny_deepseek() -> Path:
    """Return the folder, with config.json, model.safetensors and logits.safetensors."""
    return Path(__file__).parent / "tiny_deepseek"


def delta_reference() -> Path:
    """Return the file of a delta rule that transformers computed (`make oracle`).

    Its tensors are queries, keys, values, betas, log_decays and state, as arguments of
    `delta_rule` except that queries and keys are not yet normalised nor scaled, and
    contexts and last_state, the results. All of these are there twice, for two heads
    and 73 tokens: "qwen.queries" and so on with a decay for each token, as in
    Qwen3-Next, "kimi.queries" and so on with one for each channel, as in Kimi Linear.
    """
    return Path(__file__).parent / "delta_reference.safetensors"
