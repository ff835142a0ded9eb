"""What can stop a bulk run, apart from its lines: a bad line is answered, and stops nothing."""

from __future__ import annotations


class BulkError(Exception):
    """The run stopped on its way; the same command goes on from there."""


class Refused(BulkError):
    """The files or the options do not allow it; the same command would be refused again."""
