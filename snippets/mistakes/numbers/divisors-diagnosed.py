from attention import diagnose


def with_divisor(divisor):
    def attend(queries, keys, values):
        scores = queries @ keys.mT / divisor(queries)
        return scores.softmax(dim=-1) @ values

    return attend


for divisor in (
    lambda queries: queries.shape[-1],
    lambda queries: queries.shape[-2] ** 0.5,
    lambda queries: queries.shape[-3] ** 0.5,
    lambda queries: queries.shape[-1] ** -0.5,
):
    print(diagnose(with_divisor(divisor)).mistakes[0].mistake.name)


def scaled_late(queries, keys, values):
    weights = (queries @ keys.mT).softmax(dim=-1) / keys.shape[-1] ** 0.5
    return weights @ values


print(diagnose(scaled_late))
