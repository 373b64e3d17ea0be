from attention import held_out_phrases

print(len(held_out_phrases))
