"""DeepSeek-V3's model: latent attention, and a mixture of experts in most blocks.

The first blocks have a SwiGLU network, all others a mixture with one shared expert.
The router (DeepSeek-AI, 2024, DeepSeek-V3, section 2.1.2) scores each expert alone, and
a bias that is no part of the output moves the choice:

    s = sigmoid(x W_router)
    chosen = the top_k experts with the largest s_e + bias_e, of the top_groups groups
             whose two largest s_e + bias_e have the largest sum
    w_e = scale s_e / (sum of s over chosen)

Queries and latent vectors are compressed (section 2.1.1) and normalised (section 4.2).
A checkpoint of Hugging Face's hub has other names than our parameters (transformers,
models/deepseek_v3/modeling_deepseek_v3.py), in the block 0:

    self_attn.q_a_proj, q_a_layernorm, q_b_proj   W_query, an nn.Sequential
    self_attn.kv_a_proj_with_mqa                  W_latent[0] and W_rotary, stacked
    self_attn.kv_a_layernorm                      W_latent[1]
    self_attn.kv_b_proj                           W_key and W_value, by heads
    mlp.gate.weight, e_score_correction_bias      router.W_router, router.bias
    mlp.experts.0 …, mlp.shared_experts           experts, shared

The pairs of its rotary features are neighbours, ours halves, so their rows are
reordered.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Float, Int64
from torch import Tensor, nn

from attention.checks import check_sizes, check_top_k, full_precision
from attention.frontier.experts import MixtureOfExperts
from attention.frontier.rms_norm import RMSNorm
from attention.frontier.rotary_config import rotary_of
from attention.frontier.swiglu import SwiGLU
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder
from attention.models.hub_folder import fill, read_config
from attention.models.shapes_only import shapes_only
from attention.modern.latent import LatentAttention
from attention.modern.rotary import to_halves
from attention.modern.rotary_positions import RotaryPositions

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
    "quantization_config": None,
}


class DeepSeekRouter(nn.Module):
    """Choose experts by biased scores, within the best groups, and weigh them unbiased.

    Args:
        d_model: Features of a token.
        num_experts: The number of experts to choose from.
        top_k: How many each token uses.
        num_groups: Groups of neighbours that the experts are cut into; 1 if there are
            none.
        top_groups: Groups from which a token may choose.
        scale: What the weights of a token add up to.

    Attributes:
        W_router: nn.Linear without a bias, from d_model to num_experts.
        bias: nn.Parameter without a gradient, all 0 at first: what is added to the
            score of each expert for the choice alone.

    Raises:
        ValueError: If num_groups does not divide num_experts, top_groups is not from 1
            to num_groups, or top_k is more than the experts of top_groups groups.
    """

    def __init__(
        self,
        d_model: int,
        num_experts: int,
        top_k: int,
        num_groups: int = 1,
        top_groups: int = 1,
        scale: float = 1.0,
    ) -> None:
        super().__init__()
        check_sizes(num_experts=num_experts, num_groups=num_groups)
        if num_experts % num_groups:
            raise ValueError(
                f"num_experts must be divisible by num_groups={num_groups}. "
                f"Got {num_experts}."
            )
        if not 1 <= top_groups <= num_groups:
            raise ValueError(
                f"top_groups must be from 1 to num_groups={num_groups}. "
                f"Got {top_groups}."
            )
        check_top_k(top_k, num_experts // num_groups * top_groups)
        self.top_k = top_k
        self.num_groups = num_groups
        self.top_groups = top_groups
        self.scale = scale
        self.W_router = nn.Linear(d_model, num_experts, bias=False)
        self.bias = nn.Parameter(torch.zeros(num_experts), requires_grad=False)

    def forward(
        self, x: Float[Tensor, "num_tokens d_model"]
    ) -> tuple[Int64[Tensor, "num_tokens top_k"], Float[Tensor, "num_tokens top_k"]]:
        """Return the chosen experts of each token, and their weights.

        float16 and bfloat16 are scored in float32, under autocast, too.

        Args:
            x: One vector for each token.
        """
        dtype = torch.promote_types(x.dtype, torch.float32)
        with full_precision(x):
            logits = x.to(dtype) @ self.W_router.weight.to(dtype).T
        scores = torch.sigmoid(logits)  # (num_tokens, num_experts)
        chosen = self.choose(scores + self.bias)
        weights = scores.gather(-1, chosen)
        return chosen, self.scale * weights / weights.sum(dim=-1, keepdim=True)

    def choose(
        self, biased: Float[Tensor, "num_tokens num_experts"]
    ) -> Int64[Tensor, "num_tokens top_k"]:
        """Return for each token the best experts of the best groups.

        Args:
            biased: The scores with the bias.
        """
        groups = biased.unflatten(-1, (self.num_groups, -1))
        best_two = groups.topk(min(2, groups.shape[-1]), dim=-1).values.sum(dim=-1)
        kept = best_two.topk(self.top_groups, dim=-1).indices
        outside = torch.ones_like(best_two, dtype=torch.bool).scatter(-1, kept, False)
        allowed = groups.masked_fill(outside[..., None], float("-inf"))
        return allowed.flatten(-2).topk(self.top_k, dim=-1).indices


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
        head_dim: Features of a value, and of the part of a query that is not rotated.
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
    ) -> None:
        rotary = RotaryPositions(context_length, rotary_dim, base, frequencies)

        def norm(width: int) -> nn.Module:
            return RMSNorm(width, eps)

        def attention() -> nn.Module:
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

    Modules for more than one token at once (`num_nextn_predict_layers`) are not read.

    Args:
        folder: The folder, with config.json and model.safetensors, or with
            model.safetensors.index.json and the files that it names.
        dtype: Of the parameters; torch's default dtype by default. The biases of the
            routers have float32 at least.
        device: Where the parameters are; torch's default device by default.

    Raises:
        FileNotFoundError: If a file is missing.
        ValueError: If config.json lacks a size or describes another computation than
            ours, such as weights of eight bits, a tensor is missing, has another shape
            or belongs to no parameter, or as `read_safetensors` and `DeepSeek` do.
    """
    folder = Path(folder)
    config = read_config(folder, SIZES, COMPUTED, "DeepSeek")
    if config["v_head_dim"] != config["qk_nope_head_dim"]:
        raise ValueError(
            f"{folder / 'config.json'}: v_head_dim must be qk_nope_head_dim="
            f"{config['qk_nope_head_dim']}, as in our DeepSeek. "
            f"Got {config['v_head_dim']}."
        )
    num_layers, num_dense = config["num_hidden_layers"], config["first_k_dense_replace"]
    tied = bool(config.get("tie_word_embeddings"))
    base, frequencies = rotary_of(folder, config, config["qk_rope_head_dim"])
    with shapes_only():
        model = DeepSeek(
            config["vocab_size"],
            config["max_position_embeddings"],
            config["hidden_size"],
            num_layers,
            num_dense,
            config["num_attention_heads"],
            config["v_head_dim"],
            config["qk_rope_head_dim"],
            config["kv_lora_rank"],
            config.get("q_lora_rank"),
            config["intermediate_size"],
            config["moe_intermediate_size"],
            config["n_routed_experts"],
            config["num_experts_per_tok"],
            config["n_shared_experts"],
            config["n_group"],
            config["topk_group"],
            config.get("routed_scaling_factor", 1.0),
            base,
            frequencies,
            config.get("rms_norm_eps", 1e-6),
            tied,
        )
    places: dict[str, str | Mapping[str, Tensor]] = {
        "model.embed_tokens.weight": "tok_emb.weight",
        "model.norm.weight": "final_norm.scale",
    }
    if not tied:
        places["lm_head.weight"] = "out_head.weight"
    blocks: Iterable[Any] = model.blocks
    for i, block in enumerate(blocks):
        theirs, ours = f"model.layers.{i}.", f"blocks.{i}."
        places |= _places_of_attention(block.attention, theirs, ours)
        places |= _places_of_mlp(block.feed_forward, theirs, ours)
    more = f"model.layers.{num_layers}."  # to predict a second token
    fill(model, folder, places, dtype, device, unread=["lm_head.weight", more])
    return model.eval()


