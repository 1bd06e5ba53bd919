"""Numbers in what people write: as digits, and as words in Greek, English and German, inflected and without accents.

Whole words only: "acht" is a number, "Achtung" is not. Ordinals up to the fourth pass, since piles are counted so.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

LONE = re.compile(r"\d+|[^\W\d_]+")


def found(text: str, numbers: range) -> str | None:
    """The first number of this range in a text, as it was written, or None.

    >>> found("Ich habe die Zweiundvierzig!", range(2, 100))
    'Zweiundvierzig'
    >>> found("Achtung, one moment", range(2, 100)) is None
    True
    """
    known = words()
    written: list[str] = LONE.findall(plain(text))
    for word in written:
        value = int(word) if word.isdecimal() and len(word) < 10 else known.get(word)
        if value is not None and value in numbers:
            return next((each for each in re.findall(r"\w+", text) if plain(each) == word), word)
    return None


def plain(text: str) -> str:
    """Lower case, no accents, no invisible characters, and every digit an ordinary one.

    >>> plain("Δεκαέξι ⑦ ４２ fünf dreißig")
    'δεκαεξι 7 42 funf dreissig'
    """
    letters = []
    for char in unicodedata.normalize("NFKD", text):
        kind = unicodedata.category(char)
        if kind in ("Mn", "Me", "Cf"):
            continue
        letters.append(str(unicodedata.digit(char)) if kind in ("Nd", "No") and char.isdigit() else char)
    return "".join(letters).casefold()


@cache
def words() -> dict[str, int]:
    """Every number word from 2 to 99, in plain letters."""
    told: dict[str, int] = {}
    for language in (english(), german(), greek()):
        for word, value in language:
            told.setdefault(plain(word), value)
    return told


# -- English -----------------------------------------------------------------------------------------------------------

ENGLISH = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
ENGLISH_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
ENGLISH_ODD = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth", "twelve": "twelfth",
}  # fmt: skip


def english() -> Iterator[tuple[str, int]]:
    names = dict(enumerate(ENGLISH))
    for ten, name in enumerate(ENGLISH_TENS, 2):
        names[10 * ten] = name
        names.update({10 * ten + unit: name + ENGLISH[unit] for unit in range(1, 10)})
    for value, name in names.items():
        if value < 2:
            continue
        yield name, value
        yield name + "ish", value
        yield (name[:-1] + "ies" if name.endswith("y") else name + "es" if name.endswith("x") else name + "s"), value
        if value > 4:
            yield from ((ordinal + s, value) for ordinal in [english_ordinal(name, value)] for s in ("", "s"))
    yield from (("fourty", 40), ("ninty", 90), ("dozen", 12), ("dozens", 12))


def english_ordinal(name: str, value: int) -> str:
    if name.endswith("y"):
        return name[:-1] + "ieth"
    last = ENGLISH[value % 10] if value > 20 else name
    return name.removesuffix(last) + ENGLISH_ODD.get(last, last + "th")


# -- German ------------------------------------------------------------------------------------------------------------

GERMAN = ["null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"]
GERMAN_STEMS = {6: "sech", 7: "sieb"}
GERMAN_TENS = ["zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]
GERMAN_ENDINGS = ("", "e", "en", "er", "ern", "ers", "mal", "fach")
GERMAN_OTHER = {"achte", "achten", "elfe", "elfen"}  # words with a meaning of their own: "achten auf", the elves


def german() -> Iterator[tuple[str, int]]:
    names = {value: [GERMAN[value]] for value in range(2, 13)}
    names[2] = ["zwei", "zwo"]
    for unit in range(3, 10):
        names[10 + unit] = [GERMAN_STEMS.get(unit, GERMAN[unit]) + "zehn"]
    for ten, name in enumerate(GERMAN_TENS, 2):
        names[10 * ten] = [name]
        for unit in range(1, 10):
            names[10 * ten + unit] = [each + "und" + name for each in names.get(unit, ["ein"])]
    for value, forms in names.items():
        for name in forms:
            endings = [name + ending for ending in GERMAN_ENDINGS]
            if value > 4:
                stem = {7: "sieb"}.get(value, name)
                endings += [
                    stem + ("st" if value > 19 else "t") + ending for ending in ("e", "en", "er", "es", "em") if value != 8
                ]
            for word in endings:
                if word not in GERMAN_OTHER:
                    yield from ((each, value) for each in {word, spelt_out(word)})
    yield from (("siebener", 7), ("siebner", 7), ("siebente", 7), ("siebenten", 7), ("dutzend", 12), ("dutzende", 12))


def spelt_out(word: str) -> str:
    """Without a German keyboard.

    >>> spelt_out("fünfunddreißig")
    'fuenfunddreissig'
    """
    return word.replace("ü", "ue").replace("ö", "oe").replace("ß", "ss")


# -- Greek -------------------------------------------------------------------------------------------------------------

GREEK = {
    2: "δυο δυω", 3: "τρια τρεις τριων τρις", 4: "τεσσερα τεσσερις τεσσερεις τεσσαρων τεσσαρα τεσσαρες", 5: "πεντε", 6: "εξι εξη",
    7: "επτα εφτα", 8: "οκτω οχτω", 9: "εννεα εννια ενια ενεα", 10: "δεκα", 11: "εντεκα ενδεκα", 12: "δωδεκα ντουζινα ντουζινες",
    16: "δεκαξι",
    20: "εικοσι", 30: "τριαντα", 40: "σαραντα", 50: "πενηντα", 60: "εξηντα", 70: "εβδομηντα", 80: "ογδοντα", 90: "ενενηντα",
}  # fmt: skip
GREEK_UNIT = {1: "ενα ενας μια ενος μιας", **{unit: GREEK[unit] for unit in range(2, 10)}}
GREEK_CARD = {
    2: "δυ", 3: "τρι", 4: "τεσσ", 5: "πεντ", 6: "εξ", 7: "εφτ επτ", 8: "οχτ οκτ", 9: "εννι", 10: "δεκ", 11: "εντεκ", 12: "δωδεκ",
    20: "εικοσ", 30: "τριαντ", 40: "σαραντ", 50: "πενηντ", 60: "εξηντ", 70: "εβδομηντ", 80: "ογδοντ", 90: "ενενηντ",
}  # fmt: skip
GREEK_ORDINAL = {
    5: "πεμπτ", 6: "εκτ", 7: "εβδομ", 8: "ογδο", 9: "ενατ", 10: "δεκατ", 11: "ενδεκατ εντεκατ", 12: "δωδεκατ", 20: "εικοστ",
    30: "τριακοστ", 40: "τεσσαρακοστ", 50: "πεντηκοστ", 60: "εξηκοστ", 70: "εβδομηκοστ", 80: "ογδοηκοστ", 90: "ενενηκοστ",
}  # fmt: skip
GREEK_OTHER = {"πεμπτη", "πεμπτης", "πεμπτες"}  # Thursday


def greek() -> Iterator[tuple[str, int]]:
    for value, forms in GREEK.items():
        yield from ((form, value) for form in forms.split())
    for ten, before in ((10, "δεκα"), *((value, GREEK[value]) for value in range(20, 100, 10))):
        for unit, forms in GREEK_UNIT.items():
            if ten > 10 or unit > 2:
                yield from ((before + form, ten + unit) for form in forms.split())
    for value, stems in GREEK_CARD.items():
        yield from ((stem + ending, value) for stem in stems.split() for ending in ("αρι", "αρια", "αριου", "αριων", "αρης"))
    for value, stems in GREEK_ORDINAL.items():
        for stem in stems.split():
            for ending in ("ος", "ου", "ο", "η", "ης", "οι", "ων", "ους", "ες", "α"):
                if stem + ending not in GREEK_OTHER:
                    yield stem + ending, value
