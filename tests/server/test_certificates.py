"""Certificates made on the machine: what phones accept, and when they are made anew."""

from __future__ import annotations

import datetime as dt
import ipaddress
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from server.security.certificates import DAYS, Papers, ensure, problem

NOW = dt.datetime(2026, 5, 1, tzinfo=dt.UTC)


def leaf(papers: Papers) -> x509.Certificate:
    return x509.load_pem_x509_certificate(papers.certificate.read_bytes())


def accepted(papers: Papers, subject: x509.GeneralName, now: dt.datetime = NOW) -> bool:
    """As a phone that trusts the authority checks it."""
    authority = x509.load_pem_x509_certificate(papers.authority.read_bytes())
    if isinstance(subject, (x509.DNSName, x509.IPAddress)):
        verifier = PolicyBuilder().store(Store([authority])).time(now).build_server_verifier(subject)
    try:
        verifier.verify(leaf(papers), [])
    except VerificationError:
        return False
    return True


def ip(address: str) -> x509.IPAddress:
    return x509.IPAddress(ipaddress.ip_address(address))


def test_a_phone_that_trusts_the_authority_accepts_the_server(tmp_path: Path) -> None:
    papers = ensure(tmp_path, ["kiebitz.local"], ["192.168.1.5"], NOW)
    assert accepted(papers, ip("192.168.1.5")) and accepted(papers, x509.DNSName("kiebitz.local"))
    assert not accepted(papers, ip("192.168.1.6")) and not accepted(papers, x509.DNSName("bank.example"))
    assert not accepted(papers, ip("192.168.1.5"), NOW + dt.timedelta(days=DAYS + 1))
    life = leaf(papers).not_valid_after_utc - leaf(papers).not_valid_before_utc
    assert life <= dt.timedelta(days=397)
    assert oct(papers.key.stat().st_mode & 0o777) == "0o600"
    assert oct((tmp_path / "authority.key").stat().st_mode & 0o777) == "0o600"


def test_the_authority_vouches_for_local_names_only(tmp_path: Path) -> None:
    papers = ensure(tmp_path, ["bank.example", "kiebitz.local"], ["192.168.1.5"], NOW)
    limits = x509.load_pem_x509_certificate(papers.authority.read_bytes())
    constraints = limits.extensions.get_extension_for_class(x509.NameConstraints)
    assert constraints.critical
    names = leaf(papers).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert "bank.example" not in names.get_values_for_type(x509.DNSName)


@pytest.mark.parametrize(
    ("addresses", "later", "renewed"),
    [
        (["192.168.1.5"], dt.timedelta(days=1), False),
        (["10.0.0.7"], dt.timedelta(days=1), True),
        (["192.168.1.5"], dt.timedelta(days=DAYS - 20), True),
        (["192.168.1.5"], dt.timedelta(days=-30), True),
    ],
)
def test_when_the_certificate_is_made_anew(
    tmp_path: Path, addresses: list[str], later: dt.timedelta, renewed: bool
) -> None:
    before = leaf(ensure(tmp_path, [], ["192.168.1.5"], NOW))
    authority = (tmp_path / "authority.pem").read_bytes()
    papers = ensure(tmp_path, [], addresses, NOW + later)
    assert (leaf(papers) != before) == renewed
    clock_was_wrong = later < dt.timedelta(0)  # then the authority is from the future too
    assert (papers.authority.read_bytes() != authority) == clock_was_wrong
    assert accepted(papers, ip(addresses[0]), NOW + later)


def test_an_address_outside_local_networks_gets_an_authority_that_knows_it(tmp_path: Path) -> None:
    ensure(tmp_path, [], ["192.168.1.5"], NOW)
    papers = ensure(tmp_path, [], ["203.0.113.9"], NOW)
    assert accepted(papers, ip("203.0.113.9")) and not accepted(papers, ip("203.0.113.8"))


def english(papers: Papers, now: dt.datetime | None = None) -> str:
    return (problem(papers, now) or ("", ""))[1]


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    assert "no certificate yet" in english(Papers(tmp_path / "a", tmp_path / "b", tmp_path / "c"))
    papers = ensure(tmp_path, [], ["192.168.1.5"], NOW)
    assert problem(papers, NOW) is None
    assert "too old" in english(papers, NOW + dt.timedelta(days=400))
    assert "clock" in english(papers, NOW - dt.timedelta(days=400))


def test_a_name_that_no_certificate_can_hold_is_left_out(tmp_path: Path) -> None:
    """Windows allows a machine to be called so; it is reached by its address."""
    papers = ensure(tmp_path, ["küche-pc.local"], ["192.168.1.5"], NOW)
    assert accepted(papers, ip("192.168.1.5"))


@pytest.mark.parametrize("name", ["authority.pem", "authority.key", "server.pem", "server.key"])
@pytest.mark.parametrize("content", ["", "-----BEGIN CERTIFICATE-----\nMIIB"])
def test_papers_that_cannot_be_read_are_made_anew(tmp_path: Path, name: str, content: str) -> None:
    """The disk was full, or the power went."""
    ensure(tmp_path, [], ["192.168.1.5"], NOW)
    (tmp_path / name).write_text(content)
    assert accepted(ensure(tmp_path, [], ["192.168.1.5"], NOW), ip("192.168.1.5"))


def test_a_key_of_another_certificate_is_no_key(tmp_path: Path) -> None:
    ensure(tmp_path / "one", [], ["192.168.1.5"], NOW)
    papers = ensure(tmp_path / "two", [], ["192.168.1.5"], NOW)
    (tmp_path / "two" / "server.key").write_bytes((tmp_path / "one" / "server.key").read_bytes())
    before = leaf(papers)
    assert leaf(ensure(tmp_path / "two", [], ["192.168.1.5"], NOW)) != before
