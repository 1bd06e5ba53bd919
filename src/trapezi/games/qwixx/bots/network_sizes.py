"""The sizes of the layers and inputs of a value network. `network_sizes.pxd` repeats the numbers for compiled modules."""

FIRST = 64  # The number of units in the first hidden layer.
SECOND = 16  # The number of units in the second hidden layer.
OUTPUTS = 2
MISSES = 4  # A seat has fewer misses than this as long as the game goes on.
LEADS = 128  # The number of inputs for the lead over one seat. Greater leads count as the greatest, lower ones as the lowest.
LEAD_SCALE = 32  # The lead that a network returns is multiplied by this number.
MAX_INPUTS = 30  # At most this number of inputs of a network are not zero.
