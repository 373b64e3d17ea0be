"""What forms of attention cost: seconds and peak bytes, measured in turns.

``make bench`` writes ``evidence/bench/<device>.json``, and from all such records the
tables beside them, which the page *Benchmark* shows. ``python -m benchmarks.attention
tables`` writes the tables alone. Each form must give what the first of its case gives,
gradients included, before it is timed. A round times each form once and begins with
another than the round before, so what slows the machine for a while slows all of them.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import NamedTemporaryFile
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.utils.benchmark import Timer

import attention as a
from publish.run_records import DEVICES, machine

Form = Callable[..., Tensor]
Run = Callable[[], Sequence[Tensor]]
Entry = dict[str, Any]
Case = tuple[Entry, Mapping[str, Run]]  # what it is about; its forms

FOLDER = Path("evidence", "bench")
LEAST = 0.02  # seconds that a timing lasts: shorter runs are repeated
ROUNDS = 6
FEATURES, HEADS = 768, 12  # those of the smallest GPT-2
MATRIX = 2048  # tokens: the weights of 4,096 would need gigabytes
FEW = (  # what a CPU times of a larger batch
    "SDPA", "Attention(attend=None)", "nn.MultiheadAttention(need_weights=False)",
    "MultiHeadAttention",
)  # fmt: skip

sdpa = partial(F.scaled_dot_product_attention, is_causal=True)


def unchecked(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Causal attention by hand, without a check."""
    scores = q @ k.mT * q.shape[-1] ** -0.5
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=q.device).triu(1)
    return scores.masked_fill_(later, -torch.inf).softmax(-1) @ v


def layers(x: Tensor, heads: int) -> dict[str, tuple[Form, nn.Module]]:
    """One layer of random weights in its forms, and what has the weights of each."""
    torch.manual_seed(1)
    tokens, width = x.shape[1:]
    size = width // heads
    plain = a.MultiHeadAttention(width, width, tokens, 0.0, heads, qkv_bias=True)
    fused = a.Attention(width, width, tokens, 0.0, heads, qkv_bias=True, attend=None)
    own = nn.MultiheadAttention(width, heads, batch_first=True)
    wrapper = a.MultiHeadAttentionWrapper(
        width, size, tokens, 0.0, heads, qkv_bias=True
    )
    side = nn.Sequential(wrapper, plain.out_proj)
    state = plain.state_dict()
    fused.load_state_dict(state)
    for number, head in enumerate(wrapper.heads):
        rows = slice(number * size, (number + 1) * size)
        head.load_state_dict({name: state[name][rows] for name in head.state_dict()})
    three = (plain.W_query, plain.W_key, plain.W_value)
    packed = {
        "in_proj_weight": torch.cat([one.weight for one in three]),
        "in_proj_bias": torch.cat([one.bias for one in three]),
    }
    out = {name: state[name] for name in state if name.startswith("out_proj")}
    own.load_state_dict(packed | out)
    for module in (plain, fused, own, side):
        module.to(x.device, x.dtype).eval()
    blocked = ~a.causal_mask(tokens).to(x.device)

    def around(core: Form, x: Tensor) -> Tensor:
        split = (one(x).unflatten(-1, (heads, -1)).transpose(1, 2) for one in three)
        return plain.out_proj(core(*split).transpose(1, 2).reshape(x.shape))

    def torchs(weights: bool, x: Tensor) -> Tensor:
        causal = {"attn_mask": blocked, "is_causal": True}
        return own(x, x, x, need_weights=weights, **causal)[0]

    return {
        "SDPA": (partial(around, sdpa), plain),
        "Attention(attend=None)": (fused, fused),
        "nn.MultiheadAttention(need_weights=False)": (partial(torchs, False), own),
        "nn.MultiheadAttention": (partial(torchs, True), own),
        "MultiHeadAttention": (plain, plain),
        "MultiHeadAttention, unchecked": (partial(around, unchecked), plain),
        "MultiHeadAttentionWrapper": (side, side),
    }


def of_layers(x: Tensor, heads: int, few: bool = False) -> Iterator[Case]:
    """Forward, and forward with backward, of a layer in its forms, or in a few."""
    about = {"table": "layers", "dtype": str(x.dtype)[6:]}
    about |= dict(zip(("batch", "tokens", "features"), x.shape, strict=True))
    made = {
        name: form for name, form in layers(x, heads).items() if not few or name in FEW
    }
    runs = {name: partial(forward, form, x) for name, (form, _) in made.items()}
    yield {**about, "pass": "forward"}, runs
    x = x.detach().requires_grad_()
    yield (
        {**about, "pass": "forward and backward"},
        {
            name: partial(backward, form, [x], *module.parameters())
            for name, (form, module) in made.items()
        },
    )


