// Written by `python -m trapezi.protocol.typescript`. Change src/trapezi/protocol/ instead.

export const VERSION = 1

export type ClientMessage =
  | Hello
  | Ping
  | Presence
  | Why
  | Act
  | Signal
  | TakeBack
  | Resign
  | Chat
  | Sit
  | Stand
  | Rename
  | Luck
  | Revoke
  | Leave
  | Pause
  | StandIn
  | TakeOver
  | Rematch
  | TakeHost
  | Start
  | SeatBot
  | Clear
  | Configure
  | EndEarly
  | PassHost

export type Command =
  | Act
  | Signal
  | TakeBack
  | Resign
  | Chat
  | Sit
  | Stand
  | Rename
  | Luck
  | Revoke
  | Leave
  | Pause
  | StandIn
  | TakeOver
  | Rematch
  | TakeHost
  | Start
  | SeatBot
  | Clear
  | Configure
  | EndEarly
  | PassHost

export type ServerMessage =
  | Welcome
  | Update
  | Ack
  | Refusal
  | Chatted
  | Beings
  | Pong

/** The wish is granted and on disk. */
export interface Ack {
  readonly t: "ack"
  readonly id: string
  readonly seq: number
}

/** A decision: one of the view's `moves`, for the `version` that the view had. */
export interface Act {
  readonly t: "act"
  readonly id: string
  readonly seat: number
  readonly version: number
  readonly move: number
}

/** Who is here, thinking or away, by person. */
export interface Beings {
  readonly t: "presence"
  readonly people: Readonly<Record<string, "away" | "here" | "thinking">>
}

/** A line of chat: to the table from those who sit, to the spectators from others. */
export interface Chat {
  readonly t: "chat"
  readonly id: string
  readonly text: string
}

/** A new line of chat. */
export interface Chatted {
  readonly t: "chat"
  readonly said: Said
}

/** Empty a seat: a bot or a person gets up, between games. */
export interface Clear {
  readonly t: "clear"
  readonly id: string
  readonly seat: number
}

/** Other options, another game, another clock: between games. What is left out stays, each option too. */
export interface Configure {
  readonly t: "configure"
  readonly id: string
  readonly game?: string | null
  readonly options?: Readonly<Record<string, unknown>> | null
  readonly public?: boolean | null
  readonly clock?: number | null
}

/** Break the game off. */
export interface EndEarly {
  readonly t: "end_early"
  readonly id: string
}

/** A game and what can be chosen, as the law describes it. */
export interface GameInfo {
  readonly name: string
  readonly players: readonly number[]
  readonly options: readonly (Readonly<Record<string, unknown>>)[]
  readonly variants: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly bots: readonly string[]
  readonly secret_phases: readonly string[]
}

/** Options of a game to be checked and described, such as a deck that a player is about to use. */
export interface GameOptions {
  readonly options: Readonly<Record<string, unknown>>
}

/** The first message, and the first again after a broken connection. `seq` and `game` are the last that was seen: then `welcome` tells what was missed since. Without a token: a spectator. `wire` is the version of the protocol that the page was made for; a server of another one refuses it (`wire.other-version`). */
export interface Hello {
  readonly t: "hello"
  readonly table: string
  readonly token?: string | null
  readonly seq?: number | null
  readonly game?: number | null
  readonly wire?: number | null
}

/** An address that other devices reach, and its QR code: the path of its dark squares, `size` of them to a side. */
export interface Invitation {
  readonly url: string
  readonly size: number
  readonly path: string
}

/** Sit down: at the first empty seat unless one is named. `watch`: stay a spectator, with a name. */
export interface Join {
  readonly name: string
  readonly seat?: number | null
  readonly watch?: boolean
}

export interface Joined {
  readonly person: string
  readonly seats: readonly number[]
  readonly table: TableInfo
}

/** Leave the table. In mid-game bots take over one's seats, until one comes back. */
export interface Leave {
  readonly t: "leave"
  readonly id: string
}

/** Words of one's own that the next game's chance will come from too, between games; none takes them back. */
export interface Luck {
  readonly t: "luck"
  readonly id: string
  readonly words: string
}

/** What a player added to the secret. */
export interface LuckWords {
  readonly name: string
  readonly words: string
}

/** A table to be made. Who makes it is host and sits down once per name; `bots` are for the chairs after that, null where one stays free; `fill` seats a bot on every chair that is still empty. */
export interface NewTable {
  readonly game: string
  readonly options: Readonly<Record<string, unknown>>
  readonly names: readonly string[]
  readonly public?: boolean
  readonly clock?: number
  readonly bots?: readonly (string | null)[]
  readonly fill?: string | null
  readonly start?: boolean
}

