import type { ServerResponse } from 'node:http'

/** The interval between heartbeats. Without them, proxies and browsers would close idle connections. */
const heartbeatMs = 15_000
/** The delay before a browser reconnects. */
const retryMs = 500

/** An open response with server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export class EventStream {
  private readonly response: ServerResponse
  private readonly heartbeat: NodeJS.Timeout
  private readonly closeListeners: (() => void)[] = []
  private isOpen = true

  constructor(response: ServerResponse, headers: Record<string, string>) {
    this.response = response
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-content-type-options': 'nosniff',
      ...headers,
    })
    response.write(`retry: ${retryMs}\n\n`)
    this.heartbeat = setInterval(() => response.write(': heartbeat\n\n'), heartbeatMs)
    response.on('close', () => this.handleClose())
    response.on('error', () => this.handleClose())
  }

  /** Calls `listener` when the stream closes, or immediately if it is already closed. */
  onClose(listener: () => void): void {
    if (this.isOpen) this.closeListeners.push(listener)
    else listener()
  }

  /** Sends an event, with `data` as JSON. */
  send({ event, id, data }: { event: string; id?: string; data: unknown }): void {
    if (!this.isOpen) return
    this.response.write(
      `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`,
    )
  }

  close(): void {
    this.handleClose()
    this.response.end()
  }

  private handleClose(): void {
    if (!this.isOpen) return
    this.isOpen = false
    clearInterval(this.heartbeat)
    for (const listener of this.closeListeners) listener()
  }
}
