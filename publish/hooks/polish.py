"""What is done to the pages that mkdocs wrote, and beside them.

Each page gets a policy that allows its own origin alone, and loses a style sheet that
it has no use for. Formulas are typeset, tables can be scrolled, boxes get a role and a
name, the navigation says where one is, and no line ends after a minus. The search's
index loses what finds nothing, and is also written as a script, for readers who open
the site from the file system, where nothing else may be read.
"""

import hashlib
import json
import re
from base64 import b64encode
from itertools import chain
from pathlib import Path

from publish.hooks import addresses
from publish.hooks.scripts import style_sheet, without_comments
from publish.markdown.mathematics import with_formulas
from publish.project import Project

HEAD_SCRIPTS = ["assets/fonts.js", "assets/search-later.js"]
CHARSET = '<meta charset="utf-8">'
SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<code>.*?)</script>", re.DOTALL)
DATA = re.compile(r'\btype="application/(?:ld\+)?json"|\bsrc=')
# That of mkdocstrings, on every page; site.css says how the reference looks.
IDLE_STYLE = re.compile(r'<link rel="stylesheet" href="[^"]*_mkdocstrings\.css">')
# A box in the text, whose kind is a colour and an icon; and its title.
BOX = re.compile(
    r'<div class="admonition (?P<kind>\w+)">'
    r'(?=\s*<p class="admonition-title">(?P<title>.*?)</p>)'
)
# Wrapped as by the theme's script, which does it one by one and lays out after each.
TABLE = re.compile(r"<table>(.*?)</table>", re.DOTALL)
SCROLLS = (
    '<div class="md-typeset__scrollwrap"><div class="md-typeset__table">'
    r'<table class="data">\1</table></div></div>'
)
# In the reference, a module.
MODULE = re.compile(r'<h2 id="(?P<name>attention[\w.]+)" class="doc .*?</h2>', re.S)
# In the navigation, the page itself.
HERE = re.compile(r'<a href="\./" class="md-nav__link md-nav__link--active"')
# A number below zero, which a line may not end in after its sign.
NEGATIVE = re.compile(r"<code>(?=-[\w.]+</code>)")
# What templates leave around elements, outside of what is kept as it is written.
GAP = re.compile(
    r"(<(pre|script|annotation)\b.*?</\2>)|(?<=>)\s\s+|\s\s+(?=<)", re.DOTALL
)
# Of the theme's, for developers and for other languages than ours.
UNUSED = ("**/*.map", "javascripts/lunr/**/*.js")
# In the search's index, what nearly all blocks of code begin with.
SETUP = re.compile(
    r"(?:^|(?<=<code>))"
    r"(?:# pip install .*|(?:from [\w.]+ )?import (?:\([^)]*\)|.*))\n+",
    re.MULTILINE,
)
# In the reference, what parameters mean, and so on: their names are in the signature.
LISTS = re.compile(
    r"<p>(?:Parameters|Attributes|Returns|Raises):</p> <ul>.*?</ul>", re.DOTALL
)
CODE = re.compile(r"<pre>.*?</pre>", re.DOTALL)
DRAWS = re.compile(r"<pre>(?:(?!</pre>).)*plt\..*?</pre>", re.DOTALL)
# The link to a page's notebook, in overrides/partials/place.html.
NOTEBOOK = re.compile(r'(notebooks/[\w/-]+)\.ipynb(?=">as a notebook<)')

# Styles of elements are KaTeX's, which places each glyph by one.
POLICY = (
    "default-src 'self'",
    "script-src 'self'{hashes}",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
)


def polish(project: Project, folder: Path) -> None:
    """Completes a site that was just built into ``folder``."""
    write_search_index(folder)
    addresses.redirect(project, folder)
    forms = dict.fromkeys(HEAD_SCRIPTS, without_comments)
    # Formulas' styles begin with their licence.
    styles = [
        path for path in map(str, project.config.extra_css) if "katex" not in path
    ]
    forms |= dict.fromkeys(styles, style_sheet)
    for path, form in forms.items():
        text = (folder / path).read_text(encoding="utf-8")
        (folder / path).write_text(form(text), encoding="utf-8")
    for page in folder.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        name = page.relative_to(folder).as_posix().removesuffix("/index.html")
        source = f"{name.removesuffix('.html')}.md"
        text = TABLE.sub(SCROLLS, with_formulas(text, source))
        text = IDLE_STYLE.sub("", text)
        text = NEGATIVE.sub('<code class="held">', text)
        text = HERE.sub(r'\g<0> aria-current="page"', BOX.sub(named_box, text))
        text = MODULE.sub(lambda module: with_source(project, module), text)
        text = NOTEBOOK.sub(lambda link: to_rendered(link, folder), text)
        text = GAP.sub(lambda gap: gap[1] or "\n", text)
        page.write_text(with_policy(text), encoding="utf-8")
    for file in chain.from_iterable(map((folder / "assets").glob, UNUSED)):
        file.unlink()


def named_box(box: re.Match[str]) -> str:
    """The box as a note, whose name says of what kind it is."""
    title = re.sub(r"<[^>]*>", "", box["title"]).replace('"', "&quot;")
    kind = box["kind"].capitalize()
    name = title if title == kind else f"{kind}: {title}"
    return f'{box[0][:-1]} role="note" aria-label="{name}">'


def with_source(project: Project, module: re.Match[str]) -> str:
    """The heading of a module, with a link to its source."""
    name = module["name"]
    path = f"{name.replace('.', '/')}.py"
    if not (project.root / path).exists():
        return module[0]
    link = f"{project.config.repo_url}/blob/main/{path}"
    words = f'aria-label="Source of {name}">Source</a>'
    return f'{module[0]}\n<p><a href="{link}" {words}</p>'


def to_rendered(link: re.Match[str], folder: Path) -> str:
    """The link to a notebook, to the page that shows it if there is one."""
    shown = (folder / link[1] / "index.html").exists()
    return f"{link[1]}/" if shown else link[0]


def with_policy(page: str) -> str:
    """The page with its policy, which knows the scripts that stand in it."""
    found = {
        b64encode(hashlib.sha256(script["code"].encode()).digest()).decode()
        for script in SCRIPT.finditer(page)
        if not DATA.search(script["attributes"])
    }
    hashes = "".join(f" 'sha256-{name}'" for name in sorted(found))
    policy = "; ".join(POLICY).format(hashes=hashes)
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return page.replace(CHARSET, CHARSET + meta, 1)


def write_search_index(folder: Path) -> None:
    """Takes out of the search's index what finds nothing, and writes it as a script.

    The theme gives each section the tags of its page, but they lead to the page. Code
    that draws, or answers an exercise, is found by the words around it.
    """
    path = folder / "search" / "search_index.json"
    if not path.exists():
        return
    index = json.loads(path.read_text(encoding="utf-8"))
    for entry in index["docs"]:
        place, text = entry["location"], SETUP.sub("", entry["text"])
        if place.startswith("reference/"):
            text = LISTS.sub("", text)
        answers = place.startswith("practice/") or "#exercise" in place
        unsaid = CODE if answers else DRAWS
        entry["text"] = unsaid.sub("", text)
        if "#" in place:
            entry.pop("tags", None)
    text = json.dumps(index, separators=(",", ":"))
    path.write_text(text, encoding="utf-8")
    path.with_suffix(".js").write_text(f"var __index = {text};\n", encoding="utf-8")
