"""What PyTorch itself computes for a configuration of tests/engine/parity: attention, layers, models."""

import numpy as np
import torch
from torch import nn

from scripts.peers_filling import fill_norm, flat_in, flat_out, put, tensor


def fill_attention(module, leaves, path):
    put(module.in_proj_weight, np.concatenate([flat_in(leaves[f"{path}/W_{n}"]).T for n in "QKV"]))
    put(module.out_proj.weight, flat_out(leaves[f"{path}/W_O"]).T)
    if module.in_proj_bias is not None:
        put(module.in_proj_bias, np.concatenate([leaves[f"{path}/b_{n}"].reshape(-1) for n in "QKV"]))
        put(module.out_proj.bias, leaves[f"{path}/b_O"])


def fill_forward(module, leaves, path):
    for linear, n in ((module.linear1, "1"), (module.linear2, "2")):
        put(linear.weight, leaves[f"{path}/W_{n}"].T)
        if linear.bias is not None:
            put(linear.bias, leaves[f"{path}/b_{n}"])


def fill_encoder_layer(module, leaves, block, attention="attn"):
    fill_attention(module.self_attn, leaves, f"{block}/{attention}")
    fill_forward(module, leaves, f"{block}/ffn")
    fill_norm(module.norm1, leaves, f"{block}/norm_1")
    fill_norm(module.norm2, leaves, f"{block}/norm_2")


def fill_decoder_layer(module, leaves, block):
    fill_encoder_layer(module, leaves, block, "self")
    fill_attention(module.multihead_attn, leaves, f"{block}/cross")
    fill_norm(module.norm3, leaves, f"{block}/norm_3")


def rows(own, tower=""):
    table = f"{tower}embed/W_E" if f"{tower}embed/W_E" in own.leaves else "embed/W_E"
    return tensor(own.leaves[f"{tower}tokens"] @ own.leaves[table])[None]


def attention_mask(case, own, path, words, others):
    """Causal and painted masks together, added to the scores."""
    mask = np.zeros((words, others))
    if case["causal"]:
        mask[np.triu_indices(words, 1, others)] = -np.inf
    if case["paint"] == "drop":
        mask[own.leaves[f"{path}/painted"] == 1.0] = -np.inf
    if case["paint"] == "add":
        mask = mask + own.leaves[f"{path}/painted"]
    return tensor(mask)


def padding_mask(case, own, tower=""):
    if f"{tower}real" not in own.leaves:
        return None
    return tensor(np.where(own.leaves[f"{tower}real"] == 1.0, 0.0, -np.inf))[None]


def mha(case, own):
    path, tower = ("decoder.0/cross", "encoder/") if case["cross"] else ("block.0/attn", "")
    module = nn.MultiheadAttention(case["d"], case["heads"], bias=case["bias"], batch_first=True)
    fill_attention(module.double(), own.leaves, path)
    x, y = rows(own), rows(own, tower)
    mask = attention_mask(case, own, path, x.shape[1], y.shape[1])
    more = {"attn_mask": mask, "key_padding_mask": padding_mask(case, own, tower)}
    if case["blind"]:
        return {"out": module(x, y, y, need_weights=False, **more)[0]}
    out, weights = module(x, y, y, average_attn_weights=False, **more)
    return {"out": out, "weights": weights}


def layer_options(case):
    return {
        "d_model": case["d"],
        "nhead": case["heads"],
        "dim_feedforward": case["width"],
        "dropout": 0.0,
        "activation": case["act"],
        "layer_norm_eps": case["eps"],
        "batch_first": True,
        "norm_first": case["before"],
        "bias": case["bias"],
        "dtype": torch.float64,
    }


def encoder_layer(case, own):
    module = nn.TransformerEncoderLayer(**layer_options(case))
    fill_encoder_layer(module, own.leaves, "block.0")
    x = rows(own)
    mask = attention_mask(case, own, "block.0/attn", x.shape[1], x.shape[1])
    return {"out": module(x, src_mask=mask, src_key_padding_mask=padding_mask(case, own))}


def decoder_layer(case, own):
    module = nn.TransformerDecoderLayer(**layer_options(case))
    fill_decoder_layer(module, own.leaves, "decoder.0")
    x, memory = rows(own), rows(own, "encoder/")
    mask = attention_mask(case, own, "decoder.0/self", x.shape[1], x.shape[1])
    paddings = {
        "tgt_key_padding_mask": padding_mask(case, own),
        "memory_key_padding_mask": padding_mask(case, own, "encoder/"),
    }
    return {"out": module(x, memory, tgt_mask=mask, **paddings)}


def transformer(case, own):
    layers = {"num_encoder_layers": case["layers"], "num_decoder_layers": case["layers"]}
    module = nn.Transformer(**layer_options(case), **layers)
    for i in range(case["layers"]):
        fill_encoder_layer(module.encoder.layers[i], own.leaves, f"encoder.{i}")
        fill_decoder_layer(module.decoder.layers[i], own.leaves, f"decoder.{i}")
    fill_norm(module.encoder.norm, own.leaves, "encoder/final_norm")
    fill_norm(module.decoder.norm, own.leaves, "final_norm")
    x, source = rows(own), rows(own, "encoder/")
    mask = attention_mask(case, own, "decoder.0/self", x.shape[1], x.shape[1])
    pad, other = padding_mask(case, own), padding_mask(case, own, "encoder/")
    memory = module.encoder(source, src_key_padding_mask=other)
    out = module(
        source,
        x,
        tgt_mask=mask,
        src_key_padding_mask=other,
        tgt_key_padding_mask=pad,
        memory_key_padding_mask=other,
    )
    return {"memory": memory, "out": out}
