"""The stage as a slide: one part of it, the one at work, in type that is read from the back of a room."""
