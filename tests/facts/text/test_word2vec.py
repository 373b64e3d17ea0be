"""What is behind the general sentences of docs/text/word2vec.md."""

import torch
from torch import Tensor

from attention.examples import story_ids, story_vocabulary
from attention.text import SkipGram, skip_gram_loss, train_skip_gram
from tests.facts.draw import draw
from tests.facts.says import says

PAIRS = "ada mira, apples pears, north south, morning evening, red blue, summer winter"


def test_partners_come_together_by_their_neighbours():
    says(
        "text/word2vec",
        "In the first fifty steps almost all words come to point in nearly the same direction.",
        "They end up together because they have neighbours in common: shuffle the words of the story, and hardly any pairs are found.",
    )
    others = ~torch.eye(126, dtype=torch.bool)
    words = [pair.split() for pair in PAIRS.split(", ")]
    pairs = [tuple(map(story_vocabulary.index, pair)) for pair in words]
    generator = torch.Generator().manual_seed(0)
    shuffled = story_ids[torch.randperm(len(story_ids), generator=generator)]
    for ids, found in ((story_ids, {5, 6}), (shuffled, {0, 1})):
        model = SkipGram(126, 16, generator=generator).double()
        train_skip_gram(model, ids, steps=50, generator=generator)
        assert 0.95 < (cosines(model)[others] > 0.9).double().mean() < 1
        train_skip_gram(model, ids, steps=250, generator=generator)
        near = cosines(model).topk(4).indices.tolist()  # itself and three others
        assert sum(b in near[a] and a in near[b] for a, b in pairs) in found


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
