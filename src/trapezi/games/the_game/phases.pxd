# header only
cdef enum:
    DEALING
    TURN
    DRAWING
    OVER
    STARTING
