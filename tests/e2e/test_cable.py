"""The cable itself: whole it hands everything on, cut it is silent, and afterwards one has to connect anew."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from tests.e2e.cable import cable


@pytest.fixture
def echo() -> Iterator[int]:
    listener = socket.create_server(("127.0.0.1", 0))

    def answer(end: socket.socket) -> None:
        with end:
            while data := end.recv(100):
                end.sendall(data)

    def serve() -> None:
        while True:
            try:
                end, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=answer, args=(end,), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    yield int(listener.getsockname()[1])
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()


def test_a_cut_cable_is_silent_and_what_hung_on_it_is_gone(echo: int) -> None:
    with cable(echo) as wire:
        with socket.create_connection(("127.0.0.1", wire.port), 20) as end:
            end.sendall(b"one")
            assert end.recv(100) == b"one"
            with wire.cut():
                end.sendall(b"two")
                end.settimeout(0.3)
                with pytest.raises(TimeoutError):
                    end.recv(100)
                end.settimeout(20)
            assert end.recv(100) == b""
        with socket.create_connection(("127.0.0.1", wire.port), 20) as end:
            end.sendall(b"three")
            assert end.recv(100) == b"three"
