"""What the search finds nothing by is not in its index."""

import json
import re
from pathlib import Path

from publish.hooks.search_index import findable, shorten

SETUP = "# pip install a\nimport torch\nfrom a import (\n b,\n)\n\n"


def test_imports_and_the_tags_of_sections_are_left_out_and_a_script_has_the_same(
    tmp_path: Path,
) -> None:
    path = tmp_path / "search_index.json"
    code = "<pre><code>{}b() # import &lt;/script&gt;</code></pre> “so” &amp; \u2028"
    text = code.format(SETUP)
    docs = [{"location": name, "tags": ["a"], "text": text} for name in ("a/", "a/#b")]
    path.write_text(json.dumps({"docs": docs}), encoding="utf-8")
    shorten(path)
    page, section = json.loads(path.read_text(encoding="utf-8"))["docs"]
    left = code.format("")
    assert page == {"location": "a/", "tags": ["a"], "text": left}
    assert section == {"location": "a/#b", "text": left}
    script = path.with_suffix(".js").read_text(encoding="utf-8")
    found = re.fullmatch(r"var __index = (.*);\n", script)
    assert found
    assert json.loads(found[1]) == {"docs": [page, section]}


def test_code_that_draws_or_answers_is_left_out() -> None:
    draws, prints = (
        "<pre><code>plt.plot()</code></pre>",
        "<pre><code>a()</code></pre>",
    )
    assert findable(f"A {draws}b {prints}c", "part/page/") == f"A b {prints}c"
    for place in ("practice/part/", "part/page/#exercise"):
        assert findable(f"A {prints}b", place) == "A b"


def test_the_reference_is_found_by_what_it_says_not_by_its_lists() -> None:
    text = "<p>Words.</p> <p>Returns:</p> <ul><li>A tensor.</li></ul> <p>More.</p>"
    assert "A tensor" in findable(text, "part/page/")
    assert "Words" in (left := findable(text, "reference/part/"))
    assert not re.search("Returns|tensor", left)
    assert "More" in left
