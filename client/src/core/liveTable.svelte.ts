/** A table as this browser knows it: what the server last sent, and the commands that are not answered yet. */
import type { View } from '../games/contract'
import { seatNames } from './games'
import { Connection } from './connection'
import { navigate } from './router.svelte'
import { randomToken, settings } from './settings.svelte'
import { reloadOnce, allowReloadAgain } from './appUpdate.svelte'
import { VERSION, type Ack, type ChatLine, type Command, type HistoryEntry, type Rejection, type SeatView, type ServerMessage, type TableInfo, type Why } from './protocol'

export interface Notice {
  readonly key: string
  readonly params: Readonly<Record<string, unknown>>
}

export interface TypedSeatView extends Omit<SeatView, 'view'> {
  readonly view: View
}

type WithoutId<T> = T extends { id: string } ? Omit<T, 'id'> : never
export type NewCommand = WithoutId<Command | Why>

interface Pending {
  readonly command: Command | Why
  /** The view that a decision was made at. */
  readonly at: TypedSeatView | undefined
  readonly settle: (answer: Ack | Rejection) => void
}

/** Rejections of a hello that are worth another try. */
const TEMPORARY: ReadonlySet<string> = new Set(['table.not-stored', 'table.try-again'])
const DECISIONS: ReadonlySet<string> = new Set(['act', 'signal', 'take_back'])

/** By table: decisions and chat that were not answered when their screen was left. The next screen of the table sends them again. */
const unanswered = new Map<string, readonly Pending[]>()

export class LiveTable {
  info: TableInfo | null = $state.raw(null)
  views: readonly TypedSeatView[] = $state.raw([])
  history: readonly HistoryEntry[] = $state.raw([])
  chat: readonly ChatLine[] = $state.raw([])
  you: string | null = $state(null)
  connection: 'connecting' | 'open' | 'lost' = $state('connecting')
  /** Why the table cannot be shown at all (no such table, say). */
  fatalProblem: Notice | null = $state.raw(null)
  /** What the player should read now. */
  notice: Notice | null = $state.raw(null)
  /** Whether a decision is on its way, or acknowledged while the view that shows it has not arrived yet. */
  busy = $state(false)
  unread = $state(0)
  /** Between two games the player looks at the seats, not at the game that has ended. */
  showLobby = $state(false)

  private seq: number | null = null
  private game: number | null = null
  private acknowledged: TypedSeatView | undefined // the view of a decision that is acknowledged, but not shown yet
  private readonly pending = new Map<string, Pending>()
  private readonly socket: Connection
  private welcomed = false
  private anonymous = false // this browser has no place here yet: it watches
  private helloTimer = 0

  constructor(readonly code: string) {
    for (const each of unanswered.get(code) ?? []) this.pending.set(each.command.id, { ...each, settle: (answer) => this.notifyIfRejected(answer) })
    unanswered.delete(code)
    this.socket = new Connection({ onOpen: () => this.sendHello(), onMessage: (message) => this.receive(message), onLost: () => this.onConnectionLost() })
    document.addEventListener('visibilitychange', this.sendPresence)
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.sendPresence)
    clearTimeout(this.helloTimer)
    this.socket.close()
    unanswered.set(this.code, [...this.pending.values()].filter(({ command }) => DECISIONS.has(command.t) || command.t === 'chat'))
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

  /** Send a command. It is sent again after a broken connection; the server carries it out once. */
  send(command: NewCommand): Promise<Ack | Rejection> {
    const whole = { ...command, id: randomToken(12) } as Command | Why
    const at = whole.t === 'act' || whole.t === 'take_back' ? this.views.find((view) => view.seat === whole.seat) : undefined
    return new Promise((settle) => {
      this.pending.set(whole.id, { command: whole, at, settle })
      this.updateBusy()
      if (this.welcomed) this.socket.send(whole)
    })
  }

  /** Send a command and show the player the reason if it is rejected. */
  async sendOrNotify(command: NewCommand): Promise<boolean> {
    return this.notifyIfRejected(await this.send(command))
  }

  /** Give up all seats here, and go home. */
  async leave(): Promise<void> {
    if (await this.sendOrNotify({ t: 'leave' })) navigate('/', { replace: true })
  }

  private notifyIfRejected(answer: Ack | Rejection): boolean {
    if (answer.t === 'rejection') this.notify(answer.key, answer.params)
    return answer.t === 'ack'
  }

  notify(key: string, params: Readonly<Record<string, unknown>> = {}): void {
    this.notice = { key, params }
  }

  /** Say hello again, after this browser has got a seat here. */
  identify(): void {
    this.anonymous = false
    if (this.socket.open) this.sendHello()
  }

