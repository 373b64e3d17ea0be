"""What is behind the general sentences of docs/models/translator.md."""

from collections.abc import Iterator

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
    record_weights,
    train_translator,
    training_phrases,
    translate,
    translate_all,
)

LEMMAS = {"men": "man", "women": "woman", "boys": "boy", "girls": "girl"}
LEMMAS |= {"farmers": "farmer", "daughters": "daughter"}
HINDI = {number: word for word, number in hindi_vocabulary.items()}


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Steps this small are slower on several cores than on one."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def acts(english: str) -> tuple[str, str]:
    """Return the noun and the verb of a sentence, without their number."""
    words = [word for word in english.split() if word not in ("do", "does", "not")]
    return LEMMAS.get(words[1], words[1]), words[2].removesuffix("s")


def count_right(model: Transformer, pairs: tuple[tuple[str, str], ...]) -> int:
    english, hindi = zip(*pairs, strict=True)
    written = translate_all(model, english)
    return sum(w == h for w, h in zip(written, hindi, strict=True))


def test_the_combinations_are_new_and_the_words_are_not() -> None:
    apart = {("boy", "eat"), ("girl", "read"), ("man", "see")}
    apart |= {("woman", "bring"), ("farmer", "buy"), ("daughter", "sell")}
    seen = {acts(english) for english, _ in training_phrases}
    assert {acts(english) for english, _ in held_out_phrases} == apart
    assert seen.isdisjoint(apart)
    assert {("girl", "eat"), ("girl", "see"), ("girl", "buy")} <= seen
    assert len(seen | apart) == 6 * 6
    for side in (0, 1):
        words = {word for pair in training_phrases for word in pair[side].split()}
        assert words >= {w for pair in held_out_phrases for w in pair[side].split()}


def test_the_number_of_a_noun_that_does_not_show_it_comes_from_the_source() -> None:
    model = load_trained("translator")
    hindi = dict(training_phrases + held_out_phrases)
    for one, several in (("man", "men"), ("farmer", "farmers")):
        texts = [text for text in hindi if f"the {one} " in text and "not" not in text]
        plurals = []
        for text in texts:
            verb = text.split()[2]
            plurals.append(
                text.replace(f"the {one} {verb}", f"the {several} {verb[:-1]}")
            )
        assert translate_all(model, texts) == [hindi[text] for text in texts]
        assert translate_all(model, plurals) == [hindi[text] for text in plurals]
        for text, plural in zip(texts, plurals, strict=True):
            first, second = hindi[text].split(), hindi[plural].split()
            assert first[:2] == second[:2]
            assert first[2:] != second[2:]
        encoded, ids = encode_phrases([(text, hindi[text]) for text in texts])
        other, _ = encode_phrases([(text, hindi[text]) for text in plurals])
        memory, mask = model.encode(encoded)  # all that the decoder gets of the source
        logits = model.decode(ids, memory, mask)
        torch.testing.assert_close(logits, model(encoded, ids))
        differ = (logits - model(other, ids)).abs().amax(dim=-1)
        assert (differ[:, 2] > 1.0).all()  # where the verb is written


