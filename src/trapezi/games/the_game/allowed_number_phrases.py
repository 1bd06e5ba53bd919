"""Phrases that players may write in the chat although they contain a number: the names of commands and piles (TG-8)."""

import re

# The text has no accents when it is matched. "Three" with a capital letter is the name of a command, "three" is a number.
THREE = r"(?<!\d)(?<!\d\W)3!|\b(?:Threes?|THREE|Drei(?:en|er)?|DREI|Τρεις|ΤΡΕΙΣ|Τριων)\b"
PILE = (
    r"\b(?i:up|down|auf|ab|ανοδο[ςσυ]?|ανοδου|καθοδο[ςσυ]?|καθοδου)"
    r"[\s-]*(?:[12](?!\W*\d)|(?i:one|two|eins|zwei|ενα|δυο)\b)"
)
COUNT = r"(?<!\d)(?<!\d\W)(?:[2-4]|\b(?i:two|three|four|zwei|drei|vier|δυο|τρεις|τρια|τεσσερις|τεσσερα))"
COUNTABLE = (
    "commands", "lightnings", "infinities", "stops", "skulls", "threes", "silences", "no tricks", "one piles", "draw ones",
    "fires", "fire cards", "command cards",
    "befehle", "befehlskarten", "blitze", "stopps", "totenkopfe", "totenkoepfe", "dreien", "stille", "kein trick", "ein stapel",
    "eine ziehen", "feuer", "feuerkarten",
    "εντολες", "αστραπες", "απειρα", "στοπ", "stop", "stopp", "νεκροκεφαλες", "σιωπες", "χωρις τρικ", "μια στοιβα", "τραβα μια",
    "φωτιες", "καρτες φωτιας", "καρτες εντολων",
)  # fmt: skip

ALLOWED_NUMBER_PHRASES = re.compile(f"{COUNT}\\s+(?i:{'|'.join(COUNTABLE)})\\b|{COUNT}\\s+(?:{THREE})|{PILE}|{THREE}")
