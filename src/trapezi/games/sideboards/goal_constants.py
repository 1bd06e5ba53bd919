"""The colours and handles of drawers, and the numbers of goals. `goal_constants.pxd` repeats the numbers for compiled modules."""

COLOURS = ("red", "turquoise", "pink", "orange", "black")
HANDLES = ("flower", "square", "bar")
KINDS = ("colour", "handle")
HANDLE = 1  # The kind of goals that compare handles; goals that compare colours have the kind 0.
BARE = 7  # A handle with this number means that the drawer has no handle.
ANY = 8  # A row goal with this mark counts runs of all marks.
ROW_GOALS = 15  # The number of the first row goal.
GROUPS = (range(1, 8), range(8, ROW_GOALS), range(ROW_GOALS, 31))  # Goals for colours, for handles and for rows.
