import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { offline } from './offline.ts'
import { titles } from './titles.ts'

export default defineConfig({
  plugins: [titles(), svelte(), offline()],
  build: { outDir: '../src/trapezi/server/static', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  resolve: { conditions: ['browser'] },
  server: { fs: { allow: ['..'] }, proxy: { '/api': 'http://127.0.0.1:8000', '/ws': { target: 'ws://127.0.0.1:8000', ws: true } } },
  test: { include: ['src/**/*.test.ts'] },
})
