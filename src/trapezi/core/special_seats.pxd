# header only
cdef enum:
    NATURE = -1
    SPECTATOR = -2
