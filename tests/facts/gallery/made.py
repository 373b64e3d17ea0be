"""What the tests of the gallery's pages ask of all models in the same way."""

from collections.abc import Callable, Mapping
from functools import cache
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import torch
from torch import Tensor

from attention import Decoder
from attention.examples import drawn_checkpoint
from attention.gallery import (
    Counts,
    Description,
    build,
    describe,
    load,
    outline,
    release,
)
from attention.gallery import count as counted
from tests.attention.expect import random
from tests.attention.gallery.cases import CASES

IDS = drawn_checkpoint("mistral").ids[None]  # those of all stored checkpoints
TEXT = 32768


@cache
def count(name: str) -> Counts:
    return counted(outline(release(name).config))


@cache
def described(name: str) -> Description:
    return describe(outline(release(name).config))


def share(name: str, of: str | None = None) -> str:
    """What the cache of a text keeps, of another model's or of its own without bounds."""
    growing = TEXT * sum(layer.growing for layer in count(name).layers)
    whole = growing if of is None else count(of).cached(TEXT)
    return f"{count(name).cached(TEXT) / whole:.0%}"


def stored(name: str, **entries: Any) -> dict[str, Any]:
    """The config of a stored checkpoint, with other entries."""
    return {**drawn_checkpoint(name).config, **entries}


def loaded(name: str) -> Any:
    """A stored checkpoint in float64."""
    with TemporaryDirectory() as folder:
        return load(drawn_checkpoint(name).write(folder), torch.float64)


def drawn(
    name: str, seed: int = 0, spread: float = 0.2, norms: float = 0.2, **entries: Any
) -> Any:
    """A model of a stored config in float64, with numbers of its own."""
    model = build(stored(name, **entries)).double().eval()
    for n, (called, parameter) in enumerate(model.named_parameters()):
        normal = random(*parameter.shape, seed=100 * seed + n)
        norm = "norm" in called or "scale" in called
        parameter.data = 1 + norms * normal if norm else spread * normal
    return model


@torch.no_grad()
def errors(model: Decoder, spoil: Callable[[Any], object], most: int = 150) -> Tensor:
    """How far a mistake moves the logits at each position, in their deviations."""
    right = model(IDS[:, :most])[0]
    spoil(model)
    return (model(IDS[:, :most])[0] - right).abs().amax(dim=-1) / right.std()


def seen_from(name: str, first: int, *recipes: str) -> None:
    """Check which position is the first whose logits each wrong recipe changes."""
    for recipe in recipes:
        for seed in range(3):
            off = errors(drawn(name, seed), CASES[name].wrong[recipe])
            assert off[:first].sum() < 1e-11, (name, recipe)
            assert off[first : first + 3].max() > 1e-5, (name, recipe)
            assert off.max() > 0.01, (name, recipe)


def not_seen_in_a_new_model(name: str, recipe: str) -> None:
    model = build(stored(name)).double().eval()
    assert not errors(model, CASES[name].wrong[recipe]).any()


def refused(match: str, config: Mapping[str, Any], **entries: Any) -> None:
    """Check that a config is refused with these entries, and not without them."""
    with pytest.raises(ValueError, match=f"^config: {match}"):
        build({**config, **entries})
