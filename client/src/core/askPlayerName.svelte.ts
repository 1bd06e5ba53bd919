/** Ask for the player's name when it is first needed. */
import { settings } from './settings.svelte'

/** While `answer` is set, the page shows a dialog that asks for a name and calls `answer` with it. */
export const playerNameRequest: { answer: ((name: string | null) => void) | null } = $state({ answer: null })

/** Ask for the player's name unless it is known. Return it, or null if the player closes the dialog. */
export function askPlayerName(): Promise<string | null> {
  if (settings.name) return Promise.resolve(settings.name)
  return new Promise((resolve) => {
    playerNameRequest.answer = (name) => {
      playerNameRequest.answer = null
      if (name) settings.name = name
      resolve(name)
    }
  })
}
