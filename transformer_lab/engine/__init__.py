"""The engine: Transformers as graphs of declared operations, computed with NumPy, explained cell by cell."""
