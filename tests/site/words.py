"""The words that a page says to its readers, without code, outputs and formulas."""

from collections import Counter

from lxml import html

SILENT = {"pre", "script", "style", "svg", "button"}
# Formulas have no words; what is around a page or under a block is the site's.
APART = {"anchor-link", "arithmatex", "block-link", "headerlink", "record"}
APART |= {"alone", "figure-code", "imprint", "heatmap", "place", "repeats", "ends"}
INLINE = {"a", "abbr", "code", "em", "span", "strong"}


def words(element: html.HtmlElement) -> Counter[str]:
    """How often each word is said, alternative texts of images included."""
    texts: list[str] = []
    _walk(element, texts)
    return Counter("".join(texts).split())


def _walk(element: html.HtmlElement, texts: list[str]) -> None:
    classes = set((element.get("class") or "").split()) if _named(element) else set()
    hidden = _named(element) and element.get("aria-hidden") == "true"  # the way's boxes
    silent = hidden or not _named(element) or element.tag in SILENT
    if not silent and not classes & APART:
        space = "" if element.tag in INLINE else " "
        texts += [space, f" {element.get('alt', '')} ", element.text or ""]
        for child in element:
            _walk(child, texts)
        texts.append(space)
    texts.append(element.tail or "")


def _named(element: html.HtmlElement) -> bool:
    return isinstance(element.tag, str)  # else it is a comment
