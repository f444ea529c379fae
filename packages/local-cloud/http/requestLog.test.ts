import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raw } from '../testing/testCloud.ts'
import { BODY_KEPT, RequestLog } from './requestLog.ts'

const log = new RequestLog()
let server: Server
let origin = ''

beforeAll(async () => {
  const watch = log.watch('stripe')
  server = createServer((request, response) => {
    watch(request, response)
    if (request.url === '/cut') return request.socket.destroy()
    if (request.url === '/stream') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      return response.end('data: 1\n\n')
    }
    if (request.url === '/picture') {
      response.setHeader('content-type', 'image/png')
      return response.end(Buffer.alloc(100))
    }
    request.resume()
    request.on('end', () => {
      response.writeHead(201, 'Made', ['Content-Type', 'application/json', 'Set-Cookie', 'session=abc'])
      response.write('{"made":')
      response.end('true}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  raw(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })

test('keeps what was sent and answered, without secrets', async () => {
  await post('/one?token_hash=abc&page=2', '{"email":"ada@example.com","password":"hunter2"}', {
    authorization: 'Bearer sk_test_abc',
    'x-plain': 'yes',
  })
  const [first] = log.list()
  expect(first).toMatchObject({ method: 'POST', path: '/one', query: 'token_hash=••••&page=2', status: 201 })
  const detail = log.get(first?.id ?? 0)
  expect(detail).toMatchObject({
    requestHeaders: { authorization: 'Bearer ••••', 'x-plain': 'yes' },
    responseHeaders: { 'content-type': 'application/json', 'set-cookie': '••••' },
    requestBody: { text: '{"email":"ada@example.com","password":"••••"}', cut: false, length: 48 },
    responseBody: { text: '{"made":true}', cut: false },
  })
  expect(JSON.stringify(detail)).not.toMatch(/hunter2|sk_test|abc/)
})

test('keeps the beginning of a long body alone, and no bytes of what is no text', async () => {
  await post('/long', JSON.stringify({ text: 'a'.repeat(5 * BODY_KEPT) }))
  const long = log.get(log.list()[0]?.id ?? 0)
  expect(long?.requestBody.text).toHaveLength(BODY_KEPT)
  expect(long?.requestBody).toMatchObject({ cut: true, length: 5 * BODY_KEPT + 11 })
  await raw(`${origin}/picture`)
  const picture = log.get(log.list()[0]?.id ?? 0)
  expect(picture?.responseBody).toEqual({ type: 'image/png', text: undefined, length: 100, cut: true })
})

test('says that nothing was answered, and leaves streams and faces out', async () => {
  await expect(raw(`${origin}/cut`)).rejects.toThrow()
  expect(log.list()[0]).toMatchObject({ path: '/cut', status: undefined })
  await raw(`${origin}/stream`)
  await raw(`${origin}/_fonts/besley.woff2`)
  expect(log.list()[0]).toMatchObject({ path: '/cut' })
})

test('forgets the oldest of a vendor, and all when told to', async () => {
  for (let index = 0; index < 160; index++) await raw(`${origin}/many/${index}`)
  expect(log.list('stripe')).toHaveLength(150)
  expect(log.list('stripe').at(-1)?.path).toBe('/many/10')
  expect(log.list('sanity')).toEqual([])
  log.clear()
  expect(log.list()).toEqual([])
})