def of_lengths(inputs: Sequence[Tensor], most: int = MATRIX) -> Iterator[Case]:
    """Attention alone, forward and backward; to `most` tokens with all weights."""
    tokens = inputs[0].shape[-2]
    mask = a.causal_mask(tokens if tokens <= most else 0).to(inputs[0].device)
    forms: dict[str, Form] = {
        "SDPA": sdpa,
        "tiled_attention": partial(a.tiled_attention, causal=True),
        "scaled_dot_product_attention": lambda q, k, v: a.scaled_dot_product_attention(
            q, k, v, mask
        )[0],
    }
    inputs = [one.detach().requires_grad_() for one in inputs]
    names = list(forms)[: 3 if tokens <= most else 2]
    runs = {name: partial(backward, forms[name], inputs) for name in names}
    yield {"table": "lengths", "tokens": tokens}, runs


def of_decoding(model: a.GPT, ids: Tensor) -> Iterator[Case]:
    """The logits of the word after `ids`, from all of them or from the last one."""
    with torch.no_grad():
        _, caches = model.forward_with_cache(ids[:, :-1])

    def cached(ids: Tensor) -> Tensor:
        return model.forward_with_cache(ids[:, -1:], caches)[0][:, -1]

    yield (
        {"table": "decoding", "tokens": ids.shape[-1]},
        {
            "without a cache": partial(forward, lambda ids: model(ids)[:, -1], ids),
            "with a cache": partial(forward, cached, ids),
        },
    )


def forward(form: Form, *inputs: Tensor) -> list[Tensor]:
    """What a form gives, without a thought of gradients."""
    with torch.no_grad():
        return [form(*inputs)]


def backward(form: Form, inputs: Sequence[Tensor], *weights: Tensor) -> list[Tensor]:
    """The same and the gradients of the inputs; those of the weights are made, too."""
    out = form(*inputs)
    gradients = torch.autograd.grad(out, [*inputs, *weights], torch.ones_like(out))
    return [out, *gradients[: len(inputs)]]


