"""Scripts put together: what was several files is one, and says the same."""

import pytest
from py_mini_racer import MiniRacer

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
    racer = MiniRacer()
    racer.eval(bundle(files))
    assert racer.eval("found") == 14
    assert racer.eval("[typeof grid, typeof secret, typeof modules].join()") == (
        "number,undefined,undefined"
    )


def test_a_module_of_another_folder_is_found_by_its_path() -> None:
    drag = 'import { two } from "../play/road.js";\nglobalThis.also = two + 3;\n'
    other = "export const two = 7;\n"
    files = {"play/road.js": ROAD, "drag/road.js": other, "drag/page.js": drag}
    racer = MiniRacer()
    racer.eval(bundle(files))
    assert racer.eval("also") == 5


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
