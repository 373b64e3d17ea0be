# pip install attention-verified
from attention import (
    MultiHeadAttention,
    diagnose,
)

report = diagnose(MultiHeadAttention(24, 24, 16, 0.1, num_heads=4))
print(report.verdict, report.ok, report.recognised)
print(report.facts)


def attend(queries, keys, values):
    return (queries @ keys.mT).softmax(dim=-1) @ values


report = diagnose(attend, num_heads=4, causal=False)
print(report.ok, report.names)
for finding in report.findings:
    print(finding.level, "|", finding.mistake.name, "|", finding.line)
print(report.ties, report.unknown)
