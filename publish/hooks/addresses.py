"""Every address that was ever published, and what becomes of one when its page moves.

``publish/hooks/addresses.txt`` lists files and pages, and under each page the anchors
that readers are given links to: sections, blocks of code, names of the package.
`make addresses` adds what is new. Nothing is taken away: what moved gets an arrow and
its new address, ::

    causal/class/
        #code-two-sentences
        #code-batch -> #code-two-sentences
    causal/old/ -> causal/class/

and the site then leads from the old to the new one, without a script and without a
server's help.
"""

import os
import re
import shutil
from html import escape
from pathlib import Path

from jinja2 import Template
from lxml import html

from publish.project import Project, put

FILE = Path("publish", "hooks", "addresses.txt")
HEAD = """\
# Every address ever published; `make addresses` adds new ones. No line is taken away:
# what moved gets " -> " and its new address. publish/hooks/addresses.py says more.
"""
ARROW = " -> "
# What is not a page and is fetched by name; and what is the site's own affair.
FILES = {".ipynb", ".json", ".md", ".txt", ".zip"}
INNER = {"assets", "figures", "search"}
LEFT = Path(__file__).with_name("moved.html.j2").read_text(encoding="utf-8")


def read(root: Path) -> dict[str, str | None]:
    """Each address, and where it went if it moved."""
    path = root / FILE
    found: dict[str, str | None] = {}
    page = ""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    for line in lines:
        if line.startswith("# ") or not line.strip():
            continue
        address, _, target = line.strip().partition(ARROW)
        if not line.startswith(" "):
            page = "" if address == "/" else address
            found[page] = target or None
        else:
            whole = target if not target.startswith("#") else page + target
            found[page + address] = whole or None
    return found


def write(root: Path, addresses: dict[str, str | None]) -> None:
    """Writes the list, each page followed by its anchors."""
    lines = []
    for address in sorted(addresses):
        page, sign, anchor = address.partition("#")
        target = addresses[address]
        if sign and target and target.startswith(f"{page}#"):
            target = target.removeprefix(page)
        shown = f"    #{anchor}" if sign else page or "/"
        lines.append(shown + (f"{ARROW}{target}" if target else ""))
    put(root / FILE, HEAD + "\n".join(lines) + "\n")


def published(folder: Path) -> list[str]:
    """What a built site gives readers links to: pages, sections, blocks, names."""
    found = []
    for path in sorted(folder.rglob("index.html")):
        page = path.parent.relative_to(folder).as_posix() + "/"
        page = "" if page == "./" else page
        tree = html.fromstring(path.read_bytes())
        article = next(tree.iter("article"), None)
        if article is None:
            continue  # a page that only says where another one went
        # Sections, blocks of code, names of the package.
        links = [link.get("href") or "" for link in article.find_class("headerlink")]
        anchors = [link.partition("#")[2] for link in links]
        anchors += [block.get("id") or "" for block in article.find_class("snippet")]
        found += [page, *(f"{page}#{anchor}" for anchor in anchors)]
    files = (path.relative_to(folder) for path in sorted(folder.rglob("*.*")))
    return found + [
        file.as_posix()
        for file in files
        if file.suffix in FILES and file.parts[0] not in INNER
    ]


def add(project: Project, folder: Path) -> list[str]:
    """Adds what a built site has and the list has not; returns it."""
    known = read(project.root)
    new = [address for address in published(folder) if address not in known]
    write(project.root, {**known, **dict.fromkeys(new)})
    return new


def redirect(project: Project, folder: Path) -> None:
    """Leads from each address that moved to its new one."""
    for address, target in read(project.root).items():
        if target is None:
            continue
        page, sign, anchor = address.partition("#")
        if sign:
            _redirect_anchor(folder, page, anchor, target)
        elif page.endswith("/"):
            redirect_page(project, folder, page, target)
        elif (folder / target).exists() and not (folder / page).exists():
            (folder / page).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(folder / target, folder / page)


def redirect_page(project: Project, folder: Path, page: str, target: str) -> None:
    """Leaves word at the old address of a page."""
    path = folder / page / "index.html"
    if path.exists():
        return  # the guard says so: an address cannot stand and have moved
    text = Template(LEFT, autoescape=True).render(
        target=_relative(page, target),
        canonical=f"{project.config.site_url or ''}{target}",
        root=_relative(page, ""),
    )
    put(path, text)


def _redirect_anchor(folder: Path, page: str, anchor: str, target: str) -> None:
    """Puts the old name where the new one is, or says on which page that is."""
    path = folder / page / "index.html"
    if not path.exists():
        return
    text = path.read_text(encoding="utf-8")
    new_page, _, new_anchor = target.partition("#")
    name = escape(anchor, quote=True)
    if new_page == page:
        place = re.search(rf'<\w+[^>]*\bid="{re.escape(new_anchor)}"', text)
        left = f'<span id="{name}"></span>'
    else:  # the end of the page, or of one that only says where it went
        place = re.search("</article>|</body>", text)
        link = f'<a href="{escape(_relative(page, target))}">{escape(target)}</a>'
        words = f"What was here as “{name}” has moved to {link}."
        left = f'<p id="{name}" class="moved">{words}</p>'
    if place:
        text = text[: place.start()] + left + text[place.start() :]
        path.write_text(text, encoding="utf-8")


def _relative(page: str, target: str) -> str:
    """The way from a page to an address of the same site."""
    address, sign, anchor = target.partition("#")
    way = os.path.relpath("/" + address, "/" + page).replace(os.sep, "/") + "/"
    return f"{way}{sign}{anchor}"
