"""Reference arrays for tests/engine/parity, made with PyTorch and Transformers on the CPU.

    python scripts/parity.py            writes tests/engine/parity/torch.npz

Needs torch and transformers, which the lab itself never does. Every parameter is copied from the lab's
description, so that default initialisation cannot hide a dropped bias. Numbers are double throughout: where
Transformers insists on single precision inside of Llama, its own code runs with that insistence taken out.
"""

import json
import sys
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import numpy as np
import torch
from torch import nn

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.engine.parity.cases import cases, ours  # noqa: E402

FILE = ROOT / "tests" / "engine" / "parity" / "torch.npz"
HIDDEN_ACT = {"gelu": "gelu", "gelu_tanh": "gelu_new", "relu": "relu", "silu": "silu"}


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


# --- torch.nn -------------------------------------------------------------------------------------
def fill_attention(module, leaves, path):
    put(module.in_proj_weight, np.concatenate([flat_in(leaves[f"{path}/W_{n}"]).T for n in "QKV"]))
    put(module.out_proj.weight, flat_out(leaves[f"{path}/W_O"]).T)
    if module.in_proj_bias is not None:
        put(module.in_proj_bias, np.concatenate([leaves[f"{path}/b_{n}"].reshape(-1) for n in "QKV"]))
        put(module.out_proj.bias, leaves[f"{path}/b_O"])


def fill_norm(module, leaves, path):
    put(module.weight, leaves[f"{path}/gain"])
    if module.bias is not None:
        put(module.bias, leaves[f"{path}/bias"])


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


# --- Transformers ---------------------------------------------------------------------------------
def chosen(own):
    return torch.tensor(np.argmax(own.leaves["tokens"], axis=1))[None]


def told(result, case, logits=True):
    """Logits or the last hidden state, what enters each block, and all weights."""
    found = {f"weights.{i}": w for i, w in enumerate(result.attentions)}
    if logits:
        hidden = {f"hidden.{i}": h for i, h in enumerate(result.hidden_states[: case["layers"]])}
        return found | hidden | {"logits": result.logits}
    return found | {"out": result.last_hidden_state, "embed": result.hidden_states[0]}


ASK = {"output_attentions": True, "output_hidden_states": True, "use_cache": False}


def gpt2(case, own):
    from transformers import GPT2Config, GPT2LMHeadModel

    config = GPT2Config(
        vocab_size=case["vocabulary"], n_positions=case["words"], n_embd=case["d"], n_layer=case["layers"],
        n_head=case["heads"], n_inner=case["width"], activation_function=HIDDEN_ACT[case["act"]],
        layer_norm_epsilon=case["eps"], scale_attn_weights=case["scale"], tie_word_embeddings=case["tied"],
        resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0, attn_implementation="eager",
        bos_token_id=0, eos_token_id=0,
    )  # fmt: skip
    model = GPT2LMHeadModel(config).double().eval()
    leaves, body = own.leaves, model.transformer
    put(body.wte.weight, leaves["embed/W_E"])
    put(body.wpe.weight, leaves["embed/positions"])
    put(model.lm_head.weight, leaves["embed/W_E"] if case["tied"] else leaves["W_U"].T)
    fill_norm(body.ln_f, leaves, "final_norm")
    for i, block in enumerate(body.h):
        path = f"block.{i}"
        joined = [flat_in(leaves[f"{path}/attn/W_{n}"]) for n in "QKV"]
        put(block.attn.c_attn.weight, np.concatenate(joined, axis=1))
        put(block.attn.c_attn.bias, np.concatenate([leaves[f"{path}/attn/b_{n}"].reshape(-1) for n in "QKV"]))
        put(block.attn.c_proj.weight, flat_out(leaves[f"{path}/attn/W_O"]))
        put(block.attn.c_proj.bias, leaves[f"{path}/attn/b_O"])
        fill_norm(block.ln_1, leaves, f"{path}/norm_1")
        fill_norm(block.ln_2, leaves, f"{path}/norm_2")
        for linear, n in ((block.mlp.c_fc, "1"), (block.mlp.c_proj, "2")):
            put(linear.weight, leaves[f"{path}/ffn/W_{n}"])
            put(linear.bias, leaves[f"{path}/ffn/b_{n}"])
    return told(model(chosen(own), **ASK), case)


def bert(case, own):
    from transformers import BertConfig, BertModel

    config = BertConfig(
        vocab_size=case["vocabulary"], hidden_size=case["d"], num_hidden_layers=case["layers"],
        num_attention_heads=case["heads"], intermediate_size=case["width"],
        hidden_act=HIDDEN_ACT[case["act"]], hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0,
        max_position_embeddings=case["words"],
        type_vocab_size=1, layer_norm_eps=case["eps"], attn_implementation="eager", pad_token_id=None,
    )  # fmt: skip
    model = BertModel(config, add_pooling_layer=False).double().eval()
    leaves, first = own.leaves, model.embeddings
    put(first.word_embeddings.weight, leaves["embed/W_E"])
    put(first.position_embeddings.weight, leaves["embed/positions"])
    put(first.token_type_embeddings.weight, np.zeros((1, case["d"])))
    fill_norm(first.LayerNorm, leaves, "embed/norm")
    for i, block in enumerate(model.encoder.layer):
        path, inner = f"block.{i}", block.attention.self
        for linear, n in ((inner.query, "Q"), (inner.key, "K"), (inner.value, "V")):
            put(linear.weight, flat_in(leaves[f"{path}/attn/W_{n}"]).T)
            put(linear.bias, leaves[f"{path}/attn/b_{n}"].reshape(-1))
        put(block.attention.output.dense.weight, flat_out(leaves[f"{path}/attn/W_O"]).T)
        put(block.attention.output.dense.bias, leaves[f"{path}/attn/b_O"])
        fill_norm(block.attention.output.LayerNorm, leaves, f"{path}/norm_1")
        fill_norm(block.output.LayerNorm, leaves, f"{path}/norm_2")
        for linear, n in ((block.intermediate.dense, "1"), (block.output.dense, "2")):
            put(linear.weight, leaves[f"{path}/ffn/W_{n}"].T)
            put(linear.bias, leaves[f"{path}/ffn/b_{n}"])
    real = torch.tensor(leaves.get("real", np.ones(case["words"]))).long()[None]
    ask = {"output_attentions": True, "output_hidden_states": True}
    return told(model(chosen(own), attention_mask=real, **ask), case, logits=False)


