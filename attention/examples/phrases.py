"""A small grammar of our own: English sentences and their Hindi translations.

    from attention.examples import held_out_phrases, training_phrases, translate

A subject, a verb in the present and an object, with or without *not*: 12 subjects times
40 pairs of verb and object times 2 are 960 sentences. In Hindi the verb comes last, and
its ending and the auxiliary agree with the subject in gender and number:

    the boy eats the apple           लड़का सेब खाता है         laṛkā seb khātā hai
    the boys eat the apple           लड़के सेब खाते हैं          laṛke seb khāte haiṁ
    the girl eats the apple          लड़की सेब खाती है         laṛkī seb khātī hai
    the girls eat the apple          लड़कियाँ सेब खाती हैं       laṛkiyāṁ seb khātī haiṁ

    the boy does not eat the apple   लड़का सेब नहीं खाता       laṛkā seb nahīṁ khātā
    the boys do not eat the apple    लड़के सेब नहीं खाते        laṛke seb nahīṁ khāte
    the girl does not eat the apple  लड़की सेब नहीं खाती       laṛkī seb nahīṁ khātī
    the girls do not eat the apple   लड़कियाँ सेब नहीं खातीं     laṛkiyāṁ seb nahīṁ khātīṁ

With नहीं the auxiliary है or हैं is usually left out in this tense, and then the ending
of a feminine plural is nasal: खाती हैं, but नहीं खातीं. Hindi has no articles, and the
objects, all of them things, are left in the direct case, without को.

The transliteration follows the letters and leaves out each inherent a that is not
spoken. A macron marks a long vowel, a dot below a retroflex consonant, and ṁ a nasal
vowel. Both ख and ख़ are written kh.
"""

from collections.abc import Iterable, Iterator
from itertools import product, takewhile

import torch
from jaxtyping import Int64
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from attention.examples.training import greedy
from attention.models.encoder_decoder import Transformer
from attention.text.words import build_vocabulary, decode_words, encode_words

# A Hindi word is a pair: as it is written, and transliterated.
_NOUNS = (  # in the singular and the plural
    ("m", ("boy", "boys"), (("लड़का", "laṛkā"), ("लड़के", "laṛke"))),
    ("f", ("girl", "girls"), (("लड़की", "laṛkī"), ("लड़कियाँ", "laṛkiyāṁ"))),
    ("m", ("man", "men"), (("आदमी", "ādmī"), ("आदमी", "ādmī"))),
    ("f", ("woman", "women"), (("महिला", "mahilā"), ("महिलाएँ", "mahilāeṁ"))),
    ("m", ("farmer", "farmers"), (("किसान", "kisān"), ("किसान", "kisān"))),
    ("f", ("daughter", "daughters"), (("बेटी", "beṭī"), ("बेटियाँ", "beṭiyāṁ"))),
)
_FOODS = (
    ("apple", ("सेब", "seb")),  # m
    ("mango", ("आम", "ām")),  # m
    ("bread", ("रोटी", "roṭī")),  # f
    ("carrot", ("गाजर", "gājar")),  # f
)
_TEXTS = (
    ("book", ("किताब", "kitāb")),  # f
    ("letter", ("चिट्ठी", "ciṭṭhī")),  # f
    ("newspaper", ("अख़बार", "akhbār")),  # m
    ("article", ("लेख", "lekh")),  # m
)
_VERBS = (  # the stem in Hindi, the objects that make sense, who is held out
    ("eat", ("खा", "khā"), _FOODS, "boy"),
    ("read", ("पढ़", "paṛh"), _TEXTS, "girl"),
    ("see", ("देख", "dekh"), _FOODS + _TEXTS, "man"),
    ("bring", ("ला", "lā"), _FOODS + _TEXTS, "woman"),
    ("buy", ("ख़रीद", "kharīd"), _FOODS + _TEXTS, "farmer"),
    ("sell", ("बेच", "bec"), _FOODS + _TEXTS, "daughter"),
)
_ENDINGS = {  # singular, plural, and plural without हैं; and the number that it shows
    "m": (("ता", "tā", "one"), ("ते", "te", "several"), ("ते", "te", "several")),
    "f": (("ती", "tī", ""), ("ती", "tī", ""), ("तीं", "tīṁ", "several")),
}
_NOT, _IS, _ARE = ("नहीं", "nahīṁ"), ("है", "hai"), ("हैं", "haiṁ")


def _pairs() -> Iterator[tuple[bool, str, list[tuple[str, str]]]]:
    """Yield each sentence: whether it is held out, in English, its Hindi words."""
    every = product(_NOUNS, (0, 1), _VERBS)
    for (gender, nouns, subjects), plural, (verb, stem, objects, who) in every:
        for (thing, object_), negated in product(objects, (0, 1)):
            written, latin, _ = _ENDINGS[gender][plural * (1 + negated)]
            does = (stem[0] + written, stem[1] + latin)
            if negated:
                english = f"{'do' if plural else 'does'} not {verb}"
                end = [_NOT, does]
            else:
                english = verb if plural else f"{verb}s"
                end = [does, _ARE if plural else _IS]
            sentence = f"the {nouns[plural]} {english} the {thing}"
            yield who == nouns[0], sentence, [subjects[plural], object_, *end]


