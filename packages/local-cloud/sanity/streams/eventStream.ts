import type { ServerResponse } from 'node:http'

/** A server-sent event. `data` is sent as JSON. */
export type StreamEvent = { event: string; id?: string; data: unknown }

/** Proxies and browsers close connections that are idle for longer. */
const heartbeatMs = 15_000
/** The delay before a browser reconnects. */
const retryMs = 500

/** An open response of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export class EventStream {
  private readonly response: ServerResponse
  private readonly heartbeat: NodeJS.Timeout
  private readonly closers: (() => void)[] = []
  private open = true

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
    response.on('close', () => this.finish())
    response.on('error', () => this.finish())
  }

  onClose(closer: () => void): void {
    if (this.open) this.closers.push(closer)
    else closer()
  }

  send({ event, id, data }: StreamEvent): void {
    if (!this.open) return
    this.response.write(
      `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`,
    )
  }

  close(): void {
    this.finish()
    this.response.end()
  }

  private finish(): void {
    if (!this.open) return
    this.open = false
    clearInterval(this.heartbeat)
    for (const closer of this.closers) closer()
  }
}
