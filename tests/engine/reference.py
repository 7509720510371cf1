"""A second opinion: a forward pass written straight down, one head at a time, with none of the engine's code.

It takes parameters by id and makes everything else itself: masks, scales, position waves, softmax, norms.
"""

import math

import numpy as np


def softmax(rows):
    rows = rows - np.max(rows, axis=-1, keepdims=True)
    powers = np.exp(rows)
    return powers / np.sum(powers, axis=-1, keepdims=True)


def waves(count, width, base, first):
    table = np.zeros((count, width))
    for place in range(count):
        for slot in range(width):
            angle = (place + first) / base ** (2 * (slot // 2) / width)
            table[place, slot] = math.cos(angle) if slot % 2 else math.sin(angle)
    return table


class Forward:
    """Runs one model; `values` collects what is worth comparing, under the engine's ids."""

    def __init__(self, model, leaves):
        self.model, self.leaves, self.values = model, leaves, {}

    def run(self):
        x = self.embed()
        for i, block in enumerate(self.model.blocks):
            x = self.block(f"block.{i}", block, x)
        if self.model.final_norm:
            x = self.norm("final_norm", x)
        if self.model.output:
            logits = self.keep("logits", x @ self.leaves["W_U"])
            self.keep("probs", softmax(logits))
        return self.values

    def keep(self, name, value):
        self.values[name] = value
        return value

    def embed(self):
        words = np.argmax(self.leaves["tokens"], axis=1)
        x = self.keep("embed/tokens", self.leaves["embed/W_E"][words])
        where = self.model.positions
        if where.kind == "table":
            x = x + self.leaves["embed/positions"]
        elif where.kind == "sinusoidal":
            x = x + self.keep("embed/positions", waves(len(words), x.shape[1], where.base, where.first))
        return self.keep("embed", x)

    def block(self, b, block, x):
        self.keep(f"{b}/resid_pre", x)
        if not block.sublayers:
            return self.keep(f"{b}/resid_post", x)
        attentions = forwards = 0
        for j, sub in enumerate(block.sublayers):
            seen = self.norm(f"{b}/norm_{j + 1}", x) if sub.norm == "before" else x
            if hasattr(sub, "heads"):
                attentions += 1
                out = self.attention(f"{b}/attn" + ("" if attentions == 1 else f"_{attentions}"), sub, seen)
            else:
                forwards += 1
                out = self.feed_forward(f"{b}/ffn" + ("" if forwards == 1 else f"_{forwards}"), sub, seen)
            x = x + out if sub.residual else out
            last = j + 1 == len(block.sublayers)
            self.keep(f"{b}/resid_post" if last else f"{b}/resid_mid" + ("" if j == 0 else f"_{j + 1}"), x)
            if sub.norm == "after":
                x = self.norm(f"{b}/norm_{j + 1}", x)
        return x

    def attention(self, a, sub, x):
        p, words = self.leaves, len(x)
        heads = {"q": [], "k": [], "v": [], "weights": [], "mixed": []}
        for h in range(sub.heads):
            q, k, v = (x @ p[f"{a}/W_{n}"][:, h, :] for n in "QKV")
            if sub.biases:
                q, k, v = (y + p[f"{a}/b_{n}"][h] for y, n in zip((q, k, v), "QKV", strict=True))
            scores = q @ k.T
            if sub.scale:
                scores = scores / math.sqrt(sub.d_head)
            if sub.mask == "causal":
                scores[np.triu_indices(words, 1)] = -math.inf
            weights = softmax(scores)
            for name, value in zip(heads, (q, k, v, weights, weights @ v), strict=True):
                heads[name].append(value)
        for name, values in heads.items():
            self.keep(f"{a}/{name}", np.stack(values))
        out = np.concatenate(heads["mixed"], axis=1)
        if sub.output:
            out = out @ np.concatenate(list(p[f"{a}/W_O"]), axis=0)
            if sub.biases:
                out = out + p[f"{a}/b_O"]
        return self.keep(f"{a}/out", out)

    def norm(self, n, x):
        mean = x.mean(axis=1, keepdims=True)
        variance = ((x - mean) ** 2).mean(axis=1, keepdims=True)
        normed = self.keep(f"{n}/normed", (x - mean) / np.sqrt(variance + self.model.epsilon))
        return self.keep(n, normed * self.leaves[f"{n}/gain"] + self.leaves[f"{n}/bias"])

    def feed_forward(self, f, sub, x):
        pre = x @ self.leaves[f"{f}/W_1"]
        pre = self.keep(f"{f}/pre", pre + self.leaves[f"{f}/b_1"] if sub.biases else pre)
        act = self.keep(f"{f}/act", np.where(pre > 0, pre, 0.0))
        out = act @ self.leaves[f"{f}/W_2"]
        return self.keep(f"{f}/out", out + self.leaves[f"{f}/b_2"] if sub.biases else out)


def forward(model, leaves):
    return Forward(model, leaves).run()
