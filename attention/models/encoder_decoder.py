"""Encoder and decoder: one reads a source text, the other writes the target.

For the ids s_1, ..., s_m of a source and t_1, ..., t_n of a target:

    memory = norm(block_L(... block_1(E_s[s] + P_s)))
    logits = norm(block_L(... block_1(E_t[t] + P_t, memory), memory)) W + b

The blocks of the encoder attend to the whole source, those of the decoder to the target
so far and then to memory, as in the first transformer (Vaswani et al., 2017, sections
3.1 and 3.2.3). It differs otherwise: it normalises each sum, where here the input of
each part is normalised, which asks for one more norm at the end of each stack; it has
ReLU (section 3.3), where FeedForward has GELU; it shares one table between E_s, E_t and
W and multiplies embeddings by sqrt(d_model) (section 3.4); its positions are sinusoidal
(section 3.5), where P_s and P_t are learned; and it projects queries, keys and values
without biases (section 3.2.2).
"""

from functools import partial

from jaxtyping import Bool, Float, Int64
from torch import Tensor, nn

from attention.causal.masks import padding_mask
from attention.checks import check_rate, check_sizes, check_update
from attention.models.attention import Attention
from attention.models.block import TransformerBlock
from attention.models.feed_forward import FeedForward
from attention.models.norms import LayerNorm
from attention.multi_head.cross_attention import CrossAttention
from attention.order.learned import LearnedPositions


