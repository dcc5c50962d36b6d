"""A network cable between a server and those who speak to it, to be pulled in the middle of a deal."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Cable:
    """Hands on what comes to its port. While it is cut nothing arrives and nobody is told, as with a real one."""

    def __init__(self, server_port: int) -> None:
        self._server = ("127.0.0.1", server_port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._whole = threading.Event()
        self._whole.set()
        self._ends: set[socket.socket] = set()
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True, name="cable").start()

    @contextmanager
    def cut(self) -> Iterator[None]:
        """Connections stand still; when it is whole again those from before are gone."""
        self._whole.clear()
        try:
            yield
        finally:
            self._drop()
            self._whole.set()

    def close(self) -> None:
        _shut(self._listener)
        self._drop()
        self._whole.set()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            self._whole.wait()
            threading.Thread(target=self._connect, args=(near,), daemon=True, name="wire").start()

    def _connect(self, near: socket.socket) -> None:
        try:
            far = socket.create_connection(self._server, 10)
        except OSError:  # the server is away
            _shut(near)
            return
        far.settimeout(None)
        with self._lock:
            self._ends |= {near, far}
        back = threading.Thread(target=self._hand_on, args=(far, near), daemon=True, name="wire back")
        back.start()
        self._hand_on(near, far)
        back.join()
        with self._lock:
            self._ends -= {near, far}
        near.close()
        far.close()

    def _hand_on(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self._whole.wait()
                sink.sendall(data)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _drop(self) -> None:
        with self._lock:
            for end in self._ends:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)


def _shut(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextmanager
def cable(server_port: int) -> Iterator[Cable]:
    found = Cable(server_port)
    try:
        yield found
    finally:
        found.close()
