"""What load_gpt2 alone does; tests/attention/loaders/test_loaders.py has the rest."""

import hashlib
import shutil
from pathlib import Path

import pytest
import torch

from attention.examples import tiny_gpt2
from attention.loaders import load_gpt2, read_safetensors, write_safetensors
from tests.attention.expect import random, refusal
from tests.attention.loaders.test_loaders import (
    add,
    assert_equals_transformers,
    configure,
)

TINY = tiny_gpt2()
# `make oracle` says whether they are what transformers makes.
STORED = """\
19441658a59acfe275fecd029a8fe0618cb574408f301d794e7760fdf25a8b33  config.json
cf4b69906bdaa9bf59d0b820094ac4c1761fe2dbee17cbc1af6ba49467f09a06  logits.safetensors
a843b2f1124546783a9110be322b78595809aafbb68d6ab56efb63bb66248b64  model.safetensors
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the stored checkpoint, to be spoiled."""
    return shutil.copytree(TINY, tmp_path / "copy")


def test_the_stored_checkpoint_is_the_one_that_transformers_wrote():
    found = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(TINY.iterdir())
    ]
    assert "".join(found) == STORED


def test_names_without_the_prefix_and_with_masks_as_on_the_hub(folder: Path):
    """And its config, which is from 2019 and lacks newer entries."""
    path = folder / "model.safetensors"
    tensors = read_safetensors(path)
    write_safetensors(
        path, {k.removeprefix("transformer."): v for k, v in tensors.items()}
    )
    for i in range(2):
        add(folder, **{f"h.{i}.attn.bias": torch.ones(1, 1, 16, 16).tril()})
        add(folder, **{f"h.{i}.attn.masked_bias": torch.tensor(-1e4)})
    newer = ("n_inner", "scale_attn_weights", "scale_attn_by_inverse_layer_idx")
    configure(folder, n_ctx=16, **dict.fromkeys([*newer, "tie_word_embeddings"]))
    assert_equals_transformers(load_gpt2(folder, dtype=torch.float64), TINY, 1e-12)


def test_weights_that_are_not_tied(folder: Path):
    configure(folder, tie_word_embeddings=False)
    with refusal(f"{folder} must hold a tensor 'lm_head.weight'. It does not."):
        load_gpt2(folder)
    head = random(61, 24, dtype=torch.float32)
    add(folder, **{"lm_head.weight": head})
    model, tied = load_gpt2(folder), load_gpt2(TINY)
    assert torch.equal(model.out_head.weight, head)
    assert torch.equal(model.tok_emb.weight, tied.tok_emb.weight)
    assert tied.out_head.weight is tied.tok_emb.weight
    configure(folder, tie_word_embeddings=True)  # what lm_head holds is not read
    assert torch.equal(load_gpt2(folder).out_head.weight, tied.out_head.weight)
