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

from attention.models.config_file import read_config
from attention.models.gpt import GPT
from attention.models.hub_folder import Place, fill, read_tensors
from attention.models.shapes_only import shapes_only

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
OUTSIDE = {
    "wte.weight": "tok_emb.weight",
    "wpe.weight": "positions.pos_emb.weight",
    "ln_f.weight": "final_norm.scale",
    "ln_f.bias": "final_norm.shift",
}
NORMS = {"ln_1": "norm_1", "ln_2": "norm_2"}
LAYERS = {
    "attn.c_attn": ["attention.W_query", "attention.W_key", "attention.W_value"],
    "attn.c_proj": ["attention.out_proj"],
    "mlp.c_fc": ["feed_forward.layers.0"],
    "mlp.c_proj": ["feed_forward.layers.2"],
}
HEAD = "lm_head.weight"
# Old files hold the causal mask of each block, under names that end so.
BUFFERS = (".attn.bias", ".attn.masked_bias")


def load_gpt2(
    folder: str | Path,
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
) -> GPT:
    """Return a GPT with the weights of a checkpoint folder, in evaluation mode.

    An output table, lm_head, is read only if the config says that the weights are not
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
            as `read_safetensors` and `GPT` do. Only the errors of `GPT` do not name the
            file and the entry or tensor.
    """
    folder = Path(folder)
    config = read_config(folder, SIZES, COMPUTED, "GPT")
    hidden, usual = config.get("n_inner"), 4 * config["n_embd"]
    if hidden not in (None, usual):
        raise ValueError(
            f"{folder / 'config.json'}: n_inner must be {usual}, which our GPT "
            f"computes. Got {hidden!r}."
        )
    tied = config.get("tie_word_embeddings", True)
    with shapes_only():
        model = GPT(*(config[size] for size in SIZES), tied=tied)
    places: dict[str, Place] = {**OUTSIDE}
    if not tied:
        places[HEAD] = "out_head.weight"
    width, transposed = config["n_embd"], set()
    for i in range(config["n_layer"]):
        theirs, ours = f"h.{i}.", f"blocks.{i}."
        for name, norm in NORMS.items():
            places[f"{theirs}{name}.weight"] = f"{ours}{norm}.scale"
            places[f"{theirs}{name}.bias"] = f"{ours}{norm}.shift"
        for name, layers in LAYERS.items():
            transposed.add(f"{theirs}{name}.weight")
            for kind in ("weight", "bias"):
                parts = [f"{ours}{layer}.{kind}" for layer in layers]
                rows = torch.arange(len(parts) * width, device="cpu").split(width)
                shared = dict(zip(parts, rows, strict=True))
                places[f"{theirs}{name}.{kind}"] = (
                    shared if len(parts) > 1 else parts[0]
                )
    tensors = (
        (path, name.removeprefix("transformer."), tensor)
        for path, name, tensor in read_tensors(folder)
    )
    unread = [HEAD, *BUFFERS]
    fill(
        *(model, folder, places, dtype, device, unread),
        transposed=transposed,
        tensors=tensors,
    )
    return model.eval()
