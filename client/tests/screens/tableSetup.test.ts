import { expect, it, vi } from 'vitest'
import type { GameInfo } from '../../src/core/protocol'

vi.stubGlobal('navigator', { languages: ['en'] }) // the settings read it
const { settings } = await import('../../src/core/settings.svelte')
const { rememberedSetup } = await import('../../src/screens/setup/tableSetup')

const FIRST = { name: 'first', kind: 'seat', values: ['agreement'], default: 'agreement' }
const GAME = { name: 'the_game', players: [1, 2, 3, 4, 5], options: [FIRST] } as unknown as GameInfo

/** Return who begins according to a setup that this browser has saved. */
function remembered(first: number | string, byLot: readonly string[]) {
  settings.setups['the_game'] = { players: 3, values: { first }, byLot, public: false, clock: 0, hints: 'alone', seats: [] }
  const { values, byLot: lots } = rememberedSetup(GAME)
  return { first: values['first'], byLot: lots }
}

it('keeps the seat, the lot or the agreement that the player chose', () => {
  expect(remembered(1, [])).toEqual({ first: 1, byLot: [] })
  expect(remembered('agreement', ['first'])).toEqual({ first: 'agreement', byLot: ['first'] })
  expect(remembered('agreement', [])).toEqual({ first: 'agreement', byLot: [] })
})

it('forgets a lot that was only the default before players could agree', () => {
  expect(remembered(0, ['first'])).toEqual({ first: 'agreement', byLot: [] })
})
