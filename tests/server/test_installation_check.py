"""The checks of the installation recognize wrong file modes, a full disk, and faulty certificates."""

from __future__ import annotations

import gzip
import shutil
import ssl
from pathlib import Path
from typing import Any

import pytest

from trapezi.server import installation_check

DATA = Path(__file__).parents[1] / "cli" / "data"
CERTIFICATE, KEY = DATA / "certificate.pem", DATA / "key.pem"


def private_key(tmp_path: Path) -> Path:
    key = tmp_path / "key.pem"
    key.write_bytes(KEY.read_bytes())
    key.chmod(0o600)
    return key


def test_the_database_and_backups_beside_it_must_be_private(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    for name in ("t.db", "t.db-wal", "t.db-shm", "other.txt"):
        (tmp_path / name).touch(0o600)
    (tmp_path / "saved").write_bytes(gzip.compress(b'{"trapezi-backup": 1}\n'))
    for name, mode in (("t.db-wal", 0o640), ("saved", 0o604), ("other.txt", 0o644)):
        (tmp_path / name).chmod(mode)
    found = list(installation_check.check_file_modes(tmp_path / "t.db"))
    assert [Path(check.reason.params["file"]).name for check in found if check.status == "error"] == ["t.db-wal", "saved"]
    assert found[0].status == "ok"
    tmp_path.chmod(0o750)
    assert next(installation_check.check_file_modes(tmp_path / "t.db")).status == "warning"


@pytest.mark.parametrize(("free", "status"), [(10**12, "ok"), (5 * 10**8, "warning"), (10**6, "error")])
def test_little_space_is_a_warning_and_none_an_error(
    free: int, status: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: type("Usage", (), {"free": free}))
    assert installation_check.check_disk(tmp_path / "not" / "yet").status == status


def test_a_certificate_is_checked_with_its_key_dates_and_names(tmp_path: Path) -> None:
    decoder: Any = ssl
    content = decoder._ssl._test_decode_cert(str(CERTIFICATE))
    begins, ends = (ssl.cert_time_to_seconds(content[name]) for name in ("notBefore", "notAfter"))

    def statuses(now: float, host: str | None = None) -> dict[str, str]:
        return {check.name: check.status for check in installation_check.check_tls(CERTIFICATE, private_key(tmp_path), host, now)}

    assert set(statuses(begins + 1).values()) <= {"ok", "warning"}
    assert [statuses(now)["dates"] for now in (begins - 1, ends - 86_400, ends + 1)] == ["error", "warning", "error"]
    assert statuses(begins + 1, "elsewhere.example")["names"] == "error"


def test_files_that_do_not_match_are_an_error(tmp_path: Path) -> None:
    assert [check.status for check in installation_check.check_tls(KEY, CERTIFICATE)] == ["error"]
    assert [check.status for check in installation_check.check_tls(tmp_path / "none", KEY)] == ["error"]
