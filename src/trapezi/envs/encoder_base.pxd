from trapezi.core.state cimport State
from trapezi.core.random cimport u64

cdef class FeatureCounter:
    cdef public Py_ssize_t offset
    cpdef Py_ssize_t start_zero_row(self, Py_ssize_t offset, Py_ssize_t size) except -1
    cpdef Py_ssize_t add(self, float number) except -1
    cpdef Py_ssize_t add_bits(self, u64 members, int size) except -1
    cpdef Py_ssize_t add_one_hot(self, int index, int size) except -1

cdef class Encoder:
    cdef public int size
    cpdef void encode(self, State state, int seat, FeatureCounter features) except *
