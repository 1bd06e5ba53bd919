/** How far the player has come in each lesson that was interrupted. */
const STORAGE_KEY = 'trapezi.lessons'

type Progress = Readonly<Record<string, number>>

function readProgress(): Progress {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Progress
  } catch {
    return {}
  }
}

/** Return the number of the step at which a lesson goes on, counted from 0. */
export const stepToResume = (game: string, name: string): number => readProgress()[`${game}/${name}`] ?? 0

/** Remember the step that the player has reached; 0 forgets the lesson. */
export function rememberStep(game: string, name: string, step: number): void {
  const { [`${game}/${name}`]: _, ...others } = readProgress()
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(step ? { ...others, [`${game}/${name}`]: step } : others))
  } catch {
    // If the browser stores nothing, a lesson always begins at its first step.
  }
}
