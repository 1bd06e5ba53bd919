# header only
cdef enum:
    HAND = 4
    SLOTS = 2
    DISPLAY = 4
    COINS = 12
    ROW = 4
    COIN_ROWS = 3
    PALMS = 4
    TROPHIES = 6
    ROUNDS = 4
    TURNS = 7
    SINGLES = 16
    NO_CARD = 64
    NO_EXPEDITION = 8
    ALL_EXPEDITIONS = 0xFF
