from attention import alibi_slopes

print([f"1/{1 / slope:.0f}" for slope in alibi_slopes(8)])
