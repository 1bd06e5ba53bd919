import type { SetupFormLayout } from '../contract'

const COMMANDS = ['stop', 'skull', 'three', 'silence', 'no_trick', 'one_pile', 'draw_one']

export default {
  rare: COMMANDS,
  pictured: COMMANDS,
  explanation: (option) => `the_game.explain.command.${option}`,
  isIrrelevant: (option, values) => values['mode'] === 'plain' && (COMMANDS.includes(option) || option === 'deck'),
} satisfies SetupFormLayout
