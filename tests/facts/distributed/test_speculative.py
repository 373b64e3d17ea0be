"""What is behind the general sentences of docs/distributed/speculative.md."""

import itertools

import pytest
import torch
from torch import Tensor

from attention import GPT, MultiToken
from attention.distributed import draft_outcomes, greedy_probabilities
from tests.facts.draw import draw
from tests.facts.says import says


def pair(seed: int, size: int = 7) -> tuple[Tensor, Tensor]:
    """Random probabilities of a model and of a draft, some of them small."""
    p, q = (3 * draw(seed + n, size) for n in (0, 1000))
    return p.softmax(dim=-1), q.softmax(dim=-1)


def of_draft(p: Tensor, q: Tensor, x: int) -> tuple[float, Tensor]:
    """With which probability one draft is kept, and what replaces it."""
    kept, last = draft_outcomes(p.repeat(2, 1), q[None], torch.tensor([x]))
    return kept.item(), last[0]


def test_a_kept_or_replaced_draft_has_the_probabilities_of_the_model() -> None:
    says(
        "distributed/speculative",
        r"A draft \(x\) is kept with probability \(\min(1, p(x)/q(x))\), and otherwise replaced by a word from",
        r"\[ r(x) = \frac{\max(0, \, p(x) - q(x))}{\sum_y \max(0, \, p(y) - q(y))} \]",
        "The denominator is the probability that a draft is refused.",
        r"So a word \(x\) is written with probability",
        r"\[ \min\bigl(p(x), q(x)\bigr) + \max\bigl(0, \, p(x) - q(x)\bigr) = p(x) \]",
        r"The distance is half the sum of \(|p(x) - q(x)|\), also called total variation.",
        "It is the probability that a draft is refused.",
    )
    for seed in range(50):
        p, q = pair(seed)
        refused = sum(q[x] * (1 - of_draft(p, q, x)[0]) for x in range(7))
        denominator = sum(max(0, p[y] - q[y]) for y in range(7))
        torch.testing.assert_close(refused, denominator)
        torch.testing.assert_close(refused, (p - q).abs().sum() / 2)
        for x in range(7):
            kept, r = of_draft(p, q, x)
            assert kept == pytest.approx(min(1, (p[x] / q[x]).item()))
            torch.testing.assert_close(r[x], max(0 * p[x], p[x] - q[x]) / denominator)
            written = min(p[x], q[x]) + max(0, p[x] - q[x])
            assert written.item() == pytest.approx(p[x].item())
            law = q[x] * kept + refused * r[x]
            assert law.item() == pytest.approx(p[x].item())


def test_points_below_q_that_are_below_p_are_as_many_as_are_kept() -> None:
    says(
        "distributed/speculative",
        r"A draft is a point below \(q\), at an even height.",
        r"If it is below \(p\) as well, it is kept:",
        r"What is refused above \(p\) is missing elsewhere below \(p\), and that is where replacements are drawn from.",
    )
    p, q = pair(3)
    heights = (torch.arange(10_000, dtype=torch.float64) + 0.5) / 10_000
    for x in range(7):
        share = (heights * q[x] < p[x]).double().mean().item()
        assert share == pytest.approx(of_draft(p, q, x)[0], abs=1e-3)
    above, below = (q - p).clamp(min=0).sum(), (p - q).clamp(min=0).sum()
    torch.testing.assert_close(above, below)


def test_the_wrong_rules_are_off_and_the_right_ones_are_not() -> None:
    says(
        "distributed/speculative",
        r"A refused draft must not be replaced by a draw from \(p\), since the words that \(q\) likes had their chance.",
        r"\(|p - q|\) also draws words of which \(q\) had too much.",
        "To keep a draft only if it is the model's favourite, and else to write the favourite, is greedy decoding, whatever the temperature.",
        "If the draft is chosen greedily, its probability is 1, and not the number in its softmax.",
        "With 1, the rule is exact.",
        "What is written is the drawn word in either case, so this is exact.",
        "But it keeps fewer drafts, unless the model or the draft always writes the same word:",
    )
    for seed in range(50):
        p, q = pair(seed)
        keep, rest = (p / q).clamp(max=1), (p - q).clamp(min=0)
        refused, eye = 1 - q @ keep, torch.eye(7, dtype=torch.float64)
        favourite, drafted = eye[p.argmax()], eye[q.argmax()]
        from_p = q * keep + refused * p
        apart = q * keep + refused * (p - q).abs() / (p - q).abs().sum()
        # Those that q likes come too often with both.
        for wrong in (from_p, apart):
            assert (wrong - p).abs().max() > 1e-4
            assert (wrong[q > p] > p[q > p]).all()
        first = q * favourite + (1 - q @ favourite) * favourite
        torch.testing.assert_close(first, favourite)
        kept, last = of_draft(p, drafted, int(q.argmax()))
        torch.testing.assert_close(drafted * kept + (1 - kept) * last, p)
        as_it_is = drafted * keep + (1 - drafted @ keep) * rest / rest.sum()
        assert (as_it_is - p).abs().max() > 1e-4
        assert p @ q < torch.minimum(p, q).sum()
        for one, other in ((p, drafted), (favourite, q)):  # always the same word
            assert one @ other == torch.minimum(one, other).sum()


