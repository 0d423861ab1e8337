"""Cuts the shop's web fonts out of the @fontsource-variable packages.

Run with Debian's python3-fonttools and python3-brotli; see README.md beside this file.
The results are committed, so that nobody needs Python to build or run the shop.
"""

import io
import os
import sys

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCE = os.path.join(ROOT, "node_modules", "@fontsource-variable")
TARGET = os.path.join(ROOT, "public", "fonts")

# Accented letters are rare in this shop's English: they travel with the extended file, fetched when one is met.
LATIN = "U+0020-007E,U+00A0,U+00A3,U+00A9,U+00AB,U+00B0,U+00B7,U+00BB,U+00D7,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+20AC,U+2212"
ACCENTED = "U+00A1-00A2,U+00A4-00A8,U+00AA,U+00AC-00AF,U+00B1-00B6,U+00B8-00BA,U+00BC-00D6,U+00D8-00FF"
LATIN_EXT = "U+0100-017F,U+0218-021B,U+1E80-1E85,U+1E9E,U+1EF2-1EF3"
ARABIC = "U+0600-06FF,U+200C-200E,U+FB50-FBFF,U+FE70-FEFC"

ALEXANDRIA = "alexandria/files/alexandria-%s-wght-normal.woff2"
BRICOLAGE = "bricolage-grotesque/files/bricolage-grotesque-%s-wght-normal.woff2"

# file name, source, weights kept, characters
CUTS = [
    ("alexandria-latin", ALEXANDRIA % "latin", (400, 700), LATIN),
    ("alexandria-accented", ALEXANDRIA % "latin", (400, 700), ACCENTED),
    ("alexandria-latin-ext", ALEXANDRIA % "latin-ext", (400, 700), LATIN_EXT),
    ("alexandria-arabic", ALEXANDRIA % "arabic", (400, 700), ARABIC),
    ("alexandria-rupee", ALEXANDRIA % "latin-ext", (400, 700), "U+20B9"),
    ("alexandria-dirham", ALEXANDRIA % "arabic", (400, 700), "U+0625,U+062F"),
    ("bricolage-latin", BRICOLAGE % "latin", 700, LATIN),
    ("bricolage-accented", BRICOLAGE % "latin", 700, ACCENTED),
    ("bricolage-latin-ext", BRICOLAGE % "latin-ext", 700, LATIN_EXT),
    ("bricolage-rupee", BRICOLAGE % "latin-ext", 700, "U+20B9"),
]


def parse_unicodes(text):
    return subset.parse_unicodes(text.replace("U+", ""))


def cut(name, source, weight, characters):
    font = TTFont(os.path.join(SOURCE, source))
    font = instancer.instantiateVariableFont(font, {"wght": weight})
    plain = io.BytesIO()
    font.flavor = None
    font.save(plain)
    plain.seek(0)
    options = subset.Options()
    options.flavor = "woff2"
    options.hinting = False
    options.desubroutinize = True
    options.layout_features = ["kern", "liga", "tnum", "ccmp", "locl", "mark", "mkmk", "init", "medi", "fina", "rlig", "calt"]
    options.name_IDs = [0, 1, 2, 13, 14]
    options.notdef_outline = False
    options.drop_tables += ["STAT", "MVAR"] if isinstance(weight, tuple) else ["STAT"]
    font = TTFont(plain)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=parse_unicodes(characters))
    cutter.subset(font)
    path = os.path.join(TARGET, name + ".woff2")
    subset.save_font(font, path, options)
    print("%-24s %6d bytes, %d characters" % (name, os.path.getsize(path), len(font.getBestCmap())))


def average_width(font, weights):
    widths, cmap, upem = font["hmtx"], font.getBestCmap(), font["head"].unitsPerEm
    return sum(widths[cmap[ord(letter)]][0] * share for letter, share in weights.items()) / upem


def print_fallback(name, path, arial):
    """Prints the @font-face numbers that make Arial take the room of our font, so that nothing moves when it arrives."""
    text = "Evening desert safari with dinner and hotel pickup, 2 adults, taxes included. Book your next journey in two minutes."
    weights = {letter: text.count(letter) / len(text) for letter in set(text)}
    ours, theirs = TTFont(path), TTFont(arial)
    size = average_width(ours, weights) / average_width(theirs, weights)
    hhea, upem = ours["hhea"], ours["head"].unitsPerEm
    print("%s: size-adjust %.1f%%; ascent-override %.1f%%; descent-override %.1f%%; line-gap-override 0%%"
          % (name, size * 100, hhea.ascent / upem / size * 100, -hhea.descent / upem / size * 100))


if __name__ == "__main__":
    os.makedirs(TARGET, exist_ok=True)
    for name, source, weight, characters in CUTS:
        cut(name, source, weight, characters)
    if len(sys.argv) > 2:
        print_fallback("Alexandria", os.path.join(TARGET, "alexandria-latin.woff2"), sys.argv[1])
        print_fallback("Bricolage Grotesque", os.path.join(TARGET, "bricolage-latin.woff2"), sys.argv[2])
