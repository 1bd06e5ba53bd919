// Written by `python -m trapezi.protocol.typescript`. Change src/trapezi/protocol/ instead.

export const VERSION = 2

export type ClientMessage =
  | Hello
  | Ping
  | SetPresence
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
  | Rejection
  | ChatMessage
  | PresenceUpdate
  | Pong

/** The command was carried out and is on disk. */
export interface Ack {
  readonly t: "ack"
  readonly id: string
}

/** Make one of the view's `moves`; `version` is that of the view. */
export interface Act {
  readonly t: "act"
  readonly id: string
  readonly seat: number
  readonly version: number
  readonly move: number
}

/** Send a line of chat: players write to the table, spectators to each other. */
export interface Chat {
  readonly t: "chat"
  readonly id: string
  readonly text: string
}

/** A line of chat; `n` counts the lines of the table. */
export interface ChatLine {
  readonly n: number
  readonly room: "spectators" | "table"
  readonly person: string
  readonly name: string
  readonly text: string
  readonly time: number
}

/** A new line of chat. */
export interface ChatMessage {
  readonly t: "chat"
  readonly line: ChatLine
}

/** Empty the seat of a bot or a person, between games. */
export interface Clear {
  readonly t: "clear"
  readonly id: string
  readonly seat: number
}

/** Change options, game or clock, between games. Whatever is left out stays as it is, each option too. */
export interface Configure {
  readonly t: "configure"
  readonly id: string
  readonly game?: string | null
  readonly options?: Readonly<Record<string, unknown>> | null
  readonly public?: boolean | null
  readonly clock?: number | null
}

/** End the game before it is over. */
export interface EndEarly {
  readonly t: "end_early"
  readonly id: string
}

/** A game with its options and bots. */
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

/** The first message, and the first again after a broken connection. `seq` and `game` are the last that the browser has seen, `history` is the number of the first entry that it lacks. Without a token: a spectator. `protocol` is the version that the page was made for; a server with another one rejects it (`protocol.other-version`). */
export interface Hello {
  readonly t: "hello"
  readonly table: string
  readonly token?: string | null
  readonly seq?: number | null
  readonly game?: number | null
  readonly history?: number | null
  readonly protocol?: number | null
}

/** A move, an outcome of chance (seat -1), or that the entry with the number `take_back` was taken back. Entries are numbered from 0 for each viewer; the numbers count only what this viewer has been shown. */
export interface HistoryEntry {
  readonly n: number
  readonly seat: number
  readonly description: Readonly<Record<string, unknown>> | null
  readonly take_back: number | null
}

/** An address that other devices can reach, and its QR code as an SVG path of dark squares, `size` squares wide. */
export interface Invitation {
  readonly url: string
  readonly size: number
  readonly path: string
}

/** A request to sit down, at the first empty seat unless `seat` is given; or with `watch` to be a spectator with a name. */
export interface Join {
  readonly name: string
  readonly seat?: number | null
  readonly watch?: boolean
}

/** The person that the browser is at the table, and its seats. */
export interface Joined {
  readonly person: string
  readonly seats: readonly number[]
  readonly table: TableInfo
}

/** Leave the table. During a game bots play my seats until I come back. */
export interface Leave {
  readonly t: "leave"
  readonly id: string
}

/** Add my own words to the secret of the next game, between games; an empty text removes them. */
export interface Luck {
  readonly t: "luck"
  readonly id: string
  readonly words: string
}

/** The words that a player added to the secret. */
export interface LuckWords {
  readonly name: string
  readonly words: string
}

/** A request for a new table. Its creator is the host and takes one seat per name; `bots` are for the seats after those, null where a seat stays free; `fill` is the bot for every seat that is still empty. */
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

/** A request of a second device to take the seats that the secret belongs to. */
export interface Pair {
  readonly secret: string
}

/** A secret that lets one other device take the same seats for some minutes; `at` is the address to open there. */
export interface Pairing {
  readonly secret: string
  readonly seconds: number
  readonly at: Invitation | null
}

/** Make another person the host. */
export interface PassHost {
  readonly t: "pass_host"
  readonly id: string
  readonly person: string
}

/** Pause the game, or continue it. */
export interface Pause {
  readonly t: "pause"
  readonly id: string
  readonly on: boolean
}

/** A person at the table; without seats, a spectator with a name. */
export interface PersonInfo {
  readonly id: string
  readonly name: string
  readonly seats: readonly number[]
  readonly presence: "away" | "here"
}

/** Answered by `pong`. A connection that stays silent for too long is closed. */
export interface Ping {
  readonly t: "ping"
}

/** The answer to `ping`. */
export interface Pong {
  readonly t: "pong"
}

/** Who is here or away, by person. */
export interface PresenceUpdate {
  readonly t: "presence"
  readonly people: Readonly<Record<string, "away" | "here">>
}

/** Why a request is rejected. */
export interface Problem {
  readonly key: string
  readonly params: Readonly<Record<string, unknown>>
}

