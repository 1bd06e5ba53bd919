import { expect, it } from 'vitest'

const SOURCES = import.meta.glob<string>(['../src/**/*.{ts,svelte,css}', '!../src/games/*/**'], { query: '?raw', import: 'default', eager: true })
const FOLDERS = Object.keys(import.meta.glob('../src/games/*/index.ts')).map((path) => path.split('/')[3]!)

it('names no game outside its folder', () => {
  const games = FOLDERS.filter((name) => name !== 'plain_board')
  expect(games.length).toBeGreaterThan(4)
  expect(Object.keys(SOURCES).length).toBeGreaterThan(40)
  const named = Object.entries(SOURCES).flatMap(([path, source]) => games.filter((game) => new RegExp(`\\b${game}\\b`, 'i').test(source)).map((game) => `${path}: ${game}`))
  expect(named).toEqual([])
})
