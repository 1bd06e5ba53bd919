# header only
cdef enum:
    FIRST = 48
    SECOND = 16
    OUTPUTS = 2
    MISSES = 4
    LEAD_SCALE = 32
