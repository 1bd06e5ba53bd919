"""Print the TypeScript types of every message. `make setup` writes them to client/src/core/protocol.ts."""

from __future__ import annotations

import json
from typing import Any

import msgspec.inspect as mi

from trapezi.protocol import VERSION, http
from trapezi.protocol.commands import AnyCommand, ClientMessage
from trapezi.protocol.messages import ServerMessage
from trapezi.protocol.types import In

HEADER = "// Written by `python -m trapezi.protocol.typescript`. Change src/trapezi/protocol/ instead."


class TypeWriter:
    """Convert types to TypeScript, and collect an interface for every struct that occurs in them."""

    def __init__(self) -> None:
        self.interfaces: dict[str, str] = {}

    def type_text(self, info: mi.Type) -> str:
        """Return a Python type as a TypeScript type."""
        match info:
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
                return " | ".join(self.type_text(each) for each in types)
            case mi.ListType(item_type=item):
                inner = self.type_text(item)
                return f"readonly ({inner})[]" if " " in inner else f"readonly {inner}[]"
            case mi.DictType(key_type=key, value_type=value):
                return f"Readonly<Record<{self.type_text(key)}, {self.type_text(value)}>>"
            case mi.StructType(cls=kind):
                if kind.__name__ not in self.interfaces:
                    self.interfaces[kind.__name__] = ""  # This ends the recursion for a struct that contains itself.
                    self.interfaces[kind.__name__] = self.interface_text(info)
                return kind.__name__
            case mi.Metadata(type=inside):
                return self.type_text(inside)
        raise TypeError(f"no TypeScript for {info!r}")

    def interface_text(self, info: mi.StructType) -> str:
        """Return a struct as a TypeScript interface. Fields that messages may leave out are optional."""
        optional = issubclass(info.cls, In) or info.cls.__struct_config__.omit_defaults
        lines = [f"  readonly {info.tag_field}: {json.dumps(info.tag)}"] if info.tag_field else []
        for field in info.fields:
            mark = "?" if optional and not field.required else ""
            lines.append(f"  readonly {field.encode_name}{mark}: {self.type_text(field.type)}")
        doc = " ".join((info.cls.__doc__ or "").split())
        note = f"/** {doc} */\n" if doc and not doc.startswith(info.cls.__name__ + "(") else ""
        return f"{note}export interface {info.cls.__name__} {{\n" + "\n".join(lines) + "\n}"


def generate_typescript() -> str:
    """Return the whole text of protocol.ts."""
    writer = TypeWriter()
    unions: dict[str, Any] = {"ClientMessage": ClientMessage, "Command": AnyCommand, "ServerMessage": ServerMessage}
    aliases = []
    for name, union in unions.items():
        members = writer.type_text(mi.type_info(union)).replace(" | ", "\n  | ")
        aliases.append(f"export type {name} =\n  | {members}")
    for kind in vars(http).values():
        if isinstance(kind, type) and kind.__module__ == http.__name__:
            writer.type_text(mi.type_info(kind))
    version = f"export const VERSION = {VERSION}"
    return "\n\n".join([HEADER, version, *aliases, *(interface for _, interface in sorted(writer.interfaces.items()))]) + "\n"


if __name__ == "__main__":
    print(generate_typescript(), end="")
