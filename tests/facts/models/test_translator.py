"""What is behind the general sentences of docs/models/translator.md."""

import torch

from attention import (
    encode_phrases,
    english_vocabulary,
    held_out_phrases,
    hindi_vocabulary,
    load_trained,
)
from tests.facts.says import says


@torch.no_grad()
def test_the_negation_gets_through_without_its_own_position() -> None:
    says(
        "models/translator",
        "With not hidden from the cross-attention, this model still writes nahīṁ in every held-out negated sentence.",
    )
    model = load_trained("translator")
    negated = [pair for pair in held_out_phrases if "not" in pair[0]]
    source_ids, target_ids = encode_phrases(negated)
    memory, mask = model.encode(source_ids)

    def count_negations(*hidden: int) -> int:
        kept = mask.clone()
        kept[..., list(hidden)] = False
        logits = model.decode(target_ids[:, :-1], memory, kept)
        return int((logits[:, 2].argmax(-1) == hindi_vocabulary["नहीं"]).sum())

    assert (source_ids[:, 4] == english_vocabulary["not"]).all()
    assert count_negations() == count_negations(4) == len(negated) == 80
    assert count_negations(3, 6, 8) < 40  # do or does, the second the, the end
