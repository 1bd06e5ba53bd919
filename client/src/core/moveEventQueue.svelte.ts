/** Show the moves of the other players one after the other, each for about a second. A mark stays on what a move has changed. */
import { describeMove, seatName, translate } from './i18n.svelte'
import type { HistoryEntry } from './protocol'
import { settings, type Speed } from './settings.svelte'
import { endTravels, showTravels, type Travel } from './boardPlaces.svelte'
import { playSound, type Sound } from './sounds'
import { vibrate } from './vibration'

/** What the screen says and shows about a history entry. Without a text, the screen uses the message of the move. */
export interface EntryPresentation {
  /** A sentence that says what happened, without the player's name, such as "green 5 ✕". */
  readonly text?: string
  /** The places (see `boardPlaces.svelte.ts`) that the move changed. */
  readonly changed?: readonly string[]
  /** The things that moved from one place to another. */
  readonly travels?: readonly Travel[]
  /** The sound of the move. */
  readonly sound?: Sound
  /** Whether the entry continues the seat's previous event, as the end of a turn does. The seat then shows both texts. */
  readonly continues?: boolean
}

export interface MoveEvent {
  /** The numbers of the history entries that this event shows. */
  readonly entries: readonly number[]
  /** The seat that made the move, or -1 for chance. */
  readonly seat: number
  readonly text: string
  readonly changed: readonly string[]
  readonly travels: readonly Travel[]
  readonly sound?: Sound | undefined
  readonly continues?: boolean | undefined
  /** Whether a stand-in bot or the clock made the move instead of the player. For the clock, `text` contains the player's name. */
  readonly playedBy?: 'bot' | 'clock' | undefined
}

/** The milliseconds for which an event is shown at each speed. */
const DURATIONS: Readonly<Record<Speed, number>> = { calm: 1800, normal: 1000, quick: 500, none: 1000 }
/** If more events are waiting, all events of a seat are merged into one. */
const MAX_WAITING = 4
const HIGHLIGHT = 2500 // the milliseconds for which the board marks the places of a history entry that the player taps
const TIME_UP = 4000 // the milliseconds for which the screen says that time was up

export class MoveEventQueue {
  /** The event that is shown now. */
  current: MoveEvent | null = $state.raw(null)
  /** The last event of each seat since the viewer's own last move. */
  latest: ReadonlyMap<number, MoveEvent> = $state.raw(new Map())
  /** The text that screen readers read out. */
  announcement = $state('')
  #changed: ReadonlySet<string> = $state.raw(new Set())
  #highlighted: ReadonlySet<string> | null = $state.raw(null)
  #waiting: MoveEvent[] = []
  #timer = 0
  #highlightTimer = 0

  /** The places to mark: those that other players have changed since the viewer's last move, or those of a tapped history entry. */
  get changed(): ReadonlySet<string> {
    return this.#highlighted ?? this.#changed
  }

  /** Show events one after the other. */
  add(events: readonly MoveEvent[], names: readonly string[]): void {
    if (!events.length) return
    this.announcement = events.map((event) => sentenceOf(event, names)).join('. ')
    this.#changed = new Set([...this.#changed, ...events.flatMap(({ changed }) => changed)])
    const latest = new Map(this.latest)
    for (const event of mergeBySeat(events)) {
      const before = event.continues ? latest.get(event.seat) : undefined
      latest.set(event.seat, before ? mergeBySeat([before, event])[0]! : event)
    }
    this.latest = latest
    this.#waiting.push(...events)
    if (this.#waiting.length > MAX_WAITING || settings.speed === 'none') this.#waiting = mergeBySeat(this.#waiting)
    if (!this.current) this.#showNext()
  }

  /** Stop showing the current event, and show the waiting events at once, merged into one event per seat. */
  skip(): void {
    clearTimeout(this.#timer)
    endTravels()
    this.#waiting = mergeBySeat(this.#waiting)
    this.#showNext()
  }

  /** Drop all waiting events without showing them. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#waiting = []
    this.current = null
  }

  /** Remove all marks. */
  clearMarks(): void {
    this.#changed = new Set()
    this.latest = new Map()
  }

  /** Mark these places, and no others, for a moment. */
  highlight(places: readonly string[]): void {
    clearTimeout(this.#highlightTimer)
    this.#highlighted = new Set(places)
    this.#highlightTimer = window.setTimeout(() => (this.#highlighted = null), HIGHLIGHT)
  }

  stop(): void {
    this.clear()
    clearTimeout(this.#highlightTimer)
  }

  #showNext(): void {
    // Dice rolls and draws belong to no seat, so they get no sentence. Their changes are marked and animated at once.
    let next = this.#waiting.shift() ?? null
    while (next && next.seat < 0) {
      this.#animate(next)
      next = this.#waiting.shift() ?? null
    }
    this.current = next
    if (!next) return
    this.#animate(next)
    this.#timer = window.setTimeout(() => this.#showNext(), next.playedBy === 'clock' ? TIME_UP : DURATIONS[settings.speed])
  }

  #animate({ seat, travels, sound }: MoveEvent): void {
    if (sound) playSound(sound)
    if (seat >= 0) vibrate('others')
    if (settings.speed !== 'none') showTravels(travels, DURATIONS[settings.speed] / 2)
  }
}

/** Return the event that shows a history entry. */
export function toMoveEvent(entry: HistoryEntry, game: string, names: readonly string[], presentation: EntryPresentation | null | undefined): MoveEvent {
  const move = entry.take_back != null ? translate('client.took-back') : (presentation?.text ?? describeMove(game, entry.description ?? {}, names))
  const playedBy = entry.played_by ?? undefined
  const text = playedBy === 'clock' ? timeIsUp(move, entry.description?.['kind'] === 'pass', seatName(entry.seat, names)) : move
  return { entries: [entry.n], seat: entry.seat, text, changed: presentation?.changed ?? [], travels: presentation?.travels ?? [], sound: presentation?.sound, continues: presentation?.continues, playedBy }
}

const timeIsUp = (move: string, passed: boolean, name: string): string => (passed ? translate('client.time-up-passed', { name }) : translate('client.time-up', { name, move }))

/** Return the name of the player to put before the text of an event, or an empty text if the text needs no name. */
export function nameBefore({ seat, playedBy }: Pick<MoveEvent, 'seat' | 'playedBy'>, names: readonly string[]): string {
  if (seat < 0 || playedBy === 'clock') return ''
  const name = seatName(seat, names)
  return playedBy === 'bot' ? translate('client.bot-for', { name }) : name
}

/** Return an event as a whole sentence with the player's name. */
export function sentenceOf(event: Pick<MoveEvent, 'seat' | 'text' | 'playedBy'>, names: readonly string[]): string {
  const name = nameBefore(event, names)
  return name ? `${name}: ${event.text}` : event.text
}

/** Merge events into one event for each seat, in the order of the seats' last events. */
export function mergeBySeat(events: readonly MoveEvent[]): MoveEvent[] {
  const merged = new Map<number, MoveEvent>()
  for (const event of events) {
    const before = merged.get(event.seat)
    merged.delete(event.seat)
    merged.set(
      event.seat,
      before
        ? {
            entries: [...before.entries, ...event.entries],
            seat: event.seat,
            text: `${before.text} · ${event.text}`,
            changed: [...before.changed, ...event.changed],
            travels: event.travels,
            sound: event.sound ?? before.sound,
            continues: before.continues,
            playedBy: event.playedBy,
          }
        : event,
    )
  }
  return [...merged.values()]
}
