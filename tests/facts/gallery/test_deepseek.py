"""What docs/gallery/deepseek.md says in general."""

from typing import Any

import torch
from torch import nn

from attention import Decoder, index_scores, select_keys
from attention.examples import drawn_checkpoint
from attention.gallery import build, count, describe, outline, release
from attention.modern.latent import LatentAttention
from attention.recurrent.selective_latent import SelectiveLatentAttention
from tests.attention.expect import random
from tests.attention.gallery.special_cases import (
    every_key,
    index_pairs_of_neighbours,
    without_bias_of_router,
)
from tests.facts.says import says

IDS = drawn_checkpoint("deepseek_v32").ids[None]
INDEX = ("index_topk", "index_n_heads", "index_head_dim")


def drawn(name: str, seed: int, **entries: object) -> Decoder:
    """A model of a stored config, with other numbers in float64."""
    model = build({**drawn_checkpoint(name).config, **entries}).double().eval()
    for n, (called, parameter) in enumerate(model.named_parameters()):
        size = random(*parameter.shape, seed=100 * seed + n) / 5
        parameter.data = size + ("scale" in called)
    return model


def without_indexers(config: Any) -> dict[str, Any]:
    found = {name: v for name, v in config.items() if name not in INDEX}
    return found | {"model_type": "deepseek_v3"}


@torch.no_grad()
def test_deepseek_v3_is_what_is_left_without_indexers():
    says(
        "gallery/deepseek",
        "DeepSeek-V3.2 is DeepSeek-V3 with an indexer in each layer, which chooses the keys that a query attends to.",
        "One function makes all three.",
        "The last three entries are those of the indexer, which DeepSeek-V3's config has not:",
        "As long as a text has at most `index_topk` tokens, each query keeps all keys, whatever the indexer computes.",
    )
    config = drawn_checkpoint("deepseek_v32").config
    for seed in range(3):
        model = drawn("deepseek_v32", seed)
        for block in model.blocks:
            assert isinstance(block.attention, SelectiveLatentAttention)
        older = build(without_indexers(config)).double().eval()
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
    model = drawn("deepseek_v32", 0)
    norms = [m for m in model.modules() if isinstance(m, nn.LayerNorm)]
    keys: list[Any] = [block.attention.indexer.W_key for block in model.blocks]
    assert norms == [key[1] for key in keys]
    assert all(norm.bias is not None for norm in norms)
    layer: Any = model.blocks[0].attention
    assert layer.indexer.W_query.in_features == 18  # q_lora_rank
    turns = layer.indexer.rotary, layer.attention.rotary
    assert turns[0].frequencies == turns[1].frequencies
    cache: Any = model.forward_with_cache(IDS)[1][0]
    assert cache.compressed.shape[-1] == 14 + 6
    assert cache.index_keys.shape == (1, 150, 10)


def test_kimi_k2_is_deepseek_v3_in_other_sizes():
    says(
        "gallery/deepseek",
        "Kimi K2 is DeepSeek-V3 in other sizes.",
        "Kimi K2 has no line of its own, only other entries:",
        "Its experts are not in groups either.",
    )
    k2 = dict(drawn_checkpoint("kimi_k2").config)
    for kind in ("kimi_k2", "deepseek_v3"):
        model = outline(k2 | {"model_type": kind})
        assert describe(model) == describe(outline(k2))
        assert all(isinstance(b.attention, LatentAttention) for b in model.blocks)
    config = release("kimi-k2").config
    assert (config["n_group"], config["topk_group"]) == (1, 1)


def test_the_drawing_shows_what_the_whole_models_are():
    says("gallery/deepseek", "What only one of the two models has is tinted.")
    few = {"n_routed_experts": 16}  # so that a whole model is soon made
    for name in ("deepseek-v3.2", "kimi-k2"):
        config = {**release(name).config, **few}
        whole = describe(outline(config))
        four = describe(outline({**config, "num_hidden_layers": 4}))
        assert whole.layers == four.layers
        assert whole.letters == four.letters.ljust(61, "B")
        assert {**four.whole, "layers": "61"} == whole.whole


@torch.no_grad()
def test_what_short_texts_and_new_models_do_not_show():
    says(
        "gallery/deepseek",
        "So the first two mistakes change nothing up to there.",
        "The biases of a new model are 0, so in a model that was not trained or loaded, forgetting them changes nothing.",
        "One more than `index_topk`.",
        "The query of the last token is then the first that has to leave out a key.",
    )
    for spoil in (every_key, index_pairs_of_neighbours):
        for seed in range(3):
            model = drawn("deepseek_v32", seed)
            right = model(IDS)
            spoil(model)
            off = (model(IDS) - right)[0].abs().amax(dim=-1)
            assert off[:24].max() < 1e-9
            assert off[24:].max() > 0.1
            assert spoil is index_pairs_of_neighbours or off[24] > 1e-3
    for model, same in (
        (build(drawn_checkpoint("kimi_k2").config), True),
        (drawn("kimi_k2", 0), False),
    ):
        right = model(IDS)
        without_bias_of_router(model)
        assert torch.equal(model(IDS), right) == same


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
        whole, caches, rows = model(IDS), None, []
        for part in IDS.split([60, 1, 1, 40, 48], dim=1):
            row, caches = model.forward_with_cache(part, caches)
            rows.append(row)
        assert (torch.cat(rows, dim=1) - whole).abs().max() < 1e-9


def test_layers_of_experts_cost_the_same():
    says(
        "gallery/deepseek",
        "All layers of experts have the same sizes, so we count a model with one of them and a model with two, without numbers:",
        "With two bytes for a number, DeepSeek-V3.2 keeps more for a token than Kimi K2, because its index keys come on top.",
        "The experts add far more than the heads save.",
        "But a token still uses eight of them, so it uses fewer parameters than in DeepSeek-V3.",
    )
    few = {"n_routed_experts": 16, "vocab_size": 64}
    totals = []
    for n in (4, 5, 6):
        config = {**release("deepseek-v3.2").config, **few, "num_hidden_layers": n}
        totals.append(count(outline(config)).parameters)
    assert totals[2] - totals[1] == totals[1] - totals[0]
    v32, k2 = (release(name).config for name in ("deepseek-v3.2", "kimi-k2"))
    sizes = ("kv_lora_rank", "qk_rope_head_dim", "num_hidden_layers")
    assert all(v32[size] == k2[size] for size in sizes)
    used = []
    for config in (without_indexers(v32), k2):
        dense = config["first_k_dense_replace"]
        one, two = (
            count(outline({**config, "num_hidden_layers": dense + n})).active
            for n in (1, 2)
        )
        used.append(one + (60 - dense) * (two - one))
    assert used[1] < used[0]
