from trapezi.core.state cimport State
from trapezi.core.random cimport u64

cdef class FeatureSchema:
    cdef public Py_ssize_t at
    cpdef Py_ssize_t turn(self, Py_ssize_t at, Py_ssize_t size) except -1
    cpdef Py_ssize_t put(self, float number) except -1
    cpdef Py_ssize_t bits(self, u64 members, int n) except -1
    cpdef Py_ssize_t one_of(self, int k, int n) except -1

cdef class Encoder:
    cdef public int size
    cpdef int write(self, State state, int seat, FeatureSchema page) except -1
