"""The stage from near: every number in its cell, and under each step one line of arithmetic."""
