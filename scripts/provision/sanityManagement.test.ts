import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { checkWebhook, registerWebhook, requestManagementApi } from './sanityManagement.ts'

/** Starts a management API that responds to GET with `body`, and to other methods with `{}`. */
async function startManagement(body: string, status = 200) {
  const changes: { method: string | undefined; url: string | undefined; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    const { method, url } = request
    const isRead = method === 'GET'
    if (!isRead) changes.push({ method, url, body: await json(request) })
    response.writeHead(status, { 'content-type': 'application/json' }).end(isRead ? body : '{}')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const access = {
    NEXT_PUBLIC_SANITY_PROJECT_ID: 'abc',
    NEXT_PUBLIC_SANITY_DATASET: 'production',
    NEXT_PUBLIC_SANITY_API_HOST: `http://127.0.0.1:${port}`,
    SANITY_API_WRITE_TOKEN: 'a-token',
    SANITY_WEBHOOK_SECRET: 'a-secret',
  }
  return { access, changes }
}

it.each([
  ['{"message": "You need the role administrator"}', 'You need the role administrator.'],
  ['<html>Bad gateway</html>', 'GET-request to '],
])('reports a refused request with Sanity’s message or, without one, the client’s', async (body, reason) => {
  const { access } = await startManagement(body, 403)
  const refusal = expect(requestManagementApi(access, 'GET', '/projects/abc/cors')).rejects
  await refusal.toThrow(`Sanity refused GET /projects/abc/cors: ${reason}`)
})

const registered = {
  id: '1',
  name: 'Refresh the site',
  dataset: 'production',
  url: 'https://example.com/api/sanity/webhook',
}
const staging = { ...registered, id: '2', url: 'https://staging.example.com/api/sanity/webhook' }

it('registers a webhook beside another site’s', async () => {
  const { access, changes } = await startManagement(JSON.stringify([staging]))
  await registerWebhook(access, 'https://example.com')
  const { id: _, ...identity } = registered
  expect(changes).toEqual([
    {
      method: 'POST',
      url: expect.stringMatching(/\/hooks\/projects\/abc$/),
      body: expect.objectContaining({ ...identity, type: 'document', secret: 'a-secret' }),
    },
  ])
})

it('corrects the existing webhook, except its type, which cannot change', async () => {
  const { access, changes } = await startManagement(JSON.stringify([staging, registered]))
  await registerWebhook(access, 'https://example.com')
  expect(changes).toEqual([
    {
      method: 'PATCH',
      url: expect.stringMatching(/\/hooks\/projects\/abc\/1$/),
      body: expect.objectContaining({ isDisabledByUser: false, secret: 'a-secret' }),
    },
  ])
  expect(changes[0]?.body).not.toHaveProperty('type')
})

it('accepts a webhook only when it has every setting that the site needs', async () => {
  const { access, changes } = await startManagement('[]')
  const check = async (hook: unknown) =>
    checkWebhook((await startManagement(JSON.stringify([staging, hook]))).access, 'https://example.com')
  await registerWebhook(access, 'https://example.com')
  const { id: _, ...settings } = { ...Object(changes[0]?.body), ...registered }
  expect(await check({ ...settings, id: '1' })).toBeUndefined()
  for (const change of [{ isDisabledByUser: true }, { includeDrafts: true }, { dataset: 'staging' }])
    expect(await check({ ...settings, id: '1', ...change })).toMatch(/^No webhook with the name/)
})

it.each([
  ['disabled', [{ ...registered, isDisabled: true }], 'disabled the webhook “Refresh the site”'],
  ['duplicate', [registered, { ...registered, id: '3' }], 'several webhooks “Refresh the site”'],
])('asks an operator to delete a %s webhook', async (_, hooks, reason) => {
  const { access } = await startManagement(JSON.stringify([staging, ...hooks]))
  const obstacle = expect.stringContaining(`Sanity has ${reason} for https://example.com: delete`)
  expect(await checkWebhook(access, 'https://example.com')).toEqual({ obstacle })
})
