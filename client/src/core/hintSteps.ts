/** What a hint says, step by step: the kind of move, then the move, then why it is better than another. */
import { describeMove, hasMessageFor, translate, type Params } from './i18n.svelte'
import type { Hint } from './protocol'

export interface HintStep {
  /** `equal` is the only step of a hint that finds no clear difference. */
  readonly name: 'equal' | 'kind' | 'move' | 'why'
  readonly text: string
}

/** The part of a view that a hint refers to. */
interface HintedView {
  readonly game: string
  readonly moves: readonly { readonly move: number; readonly text: string; readonly description: Params }[]
}

/** Return a move in the words of its game's own board, or null to describe it by its message. */
export type MoveLabel = (move: number) => string | null

const LONGEST = 68 // the characters that surely fit two lines of a phone

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
  if (better === worse) [better, worse] = [best, other].map(({ move }) => described(move)) // The labels leave out what differs.
  const kind = kindText(view, [best, ...equal].map(({ move }) => move))
  const kindAndEqual = kind && equal.length ? `${kind} ${translate('client.hint-equal', { equal: equal.length })}` : ''
  const why = reasons.map(({ key, params }) => translate(key, params, names))
  return [
    { name: 'kind', text: kind ? (kindAndEqual && kindAndEqual.length <= LONGEST ? kindAndEqual : kind) : translate('client.hint-worse', { worse: moves.length - equal.length - 1, moves: moves.length }) },
    ...moveSteps(better!, worse!),
    ...(why.length ? why : [translate('client.hint-small-difference')]).map((text): HintStep => ({ name: 'why', text })),
  ]
}

/** Return the better move and the one that it is compared with, in one step or, if that would be too long, in two. */
function moveSteps(better: string, other: string): HintStep[] {
  const text = translate('client.hint-move', { better, other })
  if (text.length <= LONGEST) return [{ name: 'move', text }]
  return [
    { name: 'move', text: translate('client.hint-better-move', { better }) },
    { name: 'why', text: translate('client.hint-other-move', { other }) },
  ]
}

/**
 * Return the kinds of these moves in the words of the game (`<game>.hint.<kind>`). Return undefined if the game does not name them,
 * or if there are too many to tell.
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
