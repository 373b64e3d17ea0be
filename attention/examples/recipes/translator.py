"""The recipe of the models `translator` and `translator-few`."""

import torch

from attention.examples.phrases import (
    encode_phrases,
    english_vocabulary,
    hindi_vocabulary,
    training_phrases,
)
from attention.models.encoder_decoder import Transformer
from attention.models.fit import fit


def train_translator(num_sentences: int = 800, seed: int = 0) -> Transformer:
    """Train a Transformer on sentences of the grammar, in 100 steps.

    Args:
        num_sentences: How many of `training_phrases` it is trained on, drawn at random.
        seed: Decides the sentences, the first weights and the batches.
    """
    generator = torch.Generator().manual_seed(seed)
    drawn = torch.randperm(len(training_phrases), generator=generator)[:num_sentences]
    source_ids, target_ids = encode_phrases([training_phrases[i] for i in drawn])
    torch.manual_seed(seed)
    model = Transformer(
        len(english_vocabulary),
        len(hindi_vocabulary),
        context_length=9,
        d_model=32,
        num_layers=1,
        num_heads=4,
        pad_id=0,
    )
    rows = torch.randint(num_sentences, (100, 64), generator=generator)
    batches = ((source_ids[r], target_ids[r, :-1], target_ids[r, 1:]) for r in rows)
    fit(model, batches, learning_rate=0.01, pad_id=0)
    return model.eval()
