"""What is behind the general sentences of docs/models/encoder-decoder.md."""

import torch
from torch import Tensor, nn

from attention import CrossAttention, Transformer


def model_of(seed: int) -> Transformer:
    torch.manual_seed(seed)
    model = Transformer(7, 8, 8, 16, 2, 2, pad_id=0).double()
    for parameter in model.parameters():
        nn.init.normal_(parameter, std=0.4)
    return model


def texts(seed: int) -> tuple[Tensor, Tensor]:
    generator = torch.Generator().manual_seed(seed)
    source = torch.randint(1, 7, (3, 6), generator=generator)
    return source, torch.randint(8, (3, 4), generator=generator)


def test_a_changed_word_changes_the_rows_that_may_see_it() -> None:
    for seed in range(3):
        model, (source, target) = model_of(seed), texts(seed)
        memory, mask = model.encode(source)
        logits = model(source, target)
        for place in range(4):
            beginning = model.decode(target[:, : place + 1], memory, mask)
            torch.testing.assert_close(beginning, logits[:, : place + 1])
            other = target.clone()
            other[:, place] = (other[:, place] + 1) % 8
            changed = (model(source, other) - logits).abs().amax(-1) > 1e-12
            assert (changed == (torch.arange(4) >= place)).all()
        for place in range(6):
            other = source.clone()
            other[:, place] = other[:, place] % 6 + 1
            assert ((model(other, target) - logits).abs().amax(-1) > 1e-12).all()
        for block in model.decoder:  # without a mask, the same test reveals the leak
            block.attention = CrossAttention(16, 16, 0.0, 2).double()
        other = target.clone()
        other[:, 3] = (other[:, 3] + 1) % 8
        leaks = model(source, other) - model(source, target)
        assert (leaks.abs().amax(-1) > 1e-12).all()


def test_padding_is_hidden_twice_and_comes_last() -> None:
    for seed in range(3):
        model, (source, target) = model_of(seed), texts(seed)
        alone = model(source[:1, :2], target[:1])
        source[0, 2:] = 0
        torch.testing.assert_close(model(source, target)[:1], alone)
        front = source[:1].roll(4, dims=-1)
        assert not torch.allclose(model(front, target[:1]), alone)
        memory, mask = model.encode(source)
        without = model.decode(target, memory)[:1]  # no mask in cross-attention
        assert not torch.allclose(without, alone)
        model.pad_id = None
        unmasked, _ = model.encode(source)  # no mask in the encoder
        assert not torch.allclose(model.decode(target, unmasked, mask)[:1], alone)
