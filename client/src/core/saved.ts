/** The log of a game that the player opened from a file; it stays in this page. */
export const saved = { log: '' }
