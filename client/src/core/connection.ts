/** The WebSocket connection to the server, which detects silence and reconnects by itself. */
import type { ClientMessage, ServerMessage } from './protocol'
import { settings } from './settings.svelte'

export interface ConnectionHandler {
  /** Called when the connection is open, so that the page can say hello. */
  onOpen(): void
  onMessage(message: ServerMessage): void
  onLost(): void
}

const DELAYS = [0, 300, 700, 1500, 3000, 5000] // the milliseconds to wait before the first, second, third … attempt to connect
const OPEN_TIMEOUT = 8000 // the milliseconds after which an attempt to connect has failed

export class Connection {
  private socket: WebSocket | null = null
  private tries = 0
  private timer = 0
  private heartbeat = 0
  private receivedAt = 0
  private readonly closing = new AbortController()

  constructor(private readonly handler: ConnectionHandler) {
    const { signal } = this.closing
    addEventListener('online', this.testNow, { signal })
    addEventListener('offline', this.checkHeartbeat, { signal })
    document.addEventListener('visibilitychange', this.testNow, { signal })
    addEventListener('pageshow', this.testNow, { signal })
    this.connect()
  }

  private get closed(): boolean {
    return this.closing.signal.aborted
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
    this.closing.abort()
    this.closeSocket()
  }

  /** Connect at once, unless the connection is open. */
  reconnectNow(): void {
    this.tries = 0
    if (!this.open) this.reconnect(true)
  }

  private connect(): void {
    clearTimeout(this.timer)
    if (this.closed) return
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`, ['trapezi', settings.token])
    this.socket = socket
    this.timer = window.setTimeout(() => socket.readyState === WebSocket.CONNECTING && this.reconnect(), OPEN_TIMEOUT)
    socket.onopen = () => {
      if (socket !== this.socket) return
      this.receivedAt = Date.now()
      clearInterval(this.heartbeat)
      this.heartbeat = window.setInterval(this.checkHeartbeat, 2500)
      this.handler.onOpen()
    }
    socket.onmessage = (event) => {
      if (socket !== this.socket) return
      this.tries = 0
      this.receivedAt = Date.now()
      this.handler.onMessage(JSON.parse(event.data as string) as ServerMessage)
    }
    socket.onclose = () => socket === this.socket && this.reconnect()
  }

  /** Ping the server, and give up on a connection that has been silent for too long. */
  private checkHeartbeat = (): void => {
    if (!this.open) return
    const silent = Date.now() - this.receivedAt
    if (silent > 2000) this.send({ t: 'ping' })
    if (silent > 7000) this.reconnect(true)
  }

  /** Test the connection at once when the page returns to the foreground or goes online. */
  private testNow = (): void => {
    if (document.visibilityState === 'hidden' || this.closed) return
    if (!this.open) return this.reconnectNow()
    this.tries = 0
    const before = this.receivedAt
    this.send({ t: 'ping' })
    setTimeout(() => this.receivedAt === before && this.open && this.reconnect(true), 1200)
  }

  private reconnect(now = false): void {
    this.closeSocket()
    if (this.closed) return
    this.handler.onLost()
    const wait = now ? 0 : DELAYS[Math.min(this.tries++, DELAYS.length - 1)]!
    this.timer = window.setTimeout(() => this.connect(), wait)
  }

  private closeSocket(): void {
    clearTimeout(this.timer)
    clearInterval(this.heartbeat)
    const socket = this.socket
    this.socket = null
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }
}
