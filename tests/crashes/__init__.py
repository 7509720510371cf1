"""Programs that are killed on purpose; the tests beside them read what is left."""