/** The command was not carried out and changed nothing. `id` is null where the message could not be read. */
export interface Rejection {
  readonly t: "rejection"
  readonly id: string | null
  readonly key: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Play the same game again with the same seats; another seat begins. */
export interface Rematch {
  readonly t: "rematch"
  readonly id: string
}

/** Change my name, or the name of one of my seats. */
export interface Rename {
  readonly t: "rename"
  readonly id: string
  readonly name: string
  readonly seat?: number | null
}

/** Some steps of a finished game as one seat saw them; `total` is the number of all steps. */
export interface Replay {
  readonly game: string
  readonly options: Readonly<Record<string, unknown>>
  readonly names: readonly string[]
  readonly seat: number
  readonly total: number
  readonly steps: readonly Step[]
}

/** Resign with a seat: a bot plays on for it, and it can no longer win. If only one seat is left, the game ends. */
export interface Resign {
  readonly t: "resign"
  readonly id: string
  readonly seat: number
}

/** How one game at the table ended. `names` by seat, empty for bots; `won` only where all win or lose together. */
export interface Result {
  readonly number: number
  readonly game: string
  readonly ending: "early" | "over" | "resigned"
  readonly names: readonly string[]
  readonly scores: readonly number[]
  readonly winners: readonly number[]
  readonly won: boolean | null
}

/** Sign out my other devices, or, as the host, all devices of another person, whose seats bots then play. */
export interface Revoke {
  readonly t: "revoke"
  readonly id: string
  readonly person?: string | null
}

/** A request to replay a saved log from step `since` on. */
export interface SavedGame {
  readonly log: string
  readonly seat?: number
  readonly since?: number
}

/** Put a bot onto an empty seat, or replace a bot by another level. */
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

/** The game as a seat sees it: `state.view(seat)`. Seat -2 is a spectator's. `version` numbers the seat's decisions: `act` repeats it. `seconds` are left on the clock, if there is one and the seat has to decide. */
export interface SeatView {
  readonly seat: number
  readonly version: number
  readonly can_take_back: boolean
  readonly seconds: number | null
  readonly view: Readonly<Record<string, unknown>>
}

/** Whether the person looks at the table. */
export interface SetPresence {
  readonly t: "presence"
  readonly presence: "away" | "here"
}

/** Make one of the view's `optional` moves. */
export interface Signal {
  readonly t: "signal"
  readonly id: string
  readonly seat: number
  readonly move: number
}

/** Take an empty seat; several seats on one device have one name each. */
export interface Sit {
  readonly t: "sit"
  readonly id: string
  readonly seat: number
  readonly name?: string | null
}

/** Leave one of my seats, between games. */
export interface Stand {
  readonly t: "stand"
  readonly id: string
  readonly seat: number
}

/** Let a bot play for a seat: one of mine, or that of a person who is away. */
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

/** One event of a finished game, and the view after it. Step 0 is the beginning and has no event. */
export interface Step {
  readonly n: number
  readonly seat: number | null
  readonly text: string
  readonly description: Readonly<Record<string, unknown>> | null
  readonly view: Readonly<Record<string, unknown>>
}

/** The table without the game on it. `commitment` is the SHA-256 of the secret from which chance is computed, `next_commitment` that of the next game; `secret` is published when the game has ended. `luck` and `next_luck` are the players' own words, which enter chance too. */
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

/** A table in a list. `my_seats` are the asking browser's seats, `deciding` those that owe a decision. */
export interface TableSummary {
  readonly code: string
  readonly game: string
  readonly phase: "finished" | "lobby" | "playing"
  readonly players: number
  readonly free: number
  readonly names: readonly string[]
  readonly deciding: readonly number[]
  readonly my_seats: readonly number[]
  readonly updated: number
}

/** Take back the seat's own last move, while the rules allow it. */
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

/** Play my own seat again instead of the bot. Seats that others gave to a bot return to their person automatically. */
export interface TakeOver {
  readonly t: "take_over"
  readonly id: string
  readonly seat: number
}

/** The tally of one player over all games at the table; of a bot if without a name. */
export interface TallyLine {
  readonly name: string
  readonly seat: number
  readonly games: number
  readonly wins: number
  readonly points: number
}

/** Something happened. `views` holds one view per seat of mine if the game changed, `table` is set if anything else did. The `view` of a seat holds the parts that have changed, by name (`moves`, `board`, ...): they replace the earlier ones. In a message with a `table` all parts are there. `seq` counts what everyone at the table may know of, and nothing secret. */
export interface Update {
  readonly t: "update"
  readonly seq: number
  readonly game: number
  readonly table: TableInfo | null
  readonly views: readonly SeatView[]
  readonly history: readonly HistoryEntry[]
  readonly history_from: number
}

/** The answer to `hello`: the whole table. `you` is the person that the token belongs to, or null for a spectator. `history` holds the entries from the number that the hello gave; `fresh` says that the browser's own entries are of no use, and that `history` starts over. */
export interface Welcome {
  readonly t: "welcome"
  readonly you: string | null
  readonly seq: number
  readonly game: number
  readonly fresh: boolean
  readonly table: TableInfo
  readonly views: readonly SeatView[]
  readonly history: readonly HistoryEntry[]
  readonly history_from: number
  readonly chat: readonly ChatLine[]
  readonly heartbeat: number
}

/** Why may my seat not make this move (given as text)? Answered by `rejection` with the reason, or `ack` if it may. */
export interface Why {
  readonly t: "why"
  readonly id: string
  readonly seat: number
  readonly text: string
}
