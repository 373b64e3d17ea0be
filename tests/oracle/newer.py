"""Our Llama and DeepSeek against transformers', on checkpoints that transformers wrote.

`make oracle` runs it. All parameters, those of norms and the biases too, are drawn from
N(0, 0.2²). transformers computes its norms and its rotary tables in float32 even in a
float64 model, so the bound is that of float32. Each wrong recipe must be seen at more
than one position: the first position is the same with any rotation.

The smallest checkpoints are the fixtures of the everyday tests and of pages. `--write`
stores them anew.
"""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor
from transformers import (
    DeepseekV3Config,
    DeepseekV3ForCausalLM,
    LlamaConfig,
    LlamaForCausalLM,
)

from attention import (
    Decoder,
    RotaryPositions,
    load_deepseek,
    load_llama,
    tiny_deepseek,
    tiny_llama,
)

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
# By name: the config, and how it is saved.
LLAMAS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "tiny": (LLAMA, {}),
    "no scaling": ({**LLAMA, "rope_parameters": ROPE}, {}),
    "tied": ({**LLAMA, "tie_word_embeddings": True}, {}),
    "several files": ({**LLAMA, "num_hidden_layers": 5}, {"max_shard_size": "20KB"}),
    "one group": ({**LLAMA, "num_key_value_heads": 1, "head_dim": 4}, {}),
    "a group a head": ({**LLAMA, "num_key_value_heads": 6, "head_dim": None}, {}),
}
DEEPSEEKS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "tiny": (DEEPSEEK, {}),
    "plain queries": ({**DEEPSEEK, "q_lora_rank": None}, {}),
    "no groups": ({**DEEPSEEK, "n_group": 1, "topk_group": 1}, {}),
    "all dense": ({**DEEPSEEK, "first_k_dense_replace": 3}, {}),
    "several files": ({**DEEPSEEK, "num_hidden_layers": 5}, {"max_shard_size": "20KB"}),
}
BOUND, SEEN = 2e-6, 1e-4


def draw(model: Any) -> Any:
    """A model of transformers; each number that was drawn is a float32."""
    generator = torch.Generator().manual_seed(123)
    tensors = dict(model.named_parameters()) | {
        name: buffer for name, buffer in model.named_buffers() if "bias" in name
    }
    with torch.no_grad():
        for tensor in tensors.values():
            tensor.normal_(std=0.2, generator=generator)
    return model.eval()


def llama(config: dict[str, Any]) -> Any:
    return draw(LlamaForCausalLM(LlamaConfig(bos_token_id=0, eos_token_id=0, **config)))


def deepseek(config: dict[str, Any]) -> Any:
    made = DeepseekV3Config(bos_token_id=0, eos_token_id=0, **config)
    made._experts_implementation = "eager"  # float64 has no grouped product
    return draw(DeepseekV3ForCausalLM(made))


def ids_for(config: dict[str, Any]) -> Tensor:
    generator = torch.Generator().manual_seed(123)
    return torch.randint(config["vocab_size"], (2, 150), generator=generator)


@torch.no_grad()
def compare(
    make: Callable[..., Any],
    load: Callable[..., Decoder],
    cases: dict[str, tuple[dict[str, Any], dict[str, Any]]],
    wrong: tuple[Callable[[Any], None], ...],
    folder: Path,
) -> None:
    """Ours against theirs at each position, whole and with a cache."""
    for name, (config, saving) in cases.items():
        theirs, ids = make(config), ids_for(config)
        theirs.save_pretrained(folder / name, **saving)
        expected = theirs.double()(ids).logits
        ours = load(folder / name, dtype=torch.float64)
        first, caches = ours.forward_with_cache(ids[:, :97])
        rest, _ = ours.forward_with_cache(ids[:, 97:], caches)
        for found in (ours(ids), torch.cat([first, rest], dim=1)):
            off = (found - expected).abs().max().item()
            print(f"{load.__name__:14} {name:15} {off:.1e}")
            assert off < BOUND, name
        for spoil in wrong if name == "tiny" else ():
            ours = load(folder / name, dtype=torch.float64)
            spoil(ours)
            off = (ours(ids) - expected).abs().amax(dim=(0, 2))
            print(f"  {spoil.__name__:20} {off.max():.1e}, {(off > SEEN).sum()} of 150")
            assert (off > SEEN).sum() > 1, spoil.__name__


