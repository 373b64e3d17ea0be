"""Speculative decoding: a draft proposes words, and one pass of the model decides.

With the probabilities p of the model and q of the draft, a word x that was drawn from q
is kept with probability min(1, p(x) / q(x)). The first one that is refused is replaced
by a word that is drawn from what p has more of than q:

    r(x) = max(0, p(x) - q(x)) / sum over y of max(0, p(y) - q(y))

If all are kept, one more word is drawn from p. What is written has the probabilities of
the model alone (Leviathan et al., 2023, section 2.3 and appendix A.1).
"""

from collections.abc import Callable
from functools import partial

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int64
from torch import Tensor

from attention.checks import check_shape, check_sizes
from attention.models.sampling import draw


def draft_outcomes(
    p: Float[Tensor, "positions vocab_size"],
    q: Float[Tensor, "num_drafts vocab_size"],
    drafts: Int64[Tensor, " num_drafts"],
) -> tuple[Float[Tensor, " num_drafts"], Float[Tensor, "positions vocab_size"]]:
    """Return what can become of drafts, and with which probabilities.

    Args:
        p: What the model gives each word after the text, after one draft, ..., after
            all of them: one row more than there are drafts.
        q: What the draft gave each word, where it drew them.
        drafts: The words that it drew.

    Returns:
        kept: With which probability each draft is kept, if those before it are.
        last: The probabilities of the word that is written after the kept drafts, by
            their number.

    Raises:
        ValueError: If the shapes do not fit, as those of two vocabularies do not, if a
            row does not sum to 1, or if q gives a draft no probability.
    """
    check_shape("drafts", drafts, "num_drafts")
    num_drafts, vocab_size = len(drafts), p.shape[-1]
    check_shape("p", p, "positions vocab_size", positions=num_drafts + 1)
    must = "have a row for each draft and the words of p, shape"
    axes = "num_drafts vocab_size"
    check_shape("q", q, axes, must=must, num_drafts=num_drafts, vocab_size=vocab_size)
    for name, rows in (("p", p), ("q", q)):
        sums = rows.sum(dim=-1)
        if (rows < 0).any() or not ((sums - 1).abs() < 1e-3).all():
            raise ValueError(
                f"each row of {name} must be probabilities with the sum 1, not logits. "
                f"Got sums {sums.tolist()}."
            )
    at = drafts[:, None]
    of_p, of_q = p[:-1].gather(-1, at)[:, 0], q.gather(-1, at)[:, 0]
    if (of_q == 0).any():
        raise ValueError(
            f"q must give each draft a probability above 0: it was drawn from q. "
            f"Got {of_q.tolist()}."
        )
    rest = (p[:-1] - q).clamp(min=0)
    total = rest.sum(dim=-1, keepdim=True)
    rest = torch.where(total > 0, rest / total, p[:-1])  # p = q: none is refused
    return (of_p / of_q).clamp(max=1), torch.cat([rest, p[-1:]])


def accept_drafts(
    p: Float[Tensor, "positions vocab_size"],
    q: Float[Tensor, "num_drafts vocab_size"],
    drafts: Int64[Tensor, " num_drafts"],
    generator: torch.Generator | None = None,
) -> Int64[Tensor, " num_words"]:
    """Return the drafts up to the first that is refused, and one word more.

    Args:
        p: What the model gives each word after the text, after one draft, ..., after
            all of them: one row more than there are drafts.
        q: What the draft gave each word, where it drew them.
        drafts: The words that it drew.
        generator: Where the numbers come from; torch's global one by default.

    Returns:
        From 1 to num_drafts + 1 words. Their probabilities are those of the model.

    Raises:
        ValueError: As `draft_outcomes` does.
    """
    kept, last = draft_outcomes(p, q, drafts)
    numbers = torch.rand(
        kept.shape, generator=generator, dtype=kept.dtype, device=kept.device
    )
    count = int((numbers < kept).long().cumprod(dim=0).sum())
    return torch.cat([drafts[:count], draw(last[count : count + 1].log(), generator)])


def greedy_probabilities(
    logits: Float[Tensor, "... vocab_size"],
) -> Float[Tensor, "... vocab_size"]:
    """Return probability 1 for the word of the largest logit, and 0 for the others."""
    return F.one_hot(logits.argmax(dim=-1), logits.shape[-1]).to(logits.dtype)


_softmax = partial(torch.softmax, dim=-1)


@torch.no_grad()
def speculate(
    model: Callable[[Tensor], Tensor],
    draft: Callable[[Tensor], Tensor],
    ids: Int64[Tensor, "1 num_tokens"],
    num_new: int,
    num_drafts: int = 1,
    probabilities: Callable[[Tensor], Tensor] = _softmax,
    generator: torch.Generator | None = None,
) -> tuple[Int64[Tensor, "1 longer"], int]:
    """Write on with the probabilities of a model, in fewer passes of it than words.

    The first pass reads the text and writes a word. Each of the others decides about
    drafts. Both models read the whole text each time; an engine keeps their caches, and
    cuts them back to what was kept.

    Args:
        model: A module, or function, from ids to logits (1, num_tokens, vocab_size).
        draft: The same of a smaller model. Only its logits at the last token count.
        ids: The beginning of one text.
        num_new: How many words to append.
        num_drafts: How many words are drafted before each pass.
        probabilities: What both make of logits, such as `greedy_probabilities`; by
            default the softmax.
        generator: Where the numbers come from; torch's global one by default.

    Returns:
        ids: The text.
        passes: How often the model was run.

    Raises:
        ValueError: If ids is not one text of at least a token, num_new or num_drafts is
            less than 1, the two have different vocabularies, or as `draft_outcomes`
            does.
    """
    check_shape("ids", ids, "batch num_tokens", batch=1)
    check_sizes(num_tokens=ids.shape[-1], num_new=num_new, num_drafts=num_drafts)
    end = ids.shape[-1] + num_new
    passes, vocab_size = 0, 0
    while (written := ids.shape[-1]) < end:
        drafted, rows = ids, []
        # The first pass and the last word need no draft.
        for _ in range(min(num_drafts, end - written - 1) if passes else 0):
            logits = draft(drafted)[:, -1]
            if logits.shape[-1] != vocab_size:
                raise ValueError(
                    f"draft must have the vocabulary of the model, {vocab_size} words. "
                    f"Got {logits.shape[-1]}."
                )
            rows.append(probabilities(logits))
            word = draw(rows[-1].log(), generator)
            drafted = torch.cat([drafted, word[:, None]], dim=-1)
        p = probabilities(model(drafted)[0, written - 1 :])
        passes, vocab_size = passes + 1, p.shape[-1]
        q = torch.cat([p[:0], *rows])
        words = accept_drafts(p, q, drafted[0, written:], generator)
        ids = torch.cat([ids, words[None]], dim=-1)
    return ids, passes
