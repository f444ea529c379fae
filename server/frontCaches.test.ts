import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { purgeCdn } from './frontCaches'

let status = 200
let received: { headers: IncomingMessage['headers']; method: string | undefined; body: unknown } | undefined
const cdn = createServer(async (request, response) => {
  received = { headers: request.headers, method: request.method, body: JSON.parse(await text(request)) }
  response.writeHead(status).end('{}')
})
let url: string

beforeAll(async () => {
  await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve))
  const address = cdn.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/zones/zone/purge_cache`
})
afterAll(() => void cdn.close())

it('purges everything from the CDN', async () => {
  await purgeCdn(url, 'a-token')
  expect(received).toMatchObject({
    method: 'POST',
    headers: { authorization: 'Bearer a-token', 'content-type': 'application/json' },
    body: { purge_everything: true },
  })
})

it('throws when the CDN rejects the purge', async () => {
  status = 403
  await expect(purgeCdn(url, 'a-token')).rejects.toThrow('responded with 403')
})
