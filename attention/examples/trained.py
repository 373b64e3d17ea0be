"""Trained models that ship with the package.

Their weights are files in the folder `weights`, one for each name, under the licence of
the code. They are stored in float16, and the site's pages compute with the same files.
Their recipes are in `attention.examples.recipes`; that of `pairs` and `rewritten` is
beside their model, in `pair_memory`. `make train NAME=induction` makes a file anew.
"""

from collections.abc import Callable
from pathlib import Path

import torch
from torch import nn

from attention.examples.pair_memory import PairMemory
from attention.examples.recipes.high_rate import new_high_rate
from attention.examples.recipes.mixture import new_mixture
from attention.loaders.safetensors_file import read_safetensors
from attention.models.attention_only import AttentionOnly
from attention.models.encoder_decoder import Transformer
from attention.models.gpt import GPT
from attention.recurrent.indexer import Indexer


def _memories(*rules: str) -> nn.ModuleDict:
    return nn.ModuleDict({rule: PairMemory(rule) for rule in rules})


MODELS: dict[str, Callable[[], nn.Module]] = {
    "high-rate": lambda: new_high_rate(normed=False),
    "high-rate-normed": lambda: new_high_rate(normed=True),
    "indexer": lambda: Indexer(32, 2, 8),
    "induction": lambda: AttentionOnly(16, 24, 32, 2, 2),
    "induction-shared": lambda: AttentionOnly(16, 24, 32, 2, 2),
    "induction-one-layer": lambda: AttentionOnly(16, 24, 32, 1, 2),
    "mixture": new_mixture,
    "mixture-balanced": new_mixture,
    "pairs": lambda: _memories("softmax", "elu", "linear", "delta"),
    "rewritten": lambda: _memories("softmax", "linear", "decay", "delta", "gated"),
    "story": lambda: GPT(126, 24, 32, 1, 2),
    "translator": lambda: Transformer(39, 48, 9, 32, 1, 4, pad_id=0),
    "translator-few": lambda: Transformer(39, 48, 9, 32, 1, 4, pad_id=0),
}
"""What makes each model, before it is trained."""


def load_trained(name: str) -> nn.Module:
    """Return a trained model in evaluation mode.

    Its parameters are float32, read from a file of float16 numbers. Called with ids, a
    language model returns logits (..., num_tokens, num_words). A translator takes
    source ids and target ids, the indexer takes vectors, and the models in a dictionary
    are called one by one.

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
    model, tensors = MODELS[name](), read_safetensors(weights_file(name))
    with torch.no_grad():
        for path, parameter in model.named_parameters():  # what is tied comes once
            parameter.copy_(tensors[path])
    return model.eval()


def weights_file(name: str) -> Path:
    """Return the path of a trained model's file of weights.

    The files of two recipes also hold what was measured during the training. In those
    of `high-rate` and `high-rate-normed`, `largest` is the largest absolute value of a
    scaled score in each of the 200 steps; in those of `mixture` and `mixture-balanced`,
    row n of `loads` is how often each expert was chosen in step 10 n.

    Args:
        name: The name of the model.
    """
    return Path(__file__).with_name("weights") / f"{name}.safetensors"
