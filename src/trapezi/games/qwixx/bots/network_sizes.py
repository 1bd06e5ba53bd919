"""The sizes of the layers and inputs of a value network. `network_sizes.pxd` repeats the numbers for compiled modules."""

FIRST = 48  # the number of units in the first hidden layer
SECOND = 16  # the number of units in the second hidden layer
OUTPUTS = 2
MISSES = 4  # a seat has fewer misses than this as long as the game goes on
LEAD_SCALE = 32  # leads are divided by this number before they enter a network; leads that a network returns are multiplied by it
