"""What is behind the general sentences of docs/models/gpt2-weights.md."""

import json
import os
import pickle
import runpy
import struct
from pathlib import Path

import pytest
import torch
from torch import nn

from attention import (
    GPT,
    FeedForward,
    LayerNorm,
    load_gpt2,
    read_safetensors,
    tiny_gpt2,
    write_safetensors,
)
from attention.models.download import __main__ as command
from attention.models.download.fetch import fetch
from tests.attention.models.test_download import DATA, SHA256, served

FILE = tiny_gpt2() / "model.safetensors"
SNIPPETS = Path(__file__).parents[3] / "snippets/models/gpt2-weights"


def test_the_logits_agree() -> None:
    """`make oracle` makes the folder anew, and compares six other shapes.

    That names, transposes, heads and GELU are needed: see the mistakes below.
    """
    config = json.loads((tiny_gpt2() / "config.json").read_text("utf-8"))
    assert config["transformers_version"] == "5.23.0"
    stored = read_safetensors(tiny_gpt2() / "logits.safetensors")
    assert stored["ids"].shape == (3, 11)
    assert stored["logits"].dtype == torch.float64
    model = load_gpt2(tiny_gpt2(), dtype=torch.float64)
    off = (model(stored["ids"]) - stored["logits"]).abs()
    assert off.amax(dim=(0, 2)).max() < 1e-12


def test_each_tensor_is_read_as_by_hand_and_no_byte_is_left(tmp_path: Path) -> None:
    raw, tensors = FILE.read_bytes(), read_safetensors(FILE)
    start = 8 + int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8:start])
    assert set(header) - {"__metadata__"} == set(tensors)
    for name, tensor in tensors.items():
        begin, end = (start + offset for offset in header[name]["data_offsets"])
        numbers = struct.unpack(f"<{tensor.numel()}f", raw[begin:end])
        assert torch.equal(tensor, torch.tensor(numbers).view(header[name]["shape"]))
    # Bytes are missing or left over, and tensors that overlap or leave a hole.
    first = b'"data_offsets":[0,288]'
    assert raw.count(first) == 1
    for spoiled in (
        *(raw[:-68], raw[:-1], raw + bytes(1), raw + bytes(40)),
        *(raw.replace(first, b'"data_offsets":[%s]' % o) for o in (b"0,284", b"4,288")),
    ):
        (tmp_path / "file").write_bytes(spoiled)
        with pytest.raises(ValueError, match=r"truncated|must end|data_offsets"):
            read_safetensors(tmp_path / "file")


class RunsCode:
    """An object whose pickle makes a folder when it is loaded."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self.folder),)


def test_a_pickle_runs_code_and_torch_refuses_it_by_default(tmp_path: Path) -> None:
    """The version: release notes of PyTorch 2.6, weights_only is True by default."""
    file, folder = tmp_path / "file.pt", tmp_path / "made"
    torch.save(RunsCode(folder), file)
    with pytest.raises(pickle.UnpicklingError, match="weights_only"):
        torch.load(file)
    assert not folder.exists()
    torch.load(file, weights_only=False)
    assert folder.exists()


def test_the_names_may_lack_their_beginning(tmp_path: Path) -> None:
    tensors = read_safetensors(FILE)
    assert all(name.startswith("transformer.") for name in tensors)
    config = (tiny_gpt2() / "config.json").read_text("utf-8")
    (tmp_path / "config.json").write_text(config, "utf-8")
    bare = {name.removeprefix("transformer."): t for name, t in tensors.items()}
    write_safetensors(tmp_path / "model.safetensors", bare)
    ids = torch.tensor([[3, 41, 7]])
    assert torch.equal(load_gpt2(tmp_path)(ids), load_gpt2(tiny_gpt2())(ids))


@pytest.mark.parametrize("i", [0, 1])
def test_each_layer_is_a_transpose(i: int) -> None:
    """Theirs: huggingface/transformers, pytorch_utils.py, Conv1D.forward: torch.addmm(
    self.bias, x, self.weight).
    """
    tensors = read_safetensors(FILE)
    assert not any("lm_head" in name for name in tensors)
    block = load_gpt2(tiny_gpt2()).blocks[i]
    attention, layers = block.attention, block.feed_forward.layers
    qkv = [attention.W_query, attention.W_key, attention.W_value]
    for name, ours in {
        "attn.c_attn": torch.cat([layer.weight for layer in qkv]),
        "attn.c_proj": attention.out_proj.weight,
        "mlp.c_fc": layers[0].weight,
        "mlp.c_proj": layers[2].weight,
    }.items():
        theirs = tensors[f"transformer.h.{i}.{name}.weight"]
        assert torch.equal(theirs.T, ours)
    ffn = f"transformer.h.{i}.mlp.c_fc"
    x, weight, bias = torch.randn(5, 24), layers[0].weight, layers[0].bias
    theirs = x @ tensors[f"{ffn}.weight"] + tensors[f"{ffn}.bias"]
    torch.testing.assert_close(x @ weight.T + bias, theirs)
    torch.testing.assert_close(layers[0](x), theirs)


def test_four_mistakes_that_raise_nothing() -> None:
    """The page's own mistakes, made in each block."""
    stored = read_safetensors(tiny_gpt2() / "logits.safetensors")
    ids, right = stored["ids"], stored["logits"]
    spoil = runpy.run_path(str(SNIPPETS / "four-wrong.py"))["spoil"]

    def off(mistake: str) -> float:
        model = load_gpt2(tiny_gpt2(), torch.float64)
        shapes = {name: p.shape for name, p in model.named_parameters()}
        for block in model.blocks:
            spoil(block, mistake)
        assert shapes == {name: p.shape for name, p in model.named_parameters()}
        return (model(ids) - right).abs().max().item()

    exchanged, kept, two_heads, exact = map(off, (
        "queries and values exchanged", "square c_proj not transposed",
        "2 heads for 4", "exact GELU",
    ))  # fmt: skip
    assert min(exchanged, kept) > 2 * right.std() > 10 * two_heads
    assert exact < 1e-4 < two_heads
    rounding = off("none")
    assert rounding < 1e-13 < 1e-8 * exact


