import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { isValidSignature, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  bearer,
  callControl,
  sendRawRequest,
  startTestCloud,
  type TestCloud,
  until,
} from '../../tests/support/testCloud.ts'
import { Dataset } from '../dataset.ts'
import { mutate } from '../mutations.ts'
import type { Identity } from '../types.ts'

type Received = { headers: IncomingHttpHeaders; body: string; json: Record<string, unknown> }
type Hook = { id: string }

const SECRET = 'a secret for tests'
const PROJECTION = '{_id, _type, title}'

let cloud: TestCloud
let receiver: Server
let received: Received[]
/** The statuses of the next responses. Later responses have the status 200. */
let statuses: number[]
let url: string

beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())

beforeEach(async () => {
  received = []
  statuses = []
  receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body, json: JSON.parse(body) })
    response.statusCode = statuses.shift() ?? 200
    response.end('ok')
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/api/sanity/webhook`
})
afterEach(async () => {
  const client = createAdminClient()
  for (const { id } of await client.request<Hook[]>({ url: '/hooks/projects/local' })) {
    const body = { isDisabledByUser: true }
    await client.request({ method: 'PATCH', url: `/hooks/projects/local/${id}`, body })
  }
  await callWebhookControl({ drop: 0, delayMs: 0, duplicate: false })
  receiver.closeAllConnections()
  receiver.close()
})

function createAdminClient() {
  return cloud.client(cloud.env.SANITY_API_WRITE_TOKEN)
}

function registerWebhook(changes: Record<string, unknown> = {}): Promise<Hook> {
  const body = {
    type: 'document',
    name: 'site',
    url,
    dataset: 'production',
    apiVersion: 'v2025-02-19',
    rule: { on: ['create', 'update', 'delete'], filter: '_type == "post"', projection: PROJECTION },
    secret: SECRET,
    httpMethod: 'POST',
    includeDrafts: false,
    ...changes,
  }
  return createAdminClient().request({ method: 'POST', url: '/hooks/projects/local', body })
}

async function callWebhookControl(body?: Record<string, unknown>) {
  return (await callControl(cloud, 'webhooks', { body })).json
}

let idCount = 0
function createId() {
  return `post-${idCount++}`
}

test("sends a change with a signature that the vendor's package accepts", async () => {
  const hook = await registerWebhook({ headers: { 'x-team': 'web' } })
  const _id = createId()
  await createAdminClient().create({ _id, _type: 'post', title: 'Hello ü' })
  await until(() => received.length > 0)
  const [{ headers, body, json }] = received as [Received]
  expect(json).toEqual({ _id, _type: 'post', title: 'Hello ü' })
  const signature = String(headers[SIGNATURE_HEADER_NAME])
  expect(await isValidSignature(body, signature, SECRET)).toBe(true)
  expect(await isValidSignature(`${body} `, signature, SECRET)).toBe(false)
  expect(await isValidSignature(body, signature, 'another secret')).toBe(false)
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'sanity-operation': 'create',
    'sanity-document-id': _id,
    'sanity-dataset': 'production',
    'sanity-project-id': 'local',
    'sanity-webhook-id': hook.id,
    'x-team': 'web',
  })
  expect(headers['sanity-transaction-id']).toBeTruthy()
  expect(headers['idempotency-key']).toBeTruthy()
})

test('sends changes in order, and deletions with the deleted document', async () => {
  await registerWebhook()
  const _id = createId()
  await createAdminClient().create({ _id, _type: 'post', title: 'one' })
  await createAdminClient().patch(_id).set({ title: 'two' }).commit()
  await createAdminClient().delete(_id)
  await until(() => received.length >= 3)
  expect(received.map(({ headers, json }) => [headers['sanity-operation'], json.title])).toEqual([
    ['create', 'one'],
    ['update', 'two'],
    ['delete', 'two'],
  ])
})

test('sends only documents of the type and dataset that the webhook selects, and no drafts by default', async () => {
  await registerWebhook()
  const _id = createId()
  await createAdminClient().create({ _id: `drafts.${_id}`, _type: 'post' })
  await createAdminClient().create({ _id: createId(), _type: 'page' })
  await sendRawRequest(`${cloud.api}/projects/local/datasets/other`, {
    method: 'PUT',
    headers: bearer(cloud.env.SANITY_API_WRITE_TOKEN),
  })
  await createAdminClient()
    .withConfig({ dataset: 'other' })
    .createOrReplace({ _id: 'elsewhere', _type: 'post' })
  await createAdminClient().create({ _id, _type: 'post' })
  await until(() => received.length > 0)
  expect(received.map(({ json }) => json._id)).toEqual([_id])
})

type Delivery = { documentId: string; status: string }

describe('with a failing receiver', () => {
  test('retries a message after a 503, without delaying the next message', async () => {
    await registerWebhook()
    statuses = [503]
    const [first, second] = [createId(), createId()]
    await createAdminClient().create({ _id: first, _type: 'post' })
    await createAdminClient().create({ _id: second, _type: 'post' })
    await until(() => received.length >= 3)
    expect(received.map(({ json }) => json._id)).toEqual([first, second, first])
    expect(received[2]?.headers['idempotency-key']).toBe(received[0]?.headers['idempotency-key'])
    const delivery = await until(async () => {
      const { deliveries } = await callWebhookControl()
      return deliveries.find(
        ({ documentId, status }: Delivery) => documentId === first && status === 'success',
      )
    })
    expect(delivery.attempts.map(({ resultCode }: { resultCode: number }) => resultCode)).toEqual([200, 503])
  })

  test.each([400, 404, 302])('does not retry a message after a %i', async (status) => {
    await registerWebhook()
    statuses = [status]
    const _id = createId()
    await createAdminClient().create({ _id, _type: 'post' })
    const delivery = await until(async () => {
      const { deliveries } = await callWebhookControl()
      return deliveries.find(({ documentId, status }: Delivery) => documentId === _id && status === 'failure')
    })
    expect(delivery.failures).toBe(1)
    expect(received).toHaveLength(1)
  })

  test('delivers pending messages after a restart', async () => {
    await registerWebhook()
    const { port } = receiver.address() as AddressInfo
    receiver.closeAllConnections()
    receiver.close()
    await once(receiver, 'close')
    const _id = createId()
    await createAdminClient().create({ _id, _type: 'post' })
    await until(async () => (await callWebhookControl()).deliveries[0]?.failures > 0)
    await cloud.close()
    receiver.listen(port, '127.0.0.1')
    await once(receiver, 'listening')
    cloud = await cloud.restart()
    await until(() => received.length > 0)
    expect(received[0]?.json._id).toBe(_id)
  })
})

test('queues one message for a change if the process was killed before queueing the message', async () => {
  await registerWebhook()
  await createAdminClient().create({ _id: createId(), _type: 'post', title: 'sent' })
  await until(() => received.length === 1)
  await cloud.close()
  // Simulates a process that was killed after storing a change and before queueing its message.
  const file = join(cloud.config.dataDir, 'content-lake/datasets/production.sqlite')
  const dataset = new Dataset({ name: 'production', file })
  const editor: Identity = { id: 'e', role: 'editor' }
  mutate(dataset, editor, [{ create: { _id: createId(), _type: 'post', title: 'pending' } }])
  dataset.close()
  cloud = await cloud.restart()
  await until(() => received.some(({ json }) => json.title === 'pending'))
  cloud = await cloud.restart()
  await createAdminClient().create({ _id: createId(), _type: 'post', title: 'later' })
  await until(() => received.some(({ json }) => json.title === 'later'))
  // Stopping the cloud may abort a delivery, which is retried with the same key.
  const keys = new Map(received.map(({ headers, json }) => [headers['idempotency-key'], json.title]))
  expect([...keys.values()]).toEqual(['sent', 'pending', 'later'])
})

describe('the webhooks API', () => {
  test('requires an administrator', async () => {
    const headers = bearer(cloud.env.SANITY_API_READ_TOKEN)
    expect((await sendRawRequest(`${cloud.api}/hooks/projects/local`, { headers })).status).toBe(403)
    expect((await sendRawRequest(`${cloud.api}/hooks/projects/local`)).status).toBe(401)
  })

  test('returns a webhook without its secret', async () => {
    await registerWebhook()
    const listed = await createAdminClient().request({ url: '/hooks/projects/local' })
    expect(JSON.stringify(listed)).not.toContain(SECRET)
    expect(listed).toContainEqual(expect.objectContaining({ hasSecret: true }))
  })

  test('updates a webhook, but not its type', async () => {
    const { id } = await registerWebhook()
    const path = `/hooks/projects/local/${id}`
    const update = (body: object) => createAdminClient().request({ method: 'PATCH', url: path, body })
    expect(await update({ name: 'renamed' })).toMatchObject({ id, name: 'renamed', url, hasSecret: true })
    await expect(update({ type: 'document' })).rejects.toThrow('"type" is not allowed')
  })

  test.each([
    [{ url: 'https://example.com/hook' }, 'this machine'],
    [{ url: 'file:///etc/passwd' }, 'Invalid URL'],
    [{ rule: { on: ['explode'] } }, 'rule.on'],
    [{ name: undefined }, 'at name'],
    [{ httpMethod: 'BREW' }, 'httpMethod'],
  ])('rejects an invalid webhook (%j) with an error that mentions "%s"', async (changes, reason) => {
    await expect(registerWebhook(changes)).rejects.toThrow(reason)
  })
})
