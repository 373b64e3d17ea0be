"""The records in the repository, compared with a run on this machine."""

from publish.project import Project
from publish.records.evidence import Marks
from publish.snapshots.results import Outputs


def test_this_machine_confirms_what_the_records_say(project: Project) -> None:
    marks, outputs = Marks(project.root), Outputs(project)
    assert any(record.device == "cpu" for record in marks.records)
    for snippet in project.snippets:
        fresh = [r for r in marks.records if marks.is_fresh(r, snippet)]
        assert all(r.snippets[snippet.id]["deviation"] <= 1 for r in fresh), snippet.id
        if fresh:
            assert outputs.differences(snippet) == []
