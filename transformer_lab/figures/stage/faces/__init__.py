"""Faces of attention: threads, a matrix exactly under its lanes, or both; and the way from one to another."""
