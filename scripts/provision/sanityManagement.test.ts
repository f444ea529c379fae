import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { registerWebhook, requestManagementApi } from './sanityManagement.ts'

type Reply = { status: number; body: string }

/** Starts a management API with a response for each method, or a list of which the last repeats; 404 for others. */
async function startManagement(responses: Record<string, Reply | Reply[]>) {
  const methods: string[] = []
  const server = createServer((request, response) => {
    const method = request.method ?? ''
    const replies = [responses[method] ?? { status: 404, body: '' }].flat()
    const earlierCount = methods.filter((earlier) => earlier === method).length
    methods.push(method)
    const { status, body } = replies[Math.min(earlierCount, replies.length - 1)] ?? { status: 404, body: '' }
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
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
  return { access, methods }
}

it('accepts a success without a body', async () => {
  const { access } = await startManagement({ DELETE: { status: 200, body: '' } })
  expect(await requestManagementApi(access, 'DELETE', '/hooks/projects/abc/1')).toBeUndefined()
})

it.each([
  [
    '{"message": "You need the role\\n administrator"}',
    "403: You need the role administrator. SANITY_API_WRITE_TOKEN has to be an administrator's of this project.",
  ],
  ['<html>Bad gateway</html>', '403.'],
])('reports a refusal with Sanity’s message, if any', async (body, ending) => {
  const { access } = await startManagement({ GET: { status: 403, body } })
  await expect(requestManagementApi(access, 'GET', '/projects/abc/cors')).rejects.toThrow(
    `Sanity refused: GET /projects/abc/cors responded with ${ending}`,
  )
})

const url = 'https://example.com/api/sanity/webhook'
const registered = { id: '1', name: 'Refresh the site', dataset: 'production', url }
const limitReached = { status: 400, body: '{"message": "Your plan has 2 webhooks"}' }
const success = { status: 200, body: '{}' }

it('deletes the old webhook first where the plan does not allow another one', async () => {
  const { access, methods } = await startManagement({
    GET: { status: 200, body: JSON.stringify([registered]) },
    POST: [limitReached, success],
    DELETE: success,
  })
  await registerWebhook(access, 'https://example.com')
  expect(methods).toEqual(['GET', 'POST', 'DELETE', 'POST'])
})

it.each([
  { condition: 'the site has none yet', found: [], status: 400 },
  { condition: 'Sanity fails', found: [registered], status: 503 },
])('deletes no webhook when creating one is refused and $condition', async ({ found, status }) => {
  const { access, methods } = await startManagement({
    GET: { status: 200, body: JSON.stringify(found) },
    POST: { ...limitReached, status },
  })
  await expect(registerWebhook(access, 'https://example.com')).rejects.toThrow('Your plan has 2 webhooks.')
  expect(methods).toEqual(['GET', 'POST'])
})

it('reports that the site has no webhook when the old one was deleted and a new one is refused', async () => {
  const { access } = await startManagement({
    GET: { status: 200, body: JSON.stringify([registered]) },
    POST: limitReached,
    DELETE: success,
  })
  await expect(registerWebhook(access, 'https://example.com')).rejects.toThrow(
    /Your plan has 2 webhooks\. The site has no webhook now: .*“Refresh the site”/,
  )
})

it('creates the new webhook before it deletes the old one where the plan allows both', async () => {
  const { access, methods } = await startManagement({
    GET: {
      status: 200,
      body: JSON.stringify([registered, { ...registered, id: '2', url: 'https://staging.example.com' }]),
    },
    POST: { status: 201, body: '{}' },
    DELETE: { status: 200, body: '' },
  })
  await registerWebhook(access, 'https://example.com')
  expect(methods).toEqual(['GET', 'POST', 'DELETE'])
})
