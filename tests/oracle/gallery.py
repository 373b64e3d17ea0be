"""The models of the gallery against transformers' own, on tiny checkpoints.

`make oracle` runs it: with --write it stores what the everyday tests read, with names
of cases only those. The numbers of a checkpoint are drawn as `attention.examples.drawn`
draws them, with its names and shapes as transformers writes them. 150 positions are
compared in float64, whole and token by token with a cache, with what transformers gives
whole; and each wrong recipe must be seen.

transformers computes norms, routers and rotary tables in float32 in a float64 model, so
it is made to compute them in float64 (`tests.oracle.float64`). All differences are in
standard deviations of the logits. Norms are drawn from N(1, 0.2²), since those from
N(0, 0.2²) hide much: with them, rotary positions in all layers of SmolLM3 change logits
20 times less.
"""

import json
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
import transformers as t
from safetensors.torch import load_file, save_file
from torch import Tensor
from transformers.integrations.mxfp4 import convert_moe_packed_tensors

from attention import Decoder
from attention.examples.drawn import DrawnCheckpoint, draw_tensors, drawn_file
from attention.gallery import load
from attention.gallery.four_bits import decode_four_bits
from attention.gallery.loading import MODELS
from tests.attention.gallery.case import SIZES, Case
from tests.attention.gallery.cases import CASES
from tests.oracle.float64 import Float64

BOUND = 1e-11
SEEN = 0.01  # the least that a wrong recipe must be off
FOUR_BITS = "four bits"
POSITIONS = torch.tensor([0, 1, 19, 20, 21, 63, 97, 149])


class Different(Exception):
    """A model is not as transformers' is, or a wrong recipe is not seen."""


def make(case: Case, folder: Path) -> tuple[Any, dict[str, list[int]]]:
    """Write a checkpoint; return transformers' model of it, and its shapes."""
    config = t.AutoConfig.for_model(case.model_type, **SIZES | case.entries)
    t.AutoModelForCausalLM.from_config(config).save_pretrained(folder)
    (folder / "generation_config.json").unlink(missing_ok=True)
    tensors = load_file(folder / "model.safetensors")
    unread = MODELS[case.model_type].unread if case.model_type in MODELS else ()
    shapes = {
        name: list(tensor.shape)
        for name, tensor in tensors.items()
        if not name.endswith(unread)  # which transformers computes if it is missing
    }
    save_file(draw_tensors(shapes), folder / "model.safetensors", {"format": "pt"})
    with Float64():  # its rotary tables, too
        theirs = t.AutoModelForCausalLM.from_pretrained(
            folder, dtype=torch.float64, attn_implementation="eager"
        )
    theirs.config._experts_implementation = "eager"  # float64 has no grouped product
    return theirs.eval(), shapes


def with_cache(model: Decoder, ids: Tensor, first: int = 97) -> Tensor:
    """The logits of a text, its first tokens at once, then one by one."""
    logits, caches = model.forward_with_cache(ids[:, :first])
    said = [logits]
    for position in range(first, ids.shape[1]):
        one = ids[:, position : position + 1]
        logits, caches = model.forward_with_cache(one, caches)
        said.append(logits)
    return torch.cat(said, dim=1)


@torch.no_grad()
def compare(name: str, case: Case) -> DrawnCheckpoint:
    """Print how far ours and wrong recipes are from theirs; return what to store."""
    generator = torch.Generator().manual_seed(5)
    ids = torch.randint(SIZES["vocab_size"], (1, 150), generator=generator)
    started = time.monotonic()
    with TemporaryDirectory() as path:
        folder = Path(path)
        theirs, shapes = make(case, folder)
        config = json.loads((folder / "config.json").read_text())
        with Float64():
            expected = theirs(ids, use_cache=False).logits
        spread = expected.std()

        def off(found: Tensor) -> float:
            return float((found - expected).abs().max() / spread)

        ours = load(folder, torch.float64)
        whole, cached = off(ours(ids)), off(with_cache(ours, ids))
        wrong = {}
        for label, spoil in case.wrong.items():
            spoilt = load(folder, torch.float64)
            spoil(spoilt)
            wrong[label] = off(spoilt(ids))
    seconds = time.monotonic() - started
    said = ", ".join(f"{label} {size:.2g}" for label, size in wrong.items())
    print(f"{name:12} whole {whole:.0e} cached {cached:.0e} {seconds:4.1f} s; {said}")
    if max(whole, cached) > BOUND:
        raise Different("our logits are not those of transformers")
    for label, size in wrong.items():
        if size < SEEN:
            raise Different(f"{label!r} changes the logits by too little")
    logits = expected[0, POSITIONS]
    return DrawnCheckpoint(config, shapes, ids[0], POSITIONS, logits)


def compare_four_bits() -> None:
    """Print whether the experts of gpt-oss's files are decoded as theirs are."""
    generator = torch.Generator().manual_seed(5)
    blocks = torch.randint(256, (4, 30, 3, 16), generator=generator).byte()
    scales = torch.randint(1, 254, blocks.shape[:-1], generator=generator).byte()
    same = torch.equal(
        decode_four_bits(blocks, scales), convert_moe_packed_tensors(blocks, scales)
    )
    print(f"{FOUR_BITS:12} {'the same numbers' if same else 'other numbers'}")
    if not same:
        raise Different("four bits are not decoded as in transformers")


def store(name: str, made: DrawnCheckpoint) -> None:
    """Compare what is stored, or store it."""
    fields = made._asdict()
    for field in ("ids", "positions"):
        fields[field] = fields[field].tolist()
    fields["logits"] = [[round(x, 9) for x in row] for row in made.logits.tolist()]
    path = drawn_file(name)
    if "--write" in sys.argv:
        path.write_text(json.dumps(fields, separators=(",", ":")) + "\n")
    kept = json.loads(path.read_text())
    found, again = (torch.tensor(each.pop("logits")) for each in (kept, fields))
    torch.testing.assert_close(found, again, rtol=0, atol=1e-8)
    for field in ("config", "shapes"):
        now, before = fields[field], kept[field]
        changed = {key for key in now | before if now.get(key) != before.get(key)}
        if changed - {"transformers_version"}:
            raise Different(f"{path.name}: {field}, {sorted(changed)}: see WRITE=1")


def main() -> int:
    """Compare all cases, or those named; return 1 if some are not as they must be."""
    print(f"transformers {t.__version__}")
    torch.set_num_threads(1)
    names = [name for name in sys.argv[1:] if name in CASES]
    different = []
    for name in names or [*CASES, FOUR_BITS]:
        try:
            if name == FOUR_BITS:
                compare_four_bits()
            else:
                store(name, compare(name, CASES[name]))
        except Exception as error:  # the others are compared all the same
            different.append(f"{name}: {type(error).__name__}: {error}")
    print("\n".join(different) or "No model differs.")
    return int(bool(different))


if __name__ == "__main__":
    sys.exit(main())
