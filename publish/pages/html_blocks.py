"""What a page shows as HTML, held against what was executed: no more and no less."""

from collections import Counter
from dataclasses import dataclass

from lxml import html

from publish.page_model import PageError
from publish.pages import page_blocks
from publish.project import Project

DOC = "contains(concat(' ', @class, ' '), ' doc ')"


@dataclass(frozen=True)
class Block:
    """A highlighted block of a page as a reader sees it."""

    anchor: str | None
    language: str
    text: str
    classes: frozenset[str]


def blocks_in(article: html.HtmlElement) -> list[Block]:
    """Every block of code or output in a part of a page.

    But for those of the reference, which mkdocstrings makes of the sources: of its
    class ``doc``, which no author may type.
    """
    found = []
    for pre in article.xpath(f".//pre[not(ancestor::*[{DOC}])]"):
        parent = pre.getparent()
        classes = frozenset((parent.get("class") or "").split())
        code = pre.find("code")
        text = (pre if code is None else code).text_content()
        named = [c for c in classes if c.startswith("language-")]
        if code is not None:
            named += [c for c in (code.get("class") or "").split() if "-" in c]
        language = named[0].partition("-")[2] if named else "none"
        found.append(Block(parent.get("id"), language, text.rstrip("\n"), classes))
    return found


def unexecuted_on(project: Project, page: str, article: html.HtmlElement) -> list[str]:
    """Blocks of a page's HTML that nobody runs, and blocks that did not get there."""
    try:
        executed = Counter(item.code for item in page_blocks.of_page(project, page))
        shown = [(b, project.included(b.path)) for b in project.page(page).blocks]
    except PageError as error:
        return [str(error)]
    files = Counter(text.strip("\n") for block, text in shown if block.is_code)
    outputs = Counter(text.strip("\n") for block, text in shown if not block.is_code)
    there = [(b, b.text.strip("\n")) for b in blocks_in(article)]
    seen = Counter(text for block, text in there if block.language == "python")
    others = Counter(
        text for block, text in there if block.language not in ("python", "console")
    )
    found = [
        f"docs/{page}: {complaint}:\n{code}"
        for complaint, codes in (
            ("a Python block that is not executed", seen - executed),
            ("executed, but not a block on the page", executed - seen),
            ("a block that is no file of snippets/ or attention/", executed - files),
            ("a file that is shown and not executed", files - executed),
            ("a block that no snippet printed", others - outputs),
            ("an output that is not on the page", outputs - others),
        )
        for code in codes
    ]
    if "--8<--" in article.text_content():
        found.append(f"docs/{page}: an include (--8<--) was not expanded")
    return found
