"""What is behind the general sentences of docs/mistakes/models.md."""

from tests.claims.quotes import cited

cited(
    "It happened in the bonus material of the book's own repository, in a comparison "
    "of implementations: it was reported and fixed in August 2026.",
    source="rasbt/LLMs-from-scratch, issue 1061 and pull request 1062",
)
cited(
    "In latent attention, keys, apart from their rotary part, are computed from a "
    "narrow vector, the latent (DeepSeek-AI, 2024, section 2.1).",
    source="DeepSeek-AI (2024), DeepSeek-V2, section 2.1",
)
