"""Settings of the server: from the command line, from `KIEBITZ_…` variables, or these defaults."""

from __future__ import annotations

import os
from pathlib import Path

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from vision.folders import data_folder


class Settings(BaseSettings):
    """Every field with what it means; unknown fields are refused."""

    model_config = SettingsConfigDict(env_prefix="KIEBITZ_", extra="forbid", frozen=True)

    data: Path = Field(
        default_factory=data_folder, description="Folder of the store, certificates and backups."
    )
    database: str | None = Field(
        None, description="postgresql://… for a shared store; else SQLite in `data`."
    )
    port: int = Field(8765, ge=1, le=65535, description="Port on this machine (HTTP, loopback only).")
    lan_port: int = Field(8766, ge=1, le=65535, description="Port in the local network (HTTPS).")
    hosts: tuple[str, ...] = Field((), description="Further names under which this server is reached.")
    local_admin: bool = Field(True, description="Who sits at this machine is the host, without pairing.")
    json_bytes: int = Field(256 * 1024, ge=1024, description="Largest JSON body.")
    picture_bytes: int = Field(4 * 1024 * 1024, ge=1024, description="Largest picture of a phone.")
    depth: int = Field(24, ge=4, le=200, description="Deepest nesting of a JSON body.")
    requests_per_second: float = Field(
        50.0, gt=0, description="Requests of one device, after a burst of four times as many."
    )
    connections_per_device: int = Field(16, ge=1, description="Live connections of one device.")
    queue: int = Field(256, ge=8, description="Messages that a live client may lie behind.")

    @field_validator("data", mode="before")
    @classmethod
    def _one_meaning(cls, data: object) -> object:
        """The variable means the same folder here as for decks and cameras: `~` is home, and nothing is the usual one."""
        if isinstance(data, str):
            return Path(os.path.expanduser(data)) if data else data_folder()  # noqa: PTH111
        return data

    @property
    def database_file(self) -> Path:
        return self.data / "kiebitz.db"


def environment_of_its_own(**given: str) -> dict[str, str]:
    """For a server that is started for a moment: the user's settings, above all the club's database, are not for it."""
    mine = {f"KIEBITZ_{name}".upper() for name in Settings.model_fields}
    return {name: value for name, value in os.environ.items() if name.upper() not in mine} | given
