"""The top of the window: project, sentence, export, more."""
