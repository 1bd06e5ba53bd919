# header only
cdef enum:
    FIRST = 64
    SECOND = 16
    OUTPUTS = 2
    MISSES = 4
    LEADS = 128
    LEAD_SCALE = 32
    MAX_INPUTS = 30
