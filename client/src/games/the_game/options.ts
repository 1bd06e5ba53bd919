import type { OptionRules } from '../contract'

const COMMANDS = ['stop', 'skull', 'three', 'silence', 'no_trick', 'one_pile', 'draw_one']

export default {
  rare: COMMANDS,
  isIdle: (option, values) => values['mode'] === 'plain' && (COMMANDS.includes(option) || option === 'deck'),
} satisfies OptionRules
