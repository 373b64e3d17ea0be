"""GPT-2's published weights, from a checkpoint folder into our GPT.

The tensors have other names and shapes than our parameters (transformers,
models/gpt2/modeling_gpt2.py). The weights of the layers called c_… have an input in
each row, (d_in, d_out): they are the transposes of ours. There, the class of these
layers is called Conv1D. That of c_attn holds W_query, W_key and W_value side by side.
"""

from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from attention.loaders.checkpoint import fill, read_tensors
from attention.loaders.config_file import read_json
from attention.loaders.meta import shapes_only
from attention.models.gpt import GPT

SIZES = {
    "vocab_size": "vocab_size",
    "context_length": "n_positions",
    "d_model": "n_embd",
    "num_layers": "n_layer",
    "num_heads": "n_head",
}
# What our GPT computes. A config that lacks an entry means this value, too.
COMPUTED = {
    "model_type": "gpt2",
    "activation_function": "gelu_new",  # our gelu_tanh
    "layer_norm_epsilon": 1e-5,
    "scale_attn_weights": True,
    "scale_attn_by_inverse_layer_idx": False,
    "add_cross_attention": False,
}
# Parts of the names of our parameters, and what stands there in those of the tensors.
NAMES = {
    "tok_emb": "wte",
    "positions.pos_emb": "wpe",
    "out_head": "lm_head",
    "blocks": "h",
    "norm_1": "ln_1",
    "norm_2": "ln_2",
    "final_norm": "ln_f",
    "scale": "weight",
    "shift": "bias",
    "attention.W_query": "attn.c_attn",
    "attention.W_key": "attn.c_attn",
    "attention.W_value": "attn.c_attn",
    "attention.out_proj": "attn.c_proj",
    "feed_forward.layers.0": "mlp.c_fc",
    "feed_forward.layers.2": "mlp.c_proj",
}
# Old files hold the causal mask of each block, under names that end so.
UNREAD = ("lm_head.weight", ".attn.bias", ".attn.masked_bias")


def load_gpt2(
    folder: str | Path,
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
) -> GPT:
    """Return a GPT with the weights of a checkpoint folder, in evaluation mode.

    The output table, lm_head, is read only if the config says that the weights are not
    tied. config.json must have the entries of `SIZES`; those of `COMPUTED`, and
    n_inner, must be what our GPT computes or missing; tie_word_embeddings is read. The
    rates of dropout are not used: the model has none.

    Args:
        folder: The folder, with config.json and model.safetensors, or with
            model.safetensors.index.json and the files that it names.
        dtype: Of the parameters; torch's default dtype by default.
        device: Where the parameters are; torch's default device by default.

    Raises:
        FileNotFoundError: If a file is missing.
        ValueError: If config.json lacks a size or describes another computation than
            ours, a tensor is missing, has another shape or belongs to no parameter, or
            as `read_safetensors` and `GPT` do. All but those of `GPT` name the file or
            the folder, and the entry or tensor.
    """
    folder = Path(folder)
    config = read_json(folder / "config.json")
    sizes: dict[str, Any] = {
        ours: config.size(theirs) for ours, theirs in SIZES.items()
    }
    config.check(COMPUTED, "GPT")
    if config.entries.get("n_inner") is not None:
        config.check({"n_inner": 4 * sizes["d_model"]}, "GPT")
    tied = bool(config.entries.get("tie_word_embeddings", True))
    with shapes_only():
        model = GPT(**sizes, tied=tied)
    tensors = {
        name.removeprefix("transformer."): tensor
        for name, tensor in read_tensors(folder).items()
    }
    fill(model, folder, tensors, NAMES, _change, UNREAD, dtype, device)
    return model.eval()


def _change(ours: str, theirs: str, tensor: Tensor) -> Tensor:
    """Return our parameter, from the tensor that holds it."""
    if ".c_" in theirs and theirs.endswith("weight"):
        tensor = tensor.T
    for place, part in enumerate(("W_query", "W_key", "W_value")):
        if part in ours:
            return tensor.chunk(3)[place]
    return tensor
