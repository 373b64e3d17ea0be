"""A test that fails says what it stands behind."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from publish.pages.claims import claims, test_of
from publish.project import Project

project = Project(Path(__file__).resolve().parents[2])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, Any, pytest.TestReport]:
    report = yield
    if report.failed:
        file = item.path.relative_to(project.root).as_posix()
        name = item.name.partition("[")[0]
        said = [
            f"docs/{page}: {claim.sentence}"
            for page in project.pages
            for claim in claims(project, page)
            if claim.kind == "tested" and test_of(claim) == (file, name)
        ]
        report.sections.append(("What it stands behind", "\n".join(said)))
    return report
