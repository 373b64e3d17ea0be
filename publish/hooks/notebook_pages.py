"""The pages that show notebooks, made by mkdocs-jupyter and at home on the site.

The template in ``notebook_template/`` gives cells the markup that the theme's copy
buttons and colours know, without Jupyter's styles and scripts. MkDocs calls the
functions whose names begin with ``on_``.
"""

import re
import shutil
from html import escape
from pathlib import Path

from lxml import html
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page
from mkdocs_jupyter.config import settings as jupyter

from publish.markdown.download_paths import NOTEBOOKS

FORMULA = re.compile(r"\$\$(?P<display>[^$]+)\$\$|\$(?P<inline>[^$]+)\$")


def on_startup(**_: object) -> None:
    jupyter.templates_dir = str(Path(__file__).with_name("notebook_template"))


def on_page_content(content: str, page: Page, config: MkDocsConfig, **_: object) -> str:
    """The cells of a notebook as part of the site."""
    if not page.file.src_uri.startswith(f"{NOTEBOOKS}/"):
        return content
    cells = html.fragment_fromstring(content, create_parent="div")
    for style in list(cells.iter("style")):  # all of Jupyter's
        style.drop_tree()
    for span in cells.xpath(
        "//code//span[@class='n' or @class='o' or @class='p' or @class='w']"
    ):
        span.drop_tag()  # which change no colour
    home = "../" * page.url.count("/")
    for link in cells.iter("a"):  # which are whole in a notebook
        target = link.get("href", "").replace(config.site_url or "", home)
        link.set("href", target)
    for image in cells.xpath(".//img[starts-with(@src, 'figures/')]"):
        image.set("src", home + image.get("src"))
    for text in cells.xpath(".//text()[contains(., '$')][not(ancestor::code)]"):
        mark_formulas(text)
    return html.tostring(cells, encoding="unicode")


def on_post_build(config: MkDocsConfig, **_: object) -> None:
    """The notebooks themselves beside their pages."""
    source, target = (Path(at, NOTEBOOKS) for at in (config.docs_dir, config.site_dir))
    if source.exists():  # while the site is served, none are made
        hidden = shutil.ignore_patterns(".*")
        shutil.copytree(source, target, ignore=hidden, dirs_exist_ok=True)


def mark_formulas(text: html.HtmlElement) -> None:
    """Formulas of a text as `publish.markdown.mathematics` knows them."""
    marked = html.fragment_fromstring(
        FORMULA.sub(formula, escape(text)), create_parent="span"
    )
    holder = text.getparent()
    if text.is_tail:
        holder.tail = None
        holder.addnext(marked)
    else:
        holder.text = None
        holder.insert(0, marked)
    marked.drop_tag()


def formula(found: re.Match[str]) -> str:
    kind = "div" if found["display"] else "span"
    tex = (found["display"] or found["inline"]).strip()
    return f'<{kind} class="arithmatex">{tex}</{kind}>'
