import socket

import pytest

from publish.execute.offline import NetworkRefused


def test_a_test_cannot_connect_to_another_machine() -> None:
    with pytest.raises(NetworkRefused, match=r"asked for '192\.0\.2\.1'"):
        socket.create_connection(("192.0.2.1", 80), timeout=0.1)


def test_a_test_cannot_look_up_a_name() -> None:
    with pytest.raises(NetworkRefused, match=r"asked for 'example\.org'"):
        socket.getaddrinfo("example.org", 443)


def test_a_test_can_talk_to_this_machine() -> None:
    server = socket.create_server(("127.0.0.1", 0))
    with server, socket.create_connection(server.getsockname(), timeout=1):
        pass
