"""Trained models that ship with the package.

Their weights are files in the folder `weights`, one for each name, under the licence of
the code. They are stored in float16, and the site's pages compute with the same files.
The recipe of each is in `attention.examples.recipes`, and `make train NAME=induction`
makes its file anew.
"""

from collections.abc import Callable
from pathlib import Path

import torch
from torch import nn

from attention.examples.pair_memory import PairMemory
from attention.examples.recipes.high_rate import HighRate
from attention.examples.recipes.mixture import Mixture
from attention.loaders.safetensors_file import read_safetensors
from attention.models.attention_only import AttentionOnly
from attention.models.encoder_decoder import Transformer
from attention.models.gpt import GPT
from attention.recurrent.indexer import Indexer


def _memories(*rules: str) -> nn.ModuleDict:
    return nn.ModuleDict({rule: PairMemory(rule) for rule in rules})


MODELS: dict[str, tuple[Callable[[], nn.Module], str]] = {
    "high-rate": (
        lambda: HighRate(normed=False),
        "4d2cd8c4acb18552c0b8e76dcdd54a1be232fc112816c607c57c027350247c54",
    ),
    "high-rate-normed": (
        lambda: HighRate(normed=True),
        "a12c13bbd257669ec616109b5e68e40ec0b5d7b7298f2552f497d4ebe0acedf4",
    ),
    "indexer": (
        lambda: Indexer(32, 2, 8),
        "012d88ccedd400db43fc9d13eb45f1f190009f305f63f61c6d4427fe45505db6",
    ),
    "induction": (
        lambda: AttentionOnly(16, 24, 32, 2, 2),
        "51c723a7637e19ea02834b4f9b8fb93a878346cb0213c6b51941a4b3422a96a0",
    ),
    "induction-shared": (
        lambda: AttentionOnly(16, 24, 32, 2, 2),
        "788030d000c56176ec4712bb5083757f3748b664bca9aabcb9ccac6de49c1867",
    ),
    "induction-one-layer": (
        lambda: AttentionOnly(16, 24, 32, 1, 2),
        "89c9107f7c80b4315c692290d4fced41ab51326f20f0e77859272669aa7aee01",
    ),
    "mixture": (
        Mixture,
        "10a0d3368216729407978970def4f43c1eb3cc27fb1d6c849b5dd116d2280280",
    ),
    "mixture-balanced": (
        Mixture,
        "9adf3bcef31b25bd196fdf2f3d38d9304c3236f20e1cb67a3418ec9f2b3029b5",
    ),
    "pairs": (
        lambda: _memories("softmax", "elu", "linear", "delta"),
        "9a595a62a4dfcae433e3c29b684ac855951e40c2359e68dd98d53d6dc6cfefc6",
    ),
    "rewritten": (
        lambda: _memories("softmax", "linear", "decay", "delta", "gated"),
        "a7a6728b37ad867985697239862074401f626a1a41de8fe2726ae59d5dc9e1eb",
    ),
    "story": (
        lambda: GPT(126, 24, 32, 1, 2),
        "e8c9b8df956a6bdceb0a18416644ed74e74c6e8e7e2fada9bf5295fbab45f3d6",
    ),
    "translator": (
        lambda: Transformer(39, 48, 9, 32, 1, 4, pad_id=0),
        "e238feedec9c94049cae0c749656b0dd9452d2cca335846bfa299dbf0c27118b",
    ),
    "translator-few": (
        lambda: Transformer(39, 48, 9, 32, 1, 4, pad_id=0),
        "bb5d627269a0aec4b7bbca8b69e690978467500eb5846266e6088058e9ecdc09",
    ),
}
"""By name: what makes the model, and the SHA-256 of its file of weights."""


def load_trained(name: str) -> nn.Module:
    """Return a trained model in evaluation mode.

    Its parameters are float32, read from a file of float16 numbers. Called with ids, it
    returns logits (..., num_tokens, num_words). A translator takes source ids and
    target ids.

    Args:
        name: `high-rate` and `high-rate-normed`, trained on sequences said twice at too
            high a learning rate, without and with norms for queries and keys;
            `indexer`, an Indexer for the second layer of `induction`; `induction`, two
            layers of attention trained on sequences said twice;
            `induction-shared`, the same from another seed, where two heads of a layer
            do the same; `induction-one-layer`, one layer, which fails at longer
            sequences; `mixture` and `mixture-balanced`, eight experts trained on a
            source of known entropy, without and with steps of the router's bias;
            `pairs` and `rewritten`, dictionaries of models that recall pairs of a key
            and a value, one for each rule, each key written once or twice;
            `story`, a GPT that has learned a story by heart; `translator`, a
            Transformer from English to Hindi; `translator-few`, the same trained on
            too few sentences.

    Raises:
        ValueError: If there is no model of that name.
    """
    if name not in MODELS:
        names = ", ".join(MODELS)
        raise ValueError(f"name must be one of {names}. Got {name!r}.")
    make, _ = MODELS[name]
    model = make()
    tensors = read_safetensors(weights_file(name))
    with torch.no_grad():
        for path, parameter in model.named_parameters():  # what is tied comes once
            parameter.copy_(tensors[path])
    return model.eval()


def weights_file(name: str) -> Path:
    """Return the path of a trained model's file of weights.

    Args:
        name: The name of the model.
    """
    return Path(__file__).with_name("weights") / f"{name}.safetensors"
