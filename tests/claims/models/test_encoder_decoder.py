"""What is behind the general sentences of docs/models/encoder-decoder.md."""

import inspect
from collections.abc import Iterator

import pytest
import torch
from torch import nn

from attention import CrossAttention, Transformer, fit, record_weights


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Models this small are slower on several cores than on one."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def make(seed: int, num_layers: int = 2, pad_id: int | None = None) -> Transformer:
    torch.manual_seed(seed)
    model = Transformer(7, 8, 8, 16, num_layers, 2, pad_id=pad_id).double()
    for parameter in model.parameters():
        nn.init.normal_(parameter, std=0.4)
    return model


def texts(seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(seed)
    source = torch.randint(1, 7, (3, 6), generator=generator)
    return source, torch.randint(8, (3, 4), generator=generator)


def test_weights_are_above_zero_where_a_word_may_see() -> None:
    for seed in range(10):
        model = make(seed)
        with record_weights(model) as weights:
            model(*texts(seed))
        assert len(weights) == 2 * 1 + 2 * 2
        for name, found in weights.items():
            if name.startswith("encoder"):
                seen = torch.ones(6, 6, dtype=torch.bool)
            elif "cross" in name:
                seen = torch.ones(4, 6, dtype=torch.bool)
            else:
                seen = torch.ones(4, 4, dtype=torch.bool).tril()
            assert found.shape[-2:] == seen.shape  # none has keys of the target in a
            assert ((found > 0) == seen).all(), name  # row of the source


@pytest.mark.parametrize("seed", range(5))
def test_a_changed_word_changes_the_rows_that_may_see_it(seed: int) -> None:
    model, (source, target) = make(seed), texts(seed)
    logits = model(source, target)
    for place in range(4):
        other = target.clone()
        other[:, place] = (other[:, place] + 1) % 8
        change = (model(source, other) - logits).abs().amax(-1) > 1e-12
        assert (change == (torch.arange(4) >= place)).all()
    for place in range(6):
        other = source.clone()
        other[:, place] = other[:, place] % 6 + 1
        assert ((model(other, target) - logits).abs().amax(-1) > 1e-12).all()
    for block in model.decoder:
        block.attention = CrossAttention(16, 16, 0.0, 2).double()  # no mask
    other = target.clone()
    other[:, 3] = (other[:, 3] + 1) % 8
    change = (model(source, other) - model(source, target)).abs().amax(-1)
    assert (change > 1e-12).all()


@pytest.mark.slow
@pytest.mark.parametrize("leaks", [True, False])
def test_what_cannot_be_predicted_is_read_where_it_leaks(leaks: bool) -> None:
    """Each word is drawn alone, so none of the others says anything about it."""
    torch.manual_seed(0)
    generator = torch.Generator().manual_seed(0)
    model = Transformer(7, 8, 8, 32, 1, 1)
    if leaks:
        for block in model.decoder:
            block.attention = CrossAttention(32, 32, 0.0, 1)

    def draw() -> tuple[torch.Tensor, ...]:
        ids = torch.randint(8, (32, 5), generator=generator)
        source = torch.randint(7, (32, 6), generator=generator)
        return source, ids[:, :4], ids[:, 1:]

    fit(model, (draw() for _ in range(150)), 0.005)
    source, written, targets = draw()
    chosen = model(source, written).softmax(-1).gather(-1, targets[..., None])
    known = chosen[:, :3].mean()  # the last target is not in what is written
    assert known > 0.9 if leaks else known < 0.2
    alone = model(source, written[:, :1]).softmax(-1)[:, 0]
    assert alone.gather(-1, targets[:, :1]).mean() < 0.4


def test_a_leak_may_need_a_particular_word() -> None:
    model, (source, target) = make(0), texts(0)
    target = target % 5

    def leaky(ids: torch.Tensor) -> torch.Tensor:
        return model(source, ids) + (ids == 5).any(-1)[:, None, None]

    for word, found in ((6, False), (5, True)):
        other = target.clone()
        other[:, 3] = word
        changed = (leaky(other) - leaky(target)).abs().amax(-1) > 1e-12
        assert changed[:, :3].any() == found


def test_one_memory_serves_all_beginnings() -> None:
    for seed in range(10):
        model, (source, target) = make(seed), texts(seed)
        memory, mask = model.encode(source)
        logits = model(source, target)
        for n in range(1, 5):
            found = model.decode(target[:, :n], memory, mask)[:, -1]
            torch.testing.assert_close(found, logits[:, n - 1])


def test_each_block_of_the_decoder_reads_the_last_norms_result() -> None:
    model, (source, target) = make(0, num_layers=3), texts(0)
    read: list[tuple[torch.Tensor, ...]] = []
    for block in model.decoder:
        block.cross_attention.register_forward_pre_hook(
            lambda _, args: read.append(args)
        )
    memory, mask = model.encode(source)
    before: list[torch.Tensor] = []
    model.decoder_norm.register_forward_pre_hook(lambda _, args: before.append(args[0]))
    logits = model.decode(target, memory, mask)
    assert all(torch.equal(keys, memory) for _, keys in read)
    assert len(read) == 3
    assert len({queries.flatten()[0].item() for queries, _ in read}) == 3
    assert all(queries.shape[-2] == target.shape[-1] for queries, _ in read)
    scale, shift = model.encoder_norm.scale, model.encoder_norm.shift
    plain = (memory - shift) / scale
    torch.testing.assert_close(
        plain.mean(-1), torch.zeros(3, 6).double(), atol=1e-9, rtol=0
    )
    torch.testing.assert_close(logits, model.out_head(model.decoder_norm(before[0])))


@pytest.mark.parametrize("seed", range(5))
def test_padding_changes_nothing(seed: int) -> None:
    model, (source, target) = make(seed, pad_id=0), texts(seed)
    source[1, 2:] = 0
    alone = model(source[1:2, :2], target[1:2])
    torch.testing.assert_close(model(source, target)[1:2], alone)
    front = source[1:2].roll(4, dims=-1)
    assert not torch.allclose(model(front, target[1:2]), alone)
    memory, mask = model.encode(source)
    without = model.decode(target, memory)[1:2]  # no mask in cross-attention
    assert not torch.allclose(without, alone)
    model.pad_id = None
    unmasked, _ = model.encode(source)  # no mask in the encoder
    assert not torch.allclose(model.decode(target, unmasked, mask)[1:2], alone)
    for padding in range(8):
        padded = target.clone()
        padded[:, 2:] = padding
        found = model(source, padded)[:, :2]
        torch.testing.assert_close(found, model(source, target)[:, :2])


@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
def test_torchs_masks_are_off_by_default() -> None:
    torch.manual_seed(0)
    theirs = nn.Transformer(16, 2, 1, 1, 64, 0.0, norm_first=True, batch_first=True)
    assert {name for name, _ in theirs.named_children()} == {"encoder", "decoder"}
    made = inspect.signature(nn.Transformer).parameters
    assert not made["norm_first"].default
    assert not made["batch_first"].default
    assert made["activation"].default is nn.functional.relu
    assert made["dropout"].default == 0.1
    defaults = inspect.signature(theirs.forward).parameters
    masks = [name for name in defaults if "mask" in name]
    assert len(masks) == 6
    assert all(defaults[name].default is None for name in masks)
    source, target = torch.randn(1, 6, 16), torch.randn(1, 4, 16)
    other = target.clone()
    other[:, 3] = 0.0
    blocked = torch.ones(4, 4).triu(diagonal=1).bool()
    for mask, unchanged in ((None, 0), (blocked, 3)):
        one, two = (theirs(source, y, tgt_mask=mask) for y in (target, other))
        assert ((one - two).abs().amax(-1) < 1e-6).sum() == unchanged
    padding = torch.tensor([[False] * 4 + [True] * 2])
    masked = theirs(
        source, target, src_key_padding_mask=padding, memory_key_padding_mask=padding
    )
    torch.testing.assert_close(masked, theirs(source[:, :4], target))


def test_fresh_norms_are_interchangeable() -> None:
    for fresh in (True, False):
        model, (source, target) = make(3), texts(3)
        block = model.decoder[0]
        if fresh:
            for norm in (block.norm_1, block.norm_2):
                nn.init.ones_(norm.scale)
                nn.init.zeros_(norm.shift)
        before = model(source, target)
        block.norm_1, block.norm_2 = block.norm_2, block.norm_1
        assert torch.allclose(model(source, target), before) == fresh
