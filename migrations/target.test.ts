import { createServer, type IncomingMessage, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentTarget, migrationClient } from './target.ts'

type Asked = { method?: string; path: string; params: URLSearchParams; token?: string; body: string }

const asked: Asked[] = []
let server: Server
let env: Record<string, string>

async function recorded(request: IncomingMessage): Promise<Asked> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const { method, headers } = request
  return {
    method,
    path: url.pathname,
    params: url.searchParams,
    token: headers.authorization,
    body: await text(request),
  }
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const question = await recorded(request)
    asked.push(question)
    const found = [{ _id: 'drafts.offer', _type: 'offer', _rev: 'r1' }]
    const answer = question.path.includes('/data/query/')
      ? { result: found, ms: 1, query: '' }
      : { transactionId: 't1', results: [] }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  env = {
    NEXT_PUBLIC_SANITY_PROJECT_ID: 'local',
    NEXT_PUBLIC_SANITY_DATASET: 'production',
    NEXT_PUBLIC_SANITY_API_HOST: `http://127.0.0.1:${port}`,
    SANITY_API_WRITE_TOKEN: 'a-token-that-may-write',
  }
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

describe('the dataset as migrations see it', () => {
  it('is read with drafts, and with the token', async () => {
    const target = contentTarget(migrationClient(env))
    const found = await target.documents('_type == $type', { type: 'offer' })
    expect(found).toEqual([{ _id: 'drafts.offer', _type: 'offer', _rev: 'r1' }])
    const { path, params, token } = asked.at(-1) ?? {}
    expect(path).toBe('/v2026-10-01/data/query/production')
    expect(params?.get('query')).toBe('*[_type == $type] | order(_id)')
    expect(params?.get('perspective')).toBe('raw')
    expect(token).toBe('Bearer a-token-that-may-write')
  })

  it('is written in one transaction', async () => {
    const mutations = [
      { patch: { id: 'offer', ifRevisionID: 'r1', set: { name: 'Circle' } } },
      { patch: { id: 'siteSettings', set: { schemaVersion: 2 } } },
    ]
    const before = asked.length
    await contentTarget(migrationClient(env)).commit(mutations)
    expect(asked.length).toBe(before + 1)
    expect(asked.at(-1)?.path).toBe('/v2026-10-01/data/mutate/production')
    expect(JSON.parse(asked.at(-1)?.body ?? '')).toMatchObject({ mutations })
  })

  it.each(['NEXT_PUBLIC_SANITY_PROJECT_ID', 'NEXT_PUBLIC_SANITY_DATASET', 'SANITY_API_WRITE_TOKEN'])(
    'is not reached without %s',
    (name) => {
      expect(() => migrationClient({ ...env, [name]: '' })).toThrow(`${name} is missing`)
    },
  )

  it('is on the project’s own host when it is hosted', () => {
    const hosted = migrationClient({
      ...env,
      NEXT_PUBLIC_SANITY_API_HOST: '',
      NEXT_PUBLIC_SANITY_PROJECT_ID: 'abc123',
    })
    expect(hosted.getUrl('/data/query/production')).toBe(
      'https://abc123.api.sanity.io/v2026-10-01/data/query/production',
    )
  })
})