def every_case(device: str) -> Iterator[Case]:
    """All that is timed."""
    drawn = torch.Generator().manual_seed(2)  # on the CPU
    tiny = torch.randn(1, 4, 16, generator=drawn)  # where checks take their time
    yield from of_layers(tiny.to(device), heads=2)
    for dtype in [torch.float32, *[torch.bfloat16] * (device == "cuda")]:
        for batch in (2, 8):
            x = torch.randn(batch, 1024, FEATURES, generator=drawn).to(device, dtype)
            yield from of_layers(x, HEADS, few=device == "cpu" and batch > 2)
    for tokens in (256, 512, 1024, 2048, 4096):
        made = torch.randn(3, 1, HEADS, tokens, FEATURES // HEADS, generator=drawn)
        yield from of_lengths(made.to(device).unbind())
    torch.manual_seed(3)
    model = a.GPT(50257, 1024, FEATURES, 12, HEADS).to(device).eval()
    for tokens in (128, 256, 512, 1024):
        ids = torch.randint(50257, (1, tokens), generator=drawn).to(device)
        yield from of_decoding(model, ids)


def compare(runs: Mapping[str, Run], tolerance: float, device: str) -> dict[str, int]:
    """The peak bytes of each form; refuses one that gives something else."""
    expected: Sequence[Tensor] = ()
    peaks = {}
    for name, run in runs.items():
        result, peaks[name] = peak(run, device)
        expected = expected or result
        for one, two in zip(expected, result, strict=True):
            apart = ((one - two).abs().max() / one.abs().max()).item()
            if not apart <= tolerance:
                raise ValueError(
                    f"{name} must give what {next(iter(runs))} gives before it is "
                    f"timed. Apart by {apart:.2g} of the largest number."
                )
    return peaks


def peak(run: Run, device: str) -> tuple[Sequence[Tensor], int]:
    """What a run gives, and the most bytes that torch holds at once in it for it."""
    if device == "cuda":
        run()  # its libraries take memory of their own, once
        before = torch.cuda.memory_allocated()
        torch.cuda.reset_peak_memory_stats()
        return run(), torch.cuda.max_memory_allocated() - before
    os.environ.setdefault("KINETO_LOG_LEVEL", "99")  # else it announces itself
    with torch.profiler.profile(profile_memory=True) as profile:
        result = run()
    with NamedTemporaryFile(suffix=".json") as file:
        profile.export_chrome_trace(file.name)
        events = json.loads(Path(file.name).read_text(encoding="utf-8"))["traceEvents"]
    changes = [event for event in events if event["name"] == "[memory]"]
    held = most = 0
    for change in sorted(changes, key=lambda event: event["ts"]):
        held += change["args"]["Bytes"]
        most = max(most, held)
    return result, most


def seconds(runs: Mapping[str, Run], rounds: int) -> dict[str, list[float]]:
    """The seconds of each form in each round."""
    names, found = list(runs), {name: list[float]() for name in runs}
    timers = {n: Timer("run()", globals={"run": runs[n]}, num_threads=1) for n in names}
    for number in range(rounds):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            took = timers[name].blocked_autorange(min_run_time=LEAST).median
            found[name].append(float(f"{took:.4g}"))
    return found


def measure(device: str, rounds: int) -> Entry:
    """The record of a run on this machine."""
    torch.set_num_threads(1)
    entries = []
    for about, runs in every_case(device):
        print(*about.values(), flush=True)
        tolerance = 5e-2 if about.get("dtype") == "bfloat16" else 1e-4
        peaks, found = compare(runs, tolerance, device), seconds(runs, rounds)
        for form in runs:
            numbers = {"seconds": found[form], "bytes": peaks[form]}
            entries.append({**about, "form": form, **numbers})
    return {**machine(device), "rounds": rounds, "entries": entries}


def tables(records: Sequence[Entry]) -> dict[str, str]:
    """The tables of the page, in Markdown, by the names of their files."""
    names = ("hardware", "system", "torch", "python", "date", "rounds")
    rows = [[DEVICES[one["device"]], *(str(one[n]) for n in names)] for one in records]
    found = {"machine": table(["Device", *(n.capitalize() for n in names)], rows)}
    for name in ("layers", "lengths", "decoding"):
        parts: dict[str, list[Entry]] = {}
        for record in records:
            for entry in (one for one in record["entries"] if one["table"] == name):
                about = [DEVICES[record["device"]]]
                if name == "layers":
                    sizes = [
                        f"{k} {entry[k]:,}" for k in ("batch", "tokens", "features")
                    ]
                    about += [entry["dtype"], *sizes]
                parts.setdefault(", ".join(about), []).append(entry)
        keys = ("form", "pass") if name == "layers" else ("tokens", "form")
        made = [f"{about}:\n\n{pivot(part, *keys)}" for about, part in parts.items()]
        found[name] = "\n".join(made)
    return found


def pivot(entries: list[Entry], row: str, group: str) -> str:
    """Time, its ratio to the first form's, and memory."""
    other = "pass" if row == "form" else "tokens"
    first: dict[Any, Entry] = {}
    cells = {}
    for entry in entries:
        took = entry["seconds"]
        pairs = zip(took, first.setdefault(entry[other], entry)["seconds"], strict=True)
        ratio = f"{median(one / two for one, two in pairs):.2f}"
        cost = digits(1000 * median(took)), ratio, digits(entry["bytes"] / 1e6)
        cells[entry[row], entry[group]] = cost
    rows, groups = (list(dict.fromkeys(keys)) for keys in zip(*cells, strict=True))
    head = [f"{one}, {of}" for one in groups for of in ("ms", "ratio", "MB")]
    lines = [
        [f"{key:,}" if isinstance(key, int) else key]
        + [cell for one in groups for cell in cells.get((key, one), [""] * 3)]
        for key in rows
    ]
    return table([row.capitalize(), *head], lines)


def digits(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def read(folder: Path = FOLDER) -> list[Entry]:
    """All records, the CPU's first."""
    files = sorted(folder.glob("*.json"))
    return [json.loads(file.read_text(encoding="utf-8")) for file in files]


def main() -> None:
    device = os.environ.get("DEVICE") or "cpu"
    if sys.argv[1:] != ["tables"]:
        record = measure(device, int(os.environ.get("ROUNDS") or ROUNDS))
        text = json.dumps(record, indent=1) + "\n"
        (FOLDER / f"{device}.json").write_text(text, encoding="utf-8")
    for name, text in tables(read()).items():
        (FOLDER / f"{name}.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
