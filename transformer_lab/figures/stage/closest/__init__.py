"""The stage from closest by: one number, worked out term by term."""
