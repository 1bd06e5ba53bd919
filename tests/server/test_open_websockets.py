"""If too many WebSockets are open, the oldest of a stranger is closed."""

from __future__ import annotations

import gc
import weakref

from trapezi.server.limits import Limits
from trapezi.server.open_websockets import CLOSED_PER_COLLECTION, OpenSockets


class FakeSocket:
    closed = False

    def close_to_make_room(self) -> None:
        self.closed = True


def test_the_oldest_stranger_of_an_address_makes_room_and_people_with_a_token_stay() -> None:
    sockets = OpenSockets(Limits(sockets=500))
    early, *strangers = [FakeSocket() for _ in range(500)]
    owner = FakeSocket()
    for each in (early, *strangers):
        sockets.add_stranger(each, "192.0.2.1")
    sockets.add_stranger(owner, "192.0.2.1")
    assert early.closed, "the owner gets in, although 500 strangers at the same address are here"
    sockets.record_token(owner, "owner")
    for _ in range(600):
        sockets.add_stranger(FakeSocket(), "192.0.2.1")
    assert not owner.closed
    assert len(sockets) == 501
    sockets.remove(owner)
    sockets.record_token(owner, "owner")
    assert len(sockets) == 500, "a socket that was closed meanwhile is not counted again"


def test_the_address_with_the_most_strangers_makes_room_when_all_places_are_taken() -> None:
    sockets = OpenSockets(Limits(sockets=50, strangers=60))
    many, few = [FakeSocket() for _ in range(50)], [FakeSocket() for _ in range(20)]
    for each in many:
        sockets.add_stranger(each, "192.0.2.1")
    for each in few:
        sockets.add_stranger(each, "192.0.2.2")
    assert [each.closed for each in many] == [True] * 10 + [False] * 40
    assert not any(each.closed for each in few)


def test_a_token_has_few_places_of_its_own() -> None:
    sockets = OpenSockets(Limits(sockets_per_token=2))
    tabs = [FakeSocket() for _ in range(3)]
    for each in tabs:
        sockets.add_stranger(each, "192.0.2.1")
        sockets.record_token(each, "token")
    assert [each.closed for each in tabs] == [True, False, False]


class SocketInCycle(FakeSocket):
    """A socket that refers to itself, as those of frameworks do."""

    def __init__(self) -> None:
        self.itself = self


def test_what_closed_sockets_leave_in_reference_cycles_is_bounded() -> None:
    sockets = OpenSockets(Limits())
    gc.disable()
    try:
        closed = []
        for _ in range(CLOSED_PER_COLLECTION):
            socket = SocketInCycle()
            sockets.add_stranger(socket, "192.0.2.1")
            sockets.on_closed(socket)
            closed.append(weakref.ref(socket))
        del socket
        assert sum(each() is not None for each in closed) <= 1
    finally:
        gc.enable()
