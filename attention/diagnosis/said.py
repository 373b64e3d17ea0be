"""What docstrings and comments say of code: its axes, what is read, what True means."""

import inspect
import re
from contextlib import suppress
from typing import Any

from torch import nn

from attention.diagnosis.call import arguments, kind_of

TEXTS = r"(?:batch(?:_?size)?|bsz|bs|B|b|lote?)"
CAUSAL = (
    r"^\W*(?:an? )?causal\b|\b(?:autoregressive|left-to-right)\b"
    r"|\bcausal (?:self|multi|local|sliding|window|attention|mask)"
)
MAYBE = (
    r"\b(?:no|not|non|un\w+|never|without|if|whether|optional\w*|can|may|or|unless|when"
    r"|only|than|like|bidirectional|pas|sans|nicht|kein\w*|ohne|sin)\b|n't|="
)


LANGUAGE = r"(?<!M)LM\b|GPT|LanguageModel|language model"
NEXT = (
    r"\b(next|following).(token|char\w*|word)|left.to.right|def (generate|sample)\b"
    r"|shift(ed)? right|teacher.forc"
)
BOTH = (
    r"bidirectional|mask(ed|s)?.?(language|token|word|lm\b)|MLM|bert|electra|diffusion"
    r"|denois|cloze|infill|non.?autoregress|parallel decod|mask_id|both sides|prefix"
    r"|(every|each) (word|token)\w* (reads|sees|attends)|all words"
)


def written(code: Any) -> tuple[str, str]:
    """Return the source of a function or a class, and what its docstrings say.

    That of the file counts if nothing is defined there after it.
    """
    kind = type(code) if isinstance(code, nn.Module) else code
    if (kind.__module__ or "")[:5] == "torch":
        return "", ""
    said, file = [code, getattr(code, "forward", None)], inspect.getmodule(kind)
    try:
        source, whole = inspect.getsource(kind), inspect.getsource(file) if file else ""
    except (OSError, TypeError):
        source = whole = ""
    names = re.findall(r"^(?:class|def) (\w+)", whole, re.M)
    if names[-1:] == [getattr(kind, "__name__", "")]:
        said.append(file)
        source = whole if len(names) == 1 else source
    return source, "\n".join(t.__doc__ for t in said if t and t.__doc__)


def says_texts_first(code: Any) -> bool:
    """Return whether code says that its first argument is (texts, tokens, features)."""
    source, name = written(code)[0], next((p.name for p in arguments(code)), "x")
    axes = rf"\(\s*{TEXTS}\s*,\s*(\w+)\s*,\s*(?!\1)\w+\s*\)"
    shape = (
        rf"\b(?:{name}|[Ii]nputs?|[Ee]ntrada|[Ee]ntrée|Eingabe)\b[^\n(]{{0,40}}{axes}"
    )
    taken = rf"^\s*{TEXTS}\s*,[^=\n]*= *{name}\.(shape|size\(\))"
    other = rf"\(\s*\w+\s*,\s*{TEXTS}\s*,|^\s*\w+\s*,\s*{TEXTS}\s*,[^=\n]*= *{name}\."
    first = re.search(f"{shape}|{taken}", source, re.M)
    return bool(first) and not re.search(other, source, re.M)


def says_tied(code: Any) -> bool:
    """Return whether code says that weights are tied, and none that they are not."""
    source = written(code)[0]
    denied = re.search(r"\b(untied?|not|separate|on purpose)\b", source, re.I)
    return bool(re.search(r"\bt(ied|ying|ie)\b|[a-z_]?Tied", source)) and not denied


def repeats_list(code: Any) -> bool:
    """Return whether a class repeats what it makes in a list, and does not say why."""
    source = written(code)[0]
    file = inspect.getmodule(type(code))
    with suppress(OSError, TypeError):
        source = inspect.getsource(file) if file else source
    again = r"\[\s*[\w.]+\(.*\)\s*\] *\* *\w|\[\s*\w+ +for +\w+ +in +range"
    meant = re.search(r"shar(e|ing)|albert|universal|recurr|tied", source, re.I)
    return bool(re.search(again, source)) and not meant


def says_causal(code: Any) -> bool:
    """Return whether docstrings say plainly that code is causal."""
    parts = re.split(r"[.;:\n]\s|,", written(code)[1])
    said = [part for part in parts if re.search(CAUSAL, part, re.I)]
    return bool(said) and not any(re.search(MAYBE, p, re.I) for p in said)


def around_class(code: Any) -> str:
    """Return the source of a class, and what stands at the beginning of its file."""
    file = inspect.getmodule(type(code))
    with suppress(OSError, TypeError):
        return f"{inspect.getcomments(file)}{file.__doc__}{written(code)[0]}"
    return ""


def plainly(text: str, pattern: str, flags: int = 0) -> bool:
    """Return whether a sentence or a line of a text has a pattern, and no negation."""
    parts = re.split(r"[.;:]\s|\n[\s#]", text)
    said = (part for part in parts if re.search(pattern, part, flags))
    return any(not re.search(MAYBE, part, re.I) for part in said)


def says_next(code: Any) -> bool:
    """Return whether code says that it writes a text, each word after the others."""
    text = around_class(code)
    return plainly(text, NEXT, re.I) and not re.search(BOTH, text, re.I)


def says_language(code: Any) -> bool:
    """Return whether code says that it is a language model that writes."""
    return plainly(around_class(code), LANGUAGE) and says_next(code)


def says_cross_entropy(code: Any) -> bool:
    """Return whether code says that its result goes to nn.CrossEntropyLoss."""
    return bool(re.search("cross_?entropy", around_class(code), re.I))


def said_of(code: Any, name: str) -> str:
    """Return docstrings, of code and its file, and comments that tell of an argument.

    A comment tells of it if it stands above the code, or behind the argument, or
    begins with its name and is not followed by a line that changes what it names.
    """
    run, file = getattr(code, "forward", code), inspect.getmodule(code)
    texts = [getattr(t, "__doc__", "") for t in (code, run, file)]
    with suppress(OSError, TypeError, ValueError):  # there is no source
        source = inspect.getsource(run)
        end = re.search(r"\)[^()\n]*:[ \t]*(#.*)?$", source, re.M)
        head, body = (
            source[: end.end() if end else 0],
            source[end.end() if end else 0 :],
        )
        for line, _, comment in (row.partition("#") for row in head.splitlines()):
            if [w for w in re.findall(r"\w+", line) if kind_of(w) == "mask"] == [name]:
                texts.append(f"{name}: {comment}")
        changes = re.compile(rf"^[^#\n]*\b{name}\b[^#\n=]*=(?!=)", re.M)
        before, *after = changes.split(body, maxsplit=1)
        before = re.sub(r"(\s*#[^\n]*)+\s*$", "", before) if after else before
        texts += re.findall(rf"#\s*({name}\s*:[^\n]*)", before)
        texts += map(inspect.getcomments, (run, type(code)))
    return "\n".join(filter(None, texts))


def stated(said: str, name: str) -> str:
    """Return what is said that True or 1 means to an argument, or nothing."""
    pattern = (
        rf"\b{name}\b[^\n]*?\b(?:True|1(?:\.0)?)\b(?! *[,)])(.*?)(?: and |[.,;(\n]|$)"
    )
    whole = re.sub(r"\n[ \t]+(?![\w, *]+ *[:(])", " ", said)  # lines that go on
    found = re.search(pattern, whole)
    return found[1] if found else ""
