import { type Agent, type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

type RawRequest = {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  agent?: Agent | false
}

/** A response with its decompressed body as a string, and the size of the body as sent, in bytes. */
type RawResponse = { status: number; headers: IncomingHttpHeaders; body: string; sentBytes: number }

/** Sends a request with exactly this path and these headers, which a browser or `fetch` would change. */
export function sendRaw(
  origin: string,
  path: string,
  { body: requestBody, ...options }: RawRequest = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, ...options }, (response) => {
      const { statusCode: status = 0, headers } = response
      const decode = { br: brotliDecompressSync, gzip: gunzipSync }[String(headers['content-encoding'])]
      const resolveWith = (sent: Buffer) => {
        // A response to HEAD has no body.
        const body = String(decode && sent.length > 0 ? decode(sent) : sent)
        resolve({ status, headers, body, sentBytes: sent.length })
      }
      buffer(response).then(resolveWith).catch(reject)
    })
    outgoing.on('error', reject).end(requestBody)
  })
}
