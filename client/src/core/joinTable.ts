/** Join a table: the player is asked for a name, and then has a seat or is a spectator with a name. */
import { api, problemOf } from './api'
import { askPlayerName } from './askPlayerName.svelte'
import type { LiveTable } from './liveTable.svelte'

/** Take a given seat, or the first free one, or become a spectator. Return whether that worked; if not, show the player why. */
export async function joinTable(table: LiveTable, { seat = null, watch = false }: { seat?: number | null; watch?: boolean }): Promise<boolean> {
  const name = await askPlayerName()
  if (name === null) return false
  try {
    await api.join(table.code, { name, seat, watch })
    table.sendHelloWithToken()
    return true
  } catch (error) {
    const { key, params } = problemOf(error)
    table.notify(key, params)
    return false
  }
}
