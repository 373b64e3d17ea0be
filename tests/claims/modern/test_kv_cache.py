"""What is behind the general sentences of docs/modern/kv-cache.md."""

import torch
from torch import nn
from torch.testing import assert_close

from attention import GPT, CrossAttention, MultiHeadAttention, load_trained, story_ids
from tests.claims.draw import draw
from tests.claims.modern.counted import multiply_adds


def test_keys_and_values_of_all_layers_stay() -> None:
    torch.manual_seed(0)
    model, ids = GPT(11, 13, 6, 4, 2).double(), torch.randint(11, (2, 13))
    for parameter in model.parameters():
        nn.init.normal_(parameter, std=0.4)
    _, whole = model.forward_with_cache(ids)
    for n in range(1, 13):
        _, beginning = model.forward_with_cache(ids[:, :n])
        for short, long in zip(beginning, whole, strict=True):
            assert_close(short.keys, long.keys[..., :n, :])
            assert_close(short.values, long.values[..., :n, :])
    first, W_key = MultiHeadAttention(6, 6, 13, 0.5, 2).double(), draw(1, 6, 5)
    x = draw(0, 13, 6)
    assert not torch.allclose(first(x[:7]) @ W_key, first(x)[:7] @ W_key)  # dropout
    first.eval()
    assert_close(first(x[:7]) @ W_key, first(x)[:7] @ W_key)


@torch.no_grad()
def test_without_positions_most_words_are_right_and_no_logits_are() -> None:
    model = load_trained("story")
    texts, block = story_ids.unfold(0, 25, 1), model.blocks[0]
    whole = model(texts[:, :24])
    _, caches = model.forward_with_cache(texts[:, :16])
    assert len(caches) == len(model.blocks) == 1
    for counts_on, own_words in ((True, False), (False, False), (False, True)):
        right, cache, written = 0.0, caches[0], texts[:, 16]
        for p in range(16, 24):
            words = written if own_words else texts[:, p]
            start = model.positions.pos_emb.weight[p if counts_on else 0]
            x = model.tok_emb(words[:, None]) + start
            x, cache = block.forward_with_cache(x, cache)
            logits = model.out_head(model.final_norm(x))[:, 0]
            written = logits.argmax(-1)
            right += (written == texts[:, p + 1]).float().mean().item() / 8
            if not own_words:
                errors = (logits - whole[:, p]).abs().amax(dim=-1)
                assert errors.max() < 1e-4 if counts_on else errors.min() > 0.1
        if not counts_on:
            assert 0.2 < right < 0.5 if own_words else 0.5 < right < 0.9


def test_multiply_adds_are_those_of_the_formulas() -> None:
    for d, heads, N in ((6, 2, 5), (15, 5, 11)):
        layer, x = MultiHeadAttention(d, d, N, 0.0, heads).double(), draw(N, N, d)
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


def test_without_a_mask_later_words_change_keys() -> None:
    torch.manual_seed(0)
    first = CrossAttention(6, 6, 0.0, 2).double()
    W_key, x = nn.Linear(6, 5).double(), draw(0, 7, 6)
    for n in range(1, 7):
        before, after = x[:n] + first(x[:n], x[:n]), x + first(x, x)
        assert not torch.allclose(W_key(before), W_key(after[:n]))
        assert_close(W_key(x[:n]), W_key(x)[:n])
