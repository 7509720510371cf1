"""Two states beside each other: what they share, what differs, and how that is drawn."""
