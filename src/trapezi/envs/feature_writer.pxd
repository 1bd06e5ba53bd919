from trapezi.envs.features cimport FeatureSchema
from trapezi.core cimport bits
from trapezi.core.random cimport u64

cdef class FeatureWriter(FeatureSchema):
    cdef float[::1] row
    cpdef Py_ssize_t turn(self, Py_ssize_t at, Py_ssize_t size) except -1
    cpdef Py_ssize_t put(self, float number) except -1
    cpdef Py_ssize_t bits(self, u64 members, int n) except -1
    cpdef Py_ssize_t one_of(self, int k, int n) except -1
