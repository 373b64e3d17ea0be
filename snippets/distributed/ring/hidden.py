heads, groups = 64, 8  # Llama 3 70B
flops = 989e12  # of an H100 in bfloat16, dense
for name, speed in (("NVLink", 450e9), ("400 Gb/s", 50e9)):
    # b tokens: 4 b² · heads · width operations, and 4 b · groups · width
    # bytes, of keys and of values with two bytes for each number
    tokens = flops * groups / (speed * heads)
    print(f"{name}: from {tokens:,.0f} tokens on a rank")
