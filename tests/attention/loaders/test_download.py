"""Downloads, from a server on this machine that does what servers do."""

import hashlib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
import torch

from attention.examples import tiny_gpt2
from attention.loaders import load_gpt2
from attention.loaders.download import __main__ as command
from tests.attention.expect import refusal, refuses

DATA = bytes(range(256)) * 41
SHA256 = hashlib.sha256(DATA).hexdigest()


class Server(ThreadingHTTPServer):
    """Has files by their paths; what it was asked for is kept."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.files: dict[str, bytes] = {"/file": DATA}
        self.ranges = True  # whether it heeds the header Range
        self.stops_after: int | None = None  # bytes, then it closes the connection
        self.asked: list[str | None] = []
        self.url = f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, Server)
        wanted = self.headers["Range"]
        self.server.asked.append(wanted)
        data = self.server.files.get(self.path)
        if data is None:
            self.send_error(404)
            return
        partial = wanted and self.server.ranges
        start = int(wanted[len("bytes=") : -1]) if partial else 0
        self.send_response(206 if partial else 200)
        self.send_header("Content-Length", f"{len(data) - start}")
        self.end_headers()
        self.wfile.write(data[start:][: self.server.stops_after])

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def get(server: Server, path: Path) -> None:
    command.fetch(f"{server.url}/file", path, len(DATA), SHA256)


def mismatch(path: Path, data: bytes) -> str:
    return (
        f"{path} must have {len(DATA)} bytes and the SHA-256 {SHA256}. "
        f"Got {len(data)} bytes and {hashlib.sha256(data).hexdigest()}."
    )


def test_a_file_is_fetched_and_shown(server, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(command, "BLOCK", 5000)
    path = tmp_path / "a.bin"
    get(server, path)
    assert path.read_bytes() == DATA
    assert [p.name for p in tmp_path.iterdir()] == ["a.bin"]
    said = capsys.readouterr().err
    assert said.split("\r")[1:] == [
        *(f"[{'#' * 14:30}] ", f"[{'#' * 28:30}] ", f"[{'#' * 30}] \n"),
    ]


REST = "bytes=11-"  # of a part of the first eleven bytes


@pytest.mark.parametrize(
    ("name", "content", "heeds_ranges", "asked"),
    [
        ("a.bin", DATA, True, []),  # what is there is not fetched
        ("a.bin.part", DATA, True, []),  # nor if it only lacks its name
        ("a.bin.part", DATA[:11], True, [REST]),
        ("a.bin.part", b"from before", False, [REST]),  # the server sends it all again
        ("a.bin.part", DATA + b"more", True, [None]),  # too long: fetched anew
    ],
)
def test_only_what_is_missing_is_fetched(
    server, tmp_path, name, content, heeds_ranges, asked
):
    server.ranges = heeds_ranges
    (tmp_path / name).write_bytes(content)
    get(server, tmp_path / "a.bin")
    assert (tmp_path / "a.bin").read_bytes() == DATA
    assert [p.name for p in tmp_path.iterdir()] == ["a.bin"]
    assert server.asked == asked


def test_another_file_of_that_name_is_refused_and_kept(server: Server, tmp_path: Path):
    path = tmp_path / "a.bin"
    path.write_bytes(b"mine")
    refuses(mismatch(path, b"mine"), get, server, path)
    assert path.read_bytes() == b"mine"
    assert server.asked == []


@pytest.mark.parametrize("have", [0, 4001])
def test_another_hash_is_refused_and_nothing_kept(server, tmp_path, have):
    path = tmp_path / "a.bin"
    (tmp_path / "a.bin.part").write_bytes(DATA[:have])
    server.files["/file"] = other = b"\x01" * len(DATA)
    refuses(mismatch(path, DATA[:have] + other[have:]), get, server, path)
    del server.files["/file"]
    with pytest.raises(OSError, match="404"):
        get(server, path)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_does_not_end_is_not_read_on(server, tmp_path, monkeypatch):
    monkeypatch.setattr(command, "BLOCK", 5000)
    path = tmp_path / "a.bin"
    server.files["/file"] = DATA * 9
    refuses(mismatch(path, (DATA * 9)[:15000]), get, server, path)
    assert list(tmp_path.iterdir()) == []


def test_a_download_that_was_cut_off_goes_on(server: Server, tmp_path: Path):
    path = tmp_path / "a.bin"
    server.stops_after = 4001
    with refusal(
        f"a.bin: 4001 of {len(DATA)} bytes have arrived. "
        "The same command goes on from there.",
        OSError,
    ):
        get(server, path)
    assert not path.exists()
    assert (tmp_path / "a.bin.part").read_bytes() == DATA[:4001]
    server.stops_after = None
    get(server, path)
    assert path.read_bytes() == DATA
    assert server.asked == [None, "bytes=4001-"]


@pytest.fixture
def hub(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    """A hub that has the tiny checkpoint, which is what the command then expects."""
    files = {name: (tiny_gpt2() / name).read_bytes() for name in command.FILES}
    server.files = {
        f"/{command.REPOSITORY}/resolve/{command.REVISION}/{name}": data
        for name, data in files.items()
    }
    wanted = {n: (len(d), hashlib.sha256(d).hexdigest()) for n, d in files.items()}
    monkeypatch.setattr(command, "FILES", wanted)
    monkeypatch.setenv("HF_ENDPOINT", server.url)
    monkeypatch.setattr(command, "THE_DOG", [4, 9])
    continued = load_gpt2(tiny_gpt2()).generate(torch.tensor([[4, 9]]), 14)[0]
    monkeypatch.setattr(command, "CONTINUED", continued.tolist())
    return server


def test_the_command_fetches_checks_and_tries_the_model_or_says_why_not(
    hub, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    hub.stops_after = 100
    with pytest.raises(SystemExit, match="1"):
        command.main(["gpt2"])
    said = capsys.readouterr().err
    assert said.startswith(f"{Path('gpt2', 'config.json')}: 0.0 MB of {hub.url}/")
    assert "config.json: 100 of" in said
    hub.stops_after = None
    command.main(["gpt2"])
    assert sorted(p.name for p in Path("gpt2").iterdir()) == sorted(command.FILES)
    assert capsys.readouterr().out.splitlines() == [
        "The files in gpt2 have the expected SHA-256.",
        '"The dog" is continued as in the tests of transformers.',
    ]
    monkeypatch.setattr(command, "CONTINUED", [*command.CONTINUED[:-1], 60])
    with pytest.raises(SystemExit, match="1"):
        command.main(["gpt2", "gpt2"])
    assert "is not continued as in the tests" in capsys.readouterr().err
    assert len(hub.asked) == 1 + len(command.FILES)  # what is there is not fetched


def test_the_recorded_size_is_that_of_the_parameters_the_masks_and_a_header():
    """Four bytes each: 124,439,808 parameters, and a mask in each of twelve blocks."""
    size, _ = command.FILES["model.safetensors"]
    rest = size - 4 * (124_439_808 + 12 * 1024 * 1024)
    assert 0 < rest < 160 * 100  # a line of the header for each of 160 tensors
    assert len(command.CONTINUED) == 20
    assert command.CONTINUED[:2] == command.THE_DOG == command.CONTINUED[-2:]
