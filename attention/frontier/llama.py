"""Llama: GPT's decoder with four parts exchanged, and published weights for it.

    LayerNorm                         RMSNorm
    FeedForward, with GELU            SwiGLU
    learned positions, added once     rotary positions, in each layer
    MultiHeadAttention                GroupedQueryAttention
    biases                            none

The first three are in Touvron et al. (2023), section 2.2; grouped queries came with
Llama 2 (Touvron et al., 2023b, section 2.2). A checkpoint of Hugging Face's hub has
other names than our parameters (transformers, models/llama/modeling_llama.py):

    model.embed_tokens, lm_head                  tok_emb, out_head
    model.layers.0.input_layernorm               norm_1 of block 0
    model.layers.0.self_attn.q_proj, k_proj …    W_query, W_key, W_value, out_proj
    model.layers.0.post_attention_layernorm      norm_2
    model.layers.0.mlp.gate_proj, up_proj …      W_gate, W_up, W_down
    model.norm                                   final_norm

Its rotary pairs are halves, as ours are. Meta's own files have neighbours for pairs:
`to_halves` reorders the rows of W_query and W_key.
"""

from pathlib import Path

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attention.checks import check_divides, check_sizes
from attention.frontier.rms_norm import RMSNorm
from attention.frontier.rotary_config import rotary_of
from attention.frontier.swiglu import SwiGLU
from attention.models.block import TransformerBlock
from attention.models.config_file import number_of, read_config, size_of
from attention.models.decoder import Decoder
from attention.models.hub_folder import Place, fill
from attention.models.shapes_only import shapes_only
from attention.modern.grouped import GroupedQueryAttention
from attention.modern.rotary_positions import RotaryPositions

SIZES = (
    "vocab_size",
    "max_position_embeddings",
    "hidden_size",
    "num_hidden_layers",
    "num_attention_heads",
    "intermediate_size",
)
# What our Llama computes. A config that lacks an entry means this value, too.
COMPUTED = {
    "model_type": "llama",
    "hidden_act": "silu",
    "attention_bias": False,
    "mlp_bias": False,
    "sliding_window": None,
    "quantization_config": None,
}
OUTSIDE = {
    "model.embed_tokens.weight": "tok_emb.weight",
    "model.norm.weight": "final_norm.scale",
}
IN_A_BLOCK = {
    "input_layernorm.weight": "norm_1.scale",
    "self_attn.q_proj.weight": "attention.W_query.weight",
    "self_attn.k_proj.weight": "attention.W_key.weight",
    "self_attn.v_proj.weight": "attention.W_value.weight",
    "self_attn.o_proj.weight": "attention.out_proj.weight",
    "post_attention_layernorm.weight": "norm_2.scale",
    "mlp.gate_proj.weight": "feed_forward.W_gate.weight",
    "mlp.up_proj.weight": "feed_forward.W_up.weight",
    "mlp.down_proj.weight": "feed_forward.W_down.weight",
}
HEAD = "lm_head.weight"
UNREAD = (".rotary_emb.inv_freq",)  # tables of positions, in old files


