"""The TypeScript types for the browser are generated from the structs of the protocol."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec.inspect as mi
import pytest
from msgspec import Meta

from trapezi import protocol
from trapezi.protocol.messages import Ack
from trapezi.protocol.types import In
from trapezi.protocol.typescript import TypeWriter, generate_typescript


class Node(In, frozen=True, tag="node", tag_field="t"):
    """A struct that contains itself."""

    size: Annotated[int, Meta(ge=0)]
    kind: Literal["a", "b"] = "a"
    children: list[Node | None] = []


def test_every_message_has_an_interface() -> None:
    text = generate_typescript()
    assert f"export const VERSION = {protocol.VERSION}\n" in text
    for union in (protocol.ClientMessage, protocol.ServerMessage):
        for kind in union.__args__:
            assert text.count(f'export interface {kind.__name__} {{\n  readonly t: "{kind.__struct_config__.tag}"\n') == 1


def test_fields_with_a_default_are_optional_only_in_what_browsers_send() -> None:
    writer = TypeWriter()
    assert [writer.type_text(mi.type_info(kind)) for kind in (Node, Ack)] == ["Node", "Ack"]
    assert writer.interfaces["Node"] == (
        "/** A struct that contains itself. */\n"
        "export interface Node {\n"
        '  readonly t: "node"\n'
        "  readonly size: number\n"
        '  readonly kind?: "a" | "b"\n'
        "  readonly children?: readonly (Node | null)[]\n"
        "}"
    )
    assert "?" not in generate_typescript().split("export interface Ack")[1].split("}")[0]


def test_a_type_without_a_counterpart_is_an_error() -> None:
    with pytest.raises(TypeError, match="no TypeScript for"):
        TypeWriter().type_text(mi.type_info(bytes))
