/** A table as the server last described it, and the commands that the server has not answered yet. */
import { applyDelta } from './applyDelta'
import { seatNames } from './i18n.svelte'
import { Connection } from './connection'
import { invitationKeys } from './api'
import { decodeSeatView, type DecodedSeatView } from './decodeSeatView'
import { randomToken, settings, type Speed } from './settings.svelte'
import { reloadOnce, allowReloadAgain } from './appUpdate.svelte'
import { VERSION, type Ack, type AskHint, type ChatLine, type Command, type Hint, type HistoryEntry, type PresenceUpdate, type Rejection, type SeatView, type ServerMessage, type TableInfo, type Welcome, type Why } from './protocol'

export interface Notice {
  readonly key: string
  readonly params: Readonly<Record<string, unknown>>
  /** Whether the notice is about the table and not about a decision, so that it stays when the game goes on. */
  readonly aboutTable?: boolean
}

type WithoutId<T> = T extends { id: string } ? Omit<T, 'id'> : never
export type NewCommand = WithoutId<Command | Why>

type Answer = Ack | Rejection | Hint

interface Pending {
  readonly command: Command | Why | AskHint
  /** The view in which the player made this decision. */
  readonly view: DecodedSeatView | undefined
  readonly settle: (answer: Answer) => void
}

/** The reasons for a rejection of `hello` that soon pass, so that the client says hello again. */
const TEMPORARY: ReadonlySet<string> = new Set(['table.not-stored', 'table.try-again'])
const MARGIN = 500 // the milliseconds that this page waits longer than the server before it offers to act for an absent person
const DECISIONS: ReadonlySet<string> = new Set(['act', 'signal', 'take_back'])

/** For each table, the decisions and chat lines without an answer when the player left its screen. On return they are sent again. */
const unanswered = new Map<string, readonly Pending[]>()

export class LiveTable {
  info: TableInfo | null = $state.raw(null)
  views: readonly DecodedSeatView[] = $state.raw([])
  history: readonly HistoryEntry[] = $state.raw([])
  chat: readonly ChatLine[] = $state.raw([])
  you: string | null = $state(null)
  connection: 'connecting' | 'open' | 'lost' = $state('connecting')
  /** The reason why the table cannot be shown at all, for example because it does not exist. */
  fatalProblem: Notice | null = $state.raw(null)
  /** Whether the player has left this table and must ask to come back. */
  left = $state(false)
  /** Whether the host has been away for so long that another player may become the host. */
  hostIsAway = $state(false)
  /** A message to show to the player for a moment. */
  notice: Notice | null = $state.raw(null)
  /** Whether a decision was sent whose effect is not visible yet: the acknowledgement or the next view has not arrived. */
  busy = $state(false)
  unread = $state(0)
  /** The number of spectators who have given no name. */
  unnamed = $state(0)
  /** The commands that wait until the connection is back. */
  unsent: readonly (Command | Why | AskHint)[] = $state.raw([])
  /** Whether the screen shows the lobby instead of the results of the last game. */
  showLobby = $state(false)

  private seq: number | null = null
  private game: number | null = null
  /** The view in which the player made the last acknowledged decision, until a newer view arrives. */
  private acknowledged: DecodedSeatView | undefined
  private readonly pending = new Map<string, Pending>()
  private readonly socket: Connection
  private welcomed = false
  private anonymous = false // whether to say hello without a token, as a spectator who has not joined the table
  private helloTimer = 0
  /** For each absent person, the time from which others may act for that person, in milliseconds since 1970. */
  replaceableAt: ReadonlyMap<string, number> = $state.raw(new Map())
  private hostTimer = 0
  private takingOver = false // whether the player has asked the stand-in bot to give the seat back
  private chosenFace: number | null = null

  constructor(
    readonly code: string,
    /** The key of the invitation link, or an empty text. */
    private readonly key = '',
  ) {
    if (key) invitationKeys.set(code, key)
    for (const each of unanswered.get(code) ?? []) this.pending.set(each.command.id, { ...each, settle: (answer) => this.notifyIfRejected(answer) })
    unanswered.delete(code)
    this.socket = new Connection({ onOpen: () => this.sendHello(), onMessage: (message) => this.receive(message), onLost: () => this.onConnectionLost() })
    document.addEventListener('visibilitychange', this.sendPresence)
  }

  close(): void {
    clearTimeout(this.hostTimer)
    document.removeEventListener('visibilitychange', this.sendPresence)
    clearTimeout(this.helloTimer)
    this.socket.close()
    unanswered.set(this.code, [...this.pending.values()].filter(({ command }) => DECISIONS.has(command.t) || command.t === 'chat'))
  }

  /** Connect now instead of waiting for the next attempt. */
  reconnect(): void {
    this.socket.reconnectNow()
  }

