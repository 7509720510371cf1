"""The window: the only room with widgets and pyqtgraph."""