@pytest.mark.parametrize("num_drafts", [1, 3])
def test_four_words_have_the_law_of_the_model_only_if_the_word_after_is_from_p(
    num_drafts: int,
) -> None:
    says(
        "distributed/speculative",
        "Drafts are kept up to the first that is refused.",
        r"If all are kept, the pass has \(p\) for one word more.",
        "That one is replaced, and what follows it is forgotten, because it was drafted after another word.",
        "What is written has the model's probabilities, whatever the draft is, as long as \\(q\\) is what it was drawn from.",
    )
    P, Q = (2 * draw(7, 2, 4, 3)).softmax(dim=-1)

    def passes(last: int, more: Tensor) -> list[tuple[tuple[int, ...], float]]:
        found = []
        for drafts in itertools.product(range(3), repeat=num_drafts):
            before = [last, *drafts]
            p, q, words = P[before], Q[before[:-1]], torch.tensor(drafts)
            p[-1] = more[before[-1]]
            kept, ends = draft_outcomes(p, q, words)
            odds = q.gather(1, words[:, None]).prod()
            for count in range(num_drafts + 1):
                stop = 1 - kept[count] if count < num_drafts else 1
                chances = odds * kept[:count].prod() * stop * ends[count]
                found += [
                    ((*drafts[:count], word), chance)
                    for word, chance in enumerate(chances.tolist())
                ]
        return found

    def off(more: Tensor) -> float:
        """The largest difference from the law of four words."""
        ways = [passes(last, more) for last in range(4)]
        done: dict[tuple[int, ...], float] = {}
        texts = {(3,): 1.0}
        while texts:
            longer: dict[tuple[int, ...], float] = {}
            for text, before in texts.items():
                for words, chance in ways[text[-1]]:
                    new = (text + words)[:5]
                    into = longer if len(new) < 5 else done
                    into[new] = into.get(new, 0.0) + before * chance
            texts = longer
        assert len(done) == 81
        return max(
            abs(chance - P[list(text[:-1]), list(text[1:])].prod().item())
            for text, chance in done.items()
        )

    assert off(P) < 1e-14
    assert off(Q) > 1e-3


def test_greedy_text_keeps_a_draft_if_it_is_the_favourite() -> None:
    says(
        "distributed/speculative",
        r"Greedy text is the case in which \(p\) is 1 for one word: a draft is kept if it is that word.",
    )
    for seed in range(20):
        logits, q = draw(seed, 7), pair(seed)[1]
        p = greedy_probabilities(logits)
        for x in range(7):
            kept, last = of_draft(p, q, x)
            assert kept == (x == int(logits.argmax()))
            torch.testing.assert_close(last, p)


def test_the_states_that_a_draft_needs_are_those_of_the_pass_before() -> None:
    says(
        "distributed/speculative",
        "An engine has the states that the block needs from the pass before, so a draft costs it one block and the logits.",
    )
    both = MultiToken(GPT(11, 12, 8, num_layers=2, num_heads=2)).double().eval()
    ids = torch.tensor([[3, 1, 4, 1, 5, 9]])
    states = both.model.embed(ids[:, :-1])  # the last word has just been written
    for block in both.model.blocks:
        states = block(states)
    words = both.model.tok_emb(ids[:, 1:])
    joined = torch.cat([both.norm_state(states), both.norm_token(words)], dim=-1)
    h = both.final_norm(both.block(both.combine(joined)))
    torch.testing.assert_close(both.model.out_head(h), both(ids)[1])


@pytest.mark.parametrize("gamma", [1, 2, 5])
@pytest.mark.parametrize("alpha", [0.1, 0.5, 0.9])
def test_the_words_of_a_pass_are_a_sum_of_powers(alpha: float, gamma: int) -> None:
    says(
        "distributed/speculative",
        r"If each draft is kept with the same probability \(\alpha\), whatever became of the others, a pass with \(\gamma\) drafts writes on average",
        r"\[ \frac{1 - \alpha^{\gamma + 1}}{1 - \alpha} \]",
        r"If a draft takes a share \(c\) of a pass's time, and a pass over \(\gamma\) drafts no longer than one over a single word, that is",
        r"\[ \frac{1 - \alpha^{\gamma + 1}}{(1 - \alpha) \, (\gamma c + 1)} \]",
    )
    mean = 0.0
    for kept in itertools.product([True, False], repeat=gamma):
        odds = alpha ** sum(kept) * (1 - alpha) ** (gamma - sum(kept))
        mean += odds * (1 + (kept.index(False) if False in kept else gamma))
    expected = (1 - alpha ** (gamma + 1)) / (1 - alpha)
    assert mean == pytest.approx(expected)
    c = 0.1
    faster = (1 - alpha ** (gamma + 1)) / ((1 - alpha) * (gamma * c + 1))
    time_of_words = mean  # one by one, in passes
    assert faster == pytest.approx(time_of_words / (gamma * c + 1))


def test_there_is_a_best_number_of_drafts() -> None:
    says("distributed/speculative", "Too many drafts make it slower.", "About eight.")

    def faster(alpha: float, drafts: int, cost: float) -> float:
        return (1 - alpha ** (drafts + 1)) / (1 - alpha) / (1 + cost * drafts)

    best = max(range(1, 50), key=lambda n: faster(0.8, n, 0.05))
    assert best == 8
    assert faster(0.5, 20, 0.1) < 1 < faster(0.5, 1, 0.1)
