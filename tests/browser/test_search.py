"""Search costs nothing until it is used, and then finds what the pages say."""

import gzip
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open, Visit

INDEX = "search/search_index.json"
RESULTS = ".md-search-result__item"
WORKER = "/workers/search"
MOST_BYTES = 300_000  # gzipped, once, for those who search
# What a learner types, and where the answer stands; among the first of how many.
SYMPTOMS = [
    ("nan in the last row", "mistakes/#there-is-nan-or-minus-infinity", 1),
    ("mat1 and mat2 shapes", "mistakes/#an-error-is-raised", 2),
    ("mat1 and mat2 shapes", "mistakes/shapes/", 2),
    ("loss does not fall", "mistakes/#the-loss-does-not-fall-or-falls-too-well", 1),
    ("different numbers on my machine", "mistakes/#different-numbers-on-my", 1),
    ("rows do not sum to one", "mistakes/#rows-do-not-sum-to-one", 1),
    ("expected all tensors to be on the same device", "mistakes/devices/", 1),
    ("view size is not compatible", "mistakes/", 3),
    ("all weights are the same", "mistakes/", 1),
]
# In words of their own, and with the little words that any text has.
TYPED = [
    ("nan in last row", "mistakes/#there-is-nan-or-minus-infinity", 3),
    ("mat1 and mat2 shapes cannot be multiplied", "mistakes/shapes/#d_out-for-one", 3),
    ("loss does not decrease", "mistakes/#the-loss-does-not-fall", 3),
    ("different numbers on my machine", "mistakes/#different-numbers-on-my", 3),
    (
        "RuntimeError expected all tensors on same device",
        "mistakes/devices/#the-mask-that-stays-on-the-cpu",
        3,
    ),
    ("my model sees the future", "mistakes/#words-read-what-they-must-not", 3),
    ("rows don't add up to 1", "mistakes/#rows-do-not-sum-to-one", 3),
    ("output different every time in eval mode", "mistakes/randomness/", 3),
]
NAMES = [
    (
        "MultiHeadAttention",
        "reference/multi-head/#attention.multi_head.multi_head_attention.MultiHead",
        4,
    ),
    ("MultiHeadAttention", "multi-head/side-by-side/", 4),
    (
        "CausalAttention",
        "reference/causal/#attention.causal.causal_attention.Causal",
        4,
    ),
    ("CausalAttention", "causal/class/", 4),
    ("SelfAttentionV1", "self-attention/classes/", 4),
    ("causal_mask", "reference/causal/#attention.causal.masks.causal_mask", 1),
    (
        "scaled_dot_product_attention",
        "reference/self-attention/#attention.self_attention.scaled_dot_product.scaled",
        1,
    ),
    ("is_causal", "mistakes/masks/#is_causaltrue-with-a-cache", 1),
    ("nn.MultiheadAttention", "multi-head/gpt2-size/", 2),
]
TERMS = [
    ("softmax", "self-attention/softmax/", 1),
    ("dropout", "causal/dropout/", 1),
    ("query key value", "self-attention/query-key-value/", 1),
    ("contiguous", "multi-head/split/#back-again-why-contiguous", 2),
    ("contiguous", "glossary/#contiguous", 2),
    ("why divide by the square root", "self-attention/scaling/", 1),
    ("d_out", "glossary/#d_in-d_out", 4),
]
# As readers typed them; the lesson comes first.
READERS = [
    ("-inf", "causal/mask/#minus-infinity-before-the-softmax", 1),
    ("\u2212inf", "causal/mask/#minus-infinity-before-the-softmax", 1),
    ("-\u221e", "causal/mask/", 1),
    ("why sqrt", "self-attention/scaling/", 1),
    ("sqrt d_k", "self-attention/scaling/", 1),
    ("mask nan", "multi-head/padding/", 1),
    ("mask nan", "mistakes/#there-is-nan-or-minus-infinity", 2),
    ("dropout different numbers", "causal/dropout/", 1),
    ("cross attention padding", "multi-head/padding/", 1),
    ("CausalAttention", "causal/class/", 1),
    ("MultiHeadAttention", "multi-head/split/", 1),
    ("which attention", "modern/which/", 1),
    ("sdpa or flex attention", "modern/which/", 1),
    ("flash attention or sdpa", "modern/which/", 1),
    ("kv cache size calculator", "modern/which/", 1),
    ("flash attention", "modern/flash/", 2),
]
LONGEST_EXCERPT = 3  # lines of code


def asked(opened: Visit, what: str = INDEX) -> bool:
    return any(what in response.url for response in opened.responses)


