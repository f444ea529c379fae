import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage } from 'node:http'

/**
 * Removes an empty `next-action` header from each later request, before Next reads it. Next would throw for an action
 * without a name, and the matcher of `proxy.ts` cannot match an empty header. Without the header, Next responds 405 to
 * a POST to a page.
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
