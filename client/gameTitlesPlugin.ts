import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Let `locale/<lang>.json?titles` hold a game's title and pitch alone, so that the home page need not load whole catalogues. */
export function gameTitlesPlugin(): Plugin {
  return {
    name: 'trapezi-titles',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('.json?titles')) return null
      const messages = Object.entries(JSON.parse(readFileSync(id.replace('?titles', ''), 'utf8')) as Record<string, string>)
      const shown = messages.filter(([key]) => /^\w+\.(title|pitch)$/.test(key))
      return { code: `export default ${JSON.stringify(Object.fromEntries(shown))}`, moduleType: 'js' }
    },
  }
}
