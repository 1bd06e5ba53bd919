/** Leave a table. It disappears from the page's lists at once; the server is informed after a few seconds, unless the player presses Undo. */
import { SvelteSet } from 'svelte/reactivity'
import { api, Rejected } from './api'
import { delayedActions } from './delayedActionWithUndo.svelte'
import { navigate } from './router.svelte'

const RETRY_DELAY = 3000 // the milliseconds after which a failed request is repeated

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

/** Leave the table on the screen and go to the home page. Undo leads back to the table. */
export function leaveTableAndGoHome(code: string): void {
  leaveTable(code, () => navigate(`/t/${code}`))
  navigate('/', { replace: true })
}

/** Cancel leaving a table, because the player has opened the table again. */
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
    else leftTables.delete(code) // The server rejected the request, so lists show the table again.
  }
}
