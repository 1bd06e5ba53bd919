"""TG-8: players may not mention the numbers 2 to 99 in Greek, English or German, but may say everything else."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

import pytest

from trapezi.games.the_game.game import TheGame
from trapezi.tables.numbers_in_text import find_number, german_words, greek_words_in_latin_letters, inflected_words, number_words

CARDS = range(2, 100)


def examples(text: str) -> list[str]:
    return text.replace("\n", "|").strip("|").split("|")


REFUSED = examples("""
42|ich habe 7|７|⑦|²|x42y|007|4.2|7️⃣|٤٢|42nd
two|TWENTY-one|twenty one|twentyone|ninety nine|sixes|twenties|fifth|forty-second|eleven|fourty|a dozen
zwei|zwo|zweien|Zweier|drei|dreien|vieren|fünf|funf|fuenf|FÜNFER|sechs|sieben|siebener|acht|neun|zehn|elf|zwölf|zwoelf
siebzehn|sechzehn|einundzwanzig|ein und zwanzig|zweiundvierzig|dreißig|dreissig|DREISSIG|neunundneunzig|fünfte
zwanzigsten|achtzig
δύο|δυο|ΔΥΟ|τρία|τρεις|τριών|ΤΡΙΩΝ|τέσσερις|τέσσερα|τεσσάρων|πέντε|έξι|επτά|εφτά|οκτώ|οχτώ|εννέα|εννιά|δέκα|έντεκα|δώδεκα
δεκατρία|δεκατριών|δεκατρείς|δεκατέσσερις|δεκαέξι|δεκάξι|δεκαεφτά|είκοσι|εικοσιένα|είκοσι ένα|εικοσιτρείς|τριάντα|σαράντα
σαρανταδύο|πενήντα|εξήντα|εβδομήντα|ογδόντα|ενενήντα|ενενηντα εννια|πεντάρι|το εξάρι|εφτάρια|δεκάρι|έκτος|δέκατη
three|I have three|έχω τρεις|ich habe drei|3|33!|13!|1 3!|2 3!|3|3 skull|37 skulls|5 skulls|22 skulls|4 2 skulls
twenty-two skulls
σαράντα δύο νεκροκεφαλές|Up 25|Up 2 5|Up 3|Άνοδος 22|Άνοδος 3|Κάθοδος 47|Auf 47|Ab 12|up to 2|Up 2: 47
fortysomething|thirtysomethings|sixtyodd|vierzigirgendwas|Mittvierziger|Endzwanziger|Anfangdreißiger
""")

APPROXIMATE_GREEK = examples("""
δεκάρα|εικοσάρα|τριαντάρα|σαραντάρα|πενηντάρα|εξηντάρα|εβδομηντάρα|ογδοντάρα|ενενηντάρα
εικοσικάτι|τριαντακάτι|σαραντακάτι|πενηντακάτι|εξηντακάτι|εβδομηντακάτι|ογδοντακάτι|ενενηντακάτι|δεκακάτι
καμιά δεκαριά|εικοσαριά|τριανταριά|σαρανταριά|πενηνταριά|εξηνταριά|δεκάδα|εικοσάδα|τριαντάδα|σαραντάρης|σαραντάρηδες
εικοσάρι|τριανταράκι|σαραντάρες|σαρανταφεύγα|σαραντατόσα|σαρανταπεντάρι|δεκαεφτάρι|εικοσιδυάρι|ενενηνταεννιάρι|πεντάρα|εξάρες
""")

GREEK_IN_LATIN = examples("""
dyo|duo|dio|tria|treis|tris|tessera|tesseris|tesera|pente|exi|eksi|epta|efta|okto|oxto|ohto|oxtw|ennea|ennia|enia|deka|enteka
endeka|dodeka|dwdeka|dekatria|dekatesseris|dekapente|dekaexi|dekaeksi|dekaefta|dekaoxto|dekaennia|eikosi|ikosi|eikosi ena
saranta efta|sarantaefta|SARANTA|Saranta Efta|trianta|trianda|peninta|penhnta|penintatria|exinta|eksinta|exhnta|evdominta
ebdominta|ebdomhnta|evdomindaokto|ogdonta|ogdontaena|eneninta|enenhnta|enenintaennia|pentari|exari|eftari|dekari|triantara
sarantakati|eikosikati|sarantari|trianta kati
""")

PASSED = examples("""
one|once|ένα|ένας|μία|ein|eine|einer|eins|Achtung|achten|Achte auf mich|weight|often|tension|Zweifel|Dreieck
vierzehntägig|hundred
100|hundert|εκατό|1|0|1000|zero|null|μηδέν|someone|anyone|allein|κανένας|τριαντάφυλλο|δεκανίκι|hello there|καλησπέρα
guten Abend
second|the third pile|der zweite Stapel|vierter Stapel|η τρίτη στοίβα|την Πέμπτη|Elfen|zehren|too|for|to|drehen|neu|neue|εξω
exo kati kalo|den exw tipota|ti exei i alli stoiva|oxi ekei|ektos apo afto|ela edo|dikos sou|decades ago|something odd
irgendwas
κάτι καλό|τόσα πολλά|καμιά φορά|είκοσ|αράδα|παρέα
""")

COMMANDS_AND_PILES = examples("""
έχω το 3!|Έχω Τρεις|έχω μία Τρεις|ΕΧΩ ΤΡΕΙΣ|I hold a Three|I hold the 3!|two Threes|Ich habe eine Drei|ich habe das 3!
zwei Dreien|3!|3!!
δύο νεκροκεφαλές|δυο νεκροκεφαλες|Έχω δύο νεκροκεφαλές!|τρεις νεκροκεφαλές|2 νεκροκεφαλές|δύο Τρεις|δύο εντολές
τέσσερις εντολές|δύο στοπ
δύο σιωπές|δύο φωτιές|two skulls|2 skulls|three stops|Two Skulls|four commands|two fire cards|zwei Totenköpfe
zwei Totenkoepfe|drei Befehle
2 Totenköpfe|zwei Stopp|Άνοδος 1|Άνοδος 2|Κάθοδος 1|Κάθοδος 2|ΑΝΟΔΟΣ 2|ανοδος 2|στην Άνοδο 2|της Ανόδου 2
όχι στην Κάθοδο 2!|Κάθοδος δύο
Auf 1|Auf 2|Ab 1|Ab 2|auf 2|bitte nicht auf Ab 2.|Ab zwei|Up 1|Up 2|Down 1|Down 2|up 2|Up two|hands off Down 2, please
Up-2|Άνοδος 2 και Κάθοδος 2
Στοπ|Νεκροκεφαλή|Σιωπή|Χωρίς τρικ|Μία στοίβα|Τράβα μία|Stop|Skull|Silence|No trick|One pile|Draw one|Totenkopf
Ein Stapel|Eine ziehen
""")


@pytest.mark.clause("TG-8")
@pytest.mark.parametrize("text", [*REFUSED, *APPROXIMATE_GREEK, *GREEK_IN_LATIN])
def test_a_number_is_found(text: str) -> None:
    for allowed in (None, TheGame.allowed_number_phrases):
        assert find_number(text, CARDS, allowed) is not None
        assert find_number(f"take my «{text}», please", CARDS, allowed) is not None


@pytest.mark.clause("TG-8")
@pytest.mark.parametrize("text", PASSED)
def test_other_words_pass(text: str) -> None:
    assert find_number(text, CARDS) is None
    assert find_number(text, CARDS, TheGame.allowed_number_phrases) is None


@pytest.mark.clause("TG-8")
@pytest.mark.parametrize("text", COMMANDS_AND_PILES)
def test_commands_and_piles_may_be_named(text: str) -> None:
    assert find_number(text, CARDS, TheGame.allowed_number_phrases) is None
    assert find_number(f"{text} 47", CARDS, TheGame.allowed_number_phrases) is not None
    assert find_number(f"47. {text}", CARDS, TheGame.allowed_number_phrases) is not None


@pytest.mark.parametrize("words", [inflected_words("en"), german_words(), inflected_words("el"), greek_words_in_latin_letters()])
def test_every_number_has_a_word_in_every_language(words: Iterable[tuple[str, int]]) -> None:
    values = {value for _, value in words}
    assert set(range(2, 11)) <= values
    assert set(range(20, 100)) <= values
    assert {11, 12, 13, 19} <= values


def test_words_are_found_with_accents_without_and_in_capitals() -> None:
    for word in list(number_words())[::7]:
        for form in (word, word.upper(), unicodedata.normalize("NFD", word.capitalize())):
            assert find_number(form, CARDS), form


def test_nothing_is_a_number_where_none_is_forbidden() -> None:
    assert find_number("42 zwei δύο", range(0)) is None
