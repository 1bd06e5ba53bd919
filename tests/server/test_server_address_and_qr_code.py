"""The next free port, an address that phones can reach, and its QR code."""

from __future__ import annotations

import socket

import segno

from trapezi.server import server_address_and_qr_code


def test_a_taken_port_leads_to_the_next_one() -> None:
    with server_address_and_qr_code.open_socket("127.0.0.1", 0) as first:
        taken = first.getsockname()[1]
        with server_address_and_qr_code.open_socket("127.0.0.1", taken) as second:
            assert taken < second.getsockname()[1] < taken + 50


def test_the_address_for_phones_is_reachable_from_other_devices() -> None:
    home = server_address_and_qr_code.lan_address()
    url = server_address_and_qr_code.server_url("0.0.0.0", 8000)
    assert "0.0.0.0" not in url
    if home is not None:
        assert url == f"http://{home}:8000"
        socket.inet_aton(home)
        assert not home.startswith("127.")
    assert server_address_and_qr_code.server_url("club.example", 443, tls=True) == "https://club.example:443"
    assert server_address_and_qr_code.server_url("fd00::1", 8000) == "http://[fd00::1]:8000"


def test_the_qr_code_is_drawn_in_the_terminal() -> None:
    drawn = server_address_and_qr_code.terminal_qr_code("http://192.168.1.5:8000")
    rows = [line for line in drawn.splitlines() if line.strip()]
    size = segno.make("http://192.168.1.5:8000", micro=False).symbol_size(border=2)[1]
    assert len(rows) >= size // 2
