"""Copy the numbers of a state. `cloning.pxd` has the same function for compiled classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trapezi.core.state import State


def copy_numbers(source: State, target: State, first: Any) -> None:
    """Copy all attributes that are numbers or lists of numbers, and `game`, to a new state of the same class.

    A compiled class copies its memory at once, from `first` to the end of the object. Therefore its `.pxd` declares all
    numbers after all other objects, and `first` is the first of them, a list.
    """
    for base in type(target).__mro__[:-1]:
        for name in base.__slots__:  # type: ignore[attr-defined]
            value = getattr(source, name)
            setattr(target, name, value[:] if type(value) is list else value)
