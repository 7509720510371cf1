"""Norms, a table of functions that add nodes: each stage is visible, the standardising half folds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from transformer_lab.engine.constants import number
from transformer_lab.engine.graph import Builder
from transformer_lab.engine.model import NormKind


def layer_norm(g: Builder, path: str, x: str, eps: float = 1e-5) -> str:
    """(x − mean) / √(variance + ε) · gain + bias, for each word; biased variance (Ba et al. 2016)."""
    width = g.shape(x)[1:]
    epsilon = g.constant(f"{path}/epsilon", "", (), number, eps)
    gain = g.leaf(f"{path}/gain", "d", width, "parameter")
    bias = g.leaf(f"{path}/bias", "d", width, "parameter")
    mean = g.add(f"{path}/mean", "mean", "td->t", x)
    centred = g.add(f"{path}/centred", "sub", "td,t->td", x, mean)
    squared = g.add(f"{path}/squared", "square", "td->td", centred)
    variance = g.add(f"{path}/variance", "mean", "td->t", squared)
    std = g.add(f"{path}/std", "root", "t,->t", variance, epsilon)
    normed = g.add(f"{path}/normed", "div", "td,t->td", centred, std)
    g.block(f"{path}/normed", "standardise", mean, centred, squared, variance, std)
    scaled = g.add(f"{path}/scaled", "mul", "td,d->td", normed, gain)
    return g.add(path, "add", "td,d->td", scaled, bias)


def rms_norm(g: Builder, path: str, x: str, eps: float = 1e-5) -> str:
    """X / √(mean of x² + ε) · gain, for each word (Zhang and Sennrich 2019)."""
    epsilon = g.constant(f"{path}/epsilon", "", (), number, eps)
    gain = g.leaf(f"{path}/gain", "d", g.shape(x)[1:], "parameter")
    squared = g.add(f"{path}/squared", "square", "td->td", x)
    power = g.add(f"{path}/power", "mean", "td->t", squared)
    rms = g.add(f"{path}/rms", "root", "t,->t", power, epsilon)
    normed = g.add(f"{path}/normed", "div", "td,t->td", x, rms)
    g.block(f"{path}/normed", "rms", squared, power, rms)
    return g.add(path, "mul", "td,d->td", normed, gain)


NORMS: Mapping[NormKind, Callable[[Builder, str, str, float], str]] = MappingProxyType(
    {"layer": layer_norm, "rms": rms_norm}
)
