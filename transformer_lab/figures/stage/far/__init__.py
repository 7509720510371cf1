"""The stage from far: one row for each block, with maps of heads, threads and vertical strips."""