class Llama(Decoder):
    """A decoder with rotary positions, RMSNorm, SwiGLU and grouped queries.

    Args:
        vocab_size: Words of the vocabulary; ids are below it.
        context_length: The number of tokens of the longest text that it takes.
        d_model: Features of a token.
        num_layers: The number of blocks.
        num_heads: Attention heads in each block.
        num_kv_groups: Sets of keys and values in each block; it divides num_heads.
        d_hidden: Numbers between the layers of a SwiGLU network.
        head_dim: Features of a query; by default d_model / num_heads.
        base: The base of the rotary frequencies.
        frequencies: Other frequencies, such as `llama3_frequencies` returns. If they
            are given, base is not used.
        eps: What each norm adds to the mean square.
        tied: Whether the logits are products with the embeddings.
        rotary_length: What rotated queries and keys are multiplied by, as in YaRN.

    Attributes:
        tok_emb: nn.Embedding, one row for each word.
        positions: None: the attention layers know positions.
        blocks: nn.ModuleList of TransformerBlock, which share one RotaryPositions.
        final_norm: RMSNorm after the last block.
        out_head: nn.Linear without a bias; its weight is tok_emb's if tied.

    Raises:
        ValueError: If vocab_size, context_length, num_layers, num_heads, num_kv_groups
            or head_dim is less than 1, head_dim is not given and num_heads does not
            divide d_model, head_dim is odd, num_kv_groups does not divide num_heads, or
            base is not positive.
    """

    def __init__(
        self,
        vocab_size: int,
        context_length: int,
        d_model: int,
        num_layers: int,
        num_heads: int,
        num_kv_groups: int,
        d_hidden: int,
        head_dim: int | None = None,
        base: float = 500_000.0,
        frequencies: Float[Tensor, " num_pairs"] | None = None,
        eps: float = 1e-5,
        tied: bool = False,
        *,
        rotary_length: float = 1.0,
    ) -> None:
        head_dim = _head_width(d_model, num_heads, head_dim)
        rotary = RotaryPositions(
            context_length, head_dim, base, frequencies, length=rotary_length
        )

        def norm(width: int) -> nn.Module:
            return RMSNorm(width, eps)

        def block(number: int) -> nn.Module:
            width = num_heads * head_dim
            attention = GroupedQueryAttention(
                d_model,
                width,
                context_length,
                0.0,
                num_heads,
                num_kv_groups,
                rotary=rotary,
            )
            attention.out_proj = nn.Linear(width, d_model, bias=False)
            feed_forward = SwiGLU(d_model, d_hidden)
            return TransformerBlock(d_model, attention, feed_forward, norm=norm)

        super().__init__(
            vocab_size,
            context_length,
            d_model,
            num_layers,
            block,
            norm=norm,
            tied=tied,
        )


def load_llama(
    folder: str | Path,
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
) -> Llama:
    """Return a Llama with the weights of a checkpoint folder, in evaluation mode.

    An output table, lm_head, is read only if the config does not say that the weights
    are tied. config.json must have the entries of `SIZES`; those of `COMPUTED` must be
    as there or missing; of the others num_key_value_heads, head_dim, rms_norm_eps,
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
            as `read_safetensors` and `Llama` do. Only the errors of `Llama` do not name
            the file and the entry or tensor.
    """
    folder = Path(folder)
    path = folder / "config.json"
    config = read_config(folder, SIZES, COMPUTED, "Llama")
    heads, tied = config["num_attention_heads"], config.get("tie_word_embeddings")
    groups, head_dim = (
        None if config.get(name) is None else size_of(path, config, name)
        for name in ("num_key_value_heads", "head_dim")
    )
    head_dim = _head_width(config["hidden_size"], heads, head_dim)
    rotary = rotary_of(folder, config, head_dim)
    with shapes_only():
        model = Llama(
            config["vocab_size"],
            config["max_position_embeddings"],
            config["hidden_size"],
            config["num_hidden_layers"],
            heads,
            groups or heads,
            config["intermediate_size"],
            head_dim,
            rotary.base,
            rotary.frequencies,
            number_of(path, config, "rms_norm_eps", 1e-6),
            tied=bool(tied),
            rotary_length=rotary.length,
        )
    places: dict[str, Place] = {**OUTSIDE}
    if not tied:
        places[HEAD] = "out_head.weight"
    for i in range(config["num_hidden_layers"]):
        for theirs, ours in IN_A_BLOCK.items():
            places[f"model.layers.{i}.{theirs}"] = f"blocks.{i}.{ours}"
    fill(model, folder, places, dtype, device, unread=[*UNREAD, HEAD])
    return model.eval()


def _head_width(d_model: int, num_heads: int, head_dim: int | None) -> int:
    """Return head_dim, which is d_model / num_heads if it is not given.

    Args:
        d_model: Features of a token.
        num_heads: The number of heads.
        head_dim: Features of a query, or None.

    Raises:
        ValueError: If head_dim is None and the heads do not divide d_model.
    """
    if head_dim is None:
        check_divides(num_heads, d_model=d_model)
        return d_model // num_heads
    check_sizes(num_heads=num_heads, head_dim=head_dim)
    return head_dim
