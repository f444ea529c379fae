import type { ServerResponse } from 'node:http'

/** One server-sent event. `data` is sent as JSON. */
export type StreamEvent = { event: string; id?: string; data: unknown }

/** Proxies and browsers drop connections that stay silent for longer. Milliseconds. */
const HEARTBEAT = 15_000
/** How long a browser waits before it connects again. Milliseconds. */
const RETRY = 500
/** What a reader may have left unread when there is more to tell, or it is cut off. Bytes. */
export const BACKLOG_LIMIT = 8 * 1024 * 1024
/** How long a reader that was cut off gets to read the rest. Milliseconds. */
const FAREWELL = 5_000

/**
 * A response that stays open (https://html.spec.whatwg.org/multipage/server-sent-events.html). Events go out in the
 * order they are sent; a reader who doesn't keep up is told so and cut off, and may connect again.
 */
export class EventStream {
  private readonly response: ServerResponse
  private readonly backlogLimit: number
  private readonly heartbeat: NodeJS.Timeout
  private readonly closers: (() => void)[] = []
  private open = true

  /** Sends the headers. `headers` are added to them; `backlogLimit` is in bytes. */
  constructor(response: ServerResponse, headers: Record<string, string>, backlogLimit = BACKLOG_LIMIT) {
    this.response = response
    this.backlogLimit = backlogLimit
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-content-type-options': 'nosniff',
      ...headers,
    })
    response.write(`retry: ${RETRY}\n\n`)
    this.heartbeat = setInterval(() => this.write(': heartbeat\n\n'), HEARTBEAT)
    response.on('close', () => this.finish())
    response.on('error', () => this.finish())
  }

  /** Calls `closer` once when the stream ends, for whatever reason. */
  onClose(closer: () => void): void {
    if (this.open) this.closers.push(closer)
    else closer()
  }

  /** Sends an event. */
  send(event: StreamEvent): void {
    this.sendTogether([event])
  }

  /**
   * Sends events that belong together, all of them however large they are: whoever was cut off in their midst would have
   * to hear them from the first, and be cut off again.
   */
  sendTogether(events: readonly StreamEvent[]): void {
    if (this.open && this.response.writableLength > this.backlogLimit) this.cutOff()
    for (const { event, id, data } of events) {
      // An event must not be split by line breaks, and JSON has none.
      this.write(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`)
    }
  }

  private write(text: string): void {
    if (this.open) this.response.write(text)
  }

  private cutOff(): void {
    const { response } = this
    const reason = `Cut off: more than ${this.backlogLimit} bytes were left unread. Connect again.`
    response.write(`event: overflow\ndata: ${JSON.stringify({ reason })}\n\n`)
    this.close()
    setTimeout(() => response.destroy(), FAREWELL).unref()
  }

  /** Ends the stream. */
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