  /** This browser's seats, in order. */
  get mySeats(): readonly number[] {
    return this.info?.people.find((person) => person.id === this.you)?.seats ?? []
  }

  get isHost(): boolean {
    return this.you !== null && this.info?.host === this.you
  }

  /** The names of the other spectators, and the number of spectators without a name. */
  get spectators(): { readonly names: readonly string[]; readonly unnamed: number } {
    const names = (this.info?.people ?? []).filter(({ id, seats, presence }) => !seats.length && presence === 'here' && id !== this.you).map(({ name }) => name)
    return { names, unnamed: Math.max(0, this.unnamed - (this.you === null ? 1 : 0)) }
  }

  /** Whether a decision waits for the connection to come back. */
  get hasUnsentDecision(): boolean {
    return this.unsent.some(({ t }) => DECISIONS.has(t))
  }

  seatNames(): string[] {
    return seatNames(this.info?.seats ?? [])
  }

  /** Send a command and return the server's answer. If the connection breaks, the command is sent again, but carried out once. */
  send(command: NewCommand): Promise<Ack | Rejection> {
    if (command.t === 'take_over') this.takingOver = true
    return this.request({ ...command, id: randomToken(12) } as Command | Why) as Promise<Ack | Rejection>
  }

  /** Ask the server for a hint for a seat's decision. If the connection breaks, the request is sent again. */
  askHint(seat: number, version: number): Promise<Hint | Rejection> {
    return this.request({ t: 'hint', id: randomToken(12), seat, version }) as Promise<Hint | Rejection>
  }

  private request(command: Command | Why | AskHint): Promise<Answer> {
    const view = command.t === 'act' || command.t === 'take_back' ? this.views.find(({ seat }) => seat === command.seat) : undefined
    return new Promise((settle) => {
      this.pending.set(command.id, { command, view, settle })
      this.updateBusy()
      this.updateUnsent()
      if (this.welcomed) this.socket.send(command)
    })
  }

  /** Send a command and show the player the reason if it is rejected. */
  async sendOrNotify(command: NewCommand): Promise<boolean> {
    return this.notifyIfRejected(await this.send(command))
  }

  /** Tell the server how fast this player wants to see moves, so that bots keep that pace. */
  sendSpeed(speed: Speed): void {
    this.socket.send({ t: 'speed', speed })
  }

  /** Send the face that the player chose, if the table shows another. Each face is sent only once; otherwise two devices could overwrite each other's choice for ever. */
  sendFace(face: number): void {
    const me = this.info?.people.find(({ id }) => id === this.you)
    if (!me || face === this.chosenFace) return
    this.chosenFace = face
    if (face && me.face !== face) void this.send({ t: 'face', face })
  }

  private notifyIfRejected(answer: Answer): boolean {
    if (answer.t === 'rejection') this.notify(answer.key, answer.params)
    return answer.t === 'ack'
  }

  notify(key: string, params: Readonly<Record<string, unknown>> = {}): void {
    this.notice = { key, params }
  }

  /** Show a message that stays when the game goes on. */
  notifyAboutTable(key: string, params: Readonly<Record<string, unknown>> = {}): void {
    this.notice = { key, params, aboutTable: true }
  }

  /** Say hello with this browser's token, for example after it has joined the table. */
  sendHelloWithToken(): void {
    this.anonymous = false
    if (this.socket.open) this.sendHello()
  }

  /** Call `sendHelloWithToken` after a second. The welcome that follows sends unanswered commands again. */
  private sendHelloSoon(): void {
    clearTimeout(this.helloTimer)
    this.helloTimer = window.setTimeout(() => this.sendHelloWithToken(), 1000)
  }

  private sendHello(): void {
    this.welcomed = false
    const history = (this.history.at(-1)?.n ?? -1) + 1
    this.socket.send({ t: 'hello', table: this.code, token: this.anonymous ? null : settings.token, seq: this.seq, game: this.game, history, protocol: VERSION, key: this.key || null })
  }

  private onConnectionLost(): void {
    this.welcomed = false
    this.connection = 'lost'
    this.updateUnsent()
  }

  private sendPresence = (): void => {
    this.socket.send({ t: 'presence', presence: document.visibilityState === 'hidden' ? 'away' : 'here' })
  }

  /** Keep `hostIsAway` up to date. */
  private watchHost(): void {
    const host = this.info?.people.find(({ id }) => id === this.info?.host)
    const wait = host ? (this.replaceableAt.get(host.id) ?? 0) - Date.now() : 0
    clearTimeout(this.hostTimer)
    this.hostIsAway = host?.presence !== 'here' && wait <= 0
    if (wait > 0) this.hostTimer = window.setTimeout(() => this.watchHost(), wait)
  }

