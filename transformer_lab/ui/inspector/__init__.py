"""The inspector: the answer to “what is this number?”, with doors to the numbers behind it."""
