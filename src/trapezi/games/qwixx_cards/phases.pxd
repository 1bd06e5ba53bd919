# header only
cdef enum:
    LOTS
    DEALING
    REFILLING
    TAKING
    EVERYONE
    PLAYING
    END
