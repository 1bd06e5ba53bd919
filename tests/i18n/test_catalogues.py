"""The three languages say the same things, completely, and each in its own words."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import trapezi
from trapezi.cli.arguments import playable_games
from trapezi.core.options import describe
from trapezi.i18n import BLANK, LANGUAGES, catalogue

SOURCE = Path(trapezi.__file__).parent
SHARED_FILES = SOURCE / "i18n"
GAMES = list(playable_games())

# The same in English: proper names, signs, and words that German took from there or shares.
SHARED = {
    "de": {
        "silver_gold.colour.orange",
        "sideboards.colour.orange",
        "sideboards.of.orange",
        "silver_gold.move.expedition",
        "play.guest.1",
        "bench.form",
        "play.title",
        "table.name",
        "play.did",
        "deck.part",
        "log.line",
        "replay.no-seed",
    },
    "el": {"play.title", "table.name", "play.did", "deck.part"},
}


def bare(sentence: str) -> str:
    """A sentence without blanks, commands and file formats."""
    without = re.sub(r"\{\w+\}|`[^`]*`|trapezi|GAME|JSON|--?\w+|NAME|Enter|Home|End|Python|TRAPEZI_\w+", "", sentence)
    return "".join(c for c in without if c.isalpha())


@pytest.mark.parametrize("lang", ["el", "de"])
def test_all_languages_have_the_same_keys(lang):
    assert set(catalogue(lang)) == set(catalogue("en"))


@pytest.mark.parametrize("lang", ["el", "de"])
def test_all_languages_have_the_same_blanks(lang):
    for key, sentence in catalogue("en").items():
        assert sorted(BLANK.findall(catalogue(lang)[key])) == sorted(BLANK.findall(sentence)), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_files_are_flat_maps_without_doubles_and_sentences_without_loose_ends(lang):
    seen: dict[str, str] = {}
    for path in sorted((SHARED_FILES / lang).glob("*.json")):

        def checked(pairs: list[tuple[str, object]], path: Path = path) -> dict[str, object]:
            for key, sentence in pairs:
                assert isinstance(sentence, str), (path.name, key)
                assert key not in seen, f"{key} in {path.name} and {seen[key]}"
                assert sentence.strip(), key
                assert not re.search(r"[{}]", BLANK.sub("", sentence)), key
                assert re.fullmatch(r"[a-z0-9_]+(\.[A-Za-z0-9_-]+)+", key), key
                seen[key] = path.name
            return dict(pairs)

        json.loads(path.read_text("utf-8"), object_pairs_hook=checked)


def test_languages_have_the_same_files():
    files = [
        sorted(str(p.relative_to(SHARED_FILES / lang)) for p in (SHARED_FILES / lang).rglob("*") if p.is_file())
        for lang in LANGUAGES
    ]
    assert files[0] == files[1] == files[2]


@pytest.mark.parametrize("lang", ["el", "de"])
def test_nothing_is_left_in_english(lang):
    titles = {f"{kind.name}.title" for kind in GAMES} | SHARED[lang]
    left = []
    for key, sentence in catalogue(lang).items():
        if key in titles or len(bare(sentence)) < 2:
            continue
        if lang == "el" and not re.search(r"[α-ωά-ώΑ-ΩΆ-Ώ]", sentence):
            left.append(key)
        same = bare(sentence) == bare(catalogue("en")[key])
        if same and len(re.findall(r"\w+", BLANK.sub("", sentence))) > 1:  # single words may be shared: Expedition, Joker
            left.append(key)
    assert left == []


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_every_game_has_title_pitch_options_and_rules(kind):
    for lang in LANGUAGES:
        words = catalogue(lang)
        assert words[f"{kind.name}.title"]
        assert words[f"{kind.name}.pitch"]
        for option in describe(kind.Options):
            assert words[f"{kind.name}.option.{option['name']}"]
            for value in option.get("values", ()):
                label = option.get("labels", {}).get(value)
                assert words[label["key"] if label else f"{kind.name}.option.{option['name']}.{value}"]
        assert (SOURCE / "games" / kind.name / "locale" / f"rules.{lang}.md").is_file()


# -- keys in the source --------------------------------------------------------------------------------------------------

SOURCES = {path: path.read_text("utf-8") for path in SOURCE.rglob("*.py")}
ERRORS = {name for text in SOURCES.values() for name in re.findall(r"class (\w+)\((?:TrapeziError|BadDeck|BadOption)\)", text)}
SAYERS = {"say", "ask", "Reason"} | ERRORS


def keys_in(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Every key that a file uses, as a pattern, with the call that it stands in."""
    for node in ast.walk(ast.parse(SOURCES[path])):
        if isinstance(node, ast.Call):
            name = str(getattr(node.func, "attr", None) or getattr(node.func, "id", ""))
            place = 1 if name == "line" else 0
            if (name in SAYERS or name == "line") and len(node.args) > place:
                yield from ((key, node) for key in patterns(node.args[place]))


def patterns(value: ast.expr) -> Iterator[str]:
    """The texts that an expression can be, as regular expressions; blanks of f-strings stand for anything."""
    match value:
        case ast.Constant(value=str(text)):
            yield re.escape(text)
        case ast.IfExp(body=body, orelse=other):
            yield from patterns(body)
            yield from patterns(other)
        case ast.JoinedStr(values=parts):
            yield "".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in parts)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            yield from (first + second for first in patterns(left) for second in patterns(right))


def test_every_key_in_the_source_has_its_sentence():
    known = list(catalogue("en"))
    missing = set()
    for path in SOURCES:
        for pattern, _ in keys_in(path):
            is_key = re.fullmatch(r"[a-z_.+\\0-9-]+", pattern) and r"\." in pattern
            if is_key and not any(re.fullmatch(pattern, key) for key in known):
                missing.add(f"{path.relative_to(SOURCE)}: {pattern}")
    assert missing == set()


def test_the_blanks_of_an_error_are_filled_where_it_is_raised():
    for path in SOURCES:
        for pattern, call in keys_in(path):
            named = {keyword.arg for keyword in call.keywords}
            if len(call.args) > 1 or None in named:  # parameters by other ways
                continue
            for key, sentence in catalogue("en").items():
                if re.fullmatch(pattern, key) and ".+" not in pattern:
                    assert set(BLANK.findall(sentence)) <= named, f"{path.name}: {key}"


def test_no_sentence_of_the_command_line_is_dead():
    """Every key is in the source, whole or as the beginning of one that is put together there."""
    used = "\n".join(SOURCES.values())
    keys = [key for name in ("common", "cli") for key in json.loads((SHARED_FILES / "en" / f"{name}.json").read_text("utf-8"))]
    dead = [key for key in keys if not any(f'"{part}' in used for part in (f'{key}"', *beginnings(key)))]
    assert dead == []


def beginnings(key: str) -> Iterator[str]:
    """`help.play.name` may be put together from `help.{…}`; ids such as `deck.kind.str` are found by their parameter."""
    parts = key.split(".")
    yield ".".join(parts[:-1]) + ".{"
    yield parts[0] + ".{"
    if key.startswith(("deck.kind.", "option.value.", "text.what.")):
        yield parts[0] + "."
    yield key.removesuffix("-close") + '" +'
