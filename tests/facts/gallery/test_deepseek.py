"""What docs/gallery/deepseek.md says in general."""

import torch
from torch import nn

from attention import index_scores, select_keys
from attention.gallery import build, describe, outline, release
from attention.gallery import count as counted
from attention.plotting import draw_models
from tests.attention.expect import random
from tests.attention.plotting.test_drawings import lit
from tests.facts.gallery.made import (
    IDS,
    count,
    described,
    drawn,
    not_seen_in_a_new_model,
    seen_from,
    stored,
)
from tests.facts.says import says

V3 = {"model_type": "deepseek_v3"}
V3 |= dict.fromkeys(("index_topk", "index_n_heads", "index_head_dim"))


@torch.no_grad()
def test_deepseek_v3_is_what_is_left_without_indexers():
    says(
        "gallery/deepseek",
        "DeepSeek-V3.2 is DeepSeek-V3 with an indexer in each layer, which chooses the keys that a query attends to.",
        "One function makes all three.",
        "The last three entries are those of the indexer, which DeepSeek-V3's config has not:",
        "As long as a text has at most `index_topk` tokens, each query keeps all keys, whatever the indexer computes.",
    )
    for seed in range(3):
        model = drawn("deepseek_v32", seed)
        older = build(stored("deepseek_v32", **V3)).double().eval()
        kept = {
            name.replace("attention.attention", "attention"): tensor
            for name, tensor in model.state_dict().items()
            if ".indexer." not in name
        }
        older.load_state_dict(kept)
        off = (model(IDS) - older(IDS))[0].abs().amax(dim=-1)
        assert off[:24].max() < 1e-9
        assert off[24] > 1e-3


def test_what_an_indexer_is_made_from():
    says(
        "gallery/deepseek",
        "If the config has `index_topk`, `selective` puts an indexer beside it.",
        "The index queries are made from the layer's compressed queries.",
        "The index keys are made from the tokens and normalised, with a mean that is subtracted and a bias, which no other norm of the model has.",
        "Positions turn as many features in the indexer as in the layer, but in other pairs.",
        "The cache of a layer keeps an index key for each token, in addition to the latent vector and the rotary key.",
    )
    model = drawn("deepseek_v32")
    norms = [m for m in model.modules() if isinstance(m, nn.LayerNorm)]
    assert norms == [block.attention.indexer.W_key[1] for block in model.blocks]
    assert all(norm.bias is not None for norm in norms)
    layer = model.blocks[0].attention
    assert layer.indexer.W_query.in_features == 18  # q_lora_rank
    turns = layer.indexer.rotary, layer.attention.rotary
    assert turns[0].frequencies == turns[1].frequencies
    cache = model.forward_with_cache(IDS)[1][0]
    assert cache.compressed.shape[-1] == 14 + 6
    assert cache.index_keys.shape == (1, 150, 10)


def test_kimi_k2_is_deepseek_v3_in_other_sizes():
    says(
        "gallery/deepseek",
        "Kimi K2 is DeepSeek-V3 in other sizes.",
        "Kimi K2 has no line of its own, only other entries:",
        "Its experts are not in groups either.",
    )
    config = release("kimi-k2").config
    assert (config["n_group"], config["topk_group"]) == (1, 1)
    for kind in ("kimi_k2", "deepseek_v3"):
        made = describe(outline({**config, "model_type": kind}))
        assert made == described("kimi-k2")
        assert "heads of 128 + 64, latent 512" in made.layers["A"]["attention"]


def test_what_short_texts_and_new_models_do_not_show():
    says(
        "gallery/deepseek",
        "So the first two mistakes change nothing up to there.",
        "The biases of a new model are 0, so in a model that was not trained or loaded, forgetting them changes nothing.",
        "One more than `index_topk`.",
        "The query of the last token is then the first that has to leave out a key.",
    )
    seen_from("deepseek_v32", 24, "every key", "pairs of neighbours")
    seen_from("kimi_k2", 0, "no bias of the router")
    not_seen_in_a_new_model("kimi_k2", "no bias of the router")


def test_what_is_tinted():
    says("gallery/deepseek", "What only one of the two models has is tinted.")
    says("gallery/glm", "What only one of the two models has is tinted.")
    pair = described("glm-4.5"), described("minimax-m2")
    one, other = lit(draw_models(*pair, names=("one", "other")))
    assert any("biases" in fact for fact in one)
    assert not any("biases" in fact for fact in other)
    assert not any("a token" in fact for fact in one + other)


def test_which_scores_are_zero():
    says(
        "gallery/deepseek",
        "The score of a key is 0 if none of the index heads has a positive product with it.",
        "Such keys are tied.",
        "With random queries and keys, this happens often if there are few index heads:",
    )
    shares = []
    for heads in (1, 2, 4, 16, 64):
        queries, keys = random(heads, 200, 10, seed=1), random(200, 10, seed=2)
        scores = index_scores(queries, keys, random(200, heads, seed=3))
        none = (queries @ keys.mT <= 0).all(dim=0)
        assert torch.equal(scores == 0, none)
        shares.append(none.double().mean().item())
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.4
    assert shares[3] < 0.001


@torch.no_grad()
def test_the_earlier_of_two_equal_scores_is_kept_with_a_cache_too():
    says(
        "gallery/deepseek",
        "Which of the tied keys is kept can matter.",
        "Our `select_keys` keeps the earlier of two equal scores, with and without a cache.",
    )
    kept = select_keys(torch.tensor([[1.0, 0.0, 2.0, 0.0, 0.0]]), 3)
    assert kept.tolist() == [[True, True, True, False, False]]
    for seed in range(3):
        model = drawn("deepseek_v32", seed, index_n_heads=1)
        caches, rows = None, []
        for part in IDS.split([60, 1, 1, 40, 48], dim=1):
            row, caches = model.forward_with_cache(part, caches)
            rows.append(row)
        assert (torch.cat(rows, dim=1) - model(IDS)).abs().max() < 1e-9


def test_what_the_two_keep_and_use():
    says(
        "gallery/deepseek",
        "With two bytes for a number, DeepSeek-V3.2 keeps more for a token than Kimi K2, because its index keys come on top.",
        "The experts add far more than the heads save.",
        "But a token still uses eight of them, so it uses fewer parameters than in DeepSeek-V3.",
    )
    k2, v3 = (
        count("kimi-k2"),
        counted(outline({**release("deepseek-v3.2").config, **V3})),
    )
    assert k2.layers == v3.layers
    assert count("deepseek-v3.2").cached(1) > k2.cached(1)
    assert k2.parameters > 1.5 * v3.parameters
    assert k2.active < v3.active
    assert described("kimi-k2").layers["B"]["experts"].startswith("8 of")
