"""The trained models as scripts, with what a page needs to run and to score them.

A page that is opened from the file system may load scripts and nothing else, so the
weights are a script, too: the bytes of the package's own file, in base64. It sets
`weights.translator`, and `courseData.translator` to what belongs to this model.
"""

import json
from base64 import b64encode
from pathlib import Path
from string import ascii_letters
from typing import Any

import torch

from attention.examples import (
    held_out_phrases,
    hindi_vocabulary,
    phrase_parts,
    said_twice,
    story_ids,
    story_vocabulary,
    training_phrases,
    transliterations,
    weights_file,
)
from attention.examples.phrases import english_vocabulary, verb_forms
from publish.project import put

LETTERS = ascii_letters[-26:] + ascii_letters[:6]  # A to Z and a to f, one for each key


def write_models(folder: Path) -> None:
    """Writes a script for each model that pages run, touching only what changed."""
    data = {
        "translator": grammar(),
        "induction": repeated(),
        "story": told(),
        "rewritten": {"letters": LETTERS},
    }
    for name, known in data.items():
        served = b64encode(weights_file(name).read_bytes()).decode()
        text = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
        script = (
            f'(globalThis.weights ??= {{}}).{name} = "{served}";\n'
            f"(globalThis.courseData ??= {{}}).{name} = {text};\n"
        )
        put(folder / f"{name}.js", script)


def grammar() -> dict[str, Any]:
    """What docs/assets/live/sentences.js calls a grammar."""
    gloss, kept_apart = {"नहीं": "not", "है": "is", "हैं": "are"}, {}
    for english, hindi in held_out_phrases + training_phrases:
        subject, thing = english.split()[1], english.split()[-1]
        parts = phrase_parts(hindi)
        gloss[parts["object"]] = thing
        nouns = gloss.setdefault(parts["subject"], subject).split(", ")
        if subject not in nouns:
            gloss[parts["subject"]] = ", ".join([*nouns, subject])
    for english, hindi in held_out_phrases:
        parts = phrase_parts(hindi)
        of_verb = kept_apart.setdefault(parts["verb"], (parts["gender"], {}))
        of_verb[1][english.split()[1]] = None
    gloss |= {form: verb for form, (verb, _, _) in verb_forms.items()}
    return {
        "english": list(english_vocabulary),
        "hindi": list(hindi_vocabulary),
        "latin": [transliterations.get(word, word) for word in hindi_vocabulary],
        "gloss": [gloss.get(word, word) for word in hindi_vocabulary],
        "verbs": verb_forms,
        "nouns": [
            [gender, list(nouns), verb] for verb, (gender, nouns) in kept_apart.items()
        ],
        "held": with_ids(held_out_phrases),
        "learned": with_ids(training_phrases),
    }


def with_ids(pairs: tuple[tuple[str, str], ...]) -> list[tuple[str, list[int]]]:
    """Sentences in English with the ids of their Hindi words."""
    return [
        (english, [hindi_vocabulary[word] for word in hindi.split()])
        for english, hindi in pairs
    ]


def repeated() -> dict[str, Any]:
    """The sequences that snippets/models/what-heads-learn/cut-out.py scores, once each.

    A token is a digit to base 16.
    """
    ids = said_twice(1000, 10, torch.Generator().manual_seed(0))[:, :10]
    return {
        "sequences": ["".join(f"{token:x}" for token in row) for row in ids.tolist()]
    }


def told() -> dict[str, Any]:
    """The story, and its words in the order of their ids."""
    return {"words": story_vocabulary, "ids": story_ids.tolist()}
