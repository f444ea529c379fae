import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestCloud, type TestCloud, until } from '../../tests/support/testCloud.ts'

type Message = {
  id?: string
  result?: unknown
  error?: { code: number }
  params?: { subscription: string; result: Record<string, unknown> }
}

let cloud: TestCloud
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())

function buildSocketUrl(dataset = 'production') {
  return `${cloud.api.replace(/^http/, 'ws')}/socket/${dataset}`
}

async function connect(token?: string, origin = cloud.config.siteOrigin, headers = {}) {
  const socket = new WebSocket(buildSocketUrl(), { origin, headers })
  const messages: Message[] = []
  socket.on('message', (data) => messages.push(JSON.parse(data.toString())))
  await once(socket, 'open')
  let nextId = 0
  const call = async (method: string, params: Record<string, unknown> = {}): Promise<Message> => {
    const id = `call-${nextId++}`
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, apiVersion: 'v1' } }))
    return until(() => messages.find((message) => message.id === id))
  }
  if (token) expect((await call('authorization', { authorization: `Bearer ${token}` })).result).toBe(true)
  const events = () => messages.flatMap((message) => (message.params ? [message.params.result] : []))
  return { socket, call, events }
}

test('sends roll calls, locations and disconnections to other users', async () => {
  const { SANITY_API_WRITE_TOKEN, SANITY_API_READ_TOKEN } = cloud.env
  const [subscriber, otherUser] = [
    await connect(SANITY_API_WRITE_TOKEN),
    await connect(SANITY_API_READ_TOKEN),
  ]
  expect((await subscriber.call('presence_subscribe')).result).toEqual(expect.any(String))

  await otherUser.call('presence_rollcall', { session: 's2' })
  const locations = [{ type: 'document', documentId: 'home', path: ['title'] }]
  await otherUser.call('presence_announce', { data: { sessionId: 's2', locations } })
  await until(() => subscriber.events().length >= 2)
  otherUser.socket.close()
  await until(() => subscriber.events().length >= 3)
  expect(subscriber.events()).toEqual([
    { type: 'rollCall', i: 'r-read', session: 's2' },
    { type: 'state', i: 'r-read', m: { sessionId: 's2', locations } },
    { type: 'disconnect', i: 'r-read', m: { session: 's2' } },
  ])
  subscriber.socket.close()
})

test('rejects presence calls without a valid token', async () => {
  const anonymous = await connect()
  expect((await anonymous.call('presence_subscribe')).error?.code).toBe(4001)
  expect((await anonymous.call('authorization', { authorization: 'Bearer wrong' })).error?.code).toBe(4001)
  expect(
    (await anonymous.call('presence_announce', { data: { sessionId: 'x', locations: [] } })).error?.code,
  ).toBe(4001)
  anonymous.socket.close()
})

test.each([
  ['from a foreign origin', 'production', 'http://evil.example', 403],
  ['to an unknown dataset', 'none', undefined, 404],
])('refuses a connection %s', async (_name, dataset, origin, status) => {
  const socket = new WebSocket(buildSocketUrl(dataset), origin ? { origin } : {})
  const [error] = await once(socket, 'error')
  expect(String(error)).toContain(String(status))
})