def found(page: Page, words: str) -> list[list[str]]:
    """The addresses that a search gives, a list for each page, best first."""
    field, results = page.locator(".md-search__input"), page.locator(RESULTS)
    field.focus()
    # At once: while one types, there are results for each beginning, too.
    for text, shown in (("", False), (words, True)):
        field.evaluate(
            """(field, text) => {
                field.value = text
                field.dispatchEvent(new KeyboardEvent("keyup"))
            }""",
            text,
        )
        if shown:
            results.first.wait_for()
        else:
            expect(results).to_have_count(0)
    return results.evaluate_all(
        "(items) => items.map((item) => [...item.querySelectorAll('a')]"
        ".map((link) => link.href))"
    )


def test_nothing_of_the_search_is_loaded_with_a_page(visit: Open) -> None:
    opened = visit("")
    opened.page.wait_for_timeout(300)
    assert not asked(opened)
    assert not asked(opened, WORKER)


def test_search_by_keyboard_finds_a_page(visit: Open) -> None:
    opened = visit("")
    opened.page.keyboard.press("/")
    opened.page.keyboard.type("causal mask")
    # Half a query has results, too: a link carries the words that it was found by.
    found = opened.page.locator(".md-search-result__link[href*='h=causal+mask']").first
    found.wait_for()
    assert asked(opened)
    assert asked(opened, WORKER)
    found.click()
    assert "causal mask" in opened.page.locator("article").inner_text().lower()


@pytest.mark.parametrize(
    "asks",
    [SYMPTOMS, TYPED, NAMES, TERMS, READERS],
    ids=["seen", "typed", "names", "terms", "readers"],
)
def test_a_learner_finds_the_page(
    visit: Open, origin: str, asks: list[tuple[str, str, int]]
) -> None:
    page = visit("").page
    astray = []
    for words, answer, place in asks:
        links = [link for group in found(page, words)[:place] for link in group]
        first = [
            link.removeprefix(origin).partition("?")[0] + hash_of(link)
            for link in links
        ]
        if not any(link.startswith(answer) for link in first):
            astray.append(f"{words}: {first}")
    assert astray == []


def test_little_words_are_asked_for_only_where_there_are_no_others(visit: Open) -> None:
    page = visit("").page
    assert found(page, "the loss of a Model, that is not on it") == found(
        page, "loss model"
    )
    assert found(page, "not on") != []


def test_a_minus_excludes_nothing(visit: Open) -> None:
    page = visit("").page
    assert found(page, "mask -nan") == found(page, "mask nan")
    told = page.locator(".md-search-result__meta").inner_text()
    found(page, "-inf")
    shown = int(page.locator(".md-search-result__meta").inner_text().split()[0])
    assert 0 < shown < int(told.split()[0]), "not all that has no infinity"


def test_results_show_little_code_and_no_words_to_find_pages_by(visit: Open) -> None:
    page = visit("").page
    found(page, "sqrt d_k")
    excerpts = page.locator(".md-search-result pre > code").all_text_contents()
    assert excerpts
    assert max(len(each.splitlines()) for each in excerpts) <= LONGEST_EXCERPT
    assert page.locator(".md-search-result pre mark").count()
    assert "Missing" not in page.locator(RESULTS).first.inner_text()
    found(page, "minus infinity")
    assert page.locator(".md-search-result .md-tag").count() == 0


def hash_of(link: str) -> str:
    _, sign, anchor = link.partition("#")
    return sign + anchor if "?" in link else ""


@pytest.mark.parametrize("keys", [["Escape"], ["ArrowDown", "Escape"]])
def test_escape_gives_the_focus_back(visit: Open, keys: list[str]) -> None:
    page = visit("").page
    link = page.locator("article a[href]").nth(3)
    link.focus()
    page.keyboard.press("/")
    page.keyboard.type("softmax")
    page.locator(".md-search-result__link").first.wait_for()
    for key in keys:
        page.keyboard.press(key)
    assert not page.locator("#__search").is_checked()
    page.wait_for_timeout(50)
    assert link.evaluate("(link) => link === document.activeElement")


def test_search_on_a_phone_opens_with_a_tap(visit: Open) -> None:
    opened = visit("", width=360)
    opened.page.locator("label[for=__search]").first.click()
    opened.page.keyboard.type("softmax")
    opened.page.locator(".md-search-result__link").first.wait_for()


def test_an_address_may_ask_a_question(visit: Open) -> None:
    page = visit("?q=softmax").page
    page.locator(".md-search-result__link").first.wait_for()


def test_the_index_is_light(site_folder: Path) -> None:
    assert len(gzip.compress((site_folder / INDEX).read_bytes(), 6)) < MOST_BYTES
