"""What is behind the general sentences of docs/modern/kv-cache.md."""

import torch

from attention import Attention, load_trained, story_ids
from tests.facts.draw import draw
from tests.facts.modern.counted import multiply_adds


@torch.no_grad()
def test_without_positions_few_words_are_right_and_no_logits_are() -> None:
    model, right = load_trained("story"), 0.0
    texts, block = story_ids.unfold(0, 25, 1), model.blocks[0]
    whole = model(texts[:, :24])
    _, (cache,) = model.forward_with_cache(texts[:, :16])
    written = texts[:, 16]
    for p in range(16, 24):
        x = model.embed(written[:, None], 0)  # not p
        x, cache = block.forward_with_cache(x, cache)
        logits = model.out_head(model.final_norm(x))[:, 0]
        written = logits.argmax(-1)
        right += (written == texts[:, p + 1]).double().mean().item() / 8
        assert (logits - whole[:, p]).abs().amax(dim=-1).min() > 0.1
    assert 0.2 < right < 0.5


def test_multiply_adds_are_those_of_the_formulas() -> None:
    for d, heads, N in ((6, 2, 5), (15, 5, 11)):
        layer, x = Attention(d, d, N, 0.0, heads).double(), draw(N, N, d)
        cache, cached, plain = None, 0, 0
        for n in range(1, N + 1):
            now = multiply_adds(layer.forward_with_cache, x[n - 1 : n], cache)
            assert now == 4 * d**2 + 2 * n * d
            cached += now
            whole = multiply_adds(layer, x[:n])
            assert whole == 4 * n * d**2 + 2 * n**2 * d
            plain += whole
            _, cache = layer.forward_with_cache(x[n - 1 : n], cache)
        assert cached == 4 * N * d**2 + N * (N + 1) * d
        matrices = 2 * N * (N + 1) * d**2
        assert plain == matrices + N * (N + 1) * (2 * N + 1) // 3 * d
