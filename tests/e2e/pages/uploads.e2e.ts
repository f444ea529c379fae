import { request } from 'node:http'
import { expect, test } from '@playwright/test'
import { testEnvironment } from '../../support/environment.ts'

const bodyBytes = 100_000_000
/** The maximum number of bytes that the operating system may buffer before the site closes the connection. */
const maxBufferedBytes = 20_000_000

/** Sends a large body until the connection closes. Without a `Content-Length`, it is sent in chunks. */
function upload(path: string, headers: Record<string, string>) {
  const chunk = Buffer.alloc(65_536, ' ')
  return new Promise<{ sentBytes: number; status: number | undefined }>((resolve) => {
    const options = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      agent: false,
    }
    const outgoing = request(`${testEnvironment().siteOrigin}${path}`, options)
    let sentBytes = 0
    let status: number | undefined
    const send = () => {
      while (sentBytes < bodyBytes && !outgoing.destroyed) {
        sentBytes += chunk.length
        if (!outgoing.write(chunk)) return
      }
      outgoing.end()
    }
    outgoing.on('response', (response) => {
      status = response.statusCode
      response.resume()
    })
    // Writing to a closed connection fails.
    outgoing.on('error', () => {}).on('close', () => resolve({ sentBytes, status }))
    outgoing.on('drain', send)
    send()
  })
}

const framings: Record<string, Record<string, string>> = {
  'with a Content-Length': { 'Content-Length': String(bodyBytes) },
  'with chunked encoding': {},
}

for (const [description, headers] of Object.entries(framings)) {
  test(`the site rejects a large body ${description} before all of it is sent`, async () => {
    // Some of these routes require sign-in or a body; the last one requires a signature.
    for (const route of ['check-subscription', 'customer-portal', 'create-checkout', 'stripe/webhook']) {
      const { sentBytes, status = 400 } = await upload(`/api/${route}`, headers)
      expect.soft(sentBytes, route).toBeLessThan(maxBufferedBytes)
      // There is no status when the response is lost with the connection.
      expect.soft(status, route).toBeGreaterThanOrEqual(400)
      expect.soft(status, route).toBeLessThan(500)
    }
  })
}
