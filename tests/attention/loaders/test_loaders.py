"""The loaders of checkpoints, against the logits that transformers gave.

What is GPT-2's alone is in tests/attention/loaders/test_gpt2.py.
"""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import Tensor

from attention import Decoder, DeepSeek, Llama
from attention.examples import tiny_deepseek, tiny_gpt2, tiny_llama
from attention.loaders import (
    load_deepseek,
    load_gpt2,
    load_llama,
    read_safetensors,
    shapes_only,
    write_safetensors,
)
from tests.attention.expect import random, refusal, refuses

LOADERS = {tiny_llama: load_llama, tiny_deepseek: load_deepseek, tiny_gpt2: load_gpt2}
NAMES = {tiny_llama: "Llama", tiny_deepseek: "DeepSeek", tiny_gpt2: "GPT"}
both = pytest.mark.parametrize("made", [tiny_llama, tiny_deepseek])
each = pytest.mark.parametrize("made", LOADERS)


def assert_equals_transformers(model: Decoder, folder: Path, atol: float = 2e-6):
    stored = read_safetensors(folder / "logits.safetensors")
    ids, logits = stored["ids"], stored["logits"]
    first, caches = model.forward_with_cache(ids[:, :-3])
    rest, _ = model.forward_with_cache(ids[:, -3:], caches)
    for found in (model(ids), torch.cat([first, rest], dim=1)):
        found = found.to(logits.dtype)  # in which transformers computed
        torch.testing.assert_close(found, logits, rtol=0, atol=atol)


@pytest.fixture
def spoiled(made, tmp_path: Path) -> tuple[Path, Callable[[], Decoder]]:
    """A copy of a stored checkpoint, to be spoiled, and how it is loaded."""
    folder = shutil.copytree(made(), tmp_path / "copy")
    return folder, lambda: LOADERS[made](folder)


def configure(folder: Path, **entries: object) -> None:
    """Change entries of config.json; None removes one."""
    path = folder / "config.json"
    config = json.loads(path.read_text("utf-8")) | entries
    path.write_text(json.dumps({k: v for k, v in config.items() if v is not None}))


def add(folder: Path, **more: Tensor) -> None:
    """Add tensors to a checkpoint."""
    path = folder / "model.safetensors"
    write_safetensors(path, read_safetensors(path) | more)


CLOSE = {None: 2e-6, torch.float64: 2e-6, torch.bfloat16: 0.15}
OF_GPT2 = {None: 1e-5, torch.float64: 1e-12, torch.bfloat16: 0.2}  # to float64


@each
@pytest.mark.parametrize("dtype", CLOSE)
def test_the_logits_are_those_of_transformers_whole_and_with_a_cache(
    made: Callable[[], Path], dtype: torch.dtype | None
):
    model = LOADERS[made](str(made()), dtype, device="cpu")
    assert not model.training
    trained = {p.dtype for p in model.parameters() if p.requires_grad}
    assert trained == {dtype or torch.float32}
    kept = {p.dtype for p in model.parameters() if not p.requires_grad}  # of routers
    assert kept <= {torch.promote_types(torch.float32, dtype or torch.float32)}
    tables = {(b.is_meta, b.dtype) for b in model.buffers()}
    assert tables <= {(False, dtype or torch.float32)}
    close = OF_GPT2 if made is tiny_gpt2 else CLOSE
    assert_equals_transformers(model, made(), close[dtype])


@each
def test_each_tensor_is_needed_and_has_its_shape(made, spoiled):
    folder, load = spoiled
    path = folder / "model.safetensors"
    tensors = read_safetensors(path)
    for name, tensor in tensors.items():
        if re.search(r"layers\.2|experts\.[1-7]|h\.1", name):
            continue  # as others are
        left = {n: t for n, t in tensors.items() if n != name}
        write_safetensors(path, left)
        said = name.removeprefix("transformer.")
        refuses(f"{folder} must hold a tensor {said!r}. It does not.", load)
        wrong = torch.cat([tensor, tensor[:1]])
        write_safetensors(path, {name: wrong} | left)
        start = re.escape(f"{folder}: {said!r} must give ")
        end = re.escape(f", after config.json. Got {tuple(wrong.shape)}")
        with pytest.raises(
            ValueError, match=rf"^{start}blocks.*|[^ ]* of shape .*{end}"
        ):
            load()


@both
def test_several_files_and_tied_weights(made, spoiled):
    folder, load = spoiled
    tensors = read_safetensors(folder / "model.safetensors")
    (folder / "model.safetensors").unlink()
    files = {name: f"part-{n % 3}.safetensors" for n, name in enumerate(tensors)}
    for file in set(files.values()):
        mine = {name: t for name, t in tensors.items() if files[name] == file}
        write_safetensors(folder / file, mine)
    index = folder / "model.safetensors.index.json"
    index.write_text(json.dumps({"metadata": {}, "weight_map": files}))
    assert_equals_transformers(load(), made())
    configure(folder, tie_word_embeddings=True)  # what lm_head holds is not read
    tied = load()
    assert tied.out_head.weight is tied.tok_emb.weight
    (folder / "part-1.safetensors").unlink()
    with pytest.raises(FileNotFoundError, match=r"part-1\.safetensors"):
        load()


