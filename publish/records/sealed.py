"""Records that a run writes and nobody else: JSON with a seal that an edit breaks."""

import json
from typing import Any

from publish.snapshots.ledger import digest


def dumps(body: dict[str, Any]) -> str:
    """The text of a record's file."""
    return json.dumps({**body, "seal": _seal(body)}, indent=1) + "\n"


def loads(text: str) -> tuple[dict[str, Any], bool]:
    """What a record holds, and whether it is as its run wrote it."""
    body = json.loads(text)
    seal = body.pop("seal", None)
    return body, seal == _seal(body)


def _seal(body: dict[str, Any]) -> str:
    return digest(json.dumps(body, sort_keys=True).encode())