def exchange_gate_and_up(model: Any) -> None:
    for block in model.blocks:
        part = block.feed_forward
        part.W_gate, part.W_up = part.W_up, part.W_gate


def tile_groups(model: Any) -> None:
    """0 1 0 1 0 1 for the groups of six heads, where 0 0 0 1 1 1 is meant."""
    for block in model.blocks:
        layer = block.attention
        for linear, axis in ((layer.W_query, 0), (layer.out_proj, 1)):
            heads = linear.weight.unflatten(axis, (2, 3, -1))
            linear.weight.data = heads.transpose(axis, axis + 1).flatten(axis, axis + 2)


def neighbours_as_pairs(model: Any) -> None:
    for block in model.blocks:
        for linear in (block.attention.W_query, block.attention.W_key):
            pairs = linear.weight.unflatten(0, (-1, 2, 4)).transpose(1, 2)
            linear.weight.data = pairs.flatten(0, 2)


def rotary_of(base: float, width: int) -> Callable[[Any], None]:
    def spoil(model: Any) -> None:
        for block in model.blocks:
            block.attention.rotary = RotaryPositions(160, width, base).double()

    return spoil


def another_base(model: Any) -> None:
    rotary_of(500_000.0, 2 * len(model.blocks[0].attention.rotary.frequencies))(model)


def no_scaling(model: Any) -> None:
    rotary_of(10_000.0, 8)(model)


def forget_the_bias(model: Any) -> None:
    for block in model.blocks[1:]:
        block.feed_forward.router.bias.zero_()


def weigh_with_the_bias(model: Any) -> None:
    for block in model.blocks[1:]:
        router = block.feed_forward.router

        def route(x: Tensor, router: Any = router) -> tuple[Tensor, Tensor]:
            scores = torch.sigmoid(router.W_router(x)) + router.bias
            chosen = router.choose(scores)
            weights = scores.gather(-1, chosen)
            return chosen, 2.5 * weights / weights.sum(dim=-1, keepdim=True)

        router.forward = route


def no_groups(model: Any) -> None:
    for block in model.blocks[1:]:
        router = block.feed_forward.router
        router.num_groups = router.top_groups = 1


def no_scale(model: Any) -> None:
    for block in model.blocks[1:]:
        block.feed_forward.router.scale = 1.0


def halves_as_pairs(model: Any) -> None:
    """The rotary rows as they lie in the file."""
    for block in model.blocks:
        weight = block.attention.W_rotary.weight
        weight.data = weight.unflatten(0, (2, 3)).transpose(0, 1).flatten(0, 1)


def no_shared_expert(model: Any) -> None:
    for block in model.blocks[1:]:
        block.feed_forward.shared = None


def fixture(model: Any, folder: Path) -> None:
    """What is stored: config.json, model.safetensors and logits.safetensors."""
    model.save_pretrained(folder)
    (folder / "generation_config.json").unlink(missing_ok=True)
    generator = torch.Generator().manual_seed(123)
    ids = torch.randint(61, (1, 150), generator=generator)
    with torch.no_grad():
        logits = model.double()(ids).logits.float()
    save_file({"ids": ids, "logits": logits}, folder / "logits.safetensors")


def main() -> None:
    torch.set_num_threads(1)
    of_llama = (
        exchange_gate_and_up,
        tile_groups,
        neighbours_as_pairs,
        another_base,
        no_scaling,
    )
    of_deepseek = (
        another_base,
        halves_as_pairs,
        forget_the_bias,
        weigh_with_the_bias,
        no_groups,
        no_scale,
        no_shared_expert,
    )
    with TemporaryDirectory() as name:
        compare(llama, load_llama, LLAMAS, of_llama, Path(name, "llama"))
        compare(deepseek, load_deepseek, DEEPSEEKS, of_deepseek, Path(name, "deepseek"))
        for model, stored in (
            (llama(LLAMA), tiny_llama()),
            (deepseek(DEEPSEEK), tiny_deepseek()),
        ):
            made = Path(name, stored.name)
            fixture(model, made)
            if "--write" in sys.argv:
                shutil.copytree(made, stored, dirs_exist_ok=True)
            for file in ("model.safetensors", "logits.safetensors"):
                kept = load_file(stored / file)
                for key, tensor in load_file(made / file).items():
                    torch.testing.assert_close(kept[key], tensor, rtol=0, atol=BOUND)
            print(f"{stored.name}: the stored checkpoint is the one that is made")


if __name__ == "__main__":
    main()
