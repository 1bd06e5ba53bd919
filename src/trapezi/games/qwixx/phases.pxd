# header only
cdef enum:
    ROLLING
    WHITE
    COLOUR
    END
