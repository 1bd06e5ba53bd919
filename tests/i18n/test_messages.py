"""The three languages have the same messages, and all messages are complete and translated."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import trapezi
from trapezi.cli.arguments import playable_games
from trapezi.core.game import Game
from trapezi.core.options import describe_options
from trapezi.i18n import FORM, LANGUAGES, PLACEHOLDER, PLURAL, PLURAL_RULES, messages, placeholders, scope_of

SOURCE = Path(trapezi.__file__).parent
SHARED_FILES = SOURCE / "i18n"
GAMES = list(playable_games())

# Messages that are the same in English: proper names, signs and words that both languages share.
SHARED = {
    "de": {
        "silver_gold.colour.orange",
        "sideboards.colour.orange",
        "sideboards.of.orange",
        "silver_gold.move.expedition",
        "cli.play.guest.1",
        "cli.bench.form",
        "cli.play.title",
        "common.table.name",
        "cli.play.did",
        "cli.deck.part",
        "common.log.line",
        "cli.replay.no-seed",
    },
    "el": {"cli.play.title", "common.table.name", "cli.play.did", "cli.deck.part"},
}


def bare(sentence: str) -> str:
    """Return the letters of a message, without placeholders, commands and file formats."""
    without = re.sub(r"\{\w+\}|`[^`]*`|trapezi|GAME|JSON|--?\w+|NAME|Enter|Home|End|Python|TRAPEZI_\w+", "", sentence)
    return "".join(c for c in without if c.isalpha())


@pytest.mark.parametrize("lang", ["el", "de"])
def test_all_languages_have_the_same_keys(lang: str) -> None:
    assert set(messages(lang)) == set(messages("en"))


@pytest.mark.parametrize("lang", ["el", "de"])
def test_all_languages_have_the_same_placeholders(lang: str) -> None:
    for key, sentence in messages("en").items():
        assert placeholders(messages(lang)[key]) == placeholders(sentence), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plural_forms_have_all_categories_of_the_language(lang: str) -> None:
    categories = {PLURAL_RULES[lang](number) for number in range(200)}
    for key, sentence in messages(lang).items():
        for plural in PLURAL.finditer(sentence):
            assert {category for category, _ in FORM.findall(plural[2])} == categories, key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_files_have_unique_keys_and_well_formed_messages(lang: str) -> None:
    seen: dict[str, str] = {}
    for path in sorted((SHARED_FILES / lang).glob("*.json")):

        def check(pairs: list[tuple[str, object]], path: Path = path) -> dict[str, object]:
            for key, sentence in pairs:
                assert isinstance(sentence, str), (path.name, key)
                assert key.startswith(f"{path.stem}."), f"{key} is in {path.name}: the prefix of a key is its file"
                assert key not in seen, f"{key} in {path.name} and {seen[key]}"
                assert sentence.strip(), key
                assert not re.search(r"[{}]", PLACEHOLDER.sub("", PLURAL.sub("", sentence))), key
                assert re.fullmatch(r"[a-z0-9_]+(\.[A-Za-z0-9_-]+)+", key), key
                seen[key] = path.name
            return dict(pairs)

        json.loads(path.read_text("utf-8"), object_pairs_hook=check)


def test_languages_have_the_same_files() -> None:
    files = [
        sorted(str(p.relative_to(SHARED_FILES / lang)) for p in (SHARED_FILES / lang).rglob("*") if p.is_file())
        for lang in LANGUAGES
    ]
    assert files[0] == files[1] == files[2]


@pytest.mark.parametrize("lang", ["el", "de"])
def test_no_message_is_left_in_english(lang: str) -> None:
    titles = {f"{kind.name}.title" for kind in GAMES} | SHARED[lang]
    left = []
    for key, sentence in messages(lang).items():
        if key in titles or len(bare(sentence)) < 2:
            continue
        if lang == "el" and not re.search(r"[α-ωά-ώΑ-ΩΆ-Ώ]", sentence):
            left.append(key)
        same = bare(sentence) == bare(messages("en")[key])
        if (
            same and len(re.findall(r"\w+", PLACEHOLDER.sub("", sentence))) > 1
        ):  # Single words may be the same in two languages, such as Joker.
            left.append(key)
    assert left == []


# Masculine words, which a sentence with a person's name must not contain.
MASCULINE = {
    "de": r"\b(Gastgeber|Gewinner|Sieger|Zuschauer|(Start)?[Ss]pieler|jeder|seine?)\b",
    "el": r"\b(νικητής|οικοδεσπότης|παίκτης|παίκτη|καθένας|μόνος|πρώτος|έτοιμος|η σειρά του)\b",
}
NAMES_SOMEBODY = re.compile(r"\{(name|names|seat|seats|to)\}")


@pytest.mark.parametrize("lang", MASCULINE)
def test_messages_that_name_somebody_fit_women_and_men(lang: str) -> None:
    named = {key: sentence for key, sentence in messages(lang).items() if NAMES_SOMEBODY.search(sentence)}
    named = {key: sentence for key, sentence in named.items() if ".bot." not in key}  # Keys with `.bot.` are names of bots.
    assert {key: sentence for key, sentence in named.items() if re.search(MASCULINE[lang], sentence, re.IGNORECASE)} == {}


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_every_game_has_title_pitch_options_and_rules(kind: type[Game[Any]]) -> None:
    for lang in LANGUAGES:
        texts = messages(lang)
        assert texts[f"{kind.name}.title"]
        assert texts[f"{kind.name}.pitch"]
        for option in describe_options(kind.Options):
            assert texts[f"{kind.name}.option.{option['name']}"]
            for value in option.get("values", ()):
                label = option.get("labels", {}).get(value)
                assert texts[label["key"] if label else f"{kind.name}.option.{option['name']}.{value}"]
        assert (SOURCE / "games" / kind.name / "locale" / f"rules.{lang}.md").is_file()


# -- keys in the source --------------------------------------------------------------------------------------------------

SOURCES = {path: path.read_text("utf-8") for path in SOURCE.rglob("*.py")}
ERRORS = {name for text in SOURCES.values() for name in re.findall(r"class (\w+)\((?:TrapeziError|BadDeck|BadOption)\)", text)}
OPTIONAL = r".+\.board\..+"  # Labels of the plain board need no message: without one, the name is shown in readable form.
CALLS = {"translate", "ask", "Reason"} | ERRORS  # functions and classes whose first argument is a key


def keys_in(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Yield every key that a file uses, as a pattern, with the call that uses it."""
    for node in ast.walk(ast.parse(SOURCES[path])):
        if isinstance(node, ast.Call):
            name = str(getattr(node.func, "attr", None) or getattr(node.func, "id", ""))
            index = 1 if name == "score_line" else 0
            if (name in CALLS or name == "score_line") and len(node.args) > index:
                yield from ((key, node) for key in patterns(node.args[index]))


