"""The trained models that run in the page."""

from attention import held_out_phrases, load_trained
from tests.browser.conftest import Open
from tests.live.test_engine import by_torch, differ, ids_of

WHERE = "models/translator/"
# Translates sentences with the engine and the weights that the site serves.
TRANSLATE = """async (pairs) => {
    const assets = new URL("../../assets/live/", location.href)
    const engine = await import(new URL("engine.js", assets))
    const script = document.createElement("script")
    script.src = new URL("made/translator.js", assets)
    const come = new Promise((resolve) => script.addEventListener("load", resolve))
    document.head.append(script)
    await come
    const letters = atob(weights.translator)
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
    const tensors = engine.readSafetensors(bytes.buffer)
    return pairs.map(([source]) => {
        const how = { start: 1, end: 2 }
        const { written, logits, maps } = engine.translate(tensors, source, how)
        return { written, logits: logits.map((row) => [...row]), maps }
    })
}"""


def test_chromium_translates_what_was_held_out_as_torch_does(visit: Open) -> None:
    pairs = ids_of(held_out_phrases)
    found = visit(WHERE).page.evaluate(TRANSLATE, pairs)
    model = load_trained("translator")
    assert len(found) == 160
    for answer, (source, target) in zip(found, pairs, strict=True):
        assert answer["written"] == [*target, 2]
        assert differ(answer, *by_torch(model, [source, [1, *target]])) < 1e-4
