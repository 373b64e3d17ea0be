"""GPT-2's published weights, from a checkpoint folder into our GPT.

A folder as Hugging Face's hub has them holds config.json and model.safetensors, or
several such files with an index of their names. The tensors have other names and shapes
than our parameters (transformers, models/gpt2/modeling_gpt2.py):

    wte, wpe             our tok_emb and positions
    h.0.ln_1, ln_2       the norms of block 0; their weight is our scale, bias our shift
    h.0.attn.c_attn      W_query, W_key and W_value, side by side
    h.0.attn.c_proj      out_proj
    h.0.mlp.c_fc, c_proj the two layers of the feed-forward network
    ln_f                 our final_norm
    lm_head              our out_head, in a model whose weights are not tied

The weights of the layers called c_… have an input in each row, (d_in, d_out): they are
the transposes of ours. There, the class of these layers is called Conv1D.
"""

from pathlib import Path

import torch
from torch import Tensor

from attention.models.gpt import GPT
from attention.models.hub_folder import files_of, read_config
from attention.models.safetensors_file import read_safetensors

# What our GPT computes. A config that lacks an entry means this value, too.
COMPUTED = {
    "model_type": "gpt2",
    "activation_function": "gelu_new",  # our gelu_tanh
    "layer_norm_epsilon": 1e-5,
    "scale_attn_weights": True,
    "scale_attn_by_inverse_layer_idx": False,
    "add_cross_attention": False,
}
SIZES = ("vocab_size", "n_positions", "n_embd", "n_layer", "n_head")
NORMS = {"ln_1": "norm_1", "ln_2": "norm_2"}
LAYERS = {
    "attn.c_attn": ["attention.W_query", "attention.W_key", "attention.W_value"],
    "attn.c_proj": ["attention.out_proj"],
    "mlp.c_fc": ["feed_forward.layers.0"],
    "mlp.c_proj": ["feed_forward.layers.2"],
}
# Old files hold the causal mask of each block, under names that end so.
BUFFERS = (".attn.bias", ".attn.masked_bias")


def load_gpt2(
    folder: str | Path,
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
) -> GPT:
    """Return a GPT with the weights of a checkpoint folder, in evaluation mode.

    The rates of dropout in config.json are not used: the model has none. An output
    table, lm_head, is read only if the config says that the weights are not tied.

    Args:
        folder: The folder, with config.json and model.safetensors, or with
            model.safetensors.index.json and the files that it names.
        dtype: Of the parameters; torch's default dtype by default.
        device: Where the parameters are; torch's default device by default.

    Raises:
        FileNotFoundError: If a file is missing.
        ValueError: If config.json lacks a size or describes another computation than
            ours, a tensor is missing, has another shape or belongs to no parameter, or
            as `read_safetensors` and `GPT` do.
    """
    folder = Path(folder)
    config = read_config(folder, SIZES, COMPUTED, "GPT")
    hidden, usual = config.get("n_inner"), 4 * config["n_embd"]
    if hidden not in (None, usual):
        raise ValueError(
            f"{folder / 'config.json'}: n_inner must be {usual}, which our GPT "
            f"computes. Got {hidden!r}."
        )
    tensors = _read_tensors(folder)
    tied = config.get("tie_word_embeddings", True)
    model = GPT(*(config[size] for size in SIZES), tied=tied)
    model = model.to(device=device, dtype=dtype).eval()

    def copy(name: str, *parameters: Tensor) -> None:
        """Copy a tensor into parameters, which are side by side in it."""
        if name not in tensors:
            raise ValueError(f"{folder} must hold a tensor {name!r}. It does not.")
        tensor, widths = tensors.pop(name), [p.shape[-1] for p in parameters]
        shape = (*parameters[0].shape[:-1], sum(widths))
        if tensor.shape != shape:
            raise ValueError(
                f"{folder}: {name!r} must have shape {shape}, after config.json. "
                f"Got {tuple(tensor.shape)}."
            )
        for parameter, part in zip(parameters, tensor.split(widths, -1), strict=True):
            parameter.copy_(part)

    def copy_norm(name: str, ours: str) -> None:
        copy(f"{name}.weight", model.get_parameter(f"{ours}.scale"))
        copy(f"{name}.bias", model.get_parameter(f"{ours}.shift"))

    with torch.no_grad():
        copy("wte.weight", model.tok_emb.weight)
        copy("wpe.weight", model.positions.pos_emb.weight)
        for i in range(config["n_layer"]):
            for name, ours in NORMS.items():
                copy_norm(f"h.{i}.{name}", f"blocks.{i}.{ours}")
            for name, ours in LAYERS.items():
                layers = [f"blocks.{i}.{layer}" for layer in ours]
                weights = [model.get_parameter(f"{layer}.weight") for layer in layers]
                biases = [model.get_parameter(f"{layer}.bias") for layer in layers]
                copy(f"h.{i}.{name}.weight", *(weight.T for weight in weights))
                copy(f"h.{i}.{name}.bias", *biases)
        copy_norm("ln_f", "final_norm")
        if not tied:
            copy("lm_head.weight", model.out_head.weight)
    tensors.pop("lm_head.weight", None)
    if left := [name for name in tensors if not name.endswith(BUFFERS)]:
        raise ValueError(
            f"{folder} must hold no tensor but those of the model that config.json "
            f"describes. Got {left[0]!r}."
        )
    return model


def _read_tensors(folder: Path) -> dict[str, Tensor]:
    return {
        name.removeprefix("transformer."): tensor
        for path in files_of(folder)
        for name, tensor in read_safetensors(path).items()
    }
