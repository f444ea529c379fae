import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage } from 'node:http'

/**
 * Removes an empty `next-action` header before Next reads the request. Next treats such a POST as an action without a
 * name, which throws, and no matcher of a proxy can match an empty header. Without it, a POST to a page responds 405.
 *
 * https://nodejs.org/api/diagnostics_channel.html#http
 */
export function removeEmptyActionHeader(): void {
  subscribe('http.server.request.start', (message) => {
    const request = typeof message === 'object' && message && 'request' in message && message.request
    if (request instanceof IncomingMessage && request.headers['next-action'] === '') {
      delete request.headers['next-action']
    }
  })
}
