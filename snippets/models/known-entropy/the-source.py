# pip install attention-verified
from attention.examples import agreement_ids, agreement_words

print(f"{len(agreement_ids):,} sentences")
for ids in agreement_ids[[100, 3000, 7000]].tolist():
    print(*(agreement_words[i] for i in ids[1:]))