  private receivePresence({ unnamed, just_left }: Welcome | PresenceUpdate): void {
    this.unnamed = unnamed
    this.replaceableAt = new Map(Object.entries(just_left).map(([person, seconds]) => [person, Date.now() + seconds * 1000 + MARGIN]))
  }

  private receive(message: ServerMessage): void {
    this.apply(message)
    this.watchHost()
  }

  private apply(message: ServerMessage): void {
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
        this.left = message.left
        if (message.returned.length) this.notifyAboutTable('client.seat-returned')
        this.receivePresence(message)
        this.receiveViews(message.views)
        this.chat = message.chat
        this.addHistory(message.fresh || message.game !== this.game ? [] : this.history, message)
        this.game = message.game
        this.updateBusy()
        for (const { command } of this.pending.values()) this.socket.send(command)
        this.updateUnsent()
        if (document.visibilityState === 'hidden') this.sendPresence()
        break
      case 'update':
        if (message.game !== this.game) (this.history = []), (this.acknowledged = undefined)
        this.seq = message.seq
        this.game = message.game
        if (message.table) this.receiveTable(applyDelta(this.info, message.table) as TableInfo)
        const seats = this.views.map(({ seat }) => seat).join()
        if (message.views) this.receiveViews(message.views)
        // Each viewer's history has its own numbers, so after a change of seats the old entries are worthless.
        this.addHistory(seats === this.views.map(({ seat }) => seat).join() ? this.history : [], message)
        this.updateBusy()
        break
      case 'ack':
      case 'hint':
        this.resolveCommand(message.id, message)
        break
      case 'rejection':
        if (message.id !== null) this.resolveCommand(message.id, message)
        else if (message.key === 'protocol.other-version') reloadOnce('version').then((loading) => loading || (this.fatalProblem = message))
        else if (message.key === 'table.wrong-token' && !this.welcomed && !this.anonymous) {
          this.anonymous = true
          this.sendHello()
        } else if ((!this.welcomed && TEMPORARY.has(message.key)) || (this.info !== null && message.key === 'protocol.too-fast')) this.sendHelloSoon()
        else if (this.info === null) this.fatalProblem = message
        else this.notify(message.key, message.params)
        break
      case 'chat':
        this.chat = [...this.chat.filter(({ n }) => n !== message.line.n), message.line]
        if (message.line.person !== this.you) this.unread++
        break
      case 'presence':
        this.receivePresence(message)
        if (this.info) this.info = { ...this.info, people: this.info.people.map((person) => ({ ...person, presence: message.people[person.id] ?? 'away' })) }
        break
    }
  }

  /** Store a change of the table, and notify the player of what other people changed. */
  private receiveTable(info: TableInfo): void {
    const before = this.info
    this.info = info
    const lent = (table: TableInfo | null) => this.mySeats.some((seat) => table?.seats[seat]?.stand_in)
    if (before && lent(before) && !lent(info) && before.number === info.number && !this.takingOver) this.notifyAboutTable('client.seat-returned')
    this.takingOver = false
    const { notice } = info
    if (before && notice && notice.n !== before.notice?.n && notice.person !== this.you) this.notifyAboutTable(`client.notice-${notice.kind}`, { name: notice.name })
  }

  private resolveCommand(id: string, answer: Answer): void {
    const pending = this.pending.get(id)
    this.pending.delete(id)
    this.updateUnsent()
    if (pending?.view && answer.t === 'ack') this.acknowledged = pending.view
    this.updateBusy()
    pending?.settle(answer)
  }

  private updateUnsent(): void {
    this.unsent = this.connection === 'lost' ? [...this.pending.values()].map(({ command }) => command).filter(({ t }) => t !== 'hint') : []
  }

  private updateBusy(): void {
    const unanswered = [...this.pending.values()].some(({ command }) => DECISIONS.has(command.t))
    if (!this.views.some((view) => view.seat === this.acknowledged?.seat && view.version === this.acknowledged.version)) this.acknowledged = undefined
    this.busy = unanswered || this.acknowledged !== undefined
  }

  private receiveViews(views: readonly SeatView[]): void {
    this.views = views.map((sent) => decodeSeatView(this.views.find(({ seat }) => seat === sent.seat), sent))
  }

  /** Add new entries to the history, and drop the entries that this viewer may no longer see. */
  private addHistory(before: readonly HistoryEntry[], { history = [], history_from = 0 }: { readonly history?: readonly HistoryEntry[]; readonly history_from?: number }): void {
    const first = history[0]?.n ?? Infinity
    this.history = [...before.filter(({ n }) => n < first), ...history].filter(({ n }) => n >= history_from)
  }
}

/** Return the entries that were not taken back. */
export function withoutTakenBack(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const gone = new Set(entries.map(({ take_back }) => take_back))
  return entries.filter(({ n, take_back }) => take_back === undefined && !gone.has(n))
}
