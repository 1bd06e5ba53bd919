"""Print random names and sentences of the project, to test whether a stranger understands them.

    python tools/sample_names.py SEED            # 40 modules and 60 functions with their signatures: guess what they do
    python tools/sample_names.py SEED sentences  # 60 docstrings and comments: which ones need a second reading?
    python tools/sample_names.py all             # every module and function, in the order of the files
    python tools/sample_names.py all sentences

The same seed prints the same sample as long as the sources do not change.
"""

from __future__ import annotations

import ast
import io
import pathlib
import random
import re
import sys
import tokenize
from collections.abc import Iterator

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODULES, FUNCTIONS, SENTENCES = 40, 60, 60
DECORATORS_THAT_CHANGE_THE_CALL = {"property", "cached_property", "classmethod", "staticmethod", "contextmanager"}
MAX_CODE = 60  # At most this many characters of the code before a comment are shown.
COMMENT_IN_CLIENT = re.compile(r"(?<!\S)/\*\*?\s(.*?)\*/|<!--(.*?)-->|((?:^[ \t]*//[^\n]*\n)+)", re.DOTALL | re.MULTILINE)
FUNCTION_IN_CLIENT = re.compile(r"^[ \t]*(?:export\s+)?(?:async\s+)?function\*?\s+(\w+)(?:<[^(]*>)?\s*(?=\()", re.MULTILINE)
CLAUSES = re.compile(r"# ([A-Z]{2}-\d+(, | to )?)+$")  # A comment that only cites the rules.
NOT_SENTENCES = ("# noqa", "# type:", "# cython:", "# --", "# ==")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def source_files() -> list[pathlib.Path]:
    """Return the Python modules and the files of the client, without tests, migrations and generated files."""
    python = [path for path in (ROOT / "src").rglob("*.py") if not path.name.startswith("__")]
    client = [path for path in (ROOT / "client/src").rglob("*") if path.suffix in (".ts", ".svelte")]
    return sorted(path for path in python if "migrations" not in path.parts) + sorted(
        path for path in client if not path.name.endswith((".test.ts", ".d.ts")) and path.name != "protocol.ts"
    )


def decorator_names(function: Function) -> list[str]:
    """Return the decorators that change how the function is called, as they are written."""
    names = [ast.unparse(decorator) for decorator in function.decorator_list]
    return [f"@{name} " for name in names if name.split(".")[-1] in DECORATORS_THAT_CHANGE_THE_CALL]


def python_functions(node: ast.AST, owners: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the signature of each function in `node`, with the classes and functions that it is nested in."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            if not child.name.startswith("__"):
                keyword = "async def " if isinstance(child, ast.AsyncFunctionDef) else ""
                returns = f" -> {ast.unparse(child.returns)}" if child.returns else ""
                name = ".".join((*owners, child.name))
                yield f"{''.join(decorator_names(child))}{keyword}{name}({ast.unparse(child.args)}){returns}"
            yield from python_functions(child, (*owners, f"{child.name}()"))
        else:
            yield from python_functions(child, (*owners, child.name) if isinstance(child, ast.ClassDef) else owners)


def client_function(text: str, name: str, start: int) -> str:
    """Return the signature of the function of this name whose parameters begin at index `start` of a source."""
    depth, end = 0, start
    while end < len(text):
        depth += {"(": 1, ")": -1, "{": 1, "}": -1}.get(text[end], 0)
        end += 1
        if depth == 0 and re.match(r"\s*(:[^\n{]*)?\{", text[end:]):
            break
    returns = re.match(r"\s*:[^\n{]*", text[end:])
    return name + " ".join((text[start:end] + (returns[0].rstrip() if returns else "")).split())


def functions_of(path: pathlib.Path) -> Iterator[str]:
    """Yield the functions of a file of Python or of the client as `path: signature`."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        signatures: Iterator[str] = python_functions(ast.parse(text))
    else:
        signatures = (client_function(text, match[1], match.end()) for match in FUNCTION_IN_CLIENT.finditer(text))
    for signature in signatures:
        yield f"{path.relative_to(ROOT)}: {signature}"


def python_sentences(text: str) -> Iterator[str]:
    """Yield the docstrings and the comments of a Python source. Comments on adjacent lines without code count as one comment."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, Function | ast.ClassDef | ast.Module) and (docstring := ast.get_docstring(node)):
            owner = "module" if isinstance(node, ast.Module) else node.name
            yield f"{owner}: {docstring}"
    block: list[str] = []
    last_line = -1
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith(NOT_SENTENCES) and not CLAUSES.match(token.string):
            code = token.line[: token.start[1]].strip()[:MAX_CODE]
            if block and (code or token.start[0] != last_line + 1):
                yield " ".join(block)
                block = []
            block.append(f"`{code}` {token.string}" if code else token.string)
            last_line = token.start[0]
    if block:
        yield " ".join(block)


def client_sentences(text: str) -> Iterator[str]:
    """Yield the comments of a client source, each with the code in the same line or, if there is none, in the next line."""
    for match in COMMENT_IN_CLIENT.finditer(text):
        comment = re.sub(r"^\s*(\*|//)\s?", "", match[1] or match[2] or match[3], flags=re.MULTILINE)
        before = text[: match.start()].rpartition("\n")[2].strip()
        after = text[match.end() :].strip().partition("\n")[0].strip()
        yield f"`{(before or after)[:MAX_CODE]}` {comment}"


def sentences_of(path: pathlib.Path) -> Iterator[str]:
    """Yield the docstrings and comments of a file of Python or of the client as `path: text`."""
    text = path.read_text(encoding="utf-8")
    for sentence in python_sentences(text) if path.suffix == ".py" else client_sentences(text):
        yield f"{path.relative_to(ROOT)}: {' '.join(sentence.split())}"


def main(seed: str, *, sentences: bool) -> None:
    """Print a sample with this seed, or everything if the seed is `all`."""
    files = source_files()
    everything = [("M", MODULES, [str(path.relative_to(ROOT)) for path in files])]
    everything.append(("F", FUNCTIONS, [line for path in files for line in functions_of(path)]))
    if sentences:
        everything = [("S", SENTENCES, [line for path in files for line in sentences_of(path)])]
    for letter, count, lines in everything:
        chosen = lines if seed == "all" else random.Random(int(seed)).sample(lines, count)
        for number, line in enumerate(chosen, 1):
            print(f"{letter}{number} {line}")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["sentences"]):
        sys.exit(__doc__)
    main(sys.argv[1], sentences=len(sys.argv) == 3)