def test_the_shipped_models_are_right_as_often_as_the_page_says() -> None:
    model, few = load_trained("translator"), load_trained("translator-few")
    assert set(few_phrases) <= set(training_phrases)
    assert len(set(few_phrases)) == 96
    for side, vocabulary in enumerate((english_vocabulary, hindi_vocabulary)):
        words = {word for pair in few_phrases for word in pair[side].split()}
        assert len(words) == len(vocabulary) - 3
    assert count_right(model, training_phrases) == 800
    assert count_right(model, held_out_phrases) == 160
    assert count_right(few, few_phrases) == 96
    assert count_right(few, held_out_phrases) < 160 / 3
    english, hindi = zip(*held_out_phrases, strict=True)
    mistakes = 0
    for written, right in zip(translate_all(few, english), hindi, strict=True):
        assert written.split()[:2] == right.split()[:2]
        verb = next(w for w in right.split()[2:] if w != "नहीं")
        if written != right:
            mistakes += 1
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
    assert verb.argmax() == columns.index("read")
    assert verb[columns.index("girl")] < 0.01
    assert nahin[columns.index("not")] < 0.05
    assert nahin.argmax() != columns.index("not")


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_the_negation_gets_through_without_its_own_position(
    dtype: torch.dtype,
) -> None:
    model = load_trained("translator").to(dtype)
    for english, _ in training_phrases + held_out_phrases:
        words = english.split()
        assert bool({"do", "does"} & set(words)) == ("not" in words)
    negated = [pair for pair in held_out_phrases if "not" in pair[0]]
    assert len(negated) == 80
    source_ids, target_ids = encode_phrases(negated)
    memory, mask = model.encode(source_ids)

    def count_negations(*hidden: int) -> int:
        kept = mask.clone()
        kept[..., list(hidden)] = False
        logits = model.decode(target_ids[:, :-1], memory, kept)
        return int((logits[:, 2].argmax(-1) == hindi_vocabulary["नहीं"]).sum())

    assert (source_ids[:, 4] == english_vocabulary["not"]).all()
    assert count_negations() == count_negations(4) == 80
    assert count_negations(3, 6, 8) < 40  # do or does, the second the, the end


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_the_verb_agrees_with_the_subject_that_was_written(dtype: torch.dtype) -> None:
    model = load_trained("translator").to(dtype)
    subjects = {
        ("m", 1): "लड़का आदमी किसान", ("m", 2): "लड़के आदमी किसान",
        ("f", 1): "लड़की महिला बेटी", ("f", 2): "लड़कियाँ महिलाएँ बेटियाँ",
    }  # fmt: skip
    endings = {"ता": "m", "ते": "m", "तीं": "f", "ती": "f"}

    def cut(verb: str) -> tuple[str, str]:
        ending = next(e for e in endings if verb.endswith(e))
        return verb.removesuffix(ending), endings[ending]

    genders, stems = [], []
    for english, hindi in held_out_phrases:
        noun = english.split()[1]
        gender = "m" if LEMMAS.get(noun, noun) in ("boy", "man", "farmer") else "f"
        number = 2 if noun in LEMMAS else 1
        _, thing, *rest = hindi.split()
        negation = ["नहीं"] if rest[0] == "नहीं" else []
        other = {"m": "f", "f": "m"}[gender]
        for swapped in subjects[other, number].split():
            before = " ".join([swapped, thing, *negation])
            source_ids, ids = encode_phrases([(english, before)])
            verb = HINDI[int(model(source_ids, ids[:, :-1])[0, -1].argmax())]
            stem, found = cut(verb)
            genders.append(found == other)
            stems.append(stem == cut(rest[len(negation)])[0])
    assert len(genders) == 480
    assert all(genders)
    assert sum(stems) == 478


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_a_sentence_outside_the_grammar_raises_nothing(dtype: torch.dtype) -> None:
    model = load_trained("translator").to(dtype)
    assert translate(model, "the book reads the girl") == "लड़के चिट्ठी पढ़ता है"


def test_a_word_outside_the_grammar_has_no_row() -> None:
    model = load_trained("translator")
    assert model.source_emb.num_embeddings == len(english_vocabulary)
    for word in ("poem", "not-a-word", "लड़की"):
        with pytest.raises(KeyError, match=f"Got '{word}'"):
            translate(model, f"the girl reads the {word}")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 10))
def test_the_nine_other_seeds(seed: int) -> None:
    """All got 160 when the page was written; five are left to other machines."""
    assert count_right(train_translator(seed=seed), held_out_phrases) >= 155


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_no_seed_learns_the_grammar_from_too_few_sentences(seed: int) -> None:
    """Seeds 0 to 9 got 40 to 107 of 160 when this was written, and seed 0 got 50."""
    assert count_right(train_translator(few_phrases, seed), held_out_phrases) < 150
