# header only
cdef enum:
    STOP = 1
    SKULL = 2
    THREE = 4
    SILENCE = 8
    NO_TRICK = 16
    ONE_PILE = 32
    DRAW_ONE = 64
    FIRE = 128
    LIGHTNING = 7
    COUNT = 7
