"""DeepSeek-V3's model: latent attention, and a mixture of experts in most blocks.

The first blocks have a SwiGLU network, all others a mixture with one shared expert.
Queries and latent vectors are compressed (DeepSeek-AI, 2024, DeepSeek-V3, section
2.1.1) and normalised (section 4.2).
"""

from torch import nn

from attention.frontier.deepseek_router import DeepSeekRouter
from attention.frontier.experts import MixtureOfExperts
from attention.frontier.rms_norm import RMSNorm
from attention.frontier.swiglu import SwiGLU
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder
from attention.modern.core import AttentionCore
from attention.modern.latent import LatentAttention
from attention.modern.rotary_positions import RotaryPositions
from attention.self_attention.scaled_dot_product import scaled_dot_product_attention

EPS = 1e-6  # of the norms of queries and latent vectors, whatever a config says


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
        eps: What the norms of a block add to the mean square.
        tied: Whether the logits are products with the embeddings.
        value_dim: Features of a value; by default head_dim.
        rotary: What turns rotary_dim features in all blocks; by default RotaryPositions
            of base 10,000.
        score_factor: What all scores are multiplied by, as in DeepSeek's YaRN.

    Attributes:
        tok_emb: nn.Embedding, one row for each word.
        positions: None: the attention layers know positions.
        blocks: nn.ModuleList of TransformerBlock, which share rotary.
        final_norm: RMSNorm after the last block.
        out_head: nn.Linear without a bias; its weight is tok_emb's if tied.

    Raises:
        ValueError: If vocab_size, context_length, num_layers, num_heads, head_dim,
            rotary_dim, latent_dim or value_dim is less than 1, if rotary_dim is odd,
            and as DeepSeekRouter does if there is a block with experts.
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
        eps: float = 1e-6,
        tied: bool = False,
        *,
        value_dim: int | None = None,
        rotary: nn.Module | None = None,
        score_factor: float = 1.0,
    ) -> None:
        if rotary is None:
            rotary = RotaryPositions(context_length, rotary_dim)

        def norm(width: int) -> nn.Module:
            return RMSNorm(width, eps)

        def attention() -> nn.Module:
            core = scaled_dot_product_attention
            layer = LatentAttention(
                *(d_model, d_model, context_length, 0.0, num_heads),
                *(head_dim, latent_dim, rotary_dim),
                rotary=rotary,
                value_dim=value_dim,
                attend=core if score_factor == 1 else AttentionCore(score_factor),
            )
            layer.W_latent = nn.Sequential(layer.W_latent, RMSNorm(latent_dim, EPS))
            if query_dim is not None:
                width = num_heads * (head_dim + rotary_dim)
                layer.W_query = nn.Sequential(
                    nn.Linear(d_model, query_dim, bias=False),
                    RMSNorm(query_dim, EPS),
                    nn.Linear(query_dim, width, bias=False),
                )
            return layer

        def mixture() -> nn.Module:
            groups = num_groups, top_groups
            return MixtureOfExperts(
                DeepSeekRouter(d_model, num_experts, top_k, *groups, scale),
                (SwiGLU(d_model, d_expert) for _ in range(num_experts)),
                SwiGLU(d_model, num_shared * d_expert),
            )

        def block(number: int) -> nn.Module:
            dense = number < num_dense
            feed_forward = SwiGLU(d_model, d_hidden) if dense else mixture()
            return TransformerBlock(d_model, attention(), feed_forward, norm=norm)

        sizes = vocab_size, context_length, d_model, num_layers
        super().__init__(*sizes, block, norm=norm, tied=tied)
