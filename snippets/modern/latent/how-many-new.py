restore, explicit, absorbed = 16_777_216, 40_960, 139_264


def fewer(num_new, num_tokens):
    restored = num_tokens * restore + num_new * num_tokens * explicit
    taken_there = num_new * restore + num_new * num_tokens * absorbed
    return "explicit" if restored < taken_there else "absorbed"


print("equal in a long text:", round(restore / (absorbed - explicit), 1))
for num_new in (1, 170, 171, 4096):
    print(num_new, [fewer(num_new, n) for n in (num_new, 8192, 10**9)])
