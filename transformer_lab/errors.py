"""The one kind of error a person is meant to read."""

from __future__ import annotations


class LabError(Exception):
    """One sentence for a person: what is wrong, with which thing, and what to do about it.

    Anything else that is raised is a mistake of ours and shows as a notice with a log line.
    """
