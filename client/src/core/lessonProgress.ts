/** Store how far the player has come in each unfinished lesson. */
const STORAGE_KEY = 'trapezi.lessons'

type Progress = Readonly<Record<string, number>>

function readProgress(): Progress {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Progress
  } catch {
    return {}
  }
}

/** Return the number of the step at which to resume a lesson, counted from 0. */
export const stepToResume = (game: string, name: string): number => readProgress()[`${game}/${name}`] ?? 0

/** Store the step that the player has reached in a lesson. With step 0, delete what is stored. */
export function rememberStep(game: string, name: string, step: number): void {
  const { [`${game}/${name}`]: _, ...others } = readProgress()
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(step ? { ...others, [`${game}/${name}`]: step } : others))
  } catch {
    // Without storage, a lesson always begins at its first step.
  }
}
