"""The package's docstrings, as the API reference shows them: a Griffe extension.

They are written to be read in the source, with names and shapes in columns::

    scores:  any shape of one axis or more, floating point
    returns: the same shape and dtype

    Raises ValueError if scores has no axis.

Here the columns become definitions, and indented lines keep their shape. Each name gets
a link to its source; what `attention` does not export is no part of the reference.
"""

import re
from html import escape, unescape
from pathlib import Path
from typing import Any

import griffe

ITEM = re.compile(r"^(?P<names>\*{0,2}\w+(?:, \*{0,2}\w+)*):\s+(?P<text>\S.*)$")
LESS = re.compile(r"(?P<code>`[^`]*`)|<(?=\w)")
LONG = 100
RAISES = re.compile(r"^Raises (\w+(?:Error|Exception)) ")


class Docstrings(griffe.Extension):
    """Rewrites docstrings to Markdown; says which names are public."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        exported = {str(name).strip("'\"") for name in pkg.exports or []}
        for module in pkg.modules.values():
            if not module.is_alias:  # `heatmap` names a function, and its module
                self._module(module, exported)

    def _module(self, module: griffe.Module, exported: set[str]) -> None:
        rewrite(module)
        for name, member in module.members.items():
            if isinstance(member, griffe.Module):
                self._module(member, exported)
            elif not member.is_alias:
                member.public = name in exported
                rewrite(member)
                for inner in member.members.values():
                    if not inner.is_alias and inner.is_function:
                        rewrite(inner)


def rewrite(obj: Any) -> None:
    """Gives an object its docstring as Markdown, with a link to its source."""
    if obj.docstring is None and obj.is_attribute and obj.parent.is_module:
        value = str(obj.value)  # a constant may speak for itself
        short = f"`{value}`" if len(value) < LONG else ""
        obj.docstring = griffe.Docstring(short, parent=obj)
    if obj.docstring is None:
        return
    text = markdown(obj.docstring.value, names_of(obj))
    if not obj.parent or not obj.parent.is_class:
        text += f'\n\n[Source]({source(obj)}){{: aria-label="Source of {obj.name}" }}'
    obj.docstring.value = text


def source(obj: Any) -> str:
    """Where the object is defined, as a link to our repository."""
    path = Path(obj.filepath)
    while path.name != "attention":
        path = path.parent
    file = Path(obj.filepath).relative_to(path.parent).as_posix()
    if obj.is_module or obj.lineno is None:
        return f"repo:{file}"
    return f"repo:{file}#L{obj.lineno}-L{obj.endlineno or obj.lineno}"


def names_of(obj: Any) -> set[str]:
    """What a docstring may define: parameters, attributes, what is returned."""
    names = {"returns", "yields"}
    functions = [obj] if obj.is_function else []
    if obj.is_class:
        functions += [m for n, m in obj.members.items() if n == "__init__"]
        names |= set(obj.members)  # with what __init__ sets on self
    for function in functions:
        names |= {parameter.name.lstrip("*") for parameter in function.parameters}
    return names


def markdown(text: str, names: set[str]) -> str:
    """A docstring's text as Markdown."""
    # <bos> is a word, not a tag; within backticks it is safe as it stands
    text = LESS.sub(lambda found: found["code"] or "&lt;", text)
    paragraphs = re.split(r"\n\s*\n", text.strip("\n"))
    return "\n\n".join(_paragraph(paragraph, names) for paragraph in paragraphs)


def _paragraph(paragraph: str, names: set[str]) -> str:
    lines = paragraph.split("\n")
    if all(line.startswith("    ") for line in lines):
        shown = "\n".join(line[4:] for line in lines)
        return f'<p class="lines"><code>{escape(unescape(shown))}</code></p>'
    items: list[list[str]] = []
    for line in lines:
        found = ITEM.match(line)
        known = found and {n.strip("* ") for n in found["names"].split(",")} <= names
        if found and known:
            items.append([found["names"], found["text"]])
        elif items:
            items[-1].append(line.strip())
        else:
            return RAISES.sub(r"**Raises** `\1` ", paragraph)
    return "\n\n".join(f"{_term(name)}\n:   {' '.join(said)}" for name, *said in items)


def _term(names: str) -> str:
    if names in ("returns", "yields"):
        return f"*{names}*"
    return ", ".join(f"`{name}`" for name in names.split(", "))
