"""The export dialog: what is drawn (subject), how it is asked for (choices), what is said about its type."""

from __future__ import annotations

from transformer_lab.ui.dialogs.export.dialog import ExportDialog

__all__ = ["ExportDialog"]
