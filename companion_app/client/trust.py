"""Whom this device trusts: at pairing it keeps the server's own authority, and from then on nobody else."""

from __future__ import annotations

import base64
import hashlib
import ssl
from typing import Final

_BEGIN: Final = "-----BEGIN CERTIFICATE-----"
_END: Final = "-----END CERTIFICATE-----"


def context_for(authority: str) -> ssl.SSLContext:
    """Trusts this authority alone; without one (a server with a public certificate), those of the system."""
    if not authority:
        return ssl.create_default_context()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=authority)
    return context


def unverified() -> ssl.SSLContext:
    """Only for fetching the authority itself: what comes is shown to people as a fingerprint, or was kept before."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def fingerprint(authority: str) -> str:
    """SHA-256 of the authority's certificate, as the host's screen shows it."""
    return hashlib.sha256(_der(authority)).hexdigest()


def first_certificate(text: str) -> str:
    """The first certificate of a PEM text; `ValueError` if there is none."""
    start, end = text.find(_BEGIN), text.find(_END)
    if start < 0 or end < start:
        raise ValueError("expected a certificate")
    pem = text[start : end + len(_END)] + "\n"
    _der(pem)
    return pem


def _der(pem: str) -> bytes:
    body = "".join(line for line in pem.splitlines() if line and not line.startswith("-----"))
    return base64.b64decode(body, validate=True)


def readable(fingerprint: str) -> str:
    """The first 16 digits in groups of four: enough to compare at a glance."""
    short = fingerprint[:16]
    return " ".join(short[i : i + 4] for i in range(0, len(short), 4))
