/** The text of a log that the player opened from a file. The server replays the log for this page, but does not store it. */
export const openedLogFile = { text: '' }
