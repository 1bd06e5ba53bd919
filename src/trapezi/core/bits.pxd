# header only
ctypedef unsigned long long u64

from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.ref cimport Py_INCREF

cdef extern from "Python.h":
    long PyLong_AsLongAndOverflow(object number, int *overflow) except? -1

cdef extern from *:
    """
    #if defined(_MSC_VER)
      #include <intrin.h>
      static __inline int trapezi_lowest(unsigned long long b) { unsigned long i; _BitScanForward64(&i, b); return (int)i; }
      static __inline int trapezi_highest(unsigned long long b) { unsigned long i; _BitScanReverse64(&i, b); return (int)i; }
      static __inline int trapezi_count(unsigned long long b) { int n = 0; while (b) { b &= b - 1; n++; } return n; }
    #else
      #define trapezi_lowest(b) __builtin_ctzll(b)
      #define trapezi_highest(b) (63 - __builtin_clzll(b))
      #define trapezi_count(b) __builtin_popcountll(b)
    #endif
    static inline int trapezi_nth(unsigned long long b, int k) {
        int base = 0, c, half;
        for (half = 32; half >= 8; half >>= 1) {
            c = trapezi_count(b & ((1ULL << half) - 1));
            if (k >= c) { k -= c; b >>= half; base += half; }
        }
        while (k--) b &= b - 1;
        return base + trapezi_lowest(b);
    }
    """
    int trapezi_lowest(u64 bits) noexcept nogil
    int trapezi_highest(u64 bits) noexcept nogil
    int trapezi_count(u64 bits) noexcept nogil
    int trapezi_nth(u64 bits, int k) noexcept nogil

cdef inline u64 bit(int number) noexcept nogil:
    return <u64>1 << number

cdef inline int lowest_member(u64 bits) noexcept nogil:
    return trapezi_lowest(bits)

cdef inline int highest_member(u64 bits) noexcept nogil:
    return trapezi_highest(bits)

cdef inline int count(u64 bits) noexcept nogil:
    return trapezi_count(bits)

cdef inline int nth_member(u64 bits, int k) noexcept nogil:
    return trapezi_nth(bits, k)

cdef inline int c_int_or_invalid(object number) except? -1:
    cdef int overflow = 0
    cdef long value = PyLong_AsLongAndOverflow(number, &overflow)
    return -9 if overflow or value < -1 or value >= 1 << 30 else <int>value

cdef inline int write_members(u64 bits, int offset, int *items, int start) noexcept nogil:
    while bits:
        items[start] = offset + lowest_member(bits)
        bits &= bits - 1
        start += 1
    return start

cdef inline list members(u64 bits):
    cdef list numbers = PyList_New(count(bits))
    cdef Py_ssize_t i = 0
    cdef object number
    while bits:
        number = lowest_member(bits)
        Py_INCREF(number)
        PyList_SET_ITEM(numbers, i, number)
        bits &= bits - 1
        i += 1
    return numbers
