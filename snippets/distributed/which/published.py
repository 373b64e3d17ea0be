# torchtitan, Llama 3.1 8B on 8 GPUs: operations for a token, by its formula
layers, d_model, tokens = 32, 4096, 8192
in_blocks = 8_030_261_248 - 128_256 * d_model  # without the table of words
flops = 6 * in_blocks + 12 * layers * d_model * tokens
for how, a_second in (("FSDP", 5762), ("FSDP, compiled", 6667)):
    print(f"torchtitan, {how}: {a_second * flops / 989e12:.1%} of the peak")

# DeepSeek-V3's report
hours, trillions = 2.664e6, 14.8
days = hours / 2048 / 24
print(f"DeepSeek-V3: {days / trillions:.1f} days for a trillion tokens")
share = 6 * 37e9 * trillions * 1e12 / (hours * 3600 * 989e12)
print(f"DeepSeek-V3: {share:.1%} of the peak in bfloat16, {days:.1f} days")

# How to Scale Your Model: operations and bytes a second
for chip, c, w in (("TPU v5p", 4.59e14, 1.8e11), ("H100", 989e12, 50e9)):
    print(f"{chip}: averaging is hidden from {c / w:,.0f} tokens on")

# ring-flash-attention: the share of time in which 8 GPUs work, causal
print(f"plain ring of 8: {8 / (2 * 8 - 1):.1%}")

# Megatron-LM's guide: DeepSeek-V3 on 1,024 GPUs
tensor, pipeline, context, experts = 2, 16, 1, 64
print(f"TP x PP x CP x EP = {tensor * pipeline * context * experts:,}")
data = 1024 // (tensor * pipeline * context)
print(f"TP x PP x CP x DP = 1,024 with DP = {data}")
