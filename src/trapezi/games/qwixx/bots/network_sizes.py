"""The sizes of the layers and inputs of a value network. `network_sizes.pxd` repeats the numbers for compiled modules."""

FIRST = 48  # The number of units in the first hidden layer.
SECOND = 16  # The number of units in the second hidden layer.
OUTPUTS = 2
MISSES = 4  # A seat has fewer misses than this as long as the game goes on.
LEAD_SCALE = 32  # Leads are divided by this number before they enter a network and multiplied by it afterwards.
