cimport cython

cdef Py_ssize_t MIN_COMMON_ITEMS

@cython.locals(key=object, value=object, old=object, changed=dict)
cpdef object delta(object before, object after)
@cython.locals(result=list, before=object)
cpdef list numbered_deltas(list numbers, list items)
cpdef object delta_from_nothing(object data)
cdef bint _has_delta_keys(dict data)
@cython.locals(old=Py_ssize_t, new=Py_ssize_t, shorter=Py_ssize_t, start=Py_ssize_t, end=Py_ssize_t, n=Py_ssize_t, has_containers=bint)
cdef object _list_delta(list before, list after)
