import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { EventStream } from './eventStream.ts'

test('a reader who does not read is cut off, told so, and costs no more memory', async () => {
  const limit = 256 * 1024
  let sent = 0
  let closed = false
  const server = createServer((_request, response) => {
    const stream = new EventStream(response, {}, limit)
    stream.onClose(() => {
      closed = true
    })
    const data = 'x'.repeat(1024)
    while (!closed && sent < 100_000) {
      stream.send({ event: 'mutation', data })
      sent += 1
    }
    // After it was cut off nothing more is kept.
    const kept = response.writableLength
    for (let i = 0; i < 1000; i++) stream.send({ event: 'mutation', data })
    expect(response.writableLength).toBe(kept)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sending = request({ host: '127.0.0.1', port, agent: false })
  sending.end()
  const [response] = await once(sending, 'response')
  expect(closed).toBe(true)
  expect(sent).toBeLessThan(100_000)
  let text = ''
  for await (const chunk of response) text += chunk
  expect(text.slice(-200)).toMatch(/event: overflow\ndata: \{"reason":"Cut off: .*Connect again\."\}\n\n$/)
  server.close()
})
