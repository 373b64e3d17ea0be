from attention.distributed import (
    SHAPES,
    bytes_kept,
    bytes_sent,
    step_operations,
)

OUTSIDE, INSIDE, PEAK, tokens = 50e9, 450e9, 989e12, 8192
llama, deepseek = SHAPES["Llama 3 70B"], SHAPES["DeepSeek-V3"]

# 8 GPUs of a machine take 8 sequences at a time, 128 machines
computing = step_operations(llama, tokens) / PEAK
inside = bytes_sent(llama, "tensor", 8, tokens) / INSIDE
outside = bytes_sent(llama, "zero-3", 128, tokens) / 8 / OUTSIDE
keeps = bytes_kept(llama, "zero-3", 1024, tokens).total
print(f"Llama 3 70B, tensor 8 x zero-3 128: {keeps / 1e9:.1f} GB,", end=" ")
print(f"{inside / computing:.2f} + {outside / computing:.2f} x", end=" ")
print("the computing")

# 16 stages of a pipeline, in each 64 GPUs that share the experts
weights, gradients, adam, _ = bytes_kept(deepseek, "experts", 64, tokens)
state = (weights + gradients + adam) / 16
print(
    f"DeepSeek-V3, pipeline 16 x experts 64: {state / 1e9:.1f} GB of state"
)
share = deepseek.expert_weights / deepseek.weights
print(f"  experts are {share:.0%} of its weights")
