"""What is done to pages after mkdocs: a policy, one script, an index for offline."""

import base64
import hashlib
import json
import re
from pathlib import Path

from publish.hooks import polish

PAGE = """<html><head><meta charset="utf-8">
<script>first()</script><script src="a.js"></script>
<script type="application/json">{"no": "code"}</script></head>
<body><script>second()</script><script src="../assets/one.js" defer></script>
<script src="../assets/two.js" defer></script>

<script src="../assets/own.js" defer></script></body></html>"""


def digest(code: str) -> str:
    return base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()


def test_the_policy_comes_first_and_knows_the_pages_own_scripts() -> None:
    page = polish.with_policy(PAGE)
    first = r'<head><meta charset="utf-8"><meta http-equiv="Content-Sec[^>]*"([^"]*)">'
    (policy,) = re.findall(first, page)
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    scripts = set(rules["script-src"].split())
    own = {f"'sha256-{digest(code)}'" for code in ("first()", "second()")}
    assert scripts == {"'self'", *own}
    assert rules["default-src"] == rules["style-src"] == "'self'"
    assert rules["object-src"] == rules["base-uri"].replace("self", "none") == "'none'"


def test_the_index_is_a_script_too_without_imports_and_the_tags_of_sections(
    tmp_path: Path,
) -> None:
    path = tmp_path / "search" / "search_index.json"
    path.parent.mkdir()
    code = "<pre><code># pip install a\nimport torch\nfrom a import (\n b,\n)\n\n"
    text = f"{code}b() # import</code></script> “so” \u2028"
    docs = [{"location": name, "tags": ["a"], "text": text} for name in ("a/", "a/#b")]
    path.write_text(json.dumps({"docs": docs}), encoding="utf-8")
    polish.write_search_index(tmp_path)
    page, section = json.loads(path.read_text(encoding="utf-8"))["docs"]
    left = "<pre><code>b() # import</code></script> “so” \u2028"
    assert page == {"location": "a/", "tags": ["a"], "text": left}
    assert section == {"location": "a/#b", "text": left}
    script = path.with_suffix(".js").read_text(encoding="utf-8")
    found = re.fullmatch(r"var __index = (.*);\n", script)
    assert found
    assert json.loads(found[1]) == {"docs": [page, section]}


def test_no_line_ends_between_a_minus_and_its_number() -> None:
    marked = polish.NEGATIVE.sub('<code class="held">', "<code>-inf</code>")
    assert marked == '<code class="held">-inf</code>'
    for other in ("<code>d-in</code>", "<code>-1 and 2</code>", "<pre><code>-</code>"):
        assert not polish.NEGATIVE.search(other)


def test_a_box_says_of_what_kind_it_is() -> None:
    box = '<div class="admonition warning">\n<p class="admonition-title">{}</p>'
    named = polish.BOX.sub(polish.named_box, box.format('<code>a</code> is "b"'))
    assert 'role="note" aria-label="Warning: a is &quot;b&quot;">' in named
    assert named.endswith(box.format('<code>a</code> is "b"').partition(">")[2])
