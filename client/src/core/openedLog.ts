/** The log of a game that the player opened from a file; it never leaves this page. */
export const openedLog = { text: '' }
