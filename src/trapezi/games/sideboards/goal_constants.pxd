# header only
cdef enum:
    HANDLE = 1
    BARE = 7
    ANY = 8
    ROW_GOALS = 15
