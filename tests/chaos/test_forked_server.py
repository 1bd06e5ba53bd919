"""The servers of these tests do not outlive them."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

START = """
import sys
from tests.chaos.forked_server import ForkedServer
print(ForkedServer(sys.argv[1]).process.pid, flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux tells when a process ends that is not a child")
def test_a_server_ends_when_the_process_that_tests_it_is_killed(tmp_path: Path) -> None:
    command = [sys.executable, "-c", START, str(tmp_path / "tables.db")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as tester:
        assert tester.stdout is not None
        server = os.pidfd_open(int(tester.stdout.readline()))
        tester.kill()
        ended, _, _ = select.select([server], [], [], 60)
        os.close(server)
        assert ended
