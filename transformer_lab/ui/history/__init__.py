"""The history of a project: every step by name, and a click goes there."""
