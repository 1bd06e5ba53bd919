"""Copy the attributes of a state to a new state. `cloning.pxd` has the same function for compiled modules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trapezi.core.state import State

# A copy function copies all attributes of its first argument to its second argument.
CopyFunction = Callable[[Any, Any], None]

COPY_FUNCTIONS: dict[type, CopyFunction] = {}  # The copy function of each class of states, generated on first use.


def copy_fields(source: State, target: State, first_copied_array: Any) -> None:
    """Copy `game` and all attributes that are numbers or lists of numbers to a new state of the same class.

    A compiled class ignores the names and copies one block of memory, from `first_copied_array` to the end of the object.
    Its `.pxd` must therefore declare first all attributes that are not numbers, then this array, then all other numbers.
    """
    if type(target) not in COPY_FUNCTIONS:
        COPY_FUNCTIONS[type(target)] = generate_copy_function(source, type(target))
    COPY_FUNCTIONS[type(target)](source, target)


def generate_copy_function(example_state: State, state_class: type[State]) -> CopyFunction:
    """Return a function that copies all slots of a class.

    The function is generated as source code with one assignment for each slot, because a loop over the names would be slower.
    """
    names = [name for base in state_class.__mro__[:-1] for name in base.__slots__]  # type: ignore[attr-defined]
    lines = [f" target.{name} = source.{name}{'[:]' if type(getattr(example_state, name)) is list else ''}" for name in names]
    functions: dict[str, CopyFunction] = {}
    exec("\n".join(["def copy(source, target):", *lines]), functions)
    return functions["copy"]