export interface Pair {
  readonly secret: string
}

/** A secret that lets one other device take the same seats, for some minutes; `at` leads there. */
export interface Pairing {
  readonly secret: string
  readonly seconds: number
  readonly at: Invitation | null
}

/** Make somebody else the host. */
export interface PassHost {
  readonly t: "pass_host"
  readonly id: string
  readonly person: string
}

/** Everybody waits, or goes on. */
export interface Pause {
  readonly t: "pause"
  readonly id: string
  readonly on: boolean
}

/** Somebody at the table; without seats, a spectator with a name. */
export interface PersonInfo {
  readonly id: string
  readonly name: string
  readonly seats: readonly number[]
  readonly being: "away" | "here" | "thinking"
}

/** Are you there? Answered by `pong`. A socket that says nothing for a while is closed. */
export interface Ping {
  readonly t: "ping"
}

/** I am here. */
export interface Pong {
  readonly t: "pong"
}

/** Whether the person looks at the table. */
export interface Presence {
  readonly t: "presence"
  readonly being: "away" | "here" | "thinking"
}

/** Why a request is refused. */
export interface Problem {
  readonly key: string
  readonly params: Readonly<Record<string, unknown>>
}

/** The wish is not granted; the table is as it was. `id` is null where the message could not be read. */
export interface Refusal {
  readonly t: "refusal"
  readonly id: string | null
  readonly key: string
  readonly params: Readonly<Record<string, unknown>>
}

/** The same game again with the same seats; somebody else begins. */
export interface Rematch {
  readonly t: "rematch"
  readonly id: string
}

/** One's own name, or that of one of one's seats. */
export interface Rename {
  readonly t: "rename"
  readonly id: string
  readonly name: string
  readonly seat?: number | null
}

/** Steps of a finished game as one seat saw them; `steps` is how many there are in all. */
export interface Replay {
  readonly game: string
  readonly options: Readonly<Record<string, unknown>>
  readonly names: readonly string[]
  readonly seat: number
  readonly steps: number
  readonly shown: readonly Step[]
}

/** A bot plays on for the seat, which can no longer win; if one seat is left, the game ends. */
export interface Resign {
  readonly t: "resign"
  readonly id: string
  readonly seat: number
}

/** How one game of the evening ended. `names` by seat, empty for bots; `won` only where all win or lose together. */
export interface Result {
  readonly number: number
  readonly game: string
  readonly ending: "early" | "over" | "resigned"
  readonly names: readonly string[]
  readonly scores: readonly number[]
  readonly winners: readonly number[]
  readonly won: boolean | null
}

/** Sign out one's other devices, or, as the host, all devices of somebody else, whose seats bots then play. */
export interface Revoke {
  readonly t: "revoke"
  readonly id: string
  readonly person?: string | null
}

/** A line of chat; `seq` counts lines. */
export interface Said {
  readonly seq: number
  readonly room: "spectators" | "table"
  readonly person: string
  readonly name: string
  readonly text: string
  readonly time: number
}

/** The log of a game, as it was saved, to be looked at from step `since` on. */
export interface SavedGame {
  readonly log: string
  readonly seat?: number
  readonly since?: number
}

/** A bot onto an empty seat, or another level instead of a bot. */
export interface SeatBot {
  readonly t: "seat_bot"
  readonly id: string
  readonly seat: number
  readonly bot: string
}

/** A seat as everybody sees it. `bot` plays it, also in place of `person` while `stand_in`. */
export interface SeatInfo {
  readonly seat: number
  readonly kind: "bot" | "empty" | "person"
  readonly name: string
  readonly person: string | null
  readonly bot: string | null
  readonly stand_in: boolean
  readonly resigned: boolean
}

/** The game as a seat sees it: `state.view(seat)` of the law. Seat -2 is a spectator's. `version` numbers the seat's decisions: `act` repeats it. `seconds` are left on the clock, if there is one and the seat is asked. */
export interface SeatView {
  readonly seat: number
  readonly version: number
  readonly can_take_back: boolean
  readonly seconds: number | null
  readonly view: Readonly<Record<string, unknown>>
}

/** One of the view's `optional` moves. */
export interface Signal {
  readonly t: "signal"
  readonly id: string
  readonly seat: number
  readonly move: number
}

/** Take an empty seat; several seats on one device have a name each. */
export interface Sit {
  readonly t: "sit"
  readonly id: string
  readonly seat: number
  readonly name?: string | null
}

