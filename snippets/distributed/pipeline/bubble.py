from attention.distributed import timetable

print("  p   m  counted  formula")
for p, m in ((2, 4), (4, 1), (4, 4), (4, 8), (4, 32), (8, 64)):
    shares = set()
    for schedule in ("GPipe", "1F1B"):
        table = timetable(p, m, schedule)
        length = max(passes[-1].end for passes in table)
        for passes in table:
            busy = sum(each.end - each.start for each in passes)
            shares.add(1 - busy / length)
    (counted,) = shares  # the same in both schedules, on all ranks
    print(f"{p:3} {m:3}  {counted:.3f}    {(p - 1) / (m + p - 1):.3f}")
