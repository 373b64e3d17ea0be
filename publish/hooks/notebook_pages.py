"""The pages that show notebooks, made by mkdocs-jupyter and at home on the site.

They are built apart from the others, by settings of their own, so that nobody waits for
them who writes a page. The lesson, one click away, leads through the course: here the
navigation is its tabs alone. The template in ``notebook/`` gives cells the markup that
the theme's copy buttons and colours know, without Jupyter's styles and scripts, and
formulas are typeset as on every other page. While mkdocs builds, it calls the functions
whose names begin with ``on_``.
"""

import json
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs_jupyter.config import settings as jupyter

from publish.export.notebooks import FOLDER, of, with_notebooks
from publish.export.plain import address
from publish.hooks import page_html
from publish.markdown.blocks import PLAIN
from publish.project import Project
from publish.snapshots.ledger import digest

TEMPLATES = Path(__file__).with_name("notebook")
FORMULA = re.compile(r"\$\$(?P<display>[^$]+)\$\$|\$(?P<inline>[^$\n]+)\$")
# What no formula is in: code and tags.
CODE = re.compile(r"(<pre.*?</pre>|<code.*?</code>|<[^>]*>)", re.DOTALL)


def shown(project: Project) -> list[str]:
    """The notebooks that have a page: those of lessons; the others can be had."""
    return [of(page) for page in with_notebooks(project) if page in project.lessons]


def settings(project: Project) -> str:
    """The settings by which mkdocs builds them, and nothing else."""
    # Unless told to ignore them, it reads every page: might it be a notebook?
    notebooks: dict[str, Any] = {"include": shown(project), "ignore": ["*.md"]}
    # What it remembers of a notebook holds for one theme: here, the templates.
    templates = sorted(TEMPLATES.rglob("*.j2"))
    notebooks["theme"] = digest(b"".join(path.read_bytes() for path in templates))
    own = {
        "INHERIT": str(project.root / "mkdocs.yml"),
        "docs_dir": str(project.docs),
        "edit_uri": "",  # of files that are made
        "exclude_docs": f"/*\n!/{FOLDER}/",
        "hooks": [str(Path(__file__)), str(Path(page_html.__file__))],
        "nav": [_tab(project, entry) for entry in project.config.nav or []],
        "not_in_nav": "*",
        "theme": {"custom_dir": str(project.root / "overrides")},
        "watch": [],
        "markdown_extensions": [],
        "plugins": ["meta", "search", {"mkdocs-jupyter": notebooks}],
    }
    return json.dumps(own)


def _tab(project: Project, entry: dict[str, Any]) -> dict[str, str]:
    """A tab of the course, which leads to its first page."""
    ((title, inside),) = entry.items()
    while not isinstance(inside, str):
        (inside,) = inside[0].values()
    return {title: address(project, project.url(inside))}


def on_startup(**_: object) -> None:
    jupyter.templates_dir = str(TEMPLATES)


def on_page_content(html: str, **_: object) -> str:
    """The cells, without the styles that mkdocs-jupyter puts behind them."""
    parts = CODE.split(PLAIN.sub(r"\1", html.rpartition("<style>")[0]))
    return "".join(
        part if number % 2 else FORMULA.sub(marked, part)
        for number, part in enumerate(parts)
    )


def on_post_page(output: str, config: MkDocsConfig, **_: object) -> str:
    """The page, whose links are whole in a notebook."""
    return output.replace(f'<a href="{config.site_url}', '<a href="../../../')


def marked(formula: re.Match[str]) -> str:
    """A formula as `typeset_all` knows it."""
    kind = "div" if formula["display"] else "span"
    tex = (formula["display"] or formula["inline"]).strip()
    return f'<{kind} class="arithmatex">{tex}</{kind}>'
