"""Our GPT-2, Llama and DeepSeek against transformers' own, on checkpoints of theirs.

`make oracle` runs it, with transformers from .cache/oracle. Each checkpoint has another
shape, and all its parameters, those of norms and the biases too, are drawn from
N(0, 0.2²). With the initialisation of transformers (0.02, biases 0, scales 1) an exact
GELU in place of the one with tanh changes the logits by about 1e-5, and is not seen.
So drawn, heads that are exchanged, pairs of neighbours in place of halves, another base
and a router without its bias or its groups each change them by more than 1e-4.

transformers reads weights of eight bits on other machines alone, and only blocks that
divide a matrix, so eight bits are written here, block by block, and transformers is
given the numbers that they stand for. Each of the recipes in `WRONG` must be noticed.

In a float64 model, transformers computes RMS norms and rotary tables in float32, so
the bound is that of float32 for Llama and DeepSeek.

The smallest checkpoint of each is the fixture of the everyday tests and of a page.
`--write` stores it anew.
"""

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
import transformers as t
from safetensors.torch import load_file, save_file
from torch import Tensor

from attention.examples import tiny_deepseek, tiny_gpt2, tiny_llama
from attention.loaders import (
    load_deepseek,
    load_gpt2,
    load_llama,
    read_safetensors,
    write_safetensors,
)
from attention.loaders.safetensors_file import DTYPES
from tests.attention.loaders.test_eight_bits_and_yarn import STORED, WRONG

Cases = dict[str, dict[str, Any]]  # by name, what differs from the smallest
SEVERAL_FILES = {"max_shard_size": "20KB"}
GPT2 = {"vocab_size": 61, "n_positions": 16, "n_embd": 24, "n_layer": 2, "n_head": 4}
GPT2S: Cases = {
    "tiny": {},
    "one head": {"n_head": 1, "n_layer": 1},
    "deep": {"n_embd": 30, "n_head": 5, "n_layer": 7},
    "several files": {"n_layer": 3},
    "not tied": {"tie_word_embeddings": False},
    "n_inner": {"n_inner": 96},
    "wide": {"vocab_size": 1009, "n_positions": 64, "n_embd": 96, "n_head": 12},
}
YARN = {
    "rope_theta": 10000.0,
    "rope_type": "yarn",
    "factor": 40.0,
    "beta_fast": 32,
    "beta_slow": 1,
    "original_max_position_embeddings": 32,
}
V3 = YARN | {"mscale": 1.0, "mscale_all_dim": 1.0}
ROPE = {"rope_theta": 10000.0, "rope_type": "default"}
LLAMA3 = {
    "rope_theta": 10000.0,
    "rope_type": "llama3",
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 32,
}
LLAMA = {
    "vocab_size": 61,
    "max_position_embeddings": 160,
    "hidden_size": 24,
    "intermediate_size": 40,
    "num_hidden_layers": 2,
    "num_attention_heads": 6,
    "num_key_value_heads": 2,
    "head_dim": 8,
    "rope_parameters": LLAMA3,
}
LLAMAS: Cases = {
    "tiny": {},
    "no scaling": {"rope_parameters": ROPE},
    "tied": {"tie_word_embeddings": True},
    "several files": {"num_hidden_layers": 5},
    "yarn": {"rope_parameters": YARN | {"beta_fast": 4}},
    "yarn, factor": {"rope_parameters": YARN | {"attention_factor": 1.3}},
    "one group": {"num_key_value_heads": 1, "head_dim": 4},
    "a group a head": {"num_key_value_heads": 6, "head_dim": None},
}
DEEPSEEK = {
    "vocab_size": 61,
    "max_position_embeddings": 160,
    "hidden_size": 24,
    "intermediate_size": 40,
    "moe_intermediate_size": 10,
    "num_hidden_layers": 3,
    "first_k_dense_replace": 1,
    "num_attention_heads": 3,
    "num_key_value_heads": 3,
    "n_routed_experts": 8,
    "num_experts_per_tok": 3,
    "n_shared_experts": 2,
    "n_group": 4,
    "topk_group": 2,
    "routed_scaling_factor": 2.5,
    "kv_lora_rank": 14,
    "q_lora_rank": 18,
    "qk_nope_head_dim": 10,
    "qk_rope_head_dim": 6,
    "v_head_dim": 10,
    "rope_parameters": ROPE,
}
DEEPSEEKS: Cases = {
    "tiny": {},
    "plain queries": {"q_lora_rank": None},
    "no groups": {"n_group": 1, "topk_group": 1},
    "all dense": {"first_k_dense_replace": 3},
    "several files": {"num_hidden_layers": 5},
    "wide values": {"v_head_dim": 13, "q_lora_rank": None},
    "narrow values": {"v_head_dim": 5, "qk_nope_head_dim": 9, "qk_rope_head_dim": 2},
    "yarn of V3": {"rope_parameters": V3},
    "two mscales": {"rope_parameters": V3 | {"mscale": 0.7, "mscale_all_dim": 1.4}},
    "no mscale": {"rope_parameters": YARN | {"truncate": False, "beta_fast": 5}},
    "eight bits": {},
    "eight bits, V3": {"v_head_dim": 7, "rope_parameters": V3, "hidden_size": 30},
    "eight bits, files": {"q_lora_rank": None, "num_hidden_layers": 5},
}
SMALL = DEEPSEEK | {  # the fixture of tests/attention/loaders
    "vocab_size": 31,
    "max_position_embeddings": 64,
    "hidden_size": 20,
    "num_hidden_layers": 2,
    "n_routed_experts": 4,
    "num_experts_per_tok": 2,
    "n_shared_experts": 1,
    "n_group": 2,
    "topk_group": 1,
    "q_lora_rank": 12,
    "v_head_dim": 7,
    "qk_rope_head_dim": 8,
    "rope_parameters": V3 | {"rope_theta": 100.0, "beta_fast": 3, "beta_slow": 0.2},
}
BLOCKS = {"eight bits": (2, 2), "eight bits, files": (5, 3)}


