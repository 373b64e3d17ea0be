"""The recipe of the models `translator` and `translator-few`."""

from collections.abc import Sequence

import torch

from attention.examples.phrases import (
    encode_phrases,
    english_vocabulary,
    hindi_vocabulary,
    training_phrases,
)
from attention.examples.training import fit
from attention.models.encoder_decoder import Transformer


def train_translator(
    pairs: Sequence[tuple[str, str]] = training_phrases, seed: int = 0
) -> Transformer:
    """Train a Transformer on sentences of the grammar, in 100 steps.

    Args:
        pairs: The sentences, each in English and in Hindi.
        seed: Decides the first weights and the batches.
    """
    torch.manual_seed(seed)
    sizes = len(english_vocabulary), len(hindi_vocabulary)
    model = Transformer(
        *sizes, context_length=9, d_model=32, num_layers=1, num_heads=4, pad_id=0
    )
    source_ids, target_ids = encode_phrases(pairs)
    generator = torch.Generator().manual_seed(seed)
    rows = torch.randint(len(pairs), (100, 64), generator=generator)
    batches = ((source_ids[r], target_ids[r, :-1], target_ids[r, 1:]) for r in rows)
    fit(model, batches, learning_rate=0.01, pad_id=0)
    return model.eval()