class DecoderBlock(nn.Module):
    """Attention within the target, attention to the source, a feed-forward network.

    Args:
        d_model: Features of a token, before and after.
        attention: A layer from (..., num_tokens, d_model) to the same shape, for
            example Attention, which is causal.
        cross_attention: A layer that takes the target's tokens and memory, and a mask
            by that name, for example CrossAttention.
        feed_forward: A layer of the same shapes as attention, for example FeedForward.
        dropout: The probability of each number that a part adds to be dropped in
            training, in [0, 1).

    Attributes:
        norm_1: The norm before attention.
        attention: The attention within the target.
        norm_2: The norm before cross_attention; memory is not normalised here.
        cross_attention: The attention to the source.
        norm_3: The norm before the feed-forward network.
        feed_forward: The feed-forward network.

    Raises:
        ValueError: If dropout is not in [0, 1).
    """

    def __init__(
        self,
        d_model: int,
        attention: nn.Module,
        cross_attention: nn.Module,
        feed_forward: nn.Module,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        check_rate(dropout=dropout)
        self.norm_1 = LayerNorm(d_model)
        self.attention = attention
        self.norm_2 = LayerNorm(d_model)
        self.cross_attention = cross_attention
        self.norm_3 = LayerNorm(d_model)
        self.feed_forward = feed_forward
        self.dropout = nn.Dropout(dropout)

    def forward(
        self,
        x: Float[Tensor, "... num_target_tokens d_model"],
        memory: Float[Tensor, "... num_source_tokens d_model"],
        mask: Bool[Tensor, " ..."] | None = None,
    ) -> Float[Tensor, "... num_target_tokens d_model"]:
        """Return the target's tokens with what the three parts add to them.

        Args:
            x: One vector for each token of the target, of the parameters' dtype.
            memory: What the encoder returned.
            mask: True = may attend, of a shape that broadcasts to (...,
                num_target_tokens, num_source_tokens). By default every token of the
                target may attend to the whole source.

        Raises:
            ValueError: If a part returns another shape than x has, which could
                broadcast in the sum, or as the parts do.
        """
        x = x + self._checked(self.attention(self.norm_1(x)), x)
        read = self.cross_attention(self.norm_2(x), memory, mask=mask)
        x = x + self._checked(read, x)
        return x + self._checked(self.feed_forward(self.norm_3(x)), x)

    def _checked(self, update: Tensor, x: Tensor) -> Tensor:
        check_update(update, x)
        return self.dropout(update)


class Transformer(nn.Module):
    """An encoder and a decoder, from source and target ids to logits.

    Args:
        source_vocab_size: Words of the source's vocabulary.
        target_vocab_size: Words of the target's vocabulary.
        context_length: The number of tokens of the longest text, of either side.
        d_model: Features of a token.
        num_layers: The number of blocks of the encoder, and of the decoder.
        num_heads: Attention heads of each attention layer; they divide d_model.
        dropout: The rate of dropout in training: of the embeddings, of attention
            weights and of what each part of a block adds, in [0, 1).
        pad_id: The id that pads short sources, to which nothing attends. It comes last,
            because the words after it would have other positions. By default no id is
            padding. Targets need none if their padding comes last: no token
            attends to later ones.

    Attributes:
        source_emb: nn.Embedding, one row for each word of the source's vocabulary.
        target_emb: nn.Embedding, one row for each word of the target's vocabulary.
        source_positions: LearnedPositions.
        target_positions: LearnedPositions.
        encoder: nn.ModuleList of TransformerBlock, whose attention is not causal.
        encoder_norm: LayerNorm after the last block of the encoder.
        decoder: nn.ModuleList of DecoderBlock.
        decoder_norm: LayerNorm after the last block of the decoder.
        out_head: nn.Linear with a bias, to one logit for each word of the target's
            vocabulary.

    Raises:
        ValueError: If a vocabulary or num_layers is less than 1, the heads do not
            divide d_model, or dropout is not in [0, 1).
    """

    def __init__(
        self,
        source_vocab_size: int,
        target_vocab_size: int,
        context_length: int,
        d_model: int,
        num_layers: int,
        num_heads: int,
        dropout: float = 0.0,
        pad_id: int | None = None,
    ) -> None:
        super().__init__()
        check_sizes(source_vocab_size=source_vocab_size, num_layers=num_layers)
        check_sizes(target_vocab_size=target_vocab_size)
        check_rate(dropout=dropout)
        self.pad_id = pad_id

        heads = {"num_heads": num_heads, "dropout": dropout, "qkv_bias": True}
        attention = partial(CrossAttention, d_model, d_model, **heads)
        causal = partial(Attention, d_model, d_model, context_length, **heads)
        feed_forward = partial(FeedForward, d_model, 4 * d_model)
        self.source_emb = nn.Embedding(source_vocab_size, d_model)
        self.target_emb = nn.Embedding(target_vocab_size, d_model)
        self.source_positions = LearnedPositions(context_length, d_model)
        self.target_positions = LearnedPositions(context_length, d_model)
        self.dropout = nn.Dropout(dropout)
        self.encoder = nn.ModuleList(
            TransformerBlock(d_model, attention(), feed_forward(), dropout)
            for _ in range(num_layers)
        )
        self.encoder_norm = LayerNorm(d_model)
        self.decoder = nn.ModuleList(
            DecoderBlock(d_model, causal(), attention(), feed_forward(), dropout)
            for _ in range(num_layers)
        )
        self.decoder_norm = LayerNorm(d_model)
        self.out_head = nn.Linear(d_model, target_vocab_size)

    def forward(
        self,
        source_ids: Int64[Tensor, "... num_source_tokens"],
        target_ids: Int64[Tensor, "... num_target_tokens"],
    ) -> Float[Tensor, "... num_target_tokens target_vocab_size"]:
        """Return at each position of the target the logits of its next word.

        Args:
            source_ids: What is read, short ones padded with pad_id.
            target_ids: What has been written so far, from a first token on.

        Raises:
            ValueError: If either has more tokens than context_length.
        """
        return self.decode(target_ids, *self.encode(source_ids))

    def encode(
        self, source_ids: Int64[Tensor, "... num_source_tokens"]
    ) -> tuple[
        Float[Tensor, "... num_source_tokens d_model"],
        Bool[Tensor, "... 1 num_source_tokens"] | None,
    ]:
        """Return one vector for each token of the source, and the mask of its padding.

        Args:
            source_ids: What is read.

        Returns:
            The vectors, which are called memory, and the mask that hides padding from
            every query, None without a pad_id. Both are what `decode` takes.

        Raises:
            ValueError: If there are more tokens than context_length.
        """
        mask = None if self.pad_id is None else padding_mask(source_ids, self.pad_id)
        x = self.dropout(self.source_positions(self.source_emb(source_ids)))
        for block in self.encoder:
            x = block(x, mask=mask)
        return self.encoder_norm(x), mask

    def decode(
        self,
        target_ids: Int64[Tensor, "... num_target_tokens"],
        memory: Float[Tensor, "... num_source_tokens d_model"],
        mask: Bool[Tensor, " ..."] | None = None,
    ) -> Float[Tensor, "... num_target_tokens target_vocab_size"]:
        """Return the logits of the next words, for a source that has been encoded.

        Args:
            target_ids: What has been written so far.
            memory: What `encode` returned.
            mask: The mask that `encode` returned.

        Raises:
            ValueError: If there are more tokens than context_length.
        """
        x = self.dropout(self.target_positions(self.target_emb(target_ids)))
        for block in self.decoder:
            x = block(x, memory, mask)
        return self.out_head(self.decoder_norm(x))
