"""Our GPT-2 against transformers' own, on checkpoints that transformers wrote.

`make oracle` runs it, with transformers from .cache/oracle. Each checkpoint has another
shape, and all its parameters, those of norms and the biases too, are drawn from
N(0, 0.2²). With the initialisation of transformers (0.02, biases 0, scales 1) an exact
GELU in place of the one with tanh changes the logits by about 1e-5, and is not seen.

The smallest checkpoint is the fixture of the everyday tests and of a page. `--write`
stores it anew.
"""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from transformers import GPT2Config, GPT2LMHeadModel

from attention import GPT, load_gpt2, read_safetensors, tiny_gpt2, write_safetensors

TINY = {"vocab_size": 61, "n_positions": 16, "n_embd": 24, "n_layer": 2, "n_head": 4}
# By name: the config, and how it is saved.
CASES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "tiny": (TINY, {}),
    "one head": ({**TINY, "n_head": 1, "n_layer": 1}, {}),
    "deep": ({**TINY, "n_embd": 30, "n_head": 5, "n_layer": 7}, {}),
    "several files": ({**TINY, "n_layer": 3}, {"max_shard_size": "20KB"}),
    "not tied": ({**TINY, "tie_word_embeddings": False}, {}),
    "n_inner": ({**TINY, "n_inner": 96}, {}),
    "wide": (
        {
            "vocab_size": 1009,
            "n_positions": 64,
            "n_embd": 96,
            "n_layer": 3,
            "n_head": 12,
        },
        {},
    ),
}
BOUND = 1e-10


def draw(config: dict[str, Any], std: float = 0.2) -> GPT2LMHeadModel:
    """A model of transformers; each number that was drawn is a float32."""
    model = GPT2LMHeadModel(GPT2Config(bos_token_id=0, eos_token_id=0, **config))
    generator = torch.Generator().manual_seed(123)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.normal_(std=std, generator=generator)
    return model.eval()


def ids_for(config: dict[str, Any]) -> Tensor:
    generator = torch.Generator().manual_seed(123)
    shape = (3, config["n_positions"])
    return torch.randint(config["vocab_size"], shape, generator=generator)


@torch.no_grad()
def logits_of(model: GPT2LMHeadModel, ids: Tensor) -> Tensor:
    return model.double()(ids).logits


@torch.no_grad()
def difference(model: GPT, ids: Tensor, expected: Tensor) -> float:
    return (model(ids) - expected).abs().max().item()


def exchange(block: Any) -> None:
    layer = block.attention
    layer.W_query, layer.W_value = layer.W_value, layer.W_query


def transpose(block: Any) -> None:
    weight = block.attention.out_proj.weight
    weight.data = weight.data.T


def two_heads(block: Any) -> None:
    block.attention.num_heads = 2


def exact(block: Any) -> None:
    block.feed_forward.layers[1] = nn.GELU()


WRONG: tuple[Callable[[Any], None], ...] = (exchange, transpose, two_heads, exact)


def compare(name: str, folder: Path) -> None:
    """Ours against theirs, at each position of a batch."""
    config, saving = CASES[name]
    theirs = draw(config)
    theirs.save_pretrained(folder, **saving)
    if name == "tiny":  # as on the hub: without transformer., and with the masks
        bare = folder / "bare"
        theirs.transformer.save_pretrained(bare)
        tensors = load_file(bare / "model.safetensors")
        assert "wte.weight" in tensors
        masks = {f"h.{i}.attn.bias": torch.ones(1, 1, 16, 16) for i in range(2)}
        save_file(tensors | masks, bare / "model.safetensors", {"format": "pt"})
    ids = ids_for(config)
    expected = logits_of(theirs, ids)
    for place in [folder, *([folder / "bare"] if name == "tiny" else [])]:
        ours = load_gpt2(place, dtype=torch.float64)
        off = difference(ours, ids, expected)
        print(f"{name:14} {off:.1e}")
        assert off < BOUND, name
    if config["n_head"] == 4 and name == "tiny":
        for spoil in WRONG:
            ours = load_gpt2(folder, dtype=torch.float64)
            for block in ours.blocks:
                spoil(block)
            off = difference(ours, ids, expected)
            print(f"  {spoil.__name__:12} {off:.1e}")
            assert off > 1e-5, spoil.__name__


def exchange_files(folder: Path) -> None:
    """Their library reads what ours wrote, and ours what theirs wrote."""
    generator = torch.Generator().manual_seed(123)
    tensors = {
        f"{dtype}".removeprefix("torch."): torch.randint(
            2, (3, 5), generator=generator
        ).to(dtype)
        for dtype in (
            torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.int64,
            torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool,
        )
    } | {"empty": torch.zeros(0, 7), "scalar": torch.tensor(2.5)}  # fmt: skip
    write_safetensors(folder / "ours", tensors)
    save_file(tensors, folder / "theirs")
    for read in (load_file(folder / "ours"), read_safetensors(folder / "theirs")):
        assert read.keys() == tensors.keys()
        for name, tensor in tensors.items():
            assert read[name].dtype == tensor.dtype
            assert torch.equal(read[name], tensor)


def fixture(folder: Path) -> None:
    """What is stored: config.json, model.safetensors and logits.safetensors."""
    theirs = draw(TINY)
    theirs.save_pretrained(folder)
    (folder / "generation_config.json").unlink(missing_ok=True)
    ids = ids_for(TINY)[:, :11].contiguous()
    logits = logits_of(theirs, ids)
    save_file({"ids": ids, "logits": logits}, folder / "logits.safetensors")


def main() -> None:
    torch.set_num_threads(1)
    with TemporaryDirectory() as name:
        for number, case in enumerate(CASES):
            compare(case, Path(name, f"{number}"))
        exchange_files(Path(name))
        made = Path(name, "fixture")
        fixture(made)
        if "--write" in sys.argv:
            shutil.copytree(made, tiny_gpt2(), dirs_exist_ok=True)
        for file in sorted(path.name for path in made.glob("*.safetensors")):
            stored = load_file(tiny_gpt2() / file)
            for key, tensor in load_file(made / file).items():
                torch.testing.assert_close(stored[key], tensor, rtol=0, atol=BOUND)
        print("the stored checkpoint is the one that is made")


if __name__ == "__main__":
    main()
