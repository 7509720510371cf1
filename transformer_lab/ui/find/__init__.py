"""Finding any value or number by its address or by words."""
