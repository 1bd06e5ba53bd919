"""The one place that decides which text may enter the system: well-formed Unicode."""

from __future__ import annotations

from trapezi.core.errors import BadText


def check_text(text: str, what: str) -> str:
    r"""Return the text. Raise `BadText` if it contains a lone surrogate, which no file, socket or database can store.

    >>> check_text("Ελένη", "name")
    'Ελένη'
    >>> check_text("\ud800", "name")
    Traceback (most recent call last):
    trapezi.core.errors.BadText: text.not-unicode what=name
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadText("text.not-unicode", what=what) from None
    return text
