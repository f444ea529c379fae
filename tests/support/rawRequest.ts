import { type Agent, type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

type RawRequest = { method?: string; headers?: Record<string, string>; body?: string | Buffer; agent?: Agent }

/** Sends a request with exactly this path and these headers, which a browser or `fetch` would change. */
export function sendRaw(
  origin: string,
  path: string,
  { body, ...options }: RawRequest = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, ...options }, (response) => {
      const { statusCode: status = 0, headers } = response
      text(response).then((content) => resolve({ status, headers, body: content }), reject)
    })
    outgoing.on('error', reject).end(body)
  })
}
