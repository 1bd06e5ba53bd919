"""Find numbers in what people write: as digits, and as words in Greek, English and German.

Greek words are found in Latin letters too. Accents do not matter, and inflected forms count. Only whole words are compared:
"acht" is a number, "Achtung" is not. Ordinals up to "fourth" do not count as numbers, because players use them to name piles.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "number_words"
UMLAUTS = str.maketrans({"ü": "ue", "ö": "oe", "ß": "ss"})
TOKEN = re.compile(r"\d+|[^\W\d_]+")


def find_number(text: str, numbers: range, allowed: re.Pattern[str] | None = None) -> str | None:
    """Return the first number of this range in a text, as it was written, or None if the text has no such number.

    The parts of the text (without accents) that match `allowed` are ignored.

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
            return next((each for each in re.findall(r"\w+", text) if without_accents_or_case(each) == word), word)
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


def without_accents_or_case(text: str) -> str:
    """Return a text without accents, in lower case.

    >>> without_accents_or_case("Δεκαέξι FÜNF dreißig")
    'δεκαεξι funf dreissig'
    """
    return without_accents(text).casefold()


@cache
def number_words() -> dict[str, int]:
    """Return all number words from 2 to 99 with their values. The words are in lower case without accents."""
    words: dict[str, int] = {}
    for word, value in [*inflected_words("en"), *german_words(), *inflected_words("el"), *greek_words_in_latin_letters()]:
        words.setdefault(without_accents_or_case(word), value)
    return words


def load_grammar(lang: str) -> dict[str, Any]:
    """Return the data from which the number words of a language are formed.

    The data has groups. A group maps values to words (separated by spaces), and lists the endings that each word can have. In
    compounds, one of the `first_parts` stands before the word: tens before units ("forty" "two"), or units before tens
    ("zweiund" "vierzig"). `use` says whether the words of the group stand "alone" or in a "compound". Without `use`, the words
    can do both.
    """
    loaded: dict[str, Any] = json.loads((FOLDER / f"{lang}.json").read_text("utf-8"))
    return loaded


def inflected_words(lang: str, *, transcribed: bool = False) -> Iterator[tuple[str, int]]:
    """Yield all number words of a language with their values, or only those that are `transcribed` into Latin letters."""
    language = load_grammar(lang)
    first_parts = [(int(base), part) for base, parts in language["first_parts"].items() for part in parts.split()]
    for group in language["groups"]:
        if transcribed and group.get("greek_letters_only"):
            continue
        before = [(0, "")] if group.get("use") != "compound" else []
        before += first_parts if group.get("use") != "alone" else []
        for (base, part), (last, forms) in product(before, group["words"].items()):
            value = base + int(last)
            if value > 1 and (base == 0 or is_compound(base, int(last))):
                for form, ending in product(forms.split(), group.get("endings", [""])):
                    if form + ending not in language.get("not_numbers", ()):
                        yield part + form + ending, value


def is_compound(base: int, last: int) -> bool:
    """Return whether tens and units form a compound word. 10 and 1, and 10 and 2, do not: 11 and 12 have words of their own."""
    return (last < 10 and base + last > 12) if base >= 10 else (last >= 20 and last % 10 == 0)


def german_words() -> Iterator[tuple[str, int]]:
    """Yield the German number words, including the spellings that are typed without a German keyboard."""
    for word, value in inflected_words("de"):
        yield word, value
        yield word.translate(UMLAUTS), value


def greek_words_in_latin_letters() -> Iterator[tuple[str, int]]:
    """Yield the Greek number words in Latin letters, without ordinals: "ektos" usually means "except", not "sixth"."""
    return ((spelling, value) for word, value in inflected_words("el", transcribed=True) for spelling in latin_spellings(word))


def latin_spellings(word: str) -> Iterator[str]:
    """Yield the common spellings of a Greek word in Latin letters.

    >>> sorted(latin_spellings("εφτα")), list(latin_spellings("οχτω"))[:3]
    (['efta', 'ephta'], ['oxto', 'oxtw', 'ohto'])
    """
    letters = latin_spellings_of_greek()
    return map("".join, product(*(letters[part] for part in re.findall("|".join(letters), word))))


@cache
def latin_spellings_of_greek() -> dict[str, list[str]]:
    """Return the Latin spellings of each Greek letter, and of pairs of letters that are read as one."""
    return {greek: spellings.split() for greek, spellings in load_grammar("el")["latin"].items()}