def _texts(held_out: bool) -> tuple[tuple[str, str], ...]:
    return tuple(
        (english, " ".join(word for word, _ in hindi))
        for is_held_out, english, hindi in _pairs()
        if is_held_out == held_out
    )


training_phrases: tuple[tuple[str, str], ...] = _texts(held_out=False)
"""800 sentences, each in English and in Hindi."""

held_out_phrases: tuple[tuple[str, str], ...] = _texts(held_out=True)
"""The other 160: boys who eat, girls who read, men who see, women who bring, farmers
who buy and daughters who sell, one or several, with or without *not*. No training
sentence joins these nouns and verbs, and each of their words is in training."""

_seeded = torch.Generator().manual_seed(13)
_drawn = torch.randperm(800, generator=_seeded, device="cpu")[:96]

few_phrases: tuple[tuple[str, str], ...] = tuple(
    training_phrases[index] for index in _drawn.tolist()
)
"""96 of the training sentences, drawn at random; each word is in one of them."""

_SENTENCES = training_phrases + held_out_phrases

english_vocabulary: dict[str, int] = build_vocabulary(
    word for english, _ in _SENTENCES for word in english.split()
)
"""The id of each English word; 0, 1 and 2 are padding, begin and end."""

hindi_vocabulary: dict[str, int] = build_vocabulary(
    word for _, hindi in _SENTENCES for word in hindi.split()
)
"""The id of each Hindi word; 0, 1 and 2 are padding, begin and end."""

transliterations: dict[str, str] = {
    word: latin for _, _, hindi in _pairs() for word, latin in hindi
}
"""Each Hindi word in Latin letters."""

verb_forms: dict[str, tuple[str, str, str]] = {
    stem + ending: (verb, gender, number)
    for verb, (stem, _), _, _ in _VERBS
    for gender, endings in _ENDINGS.items()
    for ending, _, number in endings
}
"""Each Hindi form of a verb: the verb in English, and of its subject the gender, `m` or
`f`, and the number, `one`, `several`, or nothing for the ending that goes with both."""


def phrase_parts(hindi: str) -> dict[str, str]:
    """Return what a Hindi sentence says, part by part, to compare it with another.

    Args:
        hindi: Words of the grammar, in any order; a part may be missing.

    Returns:
        The first word as `subject` and the second as `object`; `not`, which is नहीं or
        nothing; of the first form of a verb, `verb` in English and the `gender` of its
        subject; and `number`, which is `one` or `several`, or nothing if the verb and
        है or हैं contradict each other. What is missing is an empty string.
    """
    words = hindi.split()
    forms = [verb_forms[word] for word in words if word in verb_forms]
    verb, gender, _ = forms[0] if forms else ("", "", "")
    auxiliaries = {_IS[0]: "one", _ARE[0]: "several"}
    numbers = {auxiliaries[word] for word in words if word in auxiliaries}
    numbers |= {number for _, _, number in forms if number}
    if forms and not numbers:
        numbers = {"one"}  # for several, without हैं, the ending is nasal
    return {
        "subject": words[0] if words else "",
        "object": words[1] if len(words) > 1 else "",
        "not": _NOT[0] if _NOT[0] in words else "",
        "verb": verb,
        "gender": gender,
        "number": numbers.pop() if len(numbers) == 1 else "",
    }


def encode_phrases(
    pairs: Iterable[tuple[str, str]],
) -> tuple[
    Int64[Tensor, "batch num_source_tokens"], Int64[Tensor, "batch num_target_tokens"]
]:
    """Return the ids of sentences in both languages, each between begin and end.

    Args:
        pairs: At least one sentence, each in English and in Hindi.

    Returns:
        source_ids: English, short sentences padded with 0.
        target_ids: Hindi, likewise.

    Raises:
        KeyError: If a word is not in the grammar.
    """
    english, hindi = zip(*pairs, strict=True)
    return _encode(english, english_vocabulary), _encode(hindi, hindi_vocabulary)


def _encode(texts: Iterable[str], vocabulary: dict[str, int]) -> Tensor:
    rows = [torch.tensor(encode_words(text, vocabulary)) for text in texts]
    return pad_sequence(rows, batch_first=True)  # with 0, the id of <pad>


def translate(model: Transformer, texts: Iterable[str]) -> list[str]:
    """Translate English sentences, each time with the word of the largest logit.

    Args:
        model: A Transformer from the ids of `english_vocabulary` to those of
            `hindi_vocabulary`, in evaluation mode.
        texts: At least one sentence in words of the grammar.

    Returns:
        What the model writes for each, eight words at most.

    Raises:
        KeyError: If a word is not in the grammar.
        ValueError: If a sentence has more words than the model takes.
    """
    start, end = hindi_vocabulary["<bos>"], hindi_vocabulary["<eos>"]
    source_ids = _encode(texts, english_vocabulary)
    written = greedy(model, source_ids, start, end, max_new=8)
    return [
        decode_words(takewhile(lambda number: number != end, row), hindi_vocabulary)
        for row in written.tolist()
    ]
