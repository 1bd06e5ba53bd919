"""Find numbers in what people write: as digits, and as words in Greek, English and German.

Greek is found in Latin letters too. Words are compared without accents, inflected forms included, and as whole words only: "acht"
is a number, "Achtung" is not. Ordinals up to the fourth are no numbers here, because players count piles with them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product

TOKEN = re.compile(r"\d+|[^\W\d_]+")


def find_number(text: str, numbers: range, allowed: re.Pattern[str] | None = None) -> str | None:
    """Return the first number of this range in a text, as it was written, or None.

    Whatever `allowed` matches in the text without accents is ignored.

    >>> find_number("Ich habe die Zweiundvierzig!", range(2, 100))
    'Zweiundvierzig'
    >>> find_number("Achtung, one moment", range(2, 100)) is None
    True
    """
    known = number_words()
    letters = without_accents(text)
    if allowed is not None:
        letters = allowed.sub(" ", letters)
    tokens: list[str] = TOKEN.findall(letters.casefold())
    for word in tokens:
        value = int(word) if word.isdecimal() and len(word) < 10 else known.get(word)
        if value is not None and value in numbers:
            return next((each for each in re.findall(r"\w+", text) if plain(each) == word), word)
    return None


def without_accents(text: str) -> str:
    """Return a text without accents and invisible characters, with every digit as an ordinary digit.

    >>> without_accents("Δεκαέξι ⑦ ４２ Fünf")
    'Δεκαεξι 7 42 Funf'
    """
    letters = []
    for char in unicodedata.normalize("NFKD", text):
        kind = unicodedata.category(char)
        if kind in ("Mn", "Me", "Cf"):
            continue
        letters.append(str(unicodedata.digit(char)) if kind in ("Nd", "No") and char.isdigit() else char)
    return "".join(letters)


def plain(text: str) -> str:
    """Return a text without accents, in lower case.

    >>> plain("Δεκαέξι FÜNF dreißig")
    'δεκαεξι funf dreissig'
    """
    return without_accents(text).casefold()


@cache
def number_words() -> dict[str, int]:
    """Return every number word from 2 to 99, in plain letters."""
    words: dict[str, int] = {}
    for language in (english(), german(), greek(), greek(latin)):
        for word, value in language:
            words.setdefault(plain(word), value)
    return words


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
        yield from ((name + ending, value) for ending in ("ish", "something", "somethings", "odd"))
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
GERMAN_ENDINGS = ("", "e", "en", "er", "ern", "ers", "mal", "fach", "irgendwas")
GERMAN_OTHER = {"achte", "achten", "elfe", "elfen"}  # other words: "achten auf", the elves


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
                    yield from ((each, value) for each in {word, without_umlauts(word)})
            if value > 19 and value % 10 == 0:
                yield from ((part + name + "er" + s, value) for part in ("anfang", "mitt", "end") for s in ("", "n", "s"))
    yield from (("siebener", 7), ("siebner", 7), ("siebente", 7), ("siebenten", 7), ("dutzend", 12), ("dutzende", 12))


def without_umlauts(word: str) -> str:
    """Return a word as it is typed without a German keyboard.

    >>> without_umlauts("fünfunddreißig")
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
GREEK_TENS = {10: "δεκα", **{ten: GREEK[ten] for ten in range(20, 100, 10)}}
GREEK_CARD = {
    2: "δυ", 3: "τρι", 4: "τεσσ", 5: "πεντ", 6: "εξ", 7: "εφτ επτ", 8: "οχτ οκτ", 9: "εννι", 10: "δεκ", 11: "εντεκ", 12: "δωδεκ",
    20: "εικοσ", 30: "τριαντ", 40: "σαραντ", 50: "πενηντ", 60: "εξηντ", 70: "εβδομηντ", 80: "ογδοντ", 90: "ενενηντ",
}  # fmt: skip
GREEK_CARD_ENDINGS = ["αρι", "αρια", "αριου", "αριων", "αρης", "αρηδες", "αρα", "αρας", "αρες", "αρων", "αρακι", "αρακια"]
GREEK_ABOUT = ["αδα", "αδας", "αδες", "αδων"]  # δεκάδα, τριαντάδα
GREEK_SOMETHING = ["κατι", "τοσο", "τοσα", "τοσες", "τοσοι", "φευγα"]  # σαραντακάτι
GREEK_ORDINAL = {
    5: "πεμπτ", 6: "εκτ", 7: "εβδομ", 8: "ογδο", 9: "ενατ", 10: "δεκατ", 11: "ενδεκατ εντεκατ", 12: "δωδεκατ", 20: "εικοστ",
    30: "τριακοστ", 40: "τεσσαρακοστ", 50: "πεντηκοστ", 60: "εξηκοστ", 70: "εβδομηκοστ", 80: "ογδοηκοστ", 90: "ενενηκοστ",
}  # fmt: skip
GREEK_ORDINAL_ENDINGS = ["ος", "ου", "ο", "η", "ης", "οι", "ων", "ους", "ες", "α"]
GREEK_OTHER = {"πεμπτη", "πεμπτης", "πεμπτες"}  # Thursday
LATIN = {
    "ντ": ("nt", "nd", "d"), "ου": ("ou", "u"), "ει": ("ei", "i"), "οι": ("oi", "i"), "σσ": ("ss", "s"), "νν": ("nn", "n"),
    "α": "a", "β": "vb", "γ": "g", "δ": "d", "ε": "e", "ζ": "z", "η": "ih", "ι": "i", "κ": "k", "μ": "m", "ν": "n",
    "ξ": ("x", "ks"), "ο": "o", "π": "p", "ρ": "r", "σ": "s", "ς": "s", "τ": "t", "υ": "yui", "φ": ("f", "ph"),
    "χ": ("x", "h", "ch"), "ω": "ow",
}  # fmt: skip
LATIN_PART = re.compile("|".join(LATIN))


