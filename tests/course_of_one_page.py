"""A course of one page, whole and then sabotaged, one thing at a time."""

from collections.abc import Callable

from publish.site.build import BuildError, build
from publish.guards import addresses, blocks, notebooks, numbers, sources
from publish.guards import site as site_guards
from publish.guards.site import Site
from publish.outputs.results import Outputs
from publish.pages.expand import PageError
from publish.project import Project


class Course(Project):
    """A copy that a test may spoil."""

    def edit(self, path: str, old: str, new: str) -> None:
        file = self.root / path
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} is not once in {path}"
        file.write_text(text.replace(old, new), encoding="utf-8")

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def executed(self) -> list[str]:
        """What executing its blocks finds."""
        outputs = Outputs(self)
        try:
            items = [item for page in self.pages for item in blocks.of_page(self, page)]
        except PageError as error:
            return [str(error)]
        return [line for item in items for line in blocks.problems(outputs, item)]

    def read(self) -> list[str]:
        """What reading its sources finds."""
        return sources.problems(self)

    def built(self) -> list[str]:
        """What building it and reading its HTML finds."""
        try:
            site = Site(self, build(self, self.root / "site"))
        except BuildError as error:
            return [str(error)]
        checks: list[Callable[[Site], list[str]]] = [
            site_guards.unexecuted,
            site_guards.misindexed,
            site_guards.dangling,
            site_guards.foreign,
            addresses.lost,
            notebooks.astray,
            numbers.unbacked,
        ]
        return [line for check in checks for line in check(site)]
