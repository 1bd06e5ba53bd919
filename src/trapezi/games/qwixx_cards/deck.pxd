# header only
cdef enum:
    NONE = 55
    NUMBERS = 11
    HAND = 5
    PLACES = 4
