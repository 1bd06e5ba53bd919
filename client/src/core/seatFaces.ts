/** Provide the faces of the players to all components of a screen that shows a game. */
import { getContext, setContext } from 'svelte'

export interface SeatFace {
  /** The number of the picture that the player chose, or 0 for the picture that belongs to the seat. */
  readonly face: number
  readonly bot: boolean
}

const CONTEXT = Symbol('faces')

/** Tell all child components which face each seat has. */
export const provideSeatFaces = (faceAt: (seat: number) => SeatFace): void => void setContext(CONTEXT, faceAt)

/** Return a function that returns the face of a seat. */
export const useSeatFaces = (): ((seat: number) => SeatFace) => getContext<((seat: number) => SeatFace) | undefined>(CONTEXT) ?? (() => ({ face: 0, bot: false }))
