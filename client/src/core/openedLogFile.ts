/** The log of a game that the player opened from a file. The server replays it for this page, and does not store it. */
export const openedLogFile = { text: '' }
