"""Generate the TypeScript types of every message from the structs.

`python -m trapezi.protocol.typescript > client/src/core/protocol.ts`
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec.inspect as mi

from trapezi.protocol import VERSION, http
from trapezi.protocol.commands import AnyCommand, ClientMessage
from trapezi.protocol.messages import ServerMessage
from trapezi.protocol.types import In

HEAD = "// Written by `python -m trapezi.protocol.typescript`. Change src/trapezi/protocol/ instead.\n"


class Writer:
    """Writes types, and collects every named type on the way."""

    def __init__(self) -> None:
        self.named: dict[str, str] = {}

    def type(self, of: mi.Type) -> str:
        match of:
            case mi.IntType() | mi.FloatType():
                return "number"
            case mi.StrType():
                return "string"
            case mi.BoolType():
                return "boolean"
            case mi.NoneType():
                return "null"
            case mi.AnyType():
                return "unknown"
            case mi.RawType():
                return "Readonly<Record<string, unknown>>"
            case mi.LiteralType(values=values):
                return " | ".join(json.dumps(value) for value in values)
            case mi.UnionType(types=types):
                return " | ".join(self.type(each) for each in types)
            case mi.ListType(item_type=item):
                inner = self.type(item)
                return f"readonly ({inner})[]" if " " in inner else f"readonly {inner}[]"
            case mi.DictType(key_type=key, value_type=value):
                return f"Readonly<Record<{self.type(key)}, {self.type(value)}>>"
            case mi.StructType(cls=kind):
                return self.define(kind.__name__, lambda: self.struct(of))
            case mi.Metadata(type=inside):
                return self.type(inside)
        raise TypeError(f"no TypeScript for {of!r}")

    def define(self, name: str, body: Callable[[], str]) -> str:
        if name not in self.named:
            self.named[name] = ""
            self.named[name] = body()
        return name

    def struct(self, of: mi.StructType) -> str:
        """Return an interface. Fields with a default are optional in messages from browsers, and always there in others."""
        incoming = issubclass(of.cls, In)
        lines = [f"  readonly {of.tag_field}: {json.dumps(of.tag)}"] if of.tag_field else []
        for field in of.fields:
            mark = "?" if incoming and not field.required else ""
            lines.append(f"  readonly {field.encode_name}{mark}: {self.type(field.type)}")
        doc = " ".join((of.cls.__doc__ or "").split())
        note = f"/** {doc} */\n" if doc and not doc.startswith(of.cls.__name__ + "(") else ""
        return f"{note}export interface {of.cls.__name__} {{\n" + "\n".join(lines) + "\n}"


def typescript() -> str:
    """Return the whole file."""
    writer = Writer()
    unions: dict[str, Any] = {"ClientMessage": ClientMessage, "Command": AnyCommand, "ServerMessage": ServerMessage}
    tops = [f"export type {name} =\n  | " + writer.type(mi.type_info(of)).replace(" | ", "\n  | ") for name, of in unions.items()]
    for kind in vars(http).values():
        if isinstance(kind, type) and kind.__module__ == http.__name__:
            writer.type(mi.type_info(kind))
    version = f"export const VERSION = {VERSION}"
    return "\n\n".join([HEAD.rstrip(), version, *tops, *(writer.named[name] for name in sorted(writer.named))]) + "\n"


if __name__ == "__main__":
    print(typescript(), end="")
