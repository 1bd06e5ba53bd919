from trapezi.core cimport bits
from trapezi.games.qwixx cimport sheet
