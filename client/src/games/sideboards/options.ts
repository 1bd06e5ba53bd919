import type { OptionRules } from '../contract'

const GOALS = ['colour_goal', 'handle_goal', 'row_goal']

export default {
  rare: GOALS,
  isIdle: (option, values, players) => (option === 'four_cards' && players === 1) || (GOALS.includes(option) && values['goals'] !== 'random'),
} satisfies OptionRules