SIZE = "a positive integer"
ASKED: dict[Callable[[], Path], dict[str, tuple[object, str]]] = {
    tiny_llama: {
        "hidden_act": ("gelu", "'silu'"),
        "attention_bias": (True, "False"),
        "quantization_config": ({"bits": 8}, "None"),
        "sliding_window": (7, "None"),
        "vocab_size": ("61", SIZE),
    },
    tiny_deepseek: {
        "hidden_act": ("gelu", "'silu'"),
        "attention_bias": (True, "False"),
    },
    tiny_gpt2: {
        "model_type": ("gpt_neo", "'gpt2'"),
        "activation_function": ("gelu", "'gelu_new'"),
        "layer_norm_epsilon": (1e-6, "1e-05"),
        "scale_attn_weights": (False, "True"),
        "scale_attn_by_inverse_layer_idx": (True, "False"),
        "add_cross_attention": (True, "False"),
        "n_inner": (48, "96"),
        **dict.fromkeys(["vocab_size", "n_positions", "n_embd"], (None, SIZE)),
        **dict.fromkeys(["n_layer", "n_head"], (0, SIZE)),
    },
}


@each
def test_a_config_without_a_size_or_that_asks_for_another_computation(made, spoiled):
    folder, load = spoiled
    config = folder / "config.json"
    whole = config.read_text("utf-8")
    for entry, (value, must) in ASKED[made].items():
        configure(folder, **{entry: value})
        if must != SIZE:
            must += f", which our {NAMES[made]} computes"
        refuses(f"{config}: {entry} must be {must}. Got {value!r}.", load)
        config.write_text(whole)


@each
def test_a_folder_that_holds_something_else_is_refused(made, spoiled):
    folder, load = spoiled
    config, path = folder / "config.json", folder / "model.safetensors"
    if made is not tiny_gpt2:
        for rules in (
            {"rope_type": "longrope"},
            "yarn",
            {"partial_rotary_factor": 0.5},
        ):
            configure(folder, rope_parameters=rules)
            with refusal(
                f"{config}: rope_type must be 'default', 'linear', 'llama3' or 'yarn', "
                f"with all features rotated. Got {rules!r}."
            ):
                load()
    config.write_text("[]")
    refuses(f"{config} must be an object in JSON. Got [].", load)
    config.write_text("{")
    with pytest.raises(ValueError, match=r"config\.json must be JSON. Got Expecting"):
        load()
    config.write_text("[" * 10**5)
    with pytest.raises(ValueError, match=r"config\.json must be JSON. Got maximum"):
        load()
    shutil.copy(made() / "config.json", config)
    add(folder, more=random(3))
    with refusal(
        f"{folder} must hold no tensor but those of the model that config.json "
        "describes. Got 'more'."
    ):
        load()
    path.write_bytes(path.read_bytes()[:-8])
    with pytest.raises(ValueError, match="it is truncated"):
        load()
    path.unlink()
    index = folder / "model.safetensors.index.json"
    for name in (None, 3, "../a.safetensors", "/a.safetensors", "..", "a"):
        index.write_text(json.dumps({"weight_map": name and {"w": name}}))
        with refusal(
            f"{index}: weight_map must give for each tensor the name of a "
            f".safetensors file in the folder. Got {name!r}."
        ):
            load()


@both
def test_older_configs_and_tensors_that_no_model_needs(made, spoiled):
    folder, load = spoiled
    if made is tiny_llama:
        rules = json.loads((folder / "config.json").read_text())["rope_parameters"]
        theta = rules.pop("rope_theta")
        configure(folder, rope_parameters=None, rope_theta=theta, rope_scaling=rules)
        add(folder, **{"model.layers.0.self_attn.rotary_emb.inv_freq": torch.ones(4)})
    else:  # of the module for a second token
        add(folder, **{"model.layers.3.eh_proj.weight": random(24, 48)})
    assert_equals_transformers(load(), made())


@pytest.mark.parametrize("num_dense", [0, 2])
def test_untrained_models_run_and_learn(num_dense: int):
    models = [
        Llama(61, 7, 10, 2, 5, 1, 11, tied=True),
        DeepSeek(61, 7, 10, 2, num_dense, 3, 4, 2, 5, 6, 11, 3, 5, 2),
    ]
    ids = torch.tensor([[3, 1, 4, 1, 5, 9, 2]])
    for model in models:
        model(ids).logsumexp(-1).sum().backward()
        slopes = [p.grad for p in model.parameters() if p.requires_grad]
        assert sum(slope is not None for slope in slopes) > len(slopes) / 2
    with refusal("d_model must be divisible by num_heads=3. Got 10."):
        Llama(61, 7, 10, 2, 3, 1, 11)


def test_a_model_of_shapes_only_has_no_numbers_and_draws_none():
    state = torch.random.get_rng_state()
    with shapes_only():
        model = Llama(61, 7, 10, 2, 5, 1, 11)
    assert torch.equal(torch.random.get_rng_state(), state)
    drawn = Llama(61, 7, 10, 2, 5, 1, 11)
    shapes = [p.shape for p in drawn.parameters() if not p.is_meta]
    assert [p.shape for p in model.parameters() if p.is_meta] == shapes
