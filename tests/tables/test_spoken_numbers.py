"""TG-8: numbers from 2 to 99 are not spoken of, in any of three languages; everything else is."""

from __future__ import annotations

import unicodedata

import pytest

from trapezi.tables.spoken_numbers import english, found, german, greek, words

CARDS = range(2, 100)

REFUSED = (
    """
42|ich habe 7|７|⑦|²|x42y|007|4.2|7️⃣|٤٢|42nd
two|TWENTY-one|twenty one|twentyone|ninety nine|sixes|twenties|fifth|forty-second|eleven|fourty|a dozen
zwei|zwo|zweien|Zweier|drei|dreien|vieren|fünf|funf|fuenf|FÜNFER|sechs|sieben|siebener|acht|neun|zehn|elf|zwölf|zwoelf
siebzehn|sechzehn|einundzwanzig|ein und zwanzig|zweiundvierzig|dreißig|dreissig|DREISSIG|neunundneunzig|fünfte|zwanzigsten|achtzig
δύο|δυο|ΔΥΟ|τρία|τρεις|τριών|ΤΡΙΩΝ|τέσσερις|τέσσερα|τεσσάρων|πέντε|έξι|επτά|εφτά|οκτώ|οχτώ|εννέα|εννιά|δέκα|έντεκα|δώδεκα
δεκατρία|δεκατριών|δεκατρείς|δεκατέσσερις|δεκαέξι|δεκάξι|δεκαεφτά|είκοσι|εικοσιένα|είκοσι ένα|εικοσιτρείς|τριάντα|σαράντα
σαρανταδύο|πενήντα|εξήντα|εβδομήντα|ογδόντα|ενενήντα|ενενηντα εννια|πεντάρι|το εξάρι|εφτάρια|δεκάρι|έκτος|δέκατη
""".replace("\n", "|")
    .strip("|")
    .split("|")
)

PASSED = (
    """
one|once|ένα|ένας|μία|ein|eine|einer|eins|Achtung|achten|Achte auf mich|weight|often|tension|Zweifel|Dreieck|vierzehntägig|hundred
100|hundert|εκατό|1|0|1000|zero|null|μηδέν|someone|anyone|allein|κανένας|τριαντάφυλλο|δεκανίκι|hello there|καλησπέρα|guten Abend
second|the third pile|der zweite Stapel|vierter Stapel|η τρίτη στοίβα|την Πέμπτη|Elfen|zehren|too|for|to|drehen|neu|neue|εξω
""".replace("\n", "|")
    .strip("|")
    .split("|")
)


@pytest.mark.clause("TG-8")
@pytest.mark.parametrize("text", REFUSED)
def test_a_number_is_found(text: str) -> None:
    assert found(text, CARDS) is not None
    assert found(f"take my «{text}», please", CARDS) is not None


@pytest.mark.clause("TG-8")
@pytest.mark.parametrize("text", PASSED)
def test_other_words_pass(text: str) -> None:
    assert found(text, CARDS) is None


@pytest.mark.parametrize("language", [english, german, greek])
def test_every_number_has_a_word_in_every_language(language: object) -> None:
    told = {value for _, value in language()}  # type: ignore[operator]
    assert set(range(2, 11)) <= told
    assert set(range(20, 100)) <= told
    assert {11, 12, 13, 19} <= told


def test_words_are_found_with_accents_without_and_in_capitals() -> None:
    for word in list(words())[::7]:
        for form in (word, word.upper(), unicodedata.normalize("NFD", word.capitalize())):
            assert found(form, CARDS), form


def test_nothing_is_a_number_where_none_is_forbidden() -> None:
    assert found("42 zwei δύο", range(0)) is None
