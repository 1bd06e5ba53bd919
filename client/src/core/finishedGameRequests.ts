/** Request the replay or the review of a finished game. An empty code stands for the log file that the player has opened. */
import { api } from './api'
import { openedLogFile } from './openedLogFile'
import type { Problem, Replay, Review, ReviewProgress } from './protocol'

/** Return a hundred steps of a replay from step `since` on, as a seat saw them. */
export const loadReplay = (code: string, number: number, seat: number, since: number): Promise<Replay> =>
  code ? api.replay(code, number, seat, since) : api.replayLog(openedLogFile.text, seat, since)

/** Return the reason why a move, given by its text, was not allowed for a seat at a step of the game. */
export const whyNot = (code: string, number: number, step: number, seat: number, text: string): Promise<Problem> =>
  code ? api.whyNot(code, number, step, seat, text) : api.whyNotInLog(openedLogFile.text, step, seat, text)

/** Return the review or its progress, which is null if nobody has asked for the review. */
export const findReview = (code: string, number: number): Promise<Review | ReviewProgress> =>
  code ? api.findReview(code, number) : Promise.resolve({ progress: null })

/** Return the review or, until it is finished, its progress. */
export const askForReview = (code: string, number: number): Promise<Review | ReviewProgress> =>
  code ? api.askForReview(code, number) : api.askForReviewOfLog(openedLogFile.text)
