"""What holds for each model from ids to logits, against torch's own layers."""

from functools import partial

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from attention import GPT, AttentionOnly, Transformer
from tests.attention.expect import (
    assert_close,
    blocked,
    numbered,
    torchs_attention,
    torchs_block,
)

WORDS, LONGEST, D, LAYERS, HEADS = 13, 7, 6, 2, 3
SIZES = WORDS, LONGEST, D, LAYERS, HEADS
IDS = torch.tensor([[3, 11, 0, 3, 5], [12, 1, 1, 2, 0]])


def norm_of(norm: nn.Module, x: Tensor) -> Tensor:
    return F.layer_norm(x, (D,), norm.scale, norm.shift)


def embedded(emb: nn.Embedding, positions: nn.Module, ids: Tensor) -> Tensor:
    return F.embedding(ids, emb.weight) + positions.pos_emb.weight[: ids.shape[-1]]


def gpt_by_torch(model: GPT, ids: Tensor) -> Tensor:
    x = embedded(model.tok_emb, model.positions, ids)
    for block in model.blocks:
        x = torchs_block(block)(x, src_mask=blocked(ids.shape[-1]))
    return norm_of(model.final_norm, x) @ model.out_head.weight.T


def attention_only_by_torch(model: AttentionOnly, ids: Tensor) -> Tensor:
    x = embedded(model.tok_emb, model.positions, ids)
    for norm, layer in zip(model.norms, model.layers, strict=True):
        normed, mask = norm_of(norm, x), blocked(ids.shape[-1])
        x = x + torchs_attention(layer)(normed, normed, normed, attn_mask=mask)[0]
    return norm_of(model.final_norm, x) @ model.out_head.weight.T


def transformer_by_torch(model: Transformer, source: Tensor, target: Tensor) -> Tensor:
    padding = None if model.pad_id is None else model.pad_id == source
    memory = embedded(model.source_emb, model.source_positions, source)
    for block in model.encoder:
        memory = torchs_block(block)(memory, src_key_padding_mask=padding)
    memory = norm_of(model.encoder_norm, memory)
    x = embedded(model.target_emb, model.target_positions, target)
    for block in model.decoder:
        x = torchs_block(block)(
            x,
            memory,
            tgt_mask=blocked(target.shape[-1]),
            memory_key_padding_mask=padding,
        )
    return model.out_head(norm_of(model.decoder_norm, x))


MODELS = {
    "GPT": (GPT, gpt_by_torch),
    "GPT, not tied": (lambda *sizes: GPT(*sizes, tied=False), gpt_by_torch),
    "attention only": (AttentionOnly, attention_only_by_torch),
}
every_model = pytest.mark.parametrize("name", MODELS)


def made(name: str) -> nn.Module:
    torch.manual_seed(1)
    return numbered(MODELS[name][0](*SIZES))


@every_model
def test_logits_are_those_of_torchs_layers_in_a_batch_as_alone(name: str):
    model, by_torch = made(name), MODELS[name][1]
    for ids in (IDS[:, :1], IDS):
        found = model(ids)
        assert found.shape == (*ids.shape, WORDS)
        assert_close(found, by_torch(model, ids), 1e-11)
        assert_close(model(ids[1]), found[1], 1e-11)


@pytest.mark.parametrize("pad_id", [None, 0])
def test_a_transformer_writes_another_text_than_it_reads(pad_id: int | None):
    model = numbered(Transformer(11, WORDS, LONGEST, D, LAYERS, HEADS, pad_id=pad_id))
    source = torch.tensor([[3, 1, 10, 4, 5], [9, 2, 7, 0, 0]])
    expected = transformer_by_torch(model, source, IDS[:, :3])
    assert_close(model(source, IDS[:, :3]), expected)


@every_model
def test_weights_start_small_biases_at_zero_and_norms_at_one(name: str):
    torch.manual_seed(0)
    for path, parameter in MODELS[name][0](101, 50, 48, 2, 4).named_parameters():
        if path.endswith("weight"):
            assert abs(parameter.std() - 0.02) < 0.002, path
        else:
            assert set(parameter.flatten().tolist()) == {float("scale" in path)}, path


# Each layer, each block and the embeddings have the rate.
RATES = {"GPT": (GPT, 1, 5), "transformer": (partial(Transformer, WORDS), 2, 11)}


@pytest.mark.parametrize("name", RATES)
def test_dropout_is_active_in_training_alone(name: str):
    make, num_texts, times = RATES[name]
    model, plain = (numbered(make(*SIZES, dropout=rate)) for rate in (0.5, 0.0))
    texts = [IDS] * num_texts
    assert not torch.equal(model(*texts), model(*texts))
    assert_close(model.eval()(*texts), plain(*texts))
    rates = [getattr(m, "dropout", None) for m in model.modules()]
    rates = [getattr(rate, "p", rate) for rate in rates if rate is not None]
    assert rates == [0.5] * times
