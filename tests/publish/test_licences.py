"""The list of licences is complete, true, and holds none that we do not accept."""

import json
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

from publish import licences
from publish.licences import CARRIED, NVIDIAS, OPEN, ROOT, parts, stated

OURS = {".css", ".js", ".html", ".svg", ".md", ".py", ".txt"}


def test_the_list_is_what_the_packages_say_today() -> None:
    text = (ROOT / licences.LIST).read_text(encoding="utf-8")
    found, unknown = licences.licences()
    assert unknown == []
    assert text == licences.write(found), "run: make licences"


def test_every_locked_package_is_listed_and_nothing_else() -> None:
    assert licences.listed().keys() == licences.locked().keys()


def test_every_licence_is_open_but_nvidias_which_the_cuda_build_alone_wants() -> None:
    for name, licence in licences.listed().items():
        accepted = OPEN
        if all("-cuda" in lock for lock in licences.locked()[name]):
            accepted = OPEN | {NVIDIAS}
        assert parts(licence) <= accepted, f"{name}: {licence}"


def test_what_npm_installs_is_open_and_so_are_its_builds_for_each_machine() -> None:
    assert all(parts(licence) <= OPEN for licence in licences.from_npm().values())
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    builds = {p["license"] for p in lock["packages"].values() if p.get("optional")}
    assert builds <= set(licences.from_npm().values())


def says(**headers: str) -> Any:
    """What `importlib.metadata` gives: an e-mail's headers."""
    message = Message()
    for name, value in {"Name": "some-package", **headers}.items():
        message[name.replace("_", "-")] = value
    return message


@pytest.mark.parametrize(
    ("headers", "licence"),
    [
        ({"License_Expression": "MIT OR Apache-2.0"}, "MIT OR Apache-2.0"),
        ({"License_Expression": "GPL-3.0-only"}, None),
        ({"License_Expression": "MIT AND GPL-3.0-only"}, None),
        ({"License": "MIT License"}, "MIT"),
        ({"License": "Do as you like"}, None),
        ({"Classifier": "License :: OSI Approved :: BSD License"}, "BSD"),
        ({"Classifier": "Programming Language :: Python"}, None),
        ({"Name": "axe-playwright-python"}, "MIT AND MPL-2.0"),
        ({}, None),
    ],
)
def test_what_a_package_says_is_read_and_what_we_do_not_accept_is_not(
    headers: dict[str, str], licence: str | None
) -> None:
    assert stated(says(**headers)) == licence


def test_a_package_of_unknown_licence_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    locks = {"some-package": {"requirements.txt"}, "numpy": {"requirements.txt"}}
    monkeypatch.setattr(licences, "locked", lambda: locks)
    found, unknown = licences.licences()
    assert (found.keys(), unknown) == ({"numpy"}, ["some-package"])


def test_what_we_carry_of_others_is_listed_with_its_licence_in_full() -> None:
    for carried in CARRIED:
        assert parts(carried.licence) <= OPEN
        assert (ROOT / carried.where).exists()
        full = (ROOT / carried.text).read_text(encoding="utf-8")
        for licence, title in {
            "MIT": "MIT License",
            "OFL-1.1": "SIL Open Font",
        }.items():
            assert (licence in carried.licence) is (title in full)


def test_whatever_looks_like_anothers_work_lies_where_it_is_listed() -> None:
    places = [ROOT / carried.where for carried in CARRIED]
    texts = {ROOT / carried.text for carried in CARRIED}
    vendored = list((ROOT / "publish" / "vendor").iterdir())
    assert all(path in places for path in vendored)
    for folder in ("attention", "docs/assets", "overrides"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                assert path in places or path in texts or is_ours(path), path


def is_ours(path: Path) -> bool:
    if path.suffix not in OURS:
        return path.name == "py.typed"
    text = path.read_text(encoding="utf-8").lower()
    signs = ("copyright", "license", "licence", "sourcemappingurl")
    return not any(sign in text for sign in signs) and max(map(len, text.split())) < 500
