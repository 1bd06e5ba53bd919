"""The time limit of tests."""

HANG = 600  # A test that waits for more seconds than this hangs. However slow the machine is, no test that works waits so long.
