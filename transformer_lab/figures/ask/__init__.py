"""Asking: for any number of any model, what it is, how it came about, and which numbers it came from."""

from transformer_lab.figures.ask.answer import Answer
from transformer_lab.figures.ask.asking import about, ask, question
from transformer_lab.figures.ask.drawing import inspector_picture
from transformer_lab.figures.ask.sentence import sentence, spoken

__all__ = ["Answer", "about", "ask", "inspector_picture", "question", "sentence", "spoken"]
