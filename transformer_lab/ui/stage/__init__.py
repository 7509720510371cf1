"""The stage: one Picture in a graphics view with a camera of our own."""
