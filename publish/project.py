"""Where things are: one checkout, its pages, its snippets, its settings."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from markdown import Markdown
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig

from publish.page_model import Page, PageError, parse


@dataclass(frozen=True)
class Snippet:
    """One runnable file and the outputs stored beside it.

    ``id`` is the path below ``snippets/`` without its suffix, for example
    ``self-attention/without-weights/scores``.
    """

    id: str
    root: Path

    @property
    def path(self) -> Path:
        return self.root / "snippets" / f"{self.id}.py"

    @property
    def idea(self) -> str:
        """The last part of the id: what the snippet shows."""
        return self.id.rpartition("/")[2]

    @property
    def page(self) -> str:
        """The page, relative to ``docs/``, on which the snippet belongs."""
        return self.id.rpartition("/")[0] + ".md"

    @property
    def code(self) -> str:
        return self.path.read_text(encoding="utf-8")

    def stored(self, suffix: str) -> Path:
        return self.path.with_name(self.idea + suffix)


class Project:
    """A checkout, read from ``root``; nothing in it is changed by reading."""

    def __init__(self, root: Path, config: MkDocsConfig | None = None) -> None:
        self.root = root.resolve()
        self.docs = self.root / "docs"
        self.snippets_dir = self.root / "snippets"
        self.cache = self.root / ".cache"
        if config is not None:  # mkdocs is at work, and has read it already
            self.config = config

    @cached_property
    def config(self) -> MkDocsConfig:
        # Without plugins and hooks: to import them takes a second, and none is asked.
        config = load_config(str(self.root / "mkdocs.yml"), plugins=[], hooks=[])
        options = config.mdx_configs["pymdownx.snippets"]
        # The site resolves these from the folder it is built in.
        options["base_path"] = [str(self.root / part) for part in options["base_path"]]
        return config

    @cached_property
    def markdown(self) -> Markdown:
        """Markdown as the site is configured."""
        options = self.config.mdx_configs
        return Markdown(
            extensions=self.config.markdown_extensions, extension_configs=options
        )

    @cached_property
    def pages(self) -> list[str]:
        """Pages in reading order, relative to ``docs/``, as ``nav`` has them."""
        return [page for _, pages in self.parts for page in pages]

    @cached_property
    def parts(self) -> list[tuple[str, list[str]]]:
        """The course's parts and their pages."""
        return [
            (title, [page for page in pages if (self.docs / page).is_file()])
            for title, pages in parts(self.config.nav or [])
        ]

    @cached_property
    def lessons(self) -> list[str]:
        """The pages of the parts that have a number."""
        return [p for title, pages in self.parts if title[0].isdigit() for p in pages]

    def page(self, name: str) -> Page:
        """The model of a page, relative to ``docs/``."""
        return parse((self.docs / name).read_text(encoding="utf-8"))

    def included(self, path: str) -> str:
        """The text of a file that a page includes; PageError if there is none."""
        for folder in (self.snippets_dir, self.root):
            if (folder / path).is_file():
                return (folder / path).read_text(encoding="utf-8")
        raise PageError(f"a page includes a file that is missing: {path}")

    @property
    def snippets(self) -> list[Snippet]:
        files = sorted(self.snippets_dir.rglob("*.py"))
        return [self.snippet(f.relative_to(self.snippets_dir)) for f in files]

    def snippets_of(self, page: str) -> list[Snippet]:
        """Those that belong on a page."""
        files = sorted((self.snippets_dir / page).with_suffix("").glob("*.py"))
        return [self.snippet(f.relative_to(self.snippets_dir)) for f in files]

    def snippet(self, path: Path | str) -> Snippet:
        """The snippet whose file is ``path``, relative to ``snippets/``."""
        return Snippet(Path(path).with_suffix("").as_posix(), self.root)

    def url(self, page: str) -> str:
        """The page's address within the site: ``part/page/``."""
        return url(page)


def put(path: Path, text: str) -> None:
    """Writes a file, unless it says so already."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def url(page: str) -> str:
    """The address of a page within the site: ``part/page/``."""
    stem = page.removesuffix(".md").removesuffix(".ipynb")
    return f"{stem.removesuffix('index')}" if stem.endswith("index") else stem + "/"


def parts(nav: Any) -> Iterator[tuple[str, list[str]]]:
    """The groups of a nav with their own pages, in order; a tab, then those within."""
    for title, inside in (item for entry in nav for item in entry.items()):
        if isinstance(inside, str):
            yield title, [inside]
            continue
        own = [page for entry in inside for page in entry.values()]
        yield title, [page for page in own if isinstance(page, str)]
        groups = [e for e in inside if isinstance(next(iter(e.values())), list)]
        yield from parts(groups)
