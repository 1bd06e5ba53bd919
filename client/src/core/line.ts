/** The line to the server: it notices when it is cut, and comes back by itself. */
import type { ClientMessage, ServerMessage } from './protocol'

export interface Ear {
  /** The connection stands; say hello. */
  opened(): void
  heard(message: ServerMessage): void
  lost(): void
}

const WAITS = [0, 300, 700, 1500, 3000, 5000] // milliseconds before the next try
const GREETING = 8000 // a connection that takes longer is given up

export class Line {
  private socket: WebSocket | null = null
  private tries = 0
  private timer = 0
  private pulse = 0
  private heardAt = 0
  private closed = false

  constructor(private readonly ear: Ear) {
    addEventListener('online', this.wake)
    addEventListener('offline', this.check)
    document.addEventListener('visibilitychange', this.wake)
    addEventListener('pageshow', this.wake)
    this.connect()
  }

  get open(): boolean {
    return this.socket?.readyState === WebSocket.OPEN
  }

  send(message: ClientMessage): boolean {
    if (!this.open) return false
    this.socket!.send(JSON.stringify(message))
    return true
  }

  close(): void {
    this.closed = true
    removeEventListener('online', this.wake)
    removeEventListener('offline', this.check)
    document.removeEventListener('visibilitychange', this.wake)
    removeEventListener('pageshow', this.wake)
    this.drop()
  }

  private connect(): void {
    clearTimeout(this.timer)
    if (this.closed) return
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`)
    this.socket = socket
    this.timer = window.setTimeout(() => socket.readyState === WebSocket.CONNECTING && this.again(), GREETING)
    socket.onopen = () => {
      if (socket !== this.socket) return
      this.heardAt = Date.now()
      clearInterval(this.pulse)
      this.pulse = window.setInterval(this.check, 2500)
      this.ear.opened()
    }
    socket.onmessage = (event) => {
      if (socket !== this.socket) return
      this.tries = 0
      this.heardAt = Date.now()
      this.ear.heard(JSON.parse(event.data as string) as ServerMessage)
    }
    socket.onclose = () => socket === this.socket && this.again()
  }

  /** Asks whether somebody is there, and gives up on a line that has been silent for too long. */
  private check = (): void => {
    if (!this.open) return
    const silent = Date.now() - this.heardAt
    if (silent > 2000) this.send({ t: 'ping' })
    if (silent > 7000) this.again(true)
  }

  /** Back in the foreground or online: make sure at once. */
  private wake = (): void => {
    if (document.visibilityState === 'hidden' || this.closed) return
    this.tries = 0
    if (!this.open) return this.again(true)
    const before = this.heardAt
    this.send({ t: 'ping' })
    setTimeout(() => this.heardAt === before && this.open && this.again(true), 1200)
  }

  private again(now = false): void {
    this.drop()
    if (this.closed) return
    this.ear.lost()
    const wait = now ? 0 : WAITS[Math.min(this.tries++, WAITS.length - 1)]!
    this.timer = window.setTimeout(() => this.connect(), wait)
  }

  private drop(): void {
    clearTimeout(this.timer)
    clearInterval(this.pulse)
    const socket = this.socket
    this.socket = null
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }
}
