"""Transformer, against torch's nn.Transformer."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from attention import (
    CrossAttention,
    DecoderBlock,
    FeedForward,
    MultiHeadAttention,
    Transformer,
    record_weights,
)
from tests.attention.expect import random, refusal

SOURCE_WORDS, TARGET_WORDS, LONGEST, D, LAYERS, HEADS = 11, 13, 7, 6, 2, 3
PAD = 0
SOURCE = torch.tensor([[3, 1, 10, 4, 5], [9, 2, 7, PAD, PAD]])
TARGET = torch.tensor([[12, 1, 5], [8, 12, 1]])


def made(dropout: float = 0.0, pad_id: int | None = PAD) -> Transformer:
    torch.manual_seed(1)
    model = Transformer(
        SOURCE_WORDS, TARGET_WORDS, LONGEST, D, LAYERS, HEADS, dropout, pad_id
    )
    for n, parameter in enumerate(model.parameters()):  # norms and biases, too
        parameter.data = random(*parameter.shape, seed=n)
    return model


def copy_norm(theirs: nn.LayerNorm, mine: nn.Module) -> None:
    theirs.load_state_dict({"weight": mine.scale, "bias": mine.shift})


def copy_attention(theirs: nn.MultiheadAttention, mine: nn.Module) -> None:
    linear = [mine.W_query, mine.W_key, mine.W_value]
    theirs.load_state_dict(
        {
            "in_proj_weight": torch.cat([p.weight for p in linear]),
            "in_proj_bias": torch.cat([p.bias for p in linear]),
            "out_proj.weight": mine.out_proj.weight,
            "out_proj.bias": mine.out_proj.bias,
        }
    )


def torchs(model: Transformer) -> nn.Transformer:
    """torch's transformer with the same parameters."""
    theirs = nn.Transformer(
        D,
        HEADS,
        LAYERS,
        LAYERS,
        4 * D,
        0.0,
        lambda x: F.gelu(x, approximate="tanh"),
        norm_first=True,
        batch_first=True,
        dtype=torch.float64,
    )
    layers = [*theirs.encoder.layers, *theirs.decoder.layers]
    for other, block in zip(layers, [*model.encoder, *model.decoder], strict=True):
        copy_attention(other.self_attn, block.attention)
        copy_norm(other.norm1, block.norm_1)
        copy_norm(other.norm2, block.norm_2)
        other.linear1.load_state_dict(block.feed_forward.layers[0].state_dict())
        other.linear2.load_state_dict(block.feed_forward.layers[2].state_dict())
        if isinstance(block, DecoderBlock):
            copy_attention(other.multihead_attn, block.cross_attention)
            copy_norm(other.norm3, block.norm_3)
    copy_norm(theirs.encoder.norm, model.encoder_norm)
    copy_norm(theirs.decoder.norm, model.decoder_norm)
    return theirs


@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
@pytest.mark.parametrize("pad_id", [PAD, None])
@pytest.mark.parametrize("length", [1, 3])
def test_logits_are_those_of_torchs_transformer(pad_id: int | None, length: int):
    model, target = made(pad_id=pad_id), TARGET[:, :length]
    x = F.embedding(SOURCE, model.source_emb.weight)
    y = F.embedding(target, model.target_emb.weight)
    padding = None if pad_id is None else pad_id == SOURCE
    out = torchs(model)(
        x + model.source_positions.pos_emb.weight[: SOURCE.shape[1]],
        y + model.target_positions.pos_emb.weight[:length],
        tgt_mask=torch.ones(length, length).triu(diagonal=1).bool(),
        src_key_padding_mask=padding,
        memory_key_padding_mask=padding,
    )
    found = model(SOURCE, target)
    assert found.shape == (2, length, TARGET_WORDS)
    torch.testing.assert_close(found, model.out_head(out), rtol=1e-12, atol=1e-12)


def test_one_text_without_a_batch_is_as_in_one():
    model = made()
    torch.testing.assert_close(model(SOURCE[1], TARGET[1]), model(SOURCE, TARGET)[1])


def test_later_target_tokens_change_no_earlier_logits():
    model, other = made(), TARGET.clone()
    other[:, 2] = 7
    found, before = model(SOURCE, other), model(SOURCE, TARGET)
    torch.testing.assert_close(found[:, :2], before[:, :2], rtol=0, atol=0)
    assert not torch.allclose(found[:, 2], before[:, 2])


def test_each_source_token_reaches_every_logit():
    model = made()
    for place in range(5):
        other = SOURCE[:1].clone()
        other[:, place] = 6
        assert (model(other, TARGET[:1]) != model(SOURCE[:1], TARGET[:1])).all()


def test_padding_changes_nothing():
    model = made()
    longer = F.pad(SOURCE, (0, 2), value=PAD)
    torch.testing.assert_close(model(longer, TARGET), model(SOURCE, TARGET))
    torch.testing.assert_close(
        model(SOURCE[1:, :3], TARGET[1:]), model(SOURCE, TARGET)[1:]
    )
    assert not torch.allclose(made(pad_id=None)(longer, TARGET), model(SOURCE, TARGET))
    other = made()
    other.source_emb.weight.data[PAD] = 1
    torch.testing.assert_close(other(SOURCE, TARGET), model(SOURCE, TARGET))
    assert model(torch.full_like(SOURCE, PAD), TARGET).isfinite().all()


