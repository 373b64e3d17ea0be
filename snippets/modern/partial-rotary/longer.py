from attention import yarn_length

for model, factor in {"gpt-oss": 32, "DeepSeek-V3": 40}.items():
    m = yarn_length(factor)  # 0.1 ln(factor) + 1
    print(f"{model}: vectors times {m:.3f}, scores times {m**2:.3f}")
