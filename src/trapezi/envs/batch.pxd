cimport cython
from trapezi.envs.encoder_base cimport Encoder, FeatureCounter
from trapezi.envs.learner_seat cimport LearnerSeat
from trapezi.core.state cimport Moves

@cython.final
cdef class Batch:
    cdef public list learners
    cdef Encoder encoder
    cdef Moves moves
    @cython.locals(i=Py_ssize_t, learner=LearnerSeat)
    cpdef Py_ssize_t first_illegal_game(self, list actions) except? -1
    @cython.locals(i=Py_ssize_t, learner=LearnerSeat, rewards=list)
    cpdef list act(self, list actions)
    @cython.locals(learner=LearnerSeat, over=list)
    cpdef list games_over(self)
    @cython.locals(i=Py_ssize_t, learner=LearnerSeat, features=FeatureCounter)
    cpdef write_observations(self, object array)
    @cython.locals(i=Py_ssize_t, learner=LearnerSeat, n=int, k=int, rows=bytearray)
    cpdef bytearray action_masks(self, Py_ssize_t width)
