"""What is behind the general sentences of docs/text/word2vec.md."""

import torch
from torch import Tensor

from attention import (
    SkipGram,
    skip_gram_loss,
    skip_gram_pairs,
    split_words,
    story,
    story_ids,
    story_vocabulary,
    train_skip_gram,
)
from tests.facts.draw import draw
from tests.facts.says import says

PAIRS = [
    tuple(story_vocabulary.index(word) for word in pair.split())
    for pair in (
        "ada mira",
        "apples pears",
        "north south",
        "morning evening",
        "red blue",
        "summer winter",
    )
]


def test_partners_are_never_neighbours_and_the_last_pair_is_the_rarest():
    says(
        "text/word2vec",
        "No two partners are ever a real pair, since they never occur within two positions of each other in the story.",
    )
    centres, contexts = skip_gram_pairs(story_ids, window=2)
    pairs = set(zip(centres.tolist(), contexts.tolist(), strict=True))
    assert not pairs & set(PAIRS)
    words = split_words(story)
    counts = [[words.count(story_vocabulary[i]) for i in pair] for pair in PAIRS]
    assert counts[-1] == [3, 3]
    assert min(min(pair) for pair in counts[:-1]) > 3


def test_partners_come_together_by_their_neighbours():
    says(
        "text/word2vec",
        "In the first fifty steps almost all words come to point in nearly the same direction.",
        "They end up together because they have neighbours in common: shuffle the words of the story, and hardly any pairs are found.",
    )
    others = ~torch.eye(126, dtype=torch.bool)
    for seed in range(2):
        generator = torch.Generator().manual_seed(seed)
        shuffled = story_ids[torch.randperm(len(story_ids), generator=generator)]
        for ids, found in ((story_ids, {5, 6}), (shuffled, {0, 1})):
            model = SkipGram(126, 16, generator=generator).double()
            train_skip_gram(model, ids, steps=50, generator=generator)
            early = cosines(model)[others]
            assert early.mean() > 0.95
            assert 0.95 < (early > 0.9).double().mean() < 1  # almost all, not all
            train_skip_gram(model, ids, steps=250, generator=generator)
            late = cosines(model)
            assert late[others].mean() < 0.6
            near = late.topk(4).indices.tolist()  # itself and three others
            assert sum(b in near[a] and a in near[b] for a, b in PAIRS) in found
            if ids is story_ids:
                assert all(late[a, b] > late[others].mean() + 0.1 for a, b in PAIRS)


def cosines(model: SkipGram) -> Tensor:
    directions = torch.nn.functional.normalize(model.centres.detach(), dim=-1)
    return directions @ directions.T


def test_the_loss_is_the_formula_for_each_pair():
    says(
        "text/word2vec",
        r"\[ L = -\log \sigma(u_o \cdot v_c) - \sum_{i=1}^{k} \log \sigma(-u_{n_i} \cdot v_c) \]",
    )
    v_c, u_o, u_n = draw(0, 3), draw(1, 3), draw(2, 5, 3)
    L = -(u_o @ v_c).sigmoid().log() - sum((-u @ v_c).sigmoid().log() for u in u_n)
    torch.testing.assert_close(skip_gram_loss(v_c, u_o, u_n), L)
