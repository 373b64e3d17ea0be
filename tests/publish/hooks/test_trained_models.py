"""The data of the models that pages run: what the package has, by id."""

from attention.examples import (
    held_out_phrases,
    hindi_vocabulary,
    phrase_parts,
    story,
    story_vocabulary,
    training_phrases,
    transliterations,
)
from attention.examples.phrases import english_vocabulary
from attention.text.words import split_words
from publish.hooks import trained_models


def test_words_stand_in_the_order_of_their_ids() -> None:
    grammar = trained_models.grammar()
    for number, word in enumerate(grammar["hindi"]):
        assert hindi_vocabulary[word] == number
        assert grammar["latin"][number] == transliterations.get(word, word)
    for number, word in enumerate(grammar["english"]):
        assert english_vocabulary[word] == number
    told = trained_models.told()
    assert told["words"] == story_vocabulary
    assert [told["words"][number] for number in told["ids"]] == split_words(story)


def test_each_word_is_glossed_as_the_sentences_use_it() -> None:
    grammar = trained_models.grammar()
    gloss = dict(zip(grammar["hindi"], grammar["gloss"], strict=True))
    assert gloss["आदमी"] == "man, men"
    assert gloss["लड़का"] == "boy"
    for english, hindi in training_phrases + held_out_phrases:
        words = english.split()
        subject, thing, *others = (gloss[word] for word in hindi.split())
        assert words[1] in subject.split(", ")
        assert thing == words[-1]
        verb = words[4] if "not" in words else words[2]
        if "not" in words:
            assert others == ["not", verb]
        else:
            assert others[0] == verb.removesuffix("s")
            assert others[1:] == ["is" if verb.endswith("s") else "are"]


def test_sentences_and_nouns_are_those_of_the_package() -> None:
    grammar = trained_models.grammar()
    assert grammar["nouns"][0] == ["m", ["boy", "boys"], "eat"]
    apart = {noun: verb for _, nouns, verb in grammar["nouns"] for noun in nouns}
    for name, pairs in (("held", held_out_phrases), ("learned", training_phrases)):
        written = [
            (english, " ".join(grammar["hindi"][number] for number in ids))
            for english, ids in grammar[name]
        ]
        assert tuple(written) == pairs
        for english, hindi in pairs:
            held_out = apart[english.split()[1]] == phrase_parts(hindi)["verb"]
            assert held_out == (name == "held")
