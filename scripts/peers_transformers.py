"""What small GPT-2, BERT and Llama models of Hugging Face compute for a configuration of the parity tests."""

from contextlib import contextmanager
from unittest import mock

import numpy as np
import torch

from scripts.peers_filling import fill_norm, flat_in, flat_out, put

HIDDEN_ACT = {"gelu": "gelu", "gelu_tanh": "gelu_new", "relu": "relu", "silu": "silu"}


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
