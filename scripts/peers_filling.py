"""Copying the lab's parameters into modules of PyTorch."""

import numpy as np
import torch


def tensor(array):
    return torch.tensor(np.asarray(array), dtype=torch.float64)


def put(parameter, array):
    """Copy numbers into a parameter of the same shape."""
    value = tensor(array)
    assert tuple(parameter.shape) == tuple(value.shape), (parameter.shape, value.shape)
    parameter.data = value


def flat_in(weight):
    """W_Q and its like, d … k, as a matrix of inputs and outputs."""
    return weight.reshape(weight.shape[0], -1)


def flat_out(weight):
    """W_O, … k d, as a matrix of inputs and outputs."""
    return weight.reshape(-1, weight.shape[-1])


def fill_norm(module, leaves, path):
    put(module.weight, leaves[f"{path}/gain"])
    if module.bias is not None:
        put(module.bias, leaves[f"{path}/bias"])
