/** A table as this browser knows it: what the server last said, and the wishes on their way to it. */
import type { View } from '../games/contract'
import { seatNames } from './games'
import { Line } from './line'
import { randomId, settings } from './settings.svelte'
import { reloadOnce, markCurrent } from './update.svelte'
import { VERSION, type Ack, type Command, type Refusal, type Said, type SeatView, type ServerMessage, type TableInfo, type Told, type Why } from './protocol'

export interface Notice {
  readonly key: string
  readonly params: Readonly<Record<string, unknown>>
}

export interface Seen extends Omit<SeatView, 'view'> {
  readonly view: View
}

type WithoutId<T> = T extends { id: string } ? Omit<T, 'id'> : never
export type Wish = WithoutId<Command | Why>

interface Pending {
  readonly wish: Command | Why
  /** The view that a decision was made at. */
  readonly at: Seen | undefined
  readonly settle: (answer: Ack | Refusal) => void
}

/** Refusals of a greeting that are worth another try. */
const PASSING: ReadonlySet<string> = new Set(['table.not-stored', 'table.try-again'])
const DECISIONS: ReadonlySet<string> = new Set(['act', 'signal', 'take_back'])

/** By table: decisions and talk that had no answer yet when their screen was left. The next screen of the table sends them again. */
const unanswered = new Map<string, readonly Pending[]>()

export class LiveTable {
  info: TableInfo | null = $state.raw(null)
  views: readonly Seen[] = $state.raw([])
  history: readonly Told[] = $state.raw([])
  chat: readonly Said[] = $state.raw([])
  you: string | null = $state(null)
  connection: 'connecting' | 'open' | 'lost' = $state('connecting')
  /** Why the table cannot be shown at all (no such table, say). */
  trouble: Notice | null = $state.raw(null)
  /** What the player should read now. */
  notice: Notice | null = $state.raw(null)
  /** Whether a decision is on its way, or granted while the view that shows it is not there yet. */
  busy = $state(false)
  unread = $state(0)
  /** Between two games the player looks at the seats, not at the game that has ended. */
  resting = $state(false)

  private seq: number | null = null
  private game: number | null = null
  private granted: Seen | undefined // the view at which a decision was made that is acknowledged, but not shown yet
  private readonly pending = new Map<string, Pending>()
  private readonly socket: Line
  private greeted = false
  private stranger = false // this browser has no place here yet: it watches
  private patience = 0 // the timer of the next greeting

