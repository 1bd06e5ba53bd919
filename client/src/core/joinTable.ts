/** Let the player join a table as a player or as a spectator, after asking for a name. */
import { api, problemOf } from './api'
import { askPlayerName } from './askPlayerName.svelte'
import type { LiveTable } from './liveTable.svelte'

/** Take the given seat or the first free seat, or become a spectator. If this fails, show the player the reason and return false. */
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
