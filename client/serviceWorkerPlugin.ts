import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Write `sw.js`: the service worker with the list of files to cache, and a version that changes with them. */
export function serviceWorkerPlugin(): Plugin {
  return {
    name: 'trapezi-offline',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).sort()
      const version = createHash('sha256').update(files.join()).digest('hex') // file names contain hashes of their content
      const cached = ['/', ...files.filter((name) => name.startsWith('assets/')).map((name) => `/${name}`)]
      const worker = readFileSync(new URL('./serviceWorker.js', import.meta.url), 'utf8')
      const source = worker.replace('__VERSION__', version.slice(0, 16)).replace("'__FILES__'", cached.map((name) => JSON.stringify(name)).join(', '))
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}
