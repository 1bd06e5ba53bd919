import type { SetupFormLayout } from '../contract'

const GOALS = ['colour_goal', 'handle_goal', 'row_goal']

export default {
  rare: GOALS,
  pictured: GOALS,
  isIrrelevant: (option, values, players) => (option === 'four_cards' && players === 1) || (GOALS.includes(option) && values['goals'] !== 'random'),
} satisfies SetupFormLayout
