# header only
cdef enum:
    GOALS
    DRAWING
    START
    LAYING
    END