  /** Say hello again after a moment; unanswered commands are sent again then. */
  private identifySoon(): void {
    clearTimeout(this.helloTimer)
    this.helloTimer = window.setTimeout(() => this.identify(), 1000)
  }

  private sendHello(): void {
    this.welcomed = false
    const history = (this.history.at(-1)?.n ?? -1) + 1
    this.socket.send({ t: 'hello', table: this.code, token: this.anonymous ? null : settings.token, seq: this.seq, game: this.game, history, protocol: VERSION })
  }

  private onConnectionLost(): void {
    this.welcomed = false
    this.connection = 'lost'
  }

  private sendPresence = (): void => {
    this.socket.send({ t: 'presence', presence: document.visibilityState === 'hidden' ? 'away' : 'here' })
  }

  private receive(message: ServerMessage): void {
    switch (message.t) {
      case 'welcome':
        allowReloadAgain('version')
        this.connection = 'open'
        this.welcomed = true
        this.fatalProblem = null
        if (this.seq !== null) this.unread += message.chat.filter(({ n, person }) => n > (this.chat.at(-1)?.n ?? 0) && person !== message.you).length
        this.you = message.you
        this.seq = message.seq
        this.info = message.table
        this.views = message.views as unknown as TypedSeatView[]
        this.chat = message.chat
        this.addHistory(message.fresh || message.game !== this.game ? [] : this.history, message)
        this.game = message.game
        this.updateBusy()
        for (const { command } of this.pending.values()) this.socket.send(command)
        if (document.visibilityState === 'hidden') this.sendPresence()
        break
      case 'update':
        if (message.game !== this.game) (this.history = []), (this.acknowledged = undefined)
        this.seq = message.seq
        this.game = message.game
        if (message.table) this.info = message.table
        const seats = this.views.map(({ seat }) => seat).join()
        if (message.views.length) this.views = (message.views as unknown as TypedSeatView[]).map((delta) => this.mergeDelta(delta))
        // Each viewer's history is numbered on its own: after a change of seats the old entries are of no use.
        this.addHistory(seats === this.views.map(({ seat }) => seat).join() ? this.history : [], message)
        this.updateBusy()
        break
      case 'ack':
        this.settle(message.id, message)
        break
      case 'rejection':
        if (message.id !== null) this.settle(message.id, message)
        else if (message.key === 'protocol.other-version') reloadOnce('version').then((loading) => loading || (this.fatalProblem = message))
        else if (message.key === 'table.wrong-token' && !this.welcomed && !this.anonymous) {
          this.anonymous = true
          this.sendHello()
        } else if ((!this.welcomed && TEMPORARY.has(message.key)) || (this.info !== null && message.key === 'protocol.too-fast')) this.identifySoon()
        else if (this.info === null) this.fatalProblem = message
        else this.notify(message.key, message.params)
        break
      case 'chat':
        this.chat = [...this.chat.filter(({ n }) => n !== message.line.n), message.line]
        if (message.line.person !== this.you) this.unread++
        break
      case 'presence':
        if (this.info) this.info = { ...this.info, people: this.info.people.map((person) => ({ ...person, presence: message.people[person.id] ?? 'away' })) }
        break
    }
  }

  private settle(id: string, answer: Ack | Rejection): void {
    const pending = this.pending.get(id)
    this.pending.delete(id)
    if (pending?.at && answer.t === 'ack') this.acknowledged = pending.at
    this.updateBusy()
    pending?.settle(answer)
  }

  private updateBusy(): void {
    const unanswered = [...this.pending.values()].some(({ command }) => DECISIONS.has(command.t))
    if (!this.views.some((view) => view.seat === this.acknowledged?.seat && view.version === this.acknowledged.version)) this.acknowledged = undefined
    this.busy = unanswered || this.acknowledged !== undefined
  }

  /** A view with its changed parts replaced. */
  private mergeDelta(delta: TypedSeatView): TypedSeatView {
    const before = this.views.find((view) => view.seat === delta.seat)
    return { ...delta, view: { ...before?.view, ...delta.view } }
  }

  /** Add new entries, and drop those that may not be looked up any more. */
  private addHistory(before: readonly HistoryEntry[], { history, history_from }: { readonly history: readonly HistoryEntry[]; readonly history_from: number }): void {
    const first = history[0]?.n ?? Infinity
    this.history = [...before.filter(({ n }) => n < first), ...history].filter(({ n }) => n >= history_from)
  }
}

/** The entries that were not taken back. */
export function withoutTakenBack(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const gone = new Set(entries.map(({ take_back }) => take_back))
  return entries.filter(({ n, take_back }) => take_back === null && !gone.has(n))
}
