"""The records in the repository, held against a run on this machine."""

from publish.outputs.reach import Package
from publish.outputs.results import Outputs
from publish.project import Project
from publish.records import evidence


def test_this_machine_confirms_what_the_records_say(project: Project) -> None:
    package, outputs = Package(project.root / "attention"), Outputs(project)
    records = evidence.read(project.root)
    assert any(record.device == "cpu" for record in records)
    for snippet in project.snippets:
        claims = [r for r in records if evidence.is_fresh(r, snippet, package)]
        assert all(r.snippets[snippet.id]["deviation"] <= 1 for r in claims), snippet.id
        if claims:
            assert evidence.check(outputs, snippet).problems == []


def test_records_speak_of_snippets_that_exist(project: Project) -> None:
    known = {snippet.id for snippet in project.snippets}
    for record in evidence.read(project.root):
        gone = record.snippets.keys() - known
        assert not gone, f"{record.name}: {sorted(gone)}; run `make evidence`"
