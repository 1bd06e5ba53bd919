/** Leave a table. It disappears from the lists at once, and the server hears of it after a few seconds, unless the player presses Undo. */
import { SvelteSet } from 'svelte/reactivity'
import { api, Rejected } from './api'
import { delayedActions } from './delayedActionWithUndo.svelte'
import { navigate } from './router.svelte'

const RETRY_DELAY = 3000 // the milliseconds before the client tries again

/** The codes of the tables that this browser is leaving or has left since the page was opened; lists do not show them. */
export const leftTables = new SvelteSet<string>()

/** Leave a table. `undone` is called if the player presses Undo. */
export function leaveTable(code: string, undone?: () => void): void {
  leftTables.add(code)
  const action = delayedActions.start('client.leaving', () => void sendLeaveRequest(code), {
    anywhere: true,
    undone: () => {
      leftTables.delete(code)
      undone?.()
    },
  })
  addEventListener('pagehide', () => delayedActions.pending === action && delayedActions.runNow(), { once: true })
}

/** Leave a table from its own screen and go home; Undo leads back to the table. */
export function leaveTableAndGoHome(code: string): void {
  leaveTable(code, () => navigate(`/t/${code}`))
  navigate('/', { replace: true })
}

/** Do not leave a table after all, because the player has opened it again before the server was informed. */
export function stayAtTable(code: string): void {
  if (leftTables.has(code) && delayedActions.pending?.anywhere) delayedActions.cancel()
  leftTables.delete(code)
}

async function sendLeaveRequest(code: string): Promise<void> {
  try {
    await api.leave(code)
  } catch (error) {
    const offline = error instanceof Rejected && error.key === 'client.offline'
    if (offline && leftTables.has(code)) setTimeout(() => void sendLeaveRequest(code), RETRY_DELAY)
    else leftTables.delete(code) // The table could not be left, so lists show it again.
  }
}
