"""The document: immutable states of a project, edits as functions, vocabulary, presets, files."""
