/** The player's name: asked once, when it is first needed. */
import { settings } from './settings.svelte'

/** While `answer` is set, the page asks for a name and passes it on. */
export const nameRequest: { answer: ((name: string | null) => void) | null } = $state({ answer: null })

/** Return the player's name, or null if the player does not give one. */
export function requestName(): Promise<string | null> {
  if (settings.name) return Promise.resolve(settings.name)
  return new Promise((resolve) => {
    nameRequest.answer = (name) => {
      nameRequest.answer = null
      if (name) settings.name = name
      resolve(name)
    }
  })
}
