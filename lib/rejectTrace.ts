import type { IncomingMessage } from 'node:http'

/**
 * Lets Next respond 405 to a TRACE request. Next constructs a `Request` for routes and for `proxy.ts`, which throws for
 * this method, so that Next would respond 500. The request becomes one that `/api/health` does not implement, without other
 * headers, some of which would change Next's response. Call it before Next sees the request.
 *
 * https://fetch.spec.whatwg.org/#forbidden-method
 */
export function rejectTrace(request: IncomingMessage): void {
  if (request.method !== 'TRACE') return
  request.method = 'PUT'
  request.url = '/api/health'
  request.headers = { host: request.headers.host }
}
