"""Names of parameters, and files that hold a mask, as those of the book's classes."""

import copy
import io

import pytest
import torch

from tests.attention.expect import random
from tests.attention.layers.made import D_IN, HEADS, LONGEST, TOKENS, made

OF_BOOK = ["V1", "V2", "causal", "wrapper", "split"]


@pytest.mark.parametrize("name", [*OF_BOOK, "grouped", "fused"])
@pytest.mark.parametrize("bias", [False, True])
def test_state_dicts_have_the_keys_of_the_book_and_no_mask(name: str, bias: bool):
    kinds = [""] if name == "V1" else [".weight", ".bias"][: 1 + bias]
    heads = [f"heads.{h}." for h in range(HEADS)] if name == "wrapper" else [""]
    matrices = ["W_query", "W_key", "W_value"]
    keys = {f"{h}{m}{kind}" for h in heads for m in matrices for kind in kinds}
    if name in ("split", "grouped", "fused"):
        keys |= {"out_proj.weight", "out_proj.bias"}
    layer = made(name, bias)
    assert layer.state_dict().keys() == dict(layer.named_parameters()).keys() == keys


WITHOUT_BIASES = {
    "latent": ["W_query", "W_latent", "W_rotary", "W_key", "W_value", "out_proj"],
    "additive": ["W_query", "W_key", "v"],
}


@pytest.mark.parametrize("name", WITHOUT_BIASES)
def test_some_layers_have_matrices_alone(name: str):
    layer = made(name, bias=True)
    keys = [key.removeprefix("layer.") for key in layer.state_dict()]
    assert keys == [f"{matrix}.weight" for matrix in WITHOUT_BIASES[name]]


@pytest.mark.parametrize("name", ["causal", "wrapper", "split", "grouped", "fused"])
def test_weights_saved_from_the_books_class_load_with_their_mask(name: str):
    source, x = made(name), random(TOKENS, D_IN)
    saved = source.state_dict()
    mask = torch.ones(LONGEST, LONGEST).triu(1)  # the book's: 1 = blocked
    prefixes = {key[: key.index("W_")] for key in saved if "W_" in key}
    saved |= {f"{prefix}mask": mask for prefix in prefixes}
    file = io.BytesIO()
    torch.save(saved, file)
    file.seek(0)
    read = torch.load(file)

    layer = made(name)
    for parameter in layer.parameters():
        parameter.data += 1
    assert not torch.allclose(layer(x), source(x))
    for again in (layer, copy.deepcopy(layer)):
        again.load_state_dict(read, strict=True)
        assert list(read) == list(saved)  # the caller's dictionary is not changed
        assert torch.equal(again(x), source(x))
        with pytest.raises(RuntimeError, match="Unexpected key"):
            again.load_state_dict(saved | {"masks": mask})
