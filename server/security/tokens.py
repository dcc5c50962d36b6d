"""Secrets: made at random, shown once, kept only as hashes."""

from __future__ import annotations

import hashlib
import secrets

PREFIX = "kz_"


def new_token() -> str:
    """A device's token: 256 random bits."""
    return PREFIX + secrets.token_urlsafe(32)


def new_secret() -> str:
    """The one-time secret inside a QR code."""
    return secrets.token_urlsafe(24)


def new_code() -> str:
    """What a person types in: eight digits, good for a few minutes and a few tries."""
    return f"{secrets.randbelow(10**8):08d}"


def new_id(prefix: str) -> str:
    return prefix + secrets.token_hex(8)


def digest(secret: str) -> str:
    """Tokens and secrets are random and long: a plain hash keeps them as well as a slow one would."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def code_digest(pairing: str, code: str) -> str:
    """Codes are short and live for minutes; bound to their offer, they fit no other."""
    return hashlib.scrypt(
        code.encode("utf-8", "surrogatepass"), salt=pairing.encode(), n=2**12, r=8, p=1
    ).hex()