def llama(case, own):
    from transformers import LlamaConfig, LlamaForCausalLM
    from transformers.models.llama import modeling_llama

    config = LlamaConfig(
        vocab_size=case["vocabulary"], hidden_size=case["d"], intermediate_size=case["width"],
        num_hidden_layers=case["layers"], num_attention_heads=case["heads"],
        num_key_value_heads=case["groups"], head_dim=case["d_head"],
        hidden_act=HIDDEN_ACT[case["act"]], max_position_embeddings=32,
        rms_norm_eps=case["eps"], rope_parameters={"rope_type": "default", "rope_theta": case["base"]},
        attention_bias=case["bias"], mlp_bias=case["bias"], tie_word_embeddings=case["tied"],
        attn_implementation="eager", pad_token_id=None, bos_token_id=0, eos_token_id=0,
    )  # fmt: skip
    model = LlamaForCausalLM(config).double().eval()
    leaves, body = own.leaves, model.model
    put(body.embed_tokens.weight, leaves["embed/W_E"])
    put(model.lm_head.weight, leaves["embed/W_E"] if case["tied"] else leaves["W_U"].T)
    put(body.norm.weight, leaves["final_norm/gain"])
    for i, block in enumerate(body.layers):
        fill_llama_block(block, leaves, f"block.{i}", case["bias"])
    rotary = body.rotary_emb
    rotary.forward = lambda x, position_ids: double_waves(case, position_ids)
    with double_precision(modeling_llama):
        return told(model(chosen(own), **ASK), case)


def fill_llama_block(block, leaves, path, bias):
    attention, forward = block.self_attn, block.mlp
    linears = [
        (attention.q_proj, "attn/W_Q", "attn/b_Q", flat_in),
        (attention.k_proj, "attn/W_K", "attn/b_K", flat_in),
        (attention.v_proj, "attn/W_V", "attn/b_V", flat_in),
        (attention.o_proj, "attn/W_O", "attn/b_O", flat_out),
        (forward.gate_proj, "ffn/W_1", "ffn/b_1", flat_in),
        (forward.up_proj, "ffn/W_3", "ffn/b_3", flat_in),
        (forward.down_proj, "ffn/W_2", "ffn/b_2", flat_in),
    ]
    for linear, weight, offset, flat in linears:
        put(linear.weight, flat(leaves[f"{path}/{weight}"]).T)
        if bias:
            put(linear.bias, leaves[f"{path}/{offset}"].reshape(-1))
    put(block.input_layernorm.weight, leaves[f"{path}/norm_1/gain"])
    put(block.post_attention_layernorm.weight, leaves[f"{path}/norm_2/gain"])


def double_waves(case, position_ids):
    """Cosines and sines as Llama makes them, in double precision."""
    width = case["d_head"]
    rate = 1.0 / case["base"] ** (torch.arange(0, width, 2, dtype=torch.float64) / width)
    angle = position_ids[..., None].double() * rate
    both = torch.cat((angle, angle), dim=-1)
    return both.cos(), both.sin()


class Doubled:
    """The module torch in which single precision is double."""

    float32 = torch.float64

    def __getattr__(self, name):
        return getattr(torch, name)


@contextmanager
def double_precision(module):
    with mock.patch.object(module, "torch", Doubled()):
        yield


PEERS = {
    "mha": mha,
    "encoder-layer": encoder_layer,
    "decoder-layer": decoder_layer,
    "transformer": transformer,
    "gpt2": gpt2,
    "bert": bert,
    "llama": llama,
}


def reference(case):
    """What PyTorch computes for a configuration: arrays by name, without the axis of the batch."""
    found = PEERS[case["family"]](case, ours(case))
    return {name: value.detach().numpy()[0] for name, value in found.items()}


def main():
    arrays, configurations = {}, cases()
    for i, case in enumerate(configurations):
        arrays |= {f"{i}/{name}": value for name, value in reference(case).items()}
    versions = f"torch {torch.__version__}, transformers {__import__('transformers').__version__}"
    told_of = json.dumps({"versions": versions, "cases": configurations})
    arrays["configurations"] = np.frombuffer(told_of.encode(), dtype=np.uint8)
    np.savez_compressed(FILE, **arrays)
    print(f"{len(configurations)} configurations, {FILE.stat().st_size / 1e6:.2f} MB, {versions}")


if __name__ == "__main__":
    main()
