from trapezi.envs.encoder_base cimport FeatureCounter
from trapezi.core cimport bits
from trapezi.core.random cimport u64

cdef class FeatureWriter(FeatureCounter):
    cdef float[::1] array
    cpdef Py_ssize_t start_zero_row(self, Py_ssize_t offset, Py_ssize_t size) except -1
    cpdef Py_ssize_t add(self, float number) except -1
    cpdef Py_ssize_t add_bits(self, u64 members, int size) except -1
    cpdef Py_ssize_t add_one_hot(self, int index, int size) except -1
