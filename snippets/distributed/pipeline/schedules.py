from attention.distributed import timetable


def most_held(passes):
    now = most = 0
    for each in passes:
        now += 1 if each.kind == "F" else -1
        most = max(most, now)
    return most


ranks, number = 4, 8
for schedule in ("GPipe", "1F1B"):
    table = timetable(ranks, number, schedule, forward=1, backward=2)
    length = max(passes[-1].end for passes in table)
    idle = length - number * (1 + 2)
    held = " ".join(str(most_held(passes)) for passes in table)
    print(f"{schedule:5} {ranks} ranks, {number} micro-batches:", end=" ")
    print(f"{length} long, {idle} idle, held {held}")
