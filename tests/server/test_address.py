"""Where the table is reached: the next free port, an address for phones, and its QR code."""

from __future__ import annotations

import socket

import segno

from trapezi.server import address
from trapezi.server.proxies import Trust


def test_a_taken_port_leads_to_the_next_one() -> None:
    with address.listen("127.0.0.1", 0) as first:
        taken = first.getsockname()[1]
        with address.listen("127.0.0.1", taken) as second:
            assert taken < second.getsockname()[1] < taken + 50


def test_the_address_for_phones_is_not_this_machine_alone() -> None:
    home = address.home_address()
    told = address.url("0.0.0.0", 8000)
    assert "0.0.0.0" not in told
    if home is not None:
        assert told == f"http://{home}:8000"
        socket.inet_aton(home)
        assert not home.startswith("127.")
    assert address.url("club.example", 443, tls=True) == "https://club.example:443"
    assert address.url("fd00::1", 8000) == "http://[fd00::1]:8000"


def test_the_qr_code_is_drawn_for_a_terminal() -> None:
    drawn = address.qr("http://192.168.1.5:8000")
    rows = [line for line in drawn.splitlines() if line.strip()]
    size = segno.make("http://192.168.1.5:8000", micro=False).symbol_size(border=2)[1]
    assert len(rows) >= size // 2


def test_only_pages_of_this_server_are_of_the_same_origin() -> None:
    assert Trust().same_origin("http://192.168.1.5:8000", "192.168.1.5:8000")
    assert Trust().same_origin("https://Club.example", "club.example")
    assert Trust().same_origin(None, "club.example")
    for foreign in (
        "http://evil.example",
        "null",
        "",
        "http://club.example.evil",
        "http://club.example:81",
        "file://",
        "ftp://club.example",
    ):
        assert not Trust().same_origin(foreign, "club.example"), foreign
