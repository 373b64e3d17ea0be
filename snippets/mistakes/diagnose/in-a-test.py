from attention import diagnose


def attend(queries, keys, values):
    return (queries @ keys.mT).softmax(dim=-1) @ values


def test_my_attention():
    diagnose(attend).require()


report = diagnose(attend)
print(report.ok, report.names)
test_my_attention()  # raises AssertionError
