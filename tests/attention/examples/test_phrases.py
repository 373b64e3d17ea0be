"""The grammar, against agreement tables of its own: each gender and each ending."""

import unicodedata

import pytest
import torch

import attention as a
from attention.examples import (
    held_out_phrases,
    hindi_vocabulary,
    phrase_parts,
    training_phrases,
    translate,
    transliterations,
)
from attention.examples.phrases import english_vocabulary

# Who acts: gender, number, in Hindi.
SUBJECTS = {
    "boy": "m 1 लड़का", "boys": "m 2 लड़के",
    "girl": "f 1 लड़की", "girls": "f 2 लड़कियाँ",
    "man": "m 1 आदमी", "men": "m 2 आदमी",
    "woman": "f 1 महिला", "women": "f 2 महिलाएँ",
    "farmer": "m 1 किसान", "farmers": "m 2 किसान",
    "daughter": "f 1 बेटी", "daughters": "f 2 बेटियाँ",
}  # fmt: skip
OBJECTS = {
    "apple": "सेब", "mango": "आम", "bread": "रोटी", "carrot": "गाजर",
    "book": "किताब", "letter": "चिट्ठी", "newspaper": "अख़बार", "article": "लेख",
}  # fmt: skip
FORMS = {  # of each verb: m 1, m 2, f with an auxiliary or f 1, f 2 without one
    "eat": "खाता खाते खाती खातीं",
    "read": "पढ़ता पढ़ते पढ़ती पढ़तीं",
    "see": "देखता देखते देखती देखतीं",
    "bring": "लाता लाते लाती लातीं",
    "buy": "ख़रीदता ख़रीदते ख़रीदती ख़रीदतीं",
    "sell": "बेचता बेचते बेचती बेचतीं",
}
EATEN, READ = set(list(OBJECTS)[:4]), set(list(OBJECTS)[4:])
PAIRS = training_phrases + held_out_phrases


def by_the_tables(english: str) -> tuple[str, dict[str, str]]:
    """A sentence of the grammar in Hindi, and its parts."""
    words = english.split()
    gender, number, subject = SUBJECTS[words[1]].split()
    negated = "not" in words
    verb = words[4] if negated else words[2]
    one = number == "1"
    said = f"{'does' if one else 'do'} not {verb}" if negated else verb
    assert english == f"the {words[1]} {said} the {words[-1]}"
    if not negated:
        assert verb.endswith("s") == one
        verb = verb.removesuffix("s")
    assert {"eat": words[-1] in EATEN, "read": words[-1] in READ}.get(verb, True)
    forms = FORMS[verb].split()
    form = forms[2 if gender == "f" else not one]
    form = forms[3] if negated and gender == "f" and not one else form
    end = ["नहीं", form] if negated else [form, "है" if one else "हैं"]
    return " ".join([subject, OBJECTS[words[-1]], *end]), {
        "subject": subject,
        "object": OBJECTS[words[-1]],
        "not": "नहीं" if negated else "",
        "verb": verb,
        "gender": gender,
        "number": "one" if one else "several",
    }


def test_every_sentence_and_its_parts_agree_with_the_tables():
    for english, hindi in PAIRS:
        assert (hindi, phrase_parts(hindi)) == by_the_tables(english), english
    assert len({english for english, _ in PAIRS}) == len(PAIRS) == 12 * 40 * 2


def test_each_word_is_written_in_one_way_in_both_scripts():
    words = set(hindi_vocabulary) - {"<pad>", "<bos>", "<eos>"}
    assert set(transliterations) == words
    assert len(set(transliterations.values())) == len(words)
    for word in [*transliterations, *transliterations.values()]:
        assert unicodedata.is_normalized("NFC", word), word


def test_what_is_held_out_was_never_joined_and_its_parts_were_seen():
    assert [len(training_phrases), len(held_out_phrases)] == [800, 160]
    nouns = list(SUBJECTS)

    def acts(english: str) -> tuple[str, str]:
        of_one = nouns.index(english.split()[1]) // 2 * 2  # boys are after boy
        return nouns[of_one], by_the_tables(english)[1]["verb"]

    held_out = {acts(english) for english, _ in held_out_phrases}
    assert held_out == {
        ("boy", "eat"), ("girl", "read"), ("man", "see"), ("woman", "bring"),
        ("farmer", "buy"), ("daughter", "sell"),
    }  # fmt: skip
    assert held_out.isdisjoint(acts(english) for english, _ in training_phrases)
    for side in (0, 1):
        seen = {word for pair in training_phrases for word in pair[side].split()}
        assert seen >= {w for pair in held_out_phrases for w in pair[side].split()}


def made() -> a.Transformer:
    torch.manual_seed(0)
    sizes = len(english_vocabulary), len(hindi_vocabulary)
    return a.Transformer(*sizes, 9, 4, 1, 2, pad_id=0)


def test_each_sentence_is_translated_as_if_it_were_alone():
    model = made()
    texts = [english for english, _ in PAIRS[5:105:17]]
    alone = [translate(model, [text])[0] for text in texts]
    assert translate(model, texts) == alone


@pytest.mark.parametrize("written", ["लड़का सेब खाता है", "", "है है है है है है है है"])
def test_the_translation_ends_before_the_end(written, monkeypatch):
    model = made()
    ids = [hindi_vocabulary[word] for word in [*written.split(), "<eos>"]]

    def decode(target_ids: torch.Tensor, *_: object) -> torch.Tensor:
        logits = torch.zeros(*target_ids.shape, len(hindi_vocabulary))
        logits[:, -1, ids[target_ids.shape[1] - 1]] = 1.0
        return logits

    monkeypatch.setattr(model, "decode", decode)
    assert translate(model, ["The girl does not read the book."]) == [written]


@pytest.mark.parametrize(
    ("hindi", "others"),
    [
        ("", {"subject": "", "object": "", "verb": "", "gender": "", "number": ""}),
        ("लड़का", {"subject": "लड़का", "object": "", "verb": "", "number": ""}),
        ("लड़का सेब है", {"verb": "", "gender": "", "number": "one"}),
        ("लड़का सेब खाता हैं", {"gender": "m", "number": ""}),
        ("लड़की सेब खाती हैं", {"gender": "f", "number": "several"}),
        ("लड़की सेब खाती", {"gender": "f", "number": "one"}),
        ("सेब खाते नहीं पढ़ती", {"verb": "eat", "gender": "m", "number": "several"}),
        ("सेब खाता नहीं पढ़तीं", {"verb": "eat", "gender": "m", "number": ""}),
    ],
)
def test_parts_may_be_missing_or_contradict_each_other(hindi, others):
    parts = phrase_parts(hindi)
    assert parts | others == parts
