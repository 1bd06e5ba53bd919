cimport cython

cdef Py_ssize_t MIN_KEPT

@cython.locals(key=object, value=object, old=object, changed=dict)
cpdef object delta(object before, object after)
cpdef object whole(object data)
cdef bint _is_ambiguous(dict data)
@cython.locals(old=Py_ssize_t, new=Py_ssize_t, shorter=Py_ssize_t, start=Py_ssize_t, end=Py_ssize_t, n=Py_ssize_t, has_containers=bint)
cdef object _list_delta(list before, list after)
