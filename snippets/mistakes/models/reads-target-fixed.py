words = ["your", "journey", "starts", "with", "one", "step"]
for i in range(4):
    given, target = words[i + 1], words[i + 2]
    print(f"state of {words[i]:8} and {given:8} -> {target}")
