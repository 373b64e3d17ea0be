"""Llama's published weights, from a checkpoint folder into our Llama.

The tensors have other names than our parameters (transformers,
models/llama/modeling_llama.py). Their rotary pairs are halves, as ours are. Meta's own
files have neighbours for pairs: `to_halves` reorders the rows of W_query and W_key.
"""

from pathlib import Path
from typing import Any

import torch

from attention.frontier.llama import Llama
from attention.loaders.checkpoint import fill, read_tensors
from attention.loaders.config_file import read_json
from attention.loaders.meta import shapes_only
from attention.loaders.rotary_config import rotary_of

SIZES = {
    "vocab_size": "vocab_size",
    "context_length": "max_position_embeddings",
    "d_model": "hidden_size",
    "num_layers": "num_hidden_layers",
    "num_heads": "num_attention_heads",
    "d_hidden": "intermediate_size",
}
# What our Llama computes. A config that lacks an entry means this value, too.
COMPUTED = {
    "model_type": "llama",
    "hidden_act": "silu",
    "attention_bias": False,
    "mlp_bias": False,
    "sliding_window": None,
    "quantization_config": None,
}
# Parts of the names of our parameters, and what stands there in those of the tensors.
NAMES = {
    "tok_emb": "model.embed_tokens",
    "blocks": "model.layers",
    "norm_1": "input_layernorm",
    "norm_2": "post_attention_layernorm",
    "final_norm": "model.norm",
    "out_head": "lm_head",
    "scale": "weight",
    "attention.W_query": "self_attn.q_proj",
    "attention.W_key": "self_attn.k_proj",
    "attention.W_value": "self_attn.v_proj",
    "attention.out_proj": "self_attn.o_proj",
    "feed_forward": "mlp",
    "W_gate": "gate_proj",
    "W_up": "up_proj",
    "W_down": "down_proj",
}
UNREAD = ("lm_head.weight", ".rotary_emb.inv_freq")  # tables of positions, in old files


def load_llama(
    folder: str | Path,
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
) -> Llama:
    """Return a Llama with the weights of a checkpoint folder, in evaluation mode.

    The output table, lm_head, is read unless the config says that the weights are tied.
    config.json must have the entries of `SIZES`; those of `COMPUTED` must be as there
    or missing; of the others num_key_value_heads, head_dim, rms_norm_eps,
    tie_word_embeddings and those named in `rotary_config` are read.

    Args:
        folder: The folder, with config.json and model.safetensors, or with
            model.safetensors.index.json and the files that it names.
        dtype: Of the parameters; torch's default dtype by default.
        device: Where the parameters are; torch's default device by default.

    Raises:
        FileNotFoundError: If a file is missing.
        ValueError: If config.json lacks a size or describes another computation than
            ours, a tensor is missing, has another shape or belongs to no parameter, or
            as `read_safetensors` and `Llama` do. All but those of `Llama` name the file
            or the folder, and the entry or tensor.
    """
    folder = Path(folder)
    config = read_json(folder / "config.json")
    sizes: dict[str, Any] = {
        ours: config.size(theirs) for ours, theirs in SIZES.items()
    }
    config.check(COMPUTED, "Llama")
    heads, head_dim = sizes["num_heads"], config.size_or_none("head_dim")
    with shapes_only():
        width = head_dim or sizes["d_model"] // heads
        rotary = rotary_of(config, sizes["context_length"], width)
        model = Llama(
            **sizes,
            num_kv_groups=config.size_or_none("num_key_value_heads") or heads,
            head_dim=head_dim,
            eps=config.number("rms_norm_eps", 1e-6),
            tied=bool(config.entries.get("tie_word_embeddings")),
            rotary=rotary,
        )
    fill(
        model,
        folder,
        read_tensors(folder),
        NAMES,
        unread=UNREAD,
        dtype=dtype,
        device=device,
    )
    return model.eval()
