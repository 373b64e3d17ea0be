"""Figures of the site are smaller than those that are stored, and look the same."""

import re

from publish.site.slim import slim

DRAWN = """<svg>
 <metadata>who</metadata>
 <g id="axes_1">
  <path d="M 1.234567 2
L 4.244567 2
L 4.244567 9
L 1.234567 9
z
" clip-path="url(#p1)"/>
  <path d="M 0 0
L 10.125678 0
L 10.125678 5
L 12 7
"/>
 </g>
 <g transform="translate(7.123456 8.5) scale(0.11 -0.11)">
  <defs>
   <path id="A-41" d="M 800 1604
Q 160 8 -80 0
z
" transform="scale(0.015625)"/>
  </defs>
  <use xlink:href="#A-41"/>
  <use xlink:href="#A-41" transform="translate(59.1875 0)"/>
 </g>
 <clipPath id="p1"/>
</svg>"""


def test_a_figure_keeps_what_is_seen_and_what_is_named_in_shorter_words() -> None:
    made = slim(DRAWN)
    assert re.findall(r'id="([^"]*)"', made) == ["A-41", "p1"]
    assert "who" not in made
    assert "translate(7.12 8.50) scale(0.11 -0.11)" in made
    assert re.findall(r' d="([^"]*)"', made) == [
        "M1.23 2L4.24 2L4.24 9L1.23 9z",
        "M0 0L10.13 0L10.13 5L12 7\n",
        "M100 200Q20 1 -10 0z",
    ]
    assert 'Q20 1 -10 0z" transform="scale(.125)"' in made, "letters, in eighths"
    assert '<use xlink:href="#A-41" transform="translate(59.19 0)"/>' in made
