import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { manage } from './sanityManagement.ts'
import { registerWebhook } from './webhook.ts'

/** Starts a management API that sends the same responses again and again, by method. */
async function startManagement(responses: Record<string, { status: number; body: string }>) {
  const methods: string[] = []
  const server = createServer((request, response) => {
    methods.push(request.method ?? '')
    const { status, body } = responses[request.method ?? ''] ?? { status: 404, body: '' }
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
  expect(await manage(access, 'DELETE', '/hooks/projects/abc/1')).toBeUndefined()
})

it.each([
  [
    '{"message": "You need the role\\n administrator"}',
    "403: You need the role administrator. SANITY_API_WRITE_TOKEN has to be an administrator's of this project.",
  ],
  ['<html>Bad gateway</html>', '403.'],
])('reports a refusal with the message of Sanity', async (body, ending) => {
  const { access } = await startManagement({ GET: { status: 403, body } })
  await expect(manage(access, 'GET', '/projects/abc/cors')).rejects.toThrow(
    `Sanity refused: GET /projects/abc/cors responded with ${ending}`,
  )
})

it('creates the new webhook before it deletes the old one', async () => {
  const url = 'https://example.com/api/sanity/webhook'
  const old = { id: '1', name: 'Refresh the site', dataset: 'production', url }
  const { access, methods } = await startManagement({
    GET: {
      status: 200,
      body: JSON.stringify([old, { ...old, id: '2', url: 'https://staging.example.com' }]),
    },
    POST: { status: 201, body: '{}' },
    DELETE: { status: 200, body: '' },
  })
  await registerWebhook(access, 'https://example.com')
  expect(methods).toEqual(['GET', 'POST', 'DELETE'])
})
