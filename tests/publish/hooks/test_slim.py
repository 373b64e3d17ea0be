"""Figures of the site are smaller than those that are stored, and look the same."""

import re

from publish.hooks.slim import slim

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


def test_a_figure_keeps_what_is_seen_and_what_is_named() -> None:
    assert re.findall(r'id="([^"]*)"', slim(DRAWN)) == ["A-41", "p1"]
    assert "who" not in slim(DRAWN)
    assert "translate(7.12 8.50) scale(0.11 -0.11)" in slim(DRAWN)


def test_a_rectangle_is_a_corner_and_two_sides_and_a_line_stays_where_it_is() -> None:
    rectangle, line, _ = re.findall(r' d="([^"]*)"', slim(DRAWN))
    assert rectangle == "M1.23 2h3.01v7h-3.01z"
    assert line == "M0 0H10.13V5L12 7"


def test_letters_are_drawn_in_eighths_and_stand_at_their_places() -> None:
    letter = 'd="M100 200Q20 1 -10 0z" transform="scale(.125)"'
    assert letter in slim(DRAWN)
    assert '<use xlink:href="#A-41" x="59.19"/>' in slim(DRAWN)
