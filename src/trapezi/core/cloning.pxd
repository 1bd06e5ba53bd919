# header only
from cpython.object cimport PyObject
from libc.string cimport memcpy
from trapezi.core.state cimport State

cdef inline void copy_fields(State source, State target, const void *first_copied_array) noexcept:
    # Copy as many bytes as the target has: a Python subclass may have added attributes to the source.
    cdef Py_ssize_t start = <const char *>first_copied_array - <const char *><void *>source
    memcpy(<char *><void *>target + start, first_copied_array, (<PyObject *>target).ob_type.tp_basicsize - start)
    target.game = source.game
    target.players = source.players
    target.waiting = source.waiting
    target.over = source.over
