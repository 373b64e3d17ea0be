"""DeepSeek-V3's model: latent attention, and a mixture of experts in most blocks.

The first blocks have a SwiGLU network, all others a mixture with one shared expert.
Queries and latent vectors are compressed (DeepSeek-AI, 2024, DeepSeek-V3, section
2.1.1) and normalised (section 4.2). The published weights have eight bits, with a
scale for each block of 128 x 128, and their frequencies are YaRN's.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attention.frontier.deepseek_places import places_of_attention, places_of_mlp
from attention.frontier.deepseek_router import DeepSeekRouter
from attention.frontier.experts import MixtureOfExperts
from attention.frontier.float8_folder import block_of, read_float8
from attention.frontier.rms_norm import RMSNorm
from attention.frontier.rotary_config import rotary_of
from attention.frontier.swiglu import SwiGLU
from attention.models.block import TransformerBlock
from attention.models.config_file import number_of, read_config, size_of
from attention.models.decoder import Decoder
from attention.models.hub_folder import Place, fill
from attention.models.shapes_only import shapes_only
from attention.modern.core import AttentionCore
from attention.modern.latent import LatentAttention
from attention.modern.rotary_positions import RotaryPositions
from attention.self_attention.scaled_dot_product import scaled_dot_product_attention

EPS = 1e-6  # of the norms of queries and latent vectors, whatever the config says
SIZES = (
    "vocab_size",
    "max_position_embeddings",
    "hidden_size",
    "num_hidden_layers",
    "num_attention_heads",
    "kv_lora_rank",
    "qk_nope_head_dim",
    "qk_rope_head_dim",
    "v_head_dim",
    "intermediate_size",
    "moe_intermediate_size",
    "n_routed_experts",
    "num_experts_per_tok",
    "n_shared_experts",
    "n_group",
    "topk_group",
)
# What our DeepSeek computes. A config that lacks an entry means this value, too.
COMPUTED = {
    "model_type": "deepseek_v3",
    "hidden_act": "silu",
    "attention_bias": False,
    "rope_interleave": True,
    "norm_topk_prob": True,
    "scoring_func": "sigmoid",
    "topk_method": "noaux_tc",
    "moe_layer_freq": 1,
}


class DeepSeek(Decoder):
    """A decoder with latent attention, and experts in all blocks but the first ones.

    Args:
        vocab_size: Words of the vocabulary; ids are below it.
        context_length: The number of tokens of the longest text that it takes.
        d_model: Features of a token.
        num_layers: The number of blocks.
        num_dense: How many of them, from the first, have a SwiGLU network instead of
            experts.
        num_heads: Attention heads in each block.
        head_dim: Features of the part of a query that is not rotated.
        rotary_dim: Features of the part that is rotated.
        latent_dim: Features of a latent vector.
        query_dim: Features to which queries are compressed; with None they are not.
        d_hidden: Numbers between the layers of a SwiGLU network.
        d_expert: The same of each expert.
        num_experts: Experts of a block, of which each token uses some.
        top_k: How many.
        num_shared: Shared experts, which are one of num_shared * d_expert.
        num_groups: Groups of experts; see DeepSeekRouter.
        top_groups: Groups from which a token may choose.
        scale: What the weights of a token's experts add up to.
        base: The base of the rotary frequencies.
        frequencies: Other frequencies. If they are given, base is not used.
        eps: What the norms of a block add to the mean square.
        tied: Whether the logits are products with the embeddings.
        value_dim: Features of a value; by default head_dim.
        rotary_length: What rotated queries and keys are multiplied by, as in YaRN.
        score_factor: What all scores are multiplied by, as in DeepSeek's YaRN.

    Attributes:
        tok_emb: nn.Embedding, one row for each word.
        positions: None: the attention layers know positions.
        blocks: nn.ModuleList of TransformerBlock, which share one RotaryPositions.
        final_norm: RMSNorm after the last block.
        out_head: nn.Linear without a bias; its weight is tok_emb's if tied.

    Raises:
        ValueError: If vocab_size, context_length, num_layers, num_heads, head_dim,
            rotary_dim or latent_dim is less than 1, if rotary_dim is odd, and as
            DeepSeekRouter does.
    """

    def __init__(
        self,
        vocab_size: int,
        context_length: int,
        d_model: int,
        num_layers: int,
        num_dense: int,
        num_heads: int,
        head_dim: int,
        rotary_dim: int,
        latent_dim: int,
        query_dim: int | None,
        d_hidden: int,
        d_expert: int,
        num_experts: int,
        top_k: int,
        num_shared: int = 1,
        num_groups: int = 1,
        top_groups: int = 1,
        scale: float = 1.0,
        base: float = 10_000.0,
        frequencies: Float[Tensor, " num_pairs"] | None = None,
        eps: float = 1e-6,
        tied: bool = False,
        *,
        value_dim: int | None = None,
        rotary_length: float = 1.0,
        score_factor: float = 1.0,
    ) -> None:
        rotary = RotaryPositions(
            context_length, rotary_dim, base, frequencies, length=rotary_length
        )

        def norm(width: int) -> nn.Module:
            return RMSNorm(width, eps)

        def attention() -> nn.Module:
            core = scaled_dot_product_attention
            layer = LatentAttention(
                d_model,
                d_model,
                context_length,
                0.0,
                num_heads,
                head_dim,
                latent_dim,
                rotary_dim,
                rotary=rotary,
                value_dim=value_dim,
                attend=core if score_factor == 1 else AttentionCore(score_factor),
            )
            layer.W_latent = nn.Sequential(layer.W_latent, RMSNorm(latent_dim, EPS))
            if query_dim is not None:
                layer.W_query = nn.Sequential(
                    nn.Linear(d_model, query_dim, bias=False),
                    RMSNorm(query_dim, EPS),
                    nn.Linear(
                        query_dim, num_heads * (head_dim + rotary_dim), bias=False
                    ),
                )
            return layer

        def mixture() -> nn.Module:
            return MixtureOfExperts(
                DeepSeekRouter(
                    d_model, num_experts, top_k, num_groups, top_groups, scale
                ),
                (SwiGLU(d_model, d_expert) for _ in range(num_experts)),
                SwiGLU(d_model, num_shared * d_expert),
            )

        def block(number: int) -> nn.Module:
            dense = number < num_dense
            feed_forward = SwiGLU(d_model, d_hidden) if dense else mixture()
            return TransformerBlock(d_model, attention(), feed_forward, norm=norm)

        super().__init__(
            vocab_size,
            context_length,
            d_model,
            num_layers,
            block,
            norm=norm,
            tied=tied,
        )


def load_deepseek(
    folder: str | Path,
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
) -> DeepSeek:
    """Return a DeepSeek with the weights of a checkpoint folder, in evaluation mode.

    config.json must have the entries of `SIZES` and first_k_dense_replace; those of
    `COMPUTED` must be as there or missing; of the others q_lora_rank, rms_norm_eps,
    routed_scaling_factor, tie_word_embeddings, quantization_config and those named in
    `rotary_config` are read. Modules for more than one token at once
    (num_nextn_predict_layers) are not.

    Weights of eight bits are multiplied by their scales and computed with in dtype;
    what a layer is given is not rounded to eight bits, as it is where V3 is served.

    Args:
        folder: The folder, with config.json and model.safetensors, or with
            model.safetensors.index.json and the files that it names.
        dtype: Of the parameters; torch's default dtype by default. The biases of the
            routers have float32 at least.
        device: Where the parameters are; torch's default device by default.

    Raises:
        FileNotFoundError: If a file is missing.
        ValueError: If config.json lacks a size or describes another computation than
            ours, a tensor or its scales are missing, have another shape or belong to no
            parameter, or as `read_safetensors` and `DeepSeek` do. Only the errors of
            `DeepSeek` do not name the file and the entry or tensor.
    """
    folder = Path(folder)
    path = folder / "config.json"
    config = read_config(folder, SIZES, COMPUTED, "DeepSeek")
    query_dim = config.get("q_lora_rank")
    num_layers = config["num_hidden_layers"]
    tied = bool(config.get("tie_word_embeddings"))
    rotary = rotary_of(folder, config, config["qk_rope_head_dim"])
    block = block_of(path, config)
    with shapes_only():
        model = DeepSeek(
            config["vocab_size"],
            config["max_position_embeddings"],
            config["hidden_size"],
            num_layers,
            size_of(path, config, "first_k_dense_replace", least=0),
            config["num_attention_heads"],
            config["qk_nope_head_dim"],
            config["qk_rope_head_dim"],
            config["kv_lora_rank"],
            None if query_dim is None else size_of(path, config, "q_lora_rank"),
            config["intermediate_size"],
            config["moe_intermediate_size"],
            config["n_routed_experts"],
            config["num_experts_per_tok"],
            config["n_shared_experts"],
            config["n_group"],
            config["topk_group"],
            number_of(path, config, "routed_scaling_factor", 1.0),
            rotary.base,
            rotary.frequencies,
            number_of(path, config, "rms_norm_eps", 1e-6),
            tied,
            value_dim=config["v_head_dim"],
            rotary_length=rotary.length,
            score_factor=rotary.score_factor,
        )
    places: dict[str, Place] = {
        "model.embed_tokens.weight": "tok_emb.weight",
        "model.norm.weight": "final_norm.scale",
    }
    if not tied:
        places["lm_head.weight"] = "out_head.weight"
    blocks: Iterable[Any] = model.blocks
    for i, each in enumerate(blocks):
        theirs, ours = f"model.layers.{i}.", f"blocks.{i}."
        places |= places_of_attention(each.attention, theirs, ours)
        places |= places_of_mlp(each.feed_forward, theirs, ours)
    more = f"model.layers.{num_layers}."  # to predict a second token
    unread = ["lm_head.weight", more]
    tensors = read_float8(folder, block)
    fill(model, folder, places, dtype, device, unread, tensors=tensors)
    return model.eval()