  constructor(readonly code: string) {
    for (const each of unanswered.get(code) ?? []) this.pending.set(each.wish.id, { ...each, settle: (answer) => this.granting(answer) })
    unanswered.delete(code)
    this.socket = new Line({ opened: () => this.hello(), heard: (message) => this.hear(message), lost: () => this.lost() })
    document.addEventListener('visibilitychange', this.look)
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.look)
    clearTimeout(this.patience)
    this.socket.close()
    unanswered.set(this.code, [...this.pending.values()].filter(({ wish }) => DECISIONS.has(wish.t) || wish.t === 'chat'))
  }

  /** My seats, in order. */
  get mine(): readonly number[] {
    return this.info?.people.find((person) => person.id === this.you)?.seats ?? []
  }

  get host(): boolean {
    return this.you !== null && this.info?.host === this.you
  }

  names(): string[] {
    return seatNames(this.info?.seats ?? [])
  }

  /** Sends a wish. It is sent again after a broken connection; the server grants it once. */
  send(wish: Wish): Promise<Ack | Refusal> {
    const whole = { ...wish, id: randomId(12) } as Command | Why
    const at = whole.t === 'act' || whole.t === 'take_back' ? this.views.find((view) => view.seat === whole.seat) : undefined
    return new Promise((settle) => {
      this.pending.set(whole.id, { wish: whole, at, settle })
      this.updateBusy()
      if (this.greeted) this.socket.send(whole)
    })
  }

  /** Sends a wish and shows the player why, if it is refused. */
  async sendOrNotify(wish: Wish): Promise<boolean> {
    return this.granting(await this.send(wish))
  }

  private granting(answer: Ack | Refusal): boolean {
    if (answer.t === 'refusal') this.notify(answer.key, answer.params)
    return answer.t === 'ack'
  }

  notify(key: string, params: Readonly<Record<string, unknown>> = {}): void {
    this.notice = { key, params }
  }

  /** Greets again, after a token has got a seat here. */
  greet(): void {
    this.stranger = false
    if (this.socket.open) this.hello()
  }

  /** After a moment, once: what was not heard is said again then. */
  private greetSoon(): void {
    clearTimeout(this.patience)
    this.patience = window.setTimeout(() => this.greet(), 1000)
  }

  private hello(): void {
    this.greeted = false
    this.socket.send({ t: 'hello', table: this.code, token: this.stranger ? null : settings.token, seq: this.seq, game: this.game, wire: VERSION })
  }

  private lost(): void {
    this.greeted = false
    this.connection = 'lost'
  }

  private look = (): void => {
    this.socket.send({ t: 'presence', being: document.visibilityState === 'hidden' ? 'away' : 'here' })
  }

  private hear(message: ServerMessage): void {
    switch (message.t) {
      case 'welcome':
        markCurrent('version')
        this.connection = 'open'
        this.greeted = true
        this.trouble = null
        if (this.seq !== null) this.unread += message.chat.filter(({ seq, person }) => seq > (this.chat.at(-1)?.seq ?? 0) && person !== message.you).length
        this.you = message.you
        this.seq = message.seq
        this.info = message.table
        this.views = message.views as unknown as Seen[]
        this.chat = message.chat
        this.remember(message.fresh || message.game !== this.game ? [] : this.history, message.told)
        this.game = message.game
        this.updateBusy()
        for (const { wish } of this.pending.values()) this.socket.send(wish)
        if (document.visibilityState === 'hidden') this.look()
        break
      case 'update':
        if (message.game !== this.game) (this.history = []), (this.granted = undefined)
        this.seq = message.seq
        this.game = message.game
        if (message.table) this.info = message.table
        if (message.views.length) this.views = (message.views as unknown as Seen[]).map((news) => this.merged(news))
        this.remember(this.history, message.told)
        this.updateBusy()
        break
      case 'ack':
        this.settle(message.id, message)
        break
      case 'refusal':
        if (message.id !== null) this.settle(message.id, message)
        else if (message.key === 'wire.other-version') reloadOnce('version').then((loading) => loading || (this.trouble = message))
        else if (message.key === 'table.wrong-token' && !this.greeted && !this.stranger) {
          this.stranger = true
          this.hello()
        } else if ((!this.greeted && PASSING.has(message.key)) || (this.info !== null && message.key === 'wire.too-fast')) this.greetSoon()
        else if (this.info === null) this.trouble = message
        else this.notify(message.key, message.params)
        break
      case 'chat':
        this.chat = [...this.chat.filter((said) => said.seq !== message.said.seq), message.said]
        if (message.said.person !== this.you) this.unread++
        break
      case 'presence':
        if (this.info) this.info = { ...this.info, people: this.info.people.map((person) => ({ ...person, being: message.people[person.id] ?? 'away' })) }
        break
      case 'pong':
        break
    }
  }

  private settle(id: string, answer: Ack | Refusal): void {
    const pending = this.pending.get(id)
    this.pending.delete(id)
    if (pending?.at && answer.t === 'ack') this.granted = pending.at
    this.updateBusy()
    pending?.settle(answer)
  }

  private updateBusy(): void {
    const under_way = [...this.pending.values()].some(({ wish }) => DECISIONS.has(wish.t))
    if (!this.views.some((view) => view.seat === this.granted?.seat && view.version === this.granted.version)) this.granted = undefined
    this.busy = under_way || this.granted !== undefined
  }

  /** A view with those description replaced that are new. */
  private merged(news: Seen): Seen {
    const before = this.views.find((view) => view.seat === news.seat)
    return { ...news, view: { ...before?.view, ...news.view } }
  }

  /** What is told again replaces what was told before: hidden things are revealed, others undone. */
  private remember(before: readonly Told[], news: readonly Told[]): void {
    const by = new Map(before.map((told) => [told.n, told]))
    for (const told of news) by.set(told.n, told)
    this.history = [...by.values()].sort((a, b) => a.n - b.n)
  }
}
