import type { SetupFormRules } from '../contract'

const COMMANDS = ['stop', 'skull', 'three', 'silence', 'no_trick', 'one_pile', 'draw_one']

export default {
  rare: COMMANDS,
  isIrrelevant: (option, values) => values['mode'] === 'plain' && (COMMANDS.includes(option) || option === 'deck'),
} satisfies SetupFormRules
