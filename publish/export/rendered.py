"""Makes the pages of notebooks whole, light, and at home on the site.

mkdocs-jupyter renders a notebook's prose with all of Jupyter's styles and scripts in
the page. Here, after the build, what it rendered is kept and the rest goes: code,
outputs and formulas have the markup of every other page, figures are images of the same
files, and links stay on this site. The search index forgets these pages, which would
repeat those that they are made from.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lxml import etree, html
from lxml.html.builder import CODE, DIV, IMG, LI, PRE, SPAN, UL, A, E
from markdown.extensions.toc import slugify, unique
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from publish.markdown.blocks import SIZE
from publish.markdown.mathematics import CLOSING, OPENING, typeset
from publish.export.notebooks import FOLDER, cells, pages_of, text, title
from publish.project import Project

HEAVY = b"jupyter-wrapper"
DISPLAY = re.compile(r"\$\$([^$]+)\$\$")
INLINE = re.compile(rf"({OPENING})\$([^$]+)\$({CLOSING})")
FENCE = re.compile(r"^`{3,}(\w+)$", re.MULTILINE)
HEADINGS = ("h1", "h2", "h3", "h4")
CODE_TAGS = ("pre", "code")
SCROLLS = {  # as publish.markdown.mathematics has it
    "class": "arithmatex",
    "data-search-exclude": "",
    "tabindex": "0",
    "role": "group",
    "aria-label": "Formula",
}
OPEN, CLOSE = "\ue000", "\ue001"  # characters that no text has

Element = html.HtmlElement


def write(project: Project, site: Path) -> None:
    """Finishes the pages of notebooks in a built site."""
    for name in project.notebooks:
        page = site / project.url(name) / "index.html"
        whole = page.read_bytes() if page.exists() else b""
        if HEAVY in whole:
            page.write_text(_Page(project, name, whole).text(), encoding="utf-8")
        if HEAVY in whole or not page.exists():
            (site / name).parent.mkdir(exist_ok=True)
            (site / name).write_text(text(project, name), encoding="utf-8")
    index = site / "search" / "search_index.json"
    if index.exists():
        _forget(index)


def _forget(index: Path) -> None:
    """Takes the notebooks out of the search index."""
    found = json.loads(index.read_text(encoding="utf-8"))
    every = found["docs"]
    found["docs"] = [e for e in every if not e["location"].startswith(f"{FOLDER}/")]
    if len(found["docs"]) < len(every):
        index.write_text(json.dumps(found, separators=(",", ":")), encoding="utf-8")


class _Page:
    """One rendered notebook."""

    def __init__(self, project: Project, name: str, whole: bytes) -> None:
        self.project = project
        self.notebook = name
        self.tree = html.document_fromstring(whole)
        self.cells = list(cells(project, name))
        self.pages = [Path(page).stem for page in pages_of(project, name)]
        self.up = "../" * project.url(name).count("/")
        self.rendered: dict[str, Element] = {}
        self.formulas: list[str] = []

    def text(self) -> str:
        article = next(self.tree.iter("article"))
        rendered = article.xpath(".//*[starts-with(@id, 'cell-id=')]")
        self.rendered = {found.get("id").partition("=")[2]: found for found in rendered}
        for child in list(article):
            article.remove(child)
        article.text = "\n"
        for cell in self.cells:
            article.extend(self.cell(cell))
        self.name(title(self.project, self.notebook))
        self.contents(list(self.sections(article)))
        for link in article.iter("a"):
            self.nearer(link)
        made = html.tostring(self.tree, encoding="unicode", doctype="<!doctype html>")
        marks = re.compile(f"{OPEN}(\\d+){CLOSE}")
        return marks.sub(lambda mark: self.formulas[int(mark[1])], made)

    # --- cells ---------------------------------------------------------------

    def cell(self, cell: dict[str, Any]) -> Iterator[Element]:
        if cell["cell_type"] == "markdown":
            yield from self.prose(cell)
            return
        code, outputs = self.code(cell), self.outputs(cell)
        folded = cell["metadata"].get("jupyter", {})  # as on the page
        if folded.get("outputs_hidden"):
            yield E.details(self.summary(cell, "Code and output"), code, *outputs)
            return
        yield E.details(self.summary(cell, "Code"), code) if folded else code
        yield from outputs

    def prose(self, cell: dict[str, Any]) -> Iterator[Element]:
        (shown,) = self.rendered[cell["id"]].find_class("jp-MarkdownOutput")
        languages = iter(FENCE.findall(cell["source"]))
        for block in shown.find_class("highlight"):
            language = next(languages)
            kind = "output" if language == "text" else ""
            spans = block.find("pre")
            block.getparent().replace(block, _block(language, kind, spans))
        for element in shown.iter(etree.Element):
            if element.tag == "p" and not len(element):
                self.display(element)
            if element.tag not in CODE_TAGS:
                element.text = self.typeset(element.text)
            if element.getparent().tag not in CODE_TAGS:
                element.tail = self.typeset(element.tail)
        yield from shown

    def code(self, cell: dict[str, Any]) -> Element:
        shown = highlight(cell["source"], PythonLexer(), HtmlFormatter(nowrap=True))
        block = _block(
            "python", "snippet", html.fragment_fromstring(f"<pre>{shown}</pre>")
        )
        block.set("data-name", _name(cell))
        return block

    def summary(self, cell: dict[str, Any], what: str) -> Element:
        """What opens a fold; read aloud, it says whose."""
        return E.summary(what, {"aria-label": f"{what}: {_name(cell)}"})

    def outputs(self, cell: dict[str, Any]) -> Iterator[Element]:
        for output in cell["outputs"]:
            if output["output_type"] == "display_data":
                yield self.figure(cell)
            elif output["output_type"] == "error":
                yield _block("text", "output error", PRE(*output["traceback"]))
            else:
                yield _block("text", "output", PRE(output["text"]))

    def figure(self, cell: dict[str, Any]) -> Element:
        """The image that the page shows, of the size that it will have."""
        file = Path(cell["metadata"]["file"]).with_suffix(".svg")
        drawing = self.project.root / file
        (output,) = [o for o in cell["outputs"] if o["output_type"] == "display_data"]
        place = f"figures/{file.relative_to('snippets').as_posix()}"
        image = IMG(alt=output["data"]["text/plain"], src=self.up + place)
        if size := SIZE.search(drawing.read_text(encoding="utf-8")):
            image.set("width", str(round(float(size[1]) * 4 / 3)))
            image.set("height", str(round(float(size[2]) * 4 / 3)))
        image.set("loading", "lazy")
        return E.p(image)

    # --- formulas, sections, links -------------------------------------------

    def typeset(self, text: str | None) -> str | None:
        """Formulas in a line of text, replaced."""
        return text and INLINE.sub(lambda found: self.inline(*found.groups()), text)

    def inline(self, before: str, tex: str, after: str) -> str:
        made = typeset(tex, False)
        made = f'<span class="arithmatex" data-search-exclude>{made}</span>'
        if before + after:  # as `mathematics.hold_together` does
            made = f'<span class="held">{before}{made}{after}</span>'
        return self.mark(made)

    def display(self, paragraph: Element) -> None:
        """A paragraph that is a formula becomes one, reached by keyboard."""
        if found := DISPLAY.fullmatch((paragraph.text or "").strip()):
            paragraph.tag = "div"
            paragraph.text = self.mark(typeset(found[1].strip(), True))
            for name, value in SCROLLS.items():
                paragraph.set(name, value)

    def mark(self, made: str) -> str:
        """Stands for KaTeX's markup, which is put into the finished page as it is."""
        self.formulas.append(made)
        return f"{OPEN}{len(self.formulas) - 1}{CLOSE}"

    def name(self, words: str) -> None:
        """What a browser's tab and a search engine say of the page."""
        next(
            self.tree.iter("title")
        ).text = f"{words} - {self.project.config.site_name}"
        (about,) = self.tree.xpath("//meta[@name='description']")
        about.set("content", f"{words}: to read, to download, or to open in Colab.")

    def sections(self, article: Element) -> Iterator[tuple[int, str, str]]:
        """Gives each heading an address of its own: level, address, words."""
        pages, page, used = iter(self.pages), "", set()
        for heading in article.iter(*HEADINGS):
            for link in heading.find_class("anchor-link"):
                link.drop_tree()
            words = heading.text_content().strip()
            level = int(heading.tag[1])
            if level == 1:
                heading.set("id", slugify(words, "-"))  # “skip to content” leads there
                continue
            if level == 2:
                page = next(pages)
            own = page if level == 2 else f"{page}-{slugify(words, '-')}"
            heading.set("id", unique(own, used))
            link = A("¶", href=f"#{heading.get('id')}", title="Link to this section")
            link.set("class", "headerlink")
            heading.append(link)
            yield level, heading.get("id"), words

    def contents(self, sections: list[tuple[int, str, str]]) -> None:
        """Writes the table of contents, which knew other addresses."""
        for listed in self.tree.xpath("//ul[@data-md-component='toc']"):
            for child in list(listed):
                listed.remove(child)
            inner = listed
            for level, own, words in sections:
                link = A(SPAN(words, {"class": "md-ellipsis"}), href=f"#{own}")
                link.set("class", "md-nav__link")
                item = LI(link, {"class": "md-nav__item"})
                if level == 2:
                    listed.append(item)
                    inner = UL({"class": "md-nav__list"})
                    nested = E.nav(inner, {"class": "md-nav", "aria-label": words})
                    item.append(nested)
                elif level == 3:
                    inner.append(item)

    def nearer(self, link: Element) -> None:
        """A link to this site leads to the copy of it that is being read."""
        home = self.project.config.site_url or ""
        target = link.get("href", "")
        if home and target.startswith(home):
            link.set("href", self.up + target.removeprefix(home))
        if target.endswith(".ipynb") and target.startswith(home):
            link.set("download", "")


def _name(cell: dict[str, Any]) -> str:
    """The name of a block, as on its page."""
    return Path(cell["metadata"].get("file", "set-up")).stem


def _block(language: str, kind: str, shown: Element) -> Element:
    """A block as the theme has it, of what was highlighted elsewhere."""
    code = CODE()
    code.text, code[:] = shown.text, list(shown)
    for span in code.xpath("./span[@class='n' or @class='w']"):
        span.drop_tag()  # in the colour of the text anyway, and very many
    block = DIV(PRE(SPAN(), code))
    block.set("class", f"language-{language} {kind} highlight".replace("  ", " "))
    return block
