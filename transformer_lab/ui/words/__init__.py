"""The words of a project: how texts are split, which words there are, which sentences are kept."""
