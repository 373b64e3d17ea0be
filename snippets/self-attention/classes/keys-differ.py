from attention import SelfAttentionV1, SelfAttentionV2

v1, v2 = SelfAttentionV1(3, 2), SelfAttentionV2(3, 2)
missing, unexpected = v2.load_state_dict(v1.state_dict(), strict=False)

print("missing:   ", missing)
print("unexpected:", unexpected)