/** Give a seat of one's own free again, between games. */
export interface Stand {
  readonly t: "stand"
  readonly id: string
  readonly seat: number
}

/** Let a bot play for a seat: one's own, or that of somebody who is away. */
export interface StandIn {
  readonly t: "stand_in"
  readonly id: string
  readonly seat: number
  readonly bot?: string | null
}

/** Begin the game; `fill` is the bot for empty seats. */
export interface Start {
  readonly t: "start"
  readonly id: string
  readonly fill?: string | null
}

/** One event of a finished game, and the game after it. Step 0 is the beginning and has no event. */
export interface Step {
  readonly n: number
  readonly seat: number | null
  readonly text: string
  readonly description: Readonly<Record<string, unknown>> | null
  readonly view: Readonly<Record<string, unknown>>
}

/** The table without the game on it. `commitment` is the SHA-256 of the secret that chance comes from, `next_commitment` that of the next game; `secret` follows when the game has ended. `luck` and `next_luck` are the players' own words, which chance comes from too. */
export interface TableInfo {
  readonly code: string
  readonly game: string
  readonly options: Readonly<Record<string, unknown>>
  readonly players: number
  readonly public: boolean
  readonly phase: "finished" | "lobby" | "playing"
  readonly number: number
  readonly paused: boolean
  readonly clock: number | null
  readonly host: string | null
  readonly seats: readonly SeatInfo[]
  readonly people: readonly PersonInfo[]
  readonly bots: readonly string[]
  readonly results: readonly Result[]
  readonly tally: readonly TallyLine[]
  readonly commitment: string | null
  readonly next_commitment: string
  readonly secret: string | null
  readonly luck: readonly LuckWords[]
  readonly next_luck: readonly LuckWords[]
  readonly ending: "early" | "over" | "resigned" | null
}

/** A table in a list. `yours` are the asking browser's seats, `asked` those that owe a decision. */
export interface TableLine {
  readonly code: string
  readonly game: string
  readonly phase: "finished" | "lobby" | "playing"
  readonly players: number
  readonly free: number
  readonly names: readonly string[]
  readonly asked: readonly number[]
  readonly yours: readonly number[]
  readonly updated: number
}

/** The seat's own last move, while the law allows it. */
export interface TakeBack {
  readonly t: "take_back"
  readonly id: string
  readonly seat: number
}

/** Become the host while the host is away. */
export interface TakeHost {
  readonly t: "take_host"
  readonly id: string
}

/** Play one's own seat again instead of the bot. Who comes back to a seat that others gave away gets it without asking. */
export interface TakeOver {
  readonly t: "take_over"
  readonly id: string
  readonly seat: number
}

/** The evening's tally of one player; of a bot if without a name. */
export interface TallyLine {
  readonly name: string
  readonly seat: number
  readonly games: number
  readonly wins: number
  readonly points: number
}

/** Something that happened in the game, in the order of `n`; what comes again with the same `n` replaces it. `shown` is null while it is hidden. Seat -1 is chance. `undone`: taken back. */
export interface Told {
  readonly n: number
  readonly seat: number
  readonly shown: Readonly<Record<string, unknown>> | null
  readonly undone: boolean
}

/** Something happened. `views` are there if the game changed, one per seat of mine; `table` if anything else did. In the `view` of a seat are those parts that have changed, by name (`moves`, `table`, ...): they replace the ones of before. In a message with a `table` all parts are there. `seq` counts what everybody at the table has heard of, and nothing that is secret. */
export interface Update {
  readonly t: "update"
  readonly seq: number
  readonly game: number
  readonly table: TableInfo | null
  readonly views: readonly SeatView[]
  readonly told: readonly Told[]
}

/** The answer to `hello`: the whole table as it is. `you` is the person that the token belongs to, or null for a spectator. `told` is what was missed since the `seq` of the hello; `fresh` says that this is unknown or too much, then `told` begins anew with the game's last events. */
export interface Welcome {
  readonly t: "welcome"
  readonly you: string | null
  readonly seq: number
  readonly game: number
  readonly fresh: boolean
  readonly table: TableInfo
  readonly views: readonly SeatView[]
  readonly told: readonly Told[]
  readonly chat: readonly Said[]
  readonly beat: number
}

/** Why may my seat not make this move (by its text)? Answered by `refusal` with the reason, or `ack` if it may. */
export interface Why {
  readonly t: "why"
  readonly id: string
  readonly seat: number
  readonly text: string
}
