"""Goals by number, and the marks by which they compare drawers. `goals.pxd` repeats the numbers for compiled modules."""

COLOURS = ("red", "turquoise", "pink", "orange", "black")
HANDLES = ("flower", "square", "bar")
KINDS = ("colour", "handle")
HANDLE = 1  # the kind of handle goals; that of colour goals is 0
BARE = 7  # in place of a handle: the drawer has none
ANY = 8  # a row goal that takes runs of any mark
ROW_GOALS = 15  # the number of the first row goal
GROUPS = (range(1, 8), range(8, ROW_GOALS), range(ROW_GOALS, 31))  # colours, handles, rows
