# header only
cdef enum:
    NOT_OVER
    WON
    MINIMUM
    STUCK
    BROKEN_SKULL
    BROKEN_THREE
    BROKEN_FIRE
    BROKEN_TOGETHER
