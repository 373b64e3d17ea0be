"""What is behind the general sentences of docs/models/translator.md."""

from collections import Counter

import pytest
import torch

from attention import (
    Transformer,
    encode_phrases,
    english_vocabulary,
    few_phrases,
    held_out_phrases,
    hindi_vocabulary,
    load_trained,
    phrase_parts,
    train_translator,
    translate_all,
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


@torch.no_grad()
def test_the_verb_agrees_with_the_subject_that_was_written() -> None:
    says(
        "models/translator",
        "The verb's gender always followed that subject, and in all but two cases the verb was still that of the English.",
    )
    model = load_trained("translator")
    subjects = {  # gender, plural
        ("m", False): "लड़का आदमी किसान", ("m", True): "लड़के आदमी किसान",
        ("f", False): "लड़की महिला बेटी", ("f", True): "लड़कियाँ महिलाएँ बेटियाँ",
    }  # fmt: skip
    endings = {"ता": "m", "ते": "m", "तीं": "f", "ती": "f"}

    def cut(verb: str) -> tuple[str, str]:
        ending = next(e for e in endings if verb.endswith(e))
        return verb.removesuffix(ending), endings[ending]

    tried, expected = [], []  # English with the Hindi so far; the verb's stem, gender
    for english, hindi in held_out_phrases:
        _, thing, *rest = hindi.split()
        negation = rest[:1] if rest[0] == "नहीं" else []
        stem, gender = cut(rest[len(negation)])
        other = {"m": "f", "f": "m"}[gender]
        plural = not english.split()[2].endswith("s")
        for subject in subjects[other, plural].split():
            tried.append((english, " ".join([subject, thing, *negation])))
            expected.append((stem, other))
    source_ids, ids = encode_phrases(tried)
    last = torch.tensor([len(hindi.split()) for _, hindi in tried])
    numbers = model(source_ids, ids)[torch.arange(len(tried)), last].argmax(dim=-1)
    words = {number: word for word, number in hindi_vocabulary.items()}
    found = [cut(words[number]) for number in numbers.tolist()]
    assert len(found) == 480
    assert [gender for _, gender in found] == [gender for _, gender in expected]
    assert sum(f == e for f, e in zip(found, expected, strict=True)) == 478


def count_right(model: Transformer) -> int:
    english, hindi = zip(*held_out_phrases, strict=True)
    written = translate_all(model, english)
    return sum(w == h for w, h in zip(written, hindi, strict=True))


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(10))
def test_ten_seeds_learn_the_grammar_and_none_from_too_few_sentences(seed: int) -> None:
    """All got 160 when the page was written, and 40 to 107 from too few sentences."""
    says(
        "models/translator",
        "With each of the next nine seeds, the recipe gets at least 155 right.",
    )
    model, shipped = train_translator(seed=seed), load_trained("translator")
    assert count_right(model) >= 155
    pairs = zip(model.parameters(), shipped.parameters(), strict=True)
    apart = max((ours - theirs).abs().max() for ours, theirs in pairs)
    assert (apart < 0.1) == (seed == 0)  # the recipe's own seed makes what ships
    assert count_right(train_translator(few_phrases, seed)) < 150


@pytest.mark.nightly
@pytest.mark.parametrize(("seed", "lost", "kept"), [(1, "m", "f"), (2, "f", "m")])
def test_which_gender_is_lost_without_the_hindi_so_far_depends_on_the_seed(
    seed: int, lost: str, kept: str
) -> None:
    """When the page was written, 77 of 80 about women and 47 about men were right with
    seed 1, and 27 and 74 with seed 2. A block of the page has the shipped model."""
    says(
        "models/translator",
        "Without any self-attention in the decoder, this model and the one of seed 2 lose most sentences about women, and the one of seed 1 loses more of those about men.",
    )
    model = train_translator(seed=seed)
    english, hindi = zip(*held_out_phrases, strict=True)
    right = Counter()
    model.decoder[0].attention.out_proj.weight.data.zero_()
    for was, now in zip(hindi, translate_all(model, english), strict=True):
        right[phrase_parts(was)["gender"]] += was == now
    assert right[lost] < 60
    assert right[kept] > 65
    model.decoder[0].cross_attention.out_proj.weight.data.zero_()
    assert len(set(translate_all(model, english))) == 1
