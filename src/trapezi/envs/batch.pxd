cimport cython
from trapezi.envs.features cimport Encoder, FeatureSchema
from trapezi.envs.learner_seat cimport Seat
from trapezi.core.state cimport Moves

@cython.final
cdef class Batch:
    cdef public list seats
    cdef Encoder encoder
    cdef Moves moves
    @cython.locals(i=Py_ssize_t, seat=Seat)
    cpdef Py_ssize_t illegal(self, list actions) except? -1
    @cython.locals(i=Py_ssize_t, seat=Seat, rewards=list)
    cpdef list act(self, list actions)
    @cython.locals(i=Py_ssize_t, seat=Seat, found=list)
    cpdef list over(self)
    @cython.locals(i=Py_ssize_t, row=FeatureSchema)
    cpdef int observe(self, object numbers) except -1
    cpdef int observe_one(self, Py_ssize_t i, object numbers) except -1
    @cython.locals(seat=Seat)
    cdef int write(self, Py_ssize_t i, FeatureSchema page, Py_ssize_t at) except -1
    @cython.locals(i=Py_ssize_t, seat=Seat, n=int, k=int, rows=bytearray)
    cpdef bytearray mask(self, Py_ssize_t width)
