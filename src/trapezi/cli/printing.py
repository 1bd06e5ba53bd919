"""Print texts, tables, numbers and progress bars. Commands import this module only when they need it: Rich loads slowly."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from trapezi.i18n import Catalogue


def console() -> Console:
    """Return a console for standard output. It prints plain text if standard output is not a terminal."""
    return Console(highlight=False, soft_wrap=False)


def print_text(text: str, style: str = "", *, soft_wrap: bool = False) -> None:
    console().print(Text(text, style), soft_wrap=soft_wrap)


def empty_table(column_title: Callable[[str], str], left_columns: Sequence[str], right_columns: Sequence[str]) -> Table:
    """Return a table that has columns but no rows yet. The left columns come first; `column_title` translates their titles."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in (*left_columns, *right_columns):
        table.add_column(column_title(column), justify="left" if column in left_columns else "right")
    return table


def format_number(value: float | None, format_spec: str, catalogue: Catalogue) -> str:
    """Return a number as it is written in the language of the catalogue, or a dash for None.

    >>> from trapezi.i18n import catalogue_for
    >>> format_number(1234.5, ",.1f", catalogue_for("en")), format_number(1234.5, ",.1f", catalogue_for("el"))
    ('1,234.5', '1.234,5')
    """
    if value is None:
        return "–"
    text = format(value, format_spec)
    return text if catalogue.lang == "en" else text.translate(str.maketrans(",.", ".,"))


def format_interval(ends: Sequence[float] | None, format_spec: str, catalogue: Catalogue) -> str:
    return " – ".join(format_number(end, format_spec, catalogue) for end in ends) if ends else "–"


def format_value(value: float, unit: str, catalogue: Catalogue, *, signed: bool = False) -> str:
    """Return a value of the coach: a share of the win in percent, or points.

    >>> from trapezi.i18n import catalogue_for
    >>> format_value(0.125, "win", catalogue_for("en")), format_value(2, "points", catalogue_for("de"), signed=True)
    ('12.5%', '+2,00')
    """
    return format_number(value, f"{'+' if signed else ''}{'.1%' if unit == 'win' else '.2f'}", catalogue)


@contextmanager
def progress_bar(title: str, total: float) -> Iterator[Callable[[float], None]]:
    """Show a progress bar on standard error if that is a terminal. Yield a function that advances the bar."""
    if not sys.stderr.isatty():
        yield lambda amount: None
        return
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda amount: bar.update(task, advance=amount)