def draw(config: t.PretrainedConfig) -> Any:
    """A model of transformers; each number that was drawn is a float32."""
    model = t.AutoModelForCausalLM.from_config(config)
    generator = torch.Generator().manual_seed(123)
    tensors = dict(model.named_parameters()) | {
        name: buffer for name, buffer in model.named_buffers() if "bias" in name
    }
    with torch.no_grad():
        for tensor in tensors.values():
            tensor.normal_(std=0.2, generator=generator)
    return model.eval()


def draw_ids(*shape: int, num_words: int = 61) -> Tensor:
    generator = torch.Generator().manual_seed(123)
    return torch.randint(num_words, shape, generator=generator)


def gpt2(**config: Any) -> Any:
    return draw(t.GPT2Config(bos_token_id=0, eos_token_id=0, **config))


def llama(**config: Any) -> Any:
    return draw(t.LlamaConfig(bos_token_id=0, eos_token_id=0, **config))


def deepseek(**config: Any) -> Any:
    made = t.DeepseekV3Config(bos_token_id=0, eos_token_id=0, **config)
    made._experts_implementation = "eager"  # float64 has no grouped product
    return draw(made)


def to_eight_bits(folder: Path, block: tuple[int, int]) -> Any:
    """Write a folder in eight bits; return transformers' model of what they mean."""
    path, (high, wide) = folder / "config.json", block
    with TemporaryDirectory() as meant:
        shutil.copytree(folder, meant, dirs_exist_ok=True)
        for file in folder.glob("*.safetensors"):
            tensors = load_file(file)
            codes, decoded = dict(tensors), dict(tensors)
            for name, weight in tensors.items():
                if weight.dim() < 2 or not name.endswith("_proj.weight"):
                    continue
                part = [
                    range(0, n, side)
                    for n, side in zip(weight.shape, block, strict=True)
                ]
                scales = torch.empty([len(starts) for starts in part])
                code = torch.empty_like(weight, dtype=torch.float8_e4m3fn)
                for i, top in enumerate(part[0]):
                    for j, left in enumerate(part[1]):
                        at = slice(top, top + high), slice(left, left + wide)
                        scale = scales[i, j] = weight[at].abs().max() / 448
                        code[at] = (weight[at] / scale).clamp(-448, 448).to(code.dtype)
                        decoded[name][at] = code[at].float() * scale
                codes |= {name: code, f"{name}_scale_inv": scales}
            save_file(codes, file, {"format": "pt"})
            save_file(decoded, Path(meant, file.name), {"format": "pt"})
        theirs = t.AutoModelForCausalLM.from_pretrained(meant, dtype=torch.float64)
    entry = {"quant_method": "fp8", "fmt": "e4m3", "weight_block_size": block}
    config = json.loads(path.read_text()) | {"quantization_config": entry}
    path.write_text(json.dumps(config, indent=2) + "\n")
    theirs.config._experts_implementation = "eager"
    return theirs.eval()


@torch.no_grad()
def compare(name: str, theirs: Any, load: Callable[..., Any], bound: float) -> None:
    """Ours against theirs at each position, whole and with a cache."""
    config = theirs.config
    length = min(config.max_position_embeddings, 150)
    ids = draw_ids(3, length, num_words=config.vocab_size)
    with TemporaryDirectory() as folder:
        saving = SEVERAL_FILES if "files" in name else {}
        theirs.save_pretrained(folder, **saving)
        if name.startswith("eight bits"):
            theirs = to_eight_bits(Path(folder), BLOCKS.get(name, (7, 4)))
        expected = theirs.double()(ids).logits
        ours = load(folder, dtype=torch.float64)
    cut = 2 * length // 3
    first, caches = ours.forward_with_cache(ids[:, :cut])
    rest, _ = ours.forward_with_cache(ids[:, cut:], caches)
    for found in (ours(ids), torch.cat([first, rest], dim=1)):
        off = (found - expected).abs().max().item()
        print(f"{load.__name__:14} {name:17} {off:.1e}")
        assert off < bound, name


