/** Split a hint into steps: the kind of move, then the best move, then why it is better than another move. */
import { describeMove, hasMessageFor, translate, type Params } from './i18n.svelte'
import type { Hint } from './protocol'

export interface HintStep {
  /** If no move is clearly better, `equal` is the only step. */
  readonly name: 'equal' | 'kind' | 'move' | 'why'
  readonly text: string
}

/** The part of a view that a hint refers to. */
interface HintedView {
  readonly game: string
  readonly moves: readonly { readonly move: number; readonly text: string; readonly description: Params }[]
}

/** Return a move as the buttons of the game's board name it, or null to use the message of the move. */
export type MoveLabel = (move: number) => string | null

const LONGEST = 68 // At most this many characters per step, which always fit in two lines on a phone.

export type Judgement = Pick<Hint, 'moves' | 'reasons'>

/** Return the best move if another move is clearly worse, otherwise null. */
export const betterMove = ({ moves }: Judgement): number | null => (moves.some(({ worse }) => worse) ? (moves[0]?.move ?? null) : null)

/** Return the steps of a hint. Each is a text of at most two lines on a phone. */
export function hintSteps({ moves, reasons }: Judgement, view: HintedView, names: readonly string[], moveLabel?: MoveLabel): readonly HintStep[] {
  const other = moves.find(({ worse }) => worse)
  const [best, ...equal] = moves.filter(({ worse }) => !worse)
  if (!best || !other) return [{ name: 'equal', text: translate(moves.length > 1 ? 'client.hint-no-difference' : 'client.hint-only-move') }]
  const described = (move: number): string => {
    const found = view.moves.find((each) => each.move === move)
    return found ? describeMove(view.game, found.description, names, found.text) : ''
  }
  let [better, worse] = [best, other].map(({ move }) => moveLabel?.(move) ?? described(move))
  if (better === worse) [better, worse] = [best, other].map(({ move }) => described(move)) // The short labels of the two moves are equal, so use the full descriptions.
  const kind = kindText(view, [best, ...equal].map(({ move }) => move))
  const kindAndEqual = kind && equal.length ? `${kind} ${translate('client.hint-equal', { equal: equal.length })}` : ''
  const why = reasons.map(({ key, params }) => translate(key, params, names))
  return [
    { name: 'kind', text: kind ? (kindAndEqual && kindAndEqual.length <= LONGEST ? kindAndEqual : kind) : goodMovesText(equal.length + 1, moves.length) },
    ...moveSteps(better!, worse!),
    ...(why.length ? why : [translate('client.hint-small-difference')]).map((text): HintStep => ({ name: 'why', text })),
  ]
}

/** Return how many moves are good, for a hint that cannot name their kinds. */
const goodMovesText = (good: number, moves: number): string => translate(good > 1 ? 'client.hint-several' : 'client.hint-worse', { good, worse: moves - good, moves })

/** Return one step that compares two moves or, if its text would be too long, one step for each move. */
function moveSteps(better: string, other: string): HintStep[] {
  const text = translate('client.hint-move', { better, other })
  if (text.length <= LONGEST) return [{ name: 'move', text }]
  return [
    { name: 'move', text: translate('client.hint-better-move', { better }) },
    { name: 'why', text: translate('client.hint-other-move', { other }) },
  ]
}

/**
 * Return the kinds of the good moves in the words of the game (`<game>.hint.<kind>`). Return undefined if the game does not name
 * these kinds, or if there are too many kinds for one sentence.
 */
function kindText({ game, moves }: HintedView, good: readonly number[]): string | undefined {
  const texts = new Map<unknown, string>()
  for (const { move, description } of moves) {
    if (!good.includes(move)) continue
    const key: string = `${game}.hint.${description['kind']}`
    if (!hasMessageFor(key, description)) return undefined
    const text = translate(key, description)
    if ((texts.get(description['kind']) ?? text) !== text) return undefined
    texts.set(description['kind'], text)
  }
  const [first, second, third] = [...texts.values()]
  if (first === undefined || third !== undefined) return undefined
  const text = second === undefined ? first : translate('client.hint-kinds', { first, second })
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
