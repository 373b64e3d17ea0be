"""A second prediction at each position: of the token after the next.

For the states h_i of a decoder after its last block and tokens t_1, ..., t_n:

    h'_i = M [RMSNorm(h_i); RMSNorm(E[t_{i+1}])]    for i = 1, ..., n - 1
    later_i = norm(block(h'))_i U^T

later_i predicts t_{i+2}. The table E and the output head U are the decoder's. This is
one depth of DeepSeek-V3's multi-token prediction (2024, section 2.2). The report starts
each pair with the state; its published weights start with the embedding
(NVIDIA/Megatron-LM, issue 1588).
"""

from copy import deepcopy

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int64
from torch import Tensor, nn

from attention.frontier.rms_norm import RMSNorm
from attention.models.decoder import Decoder


class MultiToken(nn.Module):
    """Predict the next token with a decoder, and the one after it with one more block.

    Args:
        model: A decoder, such as GPT or Llama. It is not copied: training this module
            trains the decoder.
        block: A layer from (..., num_tokens, d_model) to the same shape in which no
            token attends to a later one; by default a copy of the decoder's last block.

    Attributes:
        model: The decoder.
        norm_state: RMSNorm of its states.
        norm_token: RMSNorm of embeddings.
        combine: nn.Linear without a bias, from 2 * d_model to d_model; its first
            d_model columns read the state.
        block: The block.
        final_norm: The norm after the block, at first a copy of the decoder's.
    """

    def __init__(self, model: Decoder, block: nn.Module | None = None) -> None:
        super().__init__()
        table = model.tok_emb.weight
        d_model, like = table.shape[1], {"device": table.device, "dtype": table.dtype}
        self.model = model
        self.norm_state = RMSNorm(d_model).to(**like)
        self.norm_token = RMSNorm(d_model).to(**like)
        self.combine = nn.Linear(2 * d_model, d_model, bias=False, **like)
        self.block = deepcopy(model.blocks[-1]) if block is None else block
        self.final_norm = deepcopy(model.final_norm)

    def forward(
        self, ids: Int64[Tensor, "... num_tokens"]
    ) -> tuple[
        Float[Tensor, "... num_tokens vocab_size"],
        Float[Tensor, "... num_pairs vocab_size"],
    ]:
        """Return the logits of the next word, and of the word after it.

        Args:
            ids: Texts as ids, all of one length.

        Returns:
            logits: What the decoder returns.
            later: At position i, the logits of the word at i + 2, from the words up to
                i + 1. There is one position less: the last has no next word yet.

        Raises:
            ValueError: If there are more tokens than the decoder's context_length.
        """
        h = self.model.embed(ids)
        for block in self.model.blocks:
            h = block(h)
        logits = self.model.out_head(self.model.final_norm(h))
        state = self.norm_state(h[..., :-1, :])
        token = self.norm_token(self.model.tok_emb(ids[..., 1:]))
        h = self.block(self.combine(torch.cat([state, token], dim=-1)))
        return logits, self.model.out_head(self.final_norm(h))


def multi_token_loss(
    logits: Float[Tensor, "... num_tokens vocab_size"],
    later: Float[Tensor, "... num_pairs vocab_size"],
    ids: Int64[Tensor, "... num_tokens"],
    weight: float = 0.3,
) -> Float[Tensor, ""]:
    """Return the loss of the next words plus weight times that of the words after them.

    Args:
        logits: Of the next word, as `MultiToken` returns them.
        later: Of the word after it, one position less.
        ids: The texts that they were computed from; the targets are in them.
        weight: That of the second loss. DeepSeek-V3 was trained with 0.3, later 0.1
            (section 4.2).

    Raises:
        ValueError: If there are fewer than three tokens, or later has not one position
            less than logits.
    """
    if ids.shape[-1] < 3:
        raise ValueError(f"ids must have at least 3 tokens. Got {ids.shape[-1]}.")
    if later.shape[-2] != logits.shape[-2] - 1:
        raise ValueError(
            f"later must have one position less than the {logits.shape[-2]} of logits. "
            f"Got {later.shape[-2]}."
        )
    losses = [
        F.cross_entropy(found[..., :-1, :].flatten(0, -2), ids[..., start:].flatten())
        for found, start in ((logits, 1), (later, 2))
    ]
    return losses[0] + weight * losses[1]