def _places_of_attention(
    layer: LatentAttention, theirs: str, ours: str
) -> dict[str, str | Mapping[str, Tensor]]:
    """Where the tensors of a block's norms and attention go."""
    heads, plain, rotated = layer.num_heads, layer.head_dim, layer.rotary_dim
    latent, width = layer.latent_dim, heads * plain
    both = torch.arange(heads * (plain + rotated), device="cpu").view(heads, -1)
    turned = to_halves(both[:, plain:].flatten(), heads).view(heads, rotated)
    queries = torch.cat([both[:, :plain], turned], dim=1).flatten()
    keys_values = torch.arange(2 * width, device="cpu").view(heads, 2, plain)
    first = torch.arange(latent + rotated, device="cpu")
    attention = f"{ours}attention."
    places: dict[str, str | Mapping[str, Tensor]] = {
        "input_layernorm.weight": f"{ours}norm_1.scale",
        "post_attention_layernorm.weight": f"{ours}norm_2.scale",
        "self_attn.kv_a_proj_with_mqa.weight": {
            f"{attention}W_latent.0.weight": first[:latent],
            f"{attention}W_rotary.weight": to_halves(first[latent:], 1),
        },
        "self_attn.kv_a_layernorm.weight": f"{attention}W_latent.1.scale",
        "self_attn.kv_b_proj.weight": {
            f"{attention}W_key.weight": keys_values[:, 0].flatten(),
            f"{attention}W_value.weight": keys_values[:, 1].flatten(),
        },
        "self_attn.o_proj.weight": f"{attention}out_proj.weight",
    }
    if isinstance(layer.W_query, nn.Sequential):
        places |= {
            "self_attn.q_a_proj.weight": f"{attention}W_query.0.weight",
            "self_attn.q_a_layernorm.weight": f"{attention}W_query.1.scale",
            "self_attn.q_b_proj.weight": {f"{attention}W_query.2.weight": queries},
        }
    else:
        places["self_attn.q_proj.weight"] = {f"{attention}W_query.weight": queries}
    return {theirs + name: place for name, place in places.items()}


def _places_of_mlp(layer: nn.Module, theirs: str, ours: str) -> dict[str, str]:
    """Where the tensors of a block's feed-forward network or experts go."""
    networks = {"mlp": f"{ours}feed_forward"}
    places = {}
    if isinstance(layer, MixtureOfExperts):
        networks = {"mlp.shared_experts": f"{ours}feed_forward.shared"}
        for e in range(len(layer.experts)):
            networks[f"mlp.experts.{e}"] = f"{ours}feed_forward.experts.{e}"
        router = f"{ours}feed_forward.router"
        places["mlp.gate.weight"] = f"{router}.W_router.weight"
        places["mlp.gate.e_score_correction_bias"] = f"{router}.bias"
    for name, place in networks.items():
        for part in ("gate", "up", "down"):
            places[f"{name}.{part}_proj.weight"] = f"{place}.W_{part}.weight"
    return {theirs + name: place for name, place in places.items()}
