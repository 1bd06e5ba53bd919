/** Animations change only what a browser can move without painting again, so that they run smoothly on slow phones. */
import { expect, test } from 'vitest'

const CHEAP = new Set(['transform', 'translate', 'rotate', 'scale', 'opacity', 'none', 'animation-timing-function', 'stroke-dashoffset']) // The line of a cross is small, so that painting it is quick.
const SOURCES = import.meta.glob<string>(['../src/**/*.svelte', '../src/**/*.css'], { query: '?raw', import: 'default', eager: true })

/** Return the properties that the transitions and keyframes of a style sheet change. */
function animatedProperties(source: string): string[] {
  const transitions = [...source.matchAll(/\btransition:\s*([^;]+);/g)].flatMap(([, value]) => value!.split(/,(?![^(]*\))/).map((each) => each.trim().split(/\s/)[0]!))
  const keyframes = [...source.matchAll(/@keyframes [\w-]+ \{((?:[^{}]*\{[^{}]*\})*)/g)].flatMap(([, body]) => [...body!.matchAll(/([\w-]+):/g)].map(([, property]) => property!))
  return [...transitions, ...keyframes]
}

test('transitions and keyframes change only position, size, angle and opacity', () => {
  const expensive = Object.entries(SOURCES).flatMap(([path, source]) => animatedProperties(source).filter((each) => !CHEAP.has(each)).map((each) => `${path}: ${each}`))
  expect(Object.keys(SOURCES).length).toBeGreaterThan(100)
  expect(expensive).toEqual([])
})