def test_the_rest_of_the_file_is_as_long_as_its_header() -> None:
    """A header put together from the names and shapes, as safetensors writes it."""
    d, shapes = 768, {}
    for i in range(12):
        for name, shape in {
            "ln_1.weight": [d], "ln_1.bias": [d], "ln_2.weight": [d], "ln_2.bias": [d],
            "attn.bias": [1, 1, 1024, 1024],
            "attn.c_attn.weight": [d, 3 * d], "attn.c_attn.bias": [3 * d],
            "attn.c_proj.weight": [d, d], "attn.c_proj.bias": [d],
            "mlp.c_fc.weight": [d, 4 * d], "mlp.c_fc.bias": [4 * d],
            "mlp.c_proj.weight": [4 * d, d], "mlp.c_proj.bias": [d],
        }.items():  # fmt: skip
            shapes[f"h.{i}.{name}"] = shape
    shapes |= {"ln_f.weight": [d], "ln_f.bias": [d]}
    shapes |= {"wpe.weight": [1024, d], "wte.weight": [50257, d]}
    assert len(shapes) == 160
    header, end = {"__metadata__": {"format": "pt"}}, 0
    for name in sorted(shapes):
        start, end = end, end + 4 * torch.Size(shapes[name]).numel()
        place = {"data_offsets": [start, end]}
        header[name] = {"dtype": "F32", "shape": shapes[name]} | place
    length = 8 + len(json.dumps(header, separators=(",", ":")))
    size, _ = command.FILES["model.safetensors"]
    assert abs(size - end - length) < 100


@pytest.mark.parametrize("stops", [[0], [1], [4001, 3], [10_495]])
def test_a_download_goes_on(tmp_path: Path, stops: list[int]) -> None:
    with served() as server:
        for stop in stops:
            server.stops_after = stop
            with pytest.raises(OSError, match="goes on from there"):
                fetch(f"{server.url}/file", tmp_path / "a", len(DATA), SHA256)
        server.stops_after = None
        fetch(f"{server.url}/file", tmp_path / "a", len(DATA), SHA256)
    assert (tmp_path / "a").read_bytes() == DATA
    last = f"bytes={sum(stops)}-" if sum(stops) else None
    assert server.asked[-1] == last


@pytest.mark.parametrize("seed", range(10))
def test_small_weights_hide_the_wrong_gelu(seed: int) -> None:
    torch.manual_seed(seed)
    model = GPT(61, 16, 24, 2, 4).double()
    for name, parameter in model.named_parameters():
        if name.endswith("scale"):
            assert (parameter == 1).all()
        elif name.endswith(("bias", "shift")):
            assert (parameter == 0).all()
        else:
            assert 0.017 < parameter.std() < 0.023
    ids = torch.randint(61, (3, 11))
    logits = model(ids)
    for block in model.blocks:
        assert isinstance(block.feed_forward, FeedForward)
        block.feed_forward.layers[1] = nn.GELU()
    assert 1e-10 < (model(ids) - logits).abs().max() < 1e-5


@pytest.mark.parametrize("seed", [0, 1])
def test_a_wide_model_shows_the_wrong_gelu(seed: int) -> None:
    torch.manual_seed(seed)
    model = GPT(61, 16, 768, 2, 12).double()
    ids = torch.randint(61, (3, 11))
    logits = model(ids)
    for block in model.blocks:
        block.feed_forward.layers[1] = nn.GELU()
    assert (model(ids) - logits).abs().max() > 1e-4


def test_each_parameter_of_the_folder_was_drawn() -> None:
    numbers = torch.cat([t.flatten() for t in read_safetensors(FILE).values()])
    assert 0.195 < numbers.std() < 0.205
    model = load_gpt2(tiny_gpt2())
    norms = [module for module in model.modules() if isinstance(module, LayerNorm)]
    for norm in norms:
        assert 0.1 < norm.scale.std() < 0.3
        assert 0.1 < norm.shift.std() < 0.3
