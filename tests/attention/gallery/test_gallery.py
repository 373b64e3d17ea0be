"""Each model gives the logits that transformers gave, and no wrong recipe does."""

from pathlib import Path

import pytest
import torch

from attention.examples.drawn import DrawnCheckpoint, drawn_checkpoint, drawn_names
from attention.gallery import build, load
from attention.gallery.loading import MODELS
from tests.attention.expect import refusal
from tests.attention.gallery.cases import CASES

each = pytest.mark.parametrize("name", CASES)


@pytest.fixture
def stored(name: str) -> DrawnCheckpoint:
    return drawn_checkpoint(name)


def test_each_model_has_a_stored_checkpoint():
    assert drawn_names() == sorted(CASES)
    made = [MODELS[case.model_type] for case in CASES.values()]
    assert all(model in made for model in MODELS.values())  # some have two names


@each
@torch.no_grad()
def test_the_logits_are_those_of_transformers_whole_and_with_a_cache(
    name: str, stored: DrawnCheckpoint, tmp_path: Path
):
    model = load(stored.write(tmp_path), torch.float64)
    ids, rows, spread = stored.ids[None], stored.positions, stored.logits.std()
    said, caches = [], None
    for part in ids.split([63, 1, 1, 33, 52], dim=1):
        logits, caches = model.forward_with_cache(part, caches)
        said.append(logits)
    for found in (model(ids), torch.cat(said, dim=1)):
        assert (found[0, rows] - stored.logits).abs().max() < 1e-8 * spread
    for spoil in CASES[name].wrong.values():
        spoilt = load(tmp_path, torch.float64)
        spoil(spoilt)
        assert (spoilt(ids)[0, rows] - stored.logits).abs().max() > 0.005 * spread


@each
def test_an_entry_that_nothing_reads_is_refused(name: str, stored: DrawnCheckpoint):
    kind = stored.config["model_type"]
    build({**stored.config, "unheard_of": None})
    with refusal(
        f"config: unheard_of must be missing, because our {kind} does not read it. "
        "Got True."
    ):
        build({**stored.config, "unheard_of": True})
