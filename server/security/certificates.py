"""Certificates made on this machine: an authority of its own, good only for local addresses, and one for the server."""

from __future__ import annotations

import datetime as dt
import ipaddress
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

DAYS: Final = 397
"""The longest life of a server certificate that phones accept."""
_RENEW_BEFORE: Final = dt.timedelta(days=30)
_AUTHORITY_DAYS: Final = 3650
_LOCAL_NETWORKS: Final = (
    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8", "100.64.0.0/10",
    "fe80::/10", "fc00::/7", "::1/128",
)  # fmt: skip
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Papers:
    """The files that the server's second door needs."""

    certificate: Path
    key: Path
    authority: Path


def ensure(
    folder: Path, names: Iterable[str], addresses: Iterable[str], now: dt.datetime | None = None
) -> Papers:
    """The papers for these names and addresses; made or renewed where they do not fit any more."""
    moment = now or dt.datetime.now(dt.UTC)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    papers = Papers(folder / "server.pem", folder / "server.key", folder / "authority.pem")
    wanted = _wanted(names, addresses)
    authority, key = _authority(folder, moment, _networks(wanted))
    if not _fits(papers, authority, wanted, moment):
        _issue(papers, authority, key, wanted, moment)
    return papers


def fingerprint(authority: Path) -> str:
    """SHA-256 of the authority's certificate: what people compare before they trust it. Renewals leave it as it is."""
    certificate = x509.load_pem_x509_certificate(authority.read_bytes())
    return certificate.fingerprint(hashes.SHA256()).hex()


def problem(papers: Papers, now: dt.datetime | None = None) -> tuple[str, str] | None:
    """What is wrong with the papers, in German and English, for `kiebitz doctor`."""
    moment = now or dt.datetime.now(dt.UTC)
    if not papers.certificate.is_file():
        return (
            "noch kein Zertifikat; es entsteht beim Öffnen für das lokale Netz",
            "no certificate yet; it is made when the server is opened to the local network",
        )
    certificate = x509.load_pem_x509_certificate(papers.certificate.read_bytes())
    if certificate.not_valid_after_utc < moment:
        return (
            "das Zertifikat ist zu alt; es wird beim Öffnen erneuert",
            "the certificate is too old; it is renewed when the server is opened",
        )
    if certificate.not_valid_before_utc > moment:
        return (
            "das Zertifikat gilt noch nicht: stimmt die Uhr dieses Rechners?",
            "the certificate is not valid yet: is the clock of this machine right?",
        )
    return None


def _wanted(names: Iterable[str], addresses: Iterable[str]) -> frozenset[str]:
    """The authority vouches for local names only, so nobody need trust it with more."""
    allowed = [n for n in names if n.isascii() and (n == "localhost" or n.endswith(".local"))]
    return frozenset([*allowed, *(str(ipaddress.ip_address(a)) for a in addresses), "localhost", "127.0.0.1"])


def _networks(wanted: frozenset[str]) -> list[str]:
    """The local networks, and this very machine's address where its network is none of them."""
    found = list(_LOCAL_NETWORKS)
    for text in sorted(wanted):
        with suppress(ValueError):
            address = ipaddress.ip_address(text)
            if not _is_local(address):
                found.append(str(ipaddress.ip_network(address)))
    return found


def _is_local(address: Address) -> bool:
    return any(
        address in net for net in map(ipaddress.ip_network, _LOCAL_NETWORKS) if net.version == address.version
    )


def _authority(
    folder: Path, now: dt.datetime, networks: list[str]
) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    pem, key_file = folder / "authority.pem", folder / "authority.key"
    held = _read(pem, key_file)
    if held is not None:
        certificate, key = held
        lasts = certificate.not_valid_before_utc <= now < certificate.not_valid_after_utc - dt.timedelta(DAYS)
        if lasts and _vouches(certificate, networks):
            return certificate, key
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Kiebitz {os.urandom(3).hex()}")])
    limits = x509.NameConstraints(
        [
            *(x509.IPAddress(ipaddress.ip_network(net)) for net in networks),
            x509.DNSName("local"),
            x509.DNSName("localhost"),
        ],
        None,
    )
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=_AUTHORITY_DAYS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(authority=True), critical=True)
        .add_extension(limits, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    _write(key_file, _private(key), secret=True)
    _write(pem, certificate.public_bytes(serialization.Encoding.PEM))
    return certificate, key


def _read(pem: Path, key_file: Path) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey] | None:
    """A certificate with its key; nothing where either is not there, cannot be read, or belongs to another one."""
    try:
        certificate = x509.load_pem_x509_certificate(pem.read_bytes())
        key = serialization.load_pem_private_key(key_file.read_bytes(), None)
    except (FileNotFoundError, ValueError, TypeError):
        return None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        return None
    return certificate, key


def _vouches(authority: x509.Certificate, networks: list[str]) -> bool:
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints).value
    held = {str(g.value) for g in limits.permitted_subtrees or () if isinstance(g, x509.IPAddress)}
    return held >= set(networks)


def _usage(authority: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not authority,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=authority,
        crl_sign=authority,
        encipher_only=False,
        decipher_only=False,
    )


def _fits(papers: Papers, authority: x509.Certificate, wanted: frozenset[str], now: dt.datetime) -> bool:
    found = _read(papers.certificate, papers.key)
    if found is None:
        return False
    certificate, _ = found
    named = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    held = {*named.get_values_for_type(x509.DNSName), *map(str, named.get_values_for_type(x509.IPAddress))}
    return (
        certificate.issuer == authority.subject
        and held >= wanted
        and certificate.not_valid_before_utc <= now < certificate.not_valid_after_utc - _RENEW_BEFORE
    )


def _issue(
    papers: Papers,
    authority: x509.Certificate,
    authority_key: ec.EllipticCurvePrivateKey,
    wanted: frozenset[str],
    now: dt.datetime,
) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    names: list[x509.GeneralName] = [_general(name) for name in sorted(wanted)]
    start = now - dt.timedelta(hours=1)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Kiebitz")]))
        .issuer_name(authority.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(start + dt.timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(authority=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.public_key()),  # type: ignore[arg-type]
            critical=False,
        )
        .sign(authority_key, hashes.SHA256())
    )
    chain = [certificate, authority]
    _write(papers.key, _private(key), secret=True)
    _write(papers.certificate, b"".join(c.public_bytes(serialization.Encoding.PEM) for c in chain))


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _private(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _write(path: Path, data: bytes, secret: bool = False) -> None:
    """Whole or not at all; a key is readable by its owner only, from its first byte."""
    partial = path.with_name(path.name + ".part")
    partial.unlink(missing_ok=True)
    handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if secret else 0o644)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
