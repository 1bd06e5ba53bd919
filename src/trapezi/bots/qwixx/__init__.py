"""Qwixx players."""
