import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { compressionPlugin } from './compressionPlugin.ts'
import { serviceWorkerPlugin } from './serviceWorkerPlugin.ts'
import { gameTitlesPlugin } from './gameTitlesPlugin.ts'

/** Name the chunk of a game's catalogue or rules page after the game: `sideboards-en`. */
function chunkFileNames({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const page = /games\/(\w+)\/locale\/([\w.]+)\.(json|md)/.exec(facadeModuleId ?? '')
  return page ? `assets/${page[1]}-${page[2]}-[hash].js` : 'assets/[name]-[hash].js'
}

export default defineConfig({
  plugins: [gameTitlesPlugin(), svelte(), serviceWorkerPlugin(), compressionPlugin()],
  build: {
    outDir: '../src/trapezi/server/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { chunkFileNames }, checks: { pluginTimings: false } },
  },
  resolve: { conditions: ['browser'] },
  server: { fs: { allow: ['..'] }, proxy: { '/api': 'http://127.0.0.1:8000', '/ws': { target: 'ws://127.0.0.1:8000', ws: true } } },
  test: { include: ['tests/**/*.test.ts'] },
})
