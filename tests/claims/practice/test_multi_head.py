"""What is behind the general sentences of docs/practice/multi-head.md."""

from tests.claims.quotes import cited, derived

cited(
    "In trained models, many heads can be removed with little loss (Michel et al., "
    "2019).",
    source="Michel et al. (2019), Are Sixteen Heads Really Better than One?, section 3",
)
derived(
    "The product of the whole matrices is the sum of the heads' products, so it adds "
    "the scores of the heads and takes one softmax instead of two.",
    where="practice/multi-head.md#two-matrices-for-four",
)
