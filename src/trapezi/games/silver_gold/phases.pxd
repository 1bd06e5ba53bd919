# header only
cdef enum:
    DEALING
    KEEPING
    OPENING
    TURNING
    MARKING
    TAKING
    DRAWING
    END
