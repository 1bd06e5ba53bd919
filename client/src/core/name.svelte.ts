/** What the player is called: asked once, when it is first needed. */
import { keep, settings } from './settings.svelte'

export const asking: { answer: ((name: string | null) => void) | null } = $state({ answer: null })

/** The player's name; null if the player does not want to say it. */
export function myName(): Promise<string | null> {
  if (settings.name) return Promise.resolve(settings.name)
  return new Promise((settle) => {
    asking.answer = (name) => {
      asking.answer = null
      if (name) {
        settings.name = name
        keep()
      }
      settle(name)
    }
  })
}
