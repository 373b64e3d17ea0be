from attention import LearnedPositions

positions = LearnedPositions(context_length=1024, d_model=768)
print(sum(parameter.numel() for parameter in positions.parameters()))
