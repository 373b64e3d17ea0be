import math

from attention import rotary_frequencies, yarn_frequencies
from attention.gallery import release

config = release("gpt-oss-20b").config
rule = config["rope_parameters"]
base, factor = rule["rope_theta"], rule["factor"]
length = rule["original_max_position_embeddings"]
omega = rotary_frequencies(config["head_dim"], base)
slowed = yarn_frequencies(
    omega, base, factor, length, truncate=rule["truncate"]
)
ratio = omega / slowed
same, slow = (ratio < 1.001).sum().item(), (ratio > 31.999).sum().item()
print(
    f"{len(omega)} pairs: {same} as before, {slow} slower by {factor:.0f}"
)
turns = length * omega / (2 * math.pi)
later = factor * length * slowed / (2 * math.pi)
never = turns < 1
print(f"no turn in {length} tokens: {never.sum().item()}")
print("the widest of these: ", end="")
print(f"{turns[never].max():.3f} turns, ", end="")
print(f"{later[never].max():.3f} in {factor * length:,.0f} tokens")
