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
from tests.claims.quotes import cited, derived, tested

FILE = tiny_gpt2() / "model.safetensors"
SNIPPETS = Path(__file__).parents[3] / "snippets/models/gpt2-weights"

cited(
    "OpenAI's trained ones are public, in a file of 160 tensors with names like "
    "h.0.attn.c_attn.weight.",
    "On the Hugging Face hub, the smallest GPT-2 is a folder with its sizes in "
    "config.json and its weights, half a gigabyte of them, in model.safetensors.",
    source="huggingface.co/openai-community/gpt2 at revision 607a30d7: twelve blocks "
    "of twelve parameters and a mask, two tables, and the last norm's two",
)
cited(
    "A safetensors file has three parts (its format).",
    "Eight bytes give the length of the header.",
    "The header is JSON and gives each tensor's type, its shape, and where its "
    "numbers are.",
    "The offsets count from the end of the header.",
    source="huggingface/safetensors, README.md, section Format",
)
cited(
    "With GPT-2, there are twelve blocks with twelve heads each.",
    source="openai/gpt-2, src/model.py, default_hparams: n_head=12, n_layer=12",
)
cited(
    "It checks each file's SHA-256, and then lets the model continue The dog: a "
    "test in transformers says which twenty tokens the text should then have.",
    source="huggingface/transformers, tests/models/gpt2/test_modeling_gpt2.py, "
    "_test_lm_generate_gpt2_helper",
)
cited(
    "The machine that builds this site has no access to the hub, and the hashes "
    "are those recorded by other public projects.",
    source="sha256 248dfc39… of 548,105,171 bytes and 0daed774… of 665 bytes, at "
    "revision 607a30d7, as more than five unrelated public repositories have them",
)
derived(
    "Such a file contains no code, so reading it runs none.",
    where="models/gpt2-weights.md#the-file-by-hand",
)


@tested(
    "The tiny folder was written by Hugging Face's transformers library.",
    "It also holds the logits that the library's own GPT-2 computes in float64, for "
    "three texts of eleven tokens:",
    "All the logits agree, at every position.",
    "With each name matched, the matrices transposed, and the same heads and GELU, our "
    "GPT gives the logits of the library that wrote the file, up to rounding.",
)
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


@tested(
    "read_safetensors does the same for all tensors, and checks that they fill the "
    "file exactly.",
)
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


@tested(
    "Python's pickle format, which torch.save uses, can run code when it is loaded.",
    "Since torch 2.6, torch.load refuses such code by default.",
)
def test_a_pickle_runs_code_and_torch_refuses_it_by_default(tmp_path: Path) -> None:
    """The version: release notes of PyTorch 2.6, weights_only is True by default."""
    file, folder = tmp_path / "file.pt", tmp_path / "made"
    torch.save(RunsCode(folder), file)
    with pytest.raises(pickle.UnpicklingError, match="weights_only"):
        torch.load(file)
    assert not folder.exists()
    torch.load(file, weights_only=False)
    assert folder.exists()


@tested(
    "In this file they begin with transformer., in the hub's they do not, and "
    "load_gpt2 accepts both:"
)
def test_the_names_may_lack_their_beginning(tmp_path: Path) -> None:
    tensors = read_safetensors(FILE)
    assert all(name.startswith("transformer.") for name in tensors)
    config = (tiny_gpt2() / "config.json").read_text("utf-8")
    (tmp_path / "config.json").write_text(config, "utf-8")
    bare = {name.removeprefix("transformer."): t for name, t in tensors.items()}
    write_safetensors(tmp_path / "model.safetensors", bare)
    ids = torch.tensor([[3, 41, 7]])
    assert torch.equal(load_gpt2(tmp_path)(ids), load_gpt2(tiny_gpt2())(ids))


@tested(
    "The shapes (24, 72) and (24, 96) show that the layers called c_… have one "
    "row for each input.",
    "So these matrices must be transposed.",
    "They compute \\(xW + b\\), where nn.Linear computes \\(xW^\\top + b\\).",
    "In c_attn, the columns for queries, keys and values are side by side:",
    "No name is left for the output table, because the weights are tied.",
)
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


@tested(
    "In each of these, all the shapes match.",
    "Compared with the spread, the first two mistakes are large, and the last one "
    "hides: here the two GELUs are so close that a comparison with a tolerance "
    "of 0.0001 would pass.",
    "In float64, rounding errors are far smaller than each of these differences, "
    "so the tolerance can be, too.",
)
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


@tested(
    "The file also holds the causal mask of each block, 1,024 by 1,024, which is "
    "not a weight and which load_gpt2 ignores.",
    "The remaining 14,291 bytes are for the header and its length.",
)
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


@tested(
    "Run it again if the connection breaks, and it resumes where it stopped.",
)
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


@tested(
    "Our GPT starts with weights from \\(N(0, 0.02^2)\\), biases of 0 and scales of 1.",
    "No: the logits differ, but by less than that.",
)
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


@tested(
    "The sizes matter, too: with as many features and heads as GPT-2, a logit changes "
    "by more than ten times the tolerance."
)
@pytest.mark.parametrize("seed", [0, 1])
def test_a_wide_model_shows_the_wrong_gelu(seed: int) -> None:
    torch.manual_seed(seed)
    model = GPT(61, 16, 768, 2, 12).double()
    ids = torch.randint(61, (3, 11))
    logits = model(ids)
    for block in model.blocks:
        block.feed_forward.layers[1] = nn.GELU()
    assert (model(ids) - logits).abs().max() > 1e-4


@tested(
    "The parameters in the tiny folder were drawn with ten times that standard "
    "deviation, scales and biases too.",
)
def test_each_parameter_of_the_folder_was_drawn() -> None:
    numbers = torch.cat([t.flatten() for t in read_safetensors(FILE).values()])
    assert 0.195 < numbers.std() < 0.205
    model = load_gpt2(tiny_gpt2())
    norms = [module for module in model.modules() if isinstance(module, LayerNorm)]
    for norm in norms:
        assert 0.1 < norm.scale.std() < 0.3
        assert 0.1 < norm.shift.std() < 0.3