def as_on_the_hub() -> None:
    """GPT-2's checkpoint from 2019: names without a prefix, and the masks."""
    theirs = gpt2(**GPT2)
    bare = theirs.transformer

    def load(folder: str, dtype: torch.dtype) -> Any:
        path = Path(folder, "model.safetensors")
        tensors = load_file(path)
        assert "wte.weight" in tensors
        masks = {f"h.{i}.attn.bias": torch.ones(1, 1, 16, 16) for i in range(2)}
        save_file(tensors | masks, path, {"format": "pt"})
        return load_gpt2(folder, dtype=dtype)

    theirs.save_pretrained = bare.save_pretrained
    compare("as on the hub", theirs, load, 1e-10)


def exchange_files() -> None:
    """Their library reads what ours wrote, and ours what theirs wrote."""
    numbers = draw_ids(3, 5, num_words=2)
    tensors = {name: numbers.to(dtype) for name, dtype in DTYPES.items()}
    tensors |= {"empty": torch.zeros(0, 7), "scalar": torch.tensor(2.5)}
    with TemporaryDirectory() as folder:
        ours, theirs = Path(folder, "ours"), Path(folder, "theirs")
        write_safetensors(ours, tensors)
        save_file(tensors, theirs)
        for read in (load_file(ours), read_safetensors(theirs)):
            assert read.keys() == tensors.keys()
            torch.testing.assert_close(read, tensors, rtol=0, atol=0)


@torch.no_grad()
def check_wrong_recipes() -> None:
    """Each must be off by far more than rounding, in a checkpoint like V3's."""
    stored = load_file(STORED / "logits.safetensors")
    for name, spoil in WRONG.items():
        with TemporaryDirectory() as folder:
            shutil.copytree(STORED, folder, dirs_exist_ok=True)
            spoil(Path(folder))
            found = load_deepseek(folder, torch.float64)(stored["ids"])
        off = (found - stored["logits"]).abs().max() / stored["logits"].std()
        print(f"{name:33} {off:.3f} of the spread of the logits")
        assert off > 0.01, name


@torch.no_grad()
def store(
    model: Any, kept: Path, ids: Tensor, bound: float, eight_bits: bool = False
) -> None:
    """Compare what is stored, or store it: config, tensors, ids and logits."""
    with TemporaryDirectory() as folder:
        made = Path(folder)
        model.save_pretrained(made)
        if eight_bits:
            model = to_eight_bits(made, (8, 8))
        (made / "generation_config.json").unlink(missing_ok=True)
        logits = model.double()(ids).logits
        if model.config.model_type != "gpt2":
            logits = logits.float()
        save_file({"ids": ids, "logits": logits}, made / "logits.safetensors")
        if "--write" in sys.argv:
            shutil.copytree(made, kept, dirs_exist_ok=True)
        for file in ("model.safetensors", "logits.safetensors"):
            stored, again = load_file(kept / file), load_file(made / file)
            for tensors in (stored, again):
                for each, tensor in tensors.items():
                    if tensor.dtype == torch.float8_e4m3fn:  # not compared by torch
                        tensors[each] = tensor.view(torch.uint8)
            torch.testing.assert_close(stored, again, rtol=0, atol=bound)
    print(f"{kept.name}: the stored checkpoint is the one that is made")


def main() -> None:
    torch.set_num_threads(1)
    for make, load, sizes, cases, bound in (
        (gpt2, load_gpt2, GPT2, GPT2S, 1e-10),
        (llama, load_llama, LLAMA, LLAMAS, 2e-6),
        (deepseek, load_deepseek, DEEPSEEK, DEEPSEEKS, 2e-6),
    ):
        for name, other in cases.items():
            compare(name, make(**(sizes | other)), load, bound)
    as_on_the_hub()
    exchange_files()
    store(gpt2(**GPT2), tiny_gpt2(), draw_ids(3, 16)[:, :11].contiguous(), 1e-10)
    store(llama(**LLAMA), tiny_llama(), draw_ids(1, 150), 2e-6)
    store(deepseek(**DEEPSEEK), tiny_deepseek(), draw_ids(1, 150), 2e-6)
    ids = draw_ids(1, 60, num_words=31)
    store(deepseek(**SMALL), STORED, ids, 2e-6, eight_bits=True)
    check_wrong_recipes()


if __name__ == "__main__":
    main()
