"""Transformer: padding, memory and its three kinds of weights; see test_models.py."""

import torch
import torch.nn.functional as F

from attention import Transformer
from tests.attention.expect import numbered

SOURCE_WORDS, TARGET_WORDS, LONGEST, D, LAYERS, HEADS = 11, 13, 7, 6, 2, 3
PAD = 0
SOURCE = torch.tensor([[3, 1, 10, 4, 5], [9, 2, 7, PAD, PAD]])
TARGET = torch.tensor([[12, 1, 5], [8, 12, 1]])


def made(pad_id: int | None = PAD) -> Transformer:
    sizes = SOURCE_WORDS, TARGET_WORDS, LONGEST, D, LAYERS, HEADS
    return numbered(Transformer(*sizes, pad_id=pad_id))


def test_padding_changes_nothing():
    model = made()
    expected = model(SOURCE, TARGET)
    longer = F.pad(SOURCE, (0, 2), value=PAD)
    torch.testing.assert_close(model(longer, TARGET), expected)
    torch.testing.assert_close(model(SOURCE[1:, :3], TARGET[1:]), expected[1:])
    assert not torch.allclose(made(pad_id=None)(longer, TARGET), expected)
    assert model(torch.full_like(SOURCE, PAD), TARGET).isfinite().all()


def test_a_source_is_encoded_once_for_many_targets():
    model = made()
    memory, mask = model.encode(SOURCE)
    assert memory.shape == (2, 5, D)
    assert mask.tolist() == [[[True] * 5], [[True] * 3 + [False] * 2]]
    assert made(pad_id=None).encode(SOURCE)[1] is None
    for target in (TARGET, TARGET.flip(0)):
        found = model.decode(target, memory, mask)
        torch.testing.assert_close(found, model(SOURCE, target))