def patterns(value: ast.expr) -> Iterator[str]:
    """Yield the values that an expression can have, as regular expressions; fields of f-strings match anything."""
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


def test_every_key_in_the_source_has_a_message() -> None:
    known = list(messages("en"))
    missing = set()
    for path in SOURCES:
        for pattern, _ in keys_in(path):
            is_key = re.fullmatch(r"[a-z_.+\\0-9-]+", pattern) and r"\." in pattern
            if is_key and pattern != OPTIONAL and not any(re.fullmatch(pattern, key) for key in known):
                missing.add(f"{path.relative_to(SOURCE)}: {pattern}")
    assert missing == set()


def test_every_placeholder_of_a_message_gets_a_parameter() -> None:
    for path in SOURCES:
        for pattern, call in keys_in(path):
            named = {keyword.arg for keyword in call.keywords}
            if len(call.args) > 1 or None in named:  # The parameters are computed elsewhere.
                continue
            for key, sentence in messages("en").items():
                if re.fullmatch(pattern, key) and ".+" not in pattern:
                    assert placeholders(sentence) <= named, f"{path.name}: {key}"


CLIENT = SOURCE.parents[1] / "client" / "src"
CLIENT_TEXT = "\n".join(path.read_text("utf-8") for path in CLIENT.rglob("*.*") if path.suffix in (".ts", ".svelte"))
# Keys that any game may have and that code for all games composes from the game's name.
CONVENTION = r"\w+\.(title|short-title|pitch|(option|move|hidden|ask|tip|hint|tiebreak|board|score-label)\..+)"
LESSON = rf"({'|'.join(kind.name for kind in GAMES)})\.lesson\..+"  # The conformance kit looks for unused sentences of lessons.


def test_every_key_in_the_client_has_a_message() -> None:
    named = re.findall(r"""\btranslate\(\s*['"]([\w.-]+)['"]""", CLIENT_TEXT)
    assert len(named) > 200
    assert set(named) - set(messages("en")) == set()


def test_no_message_is_unused() -> None:
    """Every key is in the sources of the package or of the client, in full or as a template."""
    text = "\n".join([*SOURCES.values(), CLIENT_TEXT])
    quoted = {part for groups in re.findall(r"""\"([^"\n]*)\"|'([^'\n]*)'|`([^`\n]*)`""", text) for part in groups}
    templates = [
        re.compile(template_pattern(part)) for part in quoted if re.match(r"(\w+|\$?\{[^{}]+\})\.\S*", part) and "{" in part
    ]
    patterns_in_calls = {pattern for path in SOURCES for pattern, _ in keys_in(path)}
    templates += [re.compile(pattern) for pattern in patterns_in_calls if re.search(r"\w{3}", pattern)]
    named = {token[:end] for token in set(re.findall(r"[\w.-]+", text)) for end in ends_of_parts(token)}
    parameters: dict[str, set[str]] = {}
    for key, sentence in messages("en").items():
        parameters.setdefault(scope_of(key), set()).update(placeholders(sentence))

    def is_used(key: str) -> bool:
        scope = scope_of(key)
        rest = key.removeprefix(f"{scope}.")
        return (
            key in named
            or re.fullmatch(f"{CONVENTION}|{LESSON}", key) is not None
            or rest.partition(".")[0] in parameters[scope]  # This is the text of an id, or of a value with several fields.
            or any(template.fullmatch(key) for template in templates)
        )

    unused = [key for key in messages("en") if not is_used(key)]
    assert not unused, " ".join(unused)


def ends_of_parts(token: str) -> list[int]:
    """Return where the parts of a dotted name end."""
    return [found.start() for found in re.finditer(r"\.|$", token)]


def template_pattern(template: str) -> str:
    """Return a pattern that matches the keys which an f-string or a template literal can produce."""
    parts = re.split(r"\$?\{[^{}]*\}", template)
    return r"[\w.-]+".join(map(re.escape, parts)) if re.search(r"\w{3}", "".join(parts)) else "(?!)"
