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
    record_weights,
    train_translator,
    training_phrases,
    translate_all,
)


def count_right(model: Transformer, pairs: tuple[tuple[str, str], ...]) -> int:
    english, hindi = zip(*pairs, strict=True)
    written = translate_all(model, english)
    return sum(w == h for w, h in zip(written, hindi, strict=True))


@torch.no_grad()
def test_the_number_of_a_noun_that_does_not_show_it_comes_from_the_source() -> None:
    model, hindi = load_trained("translator"), dict(training_phrases + held_out_phrases)
    for one, several in (("man", "men"), ("farmer", "farmers")):
        texts = [text for text in hindi if f"the {one} " in text and "not" not in text]
        plurals = [text.replace(f"{one} ", f"{several} ") for text in texts]
        plurals = [text.replace("s the", " the") for text in plurals]
        for text, plural in zip(texts, plurals, strict=True):
            first, second = hindi[text].split(), hindi[plural].split()
            assert first[:2] == second[:2]
            assert first[2:] != second[2:]
        for given in (texts, plurals):
            assert translate_all(model, given) == [hindi[text] for text in given]
        encoded, ids = encode_phrases([(text, hindi[text]) for text in texts])
        other, _ = encode_phrases([(text, hindi[text]) for text in plurals])
        differ = (model(encoded, ids) - model(other, ids)).abs().amax(dim=-1)
        assert (differ[:, 2] > 1.0).all()  # where the verb is written


def test_the_shipped_models_are_right_as_often_as_the_page_says() -> None:
    model, few = load_trained("translator"), load_trained("translator-few")
    assert set(few_phrases) <= set(training_phrases)
    assert len(set(few_phrases)) == 96
    for side, vocabulary in enumerate((english_vocabulary, hindi_vocabulary)):
        words = {word for pair in few_phrases for word in pair[side].split()}
        assert len(words) == len(vocabulary) - 3  # each but those for begin, end, pad
    assert count_right(model, training_phrases) == 800
    assert count_right(model, held_out_phrases) == 160
    assert count_right(few, few_phrases) == 96
    english, hindi = zip(*held_out_phrases, strict=True)
    mistakes = 0
    for written, right in zip(translate_all(few, english), hindi, strict=True):
        assert written.split()[:2] == right.split()[:2]
        if written != right:
            mistakes += 1
            verb = next(word for word in right.split()[2:] if word != "नहीं")
            assert verb not in written.split()
    assert mistakes == 110


def test_where_the_verb_and_the_negation_look() -> None:
    model = load_trained("translator")
    pair = ("the girl does not read the book", "लड़की किताब नहीं पढ़ती")
    source_ids, target_ids = encode_phrases([pair])
    with record_weights(model) as weights:
        model(source_ids, target_ids[:, :-1])
    mean = weights["decoder.0.cross_attention.attend"][0].mean(dim=0)
    girl, book, nahin, verb = mean[:4]
    columns = ["begin", *pair[0].split(), "end"]
    assert columns[girl.argmax()] == "girl"
    assert columns[book.argmax()] == "book"
    assert columns[verb.argmax()] == "read"
    assert verb[columns.index("girl")] < 0.01
    assert nahin[columns.index("not")] < 0.05
    assert nahin.argmax() != columns.index("not")


def test_the_negation_gets_through_without_its_own_position() -> None:
    model = load_trained("translator")
    for english, _ in training_phrases + held_out_phrases:
        words = english.split()
        assert bool({"do", "does"} & set(words)) == ("not" in words)
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


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(10))
def test_ten_seeds_learn_the_grammar_and_none_from_too_few_sentences(seed: int) -> None:
    """All got 160 when the page was written, and 40 to 107 from too few sentences."""
    model, shipped = train_translator(seed=seed), load_trained("translator")
    assert count_right(model, held_out_phrases) >= 155
    pairs = zip(model.parameters(), shipped.parameters(), strict=True)
    apart = max((ours - theirs).abs().max() for ours, theirs in pairs)
    assert (apart < 0.1) == (seed == 0)  # the recipe's own seed makes what ships
    assert count_right(train_translator(few_phrases, seed), held_out_phrases) < 150


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("seed", "gender", "others"), [(0, "f", "m"), (1, "m", "f"), (2, "f", "m")]
)
def test_which_gender_is_lost_without_the_hindi_so_far_depends_on_the_seed(
    seed: int, gender: str, others: str
) -> None:
    """When the page was written, 9 of 80 about women and 75 about men were right with
    the shipped model, 77 and 47 with seed 1, and 27 and 74 with seed 2."""
    model = train_translator(seed=seed) if seed else load_trained("translator")
    whole = {name: each.clone() for name, each in model.state_dict().items()}
    english, hindi = zip(*held_out_phrases, strict=True)
    model.decoder[0].attention.out_proj.weight.data.zero_()
    right, wrong = Counter(), Counter()
    for was, now in zip(hindi, translate_all(model, english), strict=True):
        parts, found = phrase_parts(was), phrase_parts(now)
        right[parts["gender"]] += was == now
        wrong.update(part for part in parts if parts[part] != found[part])
    assert right[gender] < 60
    assert right[others] > 65
    assert wrong["gender"] > 25
    assert wrong["subject"] == wrong["object"] == wrong["not"] == 0
    model.load_state_dict(whole)
    model.decoder[0].cross_attention.out_proj.weight.data.zero_()
    assert len(set(translate_all(model, english))) == 1  # another one for each seed
