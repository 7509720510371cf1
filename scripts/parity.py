"""Reference arrays for tests/engine/parity, made with PyTorch and Transformers on the CPU.

    python scripts/parity.py            writes tests/engine/parity/torch.npz

Needs torch and transformers, which the lab itself never does. Every parameter is copied from the lab's
description, so that default initialisation cannot hide a dropped bias. Numbers are double throughout: where
Transformers insists on single precision inside of Llama, its own code runs with that insistence taken out.
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from scripts import peers_torch, peers_transformers  # noqa: E402
from tests.engine.parity.cases import cases, ours  # noqa: E402

FILE = ROOT / "tests" / "engine" / "parity" / "torch.npz"

PEERS = {
    "mha": peers_torch.mha,
    "encoder-layer": peers_torch.encoder_layer,
    "decoder-layer": peers_torch.decoder_layer,
    "transformer": peers_torch.transformer,
    "gpt2": peers_transformers.gpt2,
    "bert": peers_transformers.bert,
    "llama": peers_transformers.llama,
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