def test_a_source_is_encoded_once_for_many_targets():
    model = made()
    memory, mask = model.encode(SOURCE)
    assert memory.shape == (2, 5, D)
    assert mask.tolist() == [[[True] * 5], [[True] * 3 + [False] * 2]]
    assert made(pad_id=None).encode(SOURCE)[1] is None
    for target in (TARGET, TARGET.flip(0)):
        torch.testing.assert_close(
            model.decode(target, memory, mask), model(SOURCE, target)
        )


def test_three_kinds_of_attention_weights_are_recorded():
    model = made()
    with record_weights(model) as weights:
        model(SOURCE, TARGET)
    shapes = {"encoder.0.attention": 5, "decoder.1.cross_attention": 5}
    for path, keys in (shapes | {"decoder.1.attention": 3}).items():
        found = weights[f"{path}.attend"]
        assert found.shape[::3] == (2, keys)
        torch.testing.assert_close(found.sum(-1), torch.ones_like(found[..., 0]))
    assert (weights["decoder.0.attention.attend"].triu(diagonal=1) == 0).all()
    assert (weights["decoder.0.cross_attention.attend"][1, ..., 3:] == 0).all()
    assert (weights["encoder.1.attention.attend"][0] > 0).all()


def test_dropout_is_active_in_training_alone():
    model = made(dropout=0.5)
    assert not torch.equal(model(SOURCE, TARGET), model(SOURCE, TARGET))
    expected = made()(SOURCE, TARGET)
    torch.testing.assert_close(model.eval()(SOURCE, TARGET), expected)
    rates = [getattr(m, "dropout", None) for m in model.modules()]
    rates = [getattr(rate, "p", rate) for rate in rates if rate is not None]
    assert rates == [0.5] * 11  # each attention, each block, the embeddings


def test_each_part_of_a_decoder_block_adds_its_own():
    """A residual that is dropped, or a norm of another part, would show here."""
    attention = MultiHeadAttention(D, D, LONGEST, 0.0, HEADS)
    cross, feed_forward = CrossAttention(D, D, 0.0, HEADS), FeedForward(D, 24)
    block = DecoderBlock(D, attention, cross, feed_forward).double()
    for n, parameter in enumerate(block.parameters()):
        parameter.data = random(*parameter.shape, seed=n)
    parts = {"norm_1": attention, "norm_2": cross, "norm_3": feed_forward}
    x, memory = random(2, 3, D), random(2, 5, D, seed=1)
    linears = {m: m.out_proj for m in (attention, cross)}
    linears[feed_forward] = feed_forward.layers[2]
    for kept in parts:
        silent = [linears[part] for name, part in parts.items() if name != kept]
        saved = [{k: v.clone() for k, v in m.state_dict().items()} for m in silent]
        for linear in silent:
            nn.init.zeros_(linear.weight), nn.init.zeros_(linear.bias)
        normed = getattr(block, kept)(x)
        update = (
            parts[kept](normed, memory) if kept == "norm_2" else parts[kept](normed)
        )
        torch.testing.assert_close(block(x, memory), x + update)
        for linear, state in zip(silent, saved, strict=True):
            linear.load_state_dict(state)


def test_a_part_that_would_broadcast_is_refused():
    class First(nn.Module):
        def forward(self, x: torch.Tensor, *_: object, **__: object) -> torch.Tensor:
            return x[:, :1]

    message = (
        "each part of a block must return the shape that it is given, (2, 3, 6). "
        "Got (2, 1, 6)."
    )
    x = torch.zeros(2, 3, D)
    for place in range(3):
        parts = [nn.Identity(), CrossAttention(D, D, 0.0, HEADS), nn.Identity()]
        parts[place] = First()
        with refusal(message):
            DecoderBlock(D, *parts)(x, x)


def test_wrong_sizes_are_named():
    for place, name in enumerate(
        ("source_vocab_size", "target_vocab_size", "", "", "num_layers")
    ):
        if name:
            sizes = [SOURCE_WORDS, TARGET_WORDS, LONGEST, D, LAYERS, HEADS]
            sizes[place] = 0
            with refusal(f"{name} must be at least 1. Got 0."):
                Transformer(*sizes)
    with refusal("d_out must be divisible by num_heads=4. Got 6."):
        Transformer(SOURCE_WORDS, TARGET_WORDS, LONGEST, D, LAYERS, 4)
    part = nn.Identity()
    for make in (lambda: made(1.0), lambda: DecoderBlock(D, part, part, part, 1.0)):
        with refusal("dropout must be in [0, 1). Got 1.0."):
            make()
    for source, target in ((8, 1), (1, 8)):
        with refusal(
            "num_tokens must be at most 7, the number of positions in the table. Got 8."
        ):
            made()(
                torch.ones(1, source, dtype=torch.int64),
                torch.ones(1, target, dtype=torch.int64),
            )


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
def test_the_dtype_is_that_of_the_parameters(dtype: torch.dtype):
    assert made().to(dtype)(SOURCE, TARGET).dtype == dtype