def latin(word: str) -> Iterator[str]:
    """Yield the common spellings of a Greek word in Latin letters.

    >>> sorted(latin("εφτα")), list(latin("οχτω"))[:3]
    (['efta', 'ephta'], ['oxto', 'oxtw', 'ohto'])
    """
    for parts in product(*(LATIN[part] for part in LATIN_PART.findall(word))):
        yield "".join(parts)


def greek(spellings: Callable[[str], Iterable[str]] = lambda word: (word,)) -> Iterator[tuple[str, int]]:
    """Yield the Greek number words with their values, each in all its spellings; ordinals only in Greek letters."""

    def spelt(*parts: str) -> Iterator[str]:
        return map("".join, product(*map(spellings, parts)))

    for value, forms in GREEK.items():
        yield from ((word, value) for form in forms.split() for word in spelt(form))
    for ten, before in GREEK_TENS.items():
        yield from ((word, ten) for ending in GREEK_SOMETHING for word in spelt(before, ending))
        for unit, forms in GREEK_UNIT.items():
            if ten > 10 or unit > 2:
                yield from ((word, ten + unit) for form in forms.split() for word in spelt(before, form))
                cards = (stem + ending for stem in GREEK_CARD.get(unit, "").split() for ending in GREEK_CARD_ENDINGS)
                yield from ((word, ten + unit) for card in cards for word in spelt(before, card))
    for value, stems in GREEK_CARD.items():
        for stem in stems.split():
            endings = GREEK_CARD_ENDINGS + (GREEK_ABOUT if value % 10 == 0 else [])
            yield from ((word, value) for ending in endings for word in spelt(stem + ending))
    for value, stems in GREEK_ORDINAL.items():
        for form in (stem + ending for stem in stems.split() for ending in GREEK_ORDINAL_ENDINGS):
            if form not in GREEK_OTHER and form in spellings(form):  # "ektos" is far more often εκτός
                yield form, value
