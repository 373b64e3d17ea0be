"""Without a device the GPU target fails, and says why."""

import pytest

from publish import gpu


@pytest.mark.parametrize("device", ["cuda", "mps"])
def test_a_missing_device_is_named(
    device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(gpu.BACKENDS, device, lambda: False)
    monkeypatch.setenv("DEVICE", device)
    assert gpu.main().startswith(f"No {device} device: torch ")


def test_an_unknown_device_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEVICE", "tpu")
    assert gpu.main() == "DEVICE=tpu is not known; it is cuda or mps."


def test_nothing_is_claimed_on_a_machine_that_has_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(gpu.BACKENDS, "cuda", lambda: True)
    monkeypatch.delenv("DEVICE", raising=False)
    assert "nothing was checked" in gpu.main()
