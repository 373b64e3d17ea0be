"""A page more: what every page has, made at once, for its author to write on.

It begins as a deeper lesson, which no count and no route of the course includes.
"""

import re

import yaml

from publish.page_model import PageError
from publish.project import Project, put
from publish.snapshots.accept import accept

HEAD = """\
---
description: For searches and previews, what the page shows in one line.
subtitle: 5 min
status: deeper
"""
TEXT = """\
---

# {0}

What does a reader ask here?

```python
--8<-- "{1}/shape.py"
```
<!--pytest-codeblocks:expected-output-->
```text
--8<-- "{1}/shape.out"
```
"""
SNIPPET = """\
# pip install attention-verified
from attention import inputs

print(inputs.shape)
"""


def make(project: Project, name: str, title: str) -> list[str]:
    """Makes ``docs/<name>.md`` and all that goes with it; what it made."""
    page, part = f"{name}.md", name.partition("/")[0]
    settings = project.root / "mkdocs.yml"
    nav = settings.read_text(encoding="utf-8")
    of_part = rf"^( *)- .+: {re.escape(part)}/[\w-]+\.md *(?:#.*)?\n"
    last = [*re.finditer(of_part, nav, re.MULTILINE)]
    if not re.fullmatch(r"[a-z0-9-]+/[a-z0-9-]+", name) or not last:
        raise PageError(f"{name!r} is no part/page whose part mkdocs.yml has already")
    if (project.docs / page).exists():
        raise PageError(f"docs/{page} exists already")
    put(project.docs / page, HEAD + _yaml(title=title) + TEXT.format(title, name))
    put(project.snippets_dir / name / "shape.py", SNIPPET)
    entry = f"{last[-1][1]}- {_yaml(**{title: page})}"
    put(settings, nav[: last[-1].end()] + entry + nav[last[-1].end() :])
    accept(Project(project.root))  # which has the page
    return [f"docs/{page}", f"snippets/{name}/shape.py", f"mkdocs.yml: {entry.strip()}"]


def _yaml(**pair: str) -> str:
    """A line of settings, with quotes where they are needed."""
    return yaml.safe_dump(pair, allow_unicode=True, width=1000)
