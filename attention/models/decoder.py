"""A decoder-only language model, put together from parts.

For ids i_1, ..., i_n of one text:

    x_p = E[i_p] + P[p]
    x = block_L(... block_1(x))
    logits = norm(x) U^T

E is the table of embeddings and P that of positions, which a model has none of if its
attention layers know positions themselves. U is a table of its own, or E again: then
the weights are tied (Press and Wolf, 2017). The blocks, the positions and the norm are
passed in, so GPT-2 and later models are different assemblies of one decoder.
"""

from collections.abc import Callable, Sequence
from typing import Any, cast

from jaxtyping import Float, Int64
from torch import Tensor, nn

from attention.checks import check_length, check_rate, check_sizes
from attention.models.norms import LayerNorm
from attention.models.sampling import evaluating, generate


class Decoder(nn.Module):
    """Tokens and positions in, blocks, one logit for each word out.

    Args:
        vocab_size: Words of the vocabulary; ids are below it.
        context_length: The number of tokens of the longest text that it takes.
        d_model: Features of a token.
        num_layers: The number of blocks.
        block: What makes a block from its number, counted from 0; for example a
            function that returns a TransformerBlock.
        positions: What adds positions to the embeddings, for example LearnedPositions;
            by default nothing does.
        norm: What makes the norm after the last block, of a given width.
        dropout: The rate of dropout of the embeddings in training, in [0, 1).
        tied: Whether the logits are products with the embeddings; otherwise `out_head`
            is a table of its own.
        initialise: What is applied to every module of the model before the weights are
            tied; by default they stay as torch draws them.

    Attributes:
        tok_emb: nn.Embedding, one row for each word.
        positions: What adds positions, or None.
        blocks: nn.ModuleList of the blocks.
        final_norm: The norm after the last block.
        out_head: nn.Linear without a bias; its weight is tok_emb's if tied.

    Raises:
        ValueError: If vocab_size, context_length or num_layers is less than 1, or
            dropout is not in [0, 1).
    """

    positions: Any

    def __init__(
        self,
        vocab_size: int,
        context_length: int,
        d_model: int,
        num_layers: int,
        block: Callable[[int], nn.Module],
        positions: nn.Module | None = None,
        norm: Callable[[int], nn.Module] = LayerNorm,
        dropout: float = 0.0,
        tied: bool = False,
        initialise: Callable[[nn.Module], None] | None = None,
    ) -> None:
        super().__init__()
        check_sizes(
            vocab_size=vocab_size, context_length=context_length, num_layers=num_layers
        )
        check_rate(dropout=dropout)
        self.context_length = context_length
        self.tok_emb = nn.Embedding(vocab_size, d_model)
        self.positions = positions
        self.dropout = nn.Dropout(dropout)
        self.blocks = nn.ModuleList(block(number) for number in range(num_layers))
        self.final_norm = norm(d_model)
        self.out_head = nn.Linear(d_model, vocab_size, bias=False)
        if initialise is not None:
            self.apply(initialise)
        if tied:
            self.out_head.weight = self.tok_emb.weight

    def forward(
        self, ids: Int64[Tensor, "... num_tokens"]
    ) -> Float[Tensor, "... num_tokens vocab_size"]:
        """Return at each position the logits of the next word.

        Args:
            ids: Texts as ids, all of one length. Shorter ones may be filled up with
                any id at their end: in causal layers no token attends to a later one,
                so the logits of a text are those that it has alone.

        Raises:
            ValueError: If there are more tokens than context_length.
        """
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x)
        return self.out_head(self.final_norm(x))

    def forward_with_cache(
        self, ids: Int64[Tensor, "... num_new"], caches: Sequence[Any] | None = None
    ) -> tuple[Float[Tensor, "... num_new vocab_size"], list[Any]]:
        """Return the same for new tokens, with what each block keeps of earlier ones.

        Args:
            ids: The new tokens. The position of the first one is the number of tokens
                processed so far.
            caches: What an earlier call returned; by default there are no earlier
                tokens.

        Returns:
            logits: What the model returns for the whole text, at the new tokens.
            caches: A cache for each block, with the new tokens.

        Raises:
            ValueError: If there is not one cache for each block, all of as many tokens,
                if the tokens so far and the new ones are more than context_length, or
                as the layers do if a cache does not fit.
        """
        if caches is None:
            caches = [None] * len(self.blocks)
        cached = [getattr(cache, "num_tokens", 0) for cache in caches]
        if len(cached) != len(self.blocks) or len(set(cached)) > 1:
            raise ValueError(
                f"caches must be one for each of {len(self.blocks)} blocks, all of as "
                f"many tokens. Got caches of {cached} tokens."
            )
        x = self.embed(ids, cached[0])
        longer = []
        for block, cache in zip(self.blocks, caches, strict=True):
            x, cache = cast("Any", block).forward_with_cache(x, cache)
            longer.append(cache)
        return self.out_head(self.final_norm(x)), longer

    def embed(
        self, ids: Int64[Tensor, "... num_tokens"], start: int = 0
    ) -> Float[Tensor, "... num_tokens d_model"]:
        """Return the embeddings of tokens with their positions, after dropout.

        Args:
            ids: Texts as ids.
            start: The position of the first token.

        Raises:
            ValueError: If there are more tokens than context_length, those before
                start counted.
        """
        check_length("ids", ids.shape[-1], self.context_length, start)
        x = self.tok_emb(ids)
        if self.positions is not None:
            x = self.positions(x, start)
        return self.dropout(x)

    def generate(
        self,
        ids: Int64[Tensor, "batch num_tokens"],
        num_new: int,
        choose: Callable[[Tensor], Tensor] | None = None,
        end: int | None = None,
        *,
        use_cache: bool = False,
    ) -> Int64[Tensor, "batch longer"]:
        """Write on, in evaluation mode, as the function `generate` does.

        Args:
            ids: The beginnings, all of one length.
            num_new: How many words to append at most.
            choose: From logits (batch, vocab_size) to ids (batch,); by default the
                largest logit's.
            end: The id that ends a text.
            use_cache: Whether the model runs on no token twice: first on the text that
                is given, then on one word at a time. Logits may differ by rounding, so
                another word may be chosen where two are equally probable up to that.

        Raises:
            ValueError: If the text without its last word, which is not read, would be
                longer than context_length, or as `generate` does.
        """
        if ids.shape[-1] + num_new - 1 > self.context_length:
            raise ValueError(
                f"ids and new words must fit context_length={self.context_length}, "
                f"the last word not counted. Got {ids.shape[-1]} + {num_new}."
            )
        caches: Sequence[Any] | None = None

        def continue_caches(ids: Tensor) -> Tensor:
            nonlocal caches
            cached = 0 if caches is None else caches[0].num_tokens
            logits, caches = self.forward_with_cache(ids[:, cached:], caches)
            return logits

        with evaluating(self):
            model = continue_caches if use_cache else self
            return generate(model, ids, num_new, choose, end)
